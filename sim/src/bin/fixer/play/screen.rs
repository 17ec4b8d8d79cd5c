//! The screen: the table above, what happened and what can be done below, a line to type into.

use std::io;

use fixer_core::cyberpunk::chronicle::Told;
use fixer_core::cyberpunk::effect::Color as CardColor;
use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph};

use super::menu::{Answer, HELP, Menu};
use super::note::{Note, Read, folded};
use super::picture::{Row, Tone, View, printed};
use super::session::Session;
use super::{Helper, card_text};
use crate::failure::Failure;

/// Rows below the table that are always kept: five lines of story and menu, their frame, the line to type into.
const BELOW: u16 = 8;

/// What can be typed when the game is over.
const OVER: &str = "\
Enter       leaves the table
log         everything that happened
undo        takes your last choice back
save FILE   keeps the game";

/// What is on the screen.
pub struct Screen<'s, 'm> {
    session: &'s mut Session<'m>,
    menu: Menu,
    /// The entry that Enter takes.
    at: usize,
    /// What has been typed.
    line: String,
    note: Option<Note>,
    /// Whether to colour.
    colored: bool,
    /// How wide the terminal was when last drawn.
    width: usize,
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
        Self { session, menu, at: 0, line: String::new(), note: None, colored, width: 80 }
    }

    fn new_menu(&mut self) {
        self.menu = Menu::new(&view(self.session, 80), &self.session.legal());
        self.at = 0;
    }

    /// Takes a key.
    pub fn key(&mut self, code: KeyCode, control: bool, helper: &mut Helper<'m>) -> Next {
        if let Some(note) = &mut self.note {
            match note.key(code, control) {
                Read::On => {}
                Read::Closed => self.note = None,
                Read::Leave => return Next::Leave,
            }
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
                    self.note = Some(Note::new("there is nothing to take back"));
                }
                self.new_menu();
            }
            Answer::Hint => {
                let table = *self.session.table();
                let view = View { table: &table, ..view(self.session, 80) };
                self.note = Some(Note::new(helper.hint(&view).join("\n")));
            }
            Answer::Save(path) => {
                self.note = Some(Note::new(match self.session.save(&path) {
                    Ok(()) => format!("saved; `fixer play --resume {}` goes on", path.display()),
                    Err(failure) => failure.text(),
                }));
            }
            Answer::Log => {
                let story: Vec<&str> = self.session.story().iter().map(Told::text).collect();
                self.note = Some(Note::ending(story.join("\n")));
            }
            Answer::Table => {
                // Inside the frame of a note.
                let width = self.width.saturating_sub(2);
                self.note = Some(Note::new(printed(&view(self.session, width).rows(self.session.brings()))));
            }
            Answer::Card(name) => self.note = Some(Note::new(card_text(helper.pool, &name))),
            Answer::Help => {
                let text = format!("{HELP}\n\n↑ ↓ Enter pick · Tab hint · Ctrl-Z undo · Ctrl-C quit");
                self.note = Some(Note::new(text));
            }
            Answer::Unknown(why) => self.note = Some(Note::new(why)),
            Answer::Quit => {}
        }
    }

    /// Draws everything.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        self.width = usize::from(area.width);
        let most = area.height.saturating_sub(BELOW).max(1);
        let view = view(self.session, usize::from(area.width));
        let rows = view.rows_within(usize::from(most), self.session.brings());
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
        if let Some(note) = &mut self.note {
            note.draw(frame, below);
        }
    }

    fn draw_menu(&self, frame: &mut Frame<'_>, area: Rect) {
        let title = match &self.menu.opened {
            Some(opened) => opened.as_str(),
            None if self.session.is_over() => "what you can still do",
            None => "what you can do",
        };
        let block = Block::new().borders(Borders::TOP | Borders::LEFT);
        let inside = block.inner(area);
        if self.session.is_over() {
            let lines = OVER.lines().map(Line::raw).collect::<Vec<_>>();
            frame.render_widget(Paragraph::new(lines).block(block.title(format!(" {title} "))), area);
            return;
        }
        let mut lines: Vec<Line<'_>> = Vec::new();
        // The line after the last one of each entry.
        let mut ends = Vec::new();
        for (at, entry) in self.menu.entries().iter().enumerate() {
            let (mark, style) = if at == self.at {
                ('›', Style::new().add_modifier(Modifier::REVERSED))
            } else {
                (' ', Style::new())
            };
            let number = format!("{mark}{:>2} ", at + 1);
            let columns = number.chars().count();
            let label = folded(&entry.label(), usize::from(inside.width).saturating_sub(columns));
            lines.extend(label.into_iter().enumerate().map(|(row, text)| {
                let before = if row == 0 { number.clone() } else { " ".repeat(columns) };
                Line::styled(before + &text, style)
            }));
            ends.push(lines.len());
        }
        let height = usize::from(inside.height).max(1);
        let all = lines.len();
        let from = ends.get(self.at).map_or(0, |end| end.saturating_sub(height));
        let title = if all > height { format!(" {title} ({} things) ", ends.len()) } else { format!(" {title} ") };
        let shown: Vec<Line<'_>> = lines.into_iter().skip(from).take(height).collect();
        frame.render_widget(Paragraph::new(shown).block(block.title(title)), area);
    }
}

