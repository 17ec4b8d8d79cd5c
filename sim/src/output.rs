//! Where results go: a directory of their own for every run, each file there whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A result's directory can't be had.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// There are results in it already.
    #[error("{}: there are files in it already; expected a new or empty directory", path.display())]
    Taken {
        /// The directory.
        path: PathBuf,
    },
    /// It is a file.
    #[error("{}: this is a file; expected a directory", path.display())]
    NoDirectory {
        /// The path.
        path: PathBuf,
    },
    /// It can't be written.
    #[error("{}: cannot write there: {source}", path.display())]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
}

/// Makes the first directory `base/kind-N` (N = 1, 2 ...) that does not exist yet.
///
/// # Errors
/// If none can be made.
pub fn next_directory(base: &Path, kind: &str) -> Result<PathBuf, OutputError> {
    let io = |path: &Path| {
        let path = path.to_owned();
        move |source| OutputError::Io { path, source }
    };
    fs::create_dir_all(base).map_err(io(base))?;
    for number in 1_u32.. {
        let path = base.join(format!("{kind}-{number}"));
        match fs::create_dir(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(io(&path)(error)),
        }
    }
    Err(OutputError::Taken { path: base.to_owned() })
}

/// Makes a directory, or takes an empty one.
///
/// # Errors
/// If it is a file, holds files, or can't be made.
pub fn own_directory(path: &Path) -> Result<(), OutputError> {
    let io = |source| OutputError::Io { path: path.to_owned(), source };
    if path.is_file() {
        return Err(OutputError::NoDirectory { path: path.to_owned() });
    }
    fs::create_dir_all(path).map_err(io)?;
    if fs::read_dir(path).map_err(io)?.next().is_some() {
        return Err(OutputError::Taken { path: path.to_owned() });
    }
    // Whether files can be made there is found out before anything is played.
    let trial = path.join("trial.part");
    File::create(&trial).and_then(|_| fs::remove_file(&trial)).map_err(io)
}

/// Writes a file beside its place and renames it: it is there whole or not at all.
///
/// # Errors
/// If it can't be written; nothing is left behind.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_whole_with(path, |file| file.write_all(bytes))
}

/// As [`write_whole`], with a file to write to piece by piece.
///
/// # Errors
/// If it can't be written; nothing is left behind.
pub fn write_whole_with(path: &Path, write: impl FnOnce(&mut io::BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let beside = PathBuf::from(beside);
    let written = File::create(&beside).and_then(|file| {
        let mut writer = io::BufWriter::new(file);
        write(&mut writer)?;
        writer.flush()
    });
    let done = written.and_then(|()| fs::rename(&beside, path));
    if done.is_err() {
        // What failed is told; that its remains can't be removed either adds nothing.
        let _ = fs::remove_file(&beside);
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_written_over() {
        let base = std::env::temp_dir().join(format!("fixer-output-{}", std::process::id()));
        let _ = fs::remove_dir_all(&base);
        let one = next_directory(&base, "sim").unwrap();
        let two = next_directory(&base, "sim").unwrap();
        assert_eq!((one.ends_with("sim-1"), two.ends_with("sim-2")), (true, true));
        assert!(own_directory(&one).is_ok());
        write_whole(&one.join("x.csv"), b"x").unwrap();
        assert!(matches!(own_directory(&one), Err(OutputError::Taken { .. })));
        assert!(matches!(own_directory(&one.join("x.csv")), Err(OutputError::NoDirectory { .. })));
        assert!(write_whole_with(&two.join("y"), |_| Err(io::Error::other("full"))).is_err());
        assert_eq!(fs::read_dir(&two).unwrap().count(), 0);
        fs::remove_dir_all(&base).unwrap();
    }
}
