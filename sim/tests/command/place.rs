//! The real `fixer` binary in a directory of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A directory of its own for a test, gone afterwards.
pub struct Place(pub PathBuf);

impl Place {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("fixer-command-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fixer"));
        command.current_dir(&self.0).args(words.split_whitespace()).stdin(Stdio::null());
        command
    }

    /// Runs the command line and expects this exit code.
    pub fn run(&self, words: &str, code: i32) -> Output {
        let output = self.command(words).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "fixer {words}\n{error}");
        output
    }

    /// The names and contents of a result's tables and its manifest.
    pub fn result(&self, directory: &str) -> Vec<(String, String)> {
        let mut files: Vec<PathBuf> =
            fs::read_dir(self.0.join(directory)).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.retain(|file| file.extension().is_some_and(|ending| ending == "csv") || file.ends_with("manifest.json"));
        files.sort();
        let name = |file: &Path| file.file_name().unwrap().to_string_lossy().into_owned();
        let result: Vec<_> = files.iter().map(|file| (name(file), fs::read_to_string(file).unwrap())).collect();
        assert!(result.len() >= 7, "{result:?}");
        result
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
