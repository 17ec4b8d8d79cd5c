//! What a person can do now, and what a typed line means.

use std::path::PathBuf;

use fixer_core::bits::Card;
use fixer_core::cyberpunk::words::Handles;
use fixer_core::cyberpunk::{Action, Table};

use super::picture::View;

/// With more actions than this, those that differ only in their target share an entry.
const FEW: usize = 9;

/// An entry of the menu.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// Does something.
    Do {
        /// Its words.
        label: String,
        /// What is done.
        action: Action,
    },
    /// Opens the choice of a target.
    Open {
        /// The words up to the target.
        label: String,
        /// One for each target.
        targets: Vec<(String, Action)>,
    },
}

impl Entry {
    /// The words.
    pub fn label(&self) -> String {
        match self {
            Self::Do { label, .. } => label.clone(),
            Self::Open { label, targets } => format!("{label} … ({} targets)", targets.len()),
        }
    }
}

/// What can be done at a decision, numbered from 1 and lettered from a.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Menu {
    entries: Vec<Entry>,
    /// What stands in front of the targets, where an entry was opened.
    pub opened: Option<String>,
}

/// What a typed line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Do this.
    Do(Action),
    /// Show the targets of an entry.
    Targets(Menu),
    /// Take the last choice back, or close the targets.
    Undo,
    /// What would the agent do?
    Hint,
    /// Write the game into a file.
    Save(PathBuf),
    /// Show the whole story.
    Log,
    /// Show all of the table.
    Table,
    /// Show a card.
    Card(String),
    /// Show what can be typed.
    Help,
    /// Stop.
    Quit,
    /// It means nothing here: why.
    Unknown(String),
}

/// What can be typed.
pub const HELP: &str = "\
a number or a letter  does what stands behind it
an action             as the notation writes it: `attack minotaur#1 gigs`
undo                  takes your last choice back
hint                  what an agent would do
card NAME             what a card does
table                 all that lies on the table
log                   everything that happened
save FILE             keeps the game for later
quit                  stops

On the table: [4] power · + its Gear · (Lag) came this turn · d6=3 a Gig and its value · d6*=3 a stolen one";

impl Menu {
    /// The menu of a decision.
    pub fn new(view: &View<'_, '_>, legal: &[Action]) -> Self {
        let mut entries: Vec<Entry> = Vec::new();
        for &action in legal {
            let (label, target) = words(view, action);
            let Some(target) = target else {
                entries.push(Entry::Do { label, action });
                continue;
            };
            let same = entries.iter_mut().find_map(|entry| match entry {
                Entry::Open { label: known, targets } if *known == label => Some(targets),
                _ => None,
            });
            match same {
                Some(targets) => targets.push((target, action)),
                None => entries.push(Entry::Open { label, targets: vec![(target, action)] }),
            }
        }
        let is_long = legal.len() > FEW;
        let entries = entries
            .into_iter()
            .flat_map(|entry| match entry {
                Entry::Open { label, targets } if !is_long || targets.len() == 1 => targets
                    .into_iter()
                    .map(|(target, action)| Entry::Do { label: format!("{label} {target}"), action })
                    .collect(),
                entry => vec![entry],
            })
            .collect();
        Self { entries, opened: None }
    }

    /// The entries in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What choosing the entry at this place, from 0, means.
    pub fn pick(&self, at: usize) -> Answer {
        match self.entries.get(at) {
            None => Answer::Unknown(format!("there are {} things to choose from", self.entries.len())),
            Some(Entry::Do { action, .. }) => Answer::Do(*action),
            Some(Entry::Open { label, targets }) => Answer::Targets(Self {
                entries: targets
                    .iter()
                    .map(|(label, action)| Entry::Do { label: label.clone(), action: *action })
                    .collect(),
                opened: Some(label.clone()),
            }),
        }
    }

