//! A game in plain words: what an action did, as one reader may tell it.
//!
//! A step is told from the positions before and after it. What the reader can't know is told as a count.

use std::collections::BTreeMap;

use super::Table;
use super::state::{Action, Zone};
use crate::bits::{Card, Die};
use crate::game::{Outcome, Player, Reason};

/// Who a game is told to, and what both players are called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reader {
    /// Whose eyes: what this player can't know is not named. None: everything is.
    pub eyes: Option<Player>,
    /// The names of both players, the first player's first.
    pub names: [String; 2],
}

/// A line of the story.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told {
    /// A turn begins.
    Turn(String),
    /// A player does something.
    Action(String),
    /// Something happens.
    Event(String),
}

impl Told {
    /// Its words.
    pub fn text(&self) -> &str {
        match self {
            Self::Turn(text) | Self::Action(text) | Self::Event(text) => text,
        }
    }
}

impl Reader {
    /// A player reads: that one is "You", the other "Rival".
    pub fn player(eyes: Player) -> Self {
        let name = |player| if player == eyes { "You" } else { "Rival" };
        Self { eyes: Some(eyes), names: Player::BOTH.map(|player| name(player).to_owned()) }
    }

    /// Somebody who sees all cards reads.
    pub const fn everything(names: [String; 2]) -> Self {
        Self { eyes: None, names }
    }

    fn name(&self, player: Player) -> &str {
        &self.names[player.index()]
    }

    /// A player with what it does: `You draw`, `A draws`. `verb` is in the form of "you".
    fn does(&self, player: Player, verb: &str) -> String {
        let name = self.name(player);
        if name == "You" {
            return format!("You {verb}");
        }
        let (first, rest) = verb.split_once(' ').map_or((verb, String::new()), |(v, rest)| (v, format!(" {rest}")));
        let third = match first {
            "don't" => "doesn't".to_owned(),
            _ if ["o", "s", "sh"].iter().any(|end| first.ends_with(end)) => format!("{first}es"),
            _ => format!("{first}s"),
        };
        format!("{name} {third}{rest}")
    }

