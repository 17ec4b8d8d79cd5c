//! The Cyberpunk TCG as a contest: starts its games and counts what is particular to it.
//!
//! For each deck of a pairing: games and wins by mulligan, dice, and for each card how often it was in the opening hand,
//! drawn later, never seen, played, and how these games ended.

pub mod fitting;
pub mod swaps;
pub mod tables;

use fixer_core::bits::{Card, CardSet, Die, DieSet, DieSize};
use fixer_core::chance::Chance;
use fixer_core::cyberpunk::cards::{CardDef, CardId, CardPool};
use fixer_core::cyberpunk::deck::Deck;
use fixer_core::cyberpunk::{Action, Kind, MatchUp, MatchUpError, Table};
use fixer_core::game::{Game, Player, Status};

use crate::contest::{Contest, Finished, Pairing, Swap};
use crate::play::Watch;

/// The place in a deck's counters of ...
mod at {
    /// ... its games.
    pub const GAMES: usize = 0;
    /// ... its half points in them.
    pub const POINTS: usize = 1;
    /// ... games and wins with the opening hand kept and with it changed, for each seat.
    pub const MULLIGANS: usize = 2;
    /// ... rolls, their sum, dice stolen and dice lost, for each size.
    pub const DICE: usize = MULLIGANS + 8;
    /// ... its turns that it ended itself, and the Eddies that were ready then.
    pub const UNSPENT: usize = DICE + 6 * 4;
    /// ... the cards.
    pub const CARDS: usize = UNSPENT + 2;
    /// Counters of a card: copies in opening hands, drawn later, never seen, played, each with the half points of those
    /// games; the sum of the turns in which copies were first seen, and how many were.
    pub const PER_CARD: usize = 10;
}

/// Everything about the match-ups of a plan that no game changes.
pub struct MatchUps {
    decks: usize,
    /// By the deck in seat A and the deck in seat B: where in the other lists.
    index: Vec<Option<usize>>,
    matchups: Vec<MatchUp>,
    /// For each match-up and card place: the place among the different cards of its owner's deck.
    places: Vec<[u8; 128]>,
    /// Different cards of each deck, Legends first.
    cards: Vec<Vec<(CardId, u8)>>,
}

impl MatchUps {
    /// The match-ups that these pairings play.
    ///
    /// # Errors
    /// If a card has no program yet or a list is too large.
    pub fn new(pool: &CardPool, decks: &[Deck], pairings: &[Pairing]) -> Result<Self, MatchUpError> {
        let cards: Vec<Vec<(CardId, u8)>> = decks.iter().map(different).collect();
        let mut all = Self {
            decks: decks.len(),
            index: vec![None; decks.len() * decks.len()],
            matchups: Vec::new(),
            places: Vec::new(),
            cards,
        };
        for pairing in pairings {
            let [x, y] = pairing.decks;
            all.add(pool, decks, [x, y])?;
            if pairing.swap == Swap::Sides {
                all.add(pool, decks, [y, x])?;
            }
        }
        Ok(all)
    }

    fn add(&mut self, pool: &CardPool, decks: &[Deck], seats: [usize; 2]) -> Result<(), MatchUpError> {
        let index = seats[0] * self.decks + seats[1];
        if self.index[index].is_some() {
            return Ok(());
        }
        let lists = seats.map(|deck| slots(&decks[deck], pool));
        let matchup = MatchUp::of_cards([&lists[0], &lists[1]])?;
        let mut places = [0; 128];
        for (number, facts) in matchup.facts.iter().enumerate() {
            let owner = Card(number as u8).owner();
            if let Some(definition) = matchup.definitions.get(facts.definition as usize) {
                let own = &self.cards[seats[owner.index()]];
                let place = own.iter().position(|&(card, _)| pool.get(card).id == definition.id);
                places[number] = place.unwrap_or(0) as u8;
            }
        }
        self.index[index] = Some(self.matchups.len());
        self.matchups.push(matchup);
        self.places.push(places);
        Ok(())
    }

    /// The match-up of the decks in seats A and B.
    pub fn of(&self, seats: [usize; 2]) -> &MatchUp {
        &self.matchups[self.number(seats)]
    }

    fn number(&self, seats: [usize; 2]) -> usize {
        // A pairing that was not named when the match-ups were made can't be played.
        self.index[seats[0] * self.decks + seats[1]].expect("the match-ups of all pairings are made before")
    }
}

