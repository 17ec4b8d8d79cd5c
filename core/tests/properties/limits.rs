//! The fixed lists of a position: when one is full the engine says so and stops, it never drops anything.

use fixer_core::bits::{Card, Die};
use fixer_core::cyberpunk::program::EffectId;
use fixer_core::cyberpunk::state::{Ends, Floating, Frame, Job, LastValid, Pending, State, Zone};
use fixer_core::game::Player;

#[test]
#[should_panic(expected = "a list of the position is full: more than 12 frames")]
fn frames() {
    let mut state = State::empty();
    for _ in 0..=12 {
        state.frames.push(Frame::new(Job::Effect, Player::A));
    }
}

#[test]
#[should_panic(expected = "a list of the position is full: more than 14 registers")]
fn registers() {
    let mut state = State::empty();
    for _ in 0..=14 {
        state.registers.push(0);
    }
}

#[test]
#[should_panic(expected = "a list of the position is full: more than 32 pending effects")]
fn pending() {
    let mut state = State::empty();
    for _ in 0..=32 {
        state.pending.push(Pending {
            effect: EffectId(0),
            owner: Player::A,
            this: Card::NONE,
            this_zone: Zone::Resolving,
            source: Card::NONE,
            subject: Card::NONE,
            subject_zone: Zone::Resolving,
            other: Card::NONE,
            die: Die::NONE,
            held: Card::NONE,
            moment: 0,
            rank: 0,
        });
    }
}

#[test]
#[should_panic(expected = "a list of the position is full: more than 32 floating effects")]
fn floating() {
    let mut state = State::empty();
    for _ in 0..=32 {
        state.floating.push(Floating {
            what: 0,
            owner: Player::A,
            this: Card::NONE,
            held: Card::NONE,
            amount: 0,
            ends: Ends::ThisTurn,
        });
    }
}

#[test]
#[should_panic(expected = "a list of the position is full: more than 16 cards with last valid information")]
fn last_valid() {
    let mut state = State::empty();
    for _ in 0..=16 {
        state.last_valid.push(LastValid { card: Card::NONE, equipped: false, spent: false, power: 0 });
    }
}
