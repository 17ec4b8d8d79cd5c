//! Scenarios on the table: what their actions and expectations mean.

use super::Cyberpunk;
use super::cards::CardPool;
use super::effect::{Keyword, Paid};
use super::layout::{Layout, zone_words};
use super::state::{Action, Kind, Stage as AttackStage, Zone};
use super::words::Word;
use crate::bits::{Card, CardSet, Die, DieSize};
use crate::game::{Game, Outcome, Player, Status};
use crate::notation::read_player;
use crate::scenario::{Scenario, Stage};
use crate::stage::same;

pub use crate::stage::Verdict;

/// A scenario of this game under way.
pub type Play<'m> = crate::stage::Play<'m, Cyberpunk>;

/// Runs a scenario.
pub fn run(scenario: &Scenario<Layout>, pool: &CardPool) -> Verdict {
    crate::stage::run::<Cyberpunk>(scenario, pool)
}

/// Does what a text says: one action, or a choice of several things one after the other.
pub(super) fn attempt(play: &mut Play<'_>, text: &str) -> Result<(), String> {
    play.attempt(text)
}

/// Whether what a text says can be done.
pub(super) fn allows(play: &Play<'_>, text: &str) -> Result<bool, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.len() > 2 && words[0] == "choose" {
        for word in &words[1..] {
            play.table.read_word(word, &play.handles)?;
        }
        return Ok(play.clone().attempt(text).is_ok());
    }
    if play.picks_what_is_offered(&words) {
        return Ok(true);
    }
    play.allows_text(text)
}

/// Checks an expectation.
pub(super) fn holds(play: &Play<'_>, expectation: &str) -> Result<(), String> {
    play.check_expectation(expectation)
}

