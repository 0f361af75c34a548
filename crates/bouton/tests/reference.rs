//! Every game against its text, which the checker evaluates: the moves of a position, and each solver's value and best moves.

mod boards;
mod catalogue;
mod claims;
mod graphs;
mod heaps;
pub(crate) mod rows;
mod sides;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;
use std::time::Duration;

use bouton::answers::Class;
use bouton::{Answer, How, Limits, Open, Outcome, Session};
use bouton_reference::{CheckersLook, Contents, Slow, Value, of_checker};
use bouton_verify::position::Played;
use bouton_verify::reference::{Position, Reference};

use crate::support::nodes;

/// Searches of whole trees are compared only where the tree is small.
const SMALL_TREE: u64 = 5_000;

/// The solver `law`, which is slow to find moves, is asked at one position of this many.
const LAWFUL: usize = 16;

/// A game, opened by its own rules and by those of the checker.
struct Compared {
    session: Session,
    /// Plays lines.
    player: Session,
    rules: Rc<Reference>,
    slow: Slow<Position, CheckersLook>,
    solvers: Vec<&'static str>,
    /// Whether a position is a list of heaps, so that trees are large and the preferred move takes many tokens.
    has_heaps: bool,
    checked: HashSet<Position>,
    /// How many positions each solver answered.
    answered: HashMap<&'static str, usize>,
}

/// A move in both forms of the rules: the position it leads to, as the checker reads it, its points, and the next player.
type Told = (Position, i128, bool);

impl Compared {
    /// A game at a position, or at its start.
    fn open(game: &str, misere: bool, position: Option<&str>) -> Self {
        let open = || {
            let opened = Open::game(game).misere(misere).position(position).session();
            opened.unwrap_or_else(|why| panic!("{game} {position:?}: {why}"))
        };
        let (session, player) = (open(), open());
        let played = Played {
            misere,
            ..Played::normal(bouton_names::full_name(game).unwrap_or_else(|| game.into()))
        };
        let start = session.position().unwrap();
        let (rules, slow) =
            of_checker(&played, &start).unwrap_or_else(|why| panic!("{game} {start}: {why}"));
        Self {
            solvers: session.solvers().iter().map(|about| about.id).collect(),
            session,
            player,
            rules,
            slow,
            has_heaps: false,
            checked: HashSet::new(),
            answered: HashMap::new(),
        }
    }

    /// The checker's position with this text of the game.
    fn read(&self, text: &str) -> Position {
        let at = self.rules.read(text);
        at.unwrap_or_else(|why| panic!("{} {text}: {why}", self.session.game()))
    }

    fn go(&mut self, text: &str) -> Position {
        let gone = self.session.go(text);
        gone.unwrap_or_else(|why| panic!("{} {text}: {why}", self.session.game()));
        self.read(text)
    }

    /// Positions, with either player to move where they play differently.
    fn check_all<T: AsRef<str>>(&mut self, texts: impl IntoIterator<Item = T>) {
        for text in texts {
            let text = text.as_ref();
            self.check(text);
            if self.session.side().is_some() {
                self.check(&format!("{text} R"));
            }
        }
    }

    /// Positions that play can reach from this one, the player who begins: `most` of them, evenly spread.
    fn check_reachable(&mut self, start: &str, most: usize) {
        let mut starts = vec![self.go(start)];
        if self.session.side().is_some() {
            starts.push(self.go(&format!("{start} R")));
        }
        let mut all: Vec<Position> = Vec::new();
        for start in &starts {
            all.extend(self.slow.reachable(start));
        }
        let step = all.len().div_ceil(most).max(1);
        for at in all.iter().step_by(step) {
            let text = self.rules.show(at);
            self.check(&text);
        }
    }

    /// One position: its moves, and the answer of every solver.
    fn check(&mut self, text: &str) {
        let at = self.go(text);
        if self.checked.contains(&at) {
            return;
        }
        self.check_moves(&at);
        let nth = self.checked.len();
        self.checked.insert(at.clone());
        let mut answers = 0;
        for id in self.solvers.clone() {
            if id == "law" && !nth.is_multiple_of(LAWFUL) {
                continue;
            }
            let limits = self.limits(id);
            if self.session.accepts(id, &limits).is_err() {
                continue;
            }
            let is_limited = limits.nodes.is_some() || limits.deadline.is_some();
            let how = How::by(Some(id)).within(limits);
            let answer = match self.session.solve(&how) {
                // Where play comes back, these decline within their search.
                Err(why) if ["components", "values"].contains(&id) => {
                    assert!(why.to_string().contains("can come back"), "{why}");
                    continue;
                }
                answer => answer.unwrap(),
            };
            if !(is_limited && answer.stopped.is_some()) {
                self.check_answer(&at, &answer);
                *self.answered.entry(id).or_default() += 1;
                answers += 1;
            }
        }
        // A solver that is named may decline a position: its test counts the answers.
        let is_answered = answers > 0 || self.solvers.len() == 1;
        assert!(is_answered, "{}", self.place(&at));
    }

