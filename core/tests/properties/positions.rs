//! Every position is possible, and a game ends for one of the reasons the rules know.

use fixer_core::cyberpunk::{Action, Kind, Table};
use fixer_core::game::{Game, Outcome, Player, Reason, Status};

use super::games::{Walked, match_up, walk};

/// What no position of a game may break.
pub fn hold(table: &Table<'_>, legal: &[Action]) {
    possible(table, legal);
    // In a sample for the other player it may be so: that somebody is asked at all is no knowledge of cards.
    let always = matches!(table.status(), Status::Over(_) | Status::Decide(_, Kind::Main | Kind::Mulligan));
    assert!(always || legal.len() > 1, "somebody is asked for the only option\n{}", listed(table, legal));
}

/// What no position may break, one that was sampled included.
pub fn possible(table: &Table<'_>, legal: &[Action]) {
    if let Err(fault) = table.verify() {
        panic!("{fault}\n{}", listed(table, legal));
    }
    match table.status() {
        Status::Over(outcome) => {
            assert!(legal.is_empty(), "a finished game offers actions");
            ends_by_the_rules(table, outcome);
        }
        Status::Decide(..) => assert!(!legal.contains(&Action::Concede), "conceding is listed"),
    }
}

/// The decision and its options, for messages.
pub fn listed(table: &Table<'_>, legal: &[Action]) -> String {
    let texts: Vec<String> = legal.iter().map(|&action| table.format_action(action)).collect();
    format!("at {:?}, turn {}: {}", table.status(), table.turn(), texts.join(", "))
}

fn ends_by_the_rules(table: &Table<'_>, outcome: Outcome) {
    let state = &table.state;
    let seven = |player: Player| state.gigs[player.index()].len() >= 7;
    let fits = match (outcome.reason, outcome.winner) {
        (Reason::Gigs, Some(winner)) => seven(winner) && state.active == winner,
        (Reason::Overtime, Some(winner)) => state.overtime && seven(winner) && !seven(winner.rival()),
        (Reason::DeckOut, Some(winner)) => state.deck.of_player(winner.rival()).is_empty(),
        (Reason::Tie, None) => true,
        _ => false,
    };
    assert!(fits, "nobody can win like this: {outcome:?}, Gigs {:?}", state.gigs);
}

/// What a whole game may not do.
pub fn hold_for_game(walked: &Walked) {
    assert!(walked.decisions > 0);
    assert!(walked.outcome.reason != Reason::Concede, "nobody conceded");
}

#[test]
fn positions_are_possible_and_games_end_by_the_rules() {
    for seed in 0..150 {
        let cards = match_up(seed);
        hold_for_game(&walk(&cards, seed, hold));
    }
}

#[test]
fn an_impossible_position_is_noticed() {
    let cards = match_up(0);
    let mut checked = 0;
    walk(&cards, 0, |table, _| {
        let state = table.state;
        let in_hand = state.hand.first();
        let Some(card) = in_hand else { return };
        let breakages: [fn(&mut Table<'_>, fixer_core::bits::Card); 7] = [
            |table, card| table.state.trash.insert(card),
            |table, card| table.state.hand.remove(card),
            |table, card| table.state.spent.insert(card),
            |table, card| table.state.known[card.owner().index()].remove(card),
            |table, _| table.state.values[3] = 0,
            |table, _| table.state.eddies_spent = [60, 60],
            |table, card| table.state.deck.insert(card),
        ];
        for breakage in breakages {
            let mut broken = *table;
            breakage(&mut broken, card);
            assert!(broken.verify().is_err());
            checked += 1;
        }
    });
    assert!(checked > 100);
}
