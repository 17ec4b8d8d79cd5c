//! The screen of a recorded game: any position of it, what led there, and an agent's opinion as a curve.

use std::time::Duration;

use fixer_ai::registry::Pilot;
use fixer_core::cyberpunk::Table;
use fixer_core::cyberpunk::chronicle::{Reader, Told};
use fixer_core::cyberpunk::record::Replayed;
use fixer_core::game::{Game, Player, Status};
use fixer_core::record::Record;
use fixer_sim::analysis::{analyze, chance_to_win};
use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::Marker;
use ratatui::text::Line;
use ratatui::widgets::{Axis, Block, Borders, Chart, Dataset, GraphType, Paragraph};

use super::SHOWN;
use super::note::{Note, Read};
use super::picture::{Sight, View};
use super::screen::{Next, broken, draw_story, line_of};
use crate::failure::Failure;

/// Rows below the table that are always kept.
const BELOW: u16 = 8;

const KEYS: &str = "→ or Space  the next action          ←  the one before\n\
                    ↓ or PgDn   the next turn            ↑ or PgUp  the turn before\n\
                    Home, End   the deal, the result     5 Enter    turn 5\n\
                    a  what the agent thinks here        q  quit";

/// A recorded game on the screen.
pub struct Watch<'r> {
    replayed: &'r Replayed,
    brings: [(&'r str, &'r str); 2],
    seed: u64,
    agent: &'r str,
    /// What has been told before each position: a part of it belongs to each action.
    story: Vec<Told>,
    /// How much of the story has been told when a position is reached.
    told: Vec<usize>,
    /// A's chance to win in the positions from the first on, as the agent sees it with the knowledge of whoever decides,
    /// as far as it has been asked; nothing where there was nothing to decide.
    opinions: Vec<Option<f32>>,
    /// The position shown: so many actions have been carried out.
    at: usize,
    /// Digits of a turn to go to.
    typed: String,
    note: Option<Note>,
    colored: bool,
}

impl<'r> Watch<'r> {
    /// The screen of a game, at the deal. `agent` is what the pilot that will be asked is called.
    pub fn new(record: &'r Record, replayed: &'r Replayed, agent: &'r str, colored: bool) -> Self {
        let reader = Reader::everything(Player::BOTH.map(|player| player.letter().to_string()));
        let mut story = Vec::new();
        let mut told = vec![0];
        for (at, step) in replayed.steps.iter().enumerate() {
            if let (Some(before), Some(after)) = (replayed.table(at), replayed.table(at + 1)) {
                story.extend(reader.tell(&before, step.action, &after));
            }
            told.push(story.len());
        }
        let brings = Player::BOTH.map(|player| {
            let seat = &record.seats[player.index()];
            (&*seat.deck, &*seat.agent)
        });
        let opinions = Vec::new();
        let typed = String::new();
        Self { replayed, brings, seed: record.seed, agent, story, told, opinions, at: 0, typed, note: None, colored }
    }

    fn last(&self) -> usize {
        self.replayed.steps.len()
    }

