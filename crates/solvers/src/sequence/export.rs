//! Writes values in formats that other programs read: CSV, JSON, NumPy and the b-files of sequence collections.

use super::values::Values;
use std::io::{self, Write};

/// A format of files of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `heap,value` lines under a heading.
    Csv,
    /// An array of numbers.
    Json,
    /// A NumPy array of one, two or four bytes a value.
    Npy,
    /// `heap value` lines.
    BFile,
}

impl Format {
    /// The format for a file name's ending: `.csv`, `.json`, `.npy`, or `.txt` for b-files.
    pub fn of_name(name: &str) -> Option<Self> {
        match name.rsplit_once('.')?.1.to_ascii_lowercase().as_str() {
            "csv" => Some(Format::Csv),
            "json" => Some(Format::Json),
            "npy" => Some(Format::Npy),
            "txt" => Some(Format::BFile),
            _ => None,
        }
    }

    /// Writes the values of heaps 0, 1, ….
    ///
    /// # Errors
    /// If the writer fails.
    pub fn write(self, values: &Values, out: &mut impl Write) -> io::Result<()> {
        match self {
            Format::Csv => {
                writeln!(out, "heap,value")?;
                lines(values, ',', out)
            }
            Format::BFile => lines(values, ' ', out),
            Format::Json => json(values, out),
            Format::Npy => npy(values, out),
        }
    }
}

fn lines(values: &Values, between: char, out: &mut impl Write) -> io::Result<()> {
    values
        .iter()
        .enumerate()
        .try_for_each(|(heap, value)| writeln!(out, "{heap}{between}{value}"))
}

fn json(values: &Values, out: &mut impl Write) -> io::Result<()> {
    let separator = |heap| if heap == 0 { "[" } else { "," };
    values
        .iter()
        .enumerate()
        .try_for_each(|(heap, value)| write!(out, "{}{value}", separator(heap)))?;
    writeln!(out, "{}]", if values.is_empty() { "[" } else { "" })
}

/// The NumPy format, version 1.0: a magic number, a header padded to 64 bytes, the values.
fn npy(values: &Values, out: &mut impl Write) -> io::Result<()> {
    let kind = match values.width() {
        1 => "|u1",
        2 => "<u2",
        _ => "<u4",
    };
    let mut header = format!(
        "{{'descr': '{kind}', 'fortran_order': False, 'shape': ({},), }}",
        values.len()
    );
    while (10 + header.len() + 1) % 64 != 0 {
        header.push(' ');
    }
    header.push('\n');
    out.write_all(b"\x93NUMPY\x01\x00")?;
    out.write_all(&(header.len() as u16).to_le_bytes())?;
    out.write_all(header.as_bytes())?;
    match values {
        Values::Bytes(values) => out.write_all(values),
        Values::Words(values) => values
            .iter()
            .try_for_each(|value| out.write_all(&value.to_le_bytes())),
        Values::Longs(values) => values
            .iter()
            .try_for_each(|value| out.write_all(&value.to_le_bytes())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(format: Format, values: &[u32]) -> Vec<u8> {
        let mut out = Vec::new();
        format
            .write(&values.iter().copied().collect(), &mut out)
            .unwrap();
        out
    }

    #[test]
    fn values_are_written_as_read() {
        assert_eq!(
            written(Format::Csv, &[0, 1, 2]),
            b"heap,value\n0,0\n1,1\n2,2\n"
        );
        assert_eq!(written(Format::BFile, &[0, 300]), b"0 0\n1 300\n");
        assert_eq!(written(Format::Json, &[0, 1, 2]), b"[0,1,2]\n");
        assert_eq!(written(Format::Json, &[]), b"[]\n");
        for (values, width) in [(&[0, 1, 255][..], 1), (&[0, 256], 2), (&[70_000], 4)] {
            let bytes = written(Format::Npy, values);
            assert_eq!(&bytes[..8], b"\x93NUMPY\x01\x00");
            let header = u16::from_le_bytes([bytes[8], bytes[9]]) as usize;
            assert_eq!((10 + header) % 64, 0);
            let data = &bytes[10 + header..];
            let read: Vec<u32> = data
                .chunks(width)
                .map(|cell| {
                    cell.iter()
                        .rev()
                        .fold(0, |sum, &byte| sum << 8 | u32::from(byte))
                })
                .collect();
            assert_eq!(read, values);
        }
    }
}
