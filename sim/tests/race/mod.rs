//! A small race of cards and dice for the tests of tournaments: quick, with decisions that matter and hidden cards.
//!
//! Each player shuffles a deck of ten numbers. In a turn one plays the top card or rolls a d6 and adds it to one's
//! points; the first to 30 wins, and after 24 turns it is a tie.

use fixer_ai::agent::{Agent, GameKey};
use fixer_ai::view::View;
use fixer_core::bits::{Die, DieSize};
use fixer_core::chance::{Chance, SearchRng, Shuffle, mix};
use fixer_core::game::{ActionList, Game, Outcome, Player, Reason, Status};
use fixer_sim::contest::{Contest, Finished};
use fixer_sim::play::Watch;

pub type Deck = [u8; 10];

#[derive(Copy, Clone, Debug)]
pub struct Race<'d> {
    decks: [&'d Deck; 2],
    order: [[u8; 10]; 2],
    drawn: [u8; 2],
    points: [u32; 2],
    turn: u32,
    over: Option<Outcome>,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    Card,
    Roll,
    Concede,
}

impl Race<'_> {
    fn player(&self) -> Player {
        if self.turn % 2 == 1 { Player::A } else { Player::B }
    }
}

impl Game for Race<'_> {
    type Action = Move;
    type Kind = ();

    fn status(&self) -> Status<()> {
        self.over.map_or_else(|| Status::Decide(self.player(), ()), Status::Over)
    }

    fn legal_actions(&self, out: &mut ActionList<Move>) {
        out.clear();
        out.push(Move::Roll);
        if self.drawn[self.player().index()] < 10 {
            out.push(Move::Card);
        }
    }

    fn apply(&mut self, action: Move, chance: &mut impl Chance) {
        let player = self.player();
        let seat = player.index();
        match action {
            Move::Roll => self.points[seat] += u32::from(chance.die(player, Die::new(player, DieSize::D6))),
            Move::Card => {
                let card = self.order[seat][self.drawn[seat] as usize];
                self.drawn[seat] += 1;
                self.points[seat] += u32::from(self.decks[seat][(card & 63) as usize]);
            }
            Move::Concede => {
                self.over = Some(Outcome { winner: Some(player.rival()), reason: Reason::Concede });
                return;
            }
        }
        if self.points[seat] >= 30 {
            self.over = Some(Outcome { winner: Some(player), reason: Reason::Gigs });
        } else if self.turn == 24 {
            self.over = Some(Outcome { winner: None, reason: Reason::Tie });
        } else {
            self.turn += 1;
        }
    }

    fn determinize(&mut self, _observer: Player, _rng: &mut SearchRng) {}

    fn observe(&self, _observer: Player, out: &mut Vec<u8>) {
        out.extend([self.drawn, self.points.map(|points| points as u8)].concat());
    }

    fn turn(&self) -> u32 {
        self.turn
    }

    fn fingerprint(&self) -> u64 {
        mix(&[u64::from(self.points[0]), u64::from(self.points[1]), u64::from(self.turn)])
    }

    fn concession() -> Move {
        Move::Concede
    }
}

/// Counts for each deck: cards played from the first seat, from the second one, points made.
#[derive(Default)]
pub struct Cards([u64; 2]);

impl Watch<Race<'_>> for Cards {
    fn decision(&mut self, _game: &Race<'_>, player: Player, action: Move) {
        self.0[player.index()] += u64::from(action == Move::Card);
    }
}

pub struct Races<'d>(pub &'d [Deck]);

impl<'d> Contest for Races<'d> {
    type Game = Race<'d>;
    type Watch = Cards;

    fn start(&self, decks: [usize; 2], chance: &mut impl Chance) -> Race<'d> {
        let mut order = Player::BOTH.map(|player| std::array::from_fn(|slot| slot as u8 + 64 * player as u8));
        for player in Player::BOTH {
            chance.shuffle(player, Shuffle::MainDeck, &mut order[player.index()]);
        }
        let decks = decks.map(|deck| &self.0[deck]);
        Race { decks, order, drawn: [0; 2], points: [0; 2], turn: 1, over: None }
    }

    fn watch(&self, _game: &Race<'d>) -> Cards {
        Cards::default()
    }

    fn counters(&self, _deck: usize) -> usize {
        3
    }

    fn count(&self, end: &Finished<'_, Self>, _decks: [usize; 2], seat: Player, counters: &mut [u64]) {
        counters[seat.index()] += end.watch.0[seat.index()];
        counters[2] += u64::from(end.game.points[seat.index()]);
    }

    fn gigs(&self, game: &Race<'d>) -> [u32; 2] {
        game.points
    }
}

/// Plays cards with this probability in 256ths, else rolls.
pub struct Carder {
    pub share: u64,
    key: u64,
    decisions: u64,
}

impl Carder {
    pub fn new(share: u64) -> Self {
        Self { share, key: 0, decisions: 0 }
    }
}

impl<'d> Agent<Race<'d>> for Carder {
    fn begin(&mut self, seat: Player, key: GameKey) {
        self.key = mix(&[key.0, seat as u64]);
        self.decisions = 0;
    }

    fn decide(&mut self, _view: &View<'_, Race<'d>>, legal: &[Move]) -> Move {
        self.decisions += 1;
        let card = mix(&[self.key, self.decisions]) % 256 < self.share;
        if card && legal.contains(&Move::Card) { Move::Card } else { Move::Roll }
    }
}

pub const GOOD: Deck = [4, 5, 4, 5, 4, 5, 4, 5, 4, 5];
pub const BAD: Deck = [2, 3, 2, 3, 2, 3, 2, 3, 2, 3];
