//! The rules of deck construction: what a list breaks, all of it at once, by number.

use std::collections::BTreeMap;
use std::fmt;

use super::super::cards::{CardId, CardPool, CardType};
use super::super::effect::Color;
use super::{Deck, Rules, total};
use crate::bits::Card;
use crate::diagnostics::list;

/// One way in which a list breaks the rules, or can't be played here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The rule's number, with the document where it is not the comprehensive rules; none for a limit of this program.
    pub rule: Option<&'static str>,
    /// What is wrong, with the numbers found and allowed.
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rule {
            Some(rule) => write!(f, "{} ({rule})", self.message),
            None => f.write_str(&self.message),
        }
    }
}

/// How many Legends a deck has (7.3).
pub const LEGENDS: usize = 3;

/// How many other cards a table has places for.
pub const LARGEST_MAIN_DECK: usize = Card::PER_PLAYER - LEGENDS;

/// How many copies of a card a constructed deck may have (7.3.3).
pub const COPIES: usize = 3;

/// How many cards a sideboard has.
const SIDEBOARD: usize = 7;

/// How many colours the main deck of a sealed deck may have.
const SEALED_COLORS: usize = 3;

/// What the list breaks under these rules, in the order of the rules; empty if it is legal and can be played.
pub fn violations(deck: &Deck, pool: &CardPool, rules: Rules) -> Vec<Violation> {
    let mut check = Check { deck, pool, found: Vec::new() };
    match rules {
        Rules::Constructed => {
            check.three_legends("7.3");
            check.different_legend_names();
            check.main_deck_size("7.3.2", 40, Some(50));
            check.copies();
            check.ram();
            check.sideboard_size();
            check.no_legend_in_sideboard("tournament rules D.1");
        }
        Rules::Demo => {
            check.three_legends("7.3");
            check.different_legend_names();
            check.main_deck_size("demo product", 27, Some(27));
            check.copies();
            check.ram();
            check.no_legend_in_sideboard("demo product");
        }
        Rules::Sealed => {
            check.three_legends("tournament rules D.2");
            check.main_deck_size("tournament rules D.2", 30, None);
            check.sealed_colors();
            check.no_legend_in_sideboard("tournament rules D.2");
        }
        Rules::Any => {}
    }
    check.limits();
    check.programs_written();
    check.found
}

/// The RAM that the list's Legends give in each colour (3.20.3).
pub fn ram_limit(deck: &Deck, pool: &CardPool, color: Color) -> u32 {
    deck.legends
        .iter()
        .map(|&legend| pool.get(legend))
        .filter(|card| card.color == color)
        .map(|card| card.ram as u32)
        .sum()
}

struct Check<'a> {
    deck: &'a Deck,
    pool: &'a CardPool,
    found: Vec<Violation>,
}

impl Check<'_> {
    fn add(&mut self, rule: &'static str, message: String) {
        self.found.push(Violation { rule: Some(rule), message });
    }

    /// Main deck and sideboard: what may end up in the deck of a game of the match.
    fn all_cards(&self) -> impl Iterator<Item = (CardId, u8)> {
        self.deck.cards.iter().chain(&self.deck.sideboard).copied()
    }

    fn three_legends(&mut self, rule: &'static str) {
        let count = self.deck.legends.len();
        if count != LEGENDS {
            self.add(rule, format!("{}, exactly {LEGENDS} required", counted(count, "Legend")));
        }
    }

    fn different_legend_names(&mut self) {
        let mut by_name: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for &legend in &self.deck.legends {
            let card = self.pool.get(legend);
            by_name.entry(&card.name).or_default().push(card.full_name());
        }
        for (name, legends) in by_name {
            if legends.len() > 1 {
                let which = list(&legends, "and");
                self.add(
                    "7.3.1",
                    format!("{} Legends are named {name}: {which}; their names must differ", legends.len()),
                );
            }
        }
    }

    fn main_deck_size(&mut self, rule: &'static str, least: usize, most: Option<usize>) {
        let size = self.deck.size();
        if size < least || most.is_some_and(|most| size > most) {
            let allowed = match most {
                Some(most) if most == least => format!("exactly {least} required"),
                Some(most) => format!("{least} to {most} required"),
                None => format!("at least {least} required"),
            };
            self.add(rule, format!("{} in the main deck, {allowed}", counted(size, "card")));
        }
    }

    fn copies(&mut self) {
        // The same name and subtitle is the same card, whatever its number (7.3.3).
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for (card, copies) in self.all_cards() {
            *counts.entry(self.pool.get(card).full_name()).or_default() += copies as usize;
        }
        for (name, copies) in counts {
            if copies > COPIES {
                self.add("7.3.3", format!("{copies} copies of {name}, at most {COPIES} allowed"));
            }
        }
    }

    fn ram(&mut self) {
        let mut over: BTreeMap<&str, (u8, Color)> = BTreeMap::new();
        for (card, _) in self.all_cards() {
            let card = self.pool.get(card);
            if card.kind != CardType::Legend && card.ram as u32 > ram_limit(self.deck, self.pool, card.color) {
                over.insert(&card.id, (card.ram, card.color));
            }
        }
        for (id, (ram, color)) in over {
            let limit = ram_limit(self.deck, self.pool, color);
            self.add("7.3.4", format!("{id} needs {ram} {color:?} RAM, the Legends give {limit}"));
        }
    }

    fn sideboard_size(&mut self) {
        let size = total(&self.deck.sideboard);
        if size != 0 && size != SIDEBOARD {
            self.add(
                "tournament rules D.1",
                format!("{} in the sideboard, exactly {SIDEBOARD} or none required", counted(size, "card")),
            );
        }
    }

    fn no_legend_in_sideboard(&mut self, rule: &'static str) {
        for &(card, _) in &self.deck.sideboard {
            let card = self.pool.get(card);
            if card.kind == CardType::Legend {
                self.found.push(Violation {
                    rule: Some(rule),
                    message: format!("{} is a Legend in the sideboard, none allowed", card.id),
                });
            }
        }
    }

    fn sealed_colors(&mut self) {
        let mut colors: Vec<Color> = self.deck.cards.iter().map(|&(card, _)| self.pool.get(card).color).collect();
        colors.sort_unstable();
        colors.dedup();
        if colors.len() > SEALED_COLORS {
            self.add(
                "tournament rules D.2",
                format!("{} colours in the main deck, at most {SEALED_COLORS} allowed", colors.len()),
            );
        }
    }

    fn limits(&mut self) {
        let (legends, size) = (self.deck.legends.len(), self.deck.size());
        if legends > LEGENDS || size > LARGEST_MAIN_DECK {
            let message = format!(
                "{} and {}: a table here holds at most {LEGENDS} Legends and {LARGEST_MAIN_DECK} other cards a player",
                counted(legends, "Legend"),
                counted(size, "other card")
            );
            self.found.push(Violation { rule: None, message });
        }
    }

    fn programs_written(&mut self) {
        for card in self.deck.legends.iter().copied().chain(self.deck.cards.iter().map(|&(card, _)| card)) {
            let card = self.pool.get(card);
            if card.abilities.is_none() {
                let message = format!("{}: what this card does is not written yet", card.id);
                let violation = Violation { rule: None, message };
                if !self.found.contains(&violation) {
                    self.found.push(violation);
                }
            }
        }
    }
}

/// `1 card`, `2 cards`.
fn counted(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}
