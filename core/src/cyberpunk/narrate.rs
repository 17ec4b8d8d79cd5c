//! Games in words, for people who watch: what is done, what luck says, how both players stand.

use super::Table;
use super::record::luck_word;
use super::state::Action;
use crate::bits::{Card, Die};
use crate::game::Player;

impl Table<'_> {
    /// A card by its full name, with its number where the notation tells copies apart by it.
    fn spoken(&self, card: Card) -> String {
        let name = self.match_up().definition(card).full_name();
        if self.card_name(card).contains('#') {
            format!("{name} #{}", self.match_up().number[card.index()])
        } else {
            name
        }
    }

    /// An action of the player who decides, as it reads after that player's letter.
    ///
    /// ```
    /// # use fixer_core::chance::Streams;
    /// # use fixer_core::cyberpunk::{Action, MatchUp, Table, cards::CardPool, deck::builtin::{STARTERS, builtin_deck}};
    /// let pool = CardPool::builtin();
    /// let [a, b] = STARTERS.map(|id| builtin_deck(id, &pool).unwrap());
    /// let cards = MatchUp::new(&pool, [&a, &b]).unwrap();
    /// let table = Table::start(&cards, &mut Streams::new(1));
    /// assert_eq!(table.action_in_words(Action::Keep), "keeps the opening hand");
    /// ```
    pub fn action_in_words(&self, action: Action) -> String {
        let name = |card| self.spoken(card);
        let die = |die: Die| format!("{}'s d{}", die.owner().letter(), die.faces());
        match action {
            Action::Keep => "keeps the opening hand".into(),
            Action::Mulligan => "takes a mulligan".into(),
            Action::Roll(die) => format!("rolls in the d{}", die.faces()),
            Action::Sell(card) => format!("sells {}", name(card)),
            Action::Call(place) => format!("calls the Legend in place {}: {}", place + 1, self.legend_in(place)),
            Action::Play(card) => format!("plays {}", name(card)),
            Action::PlayOn(card, host) => format!("plays {} on {}", name(card), name(host)),
            Action::Solo(card) => format!("goes solo with {}", name(card)),
            Action::Use(card, nth) => format!("uses {}{}", name(card), nth_effect(nth)),
            Action::Attack(unit, target) => format!("attacks {} with {}", name(target), name(unit)),
            Action::AttackGigs(unit) => format!("attacks the rival's Gigs with {}", name(unit)),
            Action::End => "ends the turn".into(),
            Action::Block(unit) => format!("blocks with {}", name(unit)),
            Action::Pass => "passes".into(),
            Action::Pay(0) => "pays with Eddies".into(),
            Action::Pay(places) => {
                let legends = (0..3).filter(|at| places >> at & 1 == 1).map(|at| self.legend_in(at));
                format!("pays with {}, the rest with Eddies", legends.collect::<Vec<_>>().join(" and "))
            }
            Action::Resolve(card, nth) => format!("resolves {} next{}", name(card), nth_effect(nth)),
            Action::Choose(card) => format!("chooses {}", name(card)),
            Action::ChoosePlace(place) => format!("chooses the Legend in place {}", place + 1),
            Action::ChooseDie(chosen) => format!("chooses {}", die(chosen)),
            Action::ChooseNumber(number) => format!("chooses {number}"),
            Action::ChooseType(kind) => format!("chooses the type {}", kind.word()),
            Action::ChooseNone => "chooses nothing more".into(),
            Action::Yes => "says yes".into(),
            Action::No => "says no".into(),
            Action::Concede => "concedes".into(),
        }
    }

    /// The Legend of the player who decides in a place of the Legends area.
    fn legend_in(&self, place: u8) -> String {
        let legend = self.state.places[self.state.decision.0.index()][place as usize];
        self.match_up().definition(legend).full_name()
    }

    /// How a player stands, in one line: Gigs and Street Cred, Eddies, hand and deck, what lies on the field.
    pub fn standing_in_words(&self, player: Player) -> String {
        let (state, me) = (&self.state, player.index());
        let gigs: Vec<String> = state.gigs[me]
            .map(|die| {
                let owner = if die.owner() == player { "" } else { "stolen " };
                format!("{owner}d{}={}", die.faces(), state.values[die.index()])
            })
            .collect();
        let gigs = match self.street_cred(player) {
            Some(cred) => format!("{} ({}; Street Cred {cred})", gigs.len(), gigs.join(" ")),
            None => "0".into(),
        };
        let field: Vec<String> = state
            .line(player)
            .map(|unit| {
                let gear: Vec<String> = state.gear_on(unit).map(|gear| self.spoken(gear)).collect();
                let gear = if gear.is_empty() { String::new() } else { format!(" with {}", gear.join(" and ")) };
                let spent = if state.spent.has(unit) { ", spent" } else { "" };
                format!("{}{gear} ({}{spent})", self.spoken(unit), self.power(unit))
            })
            .collect();
        let field = if field.is_empty() { "nothing".into() } else { field.join("; ") };
        format!(
            "{}: Gigs {gigs}, Eddies {} of {} ready, hand {}, deck {}, field: {field}",
            player.letter(),
            state.ready_eddies(player),
            state.eddies.of_player(player).len(),
            state.hand.of_player(player).len(),
            state.deck_order(player).len(),
        )
    }
}

/// Which of several effects.
fn nth_effect(nth: u8) -> String {
    if nth == 0 { String::new() } else { format!(" (effect {})", nth + 1) }
}

/// A record's line of luck in words; nothing if it is an action.
///
/// ```
/// # use fixer_core::cyberpunk::narrate::luck_in_words;
/// assert_eq!(luck_in_words("rolled A:d8 = 3").unwrap(), "A's d8 shows 3");
/// assert_eq!(luck_in_words("A end"), None);
/// ```
pub fn luck_in_words(line: &str) -> Option<String> {
    let (word, rest) = luck_word(line)?;
    Some(match word {
        "rolled" => rest.replacen(':', "'s ", 1).replacen(" =", " shows", 1),
        "shuffled" => format!("{}'s deck is shuffled", rest.split(':').next().unwrap_or_default()),
        "bottomed" => rest.replacen(':', "'s deck gets under it, the highest first:", 1),
        _ => rest.replacen(": ", " draws the number ", 1),
    })
}
