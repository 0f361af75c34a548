//! Certificates of misère quotients: who wins every sum of heaps when the last to move loses.
//!
//! A certificate names the code, the last heap h, the heaps that are generators, for each element what becomes of it when a generator
//! is added, the elements that are lost, the element of each heap (the pretending function Φ), and where it claims that all holds of all heaps,
//! a period and from which heap on. The checker reads the code anew, lists the options of each heap and checks
//!
//! 1. that generators may be added in any order and reach every element from element 0: the table is that of a commutative monoid;
//! 2. that any two elements are told apart: some third one times one of them is lost, times the other not;
//! 3. that each generator is the element of its heap, and heaps without moves that of the empty position, which is not lost;
//! 4. that no element r makes both a heap and one of its options lost;
//! 5. that every sum with a move, whose element is not lost, has an option whose element is;
//! 6. that Φ comes back as claimed, far enough for the theorem.
//!
//! `docs/certificates.md` has the argument.

use std::collections::{BTreeMap, BTreeSet};
use std::str::Lines;

use crate::bounds::Work;
use crate::code::{self, Code};
use crate::notes::Notes;
use crate::{Checked, Refusal};

/// The first line of every certificate of a misère quotient.
pub const QUOTIENT_HEADER: &str = "bouton quotient certificate 1";

/// Checks a certificate. Takes bytes and time for the square of the order, and time for all options of all heaps.
pub(crate) fn check(text: &str, mut work: Work) -> Result<Checked, Refusal> {
    let claimed = Certificate::read(text, &mut work)?;
    let mut check = Notes::begin(work);
    let monoid = claimed.monoid(&mut check)?;
    claimed.told_apart(&mut check)?;
    claimed.outcomes(&monoid, &mut check)?;
    claimed.theorem(&mut check)?;
    Ok(check.proved(claimed.claim()))
}

/// The claims of a certificate.
struct Certificate {
    text: String,
    code: Code,
    generators: Vec<usize>,
    /// The element after adding each generator, element by element.
    steps: Vec<Vec<usize>>,
    lost: Vec<bool>,
    pretending: Vec<usize>,
    /// The period, and from which heap on.
    period: Option<(usize, usize)>,
}

impl Certificate {
    fn read(text: &str, work: &mut Work) -> Result<Self, Refusal> {
        // What is read takes a few words for each of the text.
        work.hold(text.len().saturating_mul(16))
            .map_err(Refusal::Undecided)?;
        let mut claimed = Self::fields(text).map_err(Refusal::quotient)?;
        work.hold(claimed.text.len() * code::BYTES_A_DIGIT)
            .map_err(Refusal::Undecided)?;
        claimed.code = Code::read(&claimed.text).map_err(Refusal::quotient)?;
        Ok(claimed)
    }

    fn fields(text: &str) -> Result<Self, String> {
        let lines = &mut text.lines();
        if lines.next() != Some(QUOTIENT_HEADER) {
            return Err(format!("expected the first line `{QUOTIENT_HEADER}`"));
        }
        let code = field(lines, "code")?.to_owned();
        let heaps = number(field(lines, "heaps")?)?;
        let generators = numbers(field(lines, "generators")?)?;
        let order = number(field(lines, "order")?)?;
        if order == 0 || generators.iter().any(|&heap| heap > heaps) {
            return Err("expected an element at least, and generators among the heaps".into());
        }
        let mut steps = Vec::new();
        for element in 0..order {
            let row = numbers(lines.next().unwrap_or(""))?;
            let fits = row.len() == generators.len() && row.iter().all(|&to| to < order);
            if !fits {
                let expected = generators.len();
                return Err(format!(
                    "expected {expected} elements below {order} after element {element}"
                ));
            }
            steps.push(row);
        }
        let mut lost = vec![false; order];
        for element in numbers(field(lines, "lost")?)? {
            *lost
                .get_mut(element)
                .ok_or_else(|| format!("expected elements below {order}, found {element}"))? = true;
        }
        let pretending = numbers(field(lines, "pretending")?)?;
        let fits = pretending.iter().all(|&element| element < order);
        if heaps.checked_add(1) != Some(pretending.len()) || !fits {
            return Err(format!(
                "expected an element below {order} for each of the heaps 0..{heaps}"
            ));
        }
        let mut last = lines.next().unwrap_or("");
        let mut period = None;
        if let Some(words) = last.strip_prefix("period ") {
            let (length, from) = words
                .split_once(" from ")
                .ok_or("expected `period NUMBER from HEAP`")?;
            period = Some((number(length)?, number(from)?));
            last = lines.next().unwrap_or("");
        }
        if last != "end" || lines.next().is_some() {
            return Err(format!("expected `end` as the last line, found {last:?}"));
        }
        Ok(Self {
            text: code,
            code: Code::default(),
            generators,
            steps,
            lost,
            pretending,
            period,
        })
    }

