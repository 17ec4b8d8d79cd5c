//! The journal of a run: what has been played, safe against being killed at any moment.
//!
//! A header names the plan and the share; each entry holds the sums of consecutive slots, with a checksum that goes on
//! from the entry before, so that nothing can be cut out, changed or exchanged unnoticed. An entry is written in one
//! piece; what a kill leaves of the last one is dropped on reading.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use fixer_core::chance::scramble;
use fixer_core::game::Player;

use crate::pairs::{GameId, GameRow};
use crate::runner::Chunk;
use crate::schedule::{Schedule, Shard};
use crate::tally::{REASONS, Tally, read_length, read_number, write_number};

/// What every journal begins with, its version included.
const MAGIC: [u8; 8] = *b"FIXERJ2\n";

/// Bytes of the header: magic, plan, shard's index and count, checksum.
const HEADER: usize = 40;

/// A longer entry can only be damage.
const LONGEST_ENTRY: u64 = 1 << 30;

/// The file's name in a result's directory.
pub const FILE: &str = "journal.bin";

/// What is wrong with a journal.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It can't be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// It is something else.
    #[error("{}: this is no journal of this version", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// It belongs to another plan or share.
    #[error("{}: this journal belongs to {what}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// To what.
        what: String,
    },
    /// It was changed after it was written.
    #[error("{}: damaged at byte {at}: its checksum does not fit", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the first wrong entry begins.
        at: u64,
    },
}

/// Mixes bytes into a checksum.
fn checksum(seed: u64, bytes: &[u8]) -> u64 {
    let mut sum = scramble(seed ^ bytes.len() as u64);
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        sum = scramble(sum ^ u64::from_le_bytes(word));
    }
    sum
}

/// The header of a journal.
fn header(plan: u64, shard: Shard) -> [u8; HEADER] {
    let mut bytes = [0; HEADER];
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..16].copy_from_slice(&plan.to_le_bytes());
    bytes[16..24].copy_from_slice(&shard.index.to_le_bytes());
    bytes[24..32].copy_from_slice(&shard.count.to_le_bytes());
    let sum = checksum(0, &bytes[..32]);
    bytes[32..].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// Results that have not been written yet: of all slots from `from` to `to`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Entry {
    /// The first slot.
    pub from: u64,
    /// The slot after the last one.
    pub to: u64,
    /// The sums of each pairing that was played.
    pub tallies: BTreeMap<usize, Tally>,
    /// The rows of each pairing, where asked for.
    pub rows: BTreeMap<usize, Vec<GameRow>>,
    /// Games that were capped.
    pub capped: Vec<GameId>,
}

impl Entry {
    /// Nothing yet, beginning at a slot.
    pub fn at(slot: u64) -> Self {
        Self { from: slot, to: slot, ..Self::default() }
    }

    /// Takes in the next chunk.
    pub fn push(&mut self, chunk: Chunk) {
        debug_assert_eq!(self.to, chunk.from, "chunks come in order");
        self.to = chunk.to;
        if chunk.tally.pairs() > 0 {
            self.tallies.entry(chunk.pairing).or_default().add(&chunk.tally);
        }
        if !chunk.rows.is_empty() {
            self.rows.entry(chunk.pairing).or_default().extend(chunk.rows);
        }
        self.capped.extend(chunk.capped);
    }

    fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        write_number(&mut out, self.from);
        write_number(&mut out, self.to);
        write_number(&mut out, self.capped.len() as u64);
        for id in &self.capped {
            write_id(&mut out, *id);
        }
        write_number(&mut out, self.tallies.len() as u64);
        for (&pairing, tally) in &self.tallies {
            write_number(&mut out, pairing as u64);
            tally.encode(&mut out);
        }
        write_number(&mut out, self.rows.len() as u64);
        for (&pairing, rows) in &self.rows {
            write_number(&mut out, pairing as u64);
            let mut encoded = Vec::new();
            write_number(&mut encoded, rows.len() as u64);
            for row in rows {
                write_row(&mut encoded, row);
            }
            write_number(&mut out, encoded.len() as u64);
            out.extend(encoded);
        }
        out
    }

    /// Reads an entry; instead of the rows it notes where they lie, by the place in the payload.
    fn decode(payload: &[u8]) -> Option<(Self, Vec<RowsAt>)> {
        let mut input = payload;
        let mut entry = Self::at(read_number(&mut input)?);
        entry.to = read_number(&mut input)?;
        for _ in 0..read_length(&mut input)? {
            entry.capped.push(read_id(&mut input)?);
        }
        for _ in 0..read_length(&mut input)? {
            let pairing = read_number(&mut input)? as usize;
            entry.tallies.insert(pairing, Tally::decode(&mut input)?);
        }
        let mut places = Vec::new();
        for _ in 0..read_length(&mut input)? {
            let pairing = read_number(&mut input)? as usize;
            let length = read_length(&mut input)? as usize;
            places.push(RowsAt { pairing, offset: (payload.len() - input.len()) as u64, length });
            input = &input[length..];
        }
        input.is_empty().then_some((entry, places))
    }
}

