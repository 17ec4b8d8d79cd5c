//! `fixer cards`: searches the cards by their facts.

use std::process::ExitCode;
use std::str::FromStr;

use fixer_core::cascade::Cascade;
use fixer_core::cyberpunk::Cyberpunk;
use fixer_core::cyberpunk::cards::CardDef;
use fixer_core::cyberpunk::deck::names::key;
use fixer_core::diagnostics::{did_you_mean, list};

use crate::failure::{Failure, print};
use crate::grid::Grid;
use crate::lists;
use crate::options::{Data, GameName, Printing};
use crate::shown::Shown;

/// Search the cards
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "Examples:\n  fixer cards --color red --type unit --cost 2..4\n  fixer cards --tag merc --format csv\n  fixer cards --name adam\n  fixer cards --game cascade --attribute ember --rank 2.."
)]
pub struct Args {
    /// Only this colour: red, yellow, green, blue
    #[arg(long, value_parser = ["red", "yellow", "green", "blue"], ignore_case = true)]
    pub color: Option<String>,
    /// Only this type: legend, unit, gear, program; of cascade leader, soul, event, ambush, armament, realm
    #[arg(long = "type", value_name = "TYPE")]
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
    /// Of cascade: only this attribute: ember, gale, tide, stone
    #[arg(long, value_parser = ["ember", "gale", "tide", "stone"], ignore_case = true)]
    pub attribute: Option<String>,
    /// Of cascade: only these ranks
    #[arg(long, value_name = "RANGE")]
    pub rank: Option<Range>,
    /// Of cascade: only these AT
    #[arg(long, value_name = "RANGE")]
    pub at: Option<Range>,
    /// Of cascade: only these HP
    #[arg(long, value_name = "RANGE")]
    pub hp: Option<Range>,
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
    let grid = match args.data.game {
        GameName::Cyberpunk => of_cyberpunk(args)?,
        GameName::Cascade => of_cascade(args)?,
    };
    print(&grid.show(args.printing.format))?;
    Ok(ExitCode::SUCCESS)
}

/// Refuses flags about facts that the cards of a game don't have, and types it doesn't know.
fn of_this_game(args: &Args, flags: &[(&str, bool)], types: &[&str]) -> Result<(), Failure> {
    let game = args.data.game.word();
    if let Some((flag, _)) = flags.iter().find(|(_, given)| *given) {
        return Err(Failure::wrong(format!("{flag}: cards of {game} have no such fact")));
    }
    match &args.kind {
        Some(kind) if !types.iter().any(|known| known.eq_ignore_ascii_case(kind)) => {
            Err(Failure::wrong(format!("--type {kind}: no type of {game}, expected {}", list(types, "or")))
                .maybe_help(did_you_mean(kind, types.iter().copied())))
        }
        _ => Ok(()),
    }
}

fn word(wanted: Option<&String>, found: &str) -> bool {
    wanted.is_none_or(|wanted| wanted.eq_ignore_ascii_case(found))
}

fn range(wanted: Option<Range>, found: Option<impl Into<i32>>) -> bool {
    wanted.is_none_or(|wanted| wanted.has(found.map(Into::into)))
}

fn named(wanted: Option<&String>, id: &str, name: &str) -> bool {
    let fits = |wanted: &String| key(name).contains(&key(wanted)) || id.contains(&wanted.to_lowercase());
    wanted.is_none_or(fits)
}

fn of_cascade(args: &Args) -> Result<Grid, Failure> {
    let flags = [
        ("--color", args.color.is_some()),
        ("--cost", args.cost.is_some()),
        ("--power", args.power.is_some()),
        ("--ram", args.ram.is_some()),
        ("--tag", !args.tag.is_empty()),
        ("--set", args.set.is_some()),
        ("--sell", args.sell),
    ];
    of_this_game(args, &flags, &["leader", "soul", "event", "ambush", "armament", "realm"])?;
    let pool = lists::cards::<Cascade>(&args.data.cards)?;
    let mut grid = Grid::new(["card", "name"].into_iter().chain(Cascade::FACTS.iter().copied()));
    for card in pool.cards() {
        let fits = word(args.kind.as_ref(), card.kind.word())
            && word(args.attribute.as_ref(), card.attribute.word())
            && named(args.name.as_ref(), &card.id, &card.name)
            && range(args.rank, Some(card.rank))
            && range(args.at, card.at)
            && range(args.hp, card.hp);
        if fits {
            grid.row([card.id.clone(), card.name.clone()].into_iter().chain(Cascade::facts(card)));
        }
    }
    Ok(grid)
}

fn of_cyberpunk(args: &Args) -> Result<Grid, Failure> {
    let flags = [
        ("--attribute", args.attribute.is_some()),
        ("--rank", args.rank.is_some()),
        ("--at", args.at.is_some()),
        ("--hp", args.hp.is_some()),
    ];
    of_this_game(args, &flags, &["legend", "unit", "gear", "program"])?;
    let pool = lists::cards::<Cyberpunk>(&args.data.cards)?;
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
    Ok(grid)
}

fn fits(card: &CardDef, args: &Args) -> bool {
    word(args.color.as_ref(), &format!("{:?}", card.color))
        && word(args.kind.as_ref(), card.kind.word())
        && word(args.set.as_ref(), &card.set)
        && named(args.name.as_ref(), &card.id, &card.full_name())
        && range(args.cost, card.cost)
        && range(args.power, card.power)
        && range(args.ram, Some(card.ram))
        && args.tag.iter().all(|tag| card.tags.iter().any(|known| key(known) == key(tag)))
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
