//! [`States`]: the reachable positions and the moves between them.

use std::collections::{HashMap, HashSet, VecDeque};

use bouton_core::Outcome;

use super::{Error, placed};
use bouton::answers::{plies_in_words, points_in_words};
use bouton::{How, Session, Value};

/// A position, or a family of positions drawn as one.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// The position; of a family, the first that was found.
    pub(crate) position: String,
    pub(crate) label: String,
    pub(crate) value: Value,
    /// Points still to come for both players, if play cannot change their sum.
    pub(crate) at_stake: Option<i128>,
    pub(crate) over: bool,
    /// Whether its position is drawn as a board, one line for each row.
    pub(crate) board: bool,
}

/// A move between two states.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) name: String,
    pub(crate) gain: i128,
    pub(crate) keeps_turn: bool,
    pub(crate) best: bool,
    /// Whether it is the preferred one of the best moves.
    pub(crate) preferred: bool,
}

/// The extent of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// All reachable positions.
    Whole,
    /// The positions that best moves of both players reach.
    BestMoves,
    /// The preferred moves alone.
    Line,
}

impl Extent {
    /// From the largest to the smallest.
    pub(crate) const ALL: [Self; 3] = [Self::Whole, Self::BestMoves, Self::Line];
}

/// The state graph from a position, which is the first state.
#[derive(Debug)]
pub(crate) struct States {
    pub(crate) states: Vec<State>,
    pub(crate) links: Vec<Link>,
    pub(crate) extent: Extent,
    /// If there were too many links to draw: the number of states before some were left out.
    pub(crate) thinned: Option<usize>,
}

/// Explores at most `most` states from the session's position, with the first extent that fits. `merge`: positions that are
/// equal up to symmetry, or belong to one family, are one state. Positions that differ only in the order of heaps always
/// are.
pub(crate) fn explore(
    session: &mut Session,
    how: &How,
    extents: &[Extent],
    most: usize,
    merge: bool,
) -> Result<States, Error> {
    let start = session.position()?;
    for &extent in extents {
        let explorer = Explorer::new(session, how, most, merge, extent);
        let found = explorer.run(&start);
        session.go(&start)?;
        if let Some(states) = found? {
            return Ok(states);
        }
    }
    Err(Error::Unfit(format!(
        "even the line of best play from here has more than {most} positions: start nearer to the end"
    )))
}

struct Explorer<'s> {
    session: &'s mut Session,
    how: &'s How,
    most: usize,
    merge: bool,
    /// The state of a position.
    known: HashMap<String, usize>,
    /// The state of a family or a symmetry class.
    classes: HashMap<String, usize>,
    waiting: VecDeque<usize>,
    graph: States,
}

impl<'s> Explorer<'s> {
    fn new(
        session: &'s mut Session,
        how: &'s How,
        most: usize,
        merge: bool,
        extent: Extent,
    ) -> Self {
        Self {
            session,
            how,
            most,
            merge,
            known: HashMap::new(),
            classes: HashMap::new(),
            waiting: VecDeque::new(),
            graph: States {
                states: Vec::new(),
                links: Vec::new(),
                extent,
                thinned: None,
            },
        }
    }

    /// `None`: there are more states than can be drawn.
    fn run(mut self, start: &str) -> Result<Option<States>, Error> {
        self.state(start)?;
        while let Some(from) = self.waiting.pop_front() {
            if !self.expand(from)? {
                return Ok(None);
            }
        }
        self.graph.judge_lost();
        Ok(Some(self.graph))
    }

    /// The state of a position, new or known.
    fn state(&mut self, position: &str) -> Result<usize, Error> {
        if let Some(&state) = self.known.get(position) {
            return Ok(state);
        }
        self.session.go(position)?;
        let family = self.session.family().filter(|_| self.merge);
        let class = match &family {
            Some(name) => format!("family {name}"),
            None if self.merge => self.session.canonical()?,
            None => self.session.merged()?,
        };
        if let Some(&state) = self.classes.get(&class) {
            self.known.insert(position.to_owned(), state);
            return Ok(state);
        }
        let state = self.graph.states.len();
        let scene = self.session.scene()?;
        self.graph.states.push(State {
            position: position.to_owned(),
            label: family.unwrap_or_else(|| placed(self.session, position)),
            value: self.session.value(self.how)?,
            at_stake: self.session.at_stake()?,
            over: self.session.is_over()?,
            board: matches!(scene.figure, bouton_core::scene::Figure::Board(_)),
        });
        self.known.insert(position.to_owned(), state);
        self.classes.insert(class, state);
        self.waiting.push_back(state);
        Ok(state)
    }

