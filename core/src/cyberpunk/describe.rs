//! What a card is and does, in words made from its facts and its program.
//!
//! The printed text is not in the project. A description shows the program to a person with the card in hand, in a form
//! of its own: `when` something happens, `if` a condition holds, you `may` or `must` `do` something `to` something
//! `until` some time. Names that bind what was picked show as X, Y, Z.

use std::fmt::Write as _;

use super::cards::{CardDef, CardType};
use super::effect::{
    Ability, Aim, Amount, Area, By, Cards, Change, Chooser, Cmp, Cond, Cost, Count, Destination, Dice, DieIs, Event,
    GigTarget, Is, Keyword, Paid, Persistent, Rule, Side, Step, Target, Until,
};

/// The card in full: its id and name, a line of facts, a line a step.
///
/// ```
/// # use fixer_core::cyberpunk::{cards::CardPool, describe::describe};
/// let pool = CardPool::builtin();
/// let words = describe(pool.get(pool.find("satori-sword-of-saburo").unwrap()));
/// assert_eq!(
///     words,
///     "satori-sword-of-saburo: Satori — Sword of Saburo\n\
///      Gear, Red, cost 2, power 2, RAM 1, Sell Tag; ARASAKA, WEAPON; WNC 026, Uncommon\n\
///      when: the host wins a fight\n\
///      \x20 must | do: draw 1\n"
/// );
/// ```
pub fn describe(card: &CardDef) -> String {
    let mut out = format!("{}: {}\n{}\n", card.id, card.full_name(), facts(card));
    match &card.abilities {
        None => out.push_str("not written yet: what this card does\n"),
        Some(abilities) if abilities.is_empty() => out.push_str("no effect\n"),
        Some(abilities) => {
            for ability in abilities {
                let gear = card.kind == CardType::Gear;
                let mut words = Words { gear, names: Vec::new(), thinned: Vec::new(), out, indent: 0 };
                words.ability(ability);
                out = words.out;
            }
        }
    }
    out
}

/// The printed facts in one line.
pub fn facts(card: &CardDef) -> String {
    let mut line = format!("{}, {:?}", card.kind.word(), card.color);
    if let Some(cost) = card.cost {
        let _ = write!(line, ", cost {cost}");
    }
    if let Some(power) = card.power {
        let _ = write!(line, ", power {power}");
    }
    let _ = write!(line, ", RAM {}", card.ram);
    if card.sell {
        line.push_str(", Sell Tag");
    }
    if !card.tags.is_empty() {
        let _ = write!(line, "; {}", card.tags.join(", "));
    }
    let _ = write!(line, "; {} {}, {}", card.set, card.number, card.rarity);
    line
}

/// A keyword as the rules print it.
pub const fn keyword(keyword: Keyword) -> &'static str {
    match keyword {
        Keyword::Adrenaline => "ADRENALINE",
        Keyword::Blocker => "BLOCKER",
        Keyword::GoSolo => "GO SOLO",
        Keyword::Quick => "QUICK",
    }
}

/// The words of one ability.
struct Words {
    /// What the text says of itself it says of the Gear's host (4.11.3).
    gear: bool,
    /// The names of the effect, as they are met.
    names: Vec<String>,
    /// Those of them of which an earlier step may have taken cards away. A verb acts on what is left where the name found it.
    thinned: Vec<String>,
    out: String,
    indent: usize,
}

/// What a line says of a step: whether it has to be done.
#[derive(Copy, Clone)]
enum Duty {
    Must,
    May,
    /// The rest of a "may" that was accepted.
    And,
}

impl Words {
    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn deeper(&mut self, write: impl FnOnce(&mut Self)) {
        self.indent += 1;
        write(self);
        self.indent -= 1;
    }

