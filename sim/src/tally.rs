//! What is kept of the games of a pairing: whole numbers that add up, in any order and any split, to the same sums.

use fixer_core::game::Reason;

use crate::play::Played;

/// The result of a game for one side.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Score {
    /// Lost.
    Loss = 0,
    /// Neither won: a tie or a capped game.
    Draw = 1,
    /// Won.
    Win = 2,
}

impl Score {
    /// All three, the worst first.
    pub const ALL: [Self; 3] = [Self::Loss, Self::Draw, Self::Win];

    /// The same game from the other side.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// 0, 1 or 2: half points.
    pub const fn halves(self) -> u64 {
        self as u64
    }
}

/// Games of one length.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Length {
    /// How many games ended in this turn.
    pub games: u64,
    /// How many of them the first player won.
    pub first_wins: u64,
}

/// The reasons in the order of [`Tally::reasons`].
pub const REASONS: [Reason; 6] =
    [Reason::Gigs, Reason::Overtime, Reason::DeckOut, Reason::Concede, Reason::Tie, Reason::Leader];

/// The counts of a pairing, told for side 0.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Pairs by side 0's scores: `cells[going first][going second]`.
    pub cells: [[u64; 3]; 3],
    /// Games by the reason of their end, as [`REASONS`] orders them.
    pub reasons: [u64; REASONS.len()],
    /// Games stopped at the cap.
    pub capped: u64,
    /// Decisions of both players in all games.
    pub decisions: u64,
    /// Games by their last turn's number.
    pub lengths: Vec<Length>,
    /// What the game itself counts, for each of the pairing's two decks.
    pub counters: [Vec<u64>; 2],
}

impl Tally {
    /// Nothing played yet, with room for so many counters of each deck.
    pub fn new(counters: [usize; 2]) -> Self {
        Self { counters: counters.map(|n| vec![0; n]), ..Self::default() }
    }

    /// Counts a pair by side 0's scores.
    pub fn pair(&mut self, going_first: Score, going_second: Score) {
        self.cells[going_first as usize][going_second as usize] += 1;
    }

    /// Counts the end of a game; `first` is the first player's score.
    pub fn game(&mut self, played: &Played, first: Score) {
        match played.outcome {
            Some(outcome) => {
                self.reasons[REASONS.iter().position(|&reason| reason == outcome.reason).unwrap_or(0)] += 1;
            }
            None => self.capped += 1,
        }
        self.decisions += u64::from(played.decisions[0] + played.decisions[1]);
        let turns = played.turns as usize;
        if self.lengths.len() <= turns {
            self.lengths.resize(turns + 1, Length::default());
        }
        self.lengths[turns].games += 1;
        self.lengths[turns].first_wins += u64::from(first == Score::Win);
    }