    fn order(&self) -> usize {
        self.steps.len()
    }

    fn claim(&self) -> String {
        let Self { text, lost, .. } = self;
        let (order, lost) = (self.order(), lost.iter().filter(|&&lost| lost).count());
        let heaps = self.pretending.len() - 1;
        let scope = match self.period {
            Some((period, from)) => format!(
                "all heaps, and the pretending function satisfies Φ(n + {period}) = Φ(n) for all n from {from} on"
            ),
            None => format!("the heaps 0..{heaps}"),
        };
        format!(
            "the misère quotient of {text} has {order} elements, {lost} of them lost: for {scope}"
        )
    }

    /// Condition 1; then the product of every two elements.
    fn monoid(&self, check: &mut Notes) -> Result<Monoid, Refusal> {
        let order = self.order();
        let letters = 0..self.generators.len();
        let mut commute = true;
        for row in &self.steps {
            check.spend(letters.len() * letters.len())?;
            let any_order = |a: usize, b: usize| self.steps[row[a]][b] == self.steps[row[b]][a];
            commute &= letters.clone().all(|a| (0..a).all(|b| any_order(a, b)));
        }
        check.note(commute, "generators may be added in any order")?;
        // The way from element 0 to each.
        let mut ways: Vec<Option<(usize, usize)>> = vec![None; order];
        let mut reached = vec![0];
        let mut met = vec![false; order];
        met[0] = true;
        let mut next = 0;
        while let Some(&element) = reached.get(next) {
            next += 1;
            for (letter, &to) in self.steps[element].iter().enumerate() {
                if !met[to] {
                    met[to] = true;
                    ways[to] = Some((element, letter));
                    reached.push(to);
                }
            }
        }
        check.note(
            reached.len() == order,
            format!("they reach all {order} elements from that of the empty position"),
        )?;
        check.hold(order.saturating_mul(order).saturating_mul(8))?;
        let mut products = vec![0; order * order];
        for element in 0..order {
            check.spend(order)?;
            products[element * order] = element;
        }
        for &other in &reached {
            check.spend(order)?;
            if let Some((before, letter)) = ways[other] {
                for element in 0..order {
                    products[element * order + other] =
                        self.steps[products[element * order + before]][letter];
                }
            }
        }
        Ok(Monoid { order, products })
    }

    /// Condition 2, by Moore's refinement: elements that differ, or lead to such that do.
    fn told_apart(&self, check: &mut Notes) -> Result<(), Refusal> {
        let order = self.order();
        let mut blocks: Vec<usize> = self.lost.iter().map(|&lost| lost.into()).collect();
        loop {
            check.spend(order * (self.generators.len() + 1))?;
            let mut numbers = BTreeMap::new();
            let refined: Vec<usize> = (0..order)
                .map(|element| {
                    let to: Vec<usize> = self.steps[element].iter().map(|&to| blocks[to]).collect();
                    let next = numbers.len();
                    *numbers.entry((blocks[element], to)).or_insert(next)
                })
                .collect();
            let before = blocks.iter().collect::<BTreeSet<_>>().len();
            blocks = refined;
            if numbers.len() == before {
                return check.note(
                    before == order,
                    "any two elements are told apart by a third",
                );
            }
        }
    }

    /// Conditions 3 to 5.
    fn outcomes(&self, monoid: &Monoid, check: &mut Notes) -> Result<(), Refusal> {
        let named = (self.generators.iter().enumerate())
            .all(|(letter, &heap)| self.pretending[heap] == self.steps[0][letter]);
        check.note(named, "each generator is the element of its heap")?;
        check.note(!self.lost[0], "the empty position is won")?;
        let mut pairs = BTreeSet::new();
        let mut idle = true;
        let mut apart = true;
        for heap in 0..self.pretending.len() {
            let mut elements = vec![false; self.order()];
            let mut any = false;
            let show = &mut |left: &[usize]| {
                any = true;
                let element = left.iter().fold(0, |element, &heap| {
                    monoid.times(element, self.pretending[heap])
                });
                elements[element] = true;
            };
            self.code
                .options(heap, &mut check.work, show)
                .map_err(Refusal::Undecided)?;
            let class = self.pretending[heap];
            if !any {
                idle &= class == 0;
                continue;
            }
            let wins = self.wins(monoid, &elements, check)?;
            apart &=
                (0..self.order()).all(|rest| !(wins[rest] && self.lost[monoid.times(class, rest)]));
            check.hold(self.order() + 48)?;
            pairs.insert((class, wins));
        }
        check.note(idle, "heaps without moves are as good as none")?;
        check.note(apart, "no sum is lost together with one of its options")?;
        let pairs: Vec<Pair> = pairs
            .into_iter()
            .map(|(element, wins)| Pair { element, wins })
            .collect();
        let all = self.every_win(monoid, &pairs, check)?;
        check.note(all, "every sum that is not lost has an option that is")
    }