    /// A card as the reader may name it.
    fn card(&self, tables: [&Table<'_>; 2], card: Card) -> String {
        let known = self.eyes.is_none_or(|eyes| tables.iter().any(|table| table.knows(eyes, card)));
        if known { title(tables[1], card) } else { "a face-down card".to_owned() }
    }

    /// What an action did: the action itself, then what followed from it.
    pub fn tell(&self, before: &Table<'_>, action: Action, after: &Table<'_>) -> Vec<Told> {
        let mut story = vec![Told::Action(self.action(before, action, after))];
        self.dice(before, action, after, &mut story);
        self.legends(before, after, &mut story);
        self.moves(before, action, after, &mut story);
        if after.state.overtime && !before.state.overtime {
            story.push(Told::Event("Overtime begins.".to_owned()));
        }
        if let Some(outcome) = after.state.outcome {
            story.push(Told::Event(self.outcome(outcome)));
        } else if after.state.turn != before.state.turn {
            story.push(Told::Turn(self.turn(after)));
        }
        story
    }

    /// The heading of the turn under way.
    pub fn turn(&self, table: &Table<'_>) -> String {
        format!("Turn {} · {}", table.state.turn, self.name(table.state.active))
    }

    /// How a game ended.
    pub fn outcome(&self, outcome: Outcome) -> String {
        let Some(winner) = outcome.winner else { return "The game is a tie.".to_owned() };
        let loser = self.name(winner.rival());
        let why = match outcome.reason {
            Reason::Gigs => "seven Gigs at the start of the turn".to_owned(),
            Reason::Overtime => "seven Gigs in Overtime".to_owned(),
            Reason::DeckOut => {
                format!("{} to draw from an empty deck", if loser == "You" { "you had" } else { "the other had" })
            }
            Reason::Concede => format!("{} conceded", if loser == "You" { "you" } else { "the other" }),
            Reason::Leader => "a Leader captured".to_owned(),
            Reason::Tie => "a tie".to_owned(),
        };
        format!("{}: {why}.", self.does(winner, "win the game"))
    }

    /// How a player stands, in one line: Gigs and Street Cred, Eddies, hand and deck, what lies on the field.
    pub fn standing(&self, table: &Table<'_>, player: Player) -> String {
        let (state, at) = (&table.state, player.index());
        let gigs: Vec<String> = state.gigs[at]
            .map(|die| {
                let owner = if die.owner() == player { "" } else { "stolen " };
                format!("{owner}d{}={}", die.faces(), state.values[die.index()])
            })
            .collect();
        let gigs = match table.street_cred(player) {
            Some(cred) => format!("{} ({}; Street Cred {cred})", gigs.len(), gigs.join(" ")),
            None => "0".into(),
        };
        let field: Vec<String> = state
            .line(player)
            .map(|unit| {
                let gear: Vec<String> = state.gear_on(unit).map(|gear| title(table, gear)).collect();
                let gear = if gear.is_empty() { String::new() } else { format!(" with {}", gear.join(" and ")) };
                let spent = if state.spent.has(unit) { ", spent" } else { "" };
                format!("{}{gear} ({}{spent})", title(table, unit), table.power(unit))
            })
            .collect();
        let field = if field.is_empty() { "nothing".into() } else { field.join("; ") };
        format!(
            "{}: Gigs {gigs}, Eddies {} of {} ready, hand {}, deck {}, field: {field}",
            self.name(player),
            state.ready_eddies(player),
            state.eddies.of_player(player).len(),
            state.hand.of_player(player).len(),
            state.deck_order(player).len(),
        )
    }

    fn action(&self, before: &Table<'_>, action: Action, after: &Table<'_>) -> String {
        let player = before.state.decision.0;
        let does = |verb: &str| self.does(player, verb);
        // Who does something knows with what.
        let is_own = self.eyes == Some(player);
        let card = |card: Card| if is_own { title(before, card) } else { self.card([before, after], card) };
        match action {
            Action::Keep => format!("{} the opening hand.", does("keep")),
            Action::Mulligan => format!("{} a mulligan.", does("take")),
            Action::Roll(die) => {
                format!("{} in the d{}: {}.", does("roll"), die.faces(), after.state.values[die.index()])
            }
            Action::Sell(sold) => format!("{} {}.", does("sell"), card(sold)),
            // Which one it is shows when it has been paid for: when it is turned face-up.
            Action::Call(place) => format!("{} Legend {}.", does("call"), place + 1),
            Action::Play(played) => format!("{} {}.", does("play"), title(after, played)),
            Action::PlayOn(gear, host) => {
                format!("{} {} on {}.", does("play"), title(after, gear), title(before, host))
            }
            Action::Solo(legend) => format!("{} with {}.", does("go solo"), title(after, legend)),
            Action::Use(source, _) => format!("{} {}.", does("use"), title(before, source)),
            Action::Attack(unit, target) => {
                format!("{} {} with {}.", does("attack"), title(before, target), title(before, unit))
            }
            Action::AttackGigs(unit) => format!("{} the Gigs with {}.", does("attack"), title(before, unit)),
            Action::End => format!("{} the turn.", does("end")),
            Action::Block(unit) => format!("{} with {}.", does("block"), title(before, unit)),
            Action::Pass => format!("{}.", does("pass")),
            Action::Pay(places) => {
                let legends: Vec<String> = (0..3u8)
                    .filter(|at| places >> at & 1 == 1)
                    .map(|at| {
                        let legend = before.state.places[player.index()][at as usize];
                        if before.state.face_up.has(legend) {
                            title(before, legend)
                        } else {
                            format!("Legend {}", at + 1)
                        }
                    })
                    .collect();
                let with = if legends.is_empty() { "Eddies".to_owned() } else { legends.join(" and ") };
                format!("{} with {with}.", does("pay"))
            }
            Action::Resolve(source, _) => format!("{} {} next.", does("resolve"), card(source)),
            Action::Choose(chosen) => format!("{} {}.", does("choose"), card(chosen)),
            Action::ChoosePlace(place) => format!("{} Legend {}.", does("choose"), place + 1),
            Action::ChooseDie(die) => format!("{} {}.", does("choose"), self.die(die)),
            Action::ChooseNumber(number) => format!("{} {number}.", does("choose")),
            Action::ChooseType(kind) => format!("{} {}.", does("choose"), kind.word()),
            Action::ChooseNone => format!("{} nothing.", does("choose")),
            Action::Yes => format!("{} it.", does("do")),
            Action::No => format!("{} do it.", does("don't")),
            Action::Concede => format!("{}.", does("concede")),
        }
    }

    fn die(&self, die: Die) -> String {
        let owner = self.name(die.owner());
        if owner == "You" { format!("your d{}", die.faces()) } else { format!("{owner}'s d{}", die.faces()) }
    }

    /// Dice that came into a Gig area, changed it, or changed their value.
    fn dice(&self, before: &Table<'_>, action: Action, after: &Table<'_>, story: &mut Vec<Told>) {
        for die in Player::BOTH
            .into_iter()
            .flat_map(|player| crate::bits::DieSize::ALL.into_iter().map(move |size| Die::new(player, size)))
        {
            let areas = [before, after].map(|table| table.state.gig_area(die));
            let values = [before, after].map(|table| table.state.values[die.index()]);
            let name = self.die(die);
            let text = match areas {
                [None, Some(to)] if action != Action::Roll(die) => {
                    format!("{} {name}: {}.", self.does(to, "gain"), values[1])
                }
                [Some(from), Some(to)] if from != to => format!("{} {name} ({}).", self.does(to, "steal"), values[1]),
                [Some(from), None] => format!("{} {name}.", self.does(from, "lose")),
                [Some(_), Some(_)] if values[0] != values[1] => {
                    format!("{} goes from {} to {}.", capital(&name), values[0], values[1])
                }
                _ => continue,
            };
            story.push(Told::Event(text));
        }
    }

    /// Legends that were turned face-up.
    fn legends(&self, before: &Table<'_>, after: &Table<'_>, story: &mut Vec<Told>) {
        for legend in after.state.face_up - before.state.face_up {
            let owner = capital(&self.whose(legend.owner()));
            story.push(Told::Event(format!("{owner} Legend {} is turned face-up.", title(after, legend))));
        }
    }

    /// Cards that changed their zone. Copies in hidden zones are interchangeable, so they are counted by what they are.
    fn moves(&self, before: &Table<'_>, action: Action, after: &Table<'_>, story: &mut Vec<Told>) {
        let mut moved: BTreeMap<(Player, &str), Moved> = BTreeMap::new();
        for card in after.match_up().cards() {
            let (from, to) = (before.state.zone(card), after.state.zone(card));
            if from != to {
                let id = after.match_up().definition(card).id.as_str();
                let copies =
                    moved.entry((card.owner(), id)).or_insert_with(|| Moved { card, from: vec![], to: vec![] });
                copies.from.push(from);
                copies.to.push(to);
            }
        }
        let mut unseen = Unseen::between(before, after);
        for ((owner, _), Moved { card, mut from, mut to }) in moved {
            // A number that went from one hidden copy to another is no move.
            from.retain(|zone| {
                to.iter().position(|other| other == zone).is_none_or(|at| {
                    to.swap_remove(at);
                    false
                })
            });
            from.sort_unstable_by_key(|&zone| zone as u8);
            to.sort_unstable_by_key(|&zone| zone as u8);
            for (from, to) in from.into_iter().zip(to) {
                let own = self.eyes.is_none_or(|eyes| eyes == owner);
                let is_seen = |zone: Zone| !matches!(zone, Zone::Deck | Zone::Eddies) && (own || zone != Zone::Hand);
                let is_explained = explained(action, from, to);
                if is_explained || is_seen(from) || is_seen(to) {
                    unseen.told(owner, from, to);
                }
                if !is_explained && (is_seen(from) || is_seen(to)) {
                    story.push(Told::Event(self.named_move(owner, &title(after, card), from, to)));
                }
            }
        }
        if action == Action::Mulligan {
            return;
        }
        for (owner, from, to, count) in unseen.moves() {
            let (verb, where_to) = hidden_move(from, to);
            let cards = if count == 1 { "a card".to_owned() } else { format!("{count} cards") };
            story.push(Told::Event(format!("{} {cards}{where_to}.", self.does(owner, verb))));
        }
    }

    fn named_move(&self, owner: Player, card: &str, from: Zone, to: Zone) -> String {
        match (from, to) {
            (Zone::Deck, Zone::Hand) => format!("{} {card}.", self.does(owner, "draw")),
            (Zone::Hand, Zone::Trash) => format!("{} {card}.", self.does(owner, "trash")),
            (Zone::Field, Zone::Trash) => format!("{card} leaves the field for the trash."),
            (_, Zone::Removed) => format!("{card} leaves the game."),
            (_, Zone::Hand) => format!("{card} goes to {} hand.", self.whose(owner)),
            (_, Zone::Deck) => format!("{card} goes to {} deck.", self.whose(owner)),
            (_, Zone::Eddies) => format!("{card} becomes an Eddie."),
            (_, Zone::Field) => format!("{card} enters the field."),
            (_, Zone::Legends) => format!("{card} goes to the Legends."),
            (Zone::Deck, Zone::Trash) => format!("{card} goes from {} deck to the trash.", self.whose(owner)),
            (_, Zone::Trash) => format!("{card} goes to the trash."),
            (_, Zone::Resolving) => format!("{card} is being played."),
        }
    }

    fn whose(&self, player: Player) -> String {
        let name = self.name(player);
        if name == "You" { "your".to_owned() } else { format!("{name}'s") }
    }
}

/// The copies of one card that changed their zones.
struct Moved {
    /// One of them.
    card: Card,
    /// Where they were.
    from: Vec<Zone>,
    /// Where they are.
    to: Vec<Zone>,
}

/// How many cards came to each area that hides them, and left it, without having been told. From the sizes alone: which
/// cards they are must not show.
struct Unseen([[i32; 3]; 2]);

impl Unseen {
    /// The areas.
    const AREAS: [Zone; 3] = [Zone::Deck, Zone::Hand, Zone::Eddies];

