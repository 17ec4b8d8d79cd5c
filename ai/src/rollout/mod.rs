//! Playing on from a position with a cheap policy: the far end of a search, and the guard of `greedy`.

pub mod mast;

use fixer_core::chance::{SearchRng, below, unit};
use fixer_core::game::{Game, Outcome, Player, Status};

use crate::eval::{Judge, Scorer};
use crate::worlds::Luck;
use mast::Mast;

/// How a rollout plays and when it stops.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Policy {
    /// How often an action is drawn at random instead of by points, 0 to 1.
    pub eps: f32,
    /// How much the mean result of an action anywhere counts beside the points.
    pub mast: f32,
}

/// Plays on; keeps its buffers.
#[derive(Clone, Debug)]
pub struct Rollout<A> {
    policy: Policy,
    mast: Mast,
    legal: Vec<A>,
    points: Vec<f32>,
    /// What has been done since the last call of [`Rollout::learn`]; kept only for the means.
    taken: Vec<(Player, A)>,
}

/// More options than a decision has: room reserved for them, not a limit.
pub(crate) const USUAL_OPTIONS: usize = 256;

impl<A: Copy + Eq + std::hash::Hash> Rollout<A> {
    /// Buffers for this policy.
    pub fn new(policy: Policy) -> Self {
        let learns = policy.mast > 0.0;
        Self {
            policy,
            mast: Mast::new(learns),
            legal: Vec::with_capacity(USUAL_OPTIONS),
            points: Vec::with_capacity(USUAL_OPTIONS),
            taken: Vec::with_capacity(if learns { 2048 } else { 0 }),
        }
    }

    /// Forgets what was learned.
    pub fn clear(&mut self) {
        self.mast.clear();
        self.taken.clear();
    }

    /// Plays `world` on until the game is over (then says how), until `stop` is the number of the turn or less, or for
    /// `longest` decisions.
    pub fn play<G, J>(
        &mut self,
        judge: &J,
        world: &mut G,
        stop: u32,
        longest: u32,
        rng: &mut SearchRng,
    ) -> Option<Outcome>
    where
        G: Game<Action = A>,
        J: Scorer<G>,
    {
        for _ in 0..longest {
            match world.status() {
                Status::Over(outcome) => return Some(outcome),
                Status::Decide(..) if world.turn() >= stop => return None,
                Status::Decide(decider, _) => {
                    let action = self.pick(judge, world, decider, rng);
                    self.note(decider, action);
                    world.apply(action, &mut Luck::new(rng));
                }
            }
        }
        match world.status() {
            Status::Over(outcome) => Some(outcome),
            Status::Decide(..) => None,
        }
    }

    /// Plays `world` on and says whether `of` has lost when the turn `stop` begins to be decided, or after `longest`
    /// decisions. It ends as soon as they can't lose any more.
    pub fn loses<G, J>(
        &mut self,
        judge: &J,
        world: &mut G,
        of: Player,
        stop: u32,
        longest: u32,
        rng: &mut SearchRng,
    ) -> bool
    where
        G: Game<Action = A>,
        J: Judge<G>,
    {
        let mut turn = None;
        for _ in 0..longest {
            match world.status() {
                Status::Decide(..) if world.turn() >= stop => return false,
                Status::Decide(..) if turn != Some(world.turn()) && judge.is_safe_until(world, of, stop) => {
                    return false;
                }
                Status::Decide(..) => {}
                Status::Over(_) => break,
            }
            turn = Some(world.turn());
            self.play(judge, world, stop, 1, rng);
        }
        matches!(world.status(), Status::Over(outcome) if outcome.winner == Some(of.rival()))
    }

    /// Remembers an action taken, for the means.
    #[inline]
    pub fn note(&mut self, decider: Player, action: A) {
        if self.policy.mast > 0.0 {
            self.taken.push((decider, action));
        }
    }

    /// Adds the result (0 to 1, for A) to the means of all actions noted since the last call.
    #[inline]
    pub fn learn(&mut self, value: f32) {
        for (decider, action) in self.taken.drain(..) {
            let result = if decider == Player::A { value } else { 1.0 - value };
            self.mast.add(decider, &action, result);
        }
    }

    /// One action: mostly the one with the most points, ties drawn.
    #[inline]
    fn pick<G, J>(&mut self, judge: &J, world: &G, decider: Player, rng: &mut SearchRng) -> A
    where
        G: Game<Action = A>,
        J: Scorer<G>,
    {
        world.legal_actions(&mut self.legal);
        let count = self.legal.len();
        if count == 1 {
            return self.legal[0];
        }
        let learned = self.policy.mast > 0.0;
        let blind = !learned && !judge.has_scores();
        if blind || (self.policy.eps > 0.0 && unit(rng) < self.policy.eps as f64) {
            return self.legal[below(rng, count as u32) as usize];
        }
        judge.scores(world, &self.legal, &mut self.points);
        if learned {
            for (points, action) in self.points.iter_mut().zip(&self.legal) {
                *points += self.policy.mast * self.mast.mean(decider, action);
            }
        }
        self.legal[best(&self.points, rng)]
    }
}