    fn limits(&self, solver: &str) -> Limits {
        match solver {
            "minimax" => nodes(SMALL_TREE),
            "alpha-beta" if self.has_heaps => nodes(SMALL_TREE),
            "law" => Limits::within(Duration::from_secs(1)),
            _ => Limits::default(),
        }
    }

    fn place(&self, at: &Position) -> String {
        let misere = if self.session.is_misere() {
            ", misère"
        } else {
            ""
        };
        format!(
            "{}{misere} at {:?}",
            self.session.game(),
            self.rules.show(at)
        )
    }

    /// Both forms of the rules give the same moves at the session's position, and agree on the end of play.
    fn check_moves(&mut self, at: &Position) {
        let place = self.place(at);
        let is_over = self.session.is_over().unwrap();
        let looked = self.slow.look(at);
        assert_eq!(matches!(looked, Contents::Over(_)), is_over, "{place}");
        if let Contents::Over(score) = looked {
            let value = self.session.value(&How::default()).unwrap();
            let found = value.margin.unwrap_or(match value.outcome {
                Outcome::Win => 1,
                Outcome::Draw => 0,
                Outcome::Loss => -1,
            });
            assert_eq!(found, score.into(), "{place}");
        }
        let own: BTreeSet<Told> = self.choices().into_iter().map(|(_, told)| told).collect();
        let theirs = self.slow.moves(at).into_iter();
        let theirs: BTreeSet<Told> = theirs.map(|mv| (mv.to, mv.gain.into(), mv.again)).collect();
        assert_eq!(own, theirs, "{place}");
    }

    /// The game's own moves, with their names.
    fn choices(&self) -> Vec<(String, Told)> {
        let choices = self.session.choices(usize::MAX).unwrap();
        let told = choices.into_iter().map(|choice| {
            let (to, played) = (self.read(&choice.to), choice.played);
            let gain = played.gain.unwrap_or(0);
            (played.name, (to, gain, played.keeps_turn))
        });
        told.collect()
    }

    /// Each solver agrees with the slow solver.
    fn check_answer(&mut self, at: &Position, answer: &Answer) {
        let place = format!("{} by {}", self.place(at), answer.solver);
        let Value { score, plies } = self.slow.value(at);
        let outcome = Outcome::of_margin(score.into());
        assert_eq!(answer.outcome, Some(outcome), "{place}");
        assert_eq!(answer.stopped, None, "{place}");
        if self.rules.has_points() {
            let margin = answer.margin.as_ref().map(ToString::to_string);
            assert_eq!(margin, Some(score.to_string()), "{place}");
            assert_eq!(answer.remoteness, None, "{place}");
        } else {
            let is_right = |found| Some(found) == plies;
            let found = answer.remoteness;
            assert!(
                found.is_none_or(is_right),
                "{place}: {found:?} of {plies:?}"
            );
        }
        // Where moves entail, the least number missing is not the value: sums are played out for it (`entailing`).
        if let Some(grundy) = answer
            .grundy
            .as_ref()
            .filter(|_| answer.solver != "entailing")
        {
            let expected = self.slow.grundy(at).to_string();
            assert_eq!(grundy.to_string(), expected, "{place}");
        }
        if let Some(class) = answer.class {
            assert_eq!(class, self.class(at), "{place}");
        }
        self.check_best(at, answer, &place);
    }

    /// The class of a position of Left and Right.
    fn class(&mut self, at: &Position) -> Class {
        let text = self.rules.show(at);
        let text = text.strip_suffix(" R").unwrap_or(&text);
        let mut first = |text: &str| {
            let at = self.rules.read(text).unwrap();
            Outcome::of_margin(self.slow.value(&at).score.into())
        };
        Class::of(first(text), first(&format!("{text} R")))
    }

