//! The notation's words for this game: every action formats and parses back.
//!
//! Reading is done against a decision: a text means the legal action whose verb and pieces it names. So `#n`, `A:` and
//! a source's number may be left out where only one action fits, and a copy that differs in nothing means the listed one.

use super::Table;
use super::cards::CardType;
use super::legal;
use super::program::Op;
use super::state::{Action, Job, Kind};
use crate::bits::{Card, CardSet, Die, DieSize};
use crate::game::{Game, Player};
use crate::notation::{Cast, meant, split_owner};

pub use crate::notation::{ActionError, Handles};

/// A piece as a text names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Cards(CardSet),
    Place(u8),
    Die(Option<Player>, DieSize),
    Number(i8),
    Type(CardType),
    None,
    Gigs,
}

impl Table<'_> {
    // ---- writing ----

    /// The name of a card: its id, with a number once it has left the hidden zones, with its owner where both players
    /// have such a card.
    pub fn card_name(&self, card: Card) -> String {
        self.cards.name(card, self.hidden())
    }

    /// The name of a die.
    pub fn die_name(die: Die) -> String {
        format!("{}:d{}", die.owner().letter(), die.faces())
    }

    /// An action in the notation, as it reads at this decision.
    pub fn format_action(&self, action: Action) -> String {
        let name = |card| self.card_name(card);
        match action {
            Action::Keep => "keep".into(),
            Action::Mulligan => "mulligan".into(),
            Action::Roll(die) => format!("roll d{}", die.faces()),
            Action::Sell(card) => format!("sell {}", name(card)),
            Action::Call(place) => format!("call L{}", place + 1),
            Action::Play(card) => format!("play {}", name(card)),
            Action::PlayOn(card, host) => format!("play {} on {}", name(card), name(host)),
            Action::Solo(card) => format!("solo {}", name(card)),
            Action::Use(card, nth) if self.cards.text(card).activated.len() == 1 && nth == 0 => {
                format!("use {}", name(card))
            }
            Action::Use(card, nth) => format!("use {} {}", name(card), nth + 1),
            Action::Attack(unit, target) => format!("attack {} {}", name(unit), name(target)),
            Action::AttackGigs(unit) => format!("attack {} gigs", name(unit)),
            Action::End => "end".into(),
            Action::Block(unit) => format!("block {}", name(unit)),
            Action::Pass => "pass".into(),
            Action::Pay(places) => {
                let player = self.state.decision.0;
                (0..3).filter(|at| places >> at & 1 == 1).fold("pay".into(), |text, at| {
                    let legend = self.state.places[player.index()][at];
                    if self.state.face_up.has(legend) {
                        format!("{text} {}", name(legend))
                    } else {
                        format!("{text} L{}", at + 1)
                    }
                })
            }
            Action::Resolve(card, nth) => format!("resolve {} {}", name(card), nth + 1),
            Action::Choose(card) => format!("choose {}", name(card)),
            Action::ChoosePlace(place) => format!("choose L{}", place + 1),
            Action::ChooseDie(die) => format!("choose {}", Self::die_name(die)),
            Action::ChooseNumber(number) => format!("choose {number}"),
            Action::ChooseType(kind) => format!("choose {}", kind.word().to_lowercase()),
            Action::ChooseNone => "choose none".into(),
            Action::Yes => "yes".into(),
            Action::No => "no".into(),
            Action::Concede => "concede".into(),
        }
    }

    // ---- reading ----

    /// The legal action that a text means at this decision.
    ///
    /// # Errors
    /// If the text can't be read, means nothing legal, or more than one thing.
    pub fn parse_action(&self, text: &str, handles: &Handles) -> Result<Action, ActionError> {
        let mut words = text.split_whitespace();
        let verb = words.next().unwrap_or_default();
        let words: Vec<&str> = words.collect();
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        if verb == "concede" && words.is_empty() {
            return Ok(Action::Concede);
        }
        let fits = self.reader(text, verb, &words, handles)?;
        let mut fitting: Vec<Action> = Vec::new();
        for action in legal {
            if let Some(meant) = fits(self, action)
                && !fitting.contains(&meant)
            {
                fitting.push(meant);
            }
        }
        // An id alone is first of all the card in the hidden hand, which has no other name.
        meant(self, text, &fitting)
    }

    /// Builds a test: whether a legal action is what the text means, and with which of the pieces named.
    #[expect(clippy::type_complexity, reason = "a closure over the words; used at one place")]
    fn reader(
        &self,
        text: &str,
        verb: &str,
        words: &[&str],
        handles: &Handles,
    ) -> Result<Box<dyn Fn(&Self, Action) -> Option<Action>>, ActionError> {
        let unreadable = |reason: String| ActionError::Unreadable { text: text.to_owned(), reason };
        let word = |word: &str| self.read_word(word, handles).map_err(&unreadable);
        let cards = |text: &str| match word(text)? {
            Word::Cards(cards) => Ok(cards),
            Word::Place(place) => Ok(CardSet::of(self.state.places[self.state.decision.0.index()][place as usize])),
            _ => Err(unreadable(format!("`{text}` is no card"))),
        };
        let count = |least: usize, most: usize, form: &str| {
            if (least..=most).contains(&words.len()) { Ok(()) } else { Err(unreadable(format!("expected `{form}`"))) }
        };
        let number = |text: &str| {
            text.parse::<u8>()
                .ok()
                .filter(|&n| n > 0)
                .map(|n| n - 1)
                .ok_or_else(|| unreadable(format!("`{text}` is no number")))
        };
        let plain = |action: Action| -> Box<dyn Fn(&Self, Action) -> Option<Action>> {
            Box::new(move |_, legal| (legal == action).then_some(legal))
        };
        Ok(match verb {
            "keep" | "mulligan" | "end" | "pass" | "yes" | "no" => {
                count(0, 0, verb)?;
                plain(match verb {
                    "keep" => Action::Keep,
                    "mulligan" => Action::Mulligan,
                    "end" => Action::End,
                    "pass" => Action::Pass,
                    "yes" => Action::Yes,
                    _ => Action::No,
                })
            }
            "roll" => {
                if !(words.len() == 1 || (words.len() == 3 && words[1] == "=")) {
                    return Err(unreadable("expected `roll d8` or `roll d8 = 5`".into()));
                }
                let Word::Die(owner, size) = word(words[0])? else {
                    return Err(unreadable(format!("`{}` is no die", words[0])));
                };
                Box::new(move |_, legal| match legal {
                    Action::Roll(die) if die.size() == size && owner.is_none_or(|owner| owner == die.owner()) => {
                        Some(legal)
                    }
                    _ => None,
                })
            }
            "call" => {
                count(1, 1, "call L2")?;
                let Word::Place(place) = word(words[0])? else {
                    return Err(unreadable("a face-down Legend is named by its place, L1 to L3".into()));
                };
                plain(Action::Call(place))
            }
            "sell" | "solo" | "block" => {
                count(1, 1, &format!("{verb} CARD"))?;
                let named = cards(words[0])?;
                let make: fn(Card) -> Action = match verb {
                    "sell" => Action::Sell,
                    "solo" => Action::Solo,
                    _ => Action::Block,
                };
                Box::new(move |table, legal| table.named_one(legal, named, make))
            }
            "play" => match words {
                [card] => {
                    let named = cards(card)?;
                    Box::new(move |table, legal| table.named_one(legal, named, Action::Play))
                }
                [card, "on", host] => {
                    let (card, host) = (cards(card)?, cards(host)?);
                    Box::new(move |table, legal| table.named_two(legal, card, host, Action::PlayOn))
                }
                _ => return Err(unreadable("expected `play CARD` or `play GEAR on HOST`".into())),
            },
            "attack" => {
                count(2, 2, "attack UNIT gigs` or `attack UNIT TARGET")?;
                let unit = cards(words[0])?;
                if words[1] == "gigs" {
                    return Ok(Box::new(move |table, legal| table.named_one(legal, unit, Action::AttackGigs)));
                }
                let target = cards(words[1])?;
                Box::new(move |table, legal| table.named_two(legal, unit, target, Action::Attack))
            }
            "use" => {
                count(1, 2, "use SOURCE n")?;
                let named = cards(words[0])?;
                let nth = words.get(1).map(|text| number(text)).transpose()?;
                Box::new(move |table, legal| match legal {
                    Action::Use(_, n) if nth.is_none_or(|nth| nth == n) => {
                        table.named_one(legal, named, |card| Action::Use(card, n))
                    }
                    _ => None,
                })
            }
            "resolve" => {
                count(1, 2, "resolve SOURCE n")?;
                let named = cards(words[0])?;
                let nth = words.get(1).map(|text| number(text)).transpose()?;
                Box::new(move |_, legal| match legal {
                    Action::Resolve(card, n) if named.has(card) && nth.is_none_or(|nth| nth == n) => Some(legal),
                    _ => None,
                })
            }
            "pay" => {
                let mut places = 0u8;
                for text in words {
                    let place = match word(text)? {
                        Word::Place(place) => Some(place),
                        Word::Cards(cards) => {
                            let payer = self.state.decision.0;
                            cards.of_player(payer).find_map(|card| self.state.place(card))
                        }
                        _ => None,
                    };
                    let place =
                        place.ok_or_else(|| unreadable(format!("`{text}` is no Legend in the Legends area")))?;
                    places |= 1 << place;
                }
                plain(Action::Pay(places))
            }
            "choose" => {
                count(1, 1, "choose THING")?;
                match word(words[0])? {
                    Word::None if !self.offered().is_empty() => plain(Action::No),
                    Word::None => plain(Action::ChooseNone),
                    Word::Number(number) => plain(Action::ChooseNumber(number)),
                    Word::Type(kind) => plain(Action::ChooseType(kind)),
                    Word::Place(place) => plain(Action::ChoosePlace(place)),
                    Word::Gigs => return Err(unreadable("gigs can't be chosen together".into())),
                    Word::Cards(named) if self.offered().len() == 1 && !(self.offered() & named).is_empty() => {
                        plain(Action::Yes)
                    }
                    Word::Cards(named) => Box::new(move |table, legal| table.named_one(legal, named, Action::Choose)),
                    Word::Die(owner, size) => Box::new(move |_, legal| match legal {
                        Action::ChooseDie(die) if die.size() == size && owner.is_none_or(|o| o == die.owner()) => {
                            Some(legal)
                        }
                        _ => None,
                    }),
                }
            }
            "" => return Err(unreadable("it is empty".into())),
            other => {
                let verbs = [
                    "keep", "mulligan", "roll", "sell", "call", "play", "solo", "use", "attack", "end", "block",
                    "pass", "pay", "resolve", "choose", "yes", "no", "concede",
                ];
                let near = crate::diagnostics::near_names(other, verbs.iter().copied());
                let hint = near.first().map_or(String::new(), |near| format!("; did you mean `{near}`?"));
                return Err(unreadable(format!("no verb `{other}`{hint}")));
            }
        })
    }

    /// What a `yes` of this decision is about where the text has its card already ("you may trash it") or a replacement
    /// begins with choosing one: naming it is a `yes`, too. Empty at other decisions.
    pub(super) fn offered(&self) -> CardSet {
        let (Kind::Choose, Some(frame)) = (self.state.decision.1, self.state.frames.last()) else {
            return CardSet::EMPTY;
        };
        if frame.job == Job::Steal && frame.die.is_some() && frame.pc == 0 {
            return self.instead_of_steal();
        }
        let ahead = self.cards.program.code.get(frame.pc as usize..).unwrap_or_default();
        let (Job::Effect, [Op::May(..), Op::Trash(at) | Op::ToHand(at) | Op::Play { what: at, .. }, ..]) =
            (frame.job, ahead)
        else {
            return CardSet::EMPTY;
        };
        CardSet(self.state.registers[(frame.base + at) as usize])
    }

    /// If `legal` is `make` of one of the named cards or of its like: the action with the card that was named.
    fn named_one(&self, legal: Action, named: CardSet, make: impl Fn(Card) -> Action) -> Option<Action> {
        if named.into_iter().any(|card| make(card) == legal) {
            return Some(legal);
        }
        named
            .into_iter()
            .map(make)
            .find(|&action| self.same_action(legal, action))
            .map(|action| if self.names_hidden(action) { legal } else { action })
    }

    fn named_two(&self, legal: Action, one: CardSet, two: CardSet, make: fn(Card, Card) -> Action) -> Option<Action> {
        let pairs = || one.into_iter().flat_map(|x| two.into_iter().map(move |y| (x, y)));
        if pairs().any(|(x, y)| make(x, y) == legal) {
            return Some(legal);
        }
        let same = pairs().map(|(x, y)| make(x, y)).find(|&action| self.same_action(legal, action))?;
        // In a hand a card is what it is: the listed name stands for it; the host is the one that was named.
        Some(match (legal, same) {
            (Action::PlayOn(card, _), Action::PlayOn(x, host)) if self.hidden().has(x) => Action::PlayOn(card, host),
            _ => same,
        })
    }

    fn names_hidden(&self, action: Action) -> bool {
        match action {
            Action::Sell(card) | Action::Play(card) | Action::Choose(card) => self.hidden().has(card),
            _ => false,
        }
    }

    /// Reads one piece: a handle, a card id with or without number and owner, a place, a die, a number, a type.
    pub(super) fn read_word(&self, text: &str, handles: &Handles) -> Result<Word, String> {
        if let Some(&card) = handles.get(text) {
            return Ok(Word::Cards(CardSet::of(card)));
        }
        match text {
            "none" => return Ok(Word::None),
            "gigs" => return Ok(Word::Gigs),
            "L1" | "L2" | "L3" => return Ok(Word::Place(text.as_bytes()[1] - b'1')),
            _ => {}
        }
        if let Some(kind) = CardType::ALL.into_iter().find(|kind| kind.word().eq_ignore_ascii_case(text)) {
            return Ok(Word::Type(kind));
        }
        let (owner, rest) = split_owner(text)?;
        if let Some(die) = read_die(rest) {
            return Ok(Word::Die(owner, die));
        }
        if owner.is_none()
            && let Ok(number) = text.parse::<i8>()
        {
            return Ok(Word::Number(number));
        }
        let cards = self.cards.find(owner, rest)?;
        if cards.is_empty() {
            return Err(self.cards.unknown(text, handles, []));
        }
        Ok(Word::Cards(cards))
    }

    // ---- what is taken by default ----

    /// What a scenario does by itself at this decision: Eddies pay first, then face-down Legends from the left, then
    /// face-up ones; pending effects resolve as they became pending. `None` at a real decision.
    pub fn default_action(&self) -> Option<Action> {
        match self.state.decision {
            (player, Kind::Pay) => {
                let places = self.state.places[player.index()];
                let up = |chosen: u8| {
                    (0..3).filter(|&at| chosen >> at & 1 == 1 && self.state.face_up.has(places[at])).count()
                };
                let mut best: Option<(u32, usize, u8)> = None;
                legal::each_action(self, &mut |action| {
                    if let Action::Pay(chosen) = action {
                        // Among equals the left-most: the lowest bits.
                        let key = (chosen.count_ones(), up(chosen), chosen.reverse_bits() ^ 0xff);
                        if best.is_none_or(|best| key < best) {
                            best = Some(key);
                        }
                    }
                });
                best.map(|(_, _, key)| Action::Pay((key ^ 0xff).reverse_bits()))
            }
            (_, Kind::Order) => Some(self.default_order()),
            _ => None,
        }
    }
}

/// A die as written: `d4` to `d20`.
pub fn read_die(text: &str) -> Option<DieSize> {
    DieSize::with_faces(text.strip_prefix('d')?.parse().ok()?)
}