    /// What changed between two positions.
    fn between(before: &Table<'_>, after: &Table<'_>) -> Self {
        let sizes = |table: &Table<'_>, player| {
            let state = &table.state;
            [state.deck, state.hand, state.eddies].map(|area| area.of_player(player).len() as i32)
        };
        Self(Player::BOTH.map(|player| {
            let (from, to) = (sizes(before, player), sizes(after, player));
            std::array::from_fn(|area| to[area] - from[area])
        }))
    }

    /// A move that has been told.
    fn told(&mut self, owner: Player, from: Zone, to: Zone) {
        for (zone, back) in [(from, 1), (to, -1)] {
            if let Some(area) = Self::AREAS.iter().position(|&area| area == zone) {
                self.0[owner.index()][area] += back;
            }
        }
    }

    /// What is left to tell: whose cards, from where to where, how many.
    fn moves(&self) -> Vec<(Player, Zone, Zone, i32)> {
        let mut moves = Vec::new();
        for player in Player::BOTH {
            let mut left = self.0[player.index()];
            for from in 0..3 {
                for to in 0..3 {
                    let count = (-left[from]).min(left[to]);
                    if count > 0 {
                        left[from] += count;
                        left[to] -= count;
                        moves.push((player, Self::AREAS[from], Self::AREAS[to], count));
                    }
                }
            }
        }
        moves
    }
}