fn view<'t, 'm>(session: &'t Session<'m>, width: usize) -> View<'t, 'm> {
    View { table: session.table(), eyes: session.person(), sight: session.sight(), width, dense: 0 }
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
    use std::cmp::Ordering;

    use fixer_ai::agent::GameKey;
    use fixer_ai::registry::Cheating;
    use fixer_core::cyberpunk::cards::CardPool;
    use fixer_core::cyberpunk::deck::builtin::{STARTERS, builtin_deck};
    use fixer_core::cyberpunk::record::Title;
    use fixer_core::cyberpunk::{Cyberpunk, MatchUp};
    use fixer_core::game::Player;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::*;
    use crate::agents::{agent, pilot};
    use crate::play::menu::Entry;
    use crate::play::session::PERSON;

    /// A key, pressed with Control or without.
    type Press = (KeyCode, bool);

    /// Plays a fixed game: `press` says which key comes after so many, until it has none. What the last one led to.
    fn played(
        size: (u16, u16),
        press: impl Fn(&Screen<'_, '_>, usize) -> Option<Press>,
    ) -> (Terminal<TestBackend>, Next) {
        let pool = CardPool::builtin();
        let decks = STARTERS.map(|id| builtin_deck(id, &pool).unwrap());
        let cards = MatchUp::new(&pool, [&decks[0], &decks[1]]).unwrap();
        let title = Title {
            cards: pool.card_hash(),
            seed: 7,
            decks: decks.clone().map(|deck| deck.id),
            agents: [PERSON.to_owned(), "random".to_owned()],
        };
        let of = |spec| pilot::<Cyberpunk>(&agent::<Cyberpunk>(spec, Cheating::Refused).unwrap(), Cheating::Refused);
        let mut session = Session::start(&cards, title, Player::A, of("random"));
        let mut helper = Helper { pool: &pool, adviser: of("greedy1") };
        helper.adviser.begin(Player::A, GameKey(1));
        let mut screen = Screen::new(&mut session, false);
        let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
        terminal.draw(|frame| screen.draw(frame)).unwrap();
        let mut next = Next::Stay;
        for pressed in 0.. {
            let Some((code, control)) = press(&screen, pressed) else { break };
            assert_eq!(next, Next::Stay);
            next = screen.key(code, control, &mut helper);
            terminal.draw(|frame| screen.draw(frame)).unwrap();
        }
        (terminal, next)
    }

    /// Presses keys at the start of the game and compares the screen with the one that is kept.
    fn shows(name: &str, size: (u16, u16), keys: &[KeyCode]) {
        let (terminal, next) = played(size, |_, pressed| keys.get(pressed).map(|&code| (code, false)));
        assert_eq!(next, Next::Stay);
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

    /// Enter so often, a typed line, then other keys.
    fn keys(enters: usize, line: &str, then: &[KeyCode]) -> Vec<KeyCode> {
        let typed = line.chars().map(KeyCode::Char).chain((!line.is_empty()).then_some(KeyCode::Enter));
        std::iter::repeat_n(KeyCode::Enter, enters).chain(typed).chain(then.iter().copied()).collect()
    }

    #[test]
    fn help_lies_over_the_lower_part() {
        shows("help", (80, 24), &keys(0, "help", &[]));
    }

    #[test]
    fn long_notes_scroll() {
        shows("log-end", (80, 24), &keys(40, "log", &[]));
        shows("log-start", (80, 24), &keys(40, "log", &[KeyCode::Home]));
        shows("log-page", (80, 24), &keys(40, "log", &[KeyCode::Home, KeyCode::PageDown, KeyCode::Down, KeyCode::Up]));
        shows("later-small", (80, 24), &keys(40, "log", &[KeyCode::Up, KeyCode::Esc]));
        shows("card-narrow", (50, 16), &keys(0, "card kiroshi optics", &[]));
    }

    #[test]
    fn all_of_the_table_can_be_read_on_a_low_screen() {
        shows("later-low", (80, 16), &keys(40, "", &[]));
        shows("table-low", (80, 16), &keys(40, "table", &[KeyCode::PageDown]));
    }

    #[test]
    fn entries_too_wide_for_the_screen_are_folded() {
        shows("later-narrow", (50, 24), &keys(40, "", &[]));
    }

    #[test]
    fn a_hint_and_a_choice_taken_back() {
        shows("hint", (80, 24), &keys(20, "", &[KeyCode::Tab]));
        shows("undone", (80, 24), &keys(40, "undo", &[]));
        shows("nothing-to-undo", (80, 24), &keys(0, "undo", &[]));
    }

    #[test]
    fn the_end_of_a_game() {
        let to_the_end =
            |screen: &Screen<'_, '_>, _: usize| (!screen.session.is_over()).then_some((KeyCode::Enter, false));
        snapshot("over-small", played((80, 24), to_the_end).0.backend());
        snapshot("over-large", played((160, 48), to_the_end).0.backend());
        // One Enter more leaves.
        let has_left = std::cell::Cell::new(false);
        let (_, next) = played((80, 24), |screen, _| {
            (!has_left.replace(screen.session.is_over())).then_some((KeyCode::Enter, false))
        });
        assert_eq!(next, Next::Leave);
    }

    #[test]
    fn no_terminal_is_too_small() {
        for size in [(1, 1), (10, 3), (24, 7)] {
            for line in ["", "log", "card kiroshi optics"] {
                let keys = keys(40, line, &[]);
                played(size, |_, pressed| keys.get(pressed).map(|&code| (code, false)));
            }
        }
    }

    #[test]
    fn control_c_leaves_whatever_is_open() {
        for line in ["", "help", "log", "card kiroshi optics", "nonsense"] {
            let keys = keys(40, line, &[]);
            let (_, next) = played((80, 24), |_, pressed| match pressed.cmp(&keys.len()) {
                Ordering::Less => Some((keys[pressed], false)),
                Ordering::Equal => Some((KeyCode::Char('c'), true)),
                Ordering::Greater => None,
            });
            assert_eq!(next, Next::Leave, "{line}");
        }
    }

    #[test]
    fn targets_are_picked_in_a_menu_of_their_own() {
        let opened = |screen: &Screen<'_, '_>, _: usize| {
            screen.menu.opened.is_none().then(|| {
                let opens = screen.menu.entries().iter().position(|entry| matches!(entry, Entry::Open { .. }));
                match opens {
                    Some(at) if at == screen.at => (KeyCode::Enter, false),
                    Some(_) => (KeyCode::Down, false),
                    None => (KeyCode::Enter, false),
                }
            })
        };
        snapshot("targets", played((80, 24), opened).0.backend());
    }
}
