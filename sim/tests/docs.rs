//! What README and docs show is what happens: every block is run, read, or compared, by the words behind its three backticks.
//!
//! - `console`: lines `$ COMMAND`, each followed by what it prints on both streams. `[..]` stands for what differs from run
//!   to run (times, versions); where the exit code is not 0, it stands in the last line. What needs a program that this
//!   machine has not (pandas) is left as it is, and said.
//! - `sh`: commands without their output. Those of `fixer` must end well when nobody types anything; the others build and
//!   test the project itself.
//! - `text NAME`: the screen that is kept under that name in `tests/screens/`.
//! - anything below a line that ends with a file's name and a colon: a file that the blocks below use.
//!
//! The blocks of a page share a directory, which begins with the files of `docs/examples/`. `FIXER_UPDATE_DOCS=1` writes
//! what was printed into the pages.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use snapbox::{Assert, IntoData};

/// The project's folder.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Whether a file's name ends so.
fn is_a(file: impl AsRef<Path>, ending: &str) -> bool {
    file.as_ref().extension().is_some_and(|known| known == ending)
}

/// A folder of its own for a test, gone afterwards.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("fixer-docs-{}-{}", name.replace('/', "-"), std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A command line in a folder, with `fixer` on its path.
fn shell(command: &str, place: &Path) -> Command {
    let binary = Path::new(env!("CARGO_BIN_EXE_fixer"));
    let path = std::env::var("PATH").unwrap_or_default();
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &format!("exec 2>&1; {command}")])
        .current_dir(place)
        .env("PATH", format!("{}:{path}", binary.parent().expect("a folder").display()))
        .env("COLUMNS", "120")
        .env_remove("NO_COLOR")
        .stdin(Stdio::null());
    shell
}

/// What a command prints, on both streams; then its exit code, where that is not 0.
fn output_of(command: &str, place: &Path) -> String {
    let output = shell(command, place).output().expect("sh");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    // A run that seems to take long says so beforehand: on slow machines more do.
    let is_kept = |line: &&str| !(line.contains(" games a second on ") && line.contains(": about "));
    let mut text: String = text.split_inclusive('\n').filter(is_kept).collect();
    match output.status.code() {
        Some(0) => {}
        Some(code) => writeln!(text, "(exit code {code})").expect("a string takes it"),
        None => text += "(ended by a signal)\n",
    }
    text
}

/// Whether this machine has what a command needs beside `fixer` and a shell.
fn can_run(command: &str, place: &Path) -> bool {
    let has_all = !command.starts_with("python3 ")
        || shell("python3 -c 'import duckdb, pandas'", place).output().is_ok_and(|output| output.status.success());
    if !has_all {
        eprintln!("not run, there is no python3 with pandas and duckdb here: {command}");
    }
    has_all
}

/// What a block begins with.
fn opening(line: &str) -> Option<(&str, Option<&str>)> {
    let words = line.trim_end().strip_prefix("```")?;
    Some(words.split_once(' ').map_or((words, None), |(kind, name)| (kind, Some(name))))
}

/// The page with every block as it comes out now.
fn run(page: &str, place: &Path) -> String {
    let mut out = String::new();
    let mut lines = page.split_inclusive('\n');
    let mut file = None;
    while let Some(line) = lines.next() {
        out.push_str(line);
        let Some((kind, name)) = opening(line) else {
            if !line.trim().is_empty() {
                file = line.trim_end().strip_suffix("`:").and_then(|line| line.rsplit_once('`')).map(|(_, name)| name);
            }
            continue;
        };
        let mut block = Vec::new();
        let end = loop {
            match lines.next() {
                Some(line) if line.starts_with("```") => break line,
                Some(line) => block.push(line),
                None => panic!("a block without an end"),
            }
        };
        let text = block.concat();
        match (kind, name) {
            ("console", None) => out.push_str(&console(&block, place)),
            ("sh", None) => {
                for command in block.iter().filter(|line| line.starts_with("fixer")) {
                    let output = shell(command, place).output().expect("sh");
                    assert!(output.status.success(), "{command}{}", String::from_utf8_lossy(&output.stdout));
                }
                out.push_str(&text);
            }
            ("text", Some(name)) => {
                let path = root().join(format!("sim/tests/screens/{name}.txt"));
                out.push_str(&fs::read_to_string(path).expect("a screen that is kept"));
            }
            (_, None) if file.is_some() => {
                let file = file.take().expect("was looked at");
                fs::write(place.join(file), &text).expect("a file for the commands below");
                out.push_str(&text);
            }
            // Read by the tests of the crate that owns the format: core/tests/cards.rs, core/tests/notation.rs.
            ("ron" | "toml", None) => out.push_str(&text),
            _ => panic!("nothing tests a block of the kind {kind:?}: {text}"),
        }
        out.push_str(end);
    }
    out
}