/// Name and subtitle of a card.
fn title(table: &Table<'_>, card: Card) -> String {
    table.match_up().definition(card).full_name()
}

/// Moves that the words for the action already tell.
fn explained(action: Action, from: Zone, to: Zone) -> bool {
    match (from, to) {
        (_, Zone::Resolving) | (Zone::Resolving, Zone::Field | Zone::Legends | Zone::Trash) => true,
        (Zone::Hand, Zone::Field | Zone::Legends | Zone::Trash) => {
            matches!(action, Action::Play(_) | Action::PlayOn(..))
        }
        (Zone::Legends, Zone::Field) => matches!(action, Action::Solo(_)),
        (Zone::Hand, Zone::Eddies) => matches!(action, Action::Sell(_)),
        _ => false,
    }
}

/// The words for cards that move unseen: what their owner does, and where to.
const fn hidden_move(from: Zone, to: Zone) -> (&'static str, &'static str) {
    match (from, to) {
        (Zone::Deck, Zone::Hand) => ("draw", ""),
        (_, Zone::Deck) => ("put", " into the deck"),
        (_, Zone::Eddies) => ("add", " to the Eddies"),
        (Zone::Eddies, _) => ("take", " from the Eddies"),
        _ => ("move", " unseen"),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Streams, below, rng};
    use crate::cyberpunk::MatchUp;
    use crate::cyberpunk::cards::CardPool;
    use crate::cyberpunk::deck::builtin::{STARTERS, builtin_deck};
    use crate::game::{Game, Status};

    /// Tells a random game, and hands every step to `each`.
    fn told(seed: u64, reader: &Reader, mut each: impl FnMut(&Table<'_>, &Table<'_>, &[Told])) {
        let pool = CardPool::builtin();
        let decks = STARTERS.map(|id| builtin_deck(id, &pool).unwrap());
        let cards = MatchUp::new(&pool, [&decks[0], &decks[1]]).unwrap();
        let (mut luck, mut picks, mut legal) = (Streams::new(seed), rng(seed), Vec::new());
        let mut table = Table::start(&cards, &mut luck);
        while let Status::Decide(..) = table.status() {
            table.legal_actions(&mut legal);
            let action = legal[below(&mut picks, legal.len() as u32) as usize];
            let before = table;
            table.apply(action, &mut luck);
            each(&before, &table, &reader.tell(&before, action, &table));
        }
    }

    #[test]
    fn a_player_reads_names_of_known_cards_only() {
        let (mut counted, mut drawn, mut ends) = (0, 0, 0);
        for seed in 0..20 {
            told(seed, &Reader::player(Player::A), |before, after, story| {
                for line in story {
                    let text = line.text();
                    for card in after.match_up().cards().filter(|&card| text.contains(&title(after, card))) {
                        let same = |other: &Card| title(after, *other) == title(after, card);
                        let known = |card: Card| before.knows(Player::A, card) || after.knows(Player::A, card);
                        assert!(after.match_up().cards().filter(same).any(known), "{text}");
                    }
                    counted += usize::from(text == "Rival draws a card.");
                    drawn += usize::from(text.starts_with("You draw "));
                    ends += usize::from(text.contains("win the game") || text.contains("wins the game"));
                    assert!(
                        !text.starts_with("Rival draws") || text.ends_with("card.") || text.ends_with("cards."),
                        "{text}"
                    );
                }
            });
        }
        assert!(counted > 50 && drawn > 50, "{counted} and {drawn}");
        assert_eq!(ends, 20);
    }

    #[test]
    fn who_sees_everything_reads_every_name() {
        let names = ["Ann", "Bob"].map(str::to_owned);
        let mut turns = 0;
        told(3, &Reader::everything(names), |_, _, story| {
            for line in story {
                let text = line.text();
                assert!(!text.contains("face-down card") && !text.contains("You "), "{text}");
                turns += usize::from(matches!(line, Told::Turn(_)));
            }
        });
        assert!(turns > 5, "{turns} turns");
    }
}
