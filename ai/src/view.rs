//! What an agent sees: the view of one player, and never the game.

use fixer_core::chance::SearchRng;
use fixer_core::game::{Game, Player, Status};

/// A position as one player sees it. There is no way from it to the true state: all it hands out are samples that fit
/// what the player knows.
#[derive(Copy, Clone, Debug)]
pub struct View<'a, G> {
    truth: &'a G,
    observer: Player,
}

impl<'a, G: Game> View<'a, G> {
    /// The view of `observer` on a position.
    pub const fn new(truth: &'a G, observer: Player) -> Self {
        Self { truth, observer }
    }

    /// Whose view it is.
    pub const fn observer(&self) -> Player {
        self.observer
    }

    /// A position that fits all that the observer knows, the rest drawn with `rng`.
    pub fn world(&self, rng: &mut SearchRng) -> G {
        let mut world = *self.truth;
        world.determinize(self.observer, rng);
        world
    }

    /// Writes such a position over `world`: a search fills one buffer again and again.
    #[inline]
    pub fn world_into(&self, world: &mut G, rng: &mut SearchRng) {
        *world = *self.truth;
        world.determinize(self.observer, rng);
    }

    /// Appends what the observer knows, in a canonical form.
    pub fn observe(&self, out: &mut Vec<u8>) {
        self.truth.observe(self.observer, out);
    }

    /// The number of the turn.
    pub fn turn(&self) -> u32 {
        self.truth.turn()
    }

    /// What the decision is about.
    pub fn status(&self) -> Status<G::Kind> {
        self.truth.status()
    }
}

/// The true state, for agents that measure what hidden information is worth. Made only by those who run matches, and
/// only where cheating was allowed.
#[derive(Copy, Clone, Debug)]
pub struct TrueView<'a, G> {
    /// The position as it is.
    pub truth: &'a G,
}