    /// The letter of a name.
    fn name(&mut self, name: &str) -> String {
        let at = self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.to_string());
            self.names.len() - 1
        });
        char::from(b"XYZUVW"[at % 6]).to_string()
    }

    fn bound(&mut self, name: Option<&String>) -> String {
        name.map_or_else(String::new, |name| format!(", as {}", self.name(name)))
    }

    const fn this(&self) -> &'static str {
        if self.gear { "the host" } else { "this card" }
    }

    // ---- abilities ----

    fn ability(&mut self, ability: &Ability) {
        match ability {
            Ability::Keyword(word) if self.gear => self.line(&format!("keyword: {} | to: the host", keyword(*word))),
            Ability::Keyword(word) => self.line(&format!("keyword: {}", keyword(*word))),
            Ability::Triggered { on, first, r#do } => {
                let mut when = format!("when: {}", self.events(on));
                if *first {
                    when.push_str("; the first time each turn");
                }
                self.line(&when);
                self.deeper(|words| words.steps(r#do, Duty::Must));
            }
            Ability::Activated { quick, cost, r#do } => {
                let cost: Vec<String> = cost.iter().map(|part| self.cost(part)).collect();
                let quick = if *quick { "; QUICK" } else { "" };
                self.line(&format!("when: activated; cost: {}{quick}", cost.join(", then ")));
                self.deeper(|words| words.steps(r#do, Duty::Must));
            }
            Ability::Persistent(persistent) => {
                let line = self.persistent(persistent);
                self.line(&line);
            }
            Ability::Replacement { of, may, r#do } => {
                let line = match of {
                    Event::RollsIn(side) => {
                        format!("when: {} in a Gig, before the result counts", player(*side, "roll"))
                    }
                    event => format!("instead of: {}", self.event(event)),
                };
                self.line(&line);
                self.deeper(|words| words.steps(r#do, if *may { Duty::May } else { Duty::Must }));
            }
            Ability::Resolve(steps) => {
                self.line("when: resolved");
                self.deeper(|words| words.steps(steps, Duty::Must));
            }
        }
    }

    fn cost(&mut self, cost: &Cost) -> String {
        match cost {
            Cost::Pay(amount) => format!("{} €$", self.amount(amount)),
            Cost::Spend => format!("spend {}", self.this()),
        }
    }

    fn persistent(&mut self, persistent: &Persistent) -> String {
        let mut line = match &persistent.r#while {
            Some(cond) => format!("while: {} | ", self.cond(cond)),
            None => "always | ".to_string(),
        };
        let who = match (&persistent.who, &persistent.rule) {
            // What a Gear says of its own price it says of itself: it has no host yet.
            (Cards::This, Rule::Price(Paid::Play, _)) => "this card".to_string(),
            (who, _) => self.cards(who),
        };
        let rule = self.rule(&persistent.rule);
        let _ = write!(line, "rule: {rule} | to: {who}");
        line
    }

    // ---- steps ----

    fn steps(&mut self, steps: &[Step], first: Duty) {
        for (index, step) in steps.iter().enumerate() {
            let duty = match first {
                Duty::May if index > 0 => Duty::And,
                duty => duty,
            };
            self.step(step, duty);
        }
    }

    /// A line of its parts.
    fn act(&mut self, duty: Duty, what: &str, to: Option<String>, until: Option<String>) {
        let duty = match duty {
            Duty::Must => "must",
            Duty::May => "may",
            Duty::And => "and",
        };
        let mut line = format!("{duty} | do: {what}");
        if let Some(to) = to {
            let _ = write!(line, " | to: {to}");
        }
        if let Some(until) = until {
            let _ = write!(line, " | until: {until}");
        }
        self.line(&line);
    }

    fn verb(&mut self, duty: Duty, verb: &str, target: &Target) {
        let to = self.target(target);
        self.act(duty, verb, Some(to), None);
    }

    /// A verb that takes its cards to another area.
    fn moving(&mut self, duty: Duty, verb: &str, target: &Target) {
        match target {
            Target::The(name) if self.thinned.contains(name) => {
                let to = format!("what is left of {}", self.name(name));
                self.act(duty, verb, Some(to), None);
            }
            target => self.verb(duty, verb, target),
        }
        let (Target::The(name)
        | Target::One(Cards::The(name, _), _)
        | Target::Exactly(_, Cards::The(name, _), _)
        | Target::UpTo(_, Cards::The(name, _), _)
        | Target::Between(_, _, Cards::The(name, _), _)) = target
        else {
            return;
        };
        self.thinned.push(name.clone());
    }

    /// Steps that are an alternative to others: what those take away doesn't count here.
    fn branches(&mut self, branches: &[(&str, &[Step])]) {
        let before = self.thinned.clone();
        let mut after = before.clone();
        for (heading, steps) in branches {
            self.thinned.clone_from(&before);
            self.line(heading);
            self.deeper(|words| words.steps(steps, Duty::Must));
            after.append(&mut self.thinned);
        }
        self.thinned = after;
    }

    fn change(&mut self, duty: Duty, verb: &str, die: &GigTarget, by: &By) {
        let by = match by {
            By::UpTo(amount) => format!("up to {}", self.amount(amount)),
            By::Exactly(amount) => format!("exactly {}", self.amount(amount)),
        };
        let to = self.gig(die);
        self.act(duty, &format!("{verb} by {by}"), Some(to), None);
    }

    fn step(&mut self, step: &Step, duty: Duty) {
        match step {
            Step::Draw(amount) => {
                let what = format!("draw {}", self.amount(amount));
                self.act(duty, &what, None, None);
            }
            Step::Pay(amount) => {
                let what = format!("pay {} €$", self.amount(amount));
                self.act(duty, &what, None, None);
            }
            Step::Discard(target) => self.moving(duty, "discard", target),
            Step::Trash(target) => self.moving(duty, "trash", target),
            Step::ToHand(target) => self.moving(duty, "put into the owner's hand", target),
            Step::BottomDeck(target) => self.moving(duty, "bottom-deck", target),
            Step::Sell(target) => self.moving(duty, "sell", target),
            Step::Reveal(target) => self.verb(duty, "reveal", target),
            Step::Look(target) => self.verb(duty, "look at", target),
            Step::Call(target) => self.verb(duty, "call for free", target),
            Step::Defeat(target) => self.moving(duty, "defeat", target),
            Step::Spend(target) => self.verb(duty, "spend", target),
            Step::Ready(target) => self.verb(duty, "ready", target),
            Step::Choose(target) => self.verb(duty, "choose", target),
            Step::Search(amount, name) => {
                let (top, name) = (self.top(amount), self.name(name));
                self.act(duty, &format!("search {top}, as {name}"), None, None);
            }
            Step::Play { what, free, onto, then } => {
                let mut verb = if *free { "play for free".to_string() } else { "play and pay".to_string() };
                if let Some(hosts) = onto {
                    let _ = write!(verb, ", equipped to one of {}", self.cards(hosts));
                }
                if let Some(Destination::BottomDeck) = then {
                    verb.push_str(", afterwards bottom-deck it");
                }
                self.moving(duty, &verb, what);
            }
            Step::Move(gear, host) => {
                let gear = self.target(gear);
                let host = self.target(host);
                self.act(duty, &format!("move {gear}"), Some(host), None);
            }
            Step::Increase(die, by) => self.change(duty, "increase", die, by),
            Step::Decrease(die, by) => self.change(duty, "decrease", die, by),
            Step::Adjust(die, by) => self.change(duty, "adjust", die, by),
            Step::Set(die, amount) => {
                let to = self.gig(die);
                let what = format!("set to {}", self.amount(amount));
                self.act(duty, &what, Some(to), None);
            }
            Step::Swap(one, other) => {
                let one = self.gig(one);
                let other = self.gig(other);
                self.act(duty, "swap", Some(format!("{one} and {other}")), None);
            }
            Step::Steal(thief, die) => {
                let what = format!("steal, by {}", self.target(thief));
                let to = self.gig(die);
                self.act(duty, &what, Some(to), None);
            }
            Step::Roll(die) => {
                let to = self.gig(die);
                self.act(duty, "ignore the result and roll again, once", Some(to), None);
            }
            Step::Give(target, rule, until) => {
                let to = self.target(target);
                let counted = if counts(rule) { " (counted once, now)" } else { "" };
                let rule = self.rule(rule);
                let until = self.until(until);
                self.act(duty, &format!("give: {rule}{counted}"), Some(to), Some(until));
            }
            Step::Lasting(until, persistent) => {
                let mut what = "from now on, for later ones too".to_string();
                if let Some(cond) = &persistent.r#while {
                    let _ = write!(what, ", while {}", self.cond(cond));
                }
                let to = self.cards(&persistent.who);
                let counted = if counts(&persistent.rule) { " (counted anew whenever it matters)" } else { "" };
                let _ = write!(what, ": {}{counted}", self.rule(&persistent.rule));
                let until = self.until(until);
                self.act(duty, &what, Some(to), Some(until));
            }
            Step::Next { on, r#do } => {
                let events = self.events(on);
                self.act(duty, &format!("wait, once and this turn, until {events}; then"), None, None);
                self.deeper(|words| words.steps(r#do, Duty::Must));
            }
            Step::ChooseGig(die) => {
                let to = self.gig(die);
                self.act(duty, "choose", Some(to), None);
            }
            Step::NameType(name) => {
                let name = self.name(name);
                self.act(duty, &format!("name a card type, as {name}"), None, None);
            }
            Step::May(steps) => self.steps(steps, Duty::May),
            Step::If(cond, then, otherwise) => {
                let cond = self.cond(cond);
                let then = (&*format!("if: {cond}"), &then[..]);
                if otherwise.is_empty() {
                    self.branches(&[then]);
                } else {
                    self.branches(&[then, ("if not:", otherwise)]);
                }
            }
            Step::Modes { by, pick, of } => {
                let pick = self.amount(pick);
                let who = match by {
                    Chooser::You => "you",
                    Chooser::Rival => "the rival",
                };
                self.line(&format!("must | do: pick {pick} of {} modes, by {who}", of.len()));
                let headings: Vec<String> = (1..=of.len()).map(|number| format!("mode {number}:")).collect();
                let modes: Vec<(&str, &[Step])> =
                    headings.iter().zip(of).map(|(heading, steps)| (&**heading, &steps[..])).collect();
                self.branches(&modes);
            }
            Step::EachPlayer(steps) => {
                self.line("each player in turn, as \"you\":");
                self.deeper(|words| words.steps(steps, Duty::Must));
            }
            Step::Rival(steps) => {
                self.line("the rival, as \"you\":");
                self.deeper(|words| words.steps(steps, Duty::Must));
            }
        }
    }

    // ---- events and durations ----

    fn events(&mut self, on: &[Event]) -> String {
        let events: Vec<String> = on.iter().map(|event| self.event(event)).collect();
        events.join(" or ")
    }

    fn event(&mut self, event: &Event) -> String {
        match event {
            Event::Played(cards) => format!("{} is played", self.one(cards)),
            Event::Called(cards) => format!("{} is called", self.one(cards)),
            Event::Attacks(cards) => format!("{} attacks", self.one(cards)),
            Event::Defeated(cards) => format!("{} is defeated", self.one(cards)),
            Event::Spent(cards) => format!("{} is spent", self.one(cards)),
            Event::UsesBlocker(cards) => format!("{} uses BLOCKER", self.one(cards)),
            Event::Fights(cards) => format!("{} fights", self.one(cards)),
            Event::WinsFight(cards, opponent) => {
                let winner = self.one(cards);
                let against =
                    if opponent.is_empty() { String::new() } else { format!(" against one{}", self.list(opponent)) };
                format!("{winner} wins a fight{against}")
            }
            Event::LosesFight(cards) => format!("{} loses a fight", self.one(cards)),
            Event::Steals(cards, dice) => {
                let thief = self.one(cards);
                format!("{thief} steals 1 Gig{} (for each)", self.dice_list(dice))
            }
            Event::StealsSome(cards) => format!("{} steals 1 or more Gigs", self.one(cards)),
            Event::RollsIn(side) => format!("{} in a Gig", player(*side, "roll")),
            Event::Rolls(side, dice) => {
                let roll = player(*side, "roll");
                format!("{roll} a Gig{}", self.dice_list(dice))
            }
            Event::Adjusts(by, whose) => {
                format!("{} {} (once for all at the same time)", player(*by, "adjust"), gigs(*whose))
            }
            Event::Swaps(by) => format!("{} Gigs", player(*by, "swap")),
            Event::StartOfTurn(side) => format!("{} turn starts", whose(*side)),
            Event::EndOfTurn(side) => format!("{} turn ends", whose(*side)),
        }
    }

    fn until(&mut self, until: &Until) -> String {
        match until {
            Until::ThisTurn => "end of turn".to_string(),
            Until::NextTurn => "end of the next turn, from its start".to_string(),
            Until::YourNextTurn => "start of your next turn".to_string(),
            Until::Next(event) => format!("over after the first time {}, or at end of turn", self.event(event)),
        }
    }

    // ---- sets and targets ----

    /// A set.
    fn cards(&mut self, cards: &Cards) -> String {
        let (set, filters): (String, &[Is]) = match cards {
            Cards::This => (self.this().to_string(), &[]),
            Cards::Subject => ("that card".to_string(), &[]),
            Cards::The(name, filters) => (self.name(name), filters),
            Cards::Units(side, filters) => (of_side(*side, "Units"), filters),
            Cards::Legends(side, filters) => (of_side(*side, "Legends"), filters),
            Cards::Gear(side, filters) => (of_side(*side, "Gear"), filters),
            Cards::Programs(side, filters) => (of_side(*side, "Programs"), filters),
            Cards::From(areas, filters) => (format!("cards in your {}", areas_of(areas)), filters),
            Cards::Top(amount) => (self.top(amount), &[]),
        };
        set + &self.list(filters)
    }

    /// The top of a deck.
    fn top(&mut self, amount: &Amount) -> String {
        match amount {
            Amount::Number(1) => "the top card of your deck".to_string(),
            amount => format!("the top {} cards of your deck", self.amount(amount)),
        }
    }

    /// The members of a set of which one has to fit (a comparison with a set holds if it holds for one).
    fn any_of(&mut self, cards: &Cards) -> String {
        let one = matches!(cards, Cards::This | Cards::Subject | Cards::The(..));
        let cards = self.cards(cards);
        if one { cards } else { format!("any of {cards}") }
    }

    /// One of a set, as an event's subject.
    fn one(&mut self, cards: &Cards) -> String {
        let (set, filters): (String, &[Is]) = match cards {
            Cards::Units(side, filters) => (one_of_side(*side, "Unit"), filters),
            Cards::Legends(side, filters) => (one_of_side(*side, "Legend"), filters),
            Cards::Gear(side, filters) => (one_of_side(*side, "Gear"), filters),
            Cards::Programs(side, filters) => (one_of_side(*side, "Program"), filters),
            Cards::From(areas, filters) => (format!("a card in your {}", areas_of(areas)), filters),
            single => return self.cards(single),
        };
        set + &self.list(filters)
    }

    fn target(&mut self, target: &Target) -> String {
        match target {
            Target::This => self.this().to_string(),
            Target::Subject => "that card".to_string(),
            Target::Opponent => "the opponent in the fight".to_string(),
            Target::The(name) => self.name(name),
            Target::One(cards, name) => format!("1 of {}{}", self.cards(cards), self.bound(name.as_ref())),
            Target::Exactly(amount, cards, name) => {
                format!("{} of {}{}", self.quantity(amount), self.cards(cards), self.bound(name.as_ref()))
            }
            Target::UpTo(amount, cards, name) => {
                format!("up to {} of {}{}", self.quantity(amount), self.cards(cards), self.bound(name.as_ref()))
            }
            Target::Between(least, most, cards, name) => {
                let (least, most) = (self.quantity(least), self.quantity(most));
                format!("{least} to {most} of {}{}", self.cards(cards), self.bound(name.as_ref()))
            }
            Target::All(cards @ Cards::Top(_), name) => format!("{}{}", self.cards(cards), self.bound(name.as_ref())),
            Target::All(cards, name) => format!("all {}{}", self.cards(cards), self.bound(name.as_ref())),
        }
    }

    /// Filters in brackets; nothing for none.
    fn list(&mut self, filters: &[Is]) -> String {
        if filters.is_empty() {
            return String::new();
        }
        let words: Vec<String> = filters.iter().map(|filter| self.filter(filter)).collect();
        format!(" [{}]", words.join("; "))
    }

    fn filter(&mut self, filter: &Is) -> String {
        match filter {
            Is::Unit => "Unit".to_string(),
            Is::Gear => "Gear".to_string(),
            Is::Program => "Program".to_string(),
            Is::Legend => "Legend".to_string(),
            Is::OfType(name) => format!("of type {}", self.name(name)),
            Is::Tag(tag) => format!("tag {tag}"),
            Is::Color(color) => format!("{color:?}"),
            Is::Named(name) => format!("named {name}"),
            Is::Has(word) => format!("with {}", keyword(*word)),
            Is::Cost(cmp) => format!("cost {}", self.cmp(cmp)),
            Is::Power(cmp) => format!("power {}", self.cmp(cmp)),
            Is::Spent => "spent".to_string(),
            Is::Ready => "ready".to_string(),
            Is::FaceUp => "face-up".to_string(),
            Is::FaceDown => "face-down".to_string(),
            Is::Equipped => "equipped".to_string(),
            Is::Unequipped => "unequipped".to_string(),
            Is::EquippedTo(cards) => format!("on {}", self.cards(cards)),
            Is::PlayedThisTurn => "with Lag".to_string(),
            Is::Attacking => "attacking".to_string(),
            Is::Fighting(opponent) if opponent.is_empty() => "fighting".to_string(),
            Is::Fighting(opponent) => format!("fighting one{}", self.list(opponent)),
            Is::Other(cards) => format!("not {}", self.cards(cards)),
            Is::Or(filters) => {
                let words: Vec<String> = filters.iter().map(|filter| self.filter(filter)).collect();
                words.join(" or ")
            }
            Is::Not(filter) => match &**filter {
                Is::Power(Cmp::MoreThan(Amount::Of(Count::Power(cards)))) => {
                    format!("with the lowest power of {}", self.cards(cards))
                }
                filter => format!("not ({})", self.filter(filter)),
            },
        }
    }

    // ---- dice ----

    fn dice(&mut self, dice: &Dice) -> String {
        match dice {
            Dice::ThatGig => "that Gig".to_string(),
            Dice::The(name) => self.name(name),
            Dice::Gigs(side, filters) => gigs(*side) + &self.dice_list(filters),
        }
    }

    fn gig(&mut self, die: &GigTarget) -> String {
        match die {
            GigTarget::ThatGig => "that Gig".to_string(),
            GigTarget::The(name) => self.name(name),
            GigTarget::Gig(side, filters, name) => {
                format!("1 of {}{}{}", gigs(*side), self.dice_list(filters), self.bound(name.as_ref()))
            }
        }
    }

    fn dice_list(&mut self, filters: &[DieIs]) -> String {
        if filters.is_empty() {
            return String::new();
        }
        let words: Vec<String> = filters.iter().map(|filter| self.die_filter(filter)).collect();
        format!(" [{}]", words.join("; "))
    }

    fn die_filter(&mut self, filter: &DieIs) -> String {
        match filter {
            DieIs::D(faces) => format!("d{faces}"),
            DieIs::Min => "min".to_string(),
            DieIs::Max => "max".to_string(),
            DieIs::Value(cmp) => format!("value {}", self.cmp(cmp)),
            DieIs::Other(name) => format!("not {}", self.name(name)),
            DieIs::AnotherPlayers(name) => format!("another player's than {}", self.name(name)),
            DieIs::Not(filter) => format!("not ({})", self.die_filter(filter)),
        }
    }

    // ---- numbers and conditions ----

    fn cmp(&mut self, cmp: &Cmp) -> String {
        match cmp {
            Cmp::AtLeast(amount) => format!(">= {}", self.amount(amount)),
            Cmp::AtMost(amount) => format!("<= {}", self.amount(amount)),
            Cmp::EqualTo(amount) => format!("= {}", self.amount(amount)),
            Cmp::LessThan(amount) => format!("< {}", self.amount(amount)),
            Cmp::MoreThan(amount) => format!("> {}", self.amount(amount)),
            Cmp::Even => "even".to_string(),
            Cmp::Odd => "odd".to_string(),
        }
    }

    fn amount(&mut self, amount: &Amount) -> String {
        let count = match amount {
            Amount::Number(number) => return number.to_string(),
            Amount::Of(count) => count,
        };
        match count {
            Count::Count(cards) => format!("the number of {}", self.cards(cards)),
            Count::Gigs(side, filters) => format!("the number of {}{}", gigs(*side), self.dice_list(filters)),
            Count::FixerDice(side) => format!("the number of dice in {} fixer area", whose(*side)),
            Count::ValuePairs => "the number of your value-pairs".to_string(),
            Count::DifferentValues => "the number of different values among friendly Gigs".to_string(),
            Count::StreetCred(side) => format!("{} Street Cred", whose(*side)),
            Count::Power(cards) => format!("the power of {}", self.any_of(cards)),
            Count::Cost(cards) => format!("the cost of {}", self.any_of(cards)),
            Count::Value(dice @ Dice::Gigs(..)) => format!("the value of any of {}", self.dice(dice)),
            Count::Value(dice) => format!("the value of {}", self.dice(dice)),
            Count::Times(-1, amount) => format!("minus ({})", self.amount(amount)),
            Count::Times(factor, amount) => format!("{factor} x ({})", self.amount(amount)),
            Count::Minus(left, right) => format!("({} - {})", self.amount(left), self.amount(right)),
            Count::If(cond, then, otherwise) => {
                let (cond, then, otherwise) = (self.cond(cond), self.amount(then), self.amount(otherwise));
                format!("({then} if {cond}, else {otherwise})")
            }
        }
    }

    /// An amount in front of what it counts.
    fn quantity(&mut self, amount: &Amount) -> String {
        let words = self.amount(amount);
        if words.contains(' ') && !words.starts_with('(') { format!("({words})") } else { words }
    }

    fn cond(&mut self, cond: &Cond) -> String {
        match cond {
            Cond::Is(cards, filters) => {
                let cards = self.cards(cards);
                format!("{cards} is{}", self.list(filters))
            }
            Cond::Gig(dice, filters) => {
                let dice = self.dice(dice);
                format!("{dice} is{}", self.dice_list(filters))
            }
            Cond::Compare(amount, cmp @ (Cmp::Even | Cmp::Odd)) => {
                format!("{} is {}", self.amount(amount), self.cmp(cmp))
            }
            Cond::Compare(amount, cmp) => format!("{} {}", self.amount(amount), self.cmp(cmp)),
            Cond::ThisTurn(event) => format!("it has happened this turn: {}", self.event(event)),
            Cond::YourTurn => "it is your turn".to_string(),
            Cond::Did => "that was done".to_string(),
            Cond::All(conds) => self.conds(conds, " and "),
            Cond::Any(conds) => self.conds(conds, " or "),
            Cond::Not(cond) => format!("not ({})", self.cond(cond)),
        }
    }

    fn conds(&mut self, conds: &[Cond], link: &str) -> String {
        let words: Vec<String> = conds.iter().map(|cond| format!("({})", self.cond(cond))).collect();
        words.join(link)
    }

    // ---- rules ----

    fn rule(&mut self, rule: &Rule) -> String {
        match rule {
            Rule::Power(Amount::Number(number)) => format!("{number:+} power"),
            Rule::Power(Amount::Of(Count::Times(-1, amount))) => format!("power minus {}", self.amount(amount)),
            Rule::Power(amount) => format!("power plus {}", self.amount(amount)),
            Rule::Has(word) => keyword(*word).to_string(),
            Rule::CanAttack(aim) => format!("can also attack {}", self.aim(aim)),
            Rule::CanAttackWhenPlayed(aim) => format!("can attack {} in spite of Lag", self.aim(aim)),
            Rule::CantAttack(Aim::Anything) => "can't attack".to_string(),
            Rule::CantAttack(aim) => format!("can't attack {}", self.aim(aim)),
            Rule::MustAttack => "has to attack if possible".to_string(),
            Rule::CantReady => "can't be readied".to_string(),
            Rule::CantBeBlocked => "attacks can't be blocked".to_string(),
            Rule::CantBeDefeatedInFight => "losing a fight doesn't defeat it".to_string(),
            Rule::WinsFights(opponent) => format!("wins every fight against one{}", self.list(opponent)),
            Rule::CantSteal(dice) => format!("can't steal Gigs{}", self.dice_list(dice)),
            Rule::StealsFewer(amount) => format!("number of Gigs it steals less {}", self.amount(amount)),
            Rule::Price(paid, change) => {
                let what = match paid {
                    Paid::Play => "play price",
                    Paid::GoSolo => "GO SOLO price",
                    Paid::Call => "call price",
                };
                match change {
                    Change::Less(amount) => format!("{what} less {}, at least 1", self.amount(amount)),
                    Change::More(amount) => format!("{what} plus {}", self.amount(amount)),
                    Change::Becomes(amount) => format!("{what} is {}", self.amount(amount)),
                }
            }
        }
    }

    fn aim(&mut self, aim: &Aim) -> String {
        match aim {
            Aim::Units(filters) => format!("rival Units{}", self.list(filters)),
            Aim::GigArea => "the Gig area".to_string(),
            Aim::Anything => "anything".to_string(),
        }
    }
}

/// Whether a rule has an amount that has to be counted.
const fn counts(rule: &Rule) -> bool {
    matches!(
        rule,
        Rule::Power(Amount::Of(_)) | Rule::Price(_, Change::Less(Amount::Of(_)) | Change::More(Amount::Of(_)))
    )
}

/// `friendly Units`, `rival Units`, `Units of both sides`.
fn of_side(side: Side, what: &str) -> String {
    match side {
        Side::Friendly => format!("friendly {what}"),
        Side::Rival => format!("rival {what}"),
        Side::Any => format!("{what} of both sides"),
    }
}

/// `a friendly Unit`, `a rival Unit`, `any Unit`.
fn one_of_side(side: Side, what: &str) -> String {
    match side {
        Side::Friendly => format!("a friendly {what}"),
        Side::Rival => format!("a rival {what}"),
        Side::Any => format!("any {what}"),
    }
}

fn gigs(side: Side) -> String {
    of_side(side, "Gigs")
}

/// Whose turn or area.
const fn whose(side: Side) -> &'static str {
    match side {
        Side::Friendly => "your",
        Side::Rival => "the rival's",
        Side::Any => "either player's",
    }
}

/// A player and what they do.
fn player(side: Side, verb: &str) -> String {
    match side {
        Side::Friendly => format!("you {verb}"),
        Side::Rival => format!("the rival {verb}s"),
        Side::Any => format!("a player {verb}s"),
    }
}

/// `hand or trash`.
fn areas_of(areas: &[Area]) -> String {
    let words: Vec<&str> = areas
        .iter()
        .map(|area| match area {
            Area::Hand => "hand",
            Area::Trash => "trash",
            Area::Field => "field",
            Area::LegendsArea => "Legends area",
            Area::Eddies => "Eddies area",
        })
        .collect();
    words.join(" or ")
}