    /// The elements r for which some of the elements, times r, is lost.
    fn wins(
        &self,
        monoid: &Monoid,
        elements: &[bool],
        check: &mut Notes,
    ) -> Result<Vec<bool>, Refusal> {
        let elements: Vec<usize> = (0..elements.len())
            .filter(|&element| elements[element])
            .collect();
        check.spend(elements.len() * self.order())?;
        let wins = |rest| {
            elements
                .iter()
                .any(|&element| self.lost[monoid.times(element, rest)])
        };
        Ok((0..self.order()).map(wins).collect())
    }

    /// Condition 5, over the pairs of all sums of heaps: element, and the elements with which some option is lost. Where one set is part of another
    /// of the same element, the larger is left out.
    fn every_win(
        &self,
        monoid: &Monoid,
        heaps: &[Pair],
        check: &mut Notes,
    ) -> Result<bool, Refusal> {
        let mut minimal: Vec<Vec<Vec<bool>>> = vec![Vec::new(); self.order()];
        let mut open: Vec<Pair> = heaps.to_vec();
        while let Some(Pair { element, wins }) = open.pop() {
            let known = &mut minimal[element];
            check.spend((known.len() + heaps.len()) * self.order())?;
            if known.iter().any(|of| is_part(of, &wins)) {
                continue;
            }
            if !self.lost[element] && !wins[0] {
                return Ok(false);
            }
            known.retain(|of| !is_part(&wins, of));
            known.push(wins.clone());
            check.hold((heaps.len() + 1) * (self.order() + 48))?;
            for heap in heaps {
                let either = |rest: usize| {
                    wins[monoid.times(heap.element, rest)] || heap.wins[monoid.times(element, rest)]
                };
                open.push(Pair {
                    element: monoid.times(element, heap.element),
                    wins: (0..self.order()).map(either).collect(),
                });
            }
        }
        Ok(true)
    }

    /// Condition 6.
    fn theorem(&self, check: &mut Notes) -> Result<(), Refusal> {
        let Some((period, from)) = self.period else {
            return Ok(());
        };
        let last = self.pretending.len() - 1;
        let needed = self.code.most_taken().and_then(|taken| {
            let shift = u128::try_from(from.max(1)).ok()? + u128::try_from(period).ok()?;
            Some(u128::from(self.code.most_heaps().max(1)) * shift + u128::from(taken))
        });
        check.note(
            self.code.is_plain()
                && needed.is_some_and(|needed| needed <= last as u128)
                && period > 0,
            format!("the heaps 0..{last} suffice for the theorem about such codes"),
        )?;
        let repeats = |n: usize| self.pretending[n] == self.pretending[n + period];
        check.note(
            (from..=last - period).all(repeats),
            format!("Φ(n + {period}) = Φ(n) for n in {from}..{}", last - period),
        )
    }
}

/// An element, and those with which some option of a sum that it stands for is lost.
#[derive(Clone)]
struct Pair {
    element: usize,
    wins: Vec<bool>,
}

/// The products of every two elements.
struct Monoid {
    order: usize,
    products: Vec<usize>,
}

impl Monoid {
    fn times(&self, left: usize, right: usize) -> usize {
        self.products[left * self.order + right]
    }
}

fn is_part(small: &[bool], large: &[bool]) -> bool {
    small
        .iter()
        .zip(large)
        .all(|(small, large)| !small || *large)
}

/// What stands behind the name that the next line begins with.
fn field<'t>(lines: &mut Lines<'t>, name: &str) -> Result<&'t str, String> {
    let line = lines.next().unwrap_or("");
    let rest = line.strip_prefix(name);
    rest.filter(|rest| rest.is_empty() || rest.starts_with(' '))
        .map(str::trim_start)
        .ok_or_else(|| format!("expected a line `{name} …`, found {line:?}"))
}

fn number(text: &str) -> Result<usize, String> {
    text.parse()
        .map_err(|_| format!("expected a number, found {text:?}"))
}

fn numbers(text: &str) -> Result<Vec<usize>, String> {
    text.split_ascii_whitespace().map(number).collect()
}
