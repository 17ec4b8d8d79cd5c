//! Agents that the command line names.

use fixer_ai::eval::cyberpunk::Cyberpunk;
use fixer_ai::registry::{Cheating, Pilot, build};
use fixer_ai::spec::AgentSpec;
use fixer_core::cyberpunk::Table;

use crate::failure::Failure;

/// Reads an agent and makes sure that it can be built and that its results can be repeated.
pub fn agent(text: &str, cheating: Cheating) -> Result<AgentSpec, Failure> {
    let spec: AgentSpec =
        text.parse().map_err(|error: fixer_ai::spec::SpecError| Failure::wrong(error.what).maybe_help(error.help))?;
    if !spec.repeatable() {
        return Err(Failure::wrong(format!("agent `{text}` thinks by the clock, so its games can't be repeated"))
            .help(format!("give it iterations, as in `{}:400`", spec.name())));
    }
    build::<Table<'static>, _>(&spec, &Cyberpunk, cheating)
        .map_err(|error| Failure::wrong(error.to_string()).maybe_help(error.help()))?;
    Ok(spec)
}

/// Agents joined by commas.
pub fn agents(text: &str, cheating: Cheating) -> Result<Vec<AgentSpec>, Failure> {
    text.split(',').map(|text| agent(text, cheating)).collect()
}

/// An agent that has been checked, ready to play.
pub fn pilot<'m>(spec: &AgentSpec, cheating: Cheating) -> Pilot<'m, Table<'m>> {
    build(spec, &Cyberpunk, cheating).unwrap_or_else(|error| panic!("agent {spec}, which was built before: {error}"))
}
