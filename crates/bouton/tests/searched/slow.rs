//! The slow and obviously right way to the value: rules over texts, plain recursion.

use std::collections::{BTreeSet, HashMap};

use bouton::{How, Limits, Outcome};

/// A move: the position after it as text, what it earns, whether the same player moves again.
pub(crate) type Step = (String, i64, bool);

/// The worth of a position where play is over, for the player to move.
type Over = Box<dyn Fn(&str) -> Option<i64>>;
/// Every move of a position.
type Steps = Box<dyn Fn(&str) -> Vec<Step>>;

/// The rules of a game, written without any of our code.
pub(crate) struct Rules {
    pub(crate) over: Over,
    pub(crate) steps: Steps,
    /// Whether points count rather than who wins.
    pub(crate) points: bool,
}

/// Value and plies to the end; plies mean nothing where points count.
type Worth = (i64, u32);

/// The order of best play: higher value; then wins and draws quickly, losses slowly.
fn rank((value, plies): Worth) -> (i64, i64) {
    let plies = i64::from(plies);
    (value, if value < 0 { plies } else { -plies })
}

/// A game played by its slow rules.
pub(crate) struct Slow {
    rules: Rules,
    known: HashMap<String, Worth>,
}

impl Slow {
    pub(crate) fn new(rules: Rules) -> Self {
        Self {
            rules,
            known: HashMap::new(),
        }
    }

    pub(crate) fn rules(&self) -> &Rules {
        &self.rules
    }

    fn after(&mut self, (to, gain, keeps): &Step) -> Worth {
        let (value, plies) = self.worth(to);
        (if *keeps { gain + value } else { gain - value }, plies + 1)
    }

    pub(crate) fn worth(&mut self, at: &str) -> Worth {
        if let Some(value) = (self.rules.over)(at) {
            return (value, 0);
        }
        if let Some(worth) = self.known.get(at) {
            return *worth;
        }
        let steps = (self.rules.steps)(at);
        let options: Vec<_> = steps.iter().map(|step| self.after(step)).collect();
        let best = options
            .into_iter()
            .max_by_key(|worth| rank(*worth))
            .unwrap();
        self.known.insert(at.to_owned(), best);
        best
    }

    fn best(&mut self, at: &str) -> BTreeSet<String> {
        if (self.rules.over)(at).is_some() {
            return BTreeSet::new();
        }
        let value = self.worth(at).0;
        let mut steps = (self.rules.steps)(at);
        steps.retain(|step| self.after(step).0 == value);
        steps.into_iter().map(|(to, ..)| to).collect()
    }

    /// Every position that can be reached from `start`.
    pub(crate) fn reachable(&self, start: &str) -> BTreeSet<String> {
        let mut seen = BTreeSet::from([start.to_owned()]);
        let mut open = vec![start.to_owned()];
        while let Some(at) = open.pop() {
            if (self.rules.over)(&at).is_some() {
                continue;
            }
            for (to, ..) in (self.rules.steps)(&at) {
                if seen.insert(to.clone()) {
                    open.push(to);
                }
            }
        }
        seen
    }

    /// Every solver that serves the game says of each position what these rules say.
    pub(crate) fn agree<'p>(
        &mut self,
        game: &str,
        misere: bool,
        positions: impl IntoIterator<Item = &'p String>,
    ) {
        let positions: Vec<&String> = positions.into_iter().collect();
        let mut session = bouton::Open::game(game)
            .at(positions[0])
            .misere(misere)
            .session()
            .unwrap();
        let ids: Vec<_> = session.solvers().iter().map(|about| about.id).collect();
        for at in positions {
            session.go(at).unwrap();
            for id in &ids {
                if session.accepts(id, &Limits::default()).is_ok() {
                    self.agrees(&mut session, id, at);
                }
            }
        }
    }

    fn agrees(&mut self, session: &mut bouton::Session, solver: &str, at: &str) {
        let how = How {
            solver: Some(solver.to_owned()),
            ..How::default()
        };
        let answer = session.solve(&how).unwrap();
        let misere = answer.misere;
        let said = format!("{} {at:?} by {solver}", session.game());
        let (value, plies) = self.worth(at);
        let outcome = Outcome::of_margin(value.into());
        assert_eq!(answer.outcome, Some(outcome), "{said}");
        if self.rules.points {
            assert_eq!(
                answer.margin.map(|m| m.to_string()),
                Some(value.to_string()),
                "{said}"
            );
            assert_eq!(answer.remoteness, None, "{said}");
        } else {
            assert!(
                answer.remoteness.is_none_or(|r| r == plies),
                "{said}: {:?}",
                answer.remoteness
            );
        }
        let best: BTreeSet<_> = answer
            .best
            .iter()
            .filter_map(|best| best.to.clone())
            .collect();
        assert_eq!(best, self.best(at), "{said}");
        assert_eq!(answer.best.len(), best.len(), "{said}");
        assert_eq!(answer.preferred.as_ref(), answer.best.first(), "{said}");
        if let Some(line) = answer.line {
            self.line_keeps_the_value(session.game(), misere, at, &line, &said);
        }
    }

    /// Each move of a principal line is best, and the line ends where play does.
    fn line_keeps_the_value(
        &mut self,
        game: &str,
        misere: bool,
        at: &str,
        line: &[String],
        said: &str,
    ) {
        let mut session = bouton::Open::game(game)
            .at(at)
            .misere(misere)
            .session()
            .unwrap();
        for mv in line {
            let best = self.best(&session.position().unwrap());
            session.play(mv).unwrap();
            assert!(
                best.contains(&session.position().unwrap()),
                "{said}: {line:?}"
            );
        }
        assert!(
            (self.rules.over)(&session.position().unwrap()).is_some(),
            "{said}: {line:?}"
        );
    }
}

/// A random number below `bound` from a fixed sequence.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 33) % bound as u64) as usize
    }
}
