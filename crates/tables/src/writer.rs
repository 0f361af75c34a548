//! [`Writer`]: a table written in one pass.

use std::io::{self, Write};

use flate2::Compression;
use sha2::{Digest, Sha256};

use crate::contents::{Contents, MAGIC, Naming, TRAILER, VERSION};
use crate::packing::{Frames, put_number, put_text, sum, take, take_u64};

/// Longer texts cannot be names.
pub(crate) const LONGEST_TEXT: usize = 1 << 16;

/// Packs blocks of a table of numbers, for [`Writer::packed`].
#[derive(Debug)]
pub struct Packer {
    frames: Frames,
    bytes: Vec<u8>,
    width: usize,
}

impl Packer {
    /// The numbers in a block, except for the last one.
    pub const BLOCK: usize = 4096;

    /// A packer for a table with this header.
    pub fn of(contents: &Contents) -> Self {
        Self {
            frames: Frames::new(Frames::USUAL),
            bytes: Vec::new(),
            width: contents.width(),
        }
    }

    /// The frame of a block.
    ///
    /// # Errors
    /// An I/O error.
    pub fn pack(&mut self, codes: impl Iterator<Item = u16>) -> io::Result<Vec<u8>> {
        self.bytes.clear();
        for code in codes {
            put(code, self.width, &mut self.bytes);
        }
        self.frames.pack(&self.bytes)
    }
}

#[inline]
fn put(code: u16, width: usize, bytes: &mut Vec<u8>) {
    bytes.push(code as u8);
    if width == 2 {
        bytes.push((code >> 8) as u8);
    }
}

/// Writes a table: one position after the other, in the order of their names.
pub struct Writer<'w> {
    out: &'w mut dyn Write,
    contents: Contents,
    frames: Frames,
    /// The encoded names of the current block, and its codes.
    names: Vec<u8>,
    codes: Vec<u8>,
    held: u64,
    /// The last name.
    key: Option<u64>,
    text: Option<String>,
    /// The first name of the current block, in the form of the index.
    first: Vec<u8>,
    index: Vec<u8>,
    written: u64,
}

impl std::fmt::Debug for Writer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer")
            .field("contents", &self.contents)
            .finish()
    }
}

/// The state of a stopped writer.
#[derive(Clone, Debug)]
pub struct Paused {
    /// Its contents and position.
    pub state: Vec<u8>,
    /// The index of the blocks that it had written.
    pub index: Vec<u8>,
}

impl Paused {
    /// The bytes of the table and of its index that it had written; `None` if the state is damaged.
    pub fn lengths(&self) -> Option<(u64, u64)> {
        let mut rest = &self.state[..];
        Some((take_u64(&mut rest)?, take_u64(&mut rest)?))
    }

    /// The header so far; `None` if the state is damaged.
    pub fn contents(&self) -> Option<Contents> {
        let mut rest = self.state.get(40..)?;
        let length = usize::try_from(take_u64(&mut rest)?).ok()?;
        let text = std::str::from_utf8(take(&mut rest, length)?).ok()?;
        Contents::read(text).ok()
    }
}

/// The written table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its header.
    pub contents: Contents,
    /// The length of the file.
    pub bytes: u64,
}

impl<'w> Writer<'w> {
    /// Begins a table, whose codes have the meanings in `contents`.
    ///
    /// # Errors
    /// If there are more than 2¹⁶ codes, a name is longer than a line, or there is an I/O error.
    pub fn begin(out: &'w mut dyn Write, mut contents: Contents) -> io::Result<Self> {
        if contents.codes.len() > 1 << 16 {
            let codes = contents.codes.len();
            return Err(io::Error::other(format!(
                "{codes} different values: a table holds at most 65536"
            )));
        }
        if [&contents.game, &contents.position]
            .iter()
            .any(|text| text.contains(['\n', '\r']))
        {
            return Err(io::Error::other(
                "the game or the position is more than a line",
            ));
        }
        contents.count = 0;
        contents.codes.iter_mut().for_each(|(_, count)| *count = 0);
        out.write_all(MAGIC)?;
        out.write_all(&VERSION.to_le_bytes())?;
        out.write_all(&[0; 4])?;
        Ok(Self::empty(out, contents))
    }