    /// What a typed line means.
    pub fn read(&self, line: &str, table: &Table<'_>) -> Answer {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if let Ok(number) = line.parse::<usize>() {
            return self.pick(number.wrapping_sub(1));
        }
        let mut letters = line.chars();
        if let (Some(letter @ 'a'..='z'), None) = (letters.next(), letters.next()) {
            return self.pick(letter as usize - 'a' as usize);
        }
        match word {
            "undo" => Answer::Undo,
            "hint" => Answer::Hint,
            "log" => Answer::Log,
            "table" => Answer::Table,
            "help" | "?" => Answer::Help,
            "quit" | "exit" => Answer::Quit,
            "save" if rest.is_empty() => Answer::Unknown("save into which file? `save my-game.toml`".to_owned()),
            "save" => Answer::Save(rest.into()),
            "card" if rest.is_empty() => Answer::Unknown("which card? `card NAME`".to_owned()),
            "card" => Answer::Card(rest.to_owned()),
            _ => match table.parse_action(line, &Handles::new()) {
                Ok(action) => Answer::Do(action),
                Err(error) => Answer::Unknown(format!("{error}; `help` says what can be typed")),
            },
        }
    }
}

/// An action in words.
pub fn in_words(view: &View<'_, '_>, action: Action) -> String {
    match words(view, action) {
        (label, Some(target)) => format!("{label} {target}"),
        (label, None) => label,
    }
}

/// An action in words: what is done, and apart from it the target, where there is one to pick.
fn words(view: &View<'_, '_>, action: Action) -> (String, Option<String>) {
    let state = &view.table.state;
    let label = |card: Card| view.label(card);
    let price = |card: Card| format!("{} (€${})", view.short(card), view.table.cost(card));
    let place = |at: u8| {
        let legend = state.places[state.decision.0.index()][at as usize];
        if state.face_up.has(legend) { view.short(legend) } else { format!("face-down Legend {}", at + 1) }
    };
    let done = |text: String| (text, None);
    match action {
        Action::Keep => done("keep this hand".to_owned()),
        Action::Mulligan => done("take a mulligan".to_owned()),
        Action::Roll(die) => done(format!("roll in the d{}", die.faces())),
        Action::Sell(card) => done(format!("sell {}", view.short(card))),
        Action::Call(at) => done(format!("call {}", place(at))),
        Action::Play(card) => done(format!("play {}", price(card))),
        Action::PlayOn(gear, host) => (format!("play {} on", price(gear)), Some(label(host))),
        Action::Solo(card) => done(format!("go solo with {}", price(card))),
        Action::Use(card, nth) if view.table.match_up().text(card).activated.len() == 1 && nth == 0 => {
            done(format!("use {}", view.short(card)))
        }
        Action::Use(card, nth) => done(format!("use {}, ability {}", view.short(card), nth + 1)),
        Action::Attack(unit, target) => (format!("attack with {}:", label(unit)), Some(label(target))),
        Action::AttackGigs(unit) => (format!("attack with {}:", label(unit)), Some("the Gigs".to_owned())),
        Action::End => done("end the turn".to_owned()),
        Action::Block(unit) => done(format!("block with {}", label(unit))),
        Action::Pass => done("let it happen".to_owned()),
        Action::Pay(0) => done("pay with Eddies only".to_owned()),
        Action::Pay(places) => {
            let legends: Vec<String> = (0..3).filter(|at| places >> at & 1 == 1).map(place).collect();
            done(format!("pay with {}", legends.join(" and ")))
        }
        Action::Resolve(card, _) => done(format!("resolve {} next", view.short(card))),
        Action::Choose(card) => done(format!("choose {}", label(card))),
        Action::ChoosePlace(at) => done(format!("choose {}", place(at))),
        Action::ChooseDie(die) => {
            let whose = if die.owner() == view.eyes { "your" } else { "the rival's" };
            let value = state.gig_area(die).map_or(String::new(), |_| format!(" ({})", state.values[die.index()]));
            done(format!("choose {whose} d{}{value}", die.faces()))
        }
        Action::ChooseNumber(number) => done(format!("choose {number}")),
        Action::ChooseType(kind) => done(format!("choose {}", kind.word())),
        Action::ChooseNone => done("choose nothing".to_owned()),
        Action::Yes => done("yes".to_owned()),
        Action::No => done("no".to_owned()),
        Action::Concede => done("concede".to_owned()),
    }
}
