//! What nobody told us: every assumption about the game that its known chapter leaves open, in one place.
//!
//! The shape of the table is a set of constants, for arrays are made of them; everything else is a field of [`Settings`],
//! which a match-up carries, so that a reader of the real rulebook changes a value here and nothing else.
//! `docs/rulings-cascade.md` says why each value was chosen.

/// How many lines a side has: Front, Second, Third (4.1).
pub const LINES: u8 = 3;

/// How many Soul Spots a line has (4.1, assumed).
pub const COLUMNS: u8 = 3;

/// The line of the altar, from 0 (4.2, assumed: the Third Line).
pub const ALTAR_LINE: u8 = 2;

/// The column of the altar, from 0 (4.2, assumed: the middle).
pub const ALTAR_COLUMN: u8 = 1;

/// How many Ambushes a player may have set at a time (4.3, assumed).
pub const AMBUSH_PLACES: usize = 3;

/// How many Armaments a Soul with Dual Wielding bears (section 13, assumed).
pub const MOST_ARMAMENTS: usize = 2;

/// The highest rank of a card (2.2, assumed).
pub const HIGHEST_RANK: u8 = 3;

/// The assumptions that are numbers or switches.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Cards of a deck beside its Leader (3.1).
    pub deck_size: u8,
    /// Copies of a card in a deck (3.1).
    pub copies: u8,
    /// Cards of the opening hand (5.1).
    pub opening_hand: u8,
    /// Cards that may be kept at the end of the own turn (6.4).
    pub hand_limit: u8,
    /// Whether the first player draws in the first turn (5.1).
    pub first_turn_draws: bool,
    /// Whether the first player has a Battle Phase in the first turn (5.1).
    pub first_turn_battles: bool,
    /// How much more each draw from an empty deck hurts the Leader than the one before (6.2.2).
    pub exhaustion: u8,
    /// Souls that may be recruited a turn without an effect (6.3).
    pub recruits: u8,
    /// Whether a Soul of rank r needs r - 1 other active Souls (7.2).
    pub rank_needs_souls: bool,
    /// Whether a Soul may not move in the turn it was recruited (7.3).
    pub recruits_rest: bool,
    /// Whether "Second Line or lower" includes the Front Line (open question 1).
    pub lower_includes_front: bool,
    /// Whether the Front Line is the foremost line with an active Soul instead of a fixed one (open question 2).
    pub front_is_foremost: bool,
    /// Whether a captured Soul stays on its spot (14.5.2, open question 3); else it goes to the discard pile at once.
    pub captured_stay: bool,
    /// Whether a plain Soul Spot as target leaves an Unyielding Soul on it alone (open question 7).
    pub plain_spots_spare_unyielding: bool,
    /// Whether Unyielding also stops effects of the own side (open question 8).
    pub unyielding_stops_own: bool,
    /// Whether HP can be paid by a Soul that has fewer left (14.3.1, open question 12).
    pub overpay_hp: bool,
    /// Whether paying HP is damage that Berserk answers (14.4, open question 14).
    pub payment_is_damage: bool,
    /// Whether using an effect passes the priority on (12.4.1).
    pub use_passes_priority: bool,
    /// A window at the start of the Preparation Phase (12.2).
    pub window_at_preparation: bool,
    /// A window after a recruit (12.2).
    pub window_after_recruit: bool,
    /// A window after an attack is declared (8.3).
    pub window_after_attack: bool,
    /// A window after a battle (8.4.1).
    pub window_after_battle: bool,
    /// A window in the End Phase (12.2).
    pub window_at_end: bool,
}

impl Settings {
    /// The values this project plays with.
    pub const ASSUMED: Self = Self {
        deck_size: 20,
        copies: 3,
        opening_hand: 5,
        hand_limit: 7,
        first_turn_draws: false,
        first_turn_battles: false,
        exhaustion: 1,
        recruits: 1,
        rank_needs_souls: true,
        recruits_rest: true,
        lower_includes_front: true,
        front_is_foremost: false,
        captured_stay: true,
        plain_spots_spare_unyielding: true,
        unyielding_stops_own: false,
        overpay_hp: true,
        payment_is_damage: true,
        use_passes_priority: true,
        window_at_preparation: true,
        window_after_recruit: true,
        window_after_attack: true,
        window_after_battle: true,
        window_at_end: true,
    };
}

impl Default for Settings {
    fn default() -> Self {
        Self::ASSUMED
    }
}
