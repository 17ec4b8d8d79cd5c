//! Runs in stages, by the real `fixer` binary: races and tuning give the same bytes however they came about.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use crate::place::Place;

/// The bytes of a result that must not depend on how it came about: all tables, lists and manifests, stage by stage.
fn everything(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut open = vec![directory.to_owned()];
    while let Some(place) = open.pop() {
        for entry in fs::read_dir(&place).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if !path.ends_with("run.json") && !path.ends_with("journal.bin") {
                let name = path.strip_prefix(directory).unwrap().to_string_lossy().into_owned();
                found.push((name, fs::read(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

/// Runs a command with one thread, with three, and killed over and over; expects the same three times.
fn always_the_same(place: &Place, words: &str) {
    place.run(&format!("{words} --threads 1 --out one"), 0);
    place.run(&format!("{words} --threads 3 --out three"), 0);
    let one = everything(&place.0.join("one"));
    assert_eq!(everything(&place.0.join("three")), one);
    for pause in [0, 200, 500, 900, 400] {
        let mut child = place.command(&format!("{words} --out parts --resume")).stdout(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(pause));
        let _ = child.kill();
        child.wait().unwrap();
    }
    place.run(&format!("{words} --out parts --resume"), 0);
    assert_eq!(everything(&place.0.join("parts")), one);
    let again = place.run(&format!("{words} --out parts --resume"), 0);
    assert!(String::from_utf8_lossy(&again.stderr).contains("finished, nothing to do"));
    let other = place.run(&format!("{words} --seed 9 --out parts --resume"), 2);
    assert!(String::from_utf8_lossy(&other.stderr).contains("parts: this run has another order: seed 1 against 9"));
    let taken = place.run(&format!("{words} --out parts"), 2);
    assert!(String::from_utf8_lossy(&taken.stderr).contains("there are files in it already"));
    let status = String::from_utf8(place.run("status one", 0).stdout).unwrap();
    assert!(status.contains("01-") && status.ends_with(": finished\n"), "{status}");
}

/// The rows of a CSV file by column names.
fn rows(path: &Path) -> Vec<std::collections::BTreeMap<String, String>> {
    csv::Reader::from_path(path).unwrap().deserialize().map(|row| row.unwrap()).collect()
}

#[test]
fn a_race_finds_the_better_decks() {
    let place = Place::new("race");
    let words = "race the-heist-starter embracing-power-starter arasaka-demo mercs-demo sample-mercs --agent random \
                 --games 128 --confirm 1024 --top 2 --quiet";
    always_the_same(&place, words);
    let race = rows(&place.0.join("one/race.csv"));
    assert_eq!(race.len(), 5);
    assert_eq!(race.iter().filter(|row| row["fresh_games"] == "4096").count(), 2);
    assert!(race[0]["fresh_wr"] >= race[1]["fresh_wr"] && race[2]["fresh_wr"].is_empty());
    // Who led the race before the fresh deals is compared with, wherever they put it.
    let leader = usize::from(race[1]["wr"] > race[0]["wr"]);
    assert!(race[leader]["behind"].is_empty() && race[leader]["p"].is_empty(), "{race:?}");
    let number = |at: usize, name: &str| race[at][name].parse::<f64>().unwrap();
    let behind = number(leader, "fresh_wr") - number(1 - leader, "fresh_wr");
    assert!((number(1 - leader, "behind") - behind).abs() < 1e-4, "{race:?}");
    // Who fell behind first stands last, and played least.
    let games: Vec<u64> = race.iter().map(|row| row["games"].parse().unwrap()).collect();
    assert!(games.is_sorted_by(|x, y| x >= y), "{games:?}");
}

#[test]
fn nobody_is_counted_twice() {
    let place = Place::new("twice");
    let copy = place.run("deck convert the-heist-starter --to text", 0).stdout;
    fs::write(place.0.join("copy.txt"), copy).unwrap();
    let refused = [
        ("race the-heist-starter copy.txt", "error: the-heist-starter and copy are the same list"),
        ("race the-heist-starter the-heist-starter", "error: the-heist-starter is there twice"),
        (
            "race the-heist-starter mercs-demo --against sample-mercs sample-mercs --rules any",
            "error: sample-mercs is there twice",
        ),
        (
            "race the-heist-starter sample-mercs --against copy.txt",
            "error: --against copy: the only opponent is in the race itself",
        ),
        ("tune the-heist-starter --against sample-mercs sample-mercs", "error: sample-mercs is there twice"),
    ];
    for (words, wanted) in refused {
        let error = place.run(&format!("{words} --out x"), 2);
        let text = String::from_utf8_lossy(&error.stderr).into_owned();
        assert!(text.starts_with(wanted), "{words}: {text}");
        assert!(!place.0.join("x").exists(), "{words}");
    }
}

#[test]
fn tuning_measures_what_it_changes() {
    let place = Place::new("tune");
    let words = "tune the-heist-starter --against embracing-power-starter --agent random --swaps 2 --games 512 --quiet";
    always_the_same(&place, words);
    let swaps = rows(&place.0.join("one/swaps.csv"));
    assert!(swaps.len() >= 4 && swaps[..4].iter().all(|row| row["step"] == "1" && row["games"] == "512"));
    let cards = rows(&place.0.join("one/cards.csv"));
    assert!(cards.iter().any(|row| !row["swap_delta"].is_empty()));
    for row in cards.iter().filter(|row| !row["swap_delta"].is_empty()) {
        let [lo, delta, hi, p] =
            ["swap_lo", "swap_delta", "swap_hi", "adjusted_p"].map(|name| row[name].parse::<f64>().unwrap());
        assert!(lo <= delta && delta <= hi && (0.0..=1.0).contains(&p), "{row:?}");
    }
    place.run("deck check one/deck.txt", 0);
    let error = place.run(&format!("{words} --keep adam-smasher --out x"), 2);
    assert!(String::from_utf8_lossy(&error.stderr).starts_with("error: --keep"));
}

#[test]
fn what_is_refused_is_not_offered() {
    let place = Place::new("offers");
    for command in ["race", "tune"] {
        let help = String::from_utf8(place.run(&format!("{command} --help"), 0).stdout).unwrap();
        assert!(help.contains("--resume") && !help.contains("--record") && !help.contains("--report"), "{help}");
    }
}
