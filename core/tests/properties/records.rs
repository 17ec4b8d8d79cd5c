//! A written game reads back and replays, without a generator, through the very same positions.

use fixer_core::chance::Streams;
use fixer_core::cyberpunk::cards::CardPool;
use fixer_core::cyberpunk::record::{Title, record_game, replay};
use fixer_core::game::{Game, Status};
use fixer_core::record::Record;

use super::games::{POOL, Walked, match_up, walk};

fn title(seed: u64) -> Title {
    Title {
        cards: POOL.card_hash(),
        seed,
        decks: ["one".into(), "the \"other\"".into()],
        agents: ["random".into(), "random".into()],
    }
}

/// A random game, the fingerprints of its positions, its record.
fn recorded(seed: u64) -> (Walked, Vec<u64>, Record) {
    let cards = match_up(seed);
    let mut prints = Vec::new();
    let walked = walk(&cards, seed, |table, _| prints.push(table.fingerprint()));
    let record = record_game(&cards, &title(seed), Streams::new(seed), &walked.actions);
    (walked, prints, record)
}

#[test]
fn records_replay_through_the_same_positions() {
    let (mut bottomed, mut rerolled, mut mulligans) = (0, 0, 0);
    for seed in 0..150 {
        let (walked, prints, record) = recorded(seed);
        let text = record.write();
        bottomed += text.matches("\"bottomed ").count();
        rerolled += text.matches("\"rolled ").count();
        mulligans += text.matches("\"shuffled ").count();
        let read = Record::read("one.game.toml", &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(read.write(), text);
        let replayed = replay(&read, &POOL).unwrap_or_else(|error| panic!("{error}\n{:?}\n{text}", error.help));
        assert_eq!(replayed.differs, None);
        assert_eq!(replayed.steps.len(), walked.actions.len());
        for (at, &print) in prints.iter().enumerate() {
            let table = replayed.table(at).expect("a position for each action");
            assert_eq!(table.fingerprint(), print, "after {at} actions of the game with seed {seed}");
        }
        assert!(replayed.table(prints.len()).is_none());
        assert_eq!(replayed.end().status(), Status::Over(walked.outcome));
    }
    assert!(bottomed > 0 && rerolled > 0 && mulligans > 0, "{bottomed} {rerolled} {mulligans}: all kinds of luck");
}

/// What is said of a record with one change, and on which line of it.
fn complaint(from: &str, to: &str) -> String {
    let (_, _, record) = recorded(7);
    let text = record.write();
    assert!(text.contains(from), "`{from}` is not in\n{text}");
    let changed = text.replacen(from, to, 1);
    let line = 1 + text[..text.find(from).expect("it is there")].matches('\n').count();
    let error = match Record::read("g.game.toml", &changed) {
        Err(error) => error,
        Ok(record) => match replay(&record, &POOL) {
            Err(error) => error,
            Ok(replayed) => replayed.differs.expect("the change shows"),
        },
    };
    error.to_string().replace(&format!("g.game.toml:{line}:"), "HERE:")
}

#[test]
fn what_is_wrong_with_a_record_is_said_with_its_line() {
    let (_, _, record) = recorded(7);
    let text = record.write();
    let first_roll =
        text.lines().find(|line| line.contains(" roll d")).expect("a roll").trim().trim_matches(['"', ',']);
    let (roll, value) = first_roll.split_once(" = ").expect("with its value");
    let result = format!("result = \"{}\"", record.result.text);
    for (from, to, expected) in [
        (
            "game   = \"cyberpunk\"".to_owned(),
            "game   = \"chess\"".to_owned(),
            "a record of the game `chess`; expected `cyberpunk`",
        ),
        ("first  = \"A\"".into(), "first  = \"B\"".into(), "HERE: first: \"B\"; expected \"A\""),
        ("seed   = 7".into(), "seed   = \"x\"".into(), "HERE: seed: expected a number from 0"),
        (result.clone(), "result = \"nobody\"".into(), "HERE: result nobody, reason"),
        (first_roll.to_owned(), roll.to_owned(), "HERE: `roll d"),
        (first_roll.to_owned(), format!("{roll} = 99"), "HERE: A:d"),
        (first_roll.to_owned(), format!("B{}", &first_roll[1..]), "A decides here (roll)"),
        (first_roll.to_owned(), "A dance".into(), "HERE: `dance` is no action: no verb `dance`"),
        (first_roll.to_owned(), "A end".into(), "HERE: `end` is not legal here; A decides (roll)"),
        (
            first_roll.to_owned(),
            format!("{roll} = {value}\",\n  \"rolled B:d4 = 2"),
            "`rolled B:d4 = 2`: luck is not asked for",
        ),
        ("number  = 1".into(), "number  = 5".into(), "in turn 5: it is turn 1 here"),
        (format!("turns  = {}", record.turns), "turns  = 99".into(), "turns 99: replayed there are"),
        ("player  = \"A\"".into(), "player  = \"B\"".into(), "turn 0 is A's"),
        ("player  = \"A\"".into(), "player  = \"C\"".into(), "HERE: player: \"C\"; expected \"A\" or \"B\""),
    ] {
        let found = complaint(&from, &to);
        assert!(found.contains(expected), "{from} -> {to}: {found}");
    }
}

#[test]
fn a_list_that_was_edited_no_longer_fits_its_deal() {
    let (_, _, record) = recorded(7);
    let entry = &record.seats[0].cards[0].text;
    let (copies, id) = entry.split_once(' ').expect("copies and card");
    let fewer = format!("\"{} {id}\"", copies.parse::<u8>().expect("a number") - 1);
    let found = complaint(&format!("\"{entry}\""), &fewer);
    assert!(found.contains("these are not the cards of the list") || found.contains(" left: "), "{found}");
    let found = complaint(&format!("\"{entry}\""), "\"3 no-such-card\"");
    assert!(found.starts_with("HERE: no card `no-such-card`"), "{found}");
    let found = complaint(&format!("\"{entry}\""), &format!("\"some {id}\""));
    assert!(found.contains("expected copies and a card"), "{found}");
}

#[test]
fn a_card_that_has_changed_is_refused_by_name() {
    let (_, _, record) = recorded(7);
    let id = record.seats[0].legends[0].text.clone();
    let mut card = POOL.get(POOL.find(&id).expect("a card")).clone();
    card.ram += 1;
    let mut pool: CardPool = POOL.clone();
    pool.extend("mine.ron", &ron::to_string(&[card][..]).expect("a card can be written")).expect("a card can be read");
    let error = replay(&record, &pool).expect_err("it is another card");
    assert!(error.message.contains(&format!("`{id}` is another card now")), "{error}");
    // A card that is in neither list does not matter to the game.
    let mut other = POOL.cards().iter().find(|card| record.hashes.iter().all(|(id, _)| id.text != card.id)).cloned();
    let other = other.as_mut().expect("a card outside the lists");
    other.ram += 1;
    let mut pool: CardPool = POOL.clone();
    pool.extend("mine.ron", &ron::to_string(&[other][..]).expect("a card can be written")).expect("a card can be read");
    assert!(replay(&record, &pool).is_ok());
}

#[test]
fn an_unfinished_game_has_a_record_too() {
    let cards = match_up(7);
    let walked = walk(&cards, 7, |_, _| {});
    let record = record_game(&cards, &title(7), Streams::new(7), &walked.actions[..10]);
    assert_eq!((record.result.text.as_str(), record.reason.as_str()), ("none", "unfinished"));
    let replayed = replay(&Record::read("g", &record.write()).expect("readable"), &POOL).expect("it replays");
    assert_eq!((replayed.steps.len(), replayed.differs.clone()), (10, None));
    assert!(matches!(replayed.end().status(), Status::Decide(..)));
}

#[test]
fn large_seeds_are_kept() {
    let cards = match_up(7);
    let record = record_game(&cards, &title(u64::MAX), Streams::new(1), &[]);
    assert_eq!(Record::read("g", &record.write()).expect("readable").seed, u64::MAX);
}
