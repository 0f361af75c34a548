//! [`Rules`]: moves of words as data: a player replaces letters, wherever they stand, by as many others.

/// The letters of a move, before it and after it.
pub type Rewriting = [String; 2];

/// The checker reads no more rewritings of a player, no longer ones.
const MOST_RULES: usize = 32;
const LONGEST: usize = 8;
/// Of so many letters weights are looked for.
const MOST_LETTERS: usize = 8;
/// The largest weight that is tried.
const LARGEST_WEIGHT: usize = 3;

/// The rewritings of Left and of Right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rules {
    pub(crate) moves: [Vec<Rewriting>; 2],
    /// Its letters, the lowest first, with their weights: each move lowers the sum of the weights, or keeps it and puts a
    /// lower letter where letters begin to differ. Nothing if it is known elsewhere that play ends.
    letters: Vec<(char, usize)>,
    /// Of each player the neighbours that a move can ever replace together.
    crossed: [Vec<[u8; 2]>; 2],
}

impl Rules {
    pub(crate) fn of(moves: [Vec<Rewriting>; 2]) -> Self {
        let mut rules = Self {
            moves,
            letters: Vec::new(),
            crossed: [Vec::new(), Vec::new()],
        };
        let words = rules.moves.iter().flatten().flatten();
        let mut letters: Vec<u8> = words.flat_map(|word| word.bytes()).collect();
        letters.sort_unstable();
        letters.dedup();
        let reached = letters
            .iter()
            .map(|letter| (*letter, rules.reached(*letter)));
        let reached: Vec<(u8, Vec<u8>)> = reached.collect();
        for side in [0, 1] {
            let own = rules.moves[side].iter();
            let pairs: Vec<&[u8]> = own
                .flat_map(|[before, _]| before.as_bytes().windows(2))
                .collect();
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

    /// Rewritings that the checker reads, and by which play is found to end.
    pub(crate) fn read(moves: [Vec<Rewriting>; 2]) -> Result<Self, String> {
        if moves.iter().all(Vec::is_empty) {
            return Err("expected a rewriting".to_owned());
        }
        for own in &moves {
            if own.len() > MOST_RULES {
                return Err(format!(
                    "expected at most {MOST_RULES} rewritings of a player, found {}",
                    own.len()
                ));
            }
            for [before, after] in own {
                let is_letter =
                    |letter: char| letter.is_ascii_graphic() && !"^()|".contains(letter);
                let is_word = |word: &String| {
                    (1..=LONGEST).contains(&word.len()) && word.chars().all(is_letter)
                };
                if before.len() != after.len() || ![before, after].into_iter().all(is_word) {
                    return Err(format!(
                        "expected rewritings of 1 to {LONGEST} letters (not ^, |, ( and )) by as many others, found {before:?} by {after:?}"
                    ));
                }
            }
        }
        let mut rules = Self::of(moves);
        rules.letters = rules.falling().ok_or(
            "expected rewritings by which play ends: no weights of the letters are found that every move lowers",
        )?;
        Ok(rules)
    }

    /// The letters, in the order of their weights.
    pub(crate) fn letters(&self) -> String {
        self.letters.iter().map(|(letter, _)| *letter).collect()
    }

    /// The letters that can ever stand where a letter stands.
    fn reached(&self, letter: u8) -> Vec<u8> {
        let mut reached = vec![letter];
        let mut at = 0;
        while at < reached.len() {
            for [before, after] in self.moves.iter().flatten() {
                for (from, to) in before.bytes().zip(after.bytes()) {
                    if from == reached[at] && !reached.contains(&to) {
                        reached.push(to);
                    }
                }
            }
            at += 1;
        }
        reached
    }

    pub(crate) fn crosses(&self, neighbours: [u8; 2], side: usize) -> bool {
        self.crossed[side].contains(&neighbours)
    }

    /// Whether the moves read backwards are the same.
    pub(crate) fn is_mirrored(&self) -> bool {
        let backwards = |rule: &Rewriting| rule.each_ref().map(|word| word.chars().rev().collect());
        let mut all = self.moves.iter();
        all.all(|own| own.iter().all(|rule| own.contains(&backwards(rule))))
    }

    /// Weights, small ones first, and an order of the letters by which every move lowers a word.
    fn falling(&self) -> Option<Vec<(char, usize)>> {
        let rules: Vec<&Rewriting> = self.moves.iter().flatten().collect();
        let words = rules.iter().flat_map(|rule| rule.iter());
        let mut letters: Vec<char> = words.flat_map(|word| word.chars()).collect();
        letters.sort_unstable();
        letters.dedup();
        if letters.len() > MOST_LETTERS {
            return None;
        }
        let place = |letter: char| letters.iter().position(|own| *own == letter);
        let places = |word: &String| word.chars().filter_map(place).collect::<Vec<_>>();
        let rules: Vec<[Vec<usize>; 2]> = rules
            .iter()
            .map(|rule| rule.each_ref().map(places))
            .collect();
        let mut weights = vec![0; letters.len()];
        loop {
            if let Some(order) = order(&rules, &weights) {
                return Some(
                    order
                        .iter()
                        .map(|at| (letters[*at], weights[*at]))
                        .collect(),
                );
            }
            // The next weights.
            let at = weights.iter().position(|weight| *weight < LARGEST_WEIGHT)?;
            weights[at] += 1;
            weights[..at].fill(0);
        }
    }

    /// Its lines in a certificate.
    pub(crate) fn lines(&self) -> String {
        let mut lines = String::new();
        for (letter, weight) in &self.letters {
            lines += &format!("letter {letter} {weight}\n");
        }
        for (own, word) in self.moves.iter().zip(["left", "right"]) {
            for [before, after] in own {
                lines += &format!("{word} {before} {after}\n");
            }
        }
        lines
    }
}

/// An order of the letters, the lowest first, such that each rule that keeps the sum of the weights puts a lower letter where its
/// words begin to differ; `None` if there is none, or if a rule raises the sum.
fn order(rules: &[[Vec<usize>; 2]], weights: &[usize]) -> Option<Vec<usize>> {
    let mut lower: Vec<[usize; 2]> = Vec::new();
    for rule in rules {
        let [before, after] = rule
            .each_ref()
            .map(|word| word.iter().map(|at| weights[*at]).sum::<usize>());
        if after < before {
            continue;
        }
        let mut pairs = rule[1].iter().zip(&rule[0]);
        let (low, high) = pairs.find(|(after, before)| after != before)?;
        if after > before {
            return None;
        }
        lower.push([*low, *high]);
    }
    let mut order: Vec<usize> = Vec::new();
    while order.len() < weights.len() {
        let is_free = |at: &usize| {
            !order.contains(at)
                && (lower.iter()).all(|[low, high]| high != at || order.contains(low))
        };
        let next = (0..weights.len()).find(is_free)?;
        order.push(next);
    }
    Some(order)
}