    fn empty(out: &'w mut dyn Write, contents: Contents) -> Self {
        Self {
            out,
            contents,
            frames: Frames::new(Frames::USUAL),
            names: Vec::new(),
            codes: Vec::new(),
            held: 0,
            key: None,
            text: None,
            first: Vec::new(),
            index: Vec::new(),
            written: 16,
        }
    }

    /// Uses the highest compression level, which takes up to four times as long.
    #[must_use]
    pub fn best(self) -> Self {
        Self {
            frames: Frames::new(Compression::best()),
            ..self
        }
    }

    /// Ends the work of this writer, so that another one can [continue](Writer::resume): the bytes written are a prefix of
    /// the table, `state` has some kilobytes, and the index has only grown.
    pub fn pause(self) -> Paused {
        let mut state = Vec::new();
        let numbers = [
            self.written,
            self.index.len() as u64,
            self.held,
            u64::from(self.key.is_some()),
            self.key.unwrap_or(0),
        ];
        for number in numbers {
            state.extend_from_slice(&number.to_le_bytes());
        }
        let contents = self.contents.text();
        for piece in [contents.as_bytes(), &self.names, &self.codes, &self.first] {
            state.extend_from_slice(&(piece.len() as u64).to_le_bytes());
            state.extend_from_slice(piece);
        }
        Paused {
            state,
            index: self.index,
        }
    }

    /// Continues the table of keys of another writer.
    ///
    /// # Errors
    /// If the arguments do not match the state, or there is an I/O error.
    pub fn resume(out: &'w mut dyn Write, paused: Paused) -> io::Result<Self> {
        let damaged = || io::Error::from(io::ErrorKind::InvalidData);
        let mut rest = &paused.state[..];
        let mut numbers = [0; 5];
        for number in &mut numbers {
            *number = take_u64(&mut rest).ok_or_else(damaged)?;
        }
        let [written, _, held, has_key, key] = numbers;
        let mut pieces = [&[][..]; 4];
        for piece in &mut pieces {
            let length = take_u64(&mut rest).and_then(|length| usize::try_from(length).ok());
            let taken = length.and_then(|length| take(&mut rest, length));
            *piece = taken.ok_or_else(damaged)?;
        }
        let [_, names, codes, first] = pieces.map(<[u8]>::to_vec);
        let contents = paused.contents().ok_or_else(damaged)?;
        Ok(Self {
            names,
            codes,
            held,
            key: (has_key == 1).then_some(key),
            first,
            written,
            index: paused.index,
            ..Self::empty(out, contents)
        })
    }

    /// Writes the code of the next number.
    ///
    /// # Errors
    /// An I/O error.
    ///
    /// # Panics
    /// If the table uses other names, or there is no such code.
    #[inline]
    pub fn number(&mut self, code: u16) -> io::Result<()> {
        assert_eq!(
            self.contents.naming,
            Naming::Numbers,
            "invariant: numbers go to a table of numbers"
        );
        self.code(code)
    }

    /// Writes the code of a key, which must be larger than the previous one.
    ///
    /// # Errors
    /// As for [`Writer::number`].
    ///
    /// # Panics
    /// As for [`Writer::number`], and if the key is not larger.
    #[inline]
    pub fn key(&mut self, key: u64, code: u16) -> io::Result<()> {
        assert_eq!(
            self.contents.naming,
            Naming::Keys,
            "invariant: keys go to a table of keys"
        );
        let before = self.key.replace(key);
        assert!(
            before.is_none_or(|before| before < key),
            "invariant: keys ascend"
        );
        match before {
            Some(before) if self.held > 0 => put_number(key - before, &mut self.names),
            _ => self.first.extend_from_slice(&key.to_le_bytes()),
        }
        self.code(code)
    }