fn console(block: &[&str], place: &Path) -> String {
    let mut out = String::new();
    let mut is_kept = false;
    for line in block {
        let Some(command) = line.strip_prefix("$ ") else {
            if is_kept {
                out.push_str(line);
            }
            continue;
        };
        out.push_str(line);
        is_kept = !can_run(command, place);
        if !is_kept {
            out.push_str(&output_of(command.trim_end(), place));
        }
    }
    out
}

fn check(file: &str) {
    let path = root().join(file);
    let expected = fs::read_to_string(&path).expect("a file of the project");
    let place = Place::new(file);
    for example in fs::read_dir(root().join("docs/examples")).unwrap() {
        let example = example.unwrap().path();
        fs::copy(&example, place.0.join(example.file_name().unwrap())).unwrap();
    }
    let actual = run(&expected, &place.0);
    if std::env::var_os("FIXER_UPDATE_DOCS").is_some() {
        fs::write(&path, actual).unwrap();
        return;
    }
    Assert::new().normalize_paths(false).eq(actual, expected.into_data());
}

#[test]
fn readme() {
    check("README.md");
}

#[test]
fn deckbuilders() {
    check("docs/deckbuilders.md");
}

#[test]
fn players() {
    check("docs/players.md");
}

#[test]
fn agent_authors() {
    check("docs/agent-authors.md");
}

#[test]
fn data() {
    check("docs/data.md");
}

#[test]
fn new_set() {
    check("docs/new-set.md");
}

#[test]
fn notation() {
    check("docs/notation.md");
}

/// Pages that have a test of their own above, because their commands take time.
const CHECKED: [&str; 6] =
    ["agent-authors.md", "data.md", "deckbuilders.md", "new-set.md", "notation.md", "players.md"];

#[test]
fn all_other_pages() {
    for page in fs::read_dir(root().join("docs")).unwrap() {
        let name = page.unwrap().file_name().into_string().unwrap();
        if is_a(&name, "md") && !CHECKED.contains(&name.as_str()) {
            check(&format!("docs/{name}"));
        }
    }
    check("CHANGELOG.md");
}

#[test]
fn links_lead_somewhere() {
    let pages = fs::read_dir(root().join("docs")).unwrap().map(|page| page.unwrap().path());
    for page in pages.chain(["README.md", "CHANGELOG.md"].map(|name| root().join(name))) {
        if !is_a(&page, "md") {
            continue;
        }
        let text = fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let (file, place) = link.split_once('#').map_or((link, None), |(file, place)| (file, Some(place)));
            if link.contains("://") || link.contains(char::is_whitespace) {
                continue;
            }
            let target = if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            assert!(target.exists(), "{}: {link}", page.display());
            let Some(place) = place else { continue };
            let heads = fs::read_to_string(&target).unwrap();
            let is_there = heads.lines().filter(|line| line.starts_with('#')).any(|head| {
                let kept = head.trim_start_matches('#').trim().to_lowercase();
                let kept: String = kept.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c)).collect();
                kept.replace(' ', "-") == place
            });
            assert!(is_there, "{}: {link}", page.display());
        }
    }
}

/// The columns that `docs/statistics.md` lists are those that the tables have, table by table.
#[test]
fn columns() {
    let page = fs::read_to_string(root().join("docs/statistics.md")).unwrap();
    let listed: BTreeMap<String, String> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.strip_suffix(" |")?.split_once("` | "))
        .filter(|(file, _)| is_a(file, "csv") && !file.starts_with("matrix"))
        .map(|(file, columns)| (file.to_owned(), columns.replace(", ", ",")))
        .collect();
    let place = Place::new("columns");
    let two = "the-heist-starter embracing-power-starter";
    for (command, games) in [("matrix", 2), ("sim", 2), ("race", 64)] {
        let words = match command {
            "matrix" => format!("{two} --agent random --second-agent greedy1 --per-game"),
            "sim" => format!("{two} --agent random"),
            _ => format!("{two} --agent random --top 1 --confirm 64"),
        };
        output_of(&format!("fixer {command} {words} --games {games} --out {command} --quiet"), &place.0);
    }
    output_of(&format!("fixer ladder --agents random,greedy1 --decks {two} --games 2 --out ladder --quiet"), &place.0);
    let tune = "tune the-heist-starter --against embracing-power-starter --agent random --games 64 --swaps 1";
    output_of(&format!("fixer {tune} --out tune --quiet"), &place.0);
    let mut found = BTreeMap::new();
    for folder in ["matrix", "sim", "ladder", "race", "tune"] {
        for file in fs::read_dir(place.0.join(folder)).expect(folder) {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            if is_a(&name, "csv") && !name.starts_with("matrix") {
                let text = fs::read_to_string(&path).unwrap();
                found.insert(name, text.lines().next().unwrap_or_default().to_owned());
            }
        }
    }
    assert_eq!(found, listed);
}
