//! Setting up a duel (chapter 5).

use super::Table;
use super::matchup::MatchUp;
use super::state::{Slot, State};
use crate::chance::{Chance, Shuffle};
use crate::game::Player;

impl<'m> Table<'m> {
    /// A new duel: Leaders on their altars, decks shuffled, hands drawn, the first turn begun.
    pub fn start(cards: &'m MatchUp, chance: &mut impl Chance) -> Self {
        let mut table = Self { state: State::empty(), cards };
        for player in Player::BOTH {
            let leader = cards.leader[player.index()];
            table.state.spots[Slot::altar(player).index()].soul = leader;
            table.state.manned.insert(Slot::altar(player));
            table.state.on_field.insert(leader);
            let mut deck: [u8; 64] = [0; 64];
            let main = &cards.main[player.index()];
            for (place, card) in deck.iter_mut().zip(main) {
                *place = card.0;
            }
            chance.shuffle(player, Shuffle::MainDeck, &mut deck[..main.len()]);
            table.state.order[player.index()] = deck;
            table.state.deck_len[player.index()] = main.len() as u8;
            table.state.deck |= main.iter().copied().collect();
        }
        for player in Player::BOTH {
            table.draw(player, cards.settings.opening_hand);
        }
        table.next_turn();
        table.run(chance);
        table
    }
}