    /// Adds the moves from a state; false if there are too many states.
    fn expand(&mut self, from: usize) -> Result<bool, Error> {
        let position = self.graph.states[from].position.clone();
        self.session.go(&position)?;
        if self.graph.states[from].over {
            return Ok(true);
        }
        let choices = match self.graph.extent {
            Extent::Whole => self.session.choices(self.most + 1)?,
            _ => Vec::new(),
        };
        if choices.len() > self.most {
            return Ok(false);
        }
        let (best, preferred) = self.best()?;
        let moves = match self.graph.extent {
            Extent::Whole => choices
                .into_iter()
                .map(|choice| (choice.played, choice.to))
                .collect(),
            Extent::BestMoves => self.play_each(&position, &best)?,
            Extent::Line => self.play_each(&position, std::slice::from_ref(&preferred))?,
        };
        for (played, to) in moves {
            let to = self.state(&to)?;
            if self.graph.states.len() > self.most {
                return Ok(false);
            }
            let best = self.graph.extent != Extent::Whole || best.contains(&played.name);
            self.link(Link {
                from,
                to,
                preferred: played.name == preferred,
                name: played.name,
                gain: played.gain.unwrap_or(0),
                keeps_turn: played.keeps_turn,
                best,
            });
        }
        Ok(true)
    }

    /// The names of the best moves here, and of the preferred one.
    fn best(&mut self) -> Result<(Vec<String>, String), Error> {
        let answer = self.session.solve(self.how)?;
        if let Some(reason) = answer.stopped {
            return Err(Error::Stopped(reason));
        }
        let missing = || Error::Unfit("the solver names no best move".into());
        let preferred = answer.preferred.ok_or_else(missing)?.name;
        Ok((
            answer.best.into_iter().map(|best| best.name).collect(),
            preferred,
        ))
    }

    /// The moves with these names and the states they lead to, cut if there are more than can be drawn.
    fn play_each(
        &mut self,
        position: &str,
        names: &[String],
    ) -> Result<Vec<(bouton::Played, String)>, Error> {
        let mut moves = Vec::new();
        for name in names.iter().take(self.most + 1) {
            self.session.go(position)?;
            let played = self.session.play(name)?;
            moves.push((played, self.session.position()?));
        }
        Ok(moves)
    }

    /// Adds a move; moves between the same two states are drawn as one if they are equally good.
    fn link(&mut self, link: Link) {
        // A move within a family does not leave its state.
        if link.from == link.to && self.merge {
            return;
        }
        let same = |other: &&mut Link| (other.from, other.to) == (link.from, link.to);
        match self.graph.links.iter_mut().rev().take(self.most).find(same) {
            Some(other) if self.merge => {
                other.best |= link.best;
                other.preferred |= link.preferred;
                other.name = format!("{}; {}", other.name, link.name);
            }
            _ => self.graph.links.push(link),
        }
    }
}

impl States {
    /// If every move loses, only those that hold out longest are best; none if no solver counts the plies, or points, to
    /// the end.
    fn judge_lost(&mut self) {
        for link in &mut self.links {
            let [from, to] = [link.from, link.to].map(|state| &self.states[state].value);
            if from.outcome == Outcome::Loss && from.margin.is_none() {
                let holds_out = to.remoteness.map(|plies| plies + 1);
                link.best &= holds_out.is_some() && holds_out == from.remoteness;
            }
        }
    }

    /// Whether a move of a lost position is best.
    pub(crate) fn has_best_of_lost(&self) -> bool {
        let of_lost = |link: &Link| {
            let value = &self.states[link.from].value;
            link.best && value.outcome == Outcome::Loss && value.margin.is_none()
        };
        self.links.iter().any(of_lost)
    }

    /// The links out of each state.
    pub(crate) fn out(&self) -> Vec<Vec<usize>> {
        let mut out = vec![Vec::new(); self.states.len()];
        for (n, link) in self.links.iter().enumerate() {
            out[link.from].push(n);
        }
        out
    }

    /// The states in an order in which every move goes forward; `None` if play can repeat.
    pub(crate) fn forward(&self) -> Option<Vec<usize>> {
        let mut waits = vec![0usize; self.states.len()];
        for link in &self.links {
            waits[link.to] += 1;
        }
        let out = self.out();
        let mut order = Vec::with_capacity(waits.len());
        let mut ready = VecDeque::from_iter((0..waits.len()).filter(|&n| waits[n] == 0));
        while let Some(state) = ready.pop_front() {
            order.push(state);
            for &link in &out[state] {
                let to = self.links[link].to;
                waits[to] -= 1;
                if waits[to] == 0 {
                    ready.push_back(to);
                }
            }
        }
        (order.len() == waits.len()).then_some(order)
    }

    /// The distance of each state from the first: the most moves if play cannot repeat, otherwise the fewest.
    pub(crate) fn distance(&self) -> Vec<usize> {
        let out = self.out();
        let mut level = vec![0; self.states.len()];
        if let Some(order) = self.forward() {
            for state in order {
                for &link in &out[state] {
                    let to = self.links[link].to;
                    level[to] = level[to].max(level[state] + 1);
                }
            }
            return level;
        }
        let mut seen = HashSet::from([0]);
        let mut queue = VecDeque::from([0]);
        while let Some(state) = queue.pop_front() {
            for &link in &out[state] {
                let to = self.links[link].to;
                if seen.insert(to) {
                    level[to] = level[state] + 1;
                    queue.push_back(to);
                }
            }
        }
        level
    }

