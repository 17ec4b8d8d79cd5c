//! When two copies of a card are the same, worked out a second way: exchange them everywhere and compare.

use fixer_core::bits::{Card, CardSet};
use fixer_core::cyberpunk::state::{State, Zone};
use fixer_core::cyberpunk::{Action, Table};

/// Whether `action` is a listed one up to copies that are the same.
pub fn equals_a_listed(table: &Table<'_>, legal: &[Action], action: Action) -> bool {
    legal.iter().any(|&listed| {
        let ((left, left_cards), (right, right_cards)) = (skeleton(listed), skeleton(action));
        left == right && left_cards.iter().zip(right_cards).all(|(&x, y)| x == y || alike(table, x, y))
    })
}

/// An action without its cards, and the cards.
fn skeleton(action: Action) -> (Action, [Card; 2]) {
    const NONE: Card = Card::NONE;
    match action {
        Action::Sell(card) => (Action::Sell(NONE), [card, NONE]),
        Action::Play(card) => (Action::Play(NONE), [card, NONE]),
        Action::PlayOn(card, host) => (Action::PlayOn(NONE, NONE), [card, host]),
        Action::Solo(card) => (Action::Solo(NONE), [card, NONE]),
        Action::Use(card, nth) => (Action::Use(NONE, nth), [card, NONE]),
        Action::Attack(unit, target) => (Action::Attack(NONE, NONE), [unit, target]),
        Action::AttackGigs(unit) => (Action::AttackGigs(NONE), [unit, NONE]),
        Action::Block(unit) => (Action::Block(NONE), [unit, NONE]),
        Action::Choose(card) => (Action::Choose(NONE), [card, NONE]),
        // A pending effect is named by its source, which something refers to: the effect.
        other => (other, [NONE, NONE]),
    }
}

/// Whether two cards are the same to whoever chooses.
pub fn alike(table: &Table<'_>, x: Card, y: Card) -> bool {
    if x == y {
        return true;
    }
    if !x.is_some() || !y.is_some() || x.owner() != y.owner() {
        return false;
    }
    let cards = table.match_up();
    if cards.facts[x.index()].definition != cards.facts[y.index()].definition {
        return false;
    }
    let state = &table.state;
    let hidden = state.hand | state.deck | state.eddies;
    if hidden.has(x) || hidden.has(y) {
        return hidden.has(x) && hidden.has(y);
    }
    if state.zone(x) != state.zone(y) || state.equipped.has(x) != state.equipped.has(y) {
        return false;
    }
    if state.equipped.has(x) {
        let hosts = (state.host(x), state.host(y));
        if refers(state, x) || refers(state, y) {
            return false;
        }
        // Two Gears on one host, or on hosts that are the same: whichever is taken, what remains is the same.
        return alike(table, hosts.0, hosts.1) && history(state, x) == history(state, y);
    }
    let gear = |host| state.gear_on(host).collect::<Vec<_>>();
    let (mut on_x, mut on_y) = (gear(x), gear(y));
    if on_x.len() != on_y.len() {
        return false;
    }
    let kind = |card: &Card| cards.facts[card.index()].definition;
    on_x.sort_by_key(|gear| (kind(gear), history(state, *gear)));
    on_y.sort_by_key(|gear| (kind(gear), history(state, *gear)));
    if on_x.iter().map(kind).ne(on_y.iter().map(kind)) {
        return false;
    }
    let mut pieces = vec![(x, y)];
    pieces.extend(on_x.into_iter().zip(on_y));
    if pieces.iter().any(|&(one, other)| refers(state, one) || refers(state, other)) {
        return false;
    }
    let mut exchanged = *state;
    for (one, other) in pieces {
        exchange(&mut exchanged, one, other);
    }
    if state.trash.has(x) {
        // What lies in the trash has a past that nothing asks a single card for.
        exchanged.history = state.history;
    }
    exchanged == *state
}

fn history(state: &State, card: Card) -> Vec<bool> {
    state.history.iter().map(|list| list.has(card)).collect()
}

/// Whether anything half done, waiting or lasting refers to a card.
fn refers(state: &State, card: Card) -> bool {
    let mut found = state.attack.attacker == card || state.attack.target == card;
    for frame in state.frames.iter() {
        found |= [frame.this, frame.source, frame.subject, frame.other, frame.held].contains(&card);
    }
    for pending in state.pending.iter() {
        found |= [pending.this, pending.source, pending.subject, pending.other, pending.held].contains(&card);
    }
    for floating in state.floating.iter() {
        found |= [floating.this, floating.held].contains(&card);
    }
    for (at, &register) in state.registers.iter().enumerate() {
        found |= state.register_zone[at] != Zone::Resolving && CardSet(register).has(card);
    }
    found
}

/// Exchanges two cards that nothing refers to in everything that lies on the table; where each stands in its line
/// does not matter.
fn exchange(state: &mut State, x: Card, y: Card) {
    let sets = [
        &mut state.field,
        &mut state.legends,
        &mut state.trash,
        &mut state.removed,
        &mut state.equipped,
        &mut state.spent,
        &mut state.lag,
        &mut state.solo,
        &mut state.face_up,
    ];
    for set in sets.into_iter().chain(&mut state.known).chain(&mut state.history) {
        set.exchange(x, y);
    }
    state.link.swap(x.index(), y.index());
    let hosts: Vec<Card> = state.equipped.collect();
    for gear in hosts {
        let host = &mut state.link[gear.index()];
        if *host == x.0 as i8 {
            *host = y.0 as i8;
        } else if *host == y.0 as i8 {
            *host = x.0 as i8;
        }
    }
}
