//! Game records, `NAME.game.toml`: a header, how the cards were dealt, and the actions, one a line, a turn a block.
//!
//! A record holds every answer that luck gave, so it replays without a generator, and it can be read and edited by a
//! person. What its lines mean is the game's (`cyberpunk::record`); the form of the file, and luck that is written down
//! or given back, is here.

mod replay;
mod scribe;

use std::fmt::Write as _;

use serde::Deserialize;
use toml::Spanned;

use crate::bits::{Card, Die};
use crate::chance::{Chance, Shuffle};
use crate::diagnostics::{Diagnostic, line_and_column};
use crate::game::{Game, Outcome, Player, Status};

pub use replay::{Replayed, Step, playable, replay};
pub use scribe::{Scribe, Title, record_game};

/// One answer of luck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Luck {
    /// What a die showed.
    Die {
        /// Who rolled it.
        seat: Player,
        /// Which.
        die: Die,
        /// From 1 to its number of faces.
        value: u8,
    },
    /// The order that shuffled cards came into.
    Shuffle {
        /// Whose cards.
        seat: Player,
        /// What was shuffled.
        what: Shuffle,
        /// The cards: from the bottom of a deck to the top, Legends from the left.
        cards: Vec<u8>,
    },
    /// A number drawn.
    Pick {
        /// For whom.
        seat: Player,
        /// From 0.
        value: u32,
    },
}

/// Luck that is written down on its way from another source.
#[derive(Clone, Debug)]
pub struct Recorder<C> {
    chance: C,
    answers: Vec<Luck>,
}

impl<C: Chance> Recorder<C> {
    /// Writes down what `chance` answers.
    pub const fn new(chance: C) -> Self {
        Self { chance, answers: Vec::new() }
    }

    /// The answers since the last time, in order.
    pub fn take(&mut self) -> Vec<Luck> {
        std::mem::take(&mut self.answers)
    }
}

impl<C: Chance> Chance for Recorder<C> {
    fn die(&mut self, seat: Player, die: Die) -> u8 {
        let value = self.chance.die(seat, die);
        self.answers.push(Luck::Die { seat, die, value });
        value
    }

    fn shuffle(&mut self, seat: Player, what: Shuffle, cards: &mut [u8]) {
        self.chance.shuffle(seat, what, cards);
        self.answers.push(Luck::Shuffle { seat, what, cards: cards.to_vec() });
    }

    fn pick(&mut self, seat: Player, below: u32) -> u32 {
        let value = self.chance.pick(seat, below);
        self.answers.push(Luck::Pick { seat, value });
        value
    }

    fn relabel(&mut self, x: Card, y: Card) {
        self.chance.relabel(x, y);
    }
}

/// What luck was asked for and a record does not answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// A roll of this die by its owner's or another seat.
    Die(Player, Die),
    /// A shuffle of these cards.
    Shuffle(Player, Shuffle, Vec<u8>),
    /// A number from 0 to one less than this.
    Pick(Player, u32),
}

/// Luck given beforehand: each question takes the first answer that fits it.
#[derive(Clone, Debug, Default)]
pub struct Given {
    answers: Vec<Luck>,
    unanswered: Option<Question>,
}

impl Given {
    /// Luck with these answers.
    pub const fn new(answers: Vec<Luck>) -> Self {
        Self { answers, unanswered: None }
    }

    /// The first question that no answer fitted. It was answered with something possible, so that the game went on,
    /// but not as recorded.
    pub const fn unanswered(&self) -> Option<&Question> {
        self.unanswered.as_ref()
    }

    /// The answers that nothing asked for.
    pub fn left(&self) -> &[Luck] {
        &self.answers
    }

    fn answer<T>(&mut self, fits: impl Fn(&Luck) -> Option<T>, question: impl FnOnce() -> Question) -> Option<T> {
        let found = self.answers.iter().enumerate().find_map(|(at, luck)| fits(luck).map(|value| (at, value)));
        if let Some((at, value)) = found {
            self.answers.remove(at);
            return Some(value);
        }
        self.unanswered.get_or_insert_with(question);
        None
    }
}

impl Chance for Given {
    fn die(&mut self, seat: Player, die: Die) -> u8 {
        let fits = |luck: &Luck| match *luck {
            Luck::Die { die: given, value, .. } if given == die => Some(value),
            _ => None,
        };
        self.answer(fits, || Question::Die(seat, die)).unwrap_or(1)
    }

    fn shuffle(&mut self, seat: Player, what: Shuffle, cards: &mut [u8]) {
        let sorted = |cards: &[u8]| {
            let mut cards = cards.to_vec();
            cards.sort_unstable();
            cards
        };
        let wanted = sorted(cards);
        let fits = |luck: &Luck| match luck {
            Luck::Shuffle { seat: given, what: of, cards }
                if *given == seat && *of == what && sorted(cards) == wanted =>
            {
                Some(cards.clone())
            }
            _ => None,
        };
        if let Some(order) = self.answer(fits, || Question::Shuffle(seat, what, wanted.clone())) {
            cards.copy_from_slice(&order);
        }
    }

