//! A game between a person and an agent: whose move it is, what has been told, taking back, keeping for later.

use std::path::Path;

use fixer_ai::agent::GameKey;
use fixer_ai::registry::Pilot;
use fixer_core::chance::{Streams, mix};
use fixer_core::cyberpunk::chronicle::{Reader, Told};
use fixer_core::cyberpunk::record::{Scribe, Title};
use fixer_core::cyberpunk::{Action, Kind, MatchUp, Table};
use fixer_core::game::{Game, Player, Status};
use fixer_sim::output::write_whole;
use fixer_sim::seeds::agent_key;

use super::picture::Sight;
use crate::failure::Failure;

/// What stands for the agent of a person in records.
pub const PERSON: &str = "person";

/// A game under way.
pub struct Session<'m> {
    cards: &'m MatchUp,
    title: Title,
    /// The person's seat.
    person: Player,
    rival: Pilot<'m, Table<'m>>,
    scribe: Scribe<'m, Streams>,
    /// Every action so far, and how long the story was before it.
    past: Vec<(Action, usize)>,
    /// The places in `past` where the person had a choice.
    choices: Vec<usize>,
    reader: Reader,
    story: Vec<Told>,
    /// How often something was taken back: the agent thinks anew each time.
    taken_back: u64,
}

impl<'m> Session<'m> {
    /// Deals a game. `title` names the person's agent [`PERSON`].
    pub fn start(cards: &'m MatchUp, title: Title, person: Player, rival: Pilot<'m, Table<'m>>) -> Self {
        let scribe = Scribe::start(cards, &title, Streams::new(title.seed));
        let reader = Reader::player(person);
        let story = vec![Told::Turn("Before the first turn".to_owned())];
        let mut session = Self {
            cards,
            title,
            person,
            rival,
            scribe,
            past: Vec::new(),
            choices: Vec::new(),
            reader,
            story,
            taken_back: 0,
        };
        session.seat_the_rival();
        session
    }

    fn seat_the_rival(&mut self) {
        let GameKey(key) = agent_key(self.title.seed);
        self.rival.begin(self.person.rival(), GameKey(mix(&[key, self.taken_back])));
    }

    /// Carries out actions of a record.
    pub fn follow(&mut self, actions: impl IntoIterator<Item = Action>) {
        for action in actions {
            if self.is_a_choice() {
                self.choices.push(self.past.len());
            }
            self.play(action);
        }
    }

    /// The position. What the person may not know is in it: only [`super::picture`] and the notation may look.
    pub const fn table(&self) -> &Table<'m> {
        self.scribe.table()
    }

    /// The person's seat.
    pub const fn person(&self) -> Player {
        self.person
    }

    /// Deck and agent of both players, the first player's first.
    pub fn brings(&self) -> [(&str, &str); 2] {
        Player::BOTH.map(|player| (&*self.title.decks[player.index()], &*self.title.agents[player.index()]))
    }

    /// What has been told so far.
    pub fn story(&self) -> &[Told] {
        &self.story
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        matches!(self.table().status(), Status::Over(_))
    }

    /// What the person sees: all of it when the game is over.
    pub fn sight(&self) -> Sight {
        if self.is_over() { Sight::Opened } else { Sight::Own }
    }

    /// What the person can do now.
    pub fn legal(&self) -> Vec<Action> {
        let mut legal = Vec::new();
        self.table().legal_actions(&mut legal);
        legal
    }

    fn is_a_choice(&self) -> bool {
        let decides = matches!(self.table().status(), Status::Decide(player, _) if player == self.person);
        decides && self.legal().len() > 1
    }

    /// Lets the rival play, and the person where there is only one thing to do, until the person has a choice or the
    /// game is over. Ending the own turn is always a choice: the table may want to be looked at first.
    pub fn go_on(&mut self) {
        while let Status::Decide(player, kind) = self.table().status() {
            let legal = self.legal();
            if player == self.person && (legal.len() > 1 || kind == Kind::Main) {
                return;
            }
            let table = *self.table();
            let action = match legal.as_slice() {
                [only] => *only,
                _ => self.rival.decide(&table, player, &legal),
            };
            self.play(action);
        }
    }

    /// The person does something legal; the rival answers.
    pub fn act(&mut self, action: Action) {
        self.choices.push(self.past.len());
        self.play(action);
        self.go_on();
    }

    fn play(&mut self, action: Action) {
        let before = *self.table();
        self.past.push((action, self.story.len()));
        self.scribe.play(action);
        self.story.extend(self.reader.tell(&before, action, self.scribe.table()));
    }

    /// Goes back to the person's last choice. False where there is none.
    pub fn take_back(&mut self) -> bool {
        let Some(at) = self.choices.pop() else { return false };
        self.taken_back += 1;
        self.story.truncate(self.past[at].1);
        self.past.truncate(at);
        self.scribe = Scribe::start(self.cards, &self.title, Streams::new(self.title.seed));
        for (action, _) in &self.past {
            self.scribe.play(*action);
        }
        self.seat_the_rival();
        true
    }

    /// Writes the game so far into a file, from which `fixer play --resume` goes on and `fixer replay` shows it.
    pub fn save(&self, path: &Path) -> Result<(), Failure> {
        write_whole(path, self.scribe.record().write().as_bytes()).map_err(|error| Failure::io(path, &error))
    }
}