    /// Adds the counts of other games of the same pairing.
    pub fn add(&mut self, other: &Self) {
        for (mine, theirs) in self.cells.iter_mut().flatten().zip(other.cells.iter().flatten()) {
            *mine += theirs;
        }
        for (mine, theirs) in self.reasons.iter_mut().zip(other.reasons) {
            *mine += theirs;
        }
        self.capped += other.capped;
        self.decisions += other.decisions;
        if self.lengths.len() < other.lengths.len() {
            self.lengths.resize(other.lengths.len(), Length::default());
        }
        for (mine, theirs) in self.lengths.iter_mut().zip(&other.lengths) {
            mine.games += theirs.games;
            mine.first_wins += theirs.first_wins;
        }
        for (mine, theirs) in self.counters.iter_mut().zip(&other.counters) {
            if mine.len() < theirs.len() {
                mine.resize(theirs.len(), 0);
            }
            for (mine, theirs) in mine.iter_mut().zip(theirs) {
                *mine += theirs;
            }
        }
    }

    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.cells.iter().flatten().sum()
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        2 * self.pairs()
    }

    /// Side 0's games going first: losses, draws, wins.
    pub fn first(&self) -> [u64; 3] {
        self.cells.map(|row| row.iter().sum())
    }

    /// Side 0's games going second: losses, draws, wins.
    pub fn second(&self) -> [u64; 3] {
        std::array::from_fn(|score| self.cells.iter().map(|row| row[score]).sum())
    }

    /// Side 0's games from both seats: losses, draws, wins.
    pub fn both(&self) -> [u64; 3] {
        let (first, second) = (self.first(), self.second());
        std::array::from_fn(|score| first[score] + second[score])
    }

    /// Pairs by side 0's points in them: 0, ½, 1, 1½, 2.
    pub fn points(&self) -> [u64; 5] {
        let mut points = [0; 5];
        for (first, row) in self.cells.iter().enumerate() {
            for (second, count) in row.iter().enumerate() {
                points[first + second] += count;
            }
        }
        points
    }

    /// Pairs by their two results in either order: lost both, loss and draw, win and loss, two draws, win and draw,
    /// won both.
    pub fn six(&self) -> [u64; 6] {
        let c = &self.cells;
        [c[0][0], c[0][1] + c[1][0], c[0][2] + c[2][0], c[1][1], c[1][2] + c[2][1], c[2][2]]
    }

    /// The same games told for the other side.
    #[must_use]
    pub fn turned(&self) -> Self {
        let mut turned = self.clone();
        for first in Score::ALL {
            for second in Score::ALL {
                // Where side 0 goes second, side 1 goes first.
                turned.cells[second.turned() as usize][first.turned() as usize] =
                    self.cells[first as usize][second as usize];
            }
        }
        turned.counters.swap(0, 1);
        turned
    }

    /// The mean number of turns; 0 without games.
    pub fn turns_mean(&self) -> f64 {
        let sum: u64 = self.lengths.iter().enumerate().map(|(turns, length)| turns as u64 * length.games).sum();
        sum as f64 / self.games().max(1) as f64
    }

    /// The smallest number of turns that at least the share `q` (0 to 1) of the games did not exceed; 0 without games.
    ///
    /// ```
    /// # use fixer_sim::tally::{Length, Tally};
    /// let mut tally = Tally::default();
    /// tally.lengths = vec![Length::default(), Length { games: 3, first_wins: 0 }, Length { games: 1, first_wins: 0 }];
    /// assert_eq!((tally.turns_quantile(0.5), tally.turns_quantile(0.75), tally.turns_quantile(0.9)), (1, 1, 2));
    /// ```
    pub fn turns_quantile(&self, q: f64) -> u64 {
        let games: u64 = self.lengths.iter().map(|length| length.games).sum();
        let wanted = (games as f64 * q).ceil() as u64;
        let mut below = 0;
        for (turns, length) in self.lengths.iter().enumerate() {
            below += length.games;
            if below >= wanted {
                return turns as u64;
            }
        }
        0
    }

    /// Games that the first player won, and drawn ones.
    pub fn first_player(&self) -> [u64; 2] {
        let (first, second) = (self.first(), self.second());
        [first[2] + second[0], first[1] + second[1]]
    }

    /// Appends the counts in a compact form.
    pub fn encode(&self, out: &mut Vec<u8>) {
        for &count in self.cells.iter().flatten().chain(&self.reasons) {
            write_number(out, count);
        }
        write_number(out, self.capped);
        write_number(out, self.decisions);
        write_number(out, self.lengths.len() as u64);
        for length in &self.lengths {
            write_number(out, length.games);
            if length.games > 0 {
                write_number(out, length.first_wins);
            }
        }
        for counters in &self.counters {
            write_number(out, counters.len() as u64);
            for &count in counters {
                write_number(out, count);
            }
        }
    }

    /// Reads what [`Tally::encode`] wrote from the front of `input`; nothing if it is not that.
    pub fn decode(input: &mut &[u8]) -> Option<Self> {
        let mut tally = Self::default();
        for count in tally.cells.iter_mut().flatten() {
            *count = read_number(input)?;
        }
        for count in &mut tally.reasons {
            *count = read_number(input)?;
        }
        tally.capped = read_number(input)?;
        tally.decisions = read_number(input)?;
        for _ in 0..read_length(input)? {
            let games = read_number(input)?;
            let first_wins = if games > 0 { read_number(input)? } else { 0 };
            tally.lengths.push(Length { games, first_wins });
        }
        for counters in &mut tally.counters {
            for _ in 0..read_length(input)? {
                counters.push(read_number(input)?);
            }
        }
        Some(tally)
    }
}