    fn table(&self, at: usize) -> Table<'r> {
        self.replayed.table(at).unwrap_or_else(|| self.replayed.end())
    }

    fn turn(&self, at: usize) -> u32 {
        self.table(at).turn()
    }

    /// Whether the agent has been asked about every position.
    pub fn is_complete(&self) -> bool {
        self.opinions.len() > self.last()
    }

    /// Asks the agent about the next position that it has not seen.
    pub fn think(&mut self, pilot: &mut Pilot<'_, Table<'r>>) {
        let table = self.table(self.opinions.len());
        let of_a = match table.status() {
            Status::Over(outcome) => outcome.winner.map_or(Some(0.5), |winner| Some(f32::from(winner == Player::A))),
            Status::Decide(decider, _) => chance_to_win(&table, pilot, self.seed)
                .map(|chance| if decider == Player::A { chance } else { 1.0 - chance }),
        };
        self.opinions.push(of_a);
    }

    /// Takes a key.
    pub fn key(&mut self, code: KeyCode, control: bool, pilot: &mut Pilot<'_, Table<'r>>) -> Next {
        if let Some(note) = &mut self.note {
            match note.key(code, control) {
                Read::On => {}
                Read::Closed => self.note = None,
                Read::Leave => return Next::Leave,
            }
            return Next::Stay;
        }
        let (at, last) = (self.at, self.last());
        match code {
            KeyCode::Char('c' | 'd') if control => return Next::Leave,
            KeyCode::Char('q') | KeyCode::Esc if self.typed.is_empty() => return Next::Leave,
            KeyCode::Esc => self.typed.clear(),
            KeyCode::Char(digit @ '0'..='9') if self.typed.len() < 4 => self.typed.push(digit),
            KeyCode::Backspace => drop(self.typed.pop()),
            KeyCode::Enter => self.jump(),
            KeyCode::Right | KeyCode::Char(' ' | 'n' | 'l') => self.at = (at + 1).min(last),
            KeyCode::Left | KeyCode::Char('p' | 'h') => self.at = at.saturating_sub(1),
            KeyCode::Down | KeyCode::PageDown | KeyCode::Char('j') => {
                let turn = self.turn(at);
                self.at = (at..=last).find(|&at| self.turn(at) > turn).unwrap_or(last);
            }
            KeyCode::Up | KeyCode::PageUp | KeyCode::Char('k') => {
                // Within a turn to its beginning, from there to the turn before.
                let turn = self.turn(at.saturating_sub(1));
                self.at = (0..at).find(|&at| self.turn(at) == turn).unwrap_or(0);
            }
            KeyCode::Home | KeyCode::Char('g') => self.at = 0,
            KeyCode::End | KeyCode::Char('G') => self.at = last,
            KeyCode::Char('a') => self.note = Some(Note::new(self.opinion(pilot))),
            _ => self.note = Some(Note::new(KEYS)),
        }
        Next::Stay
    }

    /// Goes to the beginning of the turn whose number was typed; without one, a step on.
    fn jump(&mut self) {
        match std::mem::take(&mut self.typed).parse::<u32>() {
            Ok(turn) => match (0..=self.last()).find(|&at| self.turn(at) == turn) {
                Some(at) => self.at = at,
                None => {
                    self.note = Some(Note::new(format!("no turn {turn}: the game has {}", self.turn(self.last()))));
                }
            },
            Err(_) => self.at = (self.at + 1).min(self.last()),
        }
    }

    /// The moves as the agent ranks them here, the one that was played marked.
    fn opinion(&self, pilot: &mut Pilot<'_, Table<'r>>) -> String {
        let table = self.table(self.at);
        let Some(analysis) = analyze(&table, pilot, self.seed) else { return "the game is over".to_owned() };
        let played = self.replayed.steps.get(self.at).map(|step| step.action);
        let moves = analysis.moves.iter().take(SHOWN).map(|ranked| {
            let mark = if Some(ranked.action) == played { '*' } else { ' ' };
            let value = ranked.value.map_or_else(|| "     —".to_owned(), |value| format!("{:5.1} %", 100.0 * value));
            format!("{mark} {value}  {}", ranked.text)
        });
        let who = analysis.decider.letter();
        std::iter::once(format!("{}: {who}'s chance to win after each move (* was played)", self.agent))
            .chain(moves)
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// Draws everything.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let table = self.table(self.at);
        let width = usize::from(area.width);
        let view = View { table: &table, eyes: Player::A, sight: Sight::Watched, width, dense: 0 };
        let most = area.height.saturating_sub(BELOW).max(1);
        let rows = view.rows_within(usize::from(most), self.brings);
        let height = (rows.len() as u16).min(most);
        let [above, below, keys] =
            Layout::vertical([Constraint::Length(height), Constraint::Min(3), Constraint::Length(1)]).areas(area);
        let lines: Vec<Line<'_>> = rows.iter().map(|row| line_of(row, self.colored)).collect();
        frame.render_widget(Paragraph::new(lines), above);
        let [left, right] = Layout::horizontal([Constraint::Percentage(50), Constraint::Percentage(50)]).areas(below);
        draw_story(frame, left, &self.story[..self.told[self.at]]);
        self.draw_curve(frame, right);
        let asked = if self.typed.is_empty() { String::new() } else { format!(" · turn {}", self.typed) };
        let text = format!("{}/{} · ← → action · ↑ ↓ turn · a opinion · ? keys · q quit{asked}", self.at, self.last());
        frame.render_widget(Paragraph::new(text), keys);
        if let Some(note) = &mut self.note {
            note.draw(frame, below);
        }
    }

    fn draw_curve(&self, frame: &mut Frame<'_>, area: Rect) {
        let here = self.opinions.get(self.at).copied().flatten();
        let value = here.map_or_else(String::new, |chance| format!(": {:.0} %", 100.0 * chance));
        let title = format!(" A wins, by {}{value} ", self.agent);
        let points: Vec<(f64, f64)> = self
            .opinions
            .iter()
            .enumerate()
            .filter_map(|(at, opinion)| Some((at as f64, f64::from((*opinion)?))))
            .collect();
        let at = self.at as f64;
        let last = self.last().max(1) as f64;
        let cursor = [(at, 0.0), (at, 1.0)];
        let even = [(0.0, 0.5), (last, 0.5)];
        let line = |data, style| {
            Dataset::default().data(data).graph_type(GraphType::Line).marker(Marker::Braille).style(style)
        };
        let color = |color| if self.colored { Style::new().fg(color) } else { Style::new() };
        let chart = Chart::new(vec![
            line(&even, Style::new().add_modifier(Modifier::DIM)),
            line(&cursor, color(Color::Magenta)),
            line(&points, color(Color::Cyan)),
        ])
        .block(Block::new().borders(Borders::TOP | Borders::LEFT).title(title))
        .x_axis(Axis::default().bounds([0.0, last]))
        .y_axis(Axis::default().bounds([0.0, 1.0]).labels(["0", "50", "100"]));
        frame.render_widget(chart, area);
    }
}

