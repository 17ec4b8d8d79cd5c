//! Cascade from the command line: every command that makes sense for it, as somebody would type it.

use std::fs;
use std::io::Write;
use std::process::{Output, Stdio};

use super::place::Place;

const PUZZLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../core/tests/scenarios/cascade/puzzles");

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn complained(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn its_tournaments_are_played_merged_and_told() {
    let place = Place::new("cascade-runs");
    let game = "--game cascade --quiet";
    let sim =
        said(&place.run(&format!("sim {game} --agent random --games 40 --per-game --out sim --record games:2"), 0));
    assert!(sim.contains("ember-march") && sim.contains("stone-and-tide") && sim.contains("leader 100.0 %"), "{sim}");
    assert_eq!(fs::read_to_string(place.0.join("sim/games.csv")).unwrap().lines().count(), 41);
    assert!(!place.0.join("sim/dice.csv").exists());
    place.run("run sim/plan.toml --quiet --out again", 0);
    let table = |name: &str| fs::read_to_string(place.0.join(name)).unwrap();
    assert_eq!(table("again/games.csv"), table("sim/games.csv"));
    place.run("status sim", 0);
    let matrix = format!("matrix {game} --agent random --games 20 --plan plan.toml");
    place.run(&matrix, 0);
    for shard in [1, 2] {
        place.run(&format!("run plan.toml --shard {shard}/2 --out part-{shard} --quiet"), 0);
    }
    place.run("merge part-1 part-2 --out whole", 0);
    place.run("run plan.toml --out one --quiet", 0);
    assert_eq!(place.result("whole"), place.result("one"));
    let ladder = format!("ladder {game} --agents greedy,random --games 4 --sprt 0,50 --out ladder");
    assert!(said(&place.run(&ladder, 0)).contains("greedy"));
    let race = format!("race {game} ember-march stone-and-tide --agent random --games 128 --confirm 128 --out race");
    assert!(said(&place.run(&race, 0)).contains("ember-march"));
    place.run("status race", 0);
    // What was recorded is told, and an opinion about it is given.
    let record = fs::read_dir(place.0.join("games")).unwrap().next().unwrap().unwrap().path();
    let record = record.strip_prefix(&place.0).unwrap().to_str().unwrap().to_owned();
    let story = said(&place.run(&format!("replay {record} --plain"), 0));
    assert!(story.contains("Turn 1 · A") && story.contains("won in turn"), "{story}");
    let opinion = said(&place.run(&format!("analyze --game cascade {record}@5 --agent greedy"), 0));
    assert!(opinion.contains("win rates are"), "{opinion}");
}

#[test]
fn its_cards_lists_and_positions_are_shown() {
    let place = Place::new("cascade-shown");
    for (words, expected) in [
        ("deck list --game cascade", "stone-and-tide"),
        ("deck show --game cascade ember-march", "rank  1"),
        ("deck check --game cascade ember-march stone-and-tide", "yes"),
        ("deck diff --game cascade ember-march stone-and-tide", "gate-warden"),
        ("deck convert --game cascade ember-march --to toml", "leader = "),
        ("deck convert --game cascade ember-march", "3 pike-recruit"),
        ("card --game cascade gate-warden", "Gate Warden"),
        ("cards --game cascade --type soul --rank 3", "Soul"),
    ] {
        let shown = said(&place.run(words, 0));
        assert!(shown.contains(expected), "{words}: {shown}");
    }
    let puzzle = format!("{PUZZLES}/who-is-recruited-and-where.toml");
    assert!(said(&place.run(&format!("perft --game cascade {puzzle} --depth 2"), 0)).contains('2'));
    assert!(said(&place.run(&format!("scenario --game cascade {PUZZLES}"), 0)).contains("0 failed"));
    let solved = said(&place.run(&format!("analyze --game cascade {PUZZLES} --agent ismcts:2000"), 0));
    assert!(solved.contains("3 of 3 solved every time"), "{solved}");
}

#[test]
fn a_person_plays_it_and_goes_on_later() {
    let place = Place::new("cascade-play");
    let typed = |words: &str, lines: &str| {
        let mut child =
            place.command(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    };
    let begun = typed(
        "play --game cascade --agent random --hints greedy --seed 7 --seat first",
        "help\n1\nundo\nhint\ncard gate-warden\nnonsense\n99\nend\nsave duel.toml\nquit\n",
    );
    let text = said(&begun);
    assert_eq!(begun.status.code(), Some(0), "{}", complained(&begun));
    for expected in ["Turn 1 · You", "Hand", "Gate Warden", "`help` says", "things to choose from", "saved;"] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    let gone_on = typed("play --resume duel.toml --agent random --hints greedy", "concede\n");
    assert_eq!(gone_on.status.code(), Some(0), "{}", complained(&gone_on));
    assert!(said(&gone_on).contains("Rival won in turn"), "{}", said(&gone_on));
}

#[test]
fn what_there_is_of_the_other_game_only_is_refused_in_a_line() {
    let place = Place::new("cascade-refused");
    for (words, expected) in [
        ("tune --game cascade ember-march --against stone-and-tide", "of cyberpunk only"),
        ("sim --game cascade --shape --games 2", "--shape: how games looked is not counted of cascade"),
        ("sim --game cascade the-heist-starter ember-march", "no such file and no built-in deck"),
        ("sim --game cascade --rules sealed --games 2", "no such rules of deck construction"),
        ("cards --game cascade --color red", "--color: cards of cascade have no such fact"),
        ("cards --rank 3", "--rank: cards of cyberpunk have no such fact"),
        ("cards --game cascade --type unit", "no type of cascade"),
        ("deck convert --game cascade ember-march --to json", "text or toml"),
        ("card --game cascade minotaur", "no card"),
    ] {
        let refused = complained(&place.run(words, 2));
        assert!(refused.contains(expected), "{words}: {refused}");
        assert!(refused.lines().count() <= 2, "{refused}");
    }
}
