//! [`Table`]: reads a table.

use std::cell::RefCell;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use flate2::Decompress;
use sha2::{Digest, Sha256};

use crate::contents::{Contents, MAGIC, Name, Naming, TRAILER, VERSION};
use crate::entry::{Entry, TableValue};
use crate::packing::{sum, take, take_number, take_text, take_u32, take_u64, unpack};
use crate::source::Source;
use crate::writer::LONGEST_TEXT;

/// The reason why a table does not answer.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// It cannot be read.
    #[error("cannot read {}: {error}", .path.display())]
    File {
        /// The table.
        path: PathBuf,
        /// The error of the operating system.
        #[source]
        error: io::Error,
    },
    /// It is not a table, or its format is unknown.
    #[error("{} is not a table: {why}", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The expected and the found contents.
        why: String,
    },
    /// It is a damaged table.
    #[error("{} is damaged: {why}", .path.display())]
    Damaged {
        /// The table.
        path: PathBuf,
        /// The place of the damage, and what was found.
        why: String,
    },
    /// Another write or read failed.
    #[error(transparent)]
    Other(#[from] io::Error),
}

/// A table on disk. Its index is held in memory (12 bytes a block, and the first name of each block if names are not
/// numbers); its blocks are read on demand.
#[derive(Debug)]
pub struct Table {
    path: PathBuf,
    source: Box<dyn Source>,
    contents: Contents,
    bytes: u64,
    blocks: Vec<Block>,
    firsts: Firsts,
}

/// The index entry of a block.
#[derive(Clone, Copy, Debug)]
struct Block {
    place: u64,
    packed: u32,
    unpacked: u32,
    sum: u32,
}

/// The first name of each block.
#[derive(Debug)]
enum Firsts {
    Numbers,
    Keys(Vec<u64>),
    Texts(Vec<Box<[u8]>>),
}

/// The positions of a block.
#[derive(Clone, Debug, Default)]
pub struct Unpacked {
    /// Their names.
    pub names: Names,
    /// Their values, as codes.
    pub codes: Vec<u16>,
}

/// The names of the positions of a block.
#[derive(Clone, Debug)]
pub enum Names {
    /// Consecutive numbers, from this one on.
    From(u64),
    /// Keys.
    Keys(Vec<u64>),
    /// Texts.
    Texts(Vec<String>),
}

impl Default for Names {
    fn default() -> Self {
        Self::From(0)
    }
}

/// The largest block, uncompressed.
const MOST_UNPACKED: u32 = 257 * (LONGEST_TEXT as u32 + 16);

/// The most plies of a value; a reader can add to them without overflow.
const MOST_PLIES: u32 = 1 << 31;

/// The most bytes of header lines that are read.
const MOST_LINES: u64 = 1 << 24;

thread_local! {
    /// The buffers of a thread for reading blocks: the frame and its contents.
    static UNPACKER: RefCell<Option<Unpacker>> = const { RefCell::new(None) };
}

struct Unpacker {
    inflate: Decompress,
    frame: Vec<u8>,
    room: Vec<u8>,
}

