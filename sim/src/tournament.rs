//! A game that tournaments are played in: its lists, its agents, what is counted of it. Commands and results are made of
//! these and ask no further which game it is.

use fixer_ai::registry::{BuildError, Cheating, Pilot, build};
use fixer_ai::spec::AgentSpec;
use fixer_core::cascade::{self, Cascade};
use fixer_core::cyberpunk::deck::Rules;
use fixer_core::cyberpunk::deck::legality::violations;
use fixer_core::cyberpunk::deck::names::Names;
use fixer_core::cyberpunk::{self, Cyberpunk};
use fixer_core::diagnostics::{Diagnostic, did_you_mean};
use fixer_core::pool::{CardId, CardPool};
use fixer_core::rulebook::Rulebook;

use crate::contest::{Contest, Pairing};
use crate::plan::Plan;
use crate::tally::Tally;
use crate::{cascade as duels, cyberpunk as games};

/// One way in which a list breaks the rules: the rule's number, where there is one, and what is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breach {
    /// The rule.
    pub rule: Option<&'static str>,
    /// What is wrong.
    pub message: String,
}

/// A game that tournaments are played in.
pub trait Tournament: Rulebook {
    /// The two lists that are played where none is named.
    const STARTERS: [&'static str; 2];
    /// Whether it is counted how the games of a deck looked.
    const SHAPED: bool;

    /// Everything about the match-ups of a plan that no game changes.
    type MatchUps: Sync;
    /// The contest between their decks.
    type Contest<'m>: Contest<Game = Self::Table<'m>>;

    /// The ids of the built-in lists.
    fn builtin() -> Vec<&'static str>;

    /// A built-in list.
    ///
    /// # Errors
    /// No list has this id, or `pool` lacks one of its cards.
    fn builtin_deck(id: &str, pool: &CardPool<Self::Card>) -> Result<Self::Deck, Diagnostic>;

    /// Reads a list.
    ///
    /// # Errors
    /// The first line that can't be read.
    fn read_deck(file: &str, text: &str, pool: &CardPool<Self::Card>) -> Result<Self::Deck, Diagnostic>;

    /// The short name of a list.
    fn deck_name(deck: &Self::Deck) -> &str;

    /// The hash of what a list holds.
    fn deck_hash(deck: &Self::Deck, pool: &CardPool<Self::Card>) -> u64;

    /// The rules of deck construction that a list is made for.
    fn rules(deck: &Self::Deck) -> Rules;

    /// The same list, made for these rules.
    #[must_use]
    fn with_rules(deck: Self::Deck, rules: Rules) -> Self::Deck;

    /// The cards beside the deck: Legends, the Leader.
    fn beside(deck: &Self::Deck) -> &[CardId];

    /// The cards of the deck.
    fn main(deck: &Self::Deck) -> &[(CardId, u8)];

    /// Cards that are left aside.
    fn sideboard(_deck: &Self::Deck) -> &[(CardId, u8)] {
        &[]
    }

    /// What a list breaks under these rules; nothing if the game knows no such rules.
    fn breaches(deck: &Self::Deck, pool: &CardPool<Self::Card>, rules: Rules) -> Option<Vec<Breach>>;

    /// The card that somebody means.
    ///
    /// # Errors
    /// That there is none, and what to do about it.
    fn card(name: &str, pool: &CardPool<Self::Card>) -> Result<CardId, (String, Option<String>)>;

    /// A card in words.
    fn describe(card: &Self::Card) -> String;

    /// The match-ups that these pairings play.
    ///
    /// # Errors
    /// Why a list can't be played.
    fn match_ups(
        pool: &CardPool<Self::Card>,
        decks: &[Self::Deck],
        pairings: &[Pairing],
    ) -> Result<Self::MatchUps, String>;

    /// The match-up of the decks in seats A and B.
    fn of(match_ups: &Self::MatchUps, decks: [usize; 2]) -> &Self::MatchUp;

    /// The contest between the decks of match-ups.
    fn contest(match_ups: &Self::MatchUps) -> Self::Contest<'_>;

    /// Builds an agent.
    ///
    /// # Errors
    /// It cheats and that was not allowed, or its weights don't exist.
    fn pilot<'a>(spec: &AgentSpec, cheating: Cheating) -> Result<Pilot<'a, Self::Table<'a>>, BuildError>;

    /// The tables that only this game has: file names and contents.
    fn tables(
        _plan: &Plan,
        _tallies: &[Tally],
        _decks: &[Self::Deck],
        _pool: &CardPool<Self::Card>,
    ) -> Vec<(&'static str, Vec<u8>)> {
        Vec::new()
    }
}

impl Tournament for Cyberpunk {
    const STARTERS: [&'static str; 2] = cyberpunk::deck::builtin::STARTERS;
    const SHAPED: bool = true;

    type MatchUps = games::MatchUps;
    type Contest<'m> = games::Cyberpunk<'m>;

    fn builtin() -> Vec<&'static str> {
        cyberpunk::deck::builtin::BUILTIN.iter().map(|(id, _)| *id).collect()
    }

    fn builtin_deck(id: &str, pool: &CardPool<Self::Card>) -> Result<Self::Deck, Diagnostic> {
        cyberpunk::deck::builtin::builtin_deck(id, pool)
    }

    fn read_deck(file: &str, text: &str, pool: &CardPool<Self::Card>) -> Result<Self::Deck, Diagnostic> {
        cyberpunk::deck::read::read(file, text, pool)
    }

    fn deck_name(deck: &Self::Deck) -> &str {
        &deck.id
    }

    fn deck_hash(deck: &Self::Deck, pool: &CardPool<Self::Card>) -> u64 {
        deck.deck_id(pool).0
    }

