//! Suggestions for misspelled names.

/// Whether two names differ only in case, or in a letter or two.
pub(crate) fn nearly(a: &str, b: &str) -> bool {
    if a == b {
        return false;
    }
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    a == b
        || a.len() > 3
            && b.len() > 3
            && (is_swapped(a.as_bytes(), b.as_bytes())
                || distance(a.as_bytes(), b.as_bytes()) <= 1 + usize::from(b.len() > 7))
}

/// Whether two neighbouring letters are exchanged, and all others are the same.
fn is_swapped(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len()
        && (1..a.len()).any(|i| {
            a[..i - 1] == b[..i - 1]
                && a[i - 1] == b[i]
                && a[i] == b[i - 1]
                && a[i + 1..] == b[i + 1..]
        })
}

/// The number of insertions, deletions and replacements between `a` and `b`.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_and_a_letter_or_two() {
        for (a, b) in [
            ("Moves", "moves"),
            ("move", "moves"),
            ("mvoes", "moves"),
            ("plies_lef", "plies_left"),
            ("LAST", "last"),
        ] {
            assert!(nearly(a, b), "{a} {b}");
        }
        for (a, b) in [("moves", "moves"), ("turn", "score"), ("n", "m")] {
            assert!(!nearly(a, b), "{a} {b}");
        }
    }
}
