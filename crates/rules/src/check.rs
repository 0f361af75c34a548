//! Checks rules for common mistakes and reports each with a position as an example.
//!
//! It checks all reachable positions, up to a limit, and some random plays beyond. In small games it also compares values.
//! A reported mistake is certain; other mistakes may remain.

mod plays;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::hash::Hash;
use std::sync::Arc;

use bouton_core::{Limits, Oracle, RuleError, Side, asked};
use bouton_external::{Contents, Height, Kind, Report, Step};

use crate::file::RuleFile;
use crate::nearly::nearly;
use crate::parts;
use crate::plain::Plain;
use crate::rules::Rules;
use crate::slow::{Slow, Worthwhile, after};
use crate::subject::{Edges, Place, Subject};

/// The number of positions checked one by one.
const MOST: usize = 2_000;
/// The most positions visited while values are compared.
const SLOW: usize = 20_000;

/// Checks a file, from its start and from the given positions.
pub fn check(file: &Arc<RuleFile>, from: &[Plain], limits: &Limits) -> Report {
    file.begin(limits);
    look_through(&Rules(file.clone()), from, limits)
}

/// Checks rules, from their start and from the given positions.
pub fn look_through<S: Subject>(rules: &S, from: &[S::Position], limits: &Limits) -> Report {
    let mut checker = Checker {
        rules,
        mistakes: BTreeMap::new(),
        earns: false,
        missing: Vec::new(),
        noted: BTreeSet::new(),
        report: Report {
            kind: rules.promises().in_words().to_owned(),
            ..Report::default()
        },
        random: 0x9e37_79b9_7f4a_7c15,
    };
    let starts: Vec<S::Position> = rules
        .start()
        .into_iter()
        .chain(from.iter().cloned())
        .collect();
    checker.names();
    if starts.is_empty() {
        checker.note("there is no start: give a position, or write start = …");
    }
    let error = asked(|| checker.look_around(&starts, limits)).err();
    checker.report(error)
}

struct Checker<'r, S> {
    rules: &'r S,
    /// The mistakes by kind, with the first example.
    mistakes: BTreeMap<&'static str, String>,
    /// Whether some move or some end earned points.
    earns: bool,
    /// The names with a meaning that the rules do not have.
    missing: Vec<String>,
    /// The kinds of notes that have an example.
    noted: BTreeSet<&'static str>,
    report: Report,
    random: u64,
}