/// Shows the game on the terminal until the person leaves; the agent thinks while nobody presses a key.
pub fn run<'r>(watch: &mut Watch<'r>, pilot: &mut Pilot<'_, Table<'r>>) -> Result<(), Failure> {
    let mut terminal = ratatui::try_init().map_err(|error| broken(&error))?;
    let end = loop {
        if let Err(error) = terminal.draw(|frame| watch.draw(frame)) {
            break Err(broken(&error));
        }
        // A key goes before the next thought.
        if !watch.is_complete() && !event::poll(Duration::ZERO).unwrap_or(true) {
            watch.think(pilot);
            continue;
        }
        match event::read() {
            Err(error) => break Err(broken(&error)),
            Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => {
                match watch.key(key.code, key.modifiers.contains(KeyModifiers::CONTROL), pilot) {
                    Next::Stay => {}
                    Next::Leave => break Ok(()),
                }
            }
            Ok(_) => {}
        }
    };
    ratatui::restore();
    end
}

#[cfg(test)]
mod tests {
    use fixer_ai::agent::GameKey;
    use fixer_ai::registry::Cheating;
    use fixer_core::chance::Streams;
    use fixer_core::cyberpunk::cards::CardPool;
    use fixer_core::cyberpunk::deck::builtin::{STARTERS, builtin_deck};
    use fixer_core::cyberpunk::record::{Scribe, Title, replay};
    use fixer_core::cyberpunk::{Cyberpunk, MatchUp};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::*;
    use crate::agents::{agent, pilot};
    use crate::play::screen::snapshot;

    /// A game of two players who move at random.
    fn recorded(pool: &CardPool) -> Record {
        let decks = STARTERS.map(|id| builtin_deck(id, pool).unwrap());
        let cards = MatchUp::new(pool, [&decks[0], &decks[1]]).unwrap();
        let title = Title {
            cards: pool.card_hash(),
            seed: 7,
            decks: decks.clone().map(|deck| deck.id),
            agents: ["random", "random"].map(str::to_owned),
        };
        let mut scribe = Scribe::start(&cards, &title, Streams::new(7));
        let mut players = Player::BOTH.map(|player| {
            let mut random =
                pilot::<Cyberpunk>(&agent::<Cyberpunk>("random", Cheating::Refused).unwrap(), Cheating::Refused);
            random.begin(player, GameKey(7));
            random
        });
        while let Status::Decide(player, _) = scribe.table().status() {
            let (table, mut legal) = (*scribe.table(), Vec::new());
            table.legal_actions(&mut legal);
            scribe.play(players[player.index()].decide(&table, player, &legal));
        }
        scribe.record()
    }

    /// Presses keys at the start of the game and compares the screen with the one that is kept.
    fn shows(name: &str, size: (u16, u16), keys: &[KeyCode]) {
        let pool = CardPool::builtin();
        let record = recorded(&pool);
        let replayed = replay(&record, &pool).unwrap();
        let mut asked =
            pilot::<Cyberpunk>(&agent::<Cyberpunk>("greedy1", Cheating::Refused).unwrap(), Cheating::Refused);
        let mut watch = Watch::new(&record, &replayed, "greedy1", false);
        while !watch.is_complete() {
            watch.think(&mut asked);
        }
        let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
        terminal.draw(|frame| watch.draw(frame)).unwrap();
        for &key in keys {
            assert_eq!(watch.key(key, false, &mut asked), Next::Stay);
            terminal.draw(|frame| watch.draw(frame)).unwrap();
        }
        snapshot(name, terminal.backend());
    }

    #[test]
    fn a_turn_and_three_actions_on() {
        let keys = [KeyCode::Char('5'), KeyCode::Enter, KeyCode::Right, KeyCode::Right, KeyCode::Char(' ')];
        shows("replay-small", (80, 24), &keys);
        shows("replay-large", (160, 48), &keys);
    }

    #[test]
    fn keys_that_undo_each_other() {
        let there = [KeyCode::Char('5'), KeyCode::Enter];
        let around = [&[KeyCode::End, KeyCode::Home][..], &[KeyCode::Down; 5]].concat();
        let back = [KeyCode::Right, KeyCode::Left, KeyCode::Down, KeyCode::Up];
        shows("replay-turn", (80, 24), &there);
        shows("replay-turn", (80, 24), &[&around[..], &back[..]].concat());
    }

    #[test]
    fn the_result_and_an_opinion() {
        shows("replay-end", (80, 24), &[KeyCode::End]);
        shows("replay-opinion", (80, 24), &[KeyCode::Char('4'), KeyCode::Enter, KeyCode::Char('a')]);
        shows("replay-no-turn", (80, 24), &[KeyCode::Char('9'), KeyCode::Char('9'), KeyCode::Enter]);
    }
}
