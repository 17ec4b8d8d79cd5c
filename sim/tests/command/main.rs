//! The real `fixer` binary: the same bytes however a result came about, and clear refusals of wrong input.

mod browser;
mod cascade;
mod long;
mod place;
mod stages;
mod tables;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use place::Place;

const DECKS: &str = "the-heist-starter embracing-power-starter";

#[test]
fn threads_change_no_byte() {
    let place = Place::new("threads");
    for threads in [1, 2, 7] {
        let out = format!("--threads {threads} --out t{threads}");
        place.run(&format!("sim {DECKS} --agent random --games 300 --per-game {out}"), 0);
    }
    let one = place.result("t1");
    assert!(one.iter().any(|(name, text)| name == "games.csv" && text.lines().count() == 301));
    assert_eq!((place.result("t2"), place.result("t7")), (one.clone(), one));
    place.run(&format!("sim {DECKS} --agent random --games 300 --per-game --seed 2 --out s2"), 0);
    assert_ne!(place.result("s2"), place.result("t1"));
}

#[test]
fn killed_and_resumed_is_the_same() {
    let place = Place::new("killed");
    let words = format!("sim {DECKS} --agent random --games 6000 --per-game --quiet --threads 2");
    place.run(&format!("{words} --out whole"), 0);
    // The first kill comes before anything has been written.
    for pause in [0, 300, 1_300, 1_700, 1_200] {
        let mut child = place.command(&format!("{words} --out parts --resume")).stdout(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(pause));
        // Where it has ended already there is nothing to kill.
        let _ = child.kill();
        child.wait().unwrap();
    }
    place.run(&format!("{words} --out parts --resume"), 0);
    assert_eq!(place.result("parts"), place.result("whole"));
    let again = place.run(&format!("{words} --out parts --resume"), 0);
    assert!(String::from_utf8_lossy(&again.stderr).contains("finished, nothing to do"));
}

#[test]
fn ctrl_c_keeps_what_was_finished() {
    let place = Place::new("interrupted");
    let words = format!("sim {DECKS} --agent random --games 3000000 --threads 2 --quiet --out x");
    let child = place.command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let journal = place.0.join("x/journal.bin");
    // Its head alone is shorter.
    while fs::metadata(&journal).map_or(0, |file| file.len()) < 100 {
        std::thread::sleep(Duration::from_millis(50));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("Go on with: fixer run x/plan.toml --out x --resume"), "{error}");
    let played: u64 = fs::read_to_string(place.0.join("x/matchups.csv"))
        .unwrap()
        .lines()
        .nth(1)
        .unwrap()
        .split(',')
        .nth(6)
        .unwrap()
        .parse()
        .unwrap();
    assert!(played > 0 && played < 3_000_000);
    assert!(fs::read_to_string(place.0.join("x/manifest.json")).unwrap().contains("\"complete\": false"));
    let status = String::from_utf8(place.run("status x", 0).stdout).unwrap();
    assert!(status.contains(&format!("not finished: {} of 3,000,000 games", thousands(played))), "{status}");
}

/// `1234567` as `1,234,567`.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap()).collect();
    groups.join(",")
}

