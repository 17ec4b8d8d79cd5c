//! What several pairings did with the same deals: the points of their pairs side by side, out of a journal.
//!
//! Pairings whose decks share a base meet the same luck in pairs of the same number. Their differences are computed pair
//! by pair. Only what the journal's writer had at hand at once is in memory.

use std::collections::VecDeque;

use crate::journal::{Contents, JournalError};
use crate::pairs::GameRow;
use crate::tally::Score;

/// Hands over, for each pair that all pairings have played, side 0's half points (0 to 4) in it, a number a pairing. The
/// journal must hold the rows of all games.
///
/// # Errors
/// If the journal can't be read any more.
pub fn by_deal(contents: &Contents, mut deal: impl FnMut(&[u8])) -> Result<(), JournalError> {
    let pairings = contents.tallies.len();
    let mut waiting: Vec<VecDeque<u8>> = vec![VecDeque::new(); pairings];
    // How many pairings have something waiting.
    let mut ready = 0;
    let mut begun = 0;
    let mut points = vec![0; pairings];
    for row in contents.all_rows()? {
        let row = row?;
        if row.id.game == 0 {
            begun = side_0(&row);
            continue;
        }
        let queue = &mut waiting[row.id.pairing];
        queue.push_back(begun + side_0(&row));
        ready += usize::from(queue.len() == 1);
        while ready == pairings {
            for (points, queue) in points.iter_mut().zip(&mut waiting) {
                *points = queue.pop_front().unwrap_or_default();
                ready -= usize::from(queue.is_empty());
            }
            deal(&points);
        }
    }
    Ok(())
}

/// Side 0's half points in a game.
fn side_0(row: &GameRow) -> u8 {
    let score = row.winner.map_or(Score::Draw, |winner| {
        let side = if winner.index() == 0 { row.first } else { 1 - row.first };
        if side == 0 { Score::Win } else { Score::Loss }
    });
    score.halves() as u8
}
