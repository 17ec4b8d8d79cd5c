//! The tables of a result as CSV: UTF-8, a line feed after each row, one header row, rates as fractions with six
//! decimals, rows in the order of the plan. What is unknown is an empty field.

pub mod decks;
pub mod dependence;
pub mod games;
pub mod lengths;
pub mod matchups;

use crate::plan::{DeckEntry, Kind, PairingEntry, Plan};
use crate::tally::Tally;

/// A rate or another number with six decimals.
pub fn fraction(value: f64) -> String {
    // A zero is never negative.
    format!("{:.6}", value + 0.0)
}

/// As [`fraction`]; nothing gives an empty field.
pub fn maybe(value: Option<f64>) -> String {
    value.map_or_else(String::new, fraction)
}

/// Points over games, if there were any; `halves` are half points.
pub fn share(halves: u64, games: u64) -> Option<f64> {
    (games > 0).then(|| halves as f64 / 2.0 / games as f64)
}

/// A whole table.
///
/// # Panics
/// If a row is not as long as the header.
pub fn table<R, F>(header: &[&str], rows: R) -> Vec<u8>
where
    R: IntoIterator<Item = F>,
    F: IntoIterator<Item = String>,
{
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new());
    let write = |writer: &mut csv::Writer<Vec<u8>>| -> Result<(), csv::Error> {
        writer.write_record(header)?;
        rows.into_iter().try_for_each(|row| writer.write_record(row))
    };
    write(&mut writer).expect("rows are as long as the header");
    writer.into_inner().expect("memory does not fail")
}

impl Plan {
    /// The decks of a pairing: of the two sides, or, where pilots change, of the first and the second seat.
    pub fn decks_of(&self, pairing: &PairingEntry) -> [&DeckEntry; 2] {
        pairing.decks.map(|deck| &self.decks[deck])
    }

    /// The pairings that tables by deck count: all, but of a matrix played by two agents only what the first one played.
    pub fn counted<'p>(&'p self, tallies: &'p [Tally]) -> impl Iterator<Item = (&'p PairingEntry, &'p Tally)> {
        let all = self.pairings.iter().zip(tallies);
        all.filter(|(pairing, _)| self.kind != Kind::Matrix || pairing.agents == [0, 0])
    }

    /// The agents of a pairing.
    pub fn agents_of(&self, pairing: &PairingEntry) -> [&str; 2] {
        pairing.agents.map(|agent| self.agents[agent].as_str())
    }
}
