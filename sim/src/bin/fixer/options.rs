//! Flags that several commands share.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use fixer_ai::registry::Cheating;
use fixer_core::cascade::Cascade;
use fixer_core::cyberpunk::Cyberpunk;
use fixer_core::cyberpunk::deck::Rules;
use fixer_core::rulebook::Rulebook;

use crate::failure::Failure;
use crate::grid::Format;

/// Which game is played.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum GameName {
    /// The Cyberpunk TCG.
    Cyberpunk,
    /// Cascade, the second game.
    Cascade,
}

impl GameName {
    /// The game that a plan, an order or a record is of.
    pub fn of(word: &str) -> Result<Self, String> {
        let known = [Self::Cyberpunk, Self::Cascade].into_iter().find(|known| known.word() == word);
        known.ok_or_else(|| format!("no game `{word}`, expected cyberpunk or cascade"))
    }

    /// The word in plans and files of weights.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Cyberpunk => Cyberpunk::NAME,
            Self::Cascade => Cascade::NAME,
        }
    }
}

/// Calls a function that is made for every game for the one that is asked for. Nothing behind it asks which game it is.
macro_rules! of_game {
    ($game:expr, $function:ident($($argument:expr),* $(,)?)) => {
        match $game {
            $crate::options::GameName::Cyberpunk => $function::<fixer_core::cyberpunk::Cyberpunk>($($argument),*),
            $crate::options::GameName::Cascade => $function::<fixer_core::cascade::Cascade>($($argument),*),
        }
    };
}
pub(crate) use of_game;

/// When to use colour.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    /// Whether a screen is coloured: it is on a terminal.
    pub fn on_screen(self) -> bool {
        match self {
            Self::Auto => std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
            Self::Always => true,
            Self::Never => false,
        }
    }
}

/// Which cards and rules.
#[derive(Args, Clone, Debug)]
pub struct Data {
    /// The game
    #[arg(long, value_enum, default_value_t = GameName::Cyberpunk)]
    pub game: GameName,
    /// More card data (RON); a known id is replaced, a new one added; may be repeated
    #[arg(long, value_name = "FILE")]
    pub cards: Vec<PathBuf>,
}

impl Data {
    /// Refuses another game than the Cyberpunk TCG, for what there is of that one only.
    pub fn cyberpunk_only(&self, what: &str) -> Result<(), Failure> {
        match self.game {
            GameName::Cyberpunk => Ok(()),
            GameName::Cascade => Err(Failure::wrong(format!("--game cascade: {what} of cyberpunk only"))),
        }
    }
}

/// What decides a result.
#[derive(Args, Clone, Debug)]
pub struct Playing {
    #[command(flatten)]
    pub data: Data,
    /// Rules of deck construction to hold decks to: constructed, sealed, demo or any [default: each deck's own]
    #[arg(long, value_name = "RULES")]
    pub rules: Option<Rules>,
    /// The master seed, 0 to 2^63-1: the same seed gives the same games
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    pub seed: u64,
    /// Give every game its own shuffles and dice instead of sharing them in pairs with exchanged seats
    #[arg(long)]
    pub unpaired: bool,
    /// Write games.csv, a row a game
    #[arg(long)]
    pub per_game: bool,
    /// Allow the agent `cheat`, which sees hidden cards
    #[arg(long)]
    pub allow_cheating: bool,
}

impl Playing {
    /// Whether agents that see hidden cards may play.
    pub const fn cheating(&self) -> Cheating {
        if self.allow_cheating { Cheating::Allowed } else { Cheating::Refused }
    }
}

/// How and where a result is made.
#[derive(Args, Clone, Debug)]
pub struct Output {
    /// Threads that play [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub threads: Option<u32>,
    /// The result's directory, new or empty [default: the next free fixer-out/NAME-1, -2 ...]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Go on with the run in --out that was stopped; from the beginning if there is none
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// Write records of the first N games [default: 100] into a directory, new or empty
    #[arg(long, value_name = "DIR[:N]")]
    pub record: Option<RecordTo>,
    /// Make an HTML page of the result too
    #[arg(long)]
    pub report: bool,
    /// No progress and no notes
    #[arg(long)]
    pub quiet: bool,
    /// Colour in progress
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub color: Color,
    #[command(flatten)]
    pub printing: Printing,
}

/// Where records go and how many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordTo {
    /// The directory.
    pub directory: PathBuf,
    /// How many games.
    pub games: u64,
}

impl std::str::FromStr for RecordTo {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const GAMES: u64 = 100;
        let counted = text.rsplit_once(':').and_then(|(directory, games)| Some((directory, games.parse().ok()?)));
        let (directory, games) = counted.unwrap_or((text, GAMES));
        if directory.is_empty() || games == 0 {
            return Err("expected a directory, or one and a number of games of at least 1, as in records:20".to_owned());
        }
        Ok(Self { directory: directory.into(), games })
    }
}

/// How a result is printed.
#[derive(Args, Clone, Debug)]
pub struct Printing {
    /// The form in which results are printed
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
}

impl Output {
    /// How many threads play.
    pub fn threads(&self) -> usize {
        threads(self.threads)
    }
}

/// So many threads as were asked for, else one for each core.
pub fn threads(asked: Option<u32>) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    asked.map_or_else(all, |threads| threads as usize)
}
