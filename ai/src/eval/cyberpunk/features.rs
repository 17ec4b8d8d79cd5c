//! What is measured on a position of the Cyberpunk TCG.

use fixer_core::bits::Card;
use fixer_core::cyberpunk::Table;
use fixer_core::cyberpunk::effect::Keyword;
use fixer_core::game::Player;

use crate::eval::Features;

/// The features of a position, see [`Position`].
#[derive(Copy, Clone, Debug)]
pub struct Seen;

/// The numbers of one side.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Position {
    /// Gigs in the Gig area.
    pub gigs: f32,
    /// Gigs beyond four, squared: the last ones decide.
    pub late_gigs: f32,
    /// 1 with seven Gigs or more: wins at the start of the next turn if they stay.
    pub seven: f32,
    /// Street Cred in tens.
    pub cred: f32,
    /// Units on the field.
    pub units: f32,
    /// Their power in tens.
    pub power: f32,
    /// Gigs that the Units could steal in an attack each.
    pub steals: f32,
    /// The same of those that can attack this turn.
    pub steals_now: f32,
    /// Ready Units that can block.
    pub blockers: f32,
    /// Power, in tens, of spent Units: what the rival may attack.
    pub exposed: f32,
    /// Power, in tens, of the Units' Gear.
    pub gear: f32,
    /// Cards in hand, the first ones counting more (square root).
    pub hand: f32,
    /// €$ of the next turn, in tens, the first ones counting more (square root).
    pub income: f32,
    /// €$ that can be paid now.
    pub funds: f32,
    /// Face-up Legends.
    pub called: f32,
    /// How near the deck is to its end: 0 with six cards or more, 1 with none.
    pub exhausted: f32,
}

/// How many Gigs an attack with this power steals (9.23.2).
pub(super) fn steals(power: i16) -> f32 {
    if power <= 0 { 0.0 } else { f32::from(power / 10 + 1) }
}

impl Position {
    /// Measures one side.
    pub fn of(table: &Table<'_>, player: Player) -> Self {
        let state = &table.state;
        let cards = table.match_up();
        let mut side = Self::default();
        let gigs = state.gigs[player.index()].len() as f32;
        side.gigs = gigs;
        side.late_gigs = (gigs - 4.0).max(0.0) * (gigs - 4.0).max(0.0);
        side.seven = f32::from(u8::from(gigs >= 7.0));
        side.cred = f32::from(table.street_cred(player).unwrap_or(0)) / 10.0;
        let attacks = state.active == player;
        for unit in state.line(player) {
            let power = table.power(unit);
            side.units += 1.0;
            side.power += f32::from(power) / 10.0;
            side.steals += steals(power);
            if state.spent.has(unit) {
                side.exposed += f32::from(power) / 10.0;
            } else {
                if table.has(unit, Keyword::Blocker) {
                    side.blockers += 1.0;
                }
                if attacks && table.attack_targets(unit).1 {
                    side.steals_now += steals(power);
                }
            }
        }
        for gear in state.equipped.of_player(player) {
            side.gear += f32::from(cards.facts[gear.index()].power) / 10.0;
        }
        side.hand = (state.hand.of_player(player).len() as f32).sqrt();
        let legends = (state.legends.of_player(player) & (!state.face_up | cards.sell)).len();
        let income = state.eddies.of_player(player).len() + legends;
        side.income = (income as f32).sqrt();
        side.funds = f32::from(table.funds(player, Card::NONE)) / 10.0;
        side.called = (state.legends & state.face_up).of_player(player).len() as f32;
        side.exhausted = (6.0 - f32::from(state.deck_len[player.index()])).max(0.0) / 6.0;
        side
    }
}

impl<'m> Features<Table<'m>> for Seen {
    const NAMES: &'static [&'static str] = &[
        "gigs",
        "late_gigs",
        "seven",
        "cred",
        "units",
        "power",
        "steals",
        "blockers",
        "exposed",
        "gear",
        "hand",
        "income",
        "called",
        "exhausted",
        "turn",
        "attack_now",
        "attack_next",
        "funds_now",
        "seven_next",
        "overtime_lead",
        "raid_next",
        "gigs_late",
        "power_late",
        "hand_late",
        "income_late",
        "blockers_late",
        "cred_late",
    ];

    fn measure(table: &Table<'m>, of: Player, out: &mut [f32]) {
        let me = Position::of(table, of);
        let rival = Position::of(table, of.rival());
        let my_turn = table.state.active == of;
        let sign = if my_turn { 1.0 } else { -1.0 };
        let (active, waiting) = if my_turn { (me, rival) } else { (rival, me) };
        // The waiting side moves next: what of its attack gets past the blockers that stay ready.
        let next_raid = (waiting.steals - 1.5 * active.blockers).max(0.0).min(active.gigs);
        // How much of the dice has been rolled: a lead is worth more, and Eddies less, the sooner it ends.
        let late = (me.gigs + rival.gigs) / 12.0;
        let values = [
            me.gigs - rival.gigs,
            me.late_gigs - rival.late_gigs,
            me.seven - rival.seven,
            me.cred - rival.cred,
            me.units - rival.units,
            me.power - rival.power,
            me.steals - rival.steals,
            me.blockers - rival.blockers,
            me.exposed - rival.exposed,
            me.gear - rival.gear,
            me.hand - rival.hand,
            me.income - rival.income,
            me.called - rival.called,
            me.exhausted - rival.exhausted,
            sign,
            sign * (active.steals_now - 1.5 * waiting.blockers).max(0.0).min(waiting.gigs),
            -sign * next_raid,
            sign * active.funds,
            // Whoever waits with seven Gigs wins as soon as the turn passes.
            -sign * waiting.seven,
            if table.state.overtime { me.gigs - rival.gigs } else { 0.0 },
            -sign * f32::from(u8::from(waiting.gigs + next_raid >= 7.0)),
            late * (me.gigs - rival.gigs),
            late * (me.power - rival.power),
            late * (me.hand - rival.hand),
            late * (me.income - rival.income),
            late * (me.blockers - rival.blockers),
            late * (me.cred - rival.cred),
        ];
        out.copy_from_slice(&values);
    }
}
