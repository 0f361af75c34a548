//! Laws in words: known forms that fit small positions, each then proved for the law. A sentence that is not true for all
//! sizes is dropped.

use bouton_automata::AskError;
use num_bigint::BigUint;
use num_traits::ToPrimitive;

use crate::law::Law;
use crate::rules::Mode;

/// A proved sentence about a law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The sentence in words.
    pub words: String,
    /// The formulas that were decided, and are true.
    pub formulas: Vec<String>,
}

/// The largest modulus tried for residues.
const LARGEST_MODULUS: u64 = 64;
/// The number of values that are searched for a period of Grundy values.
const VALUES: u64 = 640;

impl Law {
    /// The law in words, if known forms fit; every sentence is proved.
    ///
    /// # Errors
    /// If the limits are reached.
    pub fn sentences(&mut self) -> Result<Vec<Sentence>, AskError> {
        let candidates = match (self.rules().mode, self.rules().variables.len()) {
            (Mode::Grundy, 1) => self.value_forms(),
            (Mode::Grundy, _) => Vec::new(),
            (_, 1) => [self.residue_forms(), self.place_forms()].concat(),
            (_, count) => {
                let pairs = if count == 2 {
                    [self.pair_forms(), self.place_forms(), self.ratio_forms()].concat()
                } else {
                    Vec::new()
                };
                [pairs, self.digit_forms()?].concat()
            }
        };
        let mut told = Vec::new();
        for candidate in candidates {
            if self.is_true(&candidate)? {
                told.push(candidate);
            }
        }
        Ok(told)
    }

