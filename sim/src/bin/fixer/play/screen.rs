//! The screen: the table above, what happened and what can be done below, a line to type into.

use std::io;

use fixer_core::cyberpunk::chronicle::Told;
use fixer_core::cyberpunk::effect::Color as CardColor;
use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Clear, Paragraph, Wrap};

use super::menu::{Answer, HELP, Menu};
use super::picture::{Row, Tone, View};
use super::session::Session;
use super::{Helper, card_text};
use crate::failure::Failure;

/// Rows below the table that are always kept: five lines of story and menu, their frame, the line to type into.
const BELOW: u16 = 8;

/// What is on the screen.
pub struct Screen<'s, 'm> {
    session: &'s mut Session<'m>,
    menu: Menu,
    /// The entry that Enter takes.
    at: usize,
    /// What has been typed.
    line: String,
    /// A text that lies over the lower part until a key is pressed.
    note: Option<String>,
    /// Whether to colour.
    colored: bool,
}

/// What a key led to.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// Go on.
    Stay,
    /// Stop.
    Leave,
}

impl<'s, 'm> Screen<'s, 'm> {
    /// The screen of a game.
    pub fn new(session: &'s mut Session<'m>, colored: bool) -> Self {
        session.go_on();
        let menu = Menu::new(&view(session, 80), &session.legal());
        Self { session, menu, at: 0, line: String::new(), note: None, colored }
    }

    fn new_menu(&mut self) {
        self.menu = Menu::new(&view(self.session, 80), &self.session.legal());
        self.at = 0;
    }

    /// Takes a key.
    pub fn key(&mut self, code: KeyCode, control: bool, helper: &mut Helper<'m>) -> Next {
        if self.note.take().is_some() {
            return Next::Stay;
        }
        let last = self.menu.entries().len().saturating_sub(1);
        match code {
            KeyCode::Char('c' | 'd') if control => return Next::Leave,
            KeyCode::Char('z') if control => self.answer(Answer::Undo, helper),
            KeyCode::Char(letter) if !control => self.line.push(letter),
            KeyCode::Backspace => {
                self.line.pop();
            }
            KeyCode::Up => self.at = self.at.checked_sub(1).unwrap_or(last),
            KeyCode::Down => self.at = if self.at >= last { 0 } else { self.at + 1 },
            KeyCode::PageUp => self.at = self.at.saturating_sub(5),
            KeyCode::PageDown => self.at = (self.at + 5).min(last),
            KeyCode::Tab => self.answer(Answer::Hint, helper),
            KeyCode::Esc if !self.line.is_empty() => self.line.clear(),
            KeyCode::Esc if self.menu.opened.is_some() => self.new_menu(),
            KeyCode::Enter => {
                let line = std::mem::take(&mut self.line);
                if self.session.is_over() && line.trim().is_empty() {
                    return Next::Leave;
                }
                let answer = if line.trim().is_empty() {
                    self.menu.pick(self.at)
                } else {
                    self.menu.read(&line, self.session.table())
                };
                if answer == Answer::Quit {
                    return Next::Leave;
                }
                self.answer(answer, helper);
            }
            _ => {}
        }
        Next::Stay
    }

    fn answer(&mut self, answer: Answer, helper: &mut Helper<'m>) {
        match answer {
            Answer::Do(action) => {
                self.session.act(action);
                self.new_menu();
            }
            Answer::Targets(targets) => {
                self.menu = targets;
                self.at = 0;
            }
            Answer::Undo => {
                if self.menu.opened.is_none() && !self.session.take_back() {
                    self.note = Some("there is nothing to take back".to_owned());
                }
                self.new_menu();
            }
            Answer::Hint => {
                let table = *self.session.table();
                self.note = Some(helper.hint(&table, self.session.person()).join("\n"));
            }
            Answer::Save(path) => {
                self.note = Some(match self.session.save(&path) {
                    Ok(()) => format!("saved; `fixer play --resume {}` goes on", path.display()),
                    Err(failure) => failure.text(),
                });
            }
            Answer::Log => {
                let story: Vec<&str> = self.session.story().iter().map(Told::text).collect();
                self.note = Some(story[story.len().saturating_sub(40)..].join("\n"));
            }
            Answer::Card(name) => self.note = Some(card_text(helper.pool, &name)),
            Answer::Help => {
                self.note = Some(format!("{HELP}\n\n↑ ↓ Enter pick · Tab hint · Ctrl-Z undo · Ctrl-C quit"));
            }
            Answer::Unknown(why) => self.note = Some(why),
            Answer::Quit => {}
        }
    }

