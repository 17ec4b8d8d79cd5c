//! A person at the table: plays against an agent, or watches a game that has been played.

pub mod duel;
pub mod lines;
mod menu;
mod note;
mod picture;
pub mod screen;
pub mod session;
pub mod watch;

use fixer_ai::registry::Pilot;
use fixer_core::cyberpunk::Table;
use fixer_core::cyberpunk::cards::CardPool;
use fixer_core::cyberpunk::deck::names::Names;
use fixer_core::cyberpunk::describe::describe;
use fixer_core::game::Game;

use menu::in_words;
use picture::View;

/// Hints show so many actions.
const SHOWN: usize = 8;

/// What a person can ask beside the game.
pub struct Helper<'a> {
    /// The cards.
    pub pool: &'a CardPool,
    /// Who gives hints.
    pub adviser: Pilot<'a, Table<'a>>,
}

impl<'a> Helper<'a> {
    /// What the adviser thinks of the things that the person who looks at the table can do, best first.
    fn hint(&mut self, view: &View<'_, 'a>) -> Vec<String> {
        let (table, person) = (view.table, view.eyes);
        let mut legal = Vec::new();
        table.legal_actions(&mut legal);
        if legal.is_empty() {
            return vec!["the game is over".to_owned()];
        }
        let best = self.adviser.decide(table, person, &legal);
        let thoughts = self.adviser.thoughts(table, person, &legal);
        if thoughts.is_empty() {
            return vec![format!("{}: there is nothing to think about", in_words(view, best))];
        }
        let lines = thoughts.iter().take(SHOWN).map(|thought| {
            let chance = thought.value.map_or_else(|| "     —".to_owned(), |value| format!("{:5.1} %", 100.0 * value));
            format!("{chance}  {}", in_words(view, thought.action))
        });
        std::iter::once("your chance to win as the adviser sees it:".to_owned()).chain(lines).collect()
    }
}

/// What a card does, or which cards have names like that.
fn card_text(pool: &CardPool, name: &str) -> String {
    match Names::new(pool).find(name) {
        Ok(card) => describe(pool.get(card)).trim_end().to_owned(),
        Err(error) => error.help().map_or_else(|| error.to_string(), |help| format!("{error}; {help}")),
    }
}
