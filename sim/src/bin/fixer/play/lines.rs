//! The plain mode: rows of text out, lines in. For pipes, screen readers, and terminals that can't do more.

use std::fmt::Write as _;
use std::io::BufRead;

use super::menu::{Answer, HELP, Menu};
use super::picture::{View, printed};
use super::session::Session;
use super::{Helper, card_text};
use crate::failure::{Failure, print};

/// Columns the picture takes.
const WIDTH: usize = 100;

/// Plays until the game is over or the person stops.
pub fn run<'m>(session: &mut Session<'m>, helper: &mut Helper<'m>) -> Result<(), Failure> {
    let mut told = 0;
    session.go_on();
    let mut opened = None;
    loop {
        let mut text = String::new();
        for line in &session.story()[told.min(session.story().len())..] {
            text.push_str(line.text());
            text.push('\n');
        }
        told = session.story().len();
        let table = *session.table();
        let view = View { table: &table, eyes: session.person(), sight: session.sight(), width: WIDTH, dense: 0 };
        let menu = opened.take().unwrap_or_else(|| {
            text.push('\n');
            text.push_str(&printed(&view.rows(session.brings())));
            Menu::new(&view, &session.legal())
        });
        if session.is_over() {
            return print(&text);
        }
        text.push('\n');
        if let Some(opened) = &menu.opened {
            let _ = writeln!(text, "{opened}");
        }
        for (number, entry) in menu.entries().iter().enumerate() {
            let _ = writeln!(text, "{:>3} {}", number + 1, entry.label());
        }
        text.push_str("> ");
        print(&text)?;
        loop {
            let mut line = String::new();
            let read = std::io::stdin().lock().read_line(&mut line);
            if read.map_err(|error| Failure::wrong(format!("standard input: {error}")))? == 0 {
                return print("\n");
            }
            let reply = match menu.read(&line, &table) {
                Answer::Do(action) => {
                    session.act(action);
                    break;
                }
                Answer::Targets(targets) => {
                    opened = Some(targets);
                    break;
                }
                Answer::Undo if menu.opened.is_some() => break,
                Answer::Undo if session.take_back() => {
                    told = told.min(session.story().len());
                    break;
                }
                Answer::Undo => "there is nothing to take back".to_owned(),
                Answer::Hint => helper.hint(&view).join("\n"),
                Answer::Table => printed(&view.rows(session.brings())).trim_end().to_owned(),
                Answer::Save(path) => match session.save(&path) {
                    Ok(()) => format!("saved; `fixer play --resume {}` goes on", path.display()),
                    Err(failure) => failure.text(),
                },
                Answer::Log => session
                    .story()
                    .iter()
                    .map(fixer_core::cyberpunk::chronicle::Told::text)
                    .collect::<Vec<_>>()
                    .join("\n"),
                Answer::Card(name) => card_text(helper.pool, &name),
                Answer::Help => HELP.to_owned(),
                Answer::Quit => return Ok(()),
                Answer::Unknown(why) => why,
            };
            print(&format!("{reply}\n> "))?;
        }
    }
}
