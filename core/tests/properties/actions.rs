//! Listed is legal is accepted, and nothing else; a refusal changes nothing; what is written reads back.

use fixer_core::bits::{Card, Die};
use fixer_core::chance::{SearchRng, below, rng};
use fixer_core::cyberpunk::cards::CardType;
use fixer_core::cyberpunk::words::Handles;
use fixer_core::cyberpunk::{Action, Table};
use fixer_core::game::{Game, Status};

use super::copies::equals_a_listed;
use super::games::{match_up, starters, walk};
use super::positions::{hold, listed};

/// Every listed action is carried out, and leads to a possible position.
pub fn all_apply(table: &Table<'_>, legal: &[Action], seed: u64) {
    let mut next = Vec::new();
    for &action in legal {
        let mut copy = *table;
        copy.apply(action, &mut rng(seed));
        copy.legal_actions(&mut next);
        hold(&copy, &next);
    }
}

/// Every listed action is written and read back as itself.
pub fn all_read_back(table: &Table<'_>, legal: &[Action]) {
    let handles = Handles::new();
    for &action in legal {
        let text = table.format_action(action);
        let read = table.parse_action(&text, &handles);
        assert_eq!(read.as_ref(), Ok(&action), "`{text}`\n{}", listed(table, legal));
    }
}

/// Of well-formed actions drawn at random exactly those are accepted that equal a listed one up to copies that are
/// the same; whatever is accepted can be carried out; a refusal changes nothing.
pub fn only_listed_are_accepted(table: &Table<'_>, legal: &[Action], generator: &mut SearchRng, count: u32) {
    let before = table.state;
    for _ in 0..count {
        let action = well_formed(table, legal, generator);
        let expected = action == Action::Concede || equals_a_listed(table, legal, action);
        let accepted = table.resolve_action(action).is_some();
        assert_eq!(accepted, expected, "{action:?}\n{}", listed(table, legal));
        if accepted && action != Action::Concede && !legal.contains(&action) {
            leads_to_the_same(table, legal, action);
        }
    }
    assert!(before == table.state, "asking changed the position");
}

/// A copy of a listed card leads where the listed one leads.
fn leads_to_the_same(table: &Table<'_>, legal: &[Action], copy: Action) {
    let listed = legal.iter().copied().find(|&action| equals_a_listed(table, &[action], copy));
    let ends = [listed.expect("it equals a listed one"), copy].map(|action| {
        let mut table = *table;
        table.apply(action, &mut rng(3));
        let mut next = Vec::new();
        table.legal_actions(&mut next);
        hold(&table, &next);
        let state = &table.state;
        (table.status(), next.len(), state.gigs, state.values, state.field.len(), state.trash.len(), state.spent.len())
    });
    assert_eq!(ends[0], ends[1], "{copy:?} is not the same as what is listed");
}

/// A well-formed action: anything, or a listed one with one piece exchanged.
fn well_formed(table: &Table<'_>, legal: &[Action], generator: &mut SearchRng) -> Action {
    let cards: Vec<Card> = table.match_up().cards().collect();
    let mut card = || cards[below(generator, cards.len() as u32) as usize];
    let (x, y) = (card(), card());
    let mut number = |limit: u32| below(generator, limit) as u8;
    if number(2) == 0 && !legal.is_empty() {
        let copies = |card: Card, at: u8| {
            let copies: Vec<Card> = table.match_up().copies[card.index()].collect();
            copies[at as usize % copies.len()]
        };
        let at = number(8);
        return match legal[number(legal.len().min(255) as u32) as usize] {
            Action::Sell(card) => Action::Sell(copies(card, at)),
            Action::Play(card) => Action::Play(copies(card, at)),
            Action::PlayOn(card, host) if at > 3 => Action::PlayOn(copies(card, at), host),
            Action::PlayOn(card, host) => Action::PlayOn(card, copies(host, at)),
            Action::Solo(card) => Action::Play(card),
            Action::Use(card, nth) => Action::Use(copies(card, at), nth),
            Action::Attack(unit, target) if at > 3 => Action::Attack(copies(unit, at), target),
            Action::Attack(unit, target) => Action::Attack(unit, copies(target, at)),
            Action::AttackGigs(unit) => Action::AttackGigs(copies(unit, at)),
            Action::Block(unit) => Action::Block(copies(unit, at)),
            Action::Choose(card) => Action::Choose(copies(card, at)),
            Action::Call(place) => Action::ChoosePlace(place),
            Action::Pay(places) => Action::Pay(places ^ (1 << (at % 3))),
            Action::Resolve(card, nth) => Action::Resolve(card, nth ^ 1),
            Action::ChooseNumber(amount) => Action::ChooseNumber(-amount),
            other => other,
        };
    }
    match number(25) {
        0 => Action::Keep,
        1 => Action::Mulligan,
        2 => Action::Roll(Die(number(12))),
        3 => Action::Sell(x),
        4 => Action::Call(number(3)),
        5 => Action::Play(x),
        6 => Action::PlayOn(x, y),
        7 => Action::Solo(x),
        8 => Action::Use(x, number(3)),
        9 => Action::Attack(x, y),
        10 => Action::AttackGigs(x),
        11 => Action::End,
        12 => Action::Block(x),
        13 => Action::Pass,
        14 => Action::Pay(number(8)),
        15 => Action::Resolve(x, number(3)),
        16 => Action::Choose(x),
        17 => Action::ChoosePlace(number(3)),
        18 => Action::ChooseDie(Die(number(12))),
        19 => Action::ChooseNumber(number(41) as i8 - 20),
        20 => Action::ChooseType(CardType::ALL[number(4) as usize]),
        21 => Action::ChooseNone,
        22 => Action::Yes,
        23 => Action::No,
        _ => Action::Concede,
    }
}

#[test]
fn listed_actions_apply_and_read_back() {
    for seed in 0..40 {
        let cards = match_up(seed);
        let mut at = 0;
        walk(&cards, seed, |table, legal| {
            at += 1;
            all_read_back(table, legal);
            if at % 4 == 0 {
                all_apply(table, legal, seed);
            }
        });
    }
}

#[test]
fn nothing_else_is_accepted() {
    for seed in 0..40 {
        let cards = if seed < 4 { starters() } else { match_up(seed) };
        let mut generator = rng(seed);
        let mut at = 0;
        walk(&cards, seed, |table, legal| {
            at += 1;
            if at % 3 == 0 && matches!(table.status(), Status::Decide(..)) {
                only_listed_are_accepted(table, legal, &mut generator, 200);
            }
        });
    }
}
