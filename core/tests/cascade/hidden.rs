//! Nothing that a player can't know shows: not in the options, not in the observation, not in what a sample is.
//!
//! Worlds that differ only in what the observer can't know are made by hand here, card by card, with no help from the
//! engine's own sampling.

use fixer_core::bits::Card;
use fixer_core::cascade::state::State;
use fixer_core::cascade::{Action, Table};
use fixer_core::chance::{SearchRng, below, mix, rng};
use fixer_core::game::{Game, Player, Status};

use super::games::{choose, match_up, walk};
use super::positions::{listed, possible};

/// Draws a world for an observer: what is under test, or a leaking one.
pub type Sampling = for<'m> fn(&mut Table<'m>, Player, &mut SearchRng);

/// The engine's own.
pub const HONEST: Sampling = |table, observer, generator| table.determinize(observer, generator);

fn legal(table: &Table<'_>) -> Vec<Action> {
    let mut legal = Vec::new();
    table.legal_actions(&mut legal);
    legal
}

fn observation(table: &Table<'_>, observer: Player) -> Vec<u8> {
    let mut bytes = Vec::new();
    table.observe(observer, &mut bytes);
    bytes
}

/// A sample is a possible position that looks the same to the observer and leaves the observer the same options. That
/// the other player is asked at all is no knowledge of cards, so in a sample they may have nothing but to pass.
pub fn samples_fit(table: &Table<'_>, observer: Player, seed: u64) {
    let mut world = *table;
    world.determinize(observer, &mut rng(seed));
    assert_eq!(world.status(), table.status());
    assert_eq!(observation(&world, observer), observation(table, observer), "a sample looks different");
    match table.status() {
        Status::Decide(player, _) if player == observer => {
            possible(&world, &legal(&world));
            assert_eq!(legal(&world), legal(table), "a sample offers something else");
        }
        Status::Decide(..) => assert!(!legal(&world).is_empty(), "a sample offers nothing"),
        Status::Over(_) => {}
    }
}

/// A world that differs from `table` only in what `observer` can't know, if there is one.
pub fn another_world<'m>(table: &Table<'m>, observer: Player, generator: &mut SearchRng) -> Option<Table<'m>> {
    let mut world = *table;
    let mut differs = false;
    for _ in 0..40 {
        differs |= exchange_unknown(&mut world, observer, generator);
    }
    differs.then_some(world)
}

/// Exchanges two cards whose difference `observer` can't see; whether they are different cards.
fn exchange_unknown(table: &mut Table<'_>, observer: Player, generator: &mut SearchRng) -> bool {
    let owner = Player::BOTH[below(generator, 2) as usize];
    let state = &table.state;
    let hidden = (state.hand | state.deck | state.face_down).of_player(owner);
    let numbers = below(generator, 4) == 0;
    let unknown: Vec<Card> = hidden.filter(|&card| numbers || !table.knows(observer, card)).collect();
    if unknown.len() < 2 {
        return false;
    }
    let (x, y) = {
        let at = below(generator, unknown.len() as u32) as usize;
        let step = 1 + below(generator, unknown.len() as u32 - 1) as usize;
        (unknown[at], unknown[(at + step) % unknown.len()])
    };
    let kind = |card: Card| table.match_up().facts[card.index()].definition;
    let same = kind(x) == kind(y);
    // Numbers of copies mean nothing in hidden zones: they are exchanged with all that is known of them.
    if numbers && !same {
        return false;
    }
    // A set card is an Ambush.
    let set = state.face_down.has(x) || state.face_down.has(y);
    if set && !(table.match_up().ambushes.has(x) && table.match_up().ambushes.has(y)) {
        return false;
    }
    exchange(&mut table.state, x, y);
    if numbers {
        table.state.shown.exchange(x, y);
    }
    !same
}

/// Lays `x` where `y` lies and `y` where `x` lies.
fn exchange(state: &mut State, x: Card, y: Card) {
    for set in [&mut state.hand, &mut state.deck, &mut state.face_down] {
        set.exchange(x, y);
    }
    let turn = |card: Card| match card {
        card if card == x => y,
        card if card == y => x,
        card => card,
    };
    let at = x.owner().index();
    let len = state.deck_len[at] as usize;
    state.order[at][..len].iter_mut().for_each(|place| *place = turn(Card(*place)).0);
    state.set[at].iter_mut().for_each(|place| *place = turn(*place));
}

