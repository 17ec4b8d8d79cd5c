//! Scenarios on the table: what their actions and expectations mean.

use super::cards::CardPool;
use super::effect::{Attribute, Keyword};
use super::layout::Layout;
use super::state::{Slot, Spot, Zone};
use super::{Cascade, Table};
use crate::bits::Card;
use crate::diagnostics::list;
use crate::game::{Game, Outcome, Player, Status};
use crate::notation::read_player;
use crate::scenario::{Scenario, Stage};
use crate::stage::same;

pub use crate::stage::Verdict;

/// A scenario of this game under way.
pub type Play<'m> = crate::stage::Play<'m, Cascade>;

/// Runs a scenario.
pub fn run(scenario: &Scenario<Layout>, pool: &CardPool) -> Verdict {
    crate::stage::run::<Cascade>(scenario, pool)
}

/// Does what a text says.
pub(super) fn attempt(play: &mut Play<'_>, text: &str) -> Result<(), String> {
    let action = play.table.parse_action(text, &play.handles).map_err(|error| error.to_string())?;
    play.apply(action);
    Ok(())
}

/// Checks an expectation.
pub(super) fn holds(play: &Play<'_>, expectation: &str) -> Result<(), String> {
    play.check_expectation(expectation)
}

impl crate::stage::Play<'_, Cascade> {
    // ---- expectations ----

    /// Whether one of the cards that a word may mean passes.
    fn some_card(&self, word: &str, passes: impl Fn(Card) -> bool, found: impl Fn(Card) -> String) -> Holds {
        let piece = self.table.read_piece(word, &self.handles)?;
        let on_spots = piece.slots.iter().filter_map(|slot| self.table.state.spots[slot.index()].soul.some());
        let cards: Vec<Card> = piece.cards.chain(on_spots).collect();
        if cards.iter().any(|&card| passes(card)) {
            return Ok(());
        }
        Err(format!("found {}", cards.into_iter().map(found).collect::<Vec<_>>().join(", ")))
    }

    /// Whether one of the Souls on the field that a word may mean passes.
    fn some_soul(&self, word: &str, passes: impl Fn(Slot) -> bool, found: impl Fn(Slot) -> String) -> Holds {
        let piece = self.table.read_piece(word, &self.handles)?;
        let state = &self.table.state;
        let slots: Vec<Slot> = Slot::all()
            .filter(|slot| {
                let soul = state.spots[slot.index()].soul;
                soul.is_some() && (piece.slots.contains(slot) || piece.cards.has(soul))
            })
            .collect();
        if slots.iter().any(|&slot| passes(slot)) {
            return Ok(());
        }
        let found: Vec<String> =
            slots.into_iter().map(|slot| format!("{} ({})", found(slot), Table::slot_name(slot))).collect();
        Err(if found.is_empty() { "it stands on no spot".into() } else { format!("found {}", found.join(", ")) })
    }

    fn expect_flag(&self, word: &str, flag: &str) -> Holds {
        let spots = &self.table.state.spots;
        let is = |slot: Slot| {
            let spot = &spots[slot.index()];
            match flag {
                "active" => !spot.is(Spot::CAPTURED),
                "captured" => spot.is(Spot::CAPTURED),
                "frozen" => spot.is(Spot::FROZEN),
                _ => !spot.is(Spot::FROZEN),
            }
        };
        self.some_soul(word, is, |slot| {
            let spot = &spots[slot.index()];
            let captured = if spot.is(Spot::CAPTURED) { "captured" } else { "active" };
            let frozen = if spot.is(Spot::FROZEN) { ", frozen" } else { "" };
            format!("{captured}{frozen}")
        })
    }

    fn check_expectation(&self, text: &str) -> Holds {
        let words: Vec<&str> = text.split_whitespace().collect();
        let table = &self.table;
        let state = &table.state;
        let count = |player: &str, zone: Zone| -> Result<String, String> {
            let player = read_player(player)?;
            let cards = table.match_up().cards();
            Ok(cards.filter(|&card| card.owner() == player && state.zone(card) == zone).count().to_string())
        };
        match words.as_slice() {
            ["decision", player, kind] => same(
                &match table.status() {
                    Status::Decide(decides, kind) => format!("{} {}", decides.letter(), kind.word()),
                    Status::Over(_) => "the game is over".into(),
                },
                &format!("{} {kind}", read_player(player)?.letter()),
            ),
            ["legal" | "illegal", ..] => {
                let (wanted, action) = text.split_once(char::is_whitespace).unwrap_or_default();
                let legal = Stage::allows(self, action.trim())?;
                if legal == (wanted == "legal") {
                    Ok(())
                } else {
                    Err(format!("it is {}", if legal { "legal" } else { "illegal" }))
                }
            }
            ["options", count] => {
                let mut legal = Vec::new();
                table.legal_actions(&mut legal);
                same(&legal.len().to_string(), count)
            }
            ["zone", card, zone] => {
                let (player, name) = zone.split_once('.').ok_or("expected PLAYER.ZONE, as in A.hand")?;
                let player = read_player(player)?;
                let zone = Zone::ALL
                    .into_iter()
                    .find(|zone| zone.word() == name)
                    .ok_or_else(|| format!("no zone `{name}`; expected {}", list(&Zone::ALL.map(Zone::word), "or")))?;
                self.some_card(
                    card,
                    |card| card.owner() == player && state.zone(card) == zone,
                    |card| format!("{}.{}", card.owner().letter(), state.zone(card).word()),
                )
            }
            ["on", card, spot] => {
                let spots = table.read_piece(spot, &self.handles)?.slots;
                let stands = |card: Card| state.slot_of(card).or_else(|| state.bearer(card));
                self.some_card(
                    card,
                    |card| stands(card).is_some_and(|slot| spots.contains(&slot)),
                    |card| stands(card).map_or("on no spot".into(), Table::slot_name),
                )
            }
            ["empty", spot] => {
                let slots = table.read_piece(spot, &self.handles)?.slots;
                match slots.iter().find_map(|slot| state.spots[slot.index()].soul.some()) {
                    _ if slots.is_empty() => Err("expected a spot".into()),
                    Some(soul) => Err(format!("found {}", table.card_name(soul))),
                    None => Ok(()),
                }
            }
            ["at", soul, at] => {
                self.some_soul(soul, |slot| table.at(slot).to_string() == *at, |slot| table.at(slot).to_string())
            }
            ["hp", soul, hp] => {
                let shown = |slot: Slot| table.hp_left(slot).to_string();
                self.some_soul(soul, |slot| shown(slot) == *hp, shown)
            }
            ["damage", soul, damage] => {
                let shown = |slot: Slot| state.spots[slot.index()].damage.to_string();
                self.some_soul(soul, |slot| shown(slot) == *damage, shown)
            }
            [flag @ ("active" | "captured" | "frozen" | "thawed"), soul] => self.expect_flag(soul, flag),
            [has @ ("has" | "hasnot"), soul, keyword @ ..] => {
                let keyword = read_keyword(keyword)?;
                let wanted = *has == "has";
                self.some_soul(
                    soul,
                    |slot| table.has(slot, keyword) == wanted,
                    |slot| (if table.has(slot, keyword) { "it has it" } else { "it hasn't" }).into(),
                )
            }
            [zone @ ("hand" | "deck" | "discard" | "exile" | "set"), player, wanted] => {
                let zone = Zone::ALL.into_iter().find(|known| known.word() == *zone).unwrap_or(Zone::Hand);
                same(&count(player, zone)?, wanted)
            }
            ["cascade", wanted] => same(&state.cascade.len().to_string(), wanted),
            ["offers", player, wanted] => {
                let player = read_player(player)?;
                let found = state.offers.iter().filter(|offer| offer.controller == player).count();
                same(&found.to_string(), wanted)
            }
            ["targets", rest @ ..] => {
                let Some(entry) = state.cascade.last() else { return Err("the Cascade is empty".into()) };
                let found: Vec<String> =
                    entry.targets.into_iter().filter(|slot| slot.is_some()).map(Table::slot_name).collect();
                same(&found.join(" "), &rest.join(" "))
            }
            ["phase", phase] => same(state.phase.word(), phase),
            [know @ ("knows" | "unknown"), player, card] => {
                let player = read_player(player)?;
                let wanted = *know == "knows";
                self.some_card(
                    card,
                    |card| table.knows(player, card) == wanted,
                    |card| (if table.knows(player, card) { "it is known" } else { "it is not known" }).into(),
                )
            }
            ["winner", winner] => {
                let found = match state.outcome {
                    None => "none",
                    Some(Outcome { winner: None, .. }) => "tie",
                    Some(Outcome { winner: Some(Player::A), .. }) => "A",
                    Some(Outcome { winner: Some(Player::B), .. }) => "B",
                };
                same(found, winner)
            }
            ["reason", reason] => same(state.outcome.map_or("none", |outcome| outcome.reason.word()), reason),
            ["turn", number] => same(&state.turn.to_string(), number),
            _ => Err("no such expectation".into()),
        }
    }
}