    /// Draws everything.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let mut view = view(self.session, usize::from(area.width));
        let brings = self.session.brings();
        let mut rows = view.rows(brings);
        let most = area.height.saturating_sub(BELOW).max(1);
        if rows.len() > usize::from(most) {
            view.is_dense = true;
            rows = view.rows(brings);
        }
        let height = (rows.len() as u16).min(most);
        let [above, below, typed] =
            Layout::vertical([Constraint::Length(height), Constraint::Min(3), Constraint::Length(1)]).areas(area);
        let lines: Vec<Line<'_>> = rows.iter().map(|row| line_of(row, self.colored)).collect();
        frame.render_widget(Paragraph::new(lines), above);
        let [left, right] = Layout::horizontal([Constraint::Percentage(50), Constraint::Percentage(50)]).areas(below);
        draw_story(frame, left, self.session.story());
        self.draw_menu(frame, right);
        let prompt = if self.session.is_over() { "Enter leaves > " } else { "number, action or `help` > " };
        frame.render_widget(Paragraph::new(format!("{prompt}{}", self.line)), typed);
        frame.set_cursor_position((typed.x + (prompt.chars().count() + self.line.chars().count()) as u16, typed.y));
        if let Some(note) = &self.note {
            draw_note(frame, note, below);
        }
    }

    fn draw_menu(&self, frame: &mut Frame<'_>, area: Rect) {
        let title = self.menu.opened.clone().unwrap_or_else(|| "what you can do".to_owned());
        let block = Block::new().borders(Borders::TOP | Borders::LEFT).title(format!(" {title} "));
        let inside = block.inner(area);
        let height = usize::from(inside.height).max(1);
        let from = (self.at + 1).saturating_sub(height);
        let entries = self.menu.entries().iter().enumerate().skip(from).take(height);
        let lines: Vec<Line<'_>> = entries
            .map(|(at, entry)| {
                let mark = if at == self.at { '›' } else { ' ' };
                let style = if at == self.at { Style::new().add_modifier(Modifier::REVERSED) } else { Style::new() };
                let mut text = format!("{mark}{:>2} {}", at + 1, entry.label());
                if text.chars().count() > usize::from(inside.width) {
                    text = text.chars().take(usize::from(inside.width).saturating_sub(1)).chain(['…']).collect();
                }
                Line::styled(text, style)
            })
            .collect();
        frame.render_widget(Paragraph::new(lines).block(block), area);
    }
}

fn view<'t, 'm>(session: &'t Session<'m>, width: usize) -> View<'t, 'm> {
    View { table: session.table(), eyes: session.person(), sight: session.sight(), width, is_dense: false }
}

/// The end of a story, as much of it as there is room for.
pub fn draw_story(frame: &mut Frame<'_>, area: Rect, story: &[Told]) {
    let block = Block::new().borders(Borders::TOP).title(" what happened ");
    let inside = block.inner(area);
    let mut lines: Vec<Line<'_>> = Vec::new();
    for told in story {
        let style = match told {
            Told::Turn(_) => Style::new().add_modifier(Modifier::BOLD),
            Told::Action(_) => Style::new(),
            Told::Event(_) => Style::new().add_modifier(Modifier::DIM),
        };
        lines.extend(folded(told.text(), usize::from(inside.width)).into_iter().map(|text| Line::styled(text, style)));
    }
    let from = lines.len().saturating_sub(usize::from(inside.height));
    frame.render_widget(Paragraph::new(lines.split_off(from)).block(block), area);
}

/// A text that lies over the lower part and more, if it needs more.
pub fn draw_note(frame: &mut Frame<'_>, note: &str, below: Rect) {
    let area = frame.area();
    let rows = (note.lines().count() as u16 + 2).max(below.height + 1);
    let space = Rect { y: area.bottom().saturating_sub(rows), height: rows.min(area.height), ..area };
    frame.render_widget(Clear, space);
    let block = Block::new().borders(Borders::ALL).title(" any key closes ");
    frame.render_widget(Paragraph::new(note).wrap(Wrap { trim: false }).block(block), space);
}

/// A row of the picture for the screen.
pub fn line_of(row: &Row, colored: bool) -> Line<'_> {
    let style = |tone| {
        let color = |color| if colored { Style::new().fg(color) } else { Style::new() };
        match tone {
            Tone::Plain => Style::new(),
            Tone::Strong => Style::new().add_modifier(Modifier::BOLD),
            Tone::Dim => Style::new().add_modifier(Modifier::DIM),
            Tone::Card(CardColor::Red) => color(Color::LightRed),
            Tone::Card(CardColor::Yellow) => color(Color::LightYellow),
            Tone::Card(CardColor::Green) => color(Color::LightGreen),
            Tone::Card(CardColor::Blue) => color(Color::LightBlue),
            Tone::Gig => color(Color::Cyan).add_modifier(Modifier::BOLD),
            Tone::Alarm => color(Color::Magenta).add_modifier(Modifier::BOLD),
        }
    };
    Line::from(row.iter().map(|piece| Span::styled(piece.text.as_str(), style(piece.tone))).collect::<Vec<_>>())
}