#[test]
fn shards_make_the_whole() {
    let place = Place::new("shards");
    let words = "matrix arasaka-demo mercs-demo the-heist-starter --agent random --games 150 --per-game";
    place.run(&format!("{words} --out whole"), 0);
    place.run(&format!("{words} --plan plan.toml"), 0);
    for count in [3, 7] {
        let shards: Vec<String> = (1..=count).map(|index| format!("s{index}of{count}")).collect();
        for (index, shard) in shards.iter().enumerate() {
            place.run(&format!("run plan.toml --shard {}/{count} --out {shard}", index + 1), 0);
        }
        place.run(&format!("merge {} --out m{count}", shards.join(" ")), 0);
        assert_eq!(place.result(&format!("m{count}")), place.result("whole"), "{count} shards");
    }
    let refused = |words: &str, why: &str| {
        let error = String::from_utf8(place.run(words, 2).stderr).unwrap();
        assert!(error.contains(why), "{words}: {error}");
        assert!(!place.0.join("no").exists(), "{words} left something behind");
    };
    refused("merge s1of3 s3of3 --out no", "shards are missing: 2/3");
    refused("merge s1of3 s2of3 s1of3 s3of3 --out no", "shard 1/3 again");
    refused("merge s1of3 s1of7 --out no", "shard 1/7");
    let journal = place.0.join("s2of3/journal.bin");
    let bytes = fs::read(&journal).unwrap();
    fs::write(&journal, &bytes[..bytes.len() - 3]).unwrap();
    refused("merge s1of3 s2of3 s3of3 --out no", "s2of3/journal.bin: this file is cut off");
    let mut edited = bytes.clone();
    edited[80] ^= 1;
    fs::write(&journal, &edited).unwrap();
    refused("merge s1of3 s2of3 s3of3 --out no", "s2of3/journal.bin: damaged");
    fs::write(&journal, &bytes).unwrap();
    let plan = place.0.join("s3of3/plan.toml");
    let text = fs::read_to_string(&plan).unwrap();
    fs::write(&plan, text.replace("seed = 1", "seed = 5")).unwrap();
    refused("merge s1of3 s2of3 s3of3 --out no", "s3of3/journal.bin: this journal belongs to another plan");
    // Shares that another build, other cards or another seed have made are whole in themselves.
    let hash =
        format!("card_hash = \"{}\"", toml::from_str::<toml::Table>(&text).unwrap()["card_hash"].as_str().unwrap());
    for (from, to, why) in [
        ("seed = 1", "seed = 5", "s3of3: not of the same plan as s1of3: seed 1 against 5"),
        (hash.as_str(), "card_hash = \"00000000000000ff\"", "s3of3: not of the same plan as s1of3: card data "),
        ("version = \"", "version = \"9.", "s3of3: not of the same plan as s1of3: engine "),
    ] {
        assert!(text.contains(from), "{from} is not in\n{text}");
        let other = text.replacen(from, to, 1);
        fs::write(&plan, &other).unwrap();
        fs::remove_file(place.0.join("s3of3/journal.bin")).unwrap();
        let hash = toml::from_str::<fixer_sim::plan::Plan>(&other).unwrap().hash();
        let shard = "3/3".parse().unwrap();
        fixer_sim::journal::Journal::create(&place.0.join("s3of3/journal.bin"), hash, shard).unwrap();
        refused("merge s1of3 s2of3 s3of3 --out no", why);
    }
}

#[test]
fn a_stopped_ladder_decides_the_same() {
    let place = Place::new("ladder");
    // Agents are told apart by the test at once: random loses all but a few games.
    let words = "ladder --agents random,greedy --decks arasaka-demo --sprt 0,40 --games 4000";
    let mut results = Vec::new();
    for threads in [1, 3] {
        let output = place.run(&format!("{words} --threads {threads} --out l{threads}"), 0);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("H0 is accepted: random is not better"), "{text}");
        results.push(place.result(&format!("l{threads}")));
    }
    assert_eq!(results[0], results[1]);
    let refused = place.run(&format!("{words} --plan plan.toml"), 0);
    assert!(refused.stderr.is_empty());
    let error = place.run("run plan.toml --shard 1/2 --out x", 2);
    assert!(String::from_utf8_lossy(&error.stderr).contains("can't be played in shards"));
}

#[test]
fn naming_decks_in_the_other_order_plays_the_same_games() {
    let place = Place::new("order");
    let cells = |directory: &str| -> Vec<String> {
        let (_, text) = place.result(directory).into_iter().find(|(name, _)| name == "matchups.csv").unwrap();
        text.lines().nth(1).unwrap().split(',').map(str::to_owned).collect()
    };
    place.run("sim arasaka-demo mercs-demo --agent-a random --agent-b greedy --games 60 --out one", 0);
    place.run("sim mercs-demo arasaka-demo --agent-a greedy --agent-b random --games 60 --out two", 0);
    let (one, two) = (cells("one"), cells("two"));
    assert_eq!((&one[7], &one[9], &one[27]), (&two[9], &two[7], &two[27]));
    place.run("sim arasaka-demo arasaka-demo --agent random --games 100 --out mirror", 0);
    assert_eq!(cells("mirror")[10], "0.500000");
}

