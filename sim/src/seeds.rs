//! Seeds: which luck a game gets.
//!
//! A game's seed is mixed from the master seed, the hashes of the two decks in sorted order and the number of the pair,
//! so the order in which two decks are named changes no game, and neither does what else is played in the same run.

use fixer_ai::agent::GameKey;
use fixer_core::chance::mix;

/// Keeps the agents' randomness apart from the game's luck, which starts from the seed itself.
const AGENTS: u64 = 0x6167_656e_7473_0001;

/// The seed of a pair of games.
///
/// `decks` are the hashes of the base decks: a variant that shall meet the same deals as its base passes its base's.
///
/// ```
/// # use fixer_sim::seeds::pair_seed;
/// assert_eq!(pair_seed(1, [10, 20], 0), pair_seed(1, [20, 10], 0));
/// assert_ne!(pair_seed(1, [10, 20], 0), pair_seed(1, [10, 20], 1));
/// assert_ne!(pair_seed(1, [10, 20], 0), pair_seed(2, [10, 20], 0));
/// ```
pub fn pair_seed(master: u64, decks: [u64; 2], pair: u64) -> u64 {
    let [low, high] = if decks[0] <= decks[1] { decks } else { [decks[1], decks[0]] };
    mix(&[master, low, high, pair])
}

/// The seed of game `game` (0 or 1) of a pair: the pair's own, or, unpaired, one for each game.
pub fn game_seed(pair_seed: u64, game: usize, paired: bool) -> u64 {
    if paired { pair_seed } else { mix(&[pair_seed, 1 + game as u64]) }
}

/// The key for the agents of the game with this seed. It tells them nothing of the game's luck.
pub fn agent_key(game_seed: u64) -> GameKey {
    GameKey(mix(&[game_seed, AGENTS]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_values_are_pinned() {
        let seed = pair_seed(1, [2, 3], 4);
        assert_eq!(seed, mix(&[1, 2, 3, 4]));
        assert_eq!(game_seed(seed, 1, true), seed);
        assert_ne!(game_seed(seed, 0, false), game_seed(seed, 1, false));
        assert_ne!(agent_key(seed).0, seed);
    }

    #[test]
    fn neighbours_share_nothing() {
        // One flipped bit of input moves about half of the output's bits.
        let base = pair_seed(1, [2, 3], 4);
        for other in [pair_seed(0, [2, 3], 4), pair_seed(1, [2, 3], 5), agent_key(base).0] {
            let moved = (base ^ other).count_ones();
            assert!((16..=48).contains(&moved), "{moved} bits");
        }
    }
}