/// A text on as many lines as it needs, broken between words; all but the first begin with a space.
fn folded(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::take(&mut line));
        }
        if !(line.is_empty() && lines.is_empty()) {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

/// What a screen that can't be used is answered with.
pub fn broken(error: &io::Error) -> Failure {
    Failure::wrong(format!("terminal: {error}")).help("--plain works without one")
}

/// Plays on the terminal until the game is over or the person stops.
pub fn run<'m>(session: &mut Session<'m>, helper: &mut Helper<'m>, colored: bool) -> Result<(), Failure> {
    let mut terminal = ratatui::try_init().map_err(|error| broken(&error))?;
    let mut screen = Screen::new(session, colored);
    let end = loop {
        if let Err(error) = terminal.draw(|frame| screen.draw(frame)) {
            break Err(broken(&error));
        }
        match event::read() {
            Err(error) => break Err(broken(&error)),
            Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => {
                match screen.key(key.code, key.modifiers.contains(KeyModifiers::CONTROL), helper) {
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

/// Compares a screen with the one that is kept under a name.
#[cfg(test)]
pub fn snapshot(name: &str, screen: &ratatui::backend::TestBackend) {
    let width = usize::from(screen.buffer().area.width);
    let text: String = screen
        .buffer()
        .content()
        .chunks(width)
        .map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>().trim_end().to_owned() + "\n")
        .collect();
    let path = format!("{}/tests/screens/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("FIXER_UPDATE_SCREENS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, kept, "the screen has changed; FIXER_UPDATE_SCREENS=1 keeps the new one:\n{text}");
}

#[cfg(test)]
mod tests {
    use fixer_ai::agent::GameKey;
    use fixer_ai::registry::Cheating;
    use fixer_core::cyberpunk::MatchUp;
    use fixer_core::cyberpunk::cards::CardPool;
    use fixer_core::cyberpunk::deck::builtin::{STARTERS, builtin_deck};
    use fixer_core::cyberpunk::record::Title;
    use fixer_core::game::Player;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::*;
    use crate::agents::{agent, pilot};
    use crate::play::session::PERSON;

    /// Presses keys at the start of a fixed game and compares the screen with the one that is kept.
    fn shows(name: &str, size: (u16, u16), keys: &[KeyCode]) {
        let pool = CardPool::builtin();
        let decks = STARTERS.map(|id| builtin_deck(id, &pool).unwrap());
        let cards = MatchUp::new(&pool, [&decks[0], &decks[1]]).unwrap();
        let title = Title {
            cards: pool.card_hash(),
            seed: 7,
            decks: decks.clone().map(|deck| deck.id),
            agents: [PERSON.to_owned(), "random".to_owned()],
        };
        let of = |spec| pilot(&agent(spec, Cheating::Refused).unwrap(), Cheating::Refused);
        let mut session = Session::start(&cards, title, Player::A, of("random"));
        let mut helper = Helper { pool: &pool, adviser: of("random") };
        helper.adviser.begin(Player::A, GameKey(1));
        let mut screen = Screen::new(&mut session, false);
        for &key in keys {
            assert_eq!(screen.key(key, false, &mut helper), Next::Stay);
        }
        let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
        terminal.draw(|frame| screen.draw(frame)).unwrap();
        snapshot(name, terminal.backend());
    }

    #[test]
    fn the_opening_hand() {
        shows("opening", (80, 24), &[]);
    }

    #[test]
    fn some_turns_in() {
        let keys = [KeyCode::Enter; 40];
        shows("later-small", (80, 24), &keys);
        shows("later-large", (160, 48), &keys);
    }

    #[test]
    fn help_lies_over_the_lower_part() {
        let keys = ['h', 'e', 'l', 'p'].map(KeyCode::Char);
        let keys: Vec<KeyCode> = keys.into_iter().chain([KeyCode::Enter]).collect();
        shows("help", (80, 24), &keys);
    }

    #[test]
    fn long_texts_are_folded_between_words() {
        assert_eq!(folded("one two three", 8), ["one two", " three"]);
        assert_eq!(folded("unbreakable", 4), ["unbreakable"]);
    }
}