#[test]
fn wrong_input_is_one_clear_line() {
    let place = Place::new("wrong");
    fs::write(place.0.join("empty.txt"), "").unwrap();
    fs::write(place.0.join("binary.txt"), [0xff, 0xfe, 0, 1]).unwrap();
    fs::write(place.0.join("short.txt"), "3x Floor It\n").unwrap();
    fs::write(place.0.join("unknown.txt"), "1x Adam Smasher: Ender of Legend\n").unwrap();
    fs::write(place.0.join("unknown-card.toml"), "[A]\nhand = [\"corpo-secutiry\"]\n").unwrap();
    let blank = "[(id: \"floor-it\", name: \"Floor It\", type: Program, color: Blue, cost: 1, ram: 1, sell: true, \
                 tags: [], set: \"WNC\", number: \"132\", rarity: \"Common\")]";
    fs::write(place.0.join("blank.ron"), blank).unwrap();
    let gigs = "gigs = [\"d4=2\", \"d6=3\", \"d8=4\", \"d10=5\", \"d12=6\", \"d20=7\"";
    let over = format!("[state]\nphase = \"start\"\n[A]\n{gigs}, \"B:d4=1\"]\n");
    fs::write(place.0.join("over.toml"), over).unwrap();
    fs::write(place.0.join("best.toml"), "best = [\"attack me\"]\n[state]\n").unwrap();
    fs::write(place.0.join("step.toml"), "[state]\n[[step]]\ndo = \"play nothing\"\n").unwrap();
    fs::create_dir(place.0.join("full")).unwrap();
    fs::write(place.0.join("full/notes"), "mine").unwrap();
    for (words, wanted) in [
        ("sim nothing.txt the-heist-starter", "nothing.txt: no such file"),
        ("sim the-heist-startr the-heist-starter", "help: did you mean the-heist-starter?"),
        ("sim the-heist-starter", "one deck"),
        ("sim empty.txt empty.txt", "empty.txt: no card"),
        ("sim binary.txt binary.txt", "binary.txt: no UTF-8 text"),
        ("sim short.txt short.txt", "illegal as a constructed deck"),
        ("sim unknown.txt unknown.txt", "unknown.txt:1"),
        ("sim --threads 0", "0 is not in 1.."),
        ("sim --games none", "invalid value 'none'"),
        ("sim --seed -1", "error: "),
        ("sim --agent gredy", "help: did you mean greedy"),
        ("sim --agent cheat:10", "help: --allow-cheating"),
        ("sim --agent ismcts:time=1s", "thinks by the clock"),
        ("sim --out full", "full: there are files in it already"),
        ("sim --out full/notes", "full/notes: this is a file"),
        ("sim --out /proc/none/x", "/proc/none/x: cannot write there"),
        ("sim --resume", "--out"),
        ("sim --cards nothing.ron", "nothing.ron: "),
        ("sim --gamez 4", "help: "),
        ("simm", "help: a similar subcommand exists: 'sim'"),
        ("run nothing.toml", "nothing.toml: "),
        ("run short.txt", "short.txt:1"),
        ("run full", "full: this is a directory"),
        ("status full", "full/plan.toml: "),
        ("merge full --out x", "full/plan.toml: "),
        ("matrix the-heist-starter", "one deck and nothing to play against"),
        ("ladder --agents greedy", "one agent"),
        ("ladder --agents greedy,random --sprt 5,0", "ELO0 < ELO1"),
        ("sprt 1 2", "error: "),
        ("rate full/notes", "full/notes:1: no column `a`"),
        ("deck check nothing.txt", "nothing.txt: no such file"),
        ("card mantis-blade", "help: "),
        ("cards --tag mrec", "help: did you mean MERC?"),
        ("cards --cost x", "expected a number or a range"),
        ("man simm", "help: did you mean sim"),
        ("perft nothing.toml --depth 2", "nothing.toml: "),
        ("perft full --depth 2", "full: this is a directory"),
        ("perft empty.txt --depth 0", "0 is not in 1.."),
        ("perft empty.txt --depth 1", "empty.txt: nothing in this file, expected a position"),
        ("analyze empty.txt", "empty.txt: nothing in this file, expected a position"),
        ("scenario empty.txt", "empty.txt: nothing in this file, expected a position"),
        ("perft short.txt --depth 1", "short.txt:1"),
        ("perft unknown-card.toml --depth 1", "unknown-card.toml: "),
        ("replay nothing.toml", "nothing.toml: "),
        ("replay binary.txt", "binary.txt: no UTF-8 text"),
        ("replay short.txt", "short.txt:1"),
        ("bench --games 0", "0 is not in 1.."),
        ("bench --only clones", "help: "),
        ("bench --threads 0", "0 is not in 1.."),
        ("sim the-heist-starter full", "full: no deck in this directory"),
        (
            "sim the-heist-starter the-heist-starter --cards blank.ron",
            "floor-it: what this card does is not written yet",
        ),
        ("analyze", "error: "),
        ("analyze nothing.toml", "nothing.toml: "),
        ("analyze full", "full: no position here"),
        ("analyze full/notes", "full/notes:1"),
        ("analyze over.toml", "over.toml: the game is over"),
        ("analyze best.toml", "best.toml:1: best: `attack me` is no action"),
        ("analyze step.toml", "step.toml: step 1: "),
        ("analyze full --agent greedy --time 2s", "does not think by the clock"),
        ("analyze full --agent ismcts", "help: for example `ismcts:400`"),
        ("analyze full --time never", "as in 2s or 500ms"),
        ("analyze full --agent cheat:10", "help: --allow-cheating"),
        ("fit", "error: "),
        ("fit --games 20 --out full", "full: this is there already"),
        ("fit --games 20 --out nowhere/w.toml", "nowhere/w.toml: cannot write there"),
        ("fit --games 20 --out w.toml --ridge x", "a number from 0 to 1"),
        ("fit --games 20 --out w.toml --agent ismcts:time=1s", "thinks by the clock"),
    ] {
        let output = place.run(words, 2);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(wanted), "fixer {words}: {error}");
        let lines: Vec<&str> = error.lines().collect();
        assert!(lines[0].starts_with("error: ") && lines.len() <= 2, "fixer {words}: {error}");
        assert!(lines.get(1).is_none_or(|line| line.starts_with("help: ")), "fixer {words}: {error}");
        assert!(output.stdout.is_empty(), "fixer {words} printed a result");
    }
    assert!(!place.0.join("fixer-out").exists(), "something was written");
    assert_eq!(fs::read_dir(place.0.join("full")).unwrap().count(), 1);
}