    fn rules(deck: &Self::Deck) -> Rules {
        deck.rules
    }

    fn with_rules(deck: Self::Deck, rules: Rules) -> Self::Deck {
        Self::Deck { rules, ..deck }
    }

    fn beside(deck: &Self::Deck) -> &[CardId] {
        &deck.legends
    }

    fn main(deck: &Self::Deck) -> &[(CardId, u8)] {
        &deck.cards
    }

    fn sideboard(deck: &Self::Deck) -> &[(CardId, u8)] {
        &deck.sideboard
    }

    fn breaches(deck: &Self::Deck, pool: &CardPool<Self::Card>, rules: Rules) -> Option<Vec<Breach>> {
        let found = violations(deck, pool, rules).into_iter();
        Some(found.map(|wrong| Breach { rule: wrong.rule, message: wrong.message }).collect())
    }

    fn card(name: &str, pool: &CardPool<Self::Card>) -> Result<CardId, (String, Option<String>)> {
        Names::new(pool).find(name).map_err(|error| (error.to_string(), error.help()))
    }

    fn describe(card: &Self::Card) -> String {
        cyberpunk::describe::describe(card)
    }

    fn match_ups(
        pool: &CardPool<Self::Card>,
        decks: &[Self::Deck],
        pairings: &[Pairing],
    ) -> Result<Self::MatchUps, String> {
        games::MatchUps::new(pool, decks, pairings).map_err(|error| error.to_string())
    }

    fn of(match_ups: &Self::MatchUps, decks: [usize; 2]) -> &Self::MatchUp {
        match_ups.of(decks)
    }

    fn contest(match_ups: &Self::MatchUps) -> Self::Contest<'_> {
        games::Cyberpunk(match_ups)
    }

    fn pilot<'a>(spec: &AgentSpec, cheating: Cheating) -> Result<Pilot<'a, Self::Table<'a>>, BuildError> {
        build(spec, &fixer_ai::eval::cyberpunk::Cyberpunk, cheating)
    }

    fn tables(
        plan: &Plan,
        tallies: &[Tally],
        decks: &[Self::Deck],
        pool: &CardPool<Self::Card>,
    ) -> Vec<(&'static str, Vec<u8>)> {
        vec![
            ("mulligans.csv", games::tables::mulligans(plan, tallies)),
            ("dice.csv", games::tables::dice(plan, tallies)),
            ("cards.csv", games::tables::cards(plan, tallies, decks, pool)),
        ]
    }
}

impl Tournament for Cascade {
    const STARTERS: [&'static str; 2] = ["ember-march", "stone-and-tide"];
    const SHAPED: bool = false;

    type MatchUps = duels::MatchUps;
    type Contest<'m> = duels::Cascade<'m>;

    fn builtin() -> Vec<&'static str> {
        cascade::deck::builtin::BUILTIN.iter().map(|(id, _)| *id).collect()
    }

    fn builtin_deck(id: &str, pool: &CardPool<Self::Card>) -> Result<Self::Deck, Diagnostic> {
        cascade::deck::builtin::builtin_deck(id, pool)
    }

    fn read_deck(file: &str, text: &str, pool: &CardPool<Self::Card>) -> Result<Self::Deck, Diagnostic> {
        cascade::deck::read(file, text, pool)
    }

    fn deck_name(deck: &Self::Deck) -> &str {
        &deck.id
    }

    fn deck_hash(deck: &Self::Deck, pool: &CardPool<Self::Card>) -> u64 {
        deck.deck_id(pool)
    }

    fn rules(_deck: &Self::Deck) -> Rules {
        Rules::Constructed
    }

    fn with_rules(deck: Self::Deck, _rules: Rules) -> Self::Deck {
        deck
    }

    fn beside(deck: &Self::Deck) -> &[CardId] {
        &deck.leaders
    }

    fn main(deck: &Self::Deck) -> &[(CardId, u8)] {
        &deck.cards
    }

    fn breaches(deck: &Self::Deck, pool: &CardPool<Self::Card>, rules: Rules) -> Option<Vec<Breach>> {
        match rules {
            Rules::Constructed => {
                let found = deck.violations(pool, &cascade::settings::Settings::ASSUMED).into_iter();
                let message = |text: String| text.trim_end_matches(" (3.1)").to_owned();
                Some(found.map(|text| Breach { rule: Some("3.1"), message: message(text) }).collect())
            }
            Rules::Any => Some(Vec::new()),
            Rules::Sealed | Rules::Demo => None,
        }
    }

    fn card(name: &str, pool: &CardPool<Self::Card>) -> Result<CardId, (String, Option<String>)> {
        let names = || pool.cards().iter().flat_map(|card| [card.id.as_str(), card.name.as_str()]);
        cascade::deck::find(name, pool).ok_or_else(|| (format!("no card \"{name}\""), did_you_mean(name, names())))
    }

    fn describe(card: &Self::Card) -> String {
        cascade::describe::describe(card)
    }

    fn match_ups(
        pool: &CardPool<Self::Card>,
        decks: &[Self::Deck],
        _pairings: &[Pairing],
    ) -> Result<Self::MatchUps, String> {
        duels::MatchUps::new(pool, decks).map_err(|error| error.to_string())
    }

    fn of(match_ups: &Self::MatchUps, decks: [usize; 2]) -> &Self::MatchUp {
        match_ups.of(decks)
    }

    fn contest(match_ups: &Self::MatchUps) -> Self::Contest<'_> {
        duels::Cascade(match_ups)
    }

    fn pilot<'a>(spec: &AgentSpec, cheating: Cheating) -> Result<Pilot<'a, Self::Table<'a>>, BuildError> {
        build(spec, &fixer_ai::eval::cascade::Cascade, cheating)
    }
}
