//! The table as one player sees it: rows of short texts, each with what it means to the eye.
//!
//! The screen colours the rows, the plain mode prints them: both show the same.

use fixer_core::bits::{Card, CardSet, DieSet};
use fixer_core::cyberpunk::Table;
use fixer_core::cyberpunk::effect::Color;
use fixer_core::cyberpunk::state::{Kind, Stage};
use fixer_core::game::{Game, Player, Status};

use super::session::PERSON;

/// What a piece of text is to the eye.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Tone {
    /// Text.
    Plain,
    /// A heading.
    Strong,
    /// Of little weight: spent cards, labels.
    Dim,
    /// A card of this colour that is ready.
    Card(Color),
    /// Gig dice and Street Cred.
    Gig,
    /// What calls for attention: an attack, Overtime.
    Alarm,
}

/// A text and its tone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// Its tone.
    pub tone: Tone,
}

/// A row of the picture, pieces from the left.
pub type Row = Vec<Piece>;

fn piece(tone: Tone, text: impl Into<String>) -> Piece {
    Piece { text: text.into(), tone }
}

/// The text of a row.
fn plain(row: &Row) -> String {
    row.iter().map(|piece| piece.text.as_str()).collect()
}

/// Rows as lines of text.
pub fn printed(rows: &[Row]) -> String {
    let mut text = String::new();
    for row in rows {
        text.push_str(plain(row).trim_end());
        text.push('\n');
    }
    text
}

/// How many columns a row takes. Names of cards use letters that are one column wide.
fn width_of(row: &[Piece]) -> usize {
    row.iter().map(|piece| piece.text.chars().count()).sum()
}

/// How much is shown, and what the players are called.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Sight {
    /// What one player may know: that one is "you".
    Own,
    /// Everything, to somebody who has played: the game is over.
    Opened,
    /// Everything, to somebody who only watches: players go by their letters.
    Watched,
}

/// What is drawn.
#[derive(Copy, Clone, Debug)]
pub struct View<'t, 'm> {
    /// The position.
    pub table: &'t Table<'m>,
    /// Whose side is below.
    pub eyes: Player,
    /// How much is shown.
    pub sight: Sight,
    /// Columns there are.
    pub width: usize,
    /// So many zones have to do with one row, those that say least first.
    pub dense: usize,
}

/// The zones that can be cut to one row, in the order in which they are.
const LEGENDS: [usize; 2] = [0, 1];
const FIELD: [usize; 2] = [2, 4];
const GIGS: usize = 3;
const HAND: usize = 5;
const ZONES: usize = 6;

impl View<'_, '_> {
    /// The whole table: the rival's side, the attack under way, the own side with the hand.
    pub fn rows(&self, brings: [(&str, &str); 2]) -> Vec<Row> {
        let rival = self.eyes.rival();
        let mut rows = vec![self.heading()];
        rows.extend(self.side(rival, brings[rival.index()]));
        if self.sight != Sight::Own {
            rows.extend(self.hand(rival));
        }
        rows.extend(self.field(rival));
        rows.push(self.middle());
        rows.extend(self.field(self.eyes));
        rows.extend(self.side(self.eyes, brings[self.eyes.index()]));
        rows.extend(self.hand(self.eyes));
        rows
    }

    /// The table on at most so many rows: zones are cut to one row until it fits, or all are.
    pub fn rows_within(mut self, most: usize, brings: [(&str, &str); 2]) -> Vec<Row> {
        loop {
            let rows = self.rows(brings);
            if rows.len() <= most || self.dense == ZONES {
                return rows;
            }
            self.dense += 1;
        }
    }

    /// A zone's place among those that can be cut: of the own side or the other one.
    const fn rank(&self, of: [usize; 2], player: Player) -> usize {
        of[(player.index() == self.eyes.index()) as usize]
    }

    /// A player: as a heading, as who does something, as whose something is.
    const fn name(&self, player: Player) -> [&'static str; 3] {
        match (self.sight, player) {
            (Sight::Watched, Player::A) => ["A", "A", "A's"],
            (Sight::Watched, Player::B) => ["B", "B", "B's"],
            _ if player.index() == self.eyes.index() => ["YOU", "you", "your"],
            _ => ["RIVAL", "the rival", "the rival's"],
        }
    }

