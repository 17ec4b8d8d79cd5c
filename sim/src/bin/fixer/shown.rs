//! How the lists and cards of each game are shown: the facts of a card, what a list adds up to, the forms it is written in.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use fixer_core::cascade::{self, Cascade};
use fixer_core::cyberpunk::cards::CardType;
use fixer_core::cyberpunk::deck::Deck;
use fixer_core::cyberpunk::deck::legality::ram_limit;
use fixer_core::cyberpunk::deck::read::Format as Form;
use fixer_core::cyberpunk::deck::write::write;
use fixer_core::cyberpunk::effect::Color;
use fixer_core::cyberpunk::{self, Cyberpunk};
use fixer_core::pool::{CardId, CardPool};
use fixer_sim::tournament::Tournament;

/// A game whose lists and cards are shown.
pub trait Shown: Tournament {
    /// What a card beside the deck is called in lists.
    const BESIDE: &'static str;
    /// The facts of a card beside id and name.
    const FACTS: &'static [&'static str];

    /// The whole name of a card.
    fn name(card: &Self::Card) -> String;

    /// Its facts, in the order of [`Shown::FACTS`].
    fn facts(card: &Self::Card) -> Vec<String>;

    /// The name of a list for people.
    fn title(deck: &Self::Deck) -> &str;

    /// What kind of list it is and of which date, where that is known.
    fn source(_deck: &Self::Deck) -> [String; 2] {
        [String::new(), String::new()]
    }

    /// What its cards add up to, below the table of them.
    fn summary(deck: &Self::Deck, pool: &CardPool<Self::Card>) -> String;

    /// The list in another form; nothing where the game has no such form.
    fn written(deck: &Self::Deck, pool: &CardPool<Self::Card>, form: Form) -> Option<String>;
}

fn number(known: Option<impl ToString>) -> String {
    known.map_or_else(String::new, |number| number.to_string())
}

impl Shown for Cyberpunk {
    const BESIDE: &'static str = "legend";
    const FACTS: &'static [&'static str] = &["type", "color", "cost", "power", "ram"];

    fn name(card: &cyberpunk::cards::CardDef) -> String {
        card.full_name()
    }

    fn facts(card: &cyberpunk::cards::CardDef) -> Vec<String> {
        let color = format!("{:?}", card.color);
        vec![card.kind.word().to_owned(), color, number(card.cost), number(card.power), card.ram.to_string()]
    }

    fn title(deck: &Deck) -> &str {
        &deck.name
    }

    fn source(deck: &Deck) -> [String; 2] {
        [&deck.kind, &deck.date].map(|fact| fact.clone().unwrap_or_default())
    }

    fn summary(deck: &Deck, pool: &CardPool<Self::Card>) -> String {
        curve("cost", deck.cards.iter().map(|&(card, copies)| (pool.get(card).cost, copies))) + &counts(deck, pool)
    }

    fn written(deck: &Deck, pool: &CardPool<Self::Card>, form: Form) -> Option<String> {
        Some(write(deck, pool, form))
    }
}

impl Shown for Cascade {
    const BESIDE: &'static str = "leader";
    const FACTS: &'static [&'static str] = &["type", "attribute", "rank", "at", "hp"];

    fn name(card: &cascade::cards::CardDef) -> String {
        card.name.clone()
    }

    fn facts(card: &cascade::cards::CardDef) -> Vec<String> {
        let attribute = card.attribute.word().to_owned();
        vec![card.kind.word().to_owned(), attribute, card.rank.to_string(), number(card.at), number(card.hp)]
    }

    fn title(deck: &cascade::deck::Deck) -> &str {
        &deck.name
    }

    fn summary(deck: &cascade::deck::Deck, pool: &CardPool<Self::Card>) -> String {
        let mut text =
            curve("rank", deck.cards.iter().map(|&(card, copies)| (Some(pool.get(card).rank), copies))) + "\n";
        let copies = |wanted: cascade::cards::CardType| -> usize {
            let cards = deck.cards.iter().filter(|&&(card, _)| pool.get(card).kind == wanted);
            cards.map(|&(_, copies)| usize::from(copies)).sum()
        };
        let kinds = cascade::cards::CardType::ALL.into_iter().filter(|&kind| copies(kind) > 0);
        let kinds: Vec<String> = kinds.map(|kind| format!("{} {}", copies(kind), kind.word())).collect();
        // Writing to a string can't fail.
        let _ = writeln!(text, "types: {}", kinds.join(", "));
        text
    }

    fn written(deck: &cascade::deck::Deck, pool: &CardPool<Self::Card>, form: Form) -> Option<String> {
        match form {
            Form::Toml => Some(cascade::deck::write(deck, pool)),
            Form::Text => {
                let leaders = deck.leaders.iter().map(|&leader| (leader, 1));
                let cards = leaders.chain(deck.cards.iter().copied());
                let mut text = String::new();
                for (card, copies) in cards {
                    let _ = writeln!(text, "{copies} {}", pool.get(card).id);
                }
                Some(text)
            }
            Form::Json => None,
        }
    }
}

/// Cards by a number, as bars.
fn curve(what: &str, cards: impl Iterator<Item = (Option<u8>, u8)>) -> String {
    let mut by_number: BTreeMap<Option<u8>, usize> = BTreeMap::new();
    for (number, copies) in cards {
        *by_number.entry(number).or_default() += usize::from(copies);
    }
    let line = |(number, count): (&Option<u8>, &usize)| {
        let number = number.map_or_else(|| "-".to_owned(), |number| number.to_string());
        format!("{what} {number:>2}  {:<2} {}\n", count, "#".repeat(*count))
    };
    by_number.iter().map(line).collect()
}

/// Types, colours with the RAM they need and have, tags.
fn counts(deck: &Deck, pool: &CardPool<cyberpunk::cards::CardDef>) -> String {
    let copies = |wanted: &dyn Fn(CardId) -> bool| -> usize {
        deck.cards.iter().filter(|(card, _)| wanted(*card)).map(|&(_, copies)| usize::from(copies)).sum()
    };
    let mut text = String::from("\n");
    let kinds = [CardType::Unit, CardType::Gear, CardType::Program]
        .map(|kind| format!("{} {}", copies(&|card| pool.get(card).kind == kind), kind.word()));
    let _ = writeln!(text, "types: {}; {} with a Sell Tag", kinds.join(", "), copies(&|card| pool.get(card).sell));
    for color in [Color::Red, Color::Yellow, Color::Green, Color::Blue] {
        let count = copies(&|card| pool.get(card).color == color);
        let needed = deck
            .cards
            .iter()
            .map(|&(card, _)| pool.get(card))
            .filter(|card| card.color == color)
            .map(|card| card.ram)
            .max();
        let limit = ram_limit(deck, pool, color);
        if count > 0 || limit > 0 {
            let _ = writeln!(text, "{color:?}: {count} cards, RAM {} of {limit}", needed.unwrap_or(0));
        }
    }
    let mut tags: BTreeMap<&str, usize> = BTreeMap::new();
    for &(card, copies) in &deck.cards {
        for tag in &pool.get(card).tags {
            *tags.entry(tag).or_default() += usize::from(copies);
        }
    }
    let mut tags: Vec<(&str, usize)> = tags.into_iter().collect();
    tags.sort_by(|x, y| y.1.cmp(&x.1).then(x.0.cmp(y.0)));
    let tags: Vec<String> = tags.into_iter().map(|(tag, count)| format!("{tag} {count}")).collect();
    let _ = writeln!(text, "tags: {}", tags.join(", "));
    text
}