    /// The number of orders of play from the first state to each; `None` if play can repeat.
    pub(crate) fn orders(&self) -> Option<Vec<u128>> {
        let out = self.out();
        let mut orders = vec![0u128; self.states.len()];
        orders[0] = 1;
        for state in self.forward()? {
            for &link in &out[state] {
                let to = self.links[link].to;
                orders[to] = orders[to].saturating_add(orders[state]);
            }
        }
        Some(orders)
    }

    /// If there are more links than this: the winning moves, and the preferred move of each position, and the states that these
    /// reach, each with its number before.
    pub(crate) fn thinned(self, most: usize) -> (Self, Vec<usize>) {
        if self.links.len() <= most {
            let all = (0..self.states.len()).collect();
            return (self, all);
        }
        let tells = |link: &Link| {
            let wins = self.states[link.from].value.outcome == Outcome::Win;
            link.preferred || (link.best && wins)
        };
        let out = self.out();
        let (mut kept, mut links) = (vec![0], Vec::new());
        let mut number = vec![None; self.states.len()];
        number[0] = Some(0);
        let mut next = 0;
        while let Some(&state) = kept.get(next) {
            for &n in out[state].iter().filter(|n| tells(&self.links[**n])) {
                let link = &self.links[n];
                let to = *number[link.to].get_or_insert_with(|| {
                    kept.push(link.to);
                    kept.len() - 1
                });
                links.push(Link {
                    from: next,
                    to,
                    ..link.clone()
                });
            }
            next += 1;
        }
        let thinned = Self {
            states: kept.iter().map(|&n| self.states[n].clone()).collect(),
            links,
            extent: self.extent,
            thinned: Some(self.states.len()),
        };
        (thinned, kept)
    }

    /// The number of nodes and leaves of the tree of all lines of play; `None` if play can repeat.
    pub(crate) fn tree_size(&self) -> Option<(u128, u128)> {
        let (orders, out) = (self.orders()?, self.out());
        let total = orders.iter().fold(0u128, |sum, n| sum.saturating_add(*n));
        let leaves = orders.iter().zip(&out).filter(|(_, out)| out.is_empty());
        Some((total, leaves.fold(0, |sum, (n, _)| sum.saturating_add(*n))))
    }
}

/// The value in a few letters: `+3`, `W4` (won in 4), `L`.
pub(crate) fn short(value: &Value) -> String {
    match (value.margin, value.remoteness) {
        (Some(0), _) => "0".into(),
        (Some(margin), _) => format!("{margin:+}"),
        (None, Some(plies)) => format!("{}{plies}", value.outcome.letter()),
        (None, None) => value.outcome.letter().into(),
    }
}

/// The value in words.
pub(crate) fn long(value: &Value) -> String {
    let mut words = match value.margin {
        Some(margin) => format!("{} by {}", value.outcome.word(), points_in_words(margin)),
        None => value.outcome.word().to_owned(),
    };
    if let Some(plies) = value.remoteness {
        words += &format!(" in {}", plies_in_words(plies));
    }
    if let Some(grundy) = &value.grundy {
        words += &format!(", Grundy value {grundy}");
    }
    format!("{words} for the player to move")
}

/// The CSS class of an outcome's colour.
pub(crate) fn class(outcome: Outcome) -> &'static str {
    outcome.word()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "All moves of a lost position were drawn as best": only those that hold out longest are, and none if no solver counts plies.
    #[test]
    fn of_a_lost_position_only_the_longest_moves_are_best() {
        let mut best_of_lost = 0;
        for (game, position, solver, counts) in [
            ("wythoff", "3,5", None, false),
            ("wythoff", "3,5", Some("memo"), true),
            ("nim", "1,2,3", None, false),
            ("nim", "1,2,3", Some("retrograde"), true),
            ("tic-tac-toe", "XXO/O.X/...", None, true),
        ] {
            let how = How::by(solver);
            let mut session = bouton::open(game, position).unwrap();
            let graph = explore(&mut session, &how, &Extent::ALL, 300, true).unwrap();
            let plies = |state: usize| graph.states[state].value.remoteness;
            for link in &graph.links {
                if graph.states[link.from].value.outcome != Outcome::Loss {
                    continue;
                }
                let own = graph.links.iter().filter(|other| other.from == link.from);
                let longest = own.map(|other| plies(other.to)).max().flatten();
                let is_longest = longest.is_some() && plies(link.to) == longest;
                assert_eq!(link.best, is_longest, "{game}: {}", link.name);
            }
            assert!(counts || !graph.has_best_of_lost(), "{game}");
            best_of_lost += usize::from(graph.has_best_of_lost());
        }
        assert!(best_of_lost >= 2);
    }
}
