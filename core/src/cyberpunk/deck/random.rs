//! Random lists that keep to the rules of constructed decks, for tests that want every card to meet every other.

use super::super::cards::{CardId, CardPool, CardType};
use super::legality::{COPIES, LEGENDS, ram_limit};
use super::{Deck, Rules};
use crate::chance::{SearchRng, below};

/// The sizes that a constructed main deck may have (7.3.2).
const SIZES: std::ops::RangeInclusive<u32> = 40..=50;

/// A random legal constructed list out of all cards of `pool` whose programs are written; nothing if the pool has not
/// enough of them.
///
/// Crews are drawn evenly among those whose RAM feeds a deck, cards evenly among those which that RAM allows, sizes
/// evenly between 40 and 50 cards. The list depends on the order of ids and the state of `rng`, on nothing else.
///
/// ```
/// # use fixer_core::chance::rng;
/// # use fixer_core::cyberpunk::{cards::CardPool, deck::{Rules, legality::violations, random::random_deck}};
/// let pool = CardPool::builtin();
/// let deck = random_deck(&pool, &mut rng(7)).unwrap();
/// assert_eq!(violations(&deck, &pool, Rules::Constructed), []);
/// ```
pub fn random_deck(pool: &CardPool, rng: &mut SearchRng) -> Option<Deck> {
    let written = |&(_, card): &(CardId, &super::CardDef)| card.abilities.is_some();
    let (legends, others): (Vec<_>, Vec<_>) =
        pool.iter().filter(written).partition(|(_, card)| card.kind == CardType::Legend);
    let legends: Vec<CardId> = legends.into_iter().map(|(id, _)| id).collect();
    let others: Vec<CardId> = others.into_iter().map(|(id, _)| id).collect();
    for _ in 0..ATTEMPTS {
        let mut deck =
            Deck { id: "random".into(), name: "Random".into(), rules: Rules::Constructed, ..Deck::default() };
        if !draw_crew(&mut deck, &legends, pool, rng) {
            return None;
        }
        let mut allowed: Vec<(CardId, u8)> = others
            .iter()
            .filter(|&&id| u32::from(pool.get(id).ram) <= ram_limit(&deck, pool, pool.get(id).color))
            .map(|&id| (id, 0))
            .collect();
        let size = (*SIZES.start() + below(rng, SIZES.end() - SIZES.start() + 1)) as usize;
        if allowed.len() * COPIES < size {
            continue;
        }
        let mut open: Vec<usize> = (0..allowed.len()).collect();
        for _ in 0..size {
            let at = below(rng, open.len() as u32) as usize;
            let card = &mut allowed[open[at]];
            card.1 += 1;
            if usize::from(card.1) == COPIES {
                open.swap_remove(at);
            }
        }
        deck.cards = allowed.into_iter().filter(|&(_, copies)| copies > 0).collect();
        deck.sort(pool);
        return Some(deck);
    }
    None
}

/// How many crews are tried before a pool counts as too small.
const ATTEMPTS: u32 = 1_000;

/// Draws three Legends with different names (7.3.1); `false` if there are no three.
fn draw_crew(deck: &mut Deck, legends: &[CardId], pool: &CardPool, rng: &mut SearchRng) -> bool {
    let mut left = legends.to_vec();
    while deck.legends.len() < LEGENDS {
        if left.is_empty() {
            return false;
        }
        let legend = left[below(rng, left.len() as u32) as usize];
        deck.legends.push(legend);
        left.retain(|&other| pool.get(other).name != pool.get(legend).name);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::super::legality::violations;
    use super::*;
    use crate::chance::rng;

    #[test]
    fn lists_are_legal_and_reach_the_whole_pool() {
        let pool = CardPool::builtin();
        let mut generator = rng(1);
        let mut seen = vec![false; pool.len()];
        for _ in 0..400 {
            let deck = random_deck(&pool, &mut generator).expect("the pool is large enough");
            assert_eq!(violations(&deck, &pool, Rules::Constructed), []);
            let cards = deck.cards.iter().map(|&(card, _)| card).chain(deck.legends.iter().copied());
            cards.for_each(|card| seen[card.index()] = true);
        }
        let missed: Vec<&str> =
            pool.iter().filter(|(id, _)| !seen[id.index()]).map(|(_, card)| card.id.as_str()).collect();
        assert!(missed.is_empty(), "no list has {missed:?}");
    }

    #[test]
    fn a_pool_without_a_crew_gives_no_list() {
        assert_eq!(random_deck(&CardPool::default(), &mut rng(1)), None);
    }
}
