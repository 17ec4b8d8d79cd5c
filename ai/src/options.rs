//! Options of agents as data: one table an agent, from which text is read, the canonical form is written and help is
//! made.

use fixer_core::diagnostics::did_you_mean;

use crate::spec::SpecError;

/// One option of an agent whose options are an `O`.
pub struct Knob<O> {
    /// Its name, as in `name=value`.
    pub name: &'static str,
    /// What it does, its unit and range.
    pub about: &'static str,
    /// Reads a value; what was expected if it is none.
    pub set: fn(&mut O, &str) -> Result<(), String>,
    /// The value as text that reads back to the same.
    pub get: fn(&O) -> String,
}

/// A whole number within a range.
pub(crate) fn whole(text: &str, low: u32, high: u32) -> Result<u32, String> {
    match text.parse() {
        Ok(number) if (low..=high).contains(&number) => Ok(number),
        _ => Err(format!("a whole number from {low} to {high}")),
    }
}

/// A number within a range.
pub(crate) fn number(text: &str, low: f32, high: f32) -> Result<f32, String> {
    match text.parse() {
        Ok(number) if (low..=high).contains(&number) => Ok(number),
        _ => Err(format!("a number from {low} to {high}")),
    }
}

/// Yes or no.
pub(crate) fn switch(text: &str) -> Result<bool, String> {
    match text {
        "1" | "yes" | "on" => Ok(true),
        "0" | "no" | "off" => Ok(false),
        _ => Err("0 or 1".to_owned()),
    }
}

/// The name of a set of weights.
pub(crate) fn weights_name(text: &str) -> Result<String, String> {
    let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if text.is_empty() || !text.chars().all(good) {
        return Err("the name of a set of weights: small letters, digits, hyphens".to_owned());
    }
    Ok(text.to_owned())
}

/// Options to be read into, with their table.
pub(crate) struct Group<'a, O> {
    pub(crate) options: &'a mut O,
    pub(crate) knobs: &'a [Knob<O>],
}

/// A group, whatever its options are.
pub(crate) trait Settable {
    /// The names, in order.
    fn names(&self) -> Vec<&'static str>;
    /// Sets the option at this place; what was expected if the value is none.
    fn set(&mut self, place: usize, text: &str) -> Result<(), String>;
}

impl<O> Settable for Group<'_, O> {
    fn names(&self) -> Vec<&'static str> {
        self.knobs.iter().map(|knob| knob.name).collect()
    }

    fn set(&mut self, place: usize, text: &str) -> Result<(), String> {
        (self.knobs[place].set)(self.options, text)
    }
}

/// Reads `key=value` parts into groups of options, each option at most once.
pub(crate) fn read<'t>(
    agent: &str,
    groups: &mut [&mut dyn Settable],
    parts: impl Iterator<Item = &'t str>,
) -> Result<(), SpecError> {
    let places: Vec<(&str, usize, usize)> = groups
        .iter()
        .enumerate()
        .flat_map(|(group, knobs)| knobs.names().into_iter().enumerate().map(move |(i, name)| (name, group, i)))
        .collect();
    let mut given = vec![false; places.len()];
    for part in parts {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let Some(place) = places.iter().position(|&(known, ..)| known == name) else {
            let names: Vec<&str> = places.iter().map(|&(known, ..)| known).collect();
            let expected = if names.is_empty() { "none".to_owned() } else { format!("one of {}", names.join(", ")) };
            return Err(SpecError {
                what: format!("unknown option `{name}` of agent `{agent}`, expected {expected}"),
                help: did_you_mean(name, names),
            });
        };
        if std::mem::replace(&mut given[place], true) {
            return Err(SpecError {
                what: format!("option `{name}` of agent `{agent}` is given twice, expected once"),
                help: None,
            });
        }
        let (_, group, i) = places[place];
        groups[group].set(i, value).map_err(|expected| SpecError {
            what: format!("`{part}` of agent `{agent}`: option `{name}` has a wrong value, expected {expected}"),
            help: None,
        })?;
    }
    Ok(())
}

/// All options with their values, each with a `+` in front.
pub(crate) fn write<O>(options: &O, knobs: &[Knob<O>]) -> String {
    let mut text = String::new();
    for knob in knobs {
        text.extend(["+", knob.name, "=", &(knob.get)(options)]);
    }
    text
}