    fn pick(&mut self, seat: Player, below: u32) -> u32 {
        let fits = |luck: &Luck| match *luck {
            Luck::Pick { seat: given, value } if given == seat && value < below => Some(value),
            _ => None,
        };
        self.answer(fits, || Question::Pick(seat, below)).unwrap_or(0)
    }
}

/// A text of a record and the line it stands on, from 1; 0 in a record that was not read from a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// The text.
    pub text: String,
    /// The line.
    pub line: u32,
}

impl From<String> for Line {
    fn from(text: String) -> Self {
        Self { text, line: 0 }
    }
}

/// How a recorded game stands.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It is not over.
    Unfinished,
    /// It is over.
    Over(Outcome),
}

impl Ending {
    /// How a game stands.
    pub fn of(game: &impl Game) -> Self {
        match game.status() {
            Status::Over(outcome) => Self::Over(outcome),
            Status::Decide(..) => Self::Unfinished,
        }
    }

    /// The words for `result` and `reason`.
    pub const fn words(self) -> [&'static str; 2] {
        match self {
            Self::Unfinished => ["none", "unfinished"],
            Self::Over(outcome) => {
                let winner = match outcome.winner {
                    Some(Player::A) => "A",
                    Some(Player::B) => "B",
                    None => "tie",
                };
                [winner, outcome.reason.word()]
            }
        }
    }
}

/// What a player brings to the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Seat {
    /// The name of the deck.
    pub deck: String,
    /// The agent, as its option is written.
    pub agent: String,
    /// The Legends, by id.
    pub legends: Vec<Line>,
    /// The main deck: copies and id, as in `3 corpo-security`.
    pub cards: Vec<Line>,
}

/// How a player's cards were dealt.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Deal {
    /// The Legends from the left.
    pub legends: Vec<Line>,
    /// The deck before the opening hand is drawn, the top card first.
    pub deck: Vec<Line>,
}

/// The actions of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Its number, from 1; 0 for what comes before the first.
    pub number: u32,
    /// Whose turn it is.
    pub player: Player,
    /// Actions, each with its player in front, and below each what luck answered it.
    pub actions: Vec<Line>,
}

/// A game record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The name of the file, for messages.
    pub file: String,
    /// Which game it is of.
    pub game: String,
    /// The version of the engine that wrote it.
    pub engine: String,
    /// The hash of all cards it was played with, as it is printed.
    pub cards: String,
    /// The seed of the game.
    pub seed: u64,
    /// The result: `A`, `B`, `tie`, `none`; with its line.
    pub result: Line,
    /// Why it ended: as in results, or `unfinished`.
    pub reason: String,
    /// The number of the last turn.
    pub turns: u32,
    /// Both players.
    pub seats: [Seat; 2],
    /// The hash of each card of the lists, by id, as it is printed.
    pub hashes: Vec<(Line, String)>,
    /// Both deals.
    pub deals: [Deal; 2],
    /// The turns.
    pub history: Vec<Turn>,
}

impl Record {
    /// The text of the file.
    pub fn write(&self) -> String {
        let mut out = String::new();
        let _ = writeln!(out, "game   = {}", quoted(&self.game));
        let _ = writeln!(out, "engine = {}", quoted(&self.engine));
        let _ = writeln!(out, "cards  = {}", quoted(&self.cards));
        // TOML's integers end at 2^63 - 1.
        let seed = i64::try_from(self.seed).map_or_else(|_| quoted(&self.seed.to_string()), |seed| seed.to_string());
        let _ = writeln!(out, "seed   = {seed}");
        let _ = writeln!(out, "first  = \"A\"");
        let _ = writeln!(out, "result = {}", quoted(&self.result.text));
        let _ = writeln!(out, "reason = {}", quoted(&self.reason));
        let _ = writeln!(out, "turns  = {}", self.turns);
        for player in Player::BOTH {
            let seat = &self.seats[player.index()];
            let _ = writeln!(out, "\n[{}]", player.letter());
            let _ = writeln!(out, "deck    = {}", quoted(&seat.deck));
            let _ = writeln!(out, "agent   = {}", quoted(&seat.agent));
            list(&mut out, "legends", &seat.legends, Width::One);
            list(&mut out, "cards", &seat.cards, Width::One);
        }
        let _ = writeln!(out, "\n[hashes]");
        for (id, hash) in &self.hashes {
            let _ = writeln!(out, "{} = {}", id.text, quoted(hash));
        }
        for player in Player::BOTH {
            let deal = &self.deals[player.index()];
            let _ = writeln!(out, "\n[deal.{}]", player.letter());
            list(&mut out, "legends", &deal.legends, Width::Many);
            list(&mut out, "deck", &deal.deck, Width::Many);
        }
        for turn in &self.history {
            let _ = writeln!(out, "\n[[turn]]");
            let _ = writeln!(out, "number  = {}", turn.number);
            let _ = writeln!(out, "player  = \"{}\"", turn.player.letter());
            list(&mut out, "actions", &turn.actions, Width::One);
        }
        out
    }

