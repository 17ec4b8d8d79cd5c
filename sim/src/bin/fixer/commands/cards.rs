//! `fixer cards`: searches the cards by their facts.

use std::process::ExitCode;
use std::str::FromStr;

use fixer_core::cyberpunk::cards::CardDef;
use fixer_core::cyberpunk::deck::names::key;
use fixer_core::diagnostics::{did_you_mean, list};

use crate::failure::{Failure, print};
use crate::grid::Grid;
use crate::lists;
use crate::options::{Data, Printing};

/// Search the cards
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "Examples:\n  fixer cards --color red --type unit --cost 2..4\n  fixer cards --tag merc --format csv\n  fixer cards --name adam"
)]
pub struct Args {
    /// Only this colour: red, yellow, green, blue
    #[arg(long, value_parser = ["red", "yellow", "green", "blue"], ignore_case = true)]
    pub color: Option<String>,
    /// Only this type: legend, unit, gear, program
    #[arg(long = "type", value_parser = ["legend", "unit", "gear", "program"], ignore_case = true)]
    pub kind: Option<String>,
    /// Only these costs: 3, 2..4, 5.. or ..2
    #[arg(long, value_name = "RANGE")]
    pub cost: Option<Range>,
    /// Only these powers
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true)]
    pub power: Option<Range>,
    /// Only this RAM
    #[arg(long, value_name = "RANGE")]
    pub ram: Option<Range>,
    /// Only cards with this tag; may be repeated: with all of them
    #[arg(long)]
    pub tag: Vec<String>,
    /// Only cards whose name, subtitle or id holds this
    #[arg(long)]
    pub name: Option<String>,
    /// Only this set, by its code
    #[arg(long)]
    pub set: Option<String>,
    /// Only cards with a Sell Tag
    #[arg(long)]
    pub sell: bool,
    #[command(flatten)]
    pub data: Data,
    #[command(flatten)]
    pub printing: Printing,
}

/// Numbers from one to another, both included.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Range {
    from: i32,
    to: i32,
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str, missing: i32| {
            if text.is_empty() { Some(missing) } else { text.parse::<i32>().ok() }
        };
        let parsed = match text.split_once("..") {
            Some((from, to)) if !(from.is_empty() && to.is_empty()) => number(from, i32::MIN).zip(number(to, i32::MAX)),
            Some(_) => None,
            None => text.parse().ok().map(|one| (one, one)),
        };
        let (from, to) =
            parsed.filter(|(from, to)| from <= to).ok_or("expected a number or a range, as in 3, 2..4, 5.. or ..2")?;
        Ok(Self { from, to })
    }
}

impl Range {
    /// A card without the number is in no range.
    fn has(self, number: Option<i32>) -> bool {
        number.is_some_and(|number| (self.from..=self.to).contains(&number))
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let pool = lists::cards(&args.data.cards)?;
    for tag in &args.tag {
        let all: Vec<&str> = pool.cards().iter().flat_map(|card| card.tags.iter().map(String::as_str)).collect();
        if !all.iter().any(|known| key(known) == key(tag)) {
            return Err(Failure::wrong(format!("no card has the tag `{tag}`")).maybe_help(did_you_mean(tag, all)));
        }
    }
    if let Some(set) = &args.set {
        let mut sets: Vec<&str> = pool.cards().iter().map(|card| card.set.as_str()).collect();
        sets.sort_unstable();
        sets.dedup();
        if !sets.iter().any(|known| known.eq_ignore_ascii_case(set)) {
            return Err(Failure::wrong(format!("no card is of the set `{set}`, expected {}", list(&sets, "or"))));
        }
    }
    let mut grid =
        Grid::new(["card", "name", "type", "color", "cost", "power", "ram", "sell", "tags", "set", "number"]);
    for card in pool.cards().iter().filter(|card| fits(card, args)) {
        grid.row([
            card.id.clone(),
            card.full_name(),
            card.kind.word().to_owned(),
            format!("{:?}", card.color),
            card.cost.map_or_else(String::new, |cost| cost.to_string()),
            card.power.map_or_else(String::new, |power| power.to_string()),
            card.ram.to_string(),
            if card.sell { "yes" } else { "" }.to_owned(),
            card.tags.join(" · "),
            card.set.clone(),
            card.number.clone(),
        ]);
    }
    print(&grid.show(args.printing.format))?;
    Ok(ExitCode::SUCCESS)
}

fn fits(card: &CardDef, args: &Args) -> bool {
    let word =
        |wanted: &Option<String>, found: &str| wanted.as_ref().is_none_or(|wanted| wanted.eq_ignore_ascii_case(found));
    let range = |wanted: &Option<Range>, found: Option<i32>| wanted.is_none_or(|wanted| wanted.has(found));
    let named = |name: &String| key(&card.full_name()).contains(&key(name)) || card.id.contains(&name.to_lowercase());
    word(&args.color, &format!("{:?}", card.color))
        && word(&args.kind, card.kind.word())
        && word(&args.set, &card.set)
        && range(&args.cost, card.cost.map(i32::from))
        && range(&args.power, card.power.map(i32::from))
        && range(&args.ram, Some(i32::from(card.ram)))
        && args.tag.iter().all(|tag| card.tags.iter().any(|known| key(known) == key(tag)))
        && args.name.as_ref().is_none_or(named)
        && (!args.sell || card.sell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        let has = |text: &str, number| text.parse::<Range>().map(|range| range.has(Some(number)));
        assert_eq!(
            (has("3", 3), has("3", 4), has("2..4", 4), has("5..", 4), has("..2", 0)),
            (Ok(true), Ok(false), Ok(true), Ok(false), Ok(true))
        );
        for wrong in ["", "..", "a", "4..2", "1..x"] {
            assert!(wrong.parse::<Range>().is_err(), "{wrong}");
        }
        assert!(!Range { from: 0, to: 9 }.has(None));
    }
}