    /// Writes the code of a text, which must come after the previous one.
    ///
    /// # Errors
    /// As for [`Writer::number`]; also if the text is longer than 64 KiB.
    ///
    /// # Panics
    /// As for [`Writer::number`], and if the text does not come after the previous one.
    pub fn text(&mut self, text: &str, code: u16) -> io::Result<()> {
        assert_eq!(
            self.contents.naming,
            Naming::Texts,
            "invariant: texts go to a table of texts"
        );
        if text.len() > LONGEST_TEXT {
            return Err(io::Error::other(format!(
                "a position of {} bytes: a table names them by at most {LONGEST_TEXT}",
                text.len()
            )));
        }
        let before = self.text.replace(text.to_owned());
        assert!(
            before.as_deref().is_none_or(|before| before < text),
            "invariant: texts ascend"
        );
        if self.held == 0 {
            self.first
                .extend_from_slice(&(text.len() as u32).to_le_bytes());
            self.first.extend_from_slice(text.as_bytes());
            put_text(text, "", &mut self.names);
        } else {
            put_text(text, &before.unwrap_or_default(), &mut self.names);
        }
        self.code(code)
    }

    #[inline]
    fn code(&mut self, code: u16) -> io::Result<()> {
        self.contents.codes[usize::from(code)].1 += 1;
        put(code, self.contents.width(), &mut self.codes);
        self.held += 1;
        if self.held == self.contents.naming.block() {
            self.pack()?;
        }
        Ok(())
    }

    /// Adds the next block of a table of numbers, packed by a [`Packer`]: this many numbers, as many as a block has, except
    /// for the last one. [`Writer::counted`] adds the counts of the codes.
    ///
    /// # Errors
    /// An I/O error.
    pub fn packed(&mut self, frame: &[u8], numbers: usize) -> io::Result<()> {
        self.held = numbers as u64;
        self.frame(frame, numbers * self.contents.width())
    }

    /// Adds the counts of codes in blocks that were already packed.
    pub fn counted(&mut self, counts: &[u64]) {
        for ((_, count), told) in self.contents.codes.iter_mut().zip(counts) {
            *count += told;
        }
    }

    /// Writes the current block.
    fn pack(&mut self) -> io::Result<()> {
        self.names.append(&mut self.codes);
        let frame = self.frames.pack(&self.names)?;
        let unpacked = self.names.len();
        self.names.clear();
        self.frame(&frame, unpacked)
    }

    fn frame(&mut self, frame: &[u8], unpacked: usize) -> io::Result<()> {
        self.out.write_all(frame)?;
        for number in [frame.len() as u32, unpacked as u32, sum(frame)] {
            self.index.extend_from_slice(&number.to_le_bytes());
        }
        self.index.append(&mut self.first);
        self.written += frame.len() as u64;
        self.contents.count += self.held;
        self.held = 0;
        Ok(())
    }

    /// Writes the end of the file, after the blocks.
    ///
    /// # Errors
    /// An I/O error.
    pub fn finish(mut self) -> io::Result<Written> {
        if self.held > 0 {
            self.pack()?;
        }
        let lines = self.contents.text();
        let index = self.written + lines.len() as u64;
        let end = index + self.index.len() as u64 + TRAILER;
        let places: Vec<u8> = [self.written, index, end]
            .iter()
            .flat_map(|place| place.to_le_bytes())
            .collect();
        let hash = Sha256::new()
            .chain_update(MAGIC)
            .chain_update(VERSION.to_le_bytes())
            .chain_update([0; 4])
            .chain_update(&lines)
            .chain_update(&self.index)
            .chain_update(&places);
        for bytes in [
            lines.as_bytes(),
            &self.index,
            &places,
            &hash.finalize(),
            MAGIC,
        ] {
            self.out.write_all(bytes)?;
        }
        Ok(Written {
            contents: self.contents,
            bytes: end,
        })
    }
}