    /// Turn, whose it is, what is to be decided.
    fn heading(&self) -> Row {
        let state = &self.table.state;
        let turn = if state.turn == 0 { "Before the first turn".to_owned() } else { format!("Turn {}", state.turn) };
        let mut row = vec![piece(Tone::Strong, turn)];
        let whose = match self.name(state.active)[2] {
            "your" => "yours",
            whose => whose,
        };
        row.push(piece(Tone::Plain, format!(" ({whose})")));
        match self.table.status() {
            Status::Decide(player, kind) => {
                row.push(piece(Tone::Plain, format!(" · {}: {}", self.name(player)[1], about(kind))));
            }
            Status::Over(outcome) => {
                let result = match outcome.winner.map(|winner| self.name(winner)[1]) {
                    None => "a tie".to_owned(),
                    Some("you") => "you win".to_owned(),
                    Some(winner) => format!("{winner} wins"),
                };
                row.push(piece(Tone::Alarm, format!(" · the game is over: {result}")));
            }
        }
        if state.overtime {
            row.push(piece(Tone::Alarm, " · OVERTIME"));
        }
        row
    }

    /// The attack under way, or a line between the sides.
    fn middle(&self) -> Row {
        let attack = self.table.state.attack;
        if attack.stage == Stage::None || !attack.attacker.is_some() {
            return vec![piece(Tone::Dim, "─".repeat(self.width))];
        }
        let target = attack.target.some().map_or("the Gigs".to_owned(), |target| self.label(target));
        let text = format!("── {} attacks {target} ", self.label(attack.attacker));
        let rest = self.width.saturating_sub(text.chars().count());
        vec![piece(Tone::Alarm, text + &"─".repeat(rest))]
    }

    /// What a player has beside the field and the hand.
    fn side(&self, player: Player, (deck, agent): (&str, &str)) -> Vec<Row> {
        let state = &self.table.state;
        let at = player.index();
        let hand = state.hand.of_player(player).len();
        let eddies = state.eddies.of_player(player).len();
        // What says least comes last, where a narrow screen cuts it.
        let who = if agent == PERSON { deck.to_owned() } else { format!("{deck} ({agent})") };
        let counts = format!(
            " hand {hand} · deck {} · trash {} · Eddies {}/{eddies} ready · {who}",
            state.deck_len[at],
            state.trash.of_player(player).len(),
            state.ready_eddies(player),
        );
        let mut first = vec![piece(Tone::Strong, self.name(player)[0]), piece(Tone::Plain, counts)];
        clip(&mut first, self.width);
        let cred = self.table.street_cred(player).map_or("Null".to_owned(), |cred| cred.to_string());
        let dice = |dice: DieSet, valued: bool| -> String {
            let texts: Vec<String> = dice
                .map(|die| {
                    let owner = if valued && die.owner() != player { "*" } else { "" };
                    if valued {
                        format!("d{}{owner}={}", die.faces(), state.values[die.index()])
                    } else {
                        format!("d{}", die.faces())
                    }
                })
                .collect();
            if texts.is_empty() { "none".to_owned() } else { texts.join(" ") }
        };
        let gigs = state.gigs[at];
        let second = vec![
            piece(Tone::Gig, format!("{}: {}", gigs.len(), dice(gigs, true))),
            piece(Tone::Gig, format!("Street Cred {cred}")),
            piece(Tone::Plain, format!("fixer {}", dice(state.fixer(player), false))),
        ];
        let mut rows = vec![first];
        rows.extend(self.wrap("Gigs", second, GIGS));
        rows.extend(self.legends(player));
        rows
    }

    fn legends(&self, player: Player) -> Vec<Row> {
        let state = &self.table.state;
        let pieces = (0..3)
            .map(|at| {
                let legend = state.places[player.index()][at];
                if !legend.is_some() {
                    return piece(Tone::Dim, format!("{} gone", at + 1));
                }
                let spent = if state.spent.has(legend) { ", spent" } else { "" };
                if !state.face_up.has(legend) {
                    let known = self.sight != Sight::Own || self.table.knows(self.eyes, legend);
                    let name = if known { format!(" ({})", self.short(legend)) } else { String::new() };
                    return piece(Tone::Dim, format!("{} face-down{name}{spent}", at + 1));
                }
                piece(self.tone(legend), format!("{} {}", at + 1, self.label(legend)))
            })
            .collect();
        self.wrap("Legends", pieces, self.rank(LEGENDS, player))
    }

