//! What can be set about `greedy`.

use crate::options::{Knob, number, weights_name, whole};

/// The name of the weights that `greedy1` plays with, for ever.
pub const FROZEN_WEIGHTS: &str = "greedy1";

/// The settings of `greedy`.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// Over how many sampled worlds an action's value is averaged.
    pub worlds: u32,
    /// In how many sampled continuations a move must lose to be given up; 0 checks nothing.
    pub guard: u32,
    /// How often it plays at random: a known handicap.
    pub slip: f32,
    /// The name of the set of weights.
    pub weights: String,
}

impl Default for Options {
    fn default() -> Self {
        Self { worlds: 4, guard: 4, slip: 0.0, weights: "current".to_owned() }
    }
}

impl Options {
    /// The table of options.
    pub const KNOBS: &'static [Knob<Self>] = &[
        Knob {
            name: "worlds",
            about: "sampled worlds an action's value is averaged over (1 to 1000)",
            set: |o, text| whole(text, 1, 1000).map(|value| o.worlds = value),
            get: |o| o.worlds.to_string(),
        },
        Knob {
            name: "guard",
            about: "a move that loses in all of so many sampled continuations is given up; 0 is off (0 to 100)",
            set: |o, text| whole(text, 0, 100).map(|value| o.guard = value),
            get: |o| o.guard.to_string(),
        },
        Knob {
            name: "slip",
            about: "share of decisions played at random: a handicap for tests (0 to 1)",
            set: |o, text| number(text, 0.0, 1.0).map(|value| o.slip = value),
            get: |o| o.slip.to_string(),
        },
        Knob {
            name: "weights",
            about: "name of the set of weights",
            set: |o, text| weights_name(text).map(|value| o.weights = value),
            get: |o| o.weights.clone(),
        },
    ];

    /// The options of `greedy1`. Never changed: strength figures of all times refer to it.
    pub fn frozen() -> Self {
        Self { worlds: 1, guard: 0, slip: 0.0, weights: FROZEN_WEIGHTS.to_owned() }
    }
}
