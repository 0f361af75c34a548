//! [`graph`]: parses and checks lines as a graph.

use std::io::Read;

use bouton_core::origin::Hashing;
use bouton_core::{Limits, StopReason};

use crate::course::{Metered, course, movers};
use crate::fault::Refusal;
use crate::graph::{End, Graph, Lists, Node, Turns};
use crate::lines::Lines;
use crate::names::Names;
use crate::record::{PlayerIndex, Record, Step};

/// The most bytes of the records for each byte of a line.
const RECORDED: u64 = 9;
/// Lines between two reports of the progress.
const PROGRESS: u32 = 1 << 12;
/// The bound of the numbers of positions and moves: a position and a player are one number, and so is the index of a move.
const MOST_POSITIONS: usize = (1 << 31) - 1;
const MOST_MOVES: usize = u32::MAX as usize;
/// The largest sum of points along any line of play.
const MOST_POINTS: u128 = 1 << 62;

/// The form of a line, for errors.
const FORM: &str = "expected a position, like {\"id\": \"a\", \"to\": [[\"take 1\", \"b\"]]}, or an end, like {\"id\": \"b\", \"win\": 0}";

/// A graph while it is read.
#[derive(Default)]
struct Reading {
    file: String,
    text: Hashing,
    /// The number of the current line, counted from 1.
    line: u32,
    ids: Names,
    labels: Names,
    lists: Lists,
    players: Vec<PlayerIndex>,
    first: Firsts,
    /// The names of one position's moves, to find duplicates.
    named: Vec<u32>,
}

/// The lines that first contain some field.
#[derive(Default)]
struct Firsts {
    turn: Option<u32>,
    no_turn: Option<u32>,
    win: Option<u32>,
    points: Option<u32>,
    stuck: Option<u32>,
}

/// The graph in a text; `file` is its name in messages.
pub(crate) fn graph(file: &str, text: impl Read, limits: &Limits) -> Result<Graph, Refusal> {
    let mut reading = Reading {
        file: file.to_owned(),
        ..Reading::default()
    };
    let mut lines = Lines::of(text);
    loop {
        let (held, line) = (reading.bytes(), reading.line);
        if line.is_multiple_of(PROGRESS) {
            limits.progress.set(reading.ids.len() as u64, 0);
        }
        let failed = |error: &std::io::Error| {
            Refusal::Io(format!(
                "{file}: cannot be read on after line {line}: {error}"
            ))
        };
        let Some(line) = lines.next(|| held, limits, failed)? else {
            break;
        };
        limits.afford(held + RECORDED * line.len() as u64)?;
        reading.take(line, limits)?;
    }
    reading.text = lines.hashing;
    reading.finish(limits)
}

impl Reading {
    fn bytes(&self) -> u64 {
        let texts = self.ids.bytes() + self.labels.bytes();
        texts + self.lists.bytes() + (self.players.capacity() + 4 * self.named.capacity()) as u64
    }

    fn fault(&self, message: impl AsRef<str>) -> Refusal {
        self.fault_at(self.line, message)
    }

    fn fault_at(&self, line: u32, message: impl AsRef<str>) -> Refusal {
        Refusal::Fault(format!("{}:{line}: {}", self.file, message.as_ref()))
    }

    fn take(&mut self, line: &[u8], limits: &Limits) -> Result<(), Refusal> {
        let next = self.line.checked_add(1);
        self.line = next.ok_or_else(|| self.fault("more lines than there can be positions"))?;
        let mark = "\u{feff}".as_bytes();
        let line = match line.strip_prefix(mark) {
            Some(rest) if self.line == 1 => rest,
            _ => line,
        };
        let line = line.trim_ascii_end();
        match line.trim_ascii_start().first() {
            None => Ok(()),
            Some(b'{') => {
                let record = serde_json::from_slice(line);
                self.add(&record.map_err(|error| self.malformed(&error))?, limits)
            }
            Some(_) => Err(self.fault(FORM)),
        }
    }

    /// The error of a malformed line, with its place.
    fn malformed(&self, error: &serde_json::Error) -> Refusal {
        let told = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        let sentence = told.strip_suffix(&place).unwrap_or(&told);
        let column = error.column();
        Refusal::Fault(format!(
            "{}:{}:{column}: {sentence}; {FORM}",
            self.file, self.line
        ))
    }

    fn add(&mut self, record: &Record<'_>, limits: &Limits) -> Result<(), Refusal> {
        let node = self.node(&record.id.0)?;
        if self.lists.only_named(node).is_none() {
            let id = &record.id.0;
            return Err(self.fault(format!("{id:?} is in a line before this one, too")));
        }
        self.turn(node, record);
        if let Some(end) = self.end(record)? {
            self.lists.end(node, end);
            return Ok(());
        }
        let steps = record.to.as_deref().unwrap_or_default();
        self.open(node, steps, limits)
    }

