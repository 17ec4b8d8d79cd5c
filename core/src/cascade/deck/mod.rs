//! Deck lists: a Leader and twenty cards, as far as their writer kept to the rules (chapter 3).

pub mod builtin;
mod read;
mod write;

use super::cards::{CardId, CardPool, CardType};
use super::settings::Settings;
use crate::chance::{mix, mix_text};

pub use read::{find, read};
pub use write::write;

/// A deck list. The card places are those of the pool it was read with; the cards are in slot order, by type, rank and
/// id, whatever the order of the file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Deck {
    /// The short name: the id of a built-in deck, the stem of a file name.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// The Leaders; one, in a legal list.
    pub leaders: Vec<CardId>,
    /// The other cards: card and number of copies, each card once.
    pub cards: Vec<(CardId, u8)>,
}

impl Deck {
    /// How many cards it holds beside the Leader.
    pub fn size(&self) -> usize {
        self.cards.iter().map(|&(_, copies)| copies as usize).sum()
    }

    /// All cards copy by copy, the Leader first.
    pub fn slots(&self) -> impl Iterator<Item = CardId> {
        let main = self.cards.iter().flat_map(|&(card, copies)| std::iter::repeat_n(card, copies as usize));
        self.leaders.iter().copied().chain(main)
    }

    /// What is played, as a number: equal for the same cards, however they are written and called.
    pub fn deck_id(&self, pool: &CardPool) -> u64 {
        let mut counts: Vec<(&str, u64)> = self
            .leaders
            .iter()
            .map(|&leader| (pool.get(leader).id.as_str(), 1))
            .chain(self.cards.iter().map(|&(card, copies)| (pool.get(card).id.as_str(), copies as u64)))
            .collect();
        counts.sort_unstable();
        mix(&counts.iter().flat_map(|&(id, copies)| [mix_text(id), copies]).collect::<Vec<_>>())
    }

    /// What breaks the rules of deck construction (3.1), a line each.
    pub fn violations(&self, pool: &CardPool, settings: &Settings) -> Vec<String> {
        let mut found = Vec::new();
        if self.leaders.len() != 1 {
            found.push(format!("{} Leaders; a deck has exactly 1 (3.1)", self.leaders.len()));
        }
        let (size, wanted) = (self.size(), settings.deck_size as usize);
        if size != wanted {
            found.push(format!("{size} cards beside the Leader; a deck has exactly {wanted} (3.1)"));
        }
        for &(card, copies) in &self.cards {
            if copies > settings.copies {
                let name = &pool.get(card).name;
                found.push(format!("{copies} copies of {name}; at most {} (3.1)", settings.copies));
            }
        }
        found
    }

    pub(super) fn add(&mut self, pool: &CardPool, card: CardId, copies: u8) {
        if pool.get(card).kind == CardType::Leader {
            self.leaders.extend(std::iter::repeat_n(card, copies as usize));
            return;
        }
        match self.cards.iter_mut().find(|known| known.0 == card) {
            Some(known) => known.1 = known.1.saturating_add(copies),
            None => self.cards.push((card, copies)),
        }
        let key = |card: CardId| {
            let card = pool.get(card);
            (card.kind, card.rank, &card.id)
        };
        self.cards.sort_by(|x, y| key(x.0).cmp(&key(y.0)));
    }
}