/// The first way in which two worlds that an observer can't tell apart are told apart after all.
fn leak(one: &Table<'_>, other: &Table<'_>, observer: Player, seed: u64, sampling: Sampling) -> Option<&'static str> {
    if one.status() != other.status() {
        return Some("the decision");
    }
    if observation(one, observer) != observation(other, observer) {
        return Some("the observation");
    }
    if matches!(one.status(), Status::Decide(player, _) if player == observer) && legal(one) != legal(other) {
        return Some("the options");
    }
    let [left, right] = [one, other].map(|table| {
        let mut world = *table;
        sampling(&mut world, observer, &mut rng(seed));
        world
    });
    (left.fingerprint() != right.fingerprint() || left.state != right.state).then_some("the sample")
}

/// Whether what differs between two worlds shows when both are played on in the same way.
fn matters(one: &Table<'_>, other: &Table<'_>, observer: Player, seed: u64) -> bool {
    let (mut one, mut other) = (*one, *other);
    let mut luck = [rng(seed), rng(seed)];
    let mut generator = rng(mix(&[seed, 3]));
    for _ in 0..80 {
        let options = legal(&one);
        if options.is_empty() || one.status() != other.status() || options != legal(&other) {
            break;
        }
        let action = choose(&options, true, &mut generator);
        one.apply(action, &mut luck[0]);
        other.apply(action, &mut luck[1]);
        if observation(&one, observer) != observation(&other, observer) {
            return true;
        }
    }
    one.status() != other.status() || legal(&one) != legal(&other)
}

/// What the test over many positions found.
#[derive(Default)]
pub struct Count {
    /// Positions compared with another world.
    pub positions: u32,
    /// Those in which the difference shows later.
    pub matter: u32,
    /// Those that a sampling gave away.
    pub leaks: u32,
}

/// Compares a position with another world, for both observers.
pub fn compare(table: &Table<'_>, generator: &mut SearchRng, seed: u64, sampling: Sampling, count: &mut Count) {
    for observer in Player::BOTH {
        let Some(other) = another_world(table, observer, generator) else { continue };
        count.positions += 1;
        count.matter += u32::from(matters(table, &other, observer, seed));
        if let Some(what) = leak(table, &other, observer, seed, sampling) {
            count.leaks += 1;
            assert!(
                sampling as usize != HONEST as usize,
                "{what} tells {observer:?} what can't be known\n{}",
                listed(table, &legal(table))
            );
        }
    }
}

fn over_games(games: std::ops::Range<u64>, every: usize, sampling: Sampling) -> Count {
    let mut count = Count::default();
    for seed in games {
        let cards = match_up(seed);
        let mut generator = rng(mix(&[seed, 4]));
        let mut at = 0;
        walk(&cards, seed, |table, legal| {
            at += 1;
            if at % every == 0 && !legal.is_empty() {
                compare(table, &mut generator, seed, sampling, &mut count);
            }
        });
    }
    count
}

#[test]
fn worlds_that_look_the_same_are_the_same() {
    let count = over_games(0..60, 4, HONEST);
    assert!(count.positions >= 500, "only {} positions", count.positions);
    assert!(count.matter * 3 >= count.positions, "{} of {} matter", count.matter, count.positions);
}

#[test]
fn leaking_samplings_are_caught() {
    // The truth itself; and the true order of the opponent's hidden cards, shuffled where it lies.
    let truth: Sampling = |_, _, _| {};
    let in_place: Sampling = |table, observer, generator| {
        let rival = observer.rival();
        let hidden = table.state.hand.of_player(rival) | table.state.deck.of_player(rival);
        let cards: Vec<Card> = (hidden - table.state.shown).collect();
        for at in (1..cards.len()).rev() {
            let other = below(generator, at as u32 + 1) as usize;
            exchange(&mut table.state, cards[at], cards[other]);
        }
    };
    for leaking in [truth, in_place] {
        let count = over_games(0..6, 8, leaking);
        assert!(count.leaks * 10 > count.positions * 8, "{} of {} leaks found", count.leaks, count.positions);
    }
}