    /// The answer has exactly the best moves, the preferred one first, and the line consists of best moves to the end.
    fn check_best(&mut self, at: &Position, answer: &Answer, place: &str) {
        let best: BTreeSet<Position> = self.slow.best(at).into_iter().collect();
        let told = answer.best.iter().map(|mv| mv.to.as_ref().unwrap());
        let found: BTreeSet<Position> = told.map(|to| self.read(to)).collect();
        assert_eq!(found, best, "{place}");
        let choices = self.choices();
        let count = choices.iter().filter(|mv| best.contains(&mv.1.0)).count();
        let told = answer.best_count.as_ref().map(ToString::to_string);
        assert_eq!(told, Some(count.to_string()), "{place}");
        assert_eq!(answer.best.len(), count, "{place}");
        assert_eq!(answer.best.first(), answer.preferred.as_ref(), "{place}");
        self.check_preferred(at, answer, place);
        if let Some(line) = &answer.line {
            self.check_line(at, answer, line, place);
        }
    }

    /// In answers with plies the preferred move is the quickest win or the slowest loss; else, of heaps, one that leaves the fewest
    /// tokens of a won position, and the most of a lost one.
    fn check_preferred(&mut self, at: &Position, answer: &Answer, place: &str) {
        let Some(to) = answer.preferred.as_ref().and_then(|mv| mv.to.as_ref()) else {
            return;
        };
        let to = self.read(to);
        let Value { score, plies } = self.slow.value(at);
        if answer.remoteness.is_some() && score != 0 {
            let after = self.slow.value(&to).plies;
            assert_eq!(after.map(|after| after + 1), plies, "{place}: {answer:?}");
        } else if self.has_heaps {
            let left = |at: &Position| -> i64 {
                let heaps = self.rules.show(at);
                heaps
                    .split(',')
                    .filter_map(|heap| heap.parse::<i64>().ok())
                    .sum()
            };
            let best = self.slow.best(at);
            let totals = best.iter().map(left);
            let wanted = if score > 0 {
                totals.min()
            } else {
                totals.max()
            };
            assert_eq!(Some(left(&to)), wanted, "{place}: {answer:?}");
        }
    }

    /// Each move of a line is a best one, and the line ends where play does, unless it is of a closed form, or play has no end.
    fn check_line(&mut self, at: &Position, answer: &Answer, line: &[String], place: &str) {
        self.player.go(&self.rules.show(at)).unwrap();
        let mut here = at.clone();
        for mv in line {
            self.player.play(mv).unwrap();
            let to = self.read(&self.player.position().unwrap());
            assert!(self.slow.best(&here).contains(&to), "{place}: {line:?}");
            here = to;
        }
        let has_end = self.rules.has_points() || self.slow.value(at).plies.is_some();
        if has_end && answer.solver != "closed-form" {
            let is_over = matches!(self.slow.look(&here), Contents::Over(_));
            assert!(is_over, "{place}: {line:?}");
        }
    }
}

/// Whether a text is a position of a game: both forms of the rules agree.
fn is_position(game: &str, text: &str) -> bool {
    let own = Open::game(game).at(text).session().is_ok();
    let theirs = Reference::open(&Played::normal(game), text).is_ok();
    assert_eq!(own, theirs, "{game} {text}");
    own
}

/// Every text of this many signs.
fn texts(signs: &str, length: usize) -> Vec<String> {
    let longer = |texts: Vec<String>| {
        let longer = texts
            .iter()
            .flat_map(|text| signs.chars().map(move |sign| format!("{text}{sign}")));
        longer.collect()
    };
    (0..length).fold(vec![String::new()], |texts, _| longer(texts))
}

/// A text in rows of this many signs.
fn rows_of(text: &str, columns: usize) -> String {
    let signs: Vec<char> = text.chars().collect();
    let rows = signs.chunks(columns).map(|row| row.iter().collect());
    rows.collect::<Vec<String>>().join("/")
}

/// A random text of this many signs; signs that are listed more than once are more frequent.
fn random_text(random: &mut fastrand::Rng, signs: &str, length: usize) -> String {
    let signs: Vec<char> = signs.chars().collect();
    (0..length)
        .map(|_| signs[random.usize(..signs.len())])
        .collect()
}

/// A board of free cells.
fn empty(rows: usize, columns: usize) -> String {
    vec![".".repeat(columns); rows].join("/")
}
