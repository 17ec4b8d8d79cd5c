//! An agent of your own against one of ours, in pairs: `cargo run --release --example own_agent`.
//!
//! It draws one world that fits what it may know, tries each action in it, and takes the one after which it has most
//! Gigs, then most power on the field.

use fixer_ai::agent::{Agent, GameKey};
use fixer_ai::eval::cyberpunk::Cyberpunk;
use fixer_ai::registry::{Cheating, Pilot, build};
use fixer_ai::spec::AgentSpec;
use fixer_ai::view::View;
use fixer_core::chance::{SearchRng, rng};
use fixer_core::cyberpunk::cards::CardPool;
use fixer_core::cyberpunk::deck::builtin::{STARTERS, builtin_deck};
use fixer_core::cyberpunk::{Action, Table};
use fixer_core::game::{ActionList, Game, Player};
use fixer_sim::contest::{Contest, Pairing, Swap};
use fixer_sim::cyberpunk::{self as contest, MatchUps};
use fixer_sim::pairs::{Ledger, Luck, Pilots, play_pair};
use fixer_sim::stats::rate::win_rate;
use fixer_sim::tally::Tally;

/// So many pairs are played: two games each, the same deal with the agents exchanged.
const PAIRS: u64 = 200;

/// The agent. Its luck is drawn from a generator that begins anew with each game, so that a game can be repeated.
struct Hurried {
    rng: SearchRng,
}

impl<'m> Agent<Table<'m>> for Hurried {
    fn begin(&mut self, seat: Player, GameKey(key): GameKey) {
        self.rng = rng(key ^ seat.index() as u64);
    }

    fn decide(&mut self, view: &View<'_, Table<'m>>, legal: &[Action]) -> Action {
        let me = view.observer();
        let world = view.world(&mut self.rng);
        let mut best = (legal[0], (0, i32::MIN));
        for &action in legal {
            let mut after = world;
            after.apply(action, &mut self.rng);
            let gigs = after.state.gigs[me.index()].len();
            let power: i32 = after.state.line(me).map(|unit| i32::from(after.power(unit))).sum();
            if (gigs, power) > best.1 {
                best = (action, (gigs, power));
            }
        }
        best.0
    }
}

fn main() {
    let pool = CardPool::builtin();
    let decks = STARTERS.map(|id| builtin_deck(id, &pool).expect("a built-in deck"));
    // The decks keep their seats, the agents are exchanged.
    let pairing = Pairing::new([0, 1], [0, 1], Swap::Pilots, [0, 1]);
    let match_ups = MatchUps::new(&pool, &decks, &[pairing]).expect("decks that can meet");
    let rival: AgentSpec = "greedy1".parse().expect("an agent's name");
    let make = |agent: usize| match agent {
        0 => Pilot::Honest(Box::new(Hurried { rng: rng(0) })),
        _ => build(&rival, &Cyberpunk, Cheating::Refused).expect("an agent that can be built"),
    };
    let luck = Luck { master: 1, paired: true, bases: vec![0, 1] };
    let contest = contest::Cyberpunk(&match_ups);
    let tally = Tally::new([contest.counters(0), contest.counters(1)]);
    let mut ledger = Ledger { tally, ..Ledger::default() };
    let (mut pilots, mut legal) = (Pilots::new(&make), ActionList::new());
    for pair in 0..PAIRS {
        play_pair(&contest, &luck, (0, &pairing), pair, &mut pilots, &mut legal, &mut ledger)
            .expect("an agent that plays legal actions");
    }
    let rate = win_rate(&ledger.tally);
    println!(
        "{} games: the hurried agent wins {:.1} % ({:.1} to {:.1}) against {rival}",
        ledger.tally.games(),
        100.0 * rate.value,
        100.0 * rate.lo,
        100.0 * rate.hi,
    );
}