impl<S: Subject> Checker<'_, S> {
    fn report(mut self, error: Option<RuleError>) -> Report {
        self.report.mistakes.extend(self.mistakes.into_values());
        match error {
            Some(RuleError::Stopped(reason)) => {
                let note = reason.to_string();
                self.report.notes.push(note);
            }
            Some(error) => self.report.mistakes.insert(0, error.to_string()),
            None => {}
        }
        self.report
    }

    fn note(&mut self, note: impl Into<String>) {
        self.report.notes.push(note.into());
    }

    /// A note with the first example of its kind.
    fn note_once(&mut self, kind: &'static str, example: impl FnOnce(&S) -> String) {
        if self.noted.insert(kind) {
            let note = example(self.rules);
            self.note(note);
        }
    }

    fn mistake(&mut self, kind: &'static str, example: impl FnOnce(&S) -> String) {
        if !self.mistakes.contains_key(kind) {
            let example = example(self.rules);
            self.mistakes.insert(kind, example);
        }
    }

    /// Checks for names that resemble names with a meaning.
    fn names(&mut self) {
        let (others, missing) = self.rules.names();
        self.missing = missing;
        for other in others {
            let near = self.missing.iter().find(|missing| nearly(&other, missing));
            if let Some(near) = near.cloned() {
                self.note(format!(
                    "{other} means nothing to the program; is {near} meant?"
                ));
            }
        }
    }

    fn look_around(&mut self, starts: &[S::Position], limits: &Limits) {
        let has_sides = self.rules.promises().kind.has_sides();
        let sides: &[Side] = if has_sides {
            &Side::BOTH
        } else {
            &[Side::Left]
        };
        let places = starts
            .iter()
            .flat_map(|at| sides.iter().map(|side| (at.clone(), *side)));
        let mut queue: VecDeque<Place<S::Position>> = places.collect();
        let mut seen: HashSet<Place<S::Position>> = queue.iter().cloned().collect();
        let mut edges: Edges<S::Position> = HashMap::new();
        // The nearest example of a mistake is shown, the same one each time.
        let mut order = Vec::new();
        while let Some(place) = queue.pop_front() {
            if limits.check().is_err() {
                break;
            }
            self.report.positions += 1;
            let look = self.rules.looked_at(&place.0, place.1);
            self.one(&place, &look, starts);
            let next = look
                .moves
                .iter()
                .map(|mv| self.after(&place, mv))
                .collect::<Vec<_>>();
            for to in &next {
                if seen.len() < MOST && seen.insert(to.clone()) {
                    queue.push_back(to.clone());
                }
            }
            order.push(place.clone());
            edges.insert(place, next);
        }
        self.report.complete = !seen.is_empty() && seen.len() < MOST && queue.is_empty();
        self.start(&edges);
        self.points();
        self.plays(starts);
        self.values(order.iter(), limits);
        self.end(&edges);
        self.fall_apart(&order, &edges, limits);
    }

    fn after(&self, place: &Place<S::Position>, mv: &Step<S::Position>) -> Place<S::Position> {
        (mv.to.clone(), after(self.rules, place.1, mv.keeps_turn))
    }

    /// Checks that play is not over at the start.
    fn start(&mut self, edges: &Edges<S::Position>) {
        let Ok(start) = self.rules.start() else {
            return;
        };
        let moves = Side::BOTH.map(|side| edges.get(&(start.clone(), side)));
        let is_over = moves.iter().flatten().all(|moves| moves.is_empty());
        if is_over && moves.iter().any(Option::is_some) {
            self.mistake("start", |rules| {
                format!("play is over at the start, {}", rules.show(&start))
            });
        }
    }

    /// Checks that points are earned, if they decide.
    fn points(&mut self) {
        if self.rules.promises().kind.counts_points() && self.report.complete && !self.earns {
            self.mistake("points", |rules| {
                let way = match rules.scores_the_end() {
                    true => "score is 0 at every end",
                    false => "no move is (label, next, gain) with a gain other than 0",
                };
                format!("points decide, and nothing earns any: {way}")
            });
        }
    }

    /// Checks at one position.
    fn one(
        &mut self,
        place: &Place<S::Position>,
        look: &Contents<S::Position>,
        starts: &[S::Position],
    ) {
        let at = &place.0;
        self.earns |= look.end.is_some_and(|end| end.rank() != 0);
        self.earns |= look.moves.iter().any(|mv| mv.gain != 0);
        let show = |rules: &S| rules.show(at);
        if let Some(mv) = look.moves.iter().find(|mv| mv.to == *at) {
            self.mistake("unchanged", |rules| {
                format!(
                    "the move {:?} at {} changes nothing",
                    rules.label(at, mv),
                    show(rules)
                )
            });
        }
        self.notation(at);
        self.undecided(at, look);
        self.labels(place, look, starts);
        self.plies(at, look);
        self.canonical(place, look);
        self.rules.scene(at);
        for nth in 0..self.rules.strategies().len() {
            if !look.moves.is_empty() {
                self.rules.allowed(nth, at);
            }
        }
    }

    /// Checks that `parse` reads the text that `show` writes.
    fn notation(&mut self, at: &S::Position) {
        let shown = self.rules.show(at);
        let read = self.rules.read(&shown);
        if read.as_ref() == Ok(at) {
            return;
        }
        self.mistake("notation", |rules| {
            let read = match read {
                Ok(other) => format!("parse reads that as {}", rules.literal(&other)),
                Err(error) => format!("parse refuses that: {}", error.message()),
            };
            format!(
                "parse does not undo show: {} is shown as {shown:?}, and {read}",
                rules.literal(at)
            )
        });
    }

    /// Notes an end that neither `outcome` nor `last` decides: a draw that was forgotten looks like this.
    fn undecided(&mut self, at: &S::Position, look: &Contents<S::Position>) {
        let is_missing = |name: &str| self.missing.iter().any(|missing| missing == name);
        let is_open = look.end.is_none() && look.moves.is_empty();
        if is_open && !is_missing("outcome") && is_missing("last") {
            self.note_once("undecided", |rules| {
                let at = rules.show(at);
                format!(
                    "no move is left at {at}, where outcome says None: this counts as a loss for the player to move; is \"draw\" meant? (last = \"wins\" says that it is a loss)"
                )
            });
        }
    }

    /// Checks that no two moves have the same label, and that positions are always shown in the same way.
    fn labels(
        &mut self,
        (at, _): &Place<S::Position>,
        look: &Contents<S::Position>,
        starts: &[S::Position],
    ) {
        let mut seen = HashMap::new();
        for mv in &look.moves {
            let label = self.rules.label(at, mv);
            if let Some(other) = seen.insert(label.clone(), mv) {
                if other.to == mv.to {
                    self.note_once("twice", |rules| {
                        format!("the move {label} is listed twice at {}", rules.show(at))
                    });
                } else {
                    self.mistake("labels", |rules| {
                        format!("two moves are called alike at {}: {label}", rules.show(at))
                    });
                }
            }
        }
        let looks_like =
            |to: &S::Position| starts.iter().any(|start| self.rules.same_look(start, to));
        if let Some(mv) = look.moves.iter().find(|mv| !looks_like(&mv.to)) {
            self.mistake("look", |rules| {
                let shown = rules.show(&mv.to);
                let is_fraction = shown.contains('.') && shown.parse::<f64>().is_ok();
                let advice = match is_fraction {
                    true => "; `/` makes a number with a fraction, use `//`",
                    false => "",
                };
                format!(
                    "the positions change their look: from {} a move leads to {shown}{advice}",
                    rules.literal(at)
                )
            });
        }
    }

    /// Checks that `plies_left` falls with every move and is not negative.
    fn plies(&mut self, at: &S::Position, look: &Contents<S::Position>) {
        if !self.rules.promises().bounded {
            return;
        }
        let left = self.rules.height(at);
        if left < Height::ZERO {
            self.mistake("negative", |rules| {
                format!("plies_left is {left} at {}", rules.show(at))
            });
        }
        for mv in &look.moves {
            let then = self.rules.height(&mv.to);
            if then >= left {
                self.mistake("plies", |rules| {
                    format!(
                        "plies_left does not fall with every move, so that play might never end: it is {left} at {} and {then} after the move to {}",
                        rules.show(at),
                        rules.show(&mv.to)
                    )
                });
            }
        }
    }

    /// Checks that `canonical` returns a fixed point with the same moves.
    fn canonical(&mut self, (at, side): &Place<S::Position>, look: &Contents<S::Position>) {
        let one = self.rules.canonical(at.clone());
        if one == *at {
            return;
        }
        let twice = self.rules.canonical(one.clone());
        if twice != one {
            self.mistake("canonical twice", |rules| {
                let [at, one, twice] = [at, &one, &twice].map(|at| rules.show(at));
                format!("canonical is not settled: of {at} it makes {one}, and of that {twice}")
            });
        }
        let there = self.rules.looked_at(&one, *side);
        if there.end.is_some() != look.end.is_some()
            || there.moves.is_empty() != look.moves.is_empty()
        {
            self.mistake("canonical", |rules| {
                let [at, one] = [at, &one].map(|at| rules.show(at));
                format!("canonical is unsound: play is over at one of {at} and {one}, which it takes for the same, and not at the other")
            });
        }
    }

    /// Compares values with `canonical`, `summands` and `negative` with those without.
    fn values<'p>(&mut self, places: impl Iterator<Item = &'p Place<S::Position>>, limits: &Limits)
    where
        S::Position: 'p,
    {
        let rules = self.rules;
        if !rules.simplifies() {
            return;
        }
        let mut slow = Slow::new(rules, SLOW);
        for (at, side) in places {
            let Some(value) = slow.value(at, *side, limits) else {
                return;
            };
            let one = rules.canonical(at.clone());
            if one != *at
                && slow
                    .value(&one, *side, limits)
                    .is_some_and(|other| other != value)
            {
                self.mistake("canonical", |rules| {
                    let [at, one] = [at, &one].map(|at| rules.show(at));
                    format!("canonical is unsound: it takes {at} and {one} for the same, and their values differ")
                });
            }
            if self.parts(&mut slow, (at, *side), value, limits).is_none() {
                return;
            }
        }
    }

    /// Suggests a function `summands` where positions seem to fall into parts and no function says so.
    fn fall_apart(
        &mut self,
        places: &[Place<S::Position>],
        edges: &Edges<S::Position>,
        limits: &Limits,
    ) {
        if let Some(function) = parts::function(self.rules, places, edges, limits) {
            self.note(format!(
                "positions seem to fall into independent parts, which are solved one by one with `{function}`"
            ));
        } else if let Err(reason) = limits.check() {
            self.note(reason.to_string());
        }
    }

    /// Compares the value of a position with that of its parts, and with that of its negative for the other side.
    fn parts(
        &mut self,
        slow: &mut Slow<'_, S>,
        (at, side): (&S::Position, Side),
        value: Worthwhile,
        limits: &Limits,
    ) -> Option<()> {
        let rules = self.rules;
        let parts = rules.summands(at).into_vec();
        let shown = |rules: &S| {
            let parts: Vec<_> = parts.iter().map(|part| rules.show(part)).collect();
            parts.join(" and ")
        };
        if rules.promises().kind != Kind::Partizan {
            let of = |part: &S::Position| slow.value(part, side, limits).map(|value| value.grundy);
            let values: Option<Vec<_>> = parts.iter().map(of).collect();
            let sum = values?.iter().fold(0, |sum, value| sum ^ value);
            if sum != value.grundy {
                self.mistake("summands", |rules| {
                    format!(
                        "summands are unsound: {} has Grundy value {}, its parts {} together {sum}",
                        rules.show(at),
                        value.grundy,
                        shown(rules)
                    )
                });
            }
            return Some(());
        }
        let won = |value: Worthwhile| if value.margin > 0 { "won" } else { "lost" };
        let sum = slow.sum(parts.clone(), side, limits)?;
        if sum.margin != value.margin {
            self.mistake("summands", |rules| {
                format!(
                    "summands are unsound: for {side:?} to move {} is {}, its parts {} together are {}",
                    rules.show(at),
                    won(value),
                    shown(rules),
                    won(sum)
                )
            });
        }
        if let Some(negative) = rules.negative(at) {
            let turned = slow.value(&negative, side.other(), limits)?;
            if turned.margin != value.margin {
                self.mistake("negative", |rules| {
                    format!(
                        "negative is unsound: for {side:?} to move {} is {}, {} is {} for the other",
                        rules.show(at),
                        won(value),
                        rules.show(&negative),
                        won(turned)
                    )
                });
            }
        }
        Some(())
    }

    /// Whether play is known to end.
    fn end(&mut self, edges: &Edges<S::Position>) {
        if !self.report.complete || self.rules.promises().bounded {
            return;
        }
        match cycle(edges) {
            None => self.note(
                "every line of play ends; with a function plies_left that tells an upper bound of the moves left, faster solvers serve the game",
            ),
            Some((at, _)) => {
                let at = self.rules.show(at);
                match self.rules.promises().kind {
                    Kind::Impartial | Kind::Outcome | Kind::Partizan => {
                        self.note(format!("play can come back to {at}: endless play is a draw"));
                    }
                    Kind::Points | Kind::PartizanPoints => self.mistake("endless", |_| {
                        format!("play can come back to {at}, and a game of points must end")
                    }),
                }
            }
        }
    }
}

/// A place of a closed set to which play can return.
fn cycle<P: Eq + Hash + Ord>(edges: &Edges<P>) -> Option<&Place<P>> {
    let mut into: HashMap<&Place<P>, usize> = edges.keys().map(|place| (place, 0)).collect();
    for to in edges.values().flatten() {
        *into.entry(to).or_default() += 1;
    }
    let mut free: Vec<_> = into
        .iter()
        .filter(|(_, count)| **count == 0)
        .map(|(place, _)| *place)
        .collect();
    while let Some(place) = free.pop() {
        into.remove(place);
        for to in edges.get(place).into_iter().flatten() {
            if let Some(count) = into.get_mut(to) {
                *count -= 1;
                if *count == 0 {
                    free.push(to);
                }
            }
        }
    }
    // Some of the remaining places may only lead into a cycle; those that do have no move to a remaining place.
    loop {
        let last = into.keys().copied().find(|place| {
            edges
                .get(*place)
                .is_none_or(|next| !next.iter().any(|to| into.contains_key(to)))
        });
        match last {
            Some(place) => into.remove(place),
            None => return into.into_keys().min_by(|a, b| a.0.cmp(&b.0)),
        };
    }
}
