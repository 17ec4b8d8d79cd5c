//! A note: a text that lies over the lower part of the screen until it is closed, and scrolls where it does not fit.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Borders, Clear, Paragraph};

/// A text over the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    text: String,
    /// The first line shown, counted when folded. Held within the text by drawing, which knows how much there is room for.
    from: usize,
    /// How many lines there were and how many of them fitted when it was last drawn.
    drawn: (usize, usize),
}

/// What a key did to a note.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Read {
    /// It is still open.
    On,
    /// It has been read.
    Closed,
    /// The person wants to leave altogether.
    Leave,
}

impl Note {
    /// A text from its beginning.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), from: 0, drawn: (0, 0) }
    }

    /// A text whose end is what matters.
    pub fn ending(text: impl Into<String>) -> Self {
        Self { from: usize::MAX, ..Self::new(text) }
    }

    /// Takes a key: those that scroll do so where there is more than fits, every other one closes.
    pub fn key(&mut self, code: KeyCode, control: bool) -> Read {
        let (lines, fitting) = self.drawn;
        // A line of the page before stays in sight.
        let page = fitting.saturating_sub(1).max(1);
        match code {
            KeyCode::Char('c' | 'd') if control => return Read::Leave,
            _ if lines <= fitting => return Read::Closed,
            KeyCode::Up => self.from = self.from.saturating_sub(1),
            KeyCode::Down => self.from = self.from.saturating_add(1),
            KeyCode::PageUp => self.from = self.from.saturating_sub(page),
            KeyCode::PageDown | KeyCode::Char(' ') => self.from = self.from.saturating_add(page),
            KeyCode::Home => self.from = 0,
            KeyCode::End => self.from = usize::MAX,
            _ => return Read::Closed,
        }
        Read::On
    }

    /// Draws it over `below` and, where it needs more, over what is above.
    pub fn draw(&mut self, frame: &mut Frame<'_>, below: Rect) {
        let area = frame.area();
        let width = usize::from(area.width.saturating_sub(2));
        let lines: Vec<String> = self.text.lines().flat_map(|line| folded(line, width)).collect();
        let height = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX).max(below.height + 1).min(area.height);
        let space = Rect { y: area.bottom().saturating_sub(height), height, ..area };
        let fitting = usize::from(height.saturating_sub(2));
        self.drawn = (lines.len(), fitting);
        self.from = self.from.min(lines.len().saturating_sub(fitting));
        let shown = self.from..lines.len().min(self.from + fitting);
        let title = if lines.len() <= fitting {
            " any key closes ".to_owned()
        } else {
            format!(" {}–{} of {} · ↑ ↓ PgUp PgDn scroll · Esc closes ", shown.start + 1, shown.end, lines.len())
        };
        frame.render_widget(Clear, space);
        let rows: Vec<Line<'_>> = lines[shown].iter().map(|line| Line::raw(line.as_str())).collect();
        frame.render_widget(Paragraph::new(rows).block(Block::new().borders(Borders::ALL).title(title)), space);
    }
}

/// A text on as many lines as it needs, broken between words, and within those that are longer than a line. All lines but the
/// first begin one column further in than the first.
pub fn folded(text: &str, width: usize) -> Vec<String> {
    let words = text.trim_start_matches(' ');
    let indent = text.len() - words.len();
    // A column for the text, however far in it begins.
    let further = (indent + 1).min(width.saturating_sub(1));
    let mut lines = Vec::new();
    let mut line = " ".repeat(indent.min(further));
    let mut taken = indent.min(further);
    let mut is_begun = false;
    let mut next = |line: &mut String, taken: &mut usize| {
        lines.push(std::mem::replace(line, " ".repeat(further)).trim_end().to_owned());
        *taken = further;
    };
    for word in words.split(' ') {
        let letters = word.chars().count();
        if is_begun && taken + 1 + letters > width {
            next(&mut line, &mut taken);
        } else if is_begun {
            line.push(' ');
            taken += 1;
        }
        is_begun = true;
        for letter in word.chars() {
            if taken >= width.max(further + 1) {
                next(&mut line, &mut taken);
            }
            line.push(letter);
            taken += 1;
        }
    }
    lines.push(line.trim_end().to_owned());
    lines
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::*;

    #[test]
    fn long_texts_are_folded_between_words() {
        assert_eq!(folded("one two three", 8), ["one two", " three"]);
        assert_eq!(folded("  one two three", 8), ["  one", "   two", "   three"]);
        assert_eq!(folded("a  table  kept", 20), ["a  table  kept"]);
        assert_eq!(folded("", 8), [""]);
    }

    #[test]
    fn words_longer_than_a_line_are_broken() {
        assert_eq!(folded("unbreakable", 5), ["unbre", " akab", " le"]);
        assert_eq!(folded("to /a/long/path", 7), ["to", " /a/lon", " g/path"]);
        for width in 0..4 {
            let lines = folded("   never endless", width);
            assert_eq!(lines.concat().replace(' ', ""), "neverendless", "{width}");
        }
    }

    /// Every letter of a text is on the screen at some time, whatever the size, and keys that can't scroll further stay.
    #[test]
    fn all_of_a_text_can_be_reached() {
        let lines: Vec<String> =
            (1..=60).map(|number| format!("line {number} of a text that is wider than it is high")).collect();
        let text = lines.join("\n");
        for (width, height) in [(80, 24), (30, 10), (20, 6)] {
            let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
            let below = Rect { x: 0, y: height - 5, width, height: 4 };
            let mut note = Note::ending(text.as_str());
            let mut seen = String::new();
            let mut show = |note: &mut Note| {
                terminal.draw(|frame| note.draw(frame, below)).unwrap();
                seen.extend(terminal.backend().buffer().content().iter().map(ratatui::buffer::Cell::symbol));
                note.from
            };
            let end = show(&mut note);
            note.key(KeyCode::Down, false);
            assert_eq!(show(&mut note), end);
            note.key(KeyCode::Home, false);
            note.key(KeyCode::PageUp, false);
            assert_eq!(show(&mut note), 0);
            let mut pages = 1;
            while note.from < end {
                assert_eq!(note.key(KeyCode::PageDown, false), Read::On);
                show(&mut note);
                pages += 1;
            }
            assert!(pages > 2);
            for number in 1..=60 {
                assert!(seen.contains(&format!("line {number} ")), "{number} at {width} x {height}");
            }
            assert_eq!(note.key(KeyCode::Char('c'), true), Read::Leave);
            assert_eq!(note.key(KeyCode::Enter, false), Read::Closed);
        }
    }

    #[test]
    fn what_fits_is_closed_by_any_key() {
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        let mut note = Note::new("short");
        terminal.draw(|frame| note.draw(frame, Rect { x: 0, y: 15, width: 80, height: 8 })).unwrap();
        assert_eq!(note.key(KeyCode::Down, false), Read::Closed);
    }
}