    fn is_true(&mut self, sentence: &Sentence) -> Result<bool, AskError> {
        for formula in &sentence.formulas {
            if self.ask(formula)?.truth != Some(true) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn names(&self) -> Vec<String> {
        self.rules()
            .variables
            .iter()
            .map(|name| name.to_string())
            .collect()
    }

    fn is_lost(&self, position: &[u64]) -> bool {
        let position: Vec<BigUint> = position.iter().map(|&n| n.into()).collect();
        self.lost(&position) == Some(true)
    }

    /// The name of a place value in the system.
    fn place_words(&self) -> String {
        match self.system().recurrence() {
            [k] => format!("a power of {k}"),
            [1, 1] => "a Fibonacci number".to_string(),
            _ => "a place value of the system".to_string(),
        }
    }

    /// "n is lost exactly when it has one of these remainders", by the smallest modulus that fits.
    fn residue_forms(&self) -> Vec<Sentence> {
        let name = &self.names()[0];
        let lost: Vec<bool> = (0..4 * LARGEST_MODULUS)
            .map(|n| self.is_lost(&[n]))
            .collect();
        let fits =
            |m: &u64| (0..lost.len() - *m as usize).all(|n| lost[n] == lost[n + *m as usize]);
        let Some(modulus) = (2..=LARGEST_MODULUS).find(fits) else {
            return Vec::new();
        };
        let residues: Vec<u64> = (0..modulus).filter(|&r| lost[r as usize]).collect();
        if residues.is_empty() {
            return Vec::new();
        }
        let listed: Vec<String> = residues.iter().map(u64::to_string).collect();
        let cases: Vec<String> = residues
            .iter()
            .map(|r| format!("{name} = {r} mod {modulus}"))
            .collect();
        let words = format!(
            "{name} is lost exactly when it leaves the remainder {} by {modulus}",
            listed.join(" or ")
        );
        vec![Sentence {
            words,
            formulas: vec![format!("A {name}: P({name}) <=> {}", cases.join(" | "))],
        }]
    }

    /// "Lost exactly when the (larger) number, plus or minus a little, is a place value."
    fn place_forms(&self) -> Vec<Sentence> {
        let names = self.names();
        let place = self.place_words();
        let form = |shift: i64| {
            let term = match shift {
                0 => names[0].clone(),
                shift if shift < 0 => format!("{} - {}", names[0], -shift),
                shift => format!("{} + {shift}", names[0]),
            };
            if names.len() == 1 {
                let formulas = vec![format!("A {0}: P({0}) <=> place({term})", names[0])];
                return Sentence {
                    words: format!("{} is lost exactly when {term} is {place}", names[0]),
                    formulas,
                };
            }
            let (a, b) = (&names[0], &names[1]);
            let added = term.replacen(a.as_str(), "the larger number", 1);
            let formulas = vec![
                format!("A {a}, {b}: P({a}, {b}) <=> P({b}, {a})"),
                format!(
                    "A {a}, {b}: Position({a}, {b}) & {a} >= {b} => (P({a}, {b}) <=> place({term}))"
                ),
            ];
            Sentence {
                words: format!("a position is lost exactly when {added} is {place}"),
                formulas,
            }
        };
        (-2..=2).map(form).collect()
    }

    /// Pairs at a constant distance, and Beatty pairs.
    fn pair_forms(&self) -> Vec<Sentence> {
        let names = self.names();
        let (a, b) = (&names[0], &names[1]);
        let mut forms: Vec<Sentence> = (-3i64..=3)
            .map(|shift| {
                let (left, right) = if shift < 0 { (b, a) } else { (a, b) };
                let sum = if shift == 0 {
                    right.clone()
                } else {
                    format!("{right} + {}", shift.abs())
                };
                let formulas = vec![format!(
                    "A {a}, {b}: P({a}, {b}) <=> Position({a}, {b}) & {left} = {sum}"
                )];
                Sentence {
                    words: format!("a position is lost exactly when {left} = {sum}"),
                    formulas,
                }
            })
            .collect();
        let first = (1..40).find_map(|x| {
            (x + 1..2 * x + 60)
                .find(|&y| self.is_lost(&[x, y]))
                .map(|y| y - x)
        });
        forms.extend(first.map(beatty));
        forms.push(Sentence {
            words: format!(
                "a position is lost exactly when {a} and {b} have the same number of digits in {}",
                self.system()
            ),
            formulas: vec![format!(
                "A {a}, {b}: P({a}, {b}) <=> Position({a}, {b}) & (A u: place(u) => (u <= {a} <=> u <= {b}))"
            )],
        });
        forms
    }

    /// All numbers' digits, place by place: an even or divisible sum.
    fn digit_forms(&mut self) -> Result<Vec<Sentence>, AskError> {
        let names = self.names();
        let all = names.join(", ");
        if self.system().recurrence() != [2] || names.len() > 6 {
            return Ok(Vec::new());
        }
        let mut forms = Vec::new();
        for chosen in (1u32..1 << names.len())
            .rev()
            .filter(|chosen| chosen.count_ones() >= 2)
        {
            let some: Vec<String> = (0..names.len())
                .filter(|at| chosen >> at & 1 == 1)
                .map(|at| names[at].clone())
                .collect();
            let whole = some.len() == names.len();
            for divisor in 2..=if whole { some.len() as u32 } else { 2 } {
                let predicate = format!("Sum{divisor}of{}", some.len());
                let set = self.theory().by_digits(
                    some.len(),
                    (),
                    |(), column| {
                        column
                            .iter()
                            .sum::<u32>()
                            .is_multiple_of(divisor)
                            .then_some(())
                    },
                    |()| true,
                )?;
                self.theory().define(&predicate, set);
                let listed = some.join(", ");
                let words = match divisor {
                    2 => format!(
                        "a position is lost exactly when the nim-sum (xor) of {listed} is 0"
                    ),
                    _ => format!(
                        "a position is lost exactly when in every binary place the digits of {listed} have a sum divisible by {divisor}"
                    ),
                };
                let formulas = vec![format!(
                    "A {all}: P({all}) <=> Position({all}) & {predicate}({listed})"
                )];
                forms.push(Sentence { words, formulas });
            }
        }
        if self.rules().mode == Mode::Misere {
            let (sum, large) = (
                format!("Sum2of{0}({all})", names.len()),
                names.join(" > 1 | "),
            );
            forms.push(Sentence {
                words: format!(
                    "a position is lost exactly when the nim-sum (xor) of {all} is 0 while one of them is above 1, and 1 when none is"
                ),
                formulas: vec![format!(
                    "A {all}: P({all}) <=> Position({all}) & ({large} > 1 <=> {sum})"
                )],
            });
        }
        Ok(forms)
    }

    /// "The larger number is less than φ times the smaller", in Zeckendorf's system.
    ///
    /// Appending a 0 to the word of n - 1 and adding 1 gives ⌊nφ⌋. The formulas say that these numbers grow with n, and
    /// that they and the same plus n partition the positive numbers, which determines them (Wythoff 1907).
    fn ratio_forms(&self) -> Vec<Sentence> {
        if self.system().recurrence() != [1, 1] {
            return Vec::new();
        }
        let names = self.names();
        let (a, b) = (&names[0], &names[1]);
        let form = |equal: &str, unless: &str| {
            Sentence {
            words: format!(
                "a position is lost exactly when a number is 0, or{unless} the larger is less than (1 + √5)/2 times the smaller"
            ),
            formulas: vec![
                "A m, n, x, y: shift(m, x) & shift(n, y) & m < n => x < y".to_string(),
                "A x: x > 0 => ((E m, y: shift(m, y) & x = y + 1) <=> ~(E m, y: shift(m, y) & x = y + m + 2))".to_string(),
                format!("A {a}, {b}: P({a}, {b}) <=> P({b}, {a})"),
                format!(
                    "A {a}, {b}: {a} >= {b} => (P({a}, {b}) <=> {b} = 0 | {equal}(E m, y: {b} = m + 1 & shift(m, y) & {a} <= y + 1))"
                ),
            ],
        }
        };
        let apart = format!("{a} != {b} & ");
        vec![form(&apart, " they differ and"), form("", "")]
    }

    /// Grundy values that repeat from some heap on, larger by a constant each time.
    fn value_forms(&self) -> Vec<Sentence> {
        let name = &self.names()[0];
        let value = |n: u64| self.grundy(&[n.into()]).and_then(|v| v.to_i64());
        let Some(values) = (0..VALUES).map(value).collect::<Option<Vec<i64>>>() else {
            return Vec::new();
        };
        let tail = values.len() / 2;
        let period = (1..tail / 2).find(|&p| {
            let step = values[tail + p] - values[tail];
            step >= 0 && (tail..values.len() - p).all(|n| values[n + p] - values[n] == step)
        });
        let Some(period) = period else {
            return Vec::new();
        };
        let step = values[tail + period] - values[tail];
        let start = (0..tail)
            .rev()
            .find(|&n| values[n + period] - values[n] != step)
            .map_or(0, |n| n + 1);
        let repeats = format!("A n, v: n >= {start} => (G(n, v) <=> G(n + {period}, v + {step}))");
        let mut formulas = vec![repeats];
        if start > 0 {
            formulas.push(format!(
                "~(A v: G({0}, v) <=> G({0} + {period}, v + {step}))",
                start - 1
            ));
        }
        let grows = if step == 0 {
            String::new()
        } else {
            format!(", larger by {step} each time")
        };
        let words = format!(
            "the values repeat with period {period} from {name} = {start} on{grows}, and not before"
        );
        let mut forms = vec![Sentence { words, formulas }];
        if step == 0 {
            let largest = values.iter().max().copied().unwrap_or(0);
            let formulas = vec![
                format!("A n, v: G(n, v) => v <= {largest}"),
                format!("E n: G(n, {largest})"),
            ];
            forms.push(Sentence {
                words: format!("the largest value is {largest}"),
                formulas,
            });
        }
        forms
    }
}

/// The pairs of Wythoff's game and related games. Beatty's theorem (1926) shows that the sentences determine them: the
/// lower and the upper numbers partition the positive numbers, and the n-th pair differs by step·n.
fn beatty(step: u64) -> Sentence {
    let (a, b) = ("a", "b");
    let formulas = vec![
        format!("A {a}, {b}: P({a}, {b}) <=> P({b}, {a})"),
        format!("A {a}: E {b}: P({a}, {b}) & (A c: P({a}, c) => c = {b})"),
        format!("A {a}, {b}: P({a}, {b}) & {a} <= {b} => {a} = {b} mod {step}"),
        format!("A d: E {a}: P({a}, {a} + {step}*d) & (A c: P(c, c + {step}*d) => c = {a})"),
        format!(
            "A {a}, {b}, c, d: P({a}, {b}) & P(c, d) & {a} <= {b} & c <= d & {a} < c => {b} + c < d + {a}"
        ),
    ];
    let alpha = match step {
        1 => "(1 + √5)/2".to_string(),
        2 => "√2".to_string(),
        k => format!("({} + √{})/2", 2 - k as i64, k * k + 4),
    };
    let multiple = if step == 1 {
        "n".to_string()
    } else {
        format!("{step}n")
    };
    let words = format!(
        "the lost pairs are (⌊nα⌋, ⌊nα⌋ + {multiple}), in either order, with α = {alpha}: every number is in exactly one pair, and the n-th pair differs by {multiple}"
    );
    Sentence { words, formulas }
}