/// The place of the highest number, ties drawn. `numbers` holds at least one.
#[inline]
pub(crate) fn best(numbers: &[f32], rng: &mut SearchRng) -> usize {
    let (mut place, mut ties) = (0, 1);
    for i in 1..numbers.len() {
        if numbers[i] > numbers[place] {
            (place, ties) = (i, 1);
        } else if numbers[i].to_bits() == numbers[place].to_bits() {
            ties += 1;
            if below(rng, ties) == 0 {
                place = i;
            }
        }
    }
    place
}

#[cfg(test)]
mod tests {
    use fixer_core::chance::{Chance, rng};
    use fixer_core::game::ActionList;

    use super::*;

    /// A and B take turns to name 0, 1 or 2, for ever; a turn is a decision.
    #[derive(Copy, Clone)]
    struct Walk {
        turn: u32,
        named: [u32; 3],
    }

    const START: Walk = Walk { turn: 1, named: [0; 3] };

    impl Game for Walk {
        type Action = u8;
        type Kind = ();

        fn status(&self) -> Status<()> {
            Status::Decide(Player::BOTH[self.turn as usize % 2], ())
        }

        fn legal_actions(&self, out: &mut ActionList<u8>) {
            out.clear();
            out.extend(0..3);
        }

        fn apply(&mut self, action: u8, _chance: &mut impl Chance) {
            self.turn += 1;
            self.named[action as usize] += 1;
        }

        fn determinize(&mut self, _observer: Player, _rng: &mut SearchRng) {}

        fn observe(&self, _observer: Player, out: &mut Vec<u8>) {
            out.extend(self.turn.to_le_bytes());
        }

        fn turn(&self) -> u32 {
            self.turn
        }

        fn fingerprint(&self) -> u64 {
            u64::from(self.turn)
        }

        fn concession() -> u8 {
            9
        }
    }

    /// Likes 1 best.
    struct One;

    impl Scorer<Walk> for One {
        fn score(&self, _game: &Walk, action: u8) -> f32 {
            if action == 1 { 0.1 } else { 0.0 }
        }
    }

    /// What is named in a rollout of this many decisions.
    fn named(rollout: &mut Rollout<u8>, decisions: u32) -> [u32; 3] {
        let mut walk = START;
        assert_eq!(rollout.play(&One, &mut walk, u32::MAX, decisions, &mut rng(8)), None);
        walk.named
    }

    #[test]
    fn it_stops_at_the_turn_it_is_told() {
        let mut walk = START;
        let mut rollout = Rollout::new(Policy { eps: 0.0, mast: 0.0 });
        assert_eq!(rollout.play(&One, &mut walk, 6, 100, &mut rng(1)), None);
        assert_eq!(walk.turn, 6);
        assert_eq!(rollout.play(&One, &mut walk, 6, 100, &mut rng(1)), None);
        assert_eq!(walk.turn, 6, "it was there already");
        assert_eq!(rollout.play(&One, &mut walk, u32::MAX, 4, &mut rng(1)), None);
        assert_eq!(walk.turn, 10, "or after so many decisions");
    }

    #[test]
    fn points_decide_except_for_a_random_share() {
        assert_eq!(named(&mut Rollout::new(Policy { eps: 0.0, mast: 0.0 }), 300), [0, 300, 0]);
        // Three tenths at random leave 7/10 + 1/10 for the best.
        let [zero, one, two] = named(&mut Rollout::new(Policy { eps: 0.3, mast: 0.0 }), 3000);
        assert!((2300..2500).contains(&one) && zero > 230 && two > 230, "{zero} {one} {two}");
    }

    #[test]
    fn what_fared_well_is_named_more() {
        let mut rollout = Rollout::new(Policy { eps: 0.0, mast: 1.0 });
        // 2 has won for both players, 1 has lost: more than its points are worth.
        for (decider, action, value) in
            [(Player::A, 2, 1.0), (Player::B, 2, 0.0), (Player::A, 1, 0.0), (Player::B, 1, 1.0)]
        {
            rollout.note(decider, action);
            rollout.learn(value);
        }
        assert_eq!(named(&mut rollout, 300), [0, 0, 300]);
        rollout.clear();
        assert_eq!(named(&mut rollout, 300), [0, 300, 0]);
    }

    #[test]
    fn ties_are_drawn_evenly_and_the_highest_wins() {
        let mut generator = rng(1);
        let mut counts = [0; 5];
        for _ in 0..3000 {
            counts[best(&[0.5, 0.7, 0.1, 0.7, 0.7], &mut generator)] += 1;
        }
        assert_eq!((counts[0], counts[2]), (0, 0));
        assert!([1, 3, 4].iter().all(|&i| (900..1100).contains(&counts[i])), "{counts:?}");
    }
}
