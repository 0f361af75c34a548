//! [`LawReport`]: the law of a family of positions, or the attempts to find it.

use std::fmt;

use derive_where::derive_where;
use serde::Serialize;

/// The kind of a law.
///
/// ```
/// assert_eq!(serde_json::to_string(&bouton_answers::LawMode::Misere)?, "\"misere\"");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum LawMode {
    /// The lost positions in normal play.
    Normal,
    /// The lost positions in misère play.
    Misere,
    /// The Grundy values.
    Grundy,
}

/// A set of tuples of numbers, as an automaton.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LawSet {
    /// Its name in formulas.
    pub name: String,
    /// States of the smallest automaton.
    pub states: usize,
    /// The automaton, a line a state.
    pub automaton: String,
}

impl fmt::Display for LawSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} with {} states", self.name, self.states)
    }
}

/// A law in words, with the formulas that prove them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LawSentence {
    /// The sentence.
    pub words: String,
    /// The formulas, each true of the law.
    pub formulas: Vec<String>,
}

/// A claim that the rules make, decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LawClaim {
    /// Its name in the rules.
    pub name: String,
    /// The formula.
    pub formula: String,
    /// Whether it is true; `None` for a formula with free variables, or an undecided one.
    pub truth: Option<bool>,
    /// Numbers that show it, like `a = 1, b = 2`.
    pub example: Option<String>,
    /// The reason why it was not decided.
    pub error: Option<String>,
}

impl fmt::Display for LawClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "claim {}: ", self.name)?;
        match (self.truth, &self.error) {
            (Some(truth), _) => write!(f, "{truth}")?,
            (None, Some(error)) => f.write_str(error)?,
            (None, None) => f.write_str("no sentence")?,
        }
        match &self.example {
            Some(example) => write!(f, ": {example}"),
            None => Ok(()),
        }
    }
}

/// The attempt in one numeration system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LawTrial {
    /// The system.
    pub system: String,
    /// For each size of table: the digits, the bound of the entries, and the least number of states of any automaton that
    /// agrees with it.
    pub growth: Vec<(usize, u64, usize)>,
    /// Hypotheses that fitted a full table and were refuted.
    pub refuted: usize,
    /// Hypotheses that fitted a full table and were neither proved nor refuted.
    pub undecided: usize,
    /// The reason why it ended.
    pub stopped: Option<String>,
}

impl fmt::Display for LawTrial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let states: Vec<_> = self
            .growth
            .iter()
            .map(|(.., states)| states.to_string())
            .collect();
        let side = self.growth.last().map_or(0, |(_, side, _)| *side);
        write!(
            f,
            "{}: {} (by digits, up to numbers below {side})",
            self.system,
            states.join(" ")
        )?;
        let (refuted, undecided) = (self.refuted, self.undecided);
        let wrong = refuted + undecided;
        if wrong > 0 {
            write!(
                f,
                "\n    {wrong} hypotheses fitted a whole table: {refuted} refuted, {undecided} undecided"
            )?;
        }
        match &self.stopped {
            Some(why) => write!(f, "\n    stopped: {why}"),
            None => Ok(()),
        }
    }
}

/// A proved law.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProvedLaw {
    /// The numeration system.
    pub system: String,
    /// Its sets.
    pub sets: Vec<LawSet>,
    /// The law in words, if it has any.
    pub sentences: Vec<LawSentence>,
    /// The claims of the rules, decided.
    pub claims: Vec<LawClaim>,
    /// The proved conditions that make these sets the law.
    pub proved: Vec<String>,
    /// The smallest lost positions, or positions with their values, like `(1,2)`.
    pub samples: Vec<String>,
}

impl ProvedLaw {
    fn lines(&self, mode: LawMode) -> Vec<String> {
        let sets: Vec<_> = self.sets.iter().map(LawSet::to_string).collect();
        let (system, sets) = (&self.system, sets.join(", "));
        let mut lines = vec![format!(
            "law found in {system} and proved for all sizes: {sets}"
        )];
        lines.extend(
            self.proved
                .iter()
                .map(|proved| format!("  proved: {proved}")),
        );
        let words = self.sentences.iter().map(|sentence| &sentence.words);
        lines.extend(words.map(|words| format!("  in words: {words}")));
        lines.extend(self.claims.iter().map(|claim| format!("  {claim}")));
        let what = match mode {
            LawMode::Grundy => "position and value",
            LawMode::Normal | LawMode::Misere => "lost",
        };
        lines.push(format!("  {what}: {} …", self.samples.join(" ")));
        lines
    }
}

/// The law of a family of positions, or the attempts to find it.
#[derive_where(PartialEq)]
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "OutcomeLaw"))]
pub struct LawReport {
    /// The name that the rules give the game.
    pub game: String,
    /// The kind of the law.
    pub mode: LawMode,
    /// The moves, as the rules write them.
    pub rules: Vec<String>,
    /// The law, if one was proved.
    pub law: Option<ProvedLaw>,
    /// The attempts, one per system.
    pub trials: Vec<LawTrial>,
    /// Seconds that it took.
    #[derive_where(skip(EqHashOrd))]
    pub seconds: f64,
}

impl LawReport {
    fn lines(&self) -> Vec<String> {
        let moves = self.rules.len();
        let mut lines = vec![
            self.game.clone(),
            format!("  {moves} moves; each stays in the domain and lowers the rank: proved"),
        ];
        lines.extend(self.rules.iter().map(|text| format!("    {text}")));
        match &self.law {
            Some(law) => lines.extend(law.lines(self.mode)),
            None => lines.extend(self.tried()),
        }
        lines.push(format!("{:.3} s", self.seconds));
        lines
    }

    fn tried(&self) -> Vec<String> {
        let head = "no law found, and nothing claimed. Any automaton that agrees with the table has at least so many states:";
        let trials = self.trials.iter().map(|trial| format!("  {trial}"));
        std::iter::once(head.to_owned()).chain(trials).collect()
    }
}

impl fmt::Display for LawReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines().join("\n"))
    }
}