#[test]
fn answers_have_their_exit_codes() {
    let place = Place::new("codes");
    fs::write(place.0.join("short.txt"), "3x Floor It\n").unwrap();
    place.run("deck check the-heist-starter arasaka-demo", 0);
    place.run("deck check short.txt", 1);
    place.run("sprt 0 0 500", 1);
    place.run("sprt 500 0 0", 0);
    place.run("sprt 0 0 0", 0);
    place.run("--help", 0);
    place.run("sim --help", 0);
    place.run("--version", 0);
    place.run("completions bash", 0);
    place.run("man", 0);
    place.run("card --all", 0);
    let csv = place.run("sim arasaka-demo mercs-demo --agent random --games 2 --format csv --out x", 0);
    assert_eq!(String::from_utf8(csv.stdout).unwrap().lines().count(), 2);
}

#[test]
fn records_are_of_the_games_that_were_played() {
    let place = Place::new("records");
    place.run("sim arasaka-demo mercs-demo --agent random --games 40 --per-game --record games:6 --out x", 0);
    let mut names: Vec<_> = fs::read_dir(place.0.join("games")).unwrap().map(|file| file.unwrap().path()).collect();
    names.sort();
    assert_eq!(names.len(), 6);
    let rows = fs::read_to_string(place.0.join("x/games.csv")).unwrap();
    for (path, row) in names.iter().zip(rows.lines().skip(1)) {
        let cells: Vec<&str> = row.split(',').collect();
        assert!(path.ends_with(format!("{:0>6}-{}.game.toml", cells[0], cells[1])), "{path:?}");
        let text = fs::read_to_string(path).unwrap();
        let record = fixer_core::record::Record::read("x", &text).unwrap();
        let winner = if record.result.text == "A" { "first" } else { "second" };
        let found = (record.seats[0].deck.as_str(), winner, record.reason.as_str(), record.turns.to_string());
        assert_eq!(found, (cells[2], cells[7], cells[8], cells[9].to_owned()));
    }
    let refused = place.run("sim --agent random --games 2 --record games", 2);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("games: there are files in it already"));
}

