use std::fmt;

/// The constraint on the heaps that a move leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Constraint {
    /// No constraint.
    Any,
    /// Not all of them are equal (`?`).
    SomeUnequal,
    /// No two of them are equal (`!`).
    AllUnequal,
    /// All of them are equal (`=`).
    AllEqual,
}

impl Constraint {
    /// The mark that follows a digit, empty for [`Constraint::Any`].
    pub fn mark(self) -> &'static str {
        match self {
            Constraint::Any => "",
            Constraint::SomeUnequal => "?",
            Constraint::AllUnequal => "!",
            Constraint::AllEqual => "=",
        }
    }
}

/// One digit of a code: the numbers of non-empty heaps that may be left, each with its constraint.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Digit {
    /// `constraints[heaps]` is `None` if this number of heaps is not allowed; the last one is allowed.
    constraints: Vec<Option<Constraint>>,
    /// Whether any larger number of heaps is allowed too, under the last constraint.
    more: bool,
}

impl Digit {
    /// The digit that allows nothing.
    pub const ZERO: Digit = Digit {
        constraints: Vec::new(),
        more: false,
    };

    /// The digit that allows `heaps` exactly when that bit of `bits` is set, unconstrained: 7 allows 0, 1 and 2 heaps.
    pub fn from_bits(bits: u64) -> Self {
        Digit::new(
            (0..64)
                .filter(|heaps| bits >> heaps & 1 == 1)
                .map(|heaps| (heaps, Constraint::Any)),
        )
    }

    /// The digit that allows these numbers of heaps, each under its constraint.
    pub fn new(allowed: impl IntoIterator<Item = (usize, Constraint)>) -> Self {
        let mut digit = Digit::ZERO;
        for (heaps, constraint) in allowed {
            digit.allow(heaps, constraint);
        }
        digit
    }

    /// The same digit, which also allows any number of heaps above its largest, under this constraint.
    pub fn or_more(mut self, constraint: Constraint) -> Self {
        let largest = self.constraints.len().saturating_sub(1);
        for heaps in largest + 1..=2 {
            self.allow(heaps, constraint);
        }
        if self.constraints.last() != Some(&Some(constraint)) {
            self.allow(self.constraints.len(), constraint);
        }
        self.more = true;
        while self.constraints.len() > 1 && self.last_is_implied() {
            self.constraints.pop();
        }
        self
    }

    /// The constraint on `heaps` heaps left; `None` if this number is not allowed.
    pub fn constraint(&self, heaps: u64) -> Option<Constraint> {
        let last = self.constraints.len().checked_sub(1)?;
        match usize::try_from(heaps) {
            Ok(heaps) if heaps <= last => self.constraints[heaps],
            _ if self.more => self.constraints[last],
            _ => None,
        }
    }

    /// Whether nothing is allowed.
    pub fn is_zero(&self) -> bool {
        self.constraints.is_empty()
    }

    /// The most heaps that may be left (0 for a zero digit); `None` where there is no bound.
    pub fn most_heaps(&self) -> Option<u64> {
        (!self.more).then(|| self.constraints.len().saturating_sub(1) as u64)
    }

    /// The digit as a number, bit `r` for `r` heaps; `None` where it is constrained or unbounded.
    pub fn bits(&self) -> Option<u64> {
        let plain =
            |constraint: &Option<Constraint>| matches!(constraint, None | Some(Constraint::Any));
        (!self.more && self.constraints.iter().all(plain)).then(|| self.mask())
    }

    /// The numbers of heaps listed as allowed, with their constraints; larger ones follow where [`Digit::more`] says so.
    pub fn allowed(&self) -> impl Iterator<Item = (u64, Constraint)> {
        (0..)
            .zip(&self.constraints)
            .filter_map(|(heaps, constraint)| Some((heaps, (*constraint)?)))
    }

    /// Whether any larger number of heaps is allowed too, under the constraint of the largest listed.
    pub fn more(&self) -> bool {
        self.more
    }

    /// A constraint on fewer than two heaps means nothing and is kept as `Any`.
    fn allow(&mut self, heaps: usize, constraint: Constraint) {
        if self.constraints.len() <= heaps {
            self.constraints.resize(heaps + 1, None);
        }
        self.constraints[heaps] = Some(if heaps < 2 {
            Constraint::Any
        } else {
            constraint
        });
    }

    fn last_is_implied(&self) -> bool {
        let last = self.constraints.len() - 1;
        let (Some(before), Some(here)) = (self.constraints[last - 1], self.constraints[last])
        else {
            return false;
        };
        before == here && (last > 2 || here == Constraint::Any)
    }

    fn mask(&self) -> u64 {
        self.allowed().map(|(heaps, _)| 1 << heaps).sum()
    }

    /// The constraint of every number of heaps from two on, where there is a single one.
    fn common_constraint(&self) -> Option<Constraint> {
        let mut several = self
            .allowed()
            .filter(|&(heaps, _)| heaps >= 2)
            .map(|(_, constraint)| constraint);
        let first = several.next().unwrap_or(Constraint::Any);
        several
            .all(|constraint| constraint == first)
            .then_some(first)
    }
}

const BASE_32: &[u8; 32] = b"0123456789ABCDEFGHIJKLMNOPQRSTUV";

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.common_constraint() {
            Some(constraint) if !self.more && self.constraints.len() <= 64 => {
                match BASE_32.get(self.mask() as usize) {
                    Some(&character) => write!(f, "{}", char::from(character))?,
                    None => write!(f, "&{};", self.mask())?,
                }
                f.write_str(constraint.mark())
            }
            common => {
                let own = |constraint: Constraint| {
                    if common.is_some() {
                        ""
                    } else {
                        constraint.mark()
                    }
                };
                let listed: Vec<String> = self
                    .allowed()
                    .map(|(heaps, constraint)| format!("{heaps}{}", own(constraint)))
                    .collect();
                let more = if self.more { "+" } else { "" };
                write!(
                    f,
                    "{{{}{more}}}{}",
                    listed.join(","),
                    common.map_or("", Constraint::mark)
                )
            }
        }
    }
}