    /// The number of an id.
    fn node(&mut self, id: &str) -> Result<Node, Refusal> {
        let node = self
            .ids
            .intern(id)
            .filter(|node| (*node as usize) < MOST_POSITIONS);
        let node = node.ok_or_else(|| {
            self.fault(format!(
                "more than {MOST_POSITIONS} positions: no graph may have so many"
            ))
        })?;
        self.lists.name(node, self.line);
        Ok(node)
    }

    fn turn(&mut self, node: Node, record: &Record<'_>) {
        let (line, has_moves) = (
            self.line,
            record.to.as_ref().is_some_and(|to| !to.is_empty()),
        );
        match record.turn {
            Some(player) => {
                self.first.turn.get_or_insert(line);
                self.set_player(node, player);
            }
            None if has_moves => {
                self.first.no_turn.get_or_insert(line);
            }
            None => {}
        }
    }

    fn set_player(&mut self, node: Node, player: PlayerIndex) {
        let n = node as usize;
        if n >= self.players.len() {
            self.players.resize(n + 1, UNTOLD);
        }
        self.players[n] = player;
    }

    /// The score of the end in a line; `None` for a position with moves.
    fn end(&mut self, record: &Record<'_>) -> Result<Option<End>, Refusal> {
        let line = self.line;
        let steps = record.to.as_ref().map(Vec::len);
        let end = match (steps, record.win, record.points) {
            (Some(1..), None, None) => return Ok(None),
            (Some(1..), ..) => {
                return Err(
                    self.fault("a position with moves is no end: only ends have win and points")
                );
            }
            (_, Some(_), Some(_)) => return Err(self.fault("an end has win or points, not both")),
            (_, Some(Some(player)), None) => End::Won(player),
            (_, Some(None), None) => End::Drawn,
            (_, None, Some(points)) => End::Points(points),
            (Some(0), None, None) => End::Stuck,
            (None, None, None) => {
                return Err(self.fault("expected moves (to), or an end (win or points)"));
            }
        };
        let first = match end {
            End::Points(_) => &mut self.first.points,
            End::Won(_) | End::Drawn => &mut self.first.win,
            End::Stuck => &mut self.first.stuck,
        };
        first.get_or_insert(line);
        Ok(Some(end))
    }