    /// Reads a record.
    ///
    /// # Errors
    /// Where the text is no TOML, or has a key or value that a record hasn't. Whether the actions are legal shows when
    /// it is replayed.
    pub fn read(file: &str, text: &str) -> Result<Self, Diagnostic> {
        let raw: File = toml::from_str(text).map_err(|error| Diagnostic::from_toml(file, text, &error))?;
        let line = |at: usize| line_and_column(text, at).0;
        let lines = |texts: Vec<Spanned<String>>| -> Vec<Line> {
            texts.into_iter().map(|text| Line { line: line(text.span().start), text: text.into_inner() }).collect()
        };
        if raw.first.as_ref() != "A" {
            let message =
                format!("first: {:?}; expected \"A\", who takes the first turn in every game", raw.first.as_ref());
            return Err(Diagnostic::new(file, message).on_line(line(raw.first.span().start)));
        }
        let seed = match raw.seed.as_ref() {
            FileSeed::Number(seed) => Some(*seed),
            FileSeed::Text(text) => text.parse().ok(),
        };
        let Some(seed) = seed else {
            let message = "seed: expected a number from 0 to 2^64 - 1, in quotes if it is 2^63 or more";
            return Err(Diagnostic::new(file, message).on_line(line(raw.seed.span().start)));
        };
        let seat = |seat: FileSeat| Seat {
            deck: seat.deck,
            agent: seat.agent,
            legends: lines(seat.legends),
            cards: lines(seat.cards),
        };
        let deal = |deal: FileDeal| Deal { legends: lines(deal.legends), deck: lines(deal.deck) };
        let mut history = Vec::with_capacity(raw.turn.len());
        for turn in raw.turn {
            let player = match turn.player.as_ref().as_str() {
                "A" => Player::A,
                "B" => Player::B,
                other => {
                    let message = format!("player: {other:?}; expected \"A\" or \"B\"");
                    return Err(Diagnostic::new(file, message).on_line(line(turn.player.span().start)));
                }
            };
            history.push(Turn { number: turn.number, player, actions: lines(turn.actions) });
        }
        Ok(Self {
            file: file.to_owned(),
            game: raw.game,
            engine: raw.engine,
            cards: raw.cards,
            seed,
            result: Line { line: line(raw.result.span().start), text: raw.result.into_inner() },
            reason: raw.reason,
            turns: raw.turns,
            seats: [seat(raw.a), seat(raw.b)],
            hashes: raw
                .hashes
                .into_iter()
                .map(|(id, hash)| (Line { text: id, line: line(hash.span().start) }, hash.into_inner()))
                .collect(),
            deals: [deal(raw.deal.a), deal(raw.deal.b)],
            history,
        })
    }

    /// A complaint about a line of this record.
    pub fn complaint(&self, line: u32, message: impl Into<String>) -> Diagnostic {
        let diagnostic = Diagnostic::new(self.file.clone(), message);
        if line == 0 { diagnostic } else { diagnostic.on_line(line) }
    }
}

/// How many texts of a list stand on a line.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Width {
    One,
    Many,
}

/// How long a line with many texts may become.
const LINE: usize = 110;

fn list(out: &mut String, key: &str, lines: &[Line], width: Width) {
    let _ = writeln!(out, "{key:7} = [");
    let mut row = String::new();
    for line in lines {
        let text = quoted(&line.text);
        if !row.is_empty() && (width == Width::One || row.len() + text.len() + 2 > LINE) {
            let _ = writeln!(out, "  {row}");
            row.clear();
        }
        let _ = write!(row, "{}{text},", if row.is_empty() { "" } else { " " });
    }
    if !row.is_empty() {
        let _ = writeln!(out, "  {row}");
    }
    out.push_str("]\n");
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: String,
    engine: String,
    cards: String,
    seed: Spanned<FileSeed>,
    first: Spanned<String>,
    result: Spanned<String>,
    reason: String,
    turns: u32,
    #[serde(rename = "A")]
    a: FileSeat,
    #[serde(rename = "B")]
    b: FileSeat,
    hashes: std::collections::BTreeMap<String, Spanned<String>>,
    deal: FileDeals,
    #[serde(default)]
    turn: Vec<FileTurn>,
}

/// A seed, in quotes where TOML has no such integer.
#[derive(Deserialize)]
#[serde(untagged)]
enum FileSeed {
    Number(u64),
    Text(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileSeat {
    deck: String,
    agent: String,
    legends: Vec<Spanned<String>>,
    cards: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileDeals {
    #[serde(rename = "A")]
    a: FileDeal,
    #[serde(rename = "B")]
    b: FileDeal,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileDeal {
    legends: Vec<Spanned<String>>,
    deck: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileTurn {
    number: u32,
    player: Spanned<String>,
    actions: Vec<Spanned<String>>,
}
