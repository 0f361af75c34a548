//! [`Rewritings`]: moves as data: words that are replaced by others, wherever they stand in a position.

/// More rewritings of a player are refused.
pub(crate) const MOST_REWRITINGS: usize = 1 << 10;
/// More letters of all positions after a move are refused.
const MOST_LETTERS: usize = 1 << 26;

/// Pairs of words: a move replaces the first by the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rewritings(pub(crate) Vec<[String; 2]>);

impl Rewritings {
    /// The letters of all words.
    pub(crate) fn letters(&self) -> impl Iterator<Item = char> {
        self.0.iter().flatten().flat_map(|word| word.chars())
    }

    /// The positions after all moves: by each pair in turn, from the left. `None` if they have too many letters.
    pub(crate) fn moves(&self, position: &str) -> Option<Vec<String>> {
        let (mut moves, mut letters) = (Vec::new(), 0);
        for [before, after] in &self.0 {
            for (at, _) in position.char_indices() {
                let Some(rest) = position[at..].strip_prefix(before.as_str()) else {
                    continue;
                };
                letters += position.len() + after.len();
                if letters > MOST_LETTERS {
                    return None;
                }
                moves.push([&position[..at], after, rest].concat());
            }
        }
        Some(moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_replaced_wherever_they_stand() {
        let pairs = [["aa", "b"], ["\u{e9}", "aa"]];
        let rules = Rewritings(pairs.map(|pair| pair.map(str::to_owned)).to_vec());
        let moves = rules.moves("aaa\u{e9}").unwrap();
        assert_eq!(moves, ["ba\u{e9}", "ab\u{e9}", "aaaaa"]);
        assert_eq!(rules.moves("").unwrap(), [""; 0]);
        assert_eq!(rules.moves(&"a".repeat(1 << 16)), None);
    }
}
