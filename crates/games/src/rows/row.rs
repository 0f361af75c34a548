//! [`Row`]: a row of numbers that is read and summed quickly.

use std::ops::Range;
use std::sync::OnceLock;

use bouton_core::InputError;

/// A row of 64-bit integers, which may be negative.
#[derive(Clone, Debug, Default)]
pub struct Row {
    values: Vec<i64>,
    /// The sums of the first 0, 1, 2 … values, computed on demand: sums fit in 128 bits for every row of fewer than 2⁶³
    /// values.
    sums: OnceLock<Vec<i128>>,
}

impl PartialEq for Row {
    fn eq(&self, other: &Self) -> bool {
        self.values == other.values
    }
}

impl Eq for Row {}

impl From<Vec<i64>> for Row {
    fn from(values: Vec<i64>) -> Self {
        Self {
            values,
            sums: OnceLock::new(),
        }
    }
}

impl Row {
    /// Reads values separated by commas, with any white space around them. The empty text is the empty row. O(length),
    /// about a nanosecond per byte.
    ///
    /// # Errors
    /// If there is anything other than an integer of 64 bits between two commas.
    pub fn parse(text: &str) -> Result<Self, InputError> {
        values(text).map(Self::from)
    }

    /// The values.
    pub fn values(&self) -> &[i64] {
        &self.values
    }

    /// The number of its values.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether it has no values.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The sum of some neighbouring values. O(1), except for the first call, which is O(length of the row).
    pub fn sum(&self, range: Range<usize>) -> i128 {
        let sums = self.sums.get_or_init(|| prefix_sums(&self.values));
        sums[range.end] - sums[range.start]
    }
}

fn prefix_sums(values: &[i64]) -> Vec<i128> {
    let mut sum = 0;
    let after = values.iter().map(|&value| {
        sum += i128::from(value);
        sum
    });
    std::iter::once(0).chain(after).collect()
}

/// The sum of values, without caching sums of the full row.
pub(super) fn sum(values: &[i64]) -> i128 {
    values.iter().map(|&value| i128::from(value)).sum()
}

/// The text of the values: `4,5,3,1,2`.
pub(super) fn show(values: &[i64]) -> String {
    let mut text = String::with_capacity(4 * values.len());
    for (i, value) in values.iter().enumerate() {
        let comma = if i == 0 { "" } else { "," };
        text.push_str(comma);
        text.push_str(&value.to_string());
    }
    text
}

/// The same, unless it takes more than `longest` bytes; a long enough row is refused at once.
pub(super) fn show_within(values: &[i64], longest: usize) -> Option<String> {
    if 2 * values.len() > longest + 1 {
        return None;
    }
    Some(show(values)).filter(|text| text.len() <= longest)
}

/// The first place of `part` in `row`.
pub(super) fn find(row: &[i64], part: &[i64]) -> Option<usize> {
    if part.is_empty() {
        Some(0)
    } else {
        row.windows(part.len()).position(|window| window == part)
    }
}

fn values(text: &str) -> Result<Vec<i64>, InputError> {
    let bytes = text.as_bytes();
    let mut at = after_spaces(bytes, 0);
    if at == bytes.len() {
        return Ok(Vec::new());
    }
    let commas = bytes.iter().filter(|byte| **byte == b',').count();
    let mut values = Vec::with_capacity(commas + 1);
    loop {
        let start = after_spaces(bytes, at);
        let Some((value, end)) = integer(bytes, start) else {
            return Err(no_integer(text, start));
        };
        values.push(value);
        at = after_spaces(bytes, end);
        match bytes.get(at) {
            None => return Ok(values),
            Some(b',') => at += 1,
            Some(_) => return Err(no_integer(text, start)),
        }
    }
}

#[inline]
fn after_spaces(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
        at += 1;
    }
    at
}

/// A number of this many digits is always below 2⁶³.
const SAFE_DIGITS: usize = 18;

/// The integer at `start` and its end; `None` if there is none, or none of 64 bits.
#[inline]
fn integer(bytes: &[u8], start: usize) -> Option<(i64, usize)> {
    let signed = matches!(bytes.get(start), Some(b'-' | b'+'));
    let first = start + usize::from(signed);
    let mut size: u64 = 0;
    let mut end = first;
    while let Some(digit) = bytes
        .get(end)
        .map(|byte| byte.wrapping_sub(b'0'))
        .filter(|digit| *digit < 10)
    {
        size = size.wrapping_mul(10).wrapping_add(u64::from(digit));
        end += 1;
    }
    if end == first {
        return None;
    }
    if end - first > SAFE_DIGITS {
        let text = std::str::from_utf8(&bytes[start..end]).ok()?;
        return Some((text.parse().ok()?, end));
    }
    let size = size as i64;
    Some((if bytes[start] == b'-' { -size } else { size }, end))
}

