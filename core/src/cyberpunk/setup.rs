//! Chapter 7: from two lists to the first turn.

use super::Table;
use super::matchup::MatchUp;
use super::resolve::Flow;
use super::state::{Action, Kind, Phase, State};
use crate::bits::Card;
use crate::chance::{Chance, Shuffle};
use crate::game::Player;

/// Cards of an opening hand (7.9.1).
const OPENING_HAND: usize = 6;

impl<'m> Table<'m> {
    /// Sets up a game and runs on to its first decision: the first player's mulligan.
    pub fn start(cards: &'m MatchUp, chance: &mut impl Chance) -> Self {
        let mut table = Self { state: State::empty(), cards };
        for player in Player::BOTH {
            // In the order of the slots, which is what a shuffle starts from.
            let main = &cards.main[player.index()];
            for (place, card) in table.state.row[player.index()].iter_mut().zip(main) {
                *place = card.0;
            }
            table.state.deck_len[player.index()] = main.len() as u8;
            table.state.deck |= (cards.unit | cards.gear | cards.programs).of_player(player);
            table.shuffle_deck(player, Shuffle::MainDeck, chance);
        }
        for player in Player::BOTH {
            let mut legends: arrayvec::ArrayVec<u8, 3> =
                cards.legends_of[player.index()].iter().map(|card| card.0).collect();
            chance.shuffle(player, Shuffle::Legends, &mut legends);
            for (at, &legend) in legends.iter().enumerate() {
                table.state.places[player.index()][at] = Card(legend);
                table.state.legends.insert(Card(legend));
            }
        }
        // 7.7.4: the first player's two left-most Legends.
        for at in 0..2 {
            let legend = table.state.places[Player::A.index()][at];
            table.state.spent.insert(legend);
        }
        for player in Player::BOTH {
            table.draw_opening_hand(player);
        }
        table.run(chance);
        table
    }

    fn draw_opening_hand(&mut self, player: Player) {
        for _ in 0..OPENING_HAND {
            self.draw_one(player);
        }
    }

    /// 7.9.2: the first player decides and completes the mulligan before the second does.
    pub(super) fn ask_mulligan(&mut self) -> Flow {
        match self.state.mulligans {
            0 => Flow::Ask(Player::A, Kind::Mulligan),
            1 => Flow::Ask(Player::B, Kind::Mulligan),
            _ => {
                self.state.phase = Phase::Start;
                self.state.turn = 1;
                Flow::On
            }
        }
    }

    /// 7.9.3: the whole hand goes back, the deck is shuffled, six new cards are drawn.
    pub(super) fn answer_mulligan(&mut self, player: Player, action: Action, chance: &mut impl Chance) {
        self.state.mulligans += 1;
        if action == Action::Mulligan {
            for card in self.state.hand.of_player(player) {
                self.state.hand.remove(card);
                self.put_on_top(card);
            }
            self.shuffle_deck(player, Shuffle::Mulligan, chance);
            self.draw_opening_hand(player);
        }
    }
}
