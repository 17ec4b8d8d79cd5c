//! `fixer play` as a person uses it: typed lines, choices taken back, games saved and gone on with.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Types lines into `fixer play --plain` against greedy and returns what it printed.
fn play(words: &str, lines: &str) -> String {
    play_whoever(&format!("--agent greedy {words}"), lines)
}

/// The same against whoever the words name.
fn play_whoever(words: &str, lines: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fixer"))
        .args(["play", "--plain", "--hints", "ismcts:50"])
        .args(words.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Where the game has ended, nobody reads any more.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("fixer-play-{name}-{}.toml", std::process::id()))
}

#[test]
fn a_whole_game_by_numbers() {
    let text = play("--seed 7", &"1\n".repeat(400));
    assert!(text.contains("what happened") || text.contains("Turn 1"), "{text}");
    assert!(text.contains("win the game") || text.contains("wins the game"), "{text}");
}

#[test]
fn letters_numbers_and_notation_mean_the_same() {
    let by = |first: &str| play("--seed 7 --seat first", &format!("{first}\nlog\nquit\n"));
    assert_eq!(by("1"), by("a"));
    assert_eq!(by("1"), by("keep"));
    assert_ne!(by("1"), by("2"));
}

#[test]
fn a_choice_is_taken_back() {
    let text = play("--seed 7 --seat first", "mulligan\nundo\nlog\nquit\n");
    let log = text.rsplit("> ").nth(1).unwrap();
    assert!(!log.contains("mulligan"), "{log}");
    assert!(play("--seed 7 --seat first", "undo\nquit\n").contains("nothing to take back"));
}

#[test]
fn a_saved_game_goes_on_where_it_was() {
    let path = file("saved");
    let here = play("--seed 7", &format!("1\n1\n1\nsave {}\nlog\nquit\n", path.display()));
    let there = play(&format!("--resume {}", path.display()), "log\nquit\n");
    let log = |text: &str| text.rsplit("> ").nth(1).unwrap().to_owned();
    assert_eq!(log(&here), log(&there));
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_saved_game_keeps_its_rival() {
    let [first, again] = ["rival", "rival-again"].map(file);
    let agents = |path: &PathBuf| -> Vec<String> {
        let text = std::fs::read_to_string(path).unwrap();
        let values = text.lines().filter_map(|line| line.split_once('=').filter(|(key, _)| key.trim() == "agent"));
        values.map(|(_, value)| value.trim().trim_matches('"').to_owned()).collect()
    };
    let saved = |words: &str, path: &PathBuf| play_whoever(words, &format!("1\nsave {}\nquit\n", path.display()));
    saved("--seed 7 --seat second --agent greedy+worlds=2", &first);
    assert_eq!(agents(&first), ["greedy+worlds=2", "person"]);
    let resume = format!("--resume {}", first.display());
    let text = saved(&resume, &again);
    assert_eq!(agents(&again), agents(&first));
    assert!(text.contains("embracing-power-starter (greedy+worlds=2)"), "{text}");
    // Another one can take over.
    saved(&format!("{resume} --agent random"), &again);
    assert_eq!(agents(&again), ["random", "person"]);
    for path in [first, again] {
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn what_means_nothing_is_answered() {
    let text = play("--seed 7 --seat first", "99\nattack nobody\ncard corpo\nhelp\nhint\nquit\n");
    for expected in
        ["things to choose from", "`help` says what can be typed", "takes your last choice back", "chance to win"]
    {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

#[test]
fn the_rivals_hand_stays_hidden() {
    // The same deal from both seats: what one is shown as a hand, the other is not.
    let hand = |text: &str| text.lines().find(|line| line.trim_start().starts_with("Hand")).unwrap().to_owned();
    let [first, second] = ["first", "second"]
        .map(|seat| play(&format!("--seed 7 --seat {seat} the-heist-starter the-heist-starter"), "quit\n"));
    assert_ne!(hand(&first), hand(&second));
    assert_eq!(first.matches("Hand").count(), 1);
}