impl Table {
    /// Opens a table: everything except the blocks is read and checked; blocks are checked when they are read.
    ///
    /// # Errors
    /// If the file cannot be read, is not a table, or its header is damaged.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        let failed = |error| TableError::File {
            path: path.to_owned(),
            error,
        };
        if std::fs::metadata(path).map_err(failed)?.is_dir() {
            return Err(failed(io::ErrorKind::IsADirectory.into()));
        }
        Self::of(path, Box::new(File::open(path).map_err(failed)?))
    }

    /// The table whose bytes come from a source; `path` is its name in messages.
    ///
    /// # Errors
    /// As for [`Table::open`].
    pub fn of(path: &Path, source: Box<dyn Source>) -> Result<Self, TableError> {
        let failed = |error| TableError::File {
            path: path.to_owned(),
            error,
        };
        let foreign = |why: &str| TableError::Foreign {
            path: path.to_owned(),
            why: why.to_owned(),
        };
        let damaged = |why: String| TableError::Damaged {
            path: path.to_owned(),
            why,
        };
        let bytes = source.length().map_err(failed)?;
        let head = read_from(&*source, 0, bytes.min(16)).map_err(failed)?;
        if !head.starts_with(MAGIC) {
            return Err(foreign("it does not begin as one"));
        }
        let version = head.get(8..12).and_then(|mut bytes| take_u32(&mut bytes));
        match version {
            Some(VERSION) if bytes >= 16 + TRAILER => {}
            Some(VERSION) | None => return Err(damaged("it is cut off".into())),
            Some(version) => {
                let remedy = match version < VERSION {
                    true => "make it again with `bouton tabulate GAME -o FILE`",
                    false => "read it with a newer version of this program",
                };
                return Err(foreign(&format!(
                    "expected format {VERSION}, found format {version}: {remedy}"
                )));
            }
        }
        let trailer = read_from(&*source, bytes - TRAILER, TRAILER).map_err(failed)?;
        let mut rest = &trailer[..];
        let mut place = || take_u64(&mut rest).unwrap_or(u64::MAX);
        let (lines, index, end) = (place(), place(), place());
        if end != bytes || !rest.ends_with(MAGIC) {
            return Err(damaged(
                "it does not end as a table does: it may be cut off".into(),
            ));
        }
        if !(16 <= lines
            && lines <= index
            && index <= bytes - TRAILER
            && index - lines <= MOST_LINES)
        {
            return Err(damaged("its trailer points outside the file".into()));
        }
        let about = read_from(&*source, lines, bytes - TRAILER - lines).map_err(failed)?;
        let hash = Sha256::new()
            .chain_update(&head)
            .chain_update(&about)
            .chain_update(&trailer[..24]);
        if hash.finalize()[..] != trailer[24..56] {
            return Err(damaged(
                "its description of itself has another checksum".into(),
            ));
        }
        let (text, mut index) = about.split_at((index - lines) as usize);
        let text = std::str::from_utf8(text).map_err(|error| damaged(error.to_string()))?;
        let contents = Contents::read(text).map_err(damaged)?;
        let is_long = |(entry, _): &&(Entry, u64)| match entry {
            Entry::Value(worth) => worth.plies().is_some_and(|plies| plies > MOST_PLIES),
            Entry::Hole => false,
        };
        if let Some((entry, _)) = contents.codes.iter().find(is_long) {
            let most = format!("no more than {MOST_PLIES} plies are counted");
            return Err(damaged(format!("it says {entry}, and {most}")));
        }
        let (blocks, firsts) = read_index(&contents, &mut index)
            .filter(|(blocks, _)| {
                let last = blocks.last();
                last.map_or(16, |last| last.place + u64::from(last.packed)) == lines
            })
            .ok_or_else(|| damaged("its index is not that of its blocks".into()))?;
        Ok(Self {
            path: path.to_owned(),
            source,
            contents,
            bytes,
            blocks,
            firsts,
        })
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its header.
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// The length of the file.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Bytes held in memory.
    pub fn held(&self) -> u64 {
        let firsts = match &self.firsts {
            Firsts::Numbers => 0,
            Firsts::Keys(firsts) => size_of_val(&firsts[..]),
            Firsts::Texts(firsts) => firsts.iter().map(|first| first.len() + 16).sum(),
        };
        (size_of_val(&self.blocks[..]) + firsts) as u64
    }

    /// The number of its blocks.
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// The value of a position by its name; `None` if it is not in the table.
    ///
    /// # Errors
    /// As for [`Table::number`].
    pub fn worth_of(&self, name: &Name) -> Result<Option<TableValue>, TableError> {
        match name {
            Name::Number(number) => self.number(*number),
            Name::Key(key) => self.key(*key),
            Name::Text(text) => self.text(text),
        }
    }

    /// The value of a number; `None` if it has no position, or the table uses other names.
    ///
    /// # Errors
    /// If the block cannot be read, or is damaged.
    pub fn number(&self, number: u64) -> Result<Option<TableValue>, TableError> {
        if number >= self.contents.count || self.contents.naming != Naming::Numbers {
            return Ok(None);
        }
        let size = self.contents.naming.block();
        let (block, place) = ((number / size) as usize, (number % size) as usize);
        let width = self.contents.width();
        let code = self.unpacked(block, |codes| match codes.get(place * width..)? {
            [low, high, ..] if width == 2 => Some(u16::from_le_bytes([*low, *high])),
            [code, ..] if width == 1 => Some(u16::from(*code)),
            _ => None,
        })?;
        self.worth(block, code)
    }

    /// The value of a key; `None` if it is not in the table, or the table uses other names.
    ///
    /// # Errors
    /// As for [`Table::number`].
    pub fn key(&self, key: u64) -> Result<Option<TableValue>, TableError> {
        let Firsts::Keys(firsts) = &self.firsts else {
            return Ok(None);
        };
        let Some(block) = self.block_of(key) else {
            return Ok(None);
        };
        let (first, count) = (firsts[block], self.in_block(block));
        let width = self.contents.width();
        let found = self.unpacked(block, |mut names| {
            let (mut at, mut place) = (first, (key == first).then_some(0));
            for number in 1..count {
                at = at.checked_add(take_number(&mut names)?)?;
                if at == key {
                    place = Some(number);
                }
            }
            let codes = (names.len() == count * width).then_some(names)?;
            Some(place.map(|place| code_at(codes, place, width)))
        })?;
        self.found(block, found)
    }

    /// The value of a text; `None` if it is not in the table, or the table uses other names.
    ///
    /// # Errors
    /// As for [`Table::number`].
    pub fn text(&self, text: &str) -> Result<Option<TableValue>, TableError> {
        let Firsts::Texts(firsts) = &self.firsts else {
            return Ok(None);
        };
        let behind = firsts.partition_point(|first| **first <= *text.as_bytes());
        let Some(block) = behind.checked_sub(1) else {
            return Ok(None);
        };
        let (count, width) = (self.in_block(block), self.contents.width());
        let found = self.unpacked(block, |mut names| {
            let (mut at, mut place) = (Vec::new(), None);
            for number in 0..count {
                take_text(&mut names, &mut at)?;
                if at == text.as_bytes() {
                    place = Some(number);
                }
            }
            let codes = (names.len() == count * width).then_some(names)?;
            Some(place.map(|place| code_at(codes, place, width)))
        })?;
        self.found(block, found)
    }

    /// The block with a key or the next smaller one; `None` if the key comes before all blocks, or names are not keys.
    pub fn block_of(&self, key: u64) -> Option<usize> {
        let Firsts::Keys(firsts) = &self.firsts else {
            return None;
        };
        firsts.partition_point(|first| *first <= key).checked_sub(1)
    }

    /// All positions of a block.
    ///
    /// # Errors
    /// As for [`Table::number`].
    ///
    /// # Panics
    /// If there is no such block.
    pub fn block(&self, block: usize) -> Result<Unpacked, TableError> {
        let (count, width) = (self.in_block(block), self.contents.width());
        let unpacked = self.unpacked(block, |mut bytes| {
            let names = match &self.firsts {
                Firsts::Numbers => Names::From(block as u64 * self.contents.naming.block()),
                Firsts::Keys(firsts) => {
                    let mut keys = vec![firsts[block]];
                    for number in 1..count {
                        keys.push(keys[number - 1].checked_add(take_number(&mut bytes)?)?);
                    }
                    Names::Keys(keys)
                }
                Firsts::Texts(_) => {
                    let (mut texts, mut text) = (Vec::new(), Vec::new());
                    for _ in 0..count {
                        take_text(&mut bytes, &mut text)?;
                        texts.push(String::from_utf8(text.clone()).ok()?);
                    }
                    Names::Texts(texts)
                }
            };
            let codes = (bytes.len() == count * width).then_some(bytes)?;
            let codes = (0..count)
                .map(|place| code_at(codes, place, width))
                .collect();
            Some(Unpacked { names, codes })
        })?;
        unpacked.ok_or_else(|| self.damaged(block))
    }

    /// The meaning of a code.
    ///
    /// # Errors
    /// If there is no such code.
    pub fn entry(&self, block: usize, code: u16) -> Result<Entry, TableError> {
        let entry = self.contents.codes.get(usize::from(code));
        entry
            .map(|(entry, _)| *entry)
            .ok_or_else(|| self.damaged(block))
    }

    fn in_block(&self, block: usize) -> usize {
        let size = self.contents.naming.block();
        (self.contents.count - block as u64 * size).min(size) as usize
    }

    fn found(
        &self,
        block: usize,
        found: Option<Option<u16>>,
    ) -> Result<Option<TableValue>, TableError> {
        match found {
            Some(None) => Ok(None),
            Some(Some(code)) => self.worth(block, Some(code)),
            None => Err(self.damaged(block)),
        }
    }

    fn worth(&self, block: usize, code: Option<u16>) -> Result<Option<TableValue>, TableError> {
        let code = code.ok_or_else(|| self.damaged(block))?;
        Ok(match self.entry(block, code)? {
            Entry::Hole => None,
            Entry::Value(worth) => Some(worth),
        })
    }

    fn damaged(&self, block: usize) -> TableError {
        TableError::Damaged {
            path: self.path.clone(),
            why: format!("block {block} is not what the index says"),
        }
    }

    /// The result of `read` on the contents of a block.
    fn unpacked<T>(&self, block: usize, read: impl FnOnce(&[u8]) -> T) -> Result<T, TableError> {
        let about = self.blocks[block];
        UNPACKER.with_borrow_mut(|unpacker| {
            let Unpacker {
                inflate,
                frame,
                room,
            } = unpacker.get_or_insert_with(|| Unpacker {
                inflate: Decompress::new(false),
                frame: Vec::new(),
                room: Vec::new(),
            });
            frame.resize(about.packed as usize, 0);
            let taken = self.source.read(frame, about.place);
            taken.map_err(|error| TableError::File {
                path: self.path.clone(),
                error,
            })?;
            if sum(frame) != about.sum {
                return Err(self.damaged(block));
            }
            room.resize(room.len().max(about.unpacked as usize), 0);
            let room = &mut room[..about.unpacked as usize];
            unpack(inflate, frame, room).ok_or_else(|| self.damaged(block))?;
            Ok(read(room))
        })
    }
}

