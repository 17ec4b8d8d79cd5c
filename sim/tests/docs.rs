//! What README and docs show is what happens: every `console` block is run and its output compared.
//!
//! A block is lines `$ COMMAND`, each followed by what it prints on both streams. `[..]` stands for what differs from run to run
//! (times, versions); where the exit code is not 0, it stands in the last line. The blocks of a file share a directory, which begins with the files of `docs/examples/`.
//! `FIXER_UPDATE_DOCS=1` writes what was printed into the files.
#![cfg(unix)]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use snapbox::{Assert, IntoData};

/// What a command prints, on both streams; then its exit code, where that is not 0.
fn output_of(command: &str, place: &Path) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_fixer"));
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1; {command}")])
        .current_dir(place)
        .env("PATH", format!("{}:{path}", binary.parent().expect("a folder").display()))
        .env("COLUMNS", "120")
        .env_remove("NO_COLOR")
        .output()
        .expect("sh");
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

/// The text with every block as it comes out now.
fn run(text: &str, place: &Path) -> String {
    let mut out = String::new();
    let mut in_block = false;
    for line in text.split_inclusive('\n') {
        if in_block && line.starts_with("```") {
            in_block = false;
        }
        match line.strip_prefix("$ ") {
            Some(command) if in_block => {
                out.push_str(line);
                out.push_str(&output_of(command.trim_end(), place));
            }
            _ if in_block => {}
            _ => out.push_str(line),
        }
        in_block |= line.trim_end() == "```console";
    }
    out
}

fn check(file: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let path = root.join(file);
    let expected = fs::read_to_string(&path).expect("a file of the project");
    let place = std::env::temp_dir().join(format!("fixer-docs-{}-{}", file.replace('/', "-"), std::process::id()));
    let _ = fs::remove_dir_all(&place);
    fs::create_dir_all(&place).expect("a folder for the test");
    let examples: Vec<PathBuf> =
        fs::read_dir(root.join("docs/examples")).unwrap().map(|entry| entry.unwrap().path()).collect();
    for example in examples {
        fs::copy(&example, place.join(example.file_name().unwrap())).unwrap();
    }
    let actual = run(&expected, &place);
    let _ = fs::remove_dir_all(&place);
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
