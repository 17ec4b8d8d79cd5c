//! What holds in every duel of Cascade, tried on random duels with the built-in decks and with random lists; and the
//! scenarios.
//!
//! | file | what |
//! |---|---|
//! | `games` | match-ups, players that choose at random |
//! | `positions` | every position is possible, every duel ends, nothing is allocated |
//! | `actions` | listed is legal is accepted; what is written reads back |
//! | `hidden` | nothing that a player can't know shows |
//! | `records` | a written duel replays to the same position |
//! | `cards` | what a card file may not say, and what the cards are |
//! | `signature` | one number for the behaviour of the rules; how many ways there are to play on |
//! | `scenarios` | the rule tests under `tests/scenarios/cascade` |

mod actions;
mod cards;
mod games;
mod hidden;
mod positions;
mod records;
mod scenarios;
mod signature;
