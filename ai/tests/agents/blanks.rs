//! What knowing the list is worth: a search that takes every hidden card of the rival for a blank Unit, against the same
//! search that draws them from the rival's list. If drawing worlds were no good, both would play alike.

use fixer_ai::agent::GameKey;
use fixer_ai::eval::cyberpunk::Cyberpunk;
use fixer_ai::registry::{Cheating, Pilot, build};
use fixer_ai::spec::AgentSpec;
use fixer_core::bits::CardSet;
use fixer_core::chance::{Streams, mix};
use fixer_core::cyberpunk::cards::CardPool;
use fixer_core::cyberpunk::deck::builtin::builtin_deck;
use fixer_core::cyberpunk::{Action, MatchUp, Table};
use fixer_core::game::{Game, Player, Status};

/// The decks of the strength table.
const DECKS: [[&str; 2]; 6] = [
    ["the-heist-starter", "the-heist-starter"],
    ["embracing-power-starter", "embracing-power-starter"],
    ["sample-netrunners", "sample-netrunners"],
    ["the-heist-starter", "embracing-power-starter"],
    ["community-tempo-ggr", "community-blue-green-control"],
    ["community-adam-smash", "community-br-bd"],
];

fn search<'m>(seat: Player, key: GameKey) -> Pilot<'m, Table<'m>> {
    // Those who take cards for blanks can't keep a tree, as what is hidden changes: neither side keeps one.
    let spec: AgentSpec = "ismcts:200+reuse=0".parse().unwrap_or_else(|error| panic!("{error}"));
    let mut pilot = build(&spec, &Cyberpunk, Cheating::Refused).unwrap_or_else(|error| panic!("{error}"));
    pilot.begin(seat, key);
    pilot
}

/// What a search decides that takes the rival's hidden cards for blanks.
fn decide_on_blanks(table: &Table<'_>, cards: &MatchUp, seat: Player, key: GameKey, legal: &[Action]) -> Action {
    let state = &table.state;
    let hidden = (state.hand | state.deck | state.eddies) & !state.known[seat.index()];
    let blank: CardSet = hidden.of_player(seat.rival());
    let thought = cards.blanked(blank);
    search(seat, key).decide(&Table::lay_out(*state, &thought), seat, legal)
}

/// Who wins a game in which the player in seat `misled` takes hidden cards for blanks.
fn winner(cards: &MatchUp, misled: Player, seed: u64) -> Option<Player> {
    let mut chance = Streams::new(seed);
    let mut table = Table::start(cards, &mut chance);
    let mut honest = search(misled.rival(), GameKey(seed));
    let mut legal = Vec::new();
    for decision in 0..4_000 {
        let Status::Decide(player, _) = table.status() else { break };
        table.legal_actions(&mut legal);
        let action = match legal.as_slice() {
            [only] => *only,
            _ if player == misled => decide_on_blanks(&table, cards, player, GameKey(mix(&[seed, decision])), &legal),
            _ => honest.decide(&table, player, &legal),
        };
        table.apply(action, &mut chance);
    }
    match table.status() {
        Status::Over(outcome) => outcome.winner,
        Status::Decide(..) => None,
    }
}

/// Means of pairs: each deal is played with either player misled.
fn rates(pairs: u64) -> Vec<f64> {
    let pool = CardPool::builtin();
    let mut rates = Vec::new();
    for (at, ids) in DECKS.iter().enumerate() {
        let decks = ids.map(|id| builtin_deck(id, &pool).unwrap_or_else(|error| panic!("{error}")));
        let seats = [[0, 1], [1, 0]]
            .map(|[a, b]| MatchUp::new(&pool, [&decks[a], &decks[b]]).unwrap_or_else(|error| panic!("{error}")));
        for pair in 0..pairs {
            let cards = &seats[(pair % 2) as usize];
            let seed = mix(&[20_260_901, at as u64, pair]);
            let points = Player::BOTH.map(|misled| match winner(cards, misled, seed) {
                Some(player) if player == misled => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            });
            rates.push(f64::midpoint(points[0], points[1]));
        }
    }
    rates
}

#[test]
fn a_search_on_blanks_decides_what_is_legal() {
    assert_eq!(rates(1).len(), DECKS.len());
}

#[test]
#[ignore = "1,200 games of ismcts:200"]
fn blanks_in_place_of_hidden_cards_lose() {
    let rates = rates(100);
    let n = rates.len() as f64;
    let mean = rates.iter().sum::<f64>() / n;
    let variance = rates.iter().map(|rate| (rate - mean).powi(2)).sum::<f64>() / (n - 1.0);
    println!("{mean:.4} ± {:.4} of {} games won on blanks", 1.96 * (variance / n).sqrt(), 2 * rates.len());
    assert!(mean <= 0.45, "{mean}");
}
