//! Nothing that a player can't know shows: not in the options, not in the observation, not in what a sample is.
//!
//! Worlds that differ only in what the observer can't know are made by hand here, card by card, with no help from the
//! engine's own sampling.

use fixer_core::bits::{Card, CardSet};
use fixer_core::chance::{SearchRng, below, mix, rng};
use fixer_core::cyberpunk::state::{State, Zone};
use fixer_core::cyberpunk::{Action, Table};
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

/// A sample is a possible position that looks the same to the observer and leaves the observer the same options.
pub fn samples_fit(table: &Table<'_>, observer: Player, seed: u64) {
    let mut world = *table;
    world.determinize(observer, &mut rng(seed));
    possible(&world, &legal(&world));
    assert_eq!(world.status(), table.status());
    assert_eq!(observation(&world, observer), observation(table, observer), "a sample looks different");
    if matches!(table.status(), Status::Decide(player, _) if player == observer) {
        assert_eq!(legal(&world), legal(table), "a sample offers something else");
    }
    // Known cards stay what they are.
    for player in Player::BOTH {
        let (old, new) = (table.state.deck_order(player), world.state.deck_order(player));
        let joined = table.state.joined[observer.index()][player.index()];
        for at in 0..old.len() {
            let alone = joined >> at & 1 == 0 && (at == 0 || joined >> (at - 1) & 1 == 0);
            let kind = |card: u8| table.match_up().facts[card as usize].definition;
            if alone && table.knows(observer, Card(old[at])) {
                assert_eq!(kind(old[at]), kind(new[at]), "a known card of a deck became another");
            }
        }
    }
}

/// A world that differs from `table` only in what `observer` can't know, if there is one.
pub fn another_world<'m>(table: &Table<'m>, observer: Player, generator: &mut SearchRng) -> Option<Table<'m>> {
    let mut world = *table;
    let mut differs = false;
    for _ in 0..40 {
        differs |= exchange_unknown(&mut world, observer, generator);
    }
    // That the rival is asked tells that it has something to choose from.
    let asks_for_something = match world.status() {
        Status::Decide(player, _) => player == observer || !legal(&world).is_empty(),
        Status::Over(_) => true,
    };
    (differs && asks_for_something).then_some(world)
}

fn kind(table: &Table<'_>, card: Card) -> u8 {
    table.match_up().facts[card.index()].definition
}

/// Exchanges two cards whose difference `observer` can't see; whether they are different cards.
fn exchange_unknown(table: &mut Table<'_>, observer: Player, generator: &mut SearchRng) -> bool {
    let owner = Player::BOTH[below(generator, 2) as usize];
    let class = below(generator, 4);
    let state = &table.state;
    let known = state.known[observer.index()];
    let mut two = |cards: &[Card]| -> Option<(Card, Card)> {
        if cards.len() < 2 {
            return None;
        }
        let at = below(generator, cards.len() as u32) as usize;
        let step = 1 + below(generator, cards.len() as u32 - 1) as usize;
        Some((cards[at], cards[(at + step) % cards.len()]))
    };
    let pair = match class {
        // Unknown cards of hand, Eddies and deck.
        0 => {
            let hidden: Vec<Card> = ((state.hand | state.deck | state.eddies).of_player(owner) - known).collect();
            two(&hidden).map(|pair| (pair, true))
        }
        // Unknown Legends.
        1 => {
            let legends: Vec<Card> = ((state.legends - state.face_up).of_player(owner) - known).collect();
            two(&legends).map(|pair| (pair, true))
        }
        // Numbers of two copies: in hidden zones they mean nothing.
        2 => {
            let hidden = (state.hand | state.deck | state.eddies).of_player(owner);
            let cards: Vec<Card> = hidden.collect();
            let Some((x, _)) = two(&cards) else { return false };
            let copies: Vec<Card> = (table.match_up().copies[x.index()] & hidden).collect();
            if let Some((x, y)) = two(&copies) {
                exchange(&mut table.state, observer, x, y, true);
                let state = &mut table.state;
                for set in state.history.iter_mut().chain([&mut state.known[observer.index()]]) {
                    set.exchange(x, y);
                }
            }
            return false;
        }
        // Cards of a block whose order is unknown.
        _ => {
            let joined = state.joined[observer.index()][owner.index()];
            let deck = state.deck_order(owner);
            let in_block: Vec<Card> = (0..deck.len().saturating_sub(1))
                .filter(|&at| joined >> at & 1 == 1)
                .map(|at| Card(deck[at]))
                .collect();
            two(&in_block).and_then(|(card, _)| {
                let at = deck.iter().position(|&other| other == card.0)?;
                Some(((card, Card(deck[at + 1])), false))
            })
        }
    };
    let Some(((x, y), references)) = pair else { return false };
    let differs = kind(table, x) != kind(table, y);
    exchange(&mut table.state, observer, x, y, references);
    differs
}

