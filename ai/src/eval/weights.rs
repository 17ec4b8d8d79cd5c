//! Weight files: what a fit has found, or somebody has guessed, as TOML.
//!
//! ```toml
//! game = "cyberpunk"
//! made = "fixer fit --games 20000 --seed 1"   # the command, or who guessed
//! bias = 0.02
//!
//! [weights]                                   # of the features of an evaluation
//! gigs = 0.55
//!
//! [scores]                                    # of what a scorer looks at; optional
//! attack = 0.1
//! ```

use std::fmt;

use fixer_core::diagnostics::{Diagnostic, line_and_column};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use toml::Spanned;

/// A named weight.
#[derive(Clone, PartialEq, Debug)]
pub struct Weight {
    /// What it weighs.
    pub name: String,
    /// How much; finite.
    pub value: f32,
    /// The line of the file it stands in, from 1; 0 where no file has been read.
    pub line: u32,
}

/// A weight file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Weights {
    /// The name of the file, as errors name it.
    pub file: String,
    /// The game.
    pub game: String,
    /// How the file was made: a command, or in words.
    pub made: String,
    /// The constant of the sum.
    pub bias: f32,
    /// Weights of the evaluation's features, in the order of the file.
    pub weights: Vec<Weight>,
    /// Weights of the scorer, in the order of the file.
    pub scores: Vec<Weight>,
}

/// The file as TOML sees it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: String,
    made: String,
    bias: Spanned<f64>,
    #[serde(default)]
    weights: Table,
    #[serde(default)]
    scores: Table,
}

/// A table in the order of the file, with the place of each name and number.
#[derive(Default)]
struct Table(Vec<(Spanned<String>, Spanned<f64>)>);

impl<'de> Deserialize<'de> for Table {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Rows;
        impl<'de> Visitor<'de> for Rows {
            type Value = Table;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table of names and numbers")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Table, M::Error> {
                let mut rows = Vec::new();
                while let Some(row) = map.next_entry()? {
                    rows.push(row);
                }
                Ok(Table(rows))
            }
        }
        deserializer.deserialize_map(Rows)
    }
}

impl Weights {
    /// The weights of a scorer, in the order of its names; 0 for those that the file doesn't name.
    ///
    /// # Errors
    /// A name in the file that is none of `names`.
    pub fn scores_by<const N: usize>(&self, names: &[&str; N]) -> Result<[f32; N], Diagnostic> {
        let mut vector = [0.0; N];
        for weight in &self.scores {
            let Some(place) = names.iter().position(|&name| name == weight.name) else {
                let message = format!("unknown score `{}`, expected one of {}", weight.name, names.join(", "));
                return Err(Diagnostic::new(&self.file, message)
                    .on_line(weight.line)
                    .near(&weight.name, names.iter().copied()));
            };
            vector[place] = weight.value;
        }
        Ok(vector)
    }

    /// Reads the text of a weight file; errors call it `file`.
    ///
    /// # Errors
    /// The first line that can't be read, or whose number is not finite.
    pub fn parse(file: &str, text: &str) -> Result<Self, Diagnostic> {
        let read: File = toml::from_str(text).map_err(|error| Diagnostic::from_toml(file, text, &error))?;
        let number = |value: &Spanned<f64>| {
            let narrow = *value.get_ref() as f32;
            if narrow.is_finite() {
                return Ok(narrow);
            }
            let message = format!("{} is no weight, expected a finite number", value.get_ref());
            Err(Diagnostic::new(file, message).at_offset(text, value.span().start))
        };
        let table = |entries: &Table| {
            entries
                .0
                .iter()
                .map(|(name, value)| {
                    Ok(Weight {
                        name: name.get_ref().clone(),
                        value: number(value)?,
                        line: line_and_column(text, value.span().start).0,
                    })
                })
                .collect::<Result<Vec<_>, _>>()
        };
        Ok(Self {
            file: file.to_owned(),
            bias: number(&read.bias)?,
            weights: table(&read.weights)?,
            scores: table(&read.scores)?,
            game: read.game,
            made: read.made,
        })
    }
}

/// The text of the file; reading it gives the same weights.
impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |text: &str| toml::Value::from(text).to_string();
        writeln!(f, "game = {}", quoted(&self.game))?;
        writeln!(f, "made = {}", quoted(&self.made))?;
        writeln!(f, "bias = {:?}", self.bias)?;
        for (title, table) in [("weights", &self.weights), ("scores", &self.scores)] {
            if !table.is_empty() {
                writeln!(f, "\n[{title}]")?;
            }
            for weight in table {
                let bare = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
                let plain = !weight.name.is_empty() && weight.name.chars().all(bare);
                let name = if plain { weight.name.clone() } else { quoted(&weight.name) };
                writeln!(f, "{name} = {:?}", weight.value)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "game = \"toy\"\nmade = \"by \\\"hand\\\"\"\nbias = -0.5\n\n[weights]\nlead = 1.25\ntempo = -3e-4\n";

    #[test]
    fn reads_in_order_with_lines() {
        let weights = Weights::parse("toy.toml", TEXT).expect("a good file");
        let rows: Vec<_> = weights.weights.iter().map(|w| (w.name.as_str(), w.value, w.line)).collect();
        assert_eq!(rows, [("lead", 1.25, 6), ("tempo", -3e-4, 7)]);
        assert_eq!((weights.bias, weights.scores.len()), (-0.5, 0));
    }

    #[test]
    fn what_is_written_reads_back() {
        let weights = Weights::parse("toy.toml", TEXT).expect("a good file");
        let again = Weights::parse("toy.toml", &weights.to_string()).expect("our own text");
        assert_eq!(again, weights);
    }

    #[test]
    fn mistakes_name_their_line() {
        for (from, to, line) in [
            ("lead = 1.25", "lead = \"much\"", 6),
            ("lead = 1.25", "lead = inf", 6),
            ("lead = 1.25", "lead = 1e300", 6),
            ("tempo", "lead", 7),
            ("bias", "biass", 3),
            ("[weights]", "[weights", 5),
        ] {
            let error = Weights::parse("toy.toml", &TEXT.replace(from, to)).expect_err(to);
            assert_eq!((error.file.as_str(), error.line), ("toy.toml", Some(line)), "{to}: {error}");
        }
    }
}