impl crate::stage::Play<'_, Cyberpunk> {
    /// Applies one action; `text` is how it was written.
    fn apply_written(&mut self, action: Action, text: &str) {
        // A handle names a physical card: if the engine takes another copy from the same hidden zone, they change names.
        if let Action::Sell(card) | Action::Play(card) | Action::PlayOn(card, _) | Action::Choose(card) = action
            && let Some(&named) = text.split_whitespace().nth(1).and_then(|word| self.handles.get(word))
            && self.table.hidden().has(named)
        {
            let meant = self.table.meant(card);
            if meant != named {
                self.exchange(meant, named);
            }
        }
        self.apply(action);
    }

    /// What a text does here: one action, or a choice of several things one after the other.
    fn attempt(&mut self, text: &str) -> Result<(), String> {
        if self.table.state.outcome.is_some() {
            return Err("the game is over".into());
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.first() == Some(&"choose") && words.len() > 2 {
            return self.choose_several(text, &words[1..]);
        }
        if self.picks_what_is_offered(&words) {
            self.apply(Action::Yes);
            return self.attempt(text);
        }
        let action = self.table.parse_action(text, &self.handles).map_err(|error| error.to_string())?;
        if let ["roll", die, "=", value] = words.as_slice() {
            let faces = super::words::read_die(die.trim_start_matches(['A', 'B', ':'])).map_or(0, DieSize::faces);
            let value: u8 = value.parse().map_err(|_| format!("`{value}` is no number"))?;
            if value == 0 || value > faces {
                return Err(format!("a {die} never shows {value}"));
            }
            self.script.forced = Some(value);
        }
        self.apply_written(action, text);
        Ok(())
    }

    /// Whether a text chooses one of several cards of which a `yes` would let one be chosen.
    fn picks_what_is_offered(&self, words: &[&str]) -> bool {
        let ["choose", word] = words else { return false };
        let offered = self.table.offered();
        offered.len() > 1 && self.cards(word).is_ok_and(|named| !(named & offered).is_empty())
    }

    /// Chooses things one after the other for one effect. What it takes unasked, as all that is left, may be named too.
    fn choose_several(&mut self, text: &str, words: &[&str]) -> Result<(), String> {
        let question = |play: &Self| {
            let asks = play.table.state.outcome.is_none() && play.table.state.decision.1 == Kind::Choose;
            let frames = &play.table.state.frames;
            frames.last().filter(|_| asks).map(|frame| (frames.len(), frame.effect, frame.source, frame.pc))
        };
        let effect = |(depth, effect, source, _)| (depth, effect, source);
        let asked = question(self).map(effect);
        let mut answered = None;
        let mut along = CardSet::EMPTY;
        for (nth, word) in words.iter().enumerate() {
            if nth > 0 && question(self).map(effect) != asked {
                let named = self.cards(word)? & along;
                along.remove(named.first().ok_or_else(|| format!("`{text}`: only {nth} can be chosen"))?);
                continue;
            }
            let choice = format!("choose {word}");
            if let Ok(Action::Choose(card)) = self.table.parse_action(&choice, &self.handles) {
                along = self.table.goes_along(card);
            }
            answered = question(self);
            self.attempt(&choice)?;
        }
        if answered.is_some() && question(self) == answered {
            self.attempt("choose none")?;
        }
        Ok(())
    }

    // ---- expectations ----

    fn cards(&self, word: &str) -> Result<CardSet, String> {
        match self.table.read_word(word, &self.handles)? {
            Word::Cards(cards) => Ok(cards),
            Word::Place(place) => {
                let player = self.table.state.decision.0;
                Ok(CardSet::of(self.table.state.places[player.index()][place as usize]))
            }
            _ => Err(format!("`{word}` is no card")),
        }
    }

    /// Whether one of the cards that a word may mean passes.
    fn some(&self, word: &str, passes: impl Fn(Card) -> bool, found: impl Fn(Card) -> String) -> Result<(), String> {
        let cards = self.cards(word)?;
        if cards.into_iter().any(passes) {
            return Ok(());
        }
        let found: Vec<String> = cards.map(found).collect();
        Err(format!("found {}", found.join(", ")))
    }

    fn die(&self, word: &str) -> Result<Die, String> {
        let Word::Die(owner, size) = self.table.read_word(word, &self.handles)? else {
            return Err(format!("`{word}` is no die"));
        };
        if let Some(owner) = owner {
            return Ok(Die::new(owner, size));
        }
        let gigs = Player::BOTH.map(|owner| Die::new(owner, size));
        let rolled: Vec<Die> = gigs.into_iter().filter(|&die| self.table.state.gig_area(die).is_some()).collect();
        match rolled.as_slice() {
            [die] => Ok(*die),
            _ => Err(format!("`{word}` may be A's or B's; expected A:{word} or B:{word}")),
        }
    }

    fn expect_flag(&self, word: &str, name: &str) -> Result<(), String> {
        let state = &self.table.state;
        let flag = |card: Card| match name {
            "ready" => !state.spent.has(card),
            "spent" => state.spent.has(card),
            "lag" => state.lag.has(card),
            "nolag" => !state.lag.has(card),
            "up" => state.face_up.has(card),
            _ => !state.face_up.has(card),
        };
        let in_play = |card: Card| (state.field | state.legends).has(card);
        self.some(
            word,
            |card| in_play(card) && flag(card),
            |card| {
                let zone = state.zone(card);
                let orientation = if state.spent.has(card) { "spent" } else { "ready" };
                let side = if state.face_up.has(card) { "up" } else { "down" };
                let lag = if state.lag.has(card) { "lag" } else { "nolag" };
                format!("{} in {}: {orientation}, {lag}, {side}", self.table.card_name(card), zone.word())
            },
        )
    }

    fn check_expectation(&self, text: &str) -> Result<(), String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let table = &self.table;
        let state = &table.state;
        match words.as_slice() {
            ["decision", player, kind] => {
                let player = read_player(player)?;
                same(
                    &match table.status() {
                        Status::Decide(decides, kind) => format!("{} {}", decides.letter(), kind.word()),
                        Status::Over(_) => "the game is over".into(),
                    },
                    &format!("{} {kind}", player.letter()),
                )
            }
            ["legal" | "illegal", ..] => {
                let (wanted, action) = text.split_once(char::is_whitespace).unwrap_or_default();
                let legal = Stage::allows(self, action.trim())?;
                if legal == (wanted == "legal") {
                    Ok(())
                } else {
                    Err(format!("it is {}", if legal { "legal" } else { "illegal" }))
                }
            }
            ["options", count] => {
                let mut legal = Vec::new();
                table.legal_actions(&mut legal);
                same(&legal.len().to_string(), count)
            }
            ["zone", card, zone] => {
                let (player, name) = zone.split_once('.').ok_or("expected PLAYER.ZONE, as in A.hand")?;
                let player = read_player(player)?;
                let zone = Zone::ALL
                    .into_iter()
                    .find(|zone| zone.word() == name)
                    .ok_or_else(|| format!("no zone `{name}`; expected {}", zone_words()))?;
                self.some(
                    card,
                    |card| card.owner() == player && state.zone(card) == zone,
                    |card| format!("{}.{}", card.owner().letter(), state.zone(card).word()),
                )
            }
            ["on", gear, host] => {
                let hosts = self.cards(host)?;
                self.some(
                    gear,
                    |gear| state.equipped.has(gear) && hosts.has(state.host(gear)),
                    |gear| {
                        if state.equipped.has(gear) { table.card_name(state.host(gear)) } else { "on no card".into() }
                    },
                )
            }
            ["power", unit, power] => {
                let power: i16 = power.parse().map_err(|_| "expected a number")?;
                self.some(unit, |card| table.power(card) == power, |card| table.power(card).to_string())
            }
            ["cost", card, cost] => {
                let shown = |card: Card| table.price(card, Paid::Play).map_or("null".into(), |price| price.to_string());
                self.some(card, |card| shown(card) == *cost, shown)
            }
            [flag @ ("ready" | "spent" | "lag" | "nolag" | "up" | "down"), card] => self.expect_flag(card, flag),
            [has @ ("has" | "hasnot"), unit, keyword] => {
                let keyword = match *keyword {
                    "BLOCKER" => Keyword::Blocker,
                    "ADRENALINE" => Keyword::Adrenaline,
                    "GO-SOLO" | "GOSOLO" | "GO_SOLO" => Keyword::GoSolo,
                    "QUICK" => Keyword::Quick,
                    other => {
                        return Err(format!("no keyword `{other}`; expected BLOCKER, ADRENALINE, GO-SOLO or QUICK"));
                    }
                };
                self.some(
                    unit,
                    |card| table.has(card, keyword) == (*has == "has"),
                    |card| {
                        format!(
                            "{} {}",
                            table.card_name(card),
                            if table.has(card, keyword) { "has it" } else { "hasn't" }
                        )
                    },
                )
            }
            ["has" | "hasnot", unit, "GO", "SOLO"] => self.check_expectation(&format!("{} {unit} GO-SOLO", words[0])),
            ["gig", die, value] => same(&state.values[self.die(die)?.index()].to_string(), value),
            ["in", die, player] => {
                let area = state.gig_area(self.die(die)?);
                same(&area.map_or("in no Gig area".into(), |area| area.letter().to_string()), player)
            }
            ["gigs", player, count] => same(&state.gigs[read_player(player)?.index()].len().to_string(), count),
            ["cred", player, cred] => {
                let found = table.street_cred(read_player(player)?).map_or("null".into(), |cred| cred.to_string());
                same(&found, cred)
            }
            ["hand", player, count] => same(&state.hand.of_player(read_player(player)?).len().to_string(), count),
            ["deck", player, count] => same(&state.deck.of_player(read_player(player)?).len().to_string(), count),
            ["trash", player, count] => same(&state.trash.of_player(read_player(player)?).len().to_string(), count),
            ["eddies", player, count] => {
                let player = read_player(player)?;
                let all = state.eddies.of_player(player).len();
                let found = format!("{}/{all}", state.ready_eddies(player));
                if *count == found || (!count.contains('/') && *count == all.to_string()) {
                    Ok(())
                } else {
                    Err(format!("found {found}"))
                }
            }
            ["funds", player, count] => same(&table.funds(read_player(player)?, Card::NONE).to_string(), count),
            [end @ ("top" | "bottom"), player, card] => {
                let player = read_player(player)?;
                let deck = state.deck_order(player);
                let at = if *end == "top" { deck.last() } else { deck.first() };
                let Some(&found) = at else { return Err("the deck is empty".into()) };
                let (found, wanted) = (Card(found), self.cards(card)?);
                let same_kind = |card: Card| table.match_up().copies[found.index()].has(card);
                let handle = self.handles.contains_key(*card);
                if wanted.has(found) || (!handle && wanted.into_iter().any(same_kind)) {
                    Ok(())
                } else {
                    Err(format!("found {}", table.card_name(found)))
                }
            }
            [know @ ("knows" | "unknown"), player, card] => {
                let player = read_player(player)?;
                self.some(
                    card,
                    |card| table.knows(player, card) == (*know == "knows"),
                    |card| {
                        format!(
                            "{} {}",
                            table.card_name(card),
                            if table.knows(player, card) { "is known" } else { "is not known" }
                        )
                    },
                )
            }
            ["winner", winner] => {
                let found = match state.outcome {
                    None => "none",
                    Some(Outcome { winner: None, .. }) => "tie",
                    Some(Outcome { winner: Some(Player::A), .. }) => "A",
                    Some(Outcome { winner: Some(Player::B), .. }) => "B",
                };
                same(found, winner)
            }
            ["reason", reason] => same(state.outcome.map_or("none", |outcome| outcome.reason.word()), reason),
            ["pending", count] => same(&state.pending.len().to_string(), count),
            ["attack", rest @ ..] => self.check_attack(rest),
            _ => Err("no such expectation".into()),
        }
    }

    fn check_attack(&self, words: &[&str]) -> Result<(), String> {
        let attack = self.table.state.attack;
        let under_way = attack.stage != AttackStage::None;
        let found = match (under_way, attack.target.some()) {
            (false, _) => "none".to_owned(),
            (true, None) => format!("{} gigs", self.table.card_name(attack.attacker)),
            (true, Some(target)) => {
                format!("{} {}", self.table.card_name(attack.attacker), self.table.card_name(target))
            }
        };
        let holds = match words {
            ["none"] => !under_way,
            [unit, "gigs"] => under_way && !attack.target.is_some() && self.cards(unit)?.has(attack.attacker),
            [unit, target] => {
                under_way && self.cards(unit)?.has(attack.attacker) && self.cards(target)?.has(attack.target)
            }
            _ => return Err("expected `attack none`, `attack UNIT gigs` or `attack UNIT TARGET`".into()),
        };
        if holds { Ok(()) } else { Err(format!("found {found}")) }
    }
}