fn write_id(out: &mut Vec<u8>, id: GameId) {
    for number in [id.pairing as u64, id.pair, id.game as u64] {
        write_number(out, number);
    }
}

fn read_id(input: &mut &[u8]) -> Option<GameId> {
    let pairing = read_number(input)? as usize;
    let pair = read_number(input)?;
    Some(GameId { pairing, pair, game: read_number(input)? as usize })
}

fn write_row(out: &mut Vec<u8>, row: &GameRow) {
    write_id(out, row.id);
    let winner = row.winner.map_or(2, |winner| winner.index() as u64);
    let reason = row.reason.and_then(|reason| REASONS.iter().position(|&known| known == reason));
    write_number(out, row.first as u64);
    write_number(out, winner);
    write_number(out, reason.unwrap_or(REASONS.len()) as u64);
    for number in [row.turns].into_iter().chain(row.gigs).chain(row.decisions) {
        write_number(out, u64::from(number));
    }
    write_number(out, row.iterations);
}

fn read_row(input: &mut &[u8]) -> Option<GameRow> {
    let id = read_id(input)?;
    let first = read_number(input)? as usize;
    let winner = Player::BOTH.get(read_number(input)? as usize).copied();
    let reason = REASONS.get(read_number(input)? as usize).copied();
    let mut number = || read_number(input).map(|number| number as u32);
    let (turns, gigs, decisions) = (number()?, [number()?, number()?], [number()?, number()?]);
    Some(GameRow { id, first, winner, reason, turns, gigs, decisions, iterations: read_number(input)? })
}

/// Where the rows of a pairing lie.
#[derive(Copy, Clone, Debug)]
struct RowsAt {
    pairing: usize,
    offset: u64,
    length: usize,
}

/// What a journal holds.
#[derive(Clone, Debug)]
pub struct Contents {
    path: PathBuf,
    /// Everything before this slot is done.
    pub slot: u64,
    /// The sums of each pairing.
    pub tallies: Vec<Tally>,
    /// Games that were capped, in the order they were played.
    pub capped: Vec<GameId>,
    /// Whether the file ends in the middle of an entry.
    pub torn: bool,
    rows: Vec<RowsAt>,
    /// How many bytes are good, and the checksum there.
    end: (u64, u64),
}

impl Contents {
    /// The rows of a pairing in the order of its pairs.
    ///
    /// # Errors
    /// If the file can't be read any more.
    pub fn rows(
        &self,
        pairing: usize,
    ) -> Result<impl Iterator<Item = Result<GameRow, JournalError>> + use<>, JournalError> {
        self.rows_at(self.rows.iter().filter(|place| place.pairing == pairing).copied().collect())
    }

    /// All rows in the order of the file: each pairing's in the order of its pairs.
    ///
    /// # Errors
    /// If the file can't be read any more.
    pub fn all_rows(&self) -> Result<impl Iterator<Item = Result<GameRow, JournalError>> + use<>, JournalError> {
        self.rows_at(self.rows.clone())
    }

    fn rows_at(
        &self,
        places: Vec<RowsAt>,
    ) -> Result<impl Iterator<Item = Result<GameRow, JournalError>> + use<>, JournalError> {
        let path = self.path.clone();
        let io = move |source| JournalError::Io { path: path.clone(), source };
        let mut file = File::open(&self.path).map_err(&io)?;
        Ok(places.into_iter().flat_map(move |place| {
            let mut bytes = vec![0; place.length];
            let read = file.seek(SeekFrom::Start(place.offset)).and_then(|_| file.read_exact(&mut bytes));
            let mut rows = Vec::new();
            match read {
                Ok(()) => {
                    let mut input = bytes.as_slice();
                    for _ in 0..read_length(&mut input).unwrap_or(0) {
                        rows.extend(read_row(&mut input).map(Ok));
                    }
                }
                Err(error) => rows.push(Err(io(error))),
            }
            rows
        }))
    }
}

/// Which share of which plan a journal says it is of, without reading on.
///
/// # Errors
/// If it can't be read or is none.
pub fn shard_of(path: &Path) -> Result<(u64, Shard), JournalError> {
    let io = |source| JournalError::Io { path: path.to_owned(), source };
    let mut bytes = [0; HEADER];
    match File::open(path).map_err(io)?.read_exact(&mut bytes) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            return Err(JournalError::Foreign { path: path.to_owned() });
        }
        other => other.map_err(io)?,
    }
    let word = |at: usize| {
        let mut word = [0; 8];
        word.copy_from_slice(&bytes[at..at + 8]);
        u64::from_le_bytes(word)
    };
    let shard = Shard { index: word(16), count: word(24) };
    if bytes == header(word(8), shard) && shard.index < shard.count {
        Ok((word(8), shard))
    } else {
        Err(JournalError::Foreign { path: path.to_owned() })
    }
}