/// Appends a number, seven bits a byte, the lowest first.
pub fn write_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Reads what [`write_number`] wrote.
pub fn read_number(input: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = input.split_first()?;
        *input = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Reads a number of items that follow, each at least a byte long: no more than there are bytes left.
pub fn read_length(input: &mut &[u8]) -> Option<u64> {
    read_number(input).filter(|&length| length <= input.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Tally {
        let mut tally = Tally::new([2, 1]);
        let win = Played {
            outcome: Some(fixer_core::game::Outcome {
                winner: Some(fixer_core::game::Player::A),
                reason: Reason::DeckOut,
            }),
            turns: 3,
            decisions: [4, 5],
            iterations: 0,
        };
        let capped = Played { outcome: None, turns: 9, decisions: [2_000, 2_000], iterations: 0 };
        tally.game(&win, Score::Win);
        tally.game(&capped, Score::Draw);
        tally.pair(Score::Win, Score::Draw);
        tally.game(&win, Score::Win);
        tally.game(&win, Score::Win);
        tally.pair(Score::Win, Score::Loss);
        tally.counters = [vec![300, 0], vec![7]];
        tally
    }

    #[test]
    fn counts_are_told_from_both_sides() {
        let tally = sample();
        assert_eq!(tally.games(), 4);
        assert_eq!((tally.first(), tally.second(), tally.both()), ([0, 0, 2], [1, 1, 0], [1, 1, 2]));
        assert_eq!((tally.points(), tally.six()), ([0, 0, 1, 1, 0], [0, 0, 1, 0, 1, 0]));
        assert_eq!(tally.first_player(), [3, 1]);
        assert_eq!((tally.reasons, tally.capped), ([0, 0, 3, 0, 0, 0], 1));
        let turned = tally.turned();
        assert_eq!((turned.first(), turned.second()), ([0, 1, 1], [2, 0, 0]));
        assert_eq!(turned.six(), [0, 1, 1, 0, 0, 0]);
        assert_eq!(turned.first_player(), tally.first_player());
        assert_eq!(turned.turned(), tally);
    }

    #[test]
    fn encoding_round_trips_and_refuses_cut_input() {
        let tally = sample();
        let mut bytes = Vec::new();
        tally.encode(&mut bytes);
        let mut input = bytes.as_slice();
        assert_eq!(Tally::decode(&mut input), Some(tally));
        assert!(input.is_empty());
        for cut in 0..bytes.len() {
            assert_eq!(Tally::decode(&mut &bytes[..cut]), None);
        }
        let mut large = Vec::new();
        write_number(&mut large, u64::MAX);
        assert_eq!(read_number(&mut large.as_slice()), Some(u64::MAX));
    }

    #[test]
    fn sums_do_not_depend_on_the_order() {
        let (one, mut two) = (sample(), sample());
        two.lengths.truncate(4);
        two.cells[2][2] = 5;
        let (mut left, mut right) = (one.clone(), two.clone());
        left.add(&two);
        right.add(&one);
        assert_eq!(left, right);
        assert_eq!(left.counters[0], [600, 0]);
    }

    #[test]
    fn an_empty_tally_has_numbers_for_everything() {
        let tally = Tally::default();
        assert_eq!((tally.games(), tally.turns_quantile(0.5)), (0, 0));
        assert!(tally.turns_mean().abs() < f64::EPSILON);
    }
}