#[test]
fn an_own_directory_for_every_run() {
    let place = Place::new("own");
    for number in 1..=2 {
        let output = place.run("--agent random --games 2", 0);
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(text.lines().last(), Some(format!("fixer-out/sim-{number}").as_str()));
    }
}

/// The folder of the rules' tests.
fn core_tests(name: &str) -> String {
    format!("{}/../core/tests/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn lists_are_compared_card_by_card() {
    let place = Place::new("diff");
    let list = text(place.run("deck convert the-heist-starter", 0));
    fs::write(place.0.join("same.txt"), &list).unwrap();
    let other = list.replace("3x Floor It", "1x Floor It").replace("2x Reboot Optics", "2xMantis Blades");
    fs::write(place.0.join("other.txt"), other + "Sideboard\nFloor It\n").unwrap();
    assert_eq!(text(place.run("deck diff the-heist-starter same.txt", 0)), "the same cards\n");
    assert_eq!(
        text(place.run("deck diff the-heist-starter other.txt --format csv", 0)),
        "part,card,name,a,b,change\nmain,floor-it,Floor It,3,1,-2\nmain,reboot-optics,Reboot Optics,2,0,-2\n\
         main,mantis-blades,Mantis Blades,0,2,+2\nsideboard,floor-it,Floor It,0,1,+1\n"
    );
}

#[test]
fn positions_are_counted() {
    let place = Place::new("perft");
    let file = core_tests("perft/midgame.toml");
    let output = place.run(&format!("perft {file} --depth 3 --format csv"), 0);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "depth,count\n1,16\n2,95\n3,716\n");
    let output = place.run(&format!("perft {file} --depth 3 --divide --format csv"), 0);
    let text = String::from_utf8(output.stdout).unwrap();
    let counts = text.lines().skip(1).map(|line| line.rsplit(',').next().unwrap().parse::<u32>().unwrap());
    assert_eq!((counts.sum::<u32>(), text.lines().count()), (716, 17));
}

#[test]
fn records_are_told_and_differences_named() {
    let place = Place::new("replay");
    place.run("sim --agent random --games 2 --record games:1 --out x", 0);
    let told = String::from_utf8(place.run("replay games/000000-0.game.toml --plain", 0).stdout).unwrap();
    let file = place.0.join("games/000000-0.game.toml");
    let record = fs::read_to_string(&file).unwrap();
    let actions = record.lines().filter(|line| line.starts_with("  \"A ") || line.starts_with("  \"B ")).count();
    let lines = told.lines().filter(|line| line.starts_with("    A ") || line.starts_with("    B ")).count();
    assert_eq!(lines, actions, "{told}");
    assert!(told.contains("\nTurn 1 · A\n") && told.trim_end().lines().last().unwrap().contains(" in turn "), "{told}");
    let line = |part: &str| 1 + record.lines().position(|line| line.contains(part)).unwrap();
    for (from, to, code, why) in [
        ("reason = \"gigs\"", "reason = \"deck-out\"", 1, format!(":{}: result ", line("result = "))),
        ("\"A keep\"", "\"A sell floor-it\"", 1, format!(":{}: `sell floor-it`", line("\"A keep\""))),
        ("\"3 floor-it\"", "\"3 flor-it\"", 2, format!(":{}: no card `flor-it`", line("\"3 floor-it\""))),
        ("game   = \"cyberpunk\"", "game   = \"go\"", 2, "a record of the game `go`".to_owned()),
        ("first  = \"A\"", "first = \"C\"", 2, ": first: \"C\"".to_owned()),
    ] {
        assert!(record.contains(from), "{from} is not in\n{record}");
        fs::write(&file, record.replacen(from, to, 1)).unwrap();
        let error = String::from_utf8(place.run("replay games/000000-0.game.toml", code).stderr).unwrap();
        assert!(error.starts_with("error: games/000000-0.game.toml") && error.contains(&why), "{why}: {error}");
        assert!(error.lines().count() <= 2, "{error}");
    }
}

