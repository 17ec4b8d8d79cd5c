//! Exchanges of single cards in a list: which there are, and the lists that they make.

use fixer_core::cyberpunk::cards::{CardId, CardPool, CardType};
use fixer_core::cyberpunk::deck::legality::violations;
use fixer_core::cyberpunk::deck::{Deck, Rules};

/// One copy of a card goes out, one of another comes in.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Swap {
    /// The card that goes out.
    pub out: CardId,
    /// The card that comes in.
    pub into: CardId,
}

impl Swap {
    /// The list after the exchange: the new card lies in the slot of the old one, so all other cards are dealt as
    /// before. Nothing if the old card is not in the list or the new one is it.
    pub fn of(self, deck: &Deck) -> Option<Deck> {
        let place = deck.cards.iter().rposition(|&(card, _)| card == self.out)?;
        if self.out == self.into {
            return None;
        }
        let mut cards = deck.cards.clone();
        cards[place].1 -= 1;
        cards.insert(place + 1, (self.into, 1));
        cards.retain(|&(_, copies)| copies > 0);
        Some(Deck { cards, ..deck.clone() })
    }
}

/// The different cards of the main deck, in slot order.
pub fn outgoing(deck: &Deck) -> Vec<CardId> {
    let mut cards = Vec::new();
    for &(card, _) in &deck.cards {
        if !cards.contains(&card) {
            cards.push(card);
        }
    }
    cards
}

/// Whether the exchange leaves a list that breaks no rule it did not break before.
pub fn allowed(deck: &Deck, swap: Swap, pool: &CardPool, rules: Rules) -> bool {
    let before = violations(deck, pool, rules);
    swap.of(deck).is_some_and(|after| violations(&after, pool, rules).iter().all(|found| before.contains(found)))
}

/// The cards of the pool that may come in for at least one card of the list, in the order of their ids.
pub fn incoming(deck: &Deck, pool: &CardPool, rules: Rules) -> Vec<CardId> {
    let out = outgoing(deck);
    pool.iter()
        .filter(|(_, card)| card.kind != CardType::Legend && card.abilities.is_some())
        .map(|(into, _)| into)
        .filter(|&into| out.iter().any(|&out| allowed(deck, Swap { out, into }, pool, rules)))
        .collect()
}

/// The list with each card in one place, as people write it.
pub fn tidy(deck: &Deck) -> Deck {
    let cards = outgoing(deck).into_iter().map(|card| {
        let copies = deck.cards.iter().filter(|&&(other, _)| other == card).map(|&(_, copies)| copies).sum();
        (card, copies)
    });
    Deck { cards: cards.collect(), ..deck.clone() }
}

#[cfg(test)]
mod tests {
    use fixer_core::cyberpunk::deck::builtin::{STARTERS, builtin_deck};

    use super::*;

    #[test]
    fn an_exchange_moves_no_other_card() {
        let pool = CardPool::builtin();
        let deck = builtin_deck(STARTERS[0], &pool).unwrap();
        let out = outgoing(&deck)[3];
        let mut all = incoming(&deck, &pool, Rules::Constructed).into_iter();
        let into = all.find(|into| !outgoing(&deck).contains(into)).unwrap();
        let swap = Swap { out, into };
        assert!(allowed(&deck, swap, &pool, Rules::Constructed));
        let after = swap.of(&deck).unwrap();
        let (before, now): (Vec<_>, Vec<_>) = (deck.slots().collect(), after.slots().collect());
        assert_eq!(before.len(), now.len());
        let moved: Vec<_> = before.iter().zip(&now).filter(|(x, y)| x != y).collect();
        assert_eq!(moved, [(&out, &into)]);
        let back = Swap { out: into, into: out }.of(&after).unwrap();
        assert_eq!(back.slots().collect::<Vec<_>>(), before);
        assert_eq!(tidy(&back).cards, deck.cards);
        assert_eq!(swap.of(&Deck::default()), None);
    }

    #[test]
    fn what_comes_in_is_legal() {
        let pool = CardPool::builtin();
        for name in STARTERS {
            let deck = builtin_deck(name, &pool).unwrap();
            let all = incoming(&deck, &pool, Rules::Constructed);
            println!("{name}: {} cards may come in for {} different ones", all.len(), outgoing(&deck).len());
            assert!(all.len() > 20, "{}", all.len());
            for &into in &all {
                let full = deck.cards.iter().any(|&(card, copies)| card == into && copies == 3);
                assert!(!full, "{} would be there four times", pool.get(into).id);
            }
        }
    }
}