    fn open(&mut self, node: Node, steps: &[Step<'_>], limits: &Limits) -> Result<(), Refusal> {
        let first = self.lists.to.len();
        if first + steps.len() > MOST_MOVES {
            return Err(self.fault(format!(
                "more than {MOST_MOVES} moves: no graph may have so many"
            )));
        }
        for (n, step) in steps.iter().enumerate() {
            if n % STRIDE == STRIDE - 1 {
                limits.check()?;
                limits.afford(self.bytes())?;
            }
            let to = self.node(&step.to.0)?;
            let label = self.labels.intern(&step.label.0);
            let label = label.ok_or_else(|| self.fault("more names of moves than there can be"))?;
            if step.gain != 0 {
                self.first.points.get_or_insert(self.line);
            }
            self.lists.push(to, label, step.gain);
        }
        self.lists.open(node, first);
        self.named.clear();
        self.named.extend_from_slice(&self.lists.labels[first..]);
        self.named.sort_unstable();
        let twice = self.named.windows(2).find(|pair| pair[0] == pair[1]);
        match twice {
            Some(pair) => Err(self.fault(format!(
                "two moves of this position are called {:?}: a move is known by its name",
                self.labels.get(pair[0])
            ))),
            None => Ok(()),
        }
    }

    /// Checks conditions across lines, and analyses the graph.
    fn finish(mut self, limits: &Limits) -> Result<Graph, Refusal> {
        let nodes = self.ids.len();
        if nodes == 0 {
            let message = "no position: expected lines of JSON, the first one the start";
            return Err(Refusal::Fault(format!("{}: {message}", self.file)));
        }
        self.check_named(limits)?;
        limits.check()?;
        self.check_worths()?;
        limits.afford(self.bytes() + nodes as u64)?;
        let mut work = Metered::of(limits, self.bytes());
        let start = 0;
        let turns = match self.first.turn {
            Some(_) => Turns::Told(self.players(nodes, &mut work)?),
            None if self.names_players() => {
                Turns::Alternate(movers(&self.lists, start, nodes, &mut work)?)
            }
            None => Turns::Unseen,
        };
        let course = course(&self.lists, nodes, &mut work)?;
        let graph = Graph {
            file: self.file,
            origin: self.text.origin(),
            ids: self.ids,
            labels: self.labels,
            lists: self.lists,
            start,
            turns,
            course,
        };
        clashes(&graph, &mut work)?;
        Ok(graph)
    }

    /// Checks that every id has a line.
    fn check_named(&self, limits: &Limits) -> Result<(), Refusal> {
        let mut earliest: Option<(u32, Node)> = None;
        for node in 0..self.ids.len() as Node {
            if (node as usize).is_multiple_of(STRIDE) {
                limits.check()?;
            }
            if let Some(line) = self.lists.only_named(node)
                && earliest.is_none_or(|(first, _)| line < first)
            {
                earliest = Some((line, node));
            }
        }
        match earliest {
            Some((line, node)) => {
                let id = self.ids.get(node);
                Err(self.fault_at(
                    line,
                    format!("a move leads to {id:?}, which no line has as its id"),
                ))
            }
            None => Ok(()),
        }
    }

    /// Checks that the lines are consistent.
    fn check_worths(&self) -> Result<(), Refusal> {
        let Firsts {
            turn,
            no_turn,
            win,
            points,
            stuck,
        } = self.first;
        if let (Some(told), Some(line)) = (turn, no_turn) {
            return Err(self.fault_at(line, format!(
                "no turn here, though line {told} says it: expected it of every position with moves, or of none"
            )));
        }
        if let (Some(told), Some(line)) = (points, win) {
            return Err(self.fault_at(
                line,
                format!(
                    "expected points: line {told} counts points, so nobody wins or draws otherwise"
                ),
            ));
        }
        if let (Some(told), Some(line)) = (points, stuck) {
            return Err(self.fault_at(line, format!(
                "expected points: line {told} counts points, so an end says how many (\"points\": 0, if only moves earn any)"
            )));
        }
        if let (Some(told), Some(line)) = (turn, stuck) {
            return Err(self.fault_at(line, format!(
                "expected win or points: line {told} says whose turn it is, so an end says who wins"
            )));
        }
        self.check_points()
    }

    /// Checks that no sum of points can overflow.
    fn check_points(&self) -> Result<(), Refusal> {
        let largest = self.lists.ends().iter().map(|end| match end {
            End::Points(points) => points.unsigned_abs(),
            _ => 0,
        });
        let ends = u128::from(largest.max().unwrap_or(0));
        let gains = u128::from(self.lists.largest_gain()) * self.ids.len() as u128;
        if ends + gains > MOST_POINTS {
            return Err(Refusal::Fault(format!(
                "{}: points too large: a line of play could earn more than 2^62",
                self.file
            )));
        }
        Ok(())
    }

    /// Whether the score of an end is given for a named player, so that the player to move there matters.
    fn names_players(&self) -> bool {
        let is_one_s = |end: &End| {
            matches!(end, End::Won(_)) || matches!(end, End::Points(points) if *points != 0)
        };
        self.lists.ends().iter().any(is_one_s)
    }

    /// The player to move at each position. At an end that names no player, it is the one who did not make the first move
    /// that leads there.
    fn players(
        &mut self,
        nodes: usize,
        work: &mut Metered<'_>,
    ) -> Result<Vec<PlayerIndex>, StopReason> {
        let mut players = std::mem::take(&mut self.players);
        players.resize(nodes, UNTOLD);
        for node in 0..nodes {
            let (player, after) = (players[node], self.lists.after(node as Node));
            work.spend(1 + after.len())?;
            for &to in after {
                let faced = &mut players[to as usize];
                if *faced == UNTOLD && !matches!(player, UNTOLD) {
                    *faced = PlayerIndex(1 - player.0);
                }
            }
        }
        for player in &mut players {
            if *player == UNTOLD {
                *player = PlayerIndex(0);
            }
        }
        Ok(players)
    }
}

/// No line names the player.
const UNTOLD: PlayerIndex = PlayerIndex(2);
/// Steps between two checks of the limits.
const STRIDE: usize = 1 << 14;

/// If the player to move matters and may be either, it is written after the id: the combination must not be another id.
fn clashes(graph: &Graph, work: &mut Metered<'_>) -> Result<(), Refusal> {
    let Turns::Alternate(movers) = &graph.turns else {
        return Ok(());
    };
    let both = movers
        .iter()
        .enumerate()
        .filter(|(_, movers)| **movers == 3);
    for (node, _) in both {
        work.spend(1)?;
        for player in 0..2 {
            let shown = graph.show(node as Node, player);
            if graph.ids.find(&shown).is_some() {
                let id = graph.ids.get(node as Node);
                return Err(Refusal::Fault(format!(
                    "{}: either player can be to move at {id:?}, and {shown:?}, which would say who, is another position: say who moves by turn",
                    graph.file
                )));
            }
        }
    }
    Ok(())
}