/// The different cards of a deck.
fn different(deck: &Deck) -> Vec<(CardId, u8)> {
    let mut cards: Vec<(CardId, u8)> = Vec::new();
    for &legend in &deck.legends {
        match cards.iter_mut().find(|known| known.0 == legend) {
            Some(known) => known.1 += 1,
            None => cards.push((legend, 1)),
        }
    }
    for &(card, copies) in &deck.cards {
        // A variant may have a card in two places.
        match cards.iter_mut().find(|known| known.0 == card) {
            Some(known) => known.1 += copies,
            None => cards.push((card, copies)),
        }
    }
    cards
}

/// The cards of a deck by their slots: the Legends by cost and id, the others as they are listed. A list is in the order
/// of type, cost and id, but for a variant's new cards, which lie where the replaced ones lay.
fn slots<'p>(deck: &Deck, pool: &'p CardPool) -> Vec<&'p CardDef> {
    let mut cards: Vec<&CardDef> = deck.legends.iter().map(|&legend| pool.get(legend)).collect();
    cards.sort_by(|x, y| (x.cost, &x.id).cmp(&(y.cost, &y.id)));
    cards.extend(deck.slots().map(|card| pool.get(card)));
    cards
}

/// The contest between the decks of [`MatchUps`].
pub struct Cyberpunk<'m>(pub &'m MatchUps);

impl<'m> Contest for Cyberpunk<'m> {
    type Game = Table<'m>;
    type Watch = Observer;

    fn start(&self, decks: [usize; 2], chance: &mut impl Chance) -> Table<'m> {
        Table::start(self.0.of(decks), chance)
    }

    fn watch(&self, _game: &Table<'m>) -> Observer {
        Observer::default()
    }

    fn counters(&self, deck: usize) -> usize {
        at::CARDS + self.0.cards[deck].len() * at::PER_CARD
    }

    fn count(&self, end: &Finished<'_, Self>, seats: [usize; 2], seat: Player, counters: &mut [u64]) {
        let watch = end.watch.ended(&end.game.state);
        let me = seat.index();
        let winner = end.played.outcome.and_then(|outcome| outcome.winner);
        let won = u64::from(winner == Some(seat));
        let points = if winner.is_none() { 1 } else { 2 * won };
        counters[at::GAMES] += 1;
        counters[at::POINTS] += points;
        let mulligan = at::MULLIGANS + 4 * me + 2 * usize::from(watch.changed[me]);
        counters[mulligan] += 1;
        counters[mulligan + 1] += won;
        for (size, dice) in counters[at::DICE..at::UNSPENT].chunks_exact_mut(4).enumerate() {
            let own = DIE_SIZES[size];
            let (rolls, sum) = watch.rolls[Die::new(seat, own).index()];
            let taken = |thief: Player| {
                Player::BOTH.map(|owner| u64::from(watch.stolen[thief.index()][Die::new(owner, own).index()]))
            };
            dice[0] += u64::from(rolls);
            dice[1] += u64::from(sum);
            dice[2] += taken(seat).iter().sum::<u64>();
            dice[3] += taken(seat.rival()).iter().sum::<u64>();
        }
        for (counter, count) in counters[at::UNSPENT..at::CARDS].iter_mut().zip(watch.unspent[me]) {
            *counter += u64::from(count);
        }
        let number = self.0.number(seats);
        let (matchup, places) = (&self.0.matchups[number], &self.0.places[number]);
        let cards = &mut counters[at::CARDS..];
        for &card in matchup.main[me].iter().chain(&matchup.legends_of[me]) {
            let counters = &mut cards[places[card.index()] as usize * at::PER_CARD..][..at::PER_CARD];
            let how = if watch.opening[me].has(card) {
                0
            } else if watch.seen.has(card) {
                2
            } else {
                4
            };
            counters[how] += 1;
            counters[how + 1] += points;
            if how < 4 {
                counters[8] += u64::from(watch.seen_in[card.index()]);
                counters[9] += 1;
            }
            if watch.played.has(card) {
                counters[6] += 1;
                counters[7] += points;
            }
        }
    }

    fn gigs(&self, game: &Table<'m>) -> [u32; 2] {
        game.state.gigs.map(|dice| dice.len() as u32)
    }
}

/// The sizes of dice in the order of the counters.
const DIE_SIZES: [DieSize; 6] = [DieSize::D4, DieSize::D6, DieSize::D8, DieSize::D10, DieSize::D12, DieSize::D20];