#[test]
fn the_bench_names_its_rows() {
    let place = Place::new("bench");
    let output = place.run("bench --only state_bytes --only decisions_per_game --games 50 --format json --quiet", 0);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(json["rows"][0]["median"].as_f64().unwrap() <= 2_048.0, "{json}");
    assert_eq!((&json["rows"][1]["name"], &json["rows"][1]["n"]), (&"decisions_per_game".into(), &50.into()));
    assert!(output.stderr.is_empty());
}

/// The folder of puzzles of the rules' tests.
fn puzzles() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/tests/scenarios/puzzles")
}

/// What a command printed.
fn text(output: Output) -> String {
    String::from_utf8(output.stdout).unwrap()
}

/// The rows of printed CSV, without the header.
fn csv_rows(output: Output) -> Vec<Vec<String>> {
    let text = text(output);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

#[test]
fn a_few_lopsided_games_are_rated() {
    // Of rates of 0 and 10 % a pair's cells are worth fractions of a pair.
    let place = Place::new("lopsided");
    fs::write(place.0.join("league.csv"), "a,b,wins,draws,losses\nweak,strong,2,0,18\nstrong,weak,20,0,0\n").unwrap();
    let rows = csv_rows(place.run("rate league.csv --format csv", 0));
    assert_eq!([&rows[0][1], &rows[1][1]], ["strong", "weak"]);
    assert!(rows[0][2].parse::<f64>().unwrap() > 200.0 && rows[0][3].parse::<f64>().unwrap() > 50.0, "{rows:?}");
}

#[test]
fn an_analysis_ranks_the_moves() {
    let place = Place::new("analyze");
    fs::copy(puzzles().join("sell-then-go-solo.toml"), place.0.join("solo.toml")).unwrap();
    for agent in ["ismcts:400", "pimc:400", "greedy", "greedy1", "random", "ismcts --time 50ms"] {
        let output = place.command(&format!("analyze solo.toml --format csv --agent {agent}")).output().unwrap();
        assert!(matches!(output.status.code(), Some(0 | 1)), "{agent}: {output:?}");
        let rows = csv_rows(output);
        let moves: Vec<&str> = rows.iter().map(|row| row[6].as_str()).collect();
        for wanted in ["sell floor-it", "play psycho-squad", "end"] {
            assert!(moves.contains(&wanted), "{agent}: {moves:?}");
        }
        for (rank, row) in rows.iter().enumerate() {
            assert_eq!((row[3].as_str(), row[4].as_str(), row[5].clone()), ("A", "main", (rank + 1).to_string()));
            assert_eq!(row[9].contains("chosen"), rank == 0, "{agent}: {row:?}");
            assert_eq!(row[9].contains("best"), row[6] == "sell floor-it", "{agent}: {row:?}");
            assert!(row[10].starts_with(&row[6]), "{agent}: {row:?}");
            assert_eq!(row[7].is_empty(), ["greedy", "greedy1", "random"].contains(&agent), "{agent}: {row:?}");
            let value = row[8].parse::<f64>().ok();
            assert!(value.is_none_or(|value| (0.0..=1.0).contains(&value)), "{agent}: {row:?}");
            assert_eq!(agent == "random", value.is_none() && row[7] != "0", "{agent}: {row:?}");
        }
    }
    let solved = place.run("analyze solo.toml --agent ismcts:2000", 0);
    let solved = text(solved);
    assert!(solved.contains("win rates are A's") && solved.contains("chosen best") && solved.ends_with("\nsolved\n"));
    let wrong = fs::read_to_string(place.0.join("solo.toml")).unwrap().replace("\"sell p1\"", "\"end\"");
    fs::write(place.0.join("wrong.toml"), wrong).unwrap();
    assert!(text(place.run("analyze wrong.toml", 1)).ends_with("\nnot solved\n"));
    let both = text(place.run("analyze . --seeds 3", 1));
    assert!(both.contains("1 of 2 solved every time, 3 of 6 answers right"), "{both}");
}

#[test]
fn every_puzzle_is_solved() {
    let place = Place::new("puzzles");
    let words = format!("analyze {} --agent ismcts:2000 --seeds 10 --format json", puzzles().display());
    let one = text(place.run(&format!("{words} --threads 1"), 0));
    assert_eq!(one, text(place.run(&format!("{words} --threads 5"), 0)));
    assert!(one.contains("\"marks\": \"chosen best\""));
}

#[test]
fn positions_of_a_record_can_be_analyzed() {
    let place = Place::new("positions");
    place.run("sim arasaka-demo mercs-demo --agent random --games 2 --record games:1 --out x", 0);
    let file = "games/000000-0.game.toml";
    let first = csv_rows(place.run(&format!("analyze {file}@1 --agent greedy --format csv"), 0));
    let moves: Vec<&str> = first.iter().map(|row| row[6].as_str()).collect();
    assert!(moves.len() == 2 && moves.contains(&"keep") && moves.contains(&"mulligan"), "{first:?}");
    for at in [1, 20, 37] {
        let rows = csv_rows(place.run(&format!("analyze {file}@{at} --agent ismcts:50 --format csv"), 0));
        assert_eq!(rows.iter().filter(|row| row[9].contains("played")).count(), 1, "{rows:?}");
    }
    for (words, wanted) in [
        (format!("{file}@0"), "no decision `0` in this record"),
        (format!("{file}@9999"), "help: expected games/000000-0.game.toml@1 to "),
        (file.to_owned(), "which decision?"),
        ("nothing@3".to_owned(), "nothing: "),
    ] {
        let error = String::from_utf8(place.run(&format!("analyze {words}"), 2).stderr).unwrap();
        assert!(error.contains(wanted) && error.lines().count() <= 2, "{words}: {error}");
    }
}

#[test]
fn threads_change_no_fitted_weight() {
    let place = Place::new("fit");
    let words = "fit --agent random --games 90 --quiet --format csv";
    let one = text(place.run(&format!("{words} --threads 1 --out one.toml"), 0));
    assert_eq!(one, text(place.run(&format!("{words} --threads 3 --out three.toml"), 0)));
    let weights = fs::read_to_string(place.0.join("one.toml")).unwrap();
    assert_eq!(weights, fs::read_to_string(place.0.join("three.toml")).unwrap());
    assert!(weights.contains("made = \"fixer fit --agent random --games 90 --seed 1; "), "{weights}");
    let read = fixer_ai::eval::weights::Weights::parse("one.toml", &weights).unwrap();
    assert!(fixer_ai::eval::cyberpunk::Judge::new(&read).is_ok() && !read.scores.is_empty());
    let rows: Vec<&str> = one.lines().collect();
    assert!(rows[1].starts_with("all,all,") && rows[1].split(',').all(|cell| !cell.is_empty()), "{one}");
    let error = place.run(&format!("{words} --out one.toml"), 2);
    assert!(String::from_utf8_lossy(&error.stderr).contains("one.toml: this is there already"));
    assert_eq!(fs::read_to_string(place.0.join("one.toml")).unwrap(), weights);
}

#[test]
fn a_report_holds_the_tables() {
    let place = Place::new("report");
    place.run("matrix arasaka-demo mercs-demo the-heist-starter --agent random --games 20 --out m", 0);
    assert_eq!(String::from_utf8(place.run("report m", 0).stdout).unwrap(), "m/report.html\n");
    let page = fs::read_to_string(place.0.join("m/report.html")).unwrap();
    let start = page.find("id=\"data\">").unwrap() + "id=\"data\">".len();
    let end = start + page[start..].find("</script>").unwrap();
    let data: serde_json::Value = serde_json::from_str(&page[start..end]).unwrap();
    let csv = fs::read_to_string(place.0.join("m/matchups.csv")).unwrap();
    let rows = data["tables"]["matchups"].as_array().unwrap();
    assert_eq!(rows.len() + 1, csv.lines().count());
    for (row, line) in rows.iter().zip(csv.lines().skip(1)) {
        assert!(line.contains(row["wr"].as_str().unwrap()), "{row} {line}");
    }
    // One file that asks for nothing else.
    assert!(
        !page.contains("http://")
            || page.matches("http://").count() == page.matches("http://www.w3.org/2000/svg").count()
    );
    for (words, why) in [("report nowhere", "nowhere: no such directory"), ("report .", "manifest.json")] {
        let error = String::from_utf8(place.run(words, 2).stderr).unwrap();
        assert!(error.contains(why), "{error}");
    }
}
