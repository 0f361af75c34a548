//! [`Rules`]: the moves of a game on words, as data: a player replaces letters, wherever they stand, by as many others.
//!
//! `docs/certificates.md` proves what is concluded from them: that play ends, that words fall into parts, and that one word is
//! no better than two.

use crate::Refusal;
use crate::obligation::Obligation;
use crate::shown::quoted;

/// The letters of a move.
pub(super) struct Rewriting {
    /// The letters before it.
    before: Vec<u8>,
    /// The same, equal neighbours joined.
    pub(super) runs: Vec<(u8, i128)>,
    pub(super) after: Vec<u8>,
}

impl Rewriting {
    pub(super) fn of(before: &str, after: &str) -> Self {
        let before = before.as_bytes();
        let runs = before.chunk_by(|a, b| a == b);
        Self {
            before: before.to_vec(),
            runs: runs.map(|run| (run[0], run.len() as i128)).collect(),
            after: after.into(),
        }
    }

    /// Both words, or both read backwards.
    fn words(&self, is_backwards: bool) -> [Vec<u8>; 2] {
        let mut words = [self.before.clone(), self.after.clone()];
        if is_backwards {
            words.iter_mut().for_each(|word| word.reverse());
        }
        words
    }

    /// The letters that may replace a letter.
    fn replaced(&self, letter: u8) -> impl Iterator<Item = u8> {
        let both = self.before.iter().zip(&self.after);
        both.filter(move |(own, _)| **own == letter)
            .map(|(_, after)| *after)
    }

    /// As a sentence tells it.
    fn told(&self) -> String {
        let [before, after] = self
            .words(false)
            .map(|word| String::from_utf8_lossy(&word).into_owned());
        format!("{} by {}", quoted(&before), quoted(&after))
    }
}

/// A letter with its weight. The later ones are higher.
pub(super) type Letter = (u8, i128);

/// The most rewritings of a player, letters of one, and letters of a game.
pub(super) const MOST_RULES: usize = 32;
pub(super) const LONGEST: usize = 8;
pub(super) const MOST_LETTERS: usize = 16;

/// The moves of Left and of Right.
pub(super) struct Rules {
    pub(super) moves: [Vec<Rewriting>; 2],
    letters: Vec<Letter>,
    /// Of each player the neighbours that a move can ever replace together.
    crossed: [Vec<[u8; 2]>; 2],
}

impl Rules {
    /// Moves of which it is known elsewhere that play ends.
    pub(super) fn of(moves: [Vec<Rewriting>; 2]) -> Self {
        Self::with_letters(moves, Vec::new())
    }

    pub(super) fn with_letters(moves: [Vec<Rewriting>; 2], letters: Vec<Letter>) -> Self {
        let mut rules = Self {
            moves,
            letters,
            crossed: [Vec::new(), Vec::new()],
        };
        let mut all: Vec<u8> = rules.all().flat_map(|rule| rule.before.clone()).collect();
        all.extend(rules.all().flat_map(|rule| rule.after.clone()));
        all.extend(rules.letters());
        all.sort_unstable();
        all.dedup();
        let reached: Vec<(u8, Vec<u8>)> = all
            .iter()
            .map(|letter| (*letter, rules.reached(*letter)))
            .collect();
        for side in [0, 1] {
            let pairs = rules.moves[side]
                .iter()
                .flat_map(|rule| rule.before.windows(2));
            let pairs: Vec<&[u8]> = pairs.collect();
            let mut crossed = Vec::new();
            for (left, lefts) in &reached {
                for (right, rights) in &reached {
                    let is_met =
                        |pair: &&[u8]| lefts.contains(&pair[0]) && rights.contains(&pair[1]);
                    if pairs.iter().any(is_met) {
                        crossed.push([*left, *right]);
                    }
                }
            }
            rules.crossed[side] = crossed;
        }
        rules
    }

    fn all(&self) -> impl Iterator<Item = &Rewriting> {
        self.moves.iter().flatten()
    }

    /// The letters of words, the lowest first.
    pub(super) fn letters(&self) -> Vec<u8> {
        self.letters.iter().map(|(letter, _)| *letter).collect()
    }

    /// The letters that can ever stand where a letter stands.
    fn reached(&self, letter: u8) -> Vec<u8> {
        let mut reached = vec![letter];
        let mut at = 0;
        while at < reached.len() {
            for rule in self.moves.iter().flatten() {
                for next in rule.replaced(reached[at]) {
                    if !reached.contains(&next) {
                        reached.push(next);
                    }
                }
            }
            at += 1;
        }
        reached
    }

    /// Whether a move of a side can ever replace letters where these neighbours stand, both at once.
    pub(super) fn crosses(&self, neighbours: [u8; 2], side: usize) -> bool {
        self.crossed[side].contains(&neighbours)
    }

    /// Whether the moves read backwards are the same.
    pub(super) fn is_mirrored(&self) -> bool {
        self.moves.iter().all(|moves| {
            let has = |words: [Vec<u8>; 2]| moves.iter().any(|rule| rule.words(false) == words);
            moves.iter().all(|rule| has(rule.words(true)))
        })
    }

    /// The sum of the weights of a word, and the places of its letters: each move must lower it.
    fn height(&self, word: &[u8]) -> (i128, Vec<usize>) {
        let place = |letter: &u8| {
            let mut letters = self.letters.iter();
            letters.position(|(own, _)| own == letter).unwrap_or(0)
        };
        let places: Vec<usize> = word.iter().map(place).collect();
        let weights = places.iter().map(|place| self.letters[*place].1);
        (weights.sum(), places)
    }

    /// Moves keep the number of letters, and play ends.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        for rule in self.all() {
            let is_as_long = rule.before.len() == rule.after.len();
            Obligation::FamilyAsLong.demand(is_as_long, || {
                Refusal::Refuted(format!("{} keeps the number of letters", rule.told()))
            })?;
            let falls = self.height(&rule.after) < self.height(&rule.before);
            Obligation::FamilyEnds.demand(falls, || {
                Refusal::Refuted(format!("play ends: the weights of {} fall", rule.told()))
            })?;
        }
        Ok(())
    }

    /// The game in a claim.
    pub(super) fn told(&self, name: &str) -> String {
        let list = |moves: &[Rewriting]| match moves {
            [] => "nothing".to_owned(),
            _ => moves
                .iter()
                .map(Rewriting::told)
                .collect::<Vec<_>>()
                .join(", "),
        };
        let [left, right] = &self.moves;
        format!(
            "by the rewritings of the file {}, where Left replaces {} and Right {}",
            quoted(name),
            list(left),
            list(right)
        )
    }
}