    fn field(&self, player: Player) -> Vec<Row> {
        let line = self.table.state.line(player);
        let pieces: Vec<Piece> = line.map(|card| piece(self.tone(card), self.label(card))).collect();
        if pieces.is_empty() {
            return vec![vec![piece(Tone::Dim, format!("  Field nothing on {} field", self.name(player)[2]))]];
        }
        self.wrap("Field", pieces, self.rank(FIELD, player))
    }

    fn hand(&self, player: Player) -> Vec<Row> {
        let mut cards: Vec<Card> = self.table.state.hand.of_player(player).collect();
        cards.sort_by_key(|&card| self.short(card));
        let mut counted: Vec<(Card, usize)> = Vec::new();
        for card in cards {
            match counted.last_mut() {
                Some((known, count)) if self.short(*known) == self.short(card) => *count += 1,
                _ => counted.push((card, 1)),
            }
        }
        let pieces = counted
            .into_iter()
            .map(|(card, count)| {
                let copies = if count > 1 { format!(" ×{count}") } else { String::new() };
                let color = self.table.match_up().definition(card).color;
                let price = self.table.cost(card);
                piece(Tone::Card(color), format!("{} €${price}{copies}", self.short(card)))
            })
            .collect::<Vec<_>>();
        if pieces.is_empty() {
            return vec![vec![piece(Tone::Dim, "  Hand empty")]];
        }
        self.wrap("Hand", pieces, HAND)
    }

    /// Pieces behind a label, on as many rows as they need, or on one where this zone and those before it have to do with that.
    fn wrap(&self, label: &str, pieces: Vec<Piece>, zone: usize) -> Vec<Row> {
        let indent = format!("  {label} ");
        let mut rows = Vec::new();
        let mut row = vec![piece(Tone::Dim, indent.clone())];
        for next in pieces {
            let gap = if row.len() > 1 { 3 } else { 0 };
            let is_full = width_of(&row) + gap + next.text.chars().count() > self.width;
            if row.len() > 1 && is_full && self.dense <= zone {
                rows.push(std::mem::replace(&mut row, vec![piece(Tone::Dim, " ".repeat(indent.chars().count()))]));
            }
            if row.len() > 1 {
                row.push(piece(Tone::Dim, " · "));
            }
            row.push(next);
        }
        rows.push(row);
        rows.iter_mut().for_each(|row| clip(row, self.width));
        rows
    }

    /// The name by which players call a card: without its subtitle where only one card of the match-up has the name.
    pub fn short(&self, card: Card) -> String {
        let cards = self.table.match_up();
        let definition = cards.definition(card);
        let is_alone = cards.cards().all(|other| {
            let other = cards.definition(other);
            other.id == definition.id || other.name != definition.name
        });
        if is_alone { definition.name.clone() } else { definition.full_name() }
    }

    /// A card on the table: name, power, Gear, how it lies.
    pub fn label(&self, card: Card) -> String {
        let state = &self.table.state;
        let mut text = self.short(card);
        if state.field.has(card) {
            text = format!("{text} [{}]", self.table.power(card));
        }
        let gear: CardSet = state.gear_on(card);
        if !gear.is_empty() {
            let names: Vec<String> = gear.map(|gear| self.short(gear)).collect();
            text = format!("{text} + {}", names.join(" + "));
        }
        if state.spent.has(card) {
            text.push_str(" (spent)");
        } else if state.lag.has(card) {
            text.push_str(" (Lag)");
        }
        text
    }

    fn tone(&self, card: Card) -> Tone {
        if self.table.state.spent.has(card) {
            Tone::Dim
        } else {
            Tone::Card(self.table.match_up().definition(card).color)
        }
    }
}

/// What a decision is about, for a person.
pub const fn about(kind: Kind) -> &'static str {
    match kind {
        Kind::Mulligan => "keep the opening hand or take a mulligan",
        Kind::Roll => "roll in a Gig",
        Kind::Main => "Main Phase",
        Kind::React => "React Step",
        Kind::Pay => "pay",
        Kind::Order => "which effect resolves next",
        Kind::Choose => "choose",
    }
}

/// Cuts a row to a width.
fn clip(row: &mut Row, width: usize) {
    let mut left = width;
    for piece in row.iter_mut() {
        let count = piece.text.chars().count();
        if count > left {
            piece.text =
                if left == 0 { String::new() } else { piece.text.chars().take(left - 1).chain(['…']).collect() };
            left = 0;
        } else {
            left -= count;
        }
    }
    row.retain(|piece| !piece.text.is_empty());
}