/// Reads a journal of the plan with this hash.
///
/// # Errors
/// If it can't be read, is none, belongs to another plan or share, or was changed.
pub fn read(path: &Path, plan: u64, schedule: &Schedule) -> Result<Contents, JournalError> {
    let (found, shard) = shard_of(path)?;
    let other = |what: String| JournalError::Other { path: path.to_owned(), what };
    if found != plan {
        return Err(other("another plan".to_owned()));
    }
    if shard != schedule.shard {
        return Err(other(format!("shard {shard}, not {}", schedule.shard)));
    }
    let io = |source| JournalError::Io { path: path.to_owned(), source };
    let file = File::open(path).map_err(io)?;
    let size = file.metadata().map_err(io)?.len();
    let mut reader = BufReader::new(file);
    reader.seek(SeekFrom::Start(HEADER as u64)).map_err(io)?;
    let mut contents = Contents {
        path: path.to_owned(),
        slot: 0,
        tallies: vec![Tally::default(); schedule.pairings],
        capped: Vec::new(),
        torn: false,
        rows: Vec::new(),
        end: (HEADER as u64, checksum(plan, &header(plan, shard))),
    };
    loop {
        let (at, sum) = contents.end;
        if at == size {
            return Ok(contents);
        }
        let damaged = || JournalError::Damaged { path: path.to_owned(), at };
        let mut frame = [0; 16];
        if size - at < frame.len() as u64 {
            contents.torn = true;
            return Ok(contents);
        }
        reader.read_exact(&mut frame).map_err(io)?;
        let (length, wanted) = frame.split_at(8);
        let mut word = [0; 8];
        word.copy_from_slice(length);
        let length = u64::from_le_bytes(word);
        word.copy_from_slice(wanted);
        if length > LONGEST_ENTRY {
            return Err(damaged());
        }
        if size - at - 16 < length {
            contents.torn = true;
            return Ok(contents);
        }
        let mut payload = vec![0; length as usize];
        reader.read_exact(&mut payload).map_err(io)?;
        let sum = checksum(sum, &payload);
        if sum != u64::from_le_bytes(word) {
            return Err(damaged());
        }
        let (entry, rows) = Entry::decode(&payload).ok_or_else(damaged)?;
        if entry.from != contents.slot || entry.to < entry.from || entry.to > schedule.slots() {
            return Err(damaged());
        }
        for (pairing, tally) in &entry.tallies {
            contents.tallies.get_mut(*pairing).ok_or_else(damaged)?.add(tally);
        }
        contents.rows.extend(rows.into_iter().map(|rows| RowsAt { offset: at + 16 + rows.offset, ..rows }));
        contents.capped.extend(entry.capped);
        contents.slot = entry.to;
        contents.end = (at + 16 + length, sum);
    }
}

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    sum: u64,
}

impl Journal {
    /// Begins a journal. It is there whole or not at all.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn create(path: &Path, plan: u64, shard: Shard) -> Result<Self, JournalError> {
        let io = |source| JournalError::Io { path: path.to_owned(), source };
        let header = header(plan, shard);
        crate::output::write_whole(path, &header).map_err(io)?;
        let file = OpenOptions::new().append(true).open(path).map_err(io)?;
        Ok(Self { path: path.to_owned(), file, sum: checksum(plan, &header) })
    }

    /// Goes on with a journal that has been read. What was torn at its end is cut off.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn resume(contents: &Contents) -> Result<Self, JournalError> {
        let path = contents.path.clone();
        let io = |source| JournalError::Io { path: contents.path.clone(), source };
        let file = OpenOptions::new().append(true).open(&path).map_err(io)?;
        file.set_len(contents.end.0).map_err(io)?;
        Ok(Self { path, file, sum: contents.end.1 })
    }

    /// Writes an entry in one piece.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn write(&mut self, entry: &Entry) -> Result<(), JournalError> {
        let payload = entry.encode();
        self.sum = checksum(self.sum, &payload);
        let mut bytes = Vec::with_capacity(16 + payload.len());
        bytes.extend((payload.len() as u64).to_le_bytes());
        bytes.extend(self.sum.to_le_bytes());
        bytes.extend(payload);
        self.file.write_all(&bytes).map_err(|source| JournalError::Io { path: self.path.clone(), source })
    }
}
