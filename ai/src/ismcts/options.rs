//! What can be set about a search, and why the defaults are what they are (`docs/search.md` keeps the figures).

use std::time::Duration;

use crate::options::{Knob, number, switch, weights_name, whole};

/// When a search ends.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Budget {
    /// After this many new iterations: repeatable.
    Iterations(u32),
    /// After this long: for people who wait for an answer, never for results.
    Time(Duration),
}

/// The settings of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// How much curiosity counts against the mean result so far. Games without evaluation get more of it.
    pub c: f32,
    /// How far below the mean of its siblings an untried action is assumed to be, in win probability.
    pub fpu: f32,
    /// How much the scorer's points count in the choice of an action; fades with its visits.
    pub bias: f32,
    /// How often a rollout plays at random instead of by the scorer's points.
    pub eps: f32,
    /// How much the mean result of an action anywhere counts in rollouts, beside the scorer's points.
    pub mast: f32,
    /// After how many turn ends, counted from the decision that is searched, positions are evaluated.
    pub cut: u32,
    /// The share of the value at the start of a rollout, against the one at its end.
    pub blend: f32,
    /// From how many visits on an action's continuations are kept apart by the dice that fell; 0 is never.
    pub dice: u32,
    /// Whether the tree is kept within a turn while nothing hidden was revealed.
    pub reuse: bool,
    /// In how many worlds a line must win to be played as proven; 0 looks for no proof.
    pub proof: u32,
    /// The name of the set of weights.
    pub weights: String,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            c: 0.2,
            fpu: 0.0,
            bias: 1.0,
            eps: 0.2,
            mast: 1.0,
            cut: 2,
            blend: 0.0,
            dice: 4,
            reuse: true,
            proof: 16,
            weights: "search".to_owned(),
        }
    }
}

impl Options {
    /// The table of options; those that matter only where one tree serves all worlds come last.
    pub const KNOBS: &'static [Knob<Self>] = &[
        Knob {
            name: "c",
            about: "exploration: how much curiosity counts against the mean result (0 to 10)",
            set: |o, text| number(text, 0.0, 10.0).map(|value| o.c = value),
            get: |o| o.c.to_string(),
        },
        Knob {
            name: "fpu",
            about: "an untried action is assumed to be this much below its siblings' mean (-1 to 1)",
            set: |o, text| number(text, -1.0, 1.0).map(|value| o.fpu = value),
            get: |o| o.fpu.to_string(),
        },
        Knob {
            name: "bias",
            about: "weight of the scorer's points in the choice of an action, fading with visits (0 to 10)",
            set: |o, text| number(text, 0.0, 10.0).map(|value| o.bias = value),
            get: |o| o.bias.to_string(),
        },
        Knob {
            name: "eps",
            about: "share of random actions in rollouts (0 to 1)",
            set: |o, text| number(text, 0.0, 1.0).map(|value| o.eps = value),
            get: |o| o.eps.to_string(),
        },
        Knob {
            name: "mast",
            about: "weight of an action's mean result anywhere, in rollouts (0 to 10)",
            set: |o, text| number(text, 0.0, 10.0).map(|value| o.mast = value),
            get: |o| o.mast.to_string(),
        },
        Knob {
            name: "cut",
            about: "turn ends from the decision on after which positions are evaluated (1 to 100)",
            set: |o, text| whole(text, 1, 100).map(|value| o.cut = value),
            get: |o| o.cut.to_string(),
        },
        Knob {
            name: "blend",
            about: "share of the value at a rollout's start (0 to 1)",
            set: |o, text| number(text, 0.0, 1.0).map(|value| o.blend = value),
            get: |o| o.blend.to_string(),
        },
        Knob {
            name: "dice",
            about: "visits from which continuations are kept apart by dice; 0 is never (0 to 1000000)",
            set: |o, text| whole(text, 0, 1_000_000).map(|value| o.dice = value),
            get: |o| o.dice.to_string(),
        },
        Knob {
            name: "weights",
            about: "name of the set of weights",
            set: |o, text| weights_name(text).map(|value| o.weights = value),
            get: |o| o.weights.clone(),
        },
        Knob {
            name: "reuse",
            about: "keep the tree within a turn while nothing hidden was revealed (0 or 1)",
            set: |o, text| switch(text).map(|value| o.reuse = value),
            get: |o| u8::from(o.reuse).to_string(),
        },
        Knob {
            name: "proof",
            about: "worlds in which a line must win to be played as proven; 0 looks for none (0 to 1000)",
            set: |o, text| whole(text, 0, 1000).map(|value| o.proof = value),
            get: |o| o.proof.to_string(),
        },
    ];

    /// The options that any search has, with one tree for all worlds or one a world.
    pub const SHARED: &'static [Knob<Self>] = Self::KNOBS.split_at(Self::KNOBS.len() - 2).0;
}