/// Lays `x` where `y` lies and `y` where `x` lies. What the observer knows stays with the card, what the other player
/// knows and what effects hold (`references`) stays with the place.
fn exchange(state: &mut State, observer: Player, x: Card, y: Card, references: bool) {
    let turn = |card: &mut Card| {
        if *card == x {
            *card = y;
        } else if *card == y {
            *card = x;
        }
    };
    let sets = [&mut state.hand, &mut state.deck, &mut state.eddies, &mut state.legends, &mut state.spent];
    for set in sets.into_iter().chain([&mut state.known[observer.rival().index()]]) {
        set.exchange(x, y);
    }
    let at = x.owner().index();
    for place in &mut state.row[at][..state.deck_len[at] as usize] {
        let mut card = Card(*place);
        turn(&mut card);
        *place = card.0;
    }
    state.places[at].iter_mut().for_each(turn);
    if !references {
        return;
    }
    for frame in state.frames.iter_mut() {
        [&mut frame.this, &mut frame.source, &mut frame.subject, &mut frame.other, &mut frame.held]
            .into_iter()
            .for_each(turn);
    }
    for pending in state.pending.iter_mut() {
        [&mut pending.this, &mut pending.source, &mut pending.subject, &mut pending.other, &mut pending.held]
            .into_iter()
            .for_each(turn);
    }
    for floating in state.floating.iter_mut() {
        [&mut floating.this, &mut floating.held].into_iter().for_each(turn);
    }
    for last in state.last_valid.iter_mut() {
        turn(&mut last.card);
    }
    for at in 0..state.registers.len() {
        if state.register_zone[at] != Zone::Resolving {
            let mut cards = CardSet(state.registers[at]);
            cards.exchange(x, y);
            state.registers[at] = cards.0;
        }
    }
}

/// The first way in which two worlds that an observer can't tell apart are told apart after all.
pub fn leak(
    one: &Table<'_>,
    other: &Table<'_>,
    observer: Player,
    seed: u64,
    sampling: Sampling,
) -> Option<&'static str> {
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
    if left.fingerprint() != right.fingerprint() || left.state != right.state {
        return Some("the sample");
    }
    None
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
        if let Err(fault) = other.verify() {
            panic!("the other world: {fault}\n{}", listed(table, &legal(table)));
        }
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
fn samples_fit_what_is_known() {
    for seed in 0..40 {
        let cards = match_up(seed);
        let mut at = 0;
        walk(&cards, seed, |table, _| {
            at += 1;
            if at % 3 == 0 {
                Player::BOTH.into_iter().for_each(|observer| samples_fit(table, observer, seed + at));
            }
        });
    }
}

#[test]
fn worlds_that_look_the_same_are_the_same() {
    let count = over_games(0..60, 4, HONEST);
    assert!(count.positions >= 500, "only {} positions", count.positions);
    assert!(count.matter * 2 >= count.positions, "{} of {} matter", count.matter, count.positions);
}

#[test]
fn leaking_samplings_are_caught() {
    // The truth itself; and the true order of the rival's hidden cards, shuffled where it lies.
    let truth: Sampling = |_, _, _| {};
    let in_place: Sampling = |table, observer, generator| {
        let rival = observer.rival();
        let unknown = table.state.hand.of_player(rival) | table.state.deck.of_player(rival);
        let cards: Vec<Card> = (unknown - table.state.known[observer.index()]).collect();
        for at in (1..cards.len()).rev() {
            let other = below(generator, at as u32 + 1) as usize;
            exchange(&mut table.state, observer, cards[at], cards[other], true);
        }
    };
    for leaking in [truth, in_place] {
        let count = over_games(0..4, 8, leaking);
        assert!(count.leaks * 10 > count.positions * 9, "{} of {} leaks found", count.leaks, count.positions);
    }
}
