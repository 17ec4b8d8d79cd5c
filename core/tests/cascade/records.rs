//! A written duel replays to the same position.

use fixer_core::cascade::cards::CardPool;
use fixer_core::cascade::record::{Title, record_game, replay};
use fixer_core::chance::Streams;
use fixer_core::game::Game;
use fixer_core::record::Record;

use super::games::{builtin, walk};

fn title(pool: &CardPool, seed: u64) -> Title {
    let name = |text: &str| text.to_owned();
    let [decks, agents] = [[name("one"), name("two")], [name("random"), name("random")]];
    Title { cards: pool.card_hash(), seed, decks, agents }
}

#[test]
fn a_written_duel_replays() {
    let pool = CardPool::builtin();
    for seed in 0..20 {
        let cards = builtin(seed);
        let mut ends = Vec::new();
        let walked = walk(&cards, seed, |table, _| ends.push(table.fingerprint()));
        let text = record_game(&cards, &title(&pool, seed), Streams::new(seed), &walked.actions).write();
        let record = Record::read("duel.game.toml", &text).expect("our own text");
        assert_eq!(record.write(), text, "reading and writing changes nothing");
        let again = replay(&record, &pool).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(again.differs, None);
        assert_eq!(again.steps.len(), walked.actions.len());
        for (at, &end) in ends.iter().enumerate() {
            assert_eq!(again.table(at).map(|table| table.fingerprint()), Some(end), "after {at} actions");
        }
    }
}

#[test]
fn edited_records_say_what_is_wrong() {
    let pool = CardPool::builtin();
    let cards = builtin(1);
    let walked = walk(&cards, 1, |_, _| {});
    let text = record_game(&cards, &title(&pool, 1), Streams::new(1), &walked.actions).write();
    let turns = text.lines().find(|line| line.starts_with("turns ")).expect("a header").to_owned();
    let edited = Record::read("duel.game.toml", &text.replacen(&turns, "turns  = 99", 1)).expect("still a record");
    let differs = replay(&edited, &pool).expect("it replays").differs.expect("the change shows").to_string();
    assert!(differs.contains("turns 99: replayed there are"), "{differs}");
    for (from, to, wanted) in [
        ("game   = \"cascade\"", "game   = \"chess\"", "of the game `chess`"),
        ("\"A end\"", "\"A surrender\"", "no verb"),
        ("\"A end\"", "\"B end\"", "decides here"),
        ("player  = \"A\"", "player  = \"B\"", "is A's"),
        ("\"3 pike-recruit\"", "\"2 pike-recruit\"", "list"),
        ("\"marshal-ysolde\"", "\"marshall-ysolde\"", "no card"),
    ] {
        assert!(text.contains(from), "{from}");
        let edited = Record::read("duel.game.toml", &text.replacen(from, to, 1)).expect("still a record");
        let error = replay(&edited, &pool).expect_err(to).to_string();
        assert!(error.contains(wanted), "{to}: {error}");
    }
}