/// Nothing, or what was found instead.
type Holds = Result<(), String>;

/// A keyword as scenarios write it: `taunt`, `unyielding 2`, `unyielding ember`.
fn read_keyword(words: &[&str]) -> Result<Keyword, String> {
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let words: Vec<&str> = lower.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<u8>().ok();
    let attribute = |text: &str| Attribute::ALL.into_iter().find(|known| known.word().eq_ignore_ascii_case(text));
    let found = match words.as_slice() {
        ["taunt"] => Some(Keyword::Taunt),
        ["precision"] => Some(Keyword::Precision),
        ["range"] => Some(Keyword::Range),
        ["dual", "wielding"] => Some(Keyword::DualWielding),
        ["moral", n] => number(n).map(Keyword::Moral),
        ["defiance", n] => number(n).map(Keyword::Defiance),
        ["berserk", n] => number(n).map(Keyword::Berserk),
        ["reinforcement", n] => number(n).map(Keyword::Reinforcement),
        ["unyielding", n] => number(n).map(Keyword::Unyielding).or_else(|| attribute(n).map(Keyword::UnyieldingTo)),
        _ => None,
    };
    found.ok_or_else(|| format!("no keyword `{}`; expected one as in `taunt` or `unyielding 2`", words.join(" ")))
}
