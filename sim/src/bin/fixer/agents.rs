//! Agents that the command line names.

use fixer_ai::registry::{Cheating, Pilot};
use fixer_ai::spec::AgentSpec;
use fixer_sim::tournament::Tournament;

use crate::failure::Failure;

/// Reads an agent and makes sure that it can be built and that its results can be repeated.
pub fn agent<T: Tournament>(text: &str, cheating: Cheating) -> Result<AgentSpec, Failure> {
    let spec = spec(text)?;
    if !spec.repeatable() {
        return Err(Failure::wrong(format!("agent `{text}` thinks by the clock, so its games can't be repeated"))
            .help(format!("give it iterations, as in `{}:400`", spec.name())));
    }
    buildable::<T>(&spec, cheating)?;
    Ok(spec)
}

/// Reads an agent.
pub fn spec(text: &str) -> Result<AgentSpec, Failure> {
    text.parse().map_err(|error: fixer_ai::spec::SpecError| Failure::wrong(error.what).maybe_help(error.help))
}

/// Makes sure that an agent can be built.
pub fn buildable<T: Tournament>(spec: &AgentSpec, cheating: Cheating) -> Result<(), Failure> {
    match T::pilot(spec, cheating) {
        Ok(_) => Ok(()),
        Err(error) => Err(Failure::wrong(error.to_string()).maybe_help(error.help())),
    }
}

/// Agents joined by commas.
pub fn agents<T: Tournament>(text: &str, cheating: Cheating) -> Result<Vec<AgentSpec>, Failure> {
    text.split(',').map(|text| agent::<T>(text, cheating)).collect()
}

/// An agent that has been checked, ready to play.
pub fn pilot<'m, T: Tournament>(spec: &AgentSpec, cheating: Cheating) -> Pilot<'m, T::Table<'m>> {
    T::pilot(spec, cheating).unwrap_or_else(|error| panic!("agent {spec}, which was built before: {error}"))
}