/// What is noted while a game runs. Cards are followed through their numbers.
#[derive(Clone)]
pub struct Observer {
    /// Who changed the opening hand.
    changed: [bool; 2],
    /// Opening hands after the mulligan.
    opening: [CardSet; 2],
    /// Cards that have been in their owner's hand or in play.
    seen: CardSet,
    /// The turn in which each was seen first.
    seen_in: [u16; 128],
    /// Cards that have been in play, or in the trash straight from a hand by being played.
    played: CardSet,
    /// For each die: how often it was rolled, and the sum.
    rolls: [(u16, u16); Die::COUNT],
    /// Gig areas at the decision before.
    gigs: [DieSet; 2],
    /// How often each player took each die from the rival's Gig area.
    stolen: [[u8; Die::COUNT]; 2],
    /// For each player: turns ended, and the Eddies that were ready then.
    unspent: [[u32; 2]; 2],
}

impl Default for Observer {
    fn default() -> Self {
        Self {
            changed: [false; 2],
            opening: [CardSet::EMPTY; 2],
            seen: CardSet::EMPTY,
            seen_in: [0; 128],
            played: CardSet::EMPTY,
            rolls: [(0, 0); Die::COUNT],
            gigs: [DieSet::EMPTY; 2],
            stolen: [[0; Die::COUNT]; 2],
            unspent: [[0; 2]; 2],
        }
    }
}

impl Observer {
    fn look(&mut self, state: &fixer_core::cyberpunk::State) {
        let in_play = state.field | state.equipped | (state.face_up & state.legends);
        self.played |= in_play;
        let new = (state.hand | in_play) - self.seen;
        if !new.is_empty() {
            self.seen |= new;
            for card in new {
                self.seen_in[card.index()] = state.turn;
            }
        }
        if self.gigs != state.gigs {
            for thief in Player::BOTH {
                let taken = state.gigs[thief.index()] & self.gigs[thief.rival().index()];
                for die in taken {
                    self.stolen[thief.index()][die.index()] += 1;
                }
            }
            self.gigs = state.gigs;
        }
    }

    /// Everything, the last position included.
    fn ended(&self, state: &fixer_core::cyberpunk::State) -> Self {
        let mut all = self.clone();
        all.look(state);
        all
    }
}

impl Watch<Table<'_>> for Observer {
    fn decision(&mut self, game: &Table<'_>, player: Player, action: Action) {
        let state = &game.state;
        match game.status() {
            Status::Decide(_, Kind::Mulligan) => {
                let me = player.index();
                self.changed[me] = action == Action::Mulligan;
                self.opening[me] = state.hand & CardSet::owned_by(player);
                // The second player decides after the first one's new hand is drawn.
                if player == Player::B {
                    self.opening[0] = state.hand & CardSet::owned_by(Player::A);
                }
                return;
            }
            // The first decision after both mulligans: nobody but the first player has drawn.
            _ if self.seen.is_empty() && self.changed[1] => {
                self.opening[1] = state.hand & CardSet::owned_by(Player::B);
            }
            _ => {}
        }
        self.look(state);
        match action {
            Action::Play(card) => self.played.insert(card),
            Action::End => {
                let [turns, eddies] = &mut self.unspent[player.index()];
                *turns += 1;
                *eddies += u32::from(state.ready_eddies(player));
            }
            _ => {}
        }
    }

    fn rolled(&mut self, die: Die, value: u8) {
        let (rolls, sum) = &mut self.rolls[die.index()];
        *rolls += 1;
        *sum += u16::from(value);
    }

    fn relabeled(&mut self, x: Card, y: Card) {
        for set in self.opening.iter_mut().chain([&mut self.seen, &mut self.played]) {
            let (has_x, has_y) = (set.has(x), set.has(y));
            set.set(x, has_y);
            set.set(y, has_x);
        }
        self.seen_in.swap(x.index(), y.index());
    }
}

#[cfg(test)]
mod tests {
    use fixer_core::cyberpunk::deck::builtin::builtin_decks;

    use super::*;

    #[test]
    fn listed_order_is_the_order_of_slots() {
        let pool = CardPool::builtin();
        for deck in builtin_decks(&pool).unwrap() {
            let list = slots(&deck, &pool);
            let own = MatchUp::of_cards([&list, &list]).unwrap();
            let known = MatchUp::new(&pool, [&deck, &deck]).unwrap();
            let ids = |matchup: &MatchUp| matchup.cards().map(|card| matchup.definition(card).id.clone()).collect();
            let [own, known]: [Vec<String>; 2] = [ids(&own), ids(&known)];
            assert_eq!(own, known, "{}", deck.id);
        }
    }
}
