//! What holds in every game, tried on random games with random decks from the whole pool and with the starters.
//!
//! | file | what |
//! |---|---|
//! | `games` | random match-ups, players that choose at random |
//! | `positions` | every position is possible, every game ends by the rules |
//! | `actions` | listed is legal is accepted; what is written reads back |
//! | `copies` | when two copies of a card are the same: worked out a second way |
//! | `hidden` | nothing that a player can't know shows |
//! | `records` | a written game replays to the same position |
//! | `limits` | the fixed lists of a position never overflow in silence |
//! | `memory` | a game allocates nothing |
//! | `soak` | all of it on as many games as asked for |

mod actions;
mod copies;
mod games;
mod hidden;
mod limits;
mod memory;
mod positions;
mod records;
mod soak;