/// The error for the item that begins at `start`: it is not an integer of 64 bits.
#[cold]
fn no_integer(text: &str, start: usize) -> InputError {
    let rest = text.get(start..).unwrap_or_default();
    let item = rest.split(',').next().unwrap_or_default().trim_end();
    let span = start..start + item.len();
    let digits = item.strip_prefix(['-', '+']).unwrap_or(item);
    let message = if item.is_empty() {
        "expected a whole number, found nothing".to_owned()
    } else if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        format!(
            "expected a value of 64 bits, between {} and {}; found {}",
            i64::MIN,
            i64::MAX,
            shortened(item)
        )
    } else {
        format!(
            "expected whole numbers separated by commas, found {:?}",
            shortened(item)
        )
    };
    InputError::new(message, text, span)
}

/// Longer items are cut in messages.
const LONGEST_ITEM: usize = 40;

fn shortened(item: &str) -> String {
    if item.chars().count() <= LONGEST_ITEM {
        return item.to_owned();
    }
    item.chars().take(LONGEST_ITEM).chain("…".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<i64> {
        Row::parse(text).unwrap().values().to_vec()
    }

    #[test]
    fn rows_are_read_and_shown() {
        assert_eq!(read("4,5,3"), [4, 5, 3]);
        assert_eq!(read(" -4 ,\t+5,\r\n03 \n"), [-4, 5, 3]);
        assert_eq!(read(""), [0; 0]);
        assert_eq!(read(" \n"), [0; 0]);
        let extremes = [i64::MIN, i64::MAX, 0];
        assert_eq!(read(&show(&extremes)), extremes);
        assert_eq!(read("0000000000000000000000000000007"), [7]);
        assert_eq!(show(&[]), "");
    }

    #[test]
    fn what_is_wrong_is_pointed_at() {
        let wrong = |text: &str| {
            let error = Row::parse(text).unwrap_err();
            (error.span(), error.message().to_owned())
        };
        let nothing = "expected a whole number, found nothing".to_owned();
        assert_eq!(wrong("1,,2"), (2..2, nothing.clone()));
        assert_eq!(wrong("1, 2,"), (5..5, nothing.clone()));
        assert_eq!(wrong(","), (0..0, nothing));
        let words =
            |found: &str| format!("expected whole numbers separated by commas, found {found:?}");
        assert_eq!(wrong("1,x,3"), (2..3, words("x")));
        assert_eq!(wrong("1, 2 3 ,4"), (3..6, words("2 3")));
        assert_eq!(wrong("1,2.5"), (2..5, words("2.5")));
        assert_eq!(wrong("1,-"), (2..3, words("-")));
        assert_eq!(wrong("3,−1"), (2..6, words("−1")));
        assert_eq!(wrong("1;2"), (0..3, words("1;2")));
    }

    #[test]
    fn values_past_64_bits_are_refused() {
        for (text, span) in [
            ("1,9223372036854775808", 2..21),
            ("-9223372036854775809,1", 0..20),
        ] {
            let error = Row::parse(text).unwrap_err();
            assert_eq!(error.span(), span);
            assert!(error.message().contains("64 bits"), "{}", error.message());
        }
        assert_eq!(
            read("9223372036854775807,-9223372036854775808"),
            [i64::MAX, i64::MIN]
        );
    }

    #[test]
    fn sums_leave_64_bits() {
        let row = Row::from(vec![i64::MAX, i64::MAX, -1]);
        assert_eq!(row.sum(0..2), 2 * i128::from(i64::MAX));
        assert_eq!((row.sum(2..3), row.sum(1..1)), (-1, 0));
    }

    #[test]
    fn long_rows_are_not_written_out() {
        assert_eq!(show_within(&[1, 2], 3), Some("1,2".into()));
        assert_eq!(show_within(&[1, 22], 3), None);
        assert_eq!(show_within(&[1; 10_000], 10_000), None);
    }
}