/// The code at a place, which must exist.
fn code_at(codes: &[u8], place: usize, width: usize) -> u16 {
    match width {
        1 => u16::from(codes[place]),
        _ => u16::from_le_bytes([codes[2 * place], codes[2 * place + 1]]),
    }
}

fn read_index(contents: &Contents, index: &mut &[u8]) -> Option<(Vec<Block>, Firsts)> {
    let (mut blocks, mut place) = (Vec::new(), 16u64);
    let mut firsts = match contents.naming {
        Naming::Numbers => Firsts::Numbers,
        Naming::Keys => Firsts::Keys(Vec::new()),
        Naming::Texts => Firsts::Texts(Vec::new()),
    };
    for _ in 0..contents.blocks() {
        let (packed, unpacked, sum) = (take_u32(index)?, take_u32(index)?, take_u32(index)?);
        if unpacked > MOST_UNPACKED || packed > 2 * MOST_UNPACKED {
            return None;
        }
        blocks.push(Block {
            place,
            packed,
            unpacked,
            sum,
        });
        place = place.checked_add(packed.into())?;
        match &mut firsts {
            Firsts::Numbers => {}
            Firsts::Keys(keys) => keys.push(take_u64(index)?),
            Firsts::Texts(texts) => {
                let length = take_u32(index)?;
                texts.push(take(index, length as usize)?.into());
            }
        }
    }
    index.is_empty().then_some((blocks, firsts))
}

fn read_from(source: &dyn Source, place: u64, count: u64) -> io::Result<Vec<u8>> {
    let count = usize::try_from(count).map_err(|_| io::ErrorKind::FileTooLarge)?;
    let mut bytes = vec![0; count];
    source.read(&mut bytes, place)?;
    Ok(bytes)
}
