//! [`Graph`]: positions and moves in arrays.

use std::collections::HashMap;

use bouton_core::Origin;

use crate::names::Names;
use crate::record::PlayerIndex;

/// A position by the number of its id.
pub(crate) type Node = u32;

/// The score of an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum End {
    /// The player who cannot move loses.
    Stuck,
    /// A player has won.
    Won(PlayerIndex),
    /// A draw.
    Drawn,
    /// This many points to player 0, less those of player 1.
    Points(i64),
}

/// The moves of a position, which has at least one; or its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Moves { first: u32, count: u32 },
    Over(End),
}

/// The way the player to move is determined.
#[derive(Debug)]
pub(crate) enum Turns {
    /// Players alternate, and the side does not matter.
    Unseen,
    /// Players alternate, and the side matters: the possible sides at each position, as bits.
    Alternate(Vec<u8>),
    /// Each position names the player.
    Told(Vec<PlayerIndex>),
}

/// The course of play.
#[derive(Debug)]
pub(crate) enum Course {
    /// Play ends: every move lowers this measure of positions.
    Ends(Vec<u32>),
    /// Play need not end: a move from each of these positions leads to the next, and from the last to the first.
    Cycle(Vec<Node>),
}

/// Positions and moves.
#[derive(Debug)]
pub(crate) struct Graph {
    /// The name of its file.
    pub(crate) file: String,
    pub(crate) origin: Origin,
    pub(crate) ids: Names,
    pub(crate) labels: Names,
    pub(crate) lists: Lists,
    pub(crate) start: Node,
    pub(crate) turns: Turns,
    pub(crate) course: Course,
}

/// The moves, and their places for each position.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    /// The index of each position's first move, or of its score if it is an end.
    firsts: Vec<u32>,
    counts: Vec<u32>,
    ends: Vec<End>,
    places_of_ends: HashMap<End, u32>,
    pub(crate) to: Vec<Node>,
    pub(crate) labels: Vec<u32>,
    /// The gains of moves; empty if no move earns points.
    gains: Vec<i64>,
}

/// In place of a count: the position is known only from a move; its first line is stored.
const NAMED: u32 = u32::MAX;

impl Lists {
    /// Adds a position that is named in a move.
    pub(crate) fn name(&mut self, node: Node, line: u32) {
        if node as usize == self.counts.len() {
            self.firsts.push(line);
            self.counts.push(NAMED);
        }
    }

    /// The line that first named a position which has no line of its own; `None` for other positions.
    pub(crate) fn only_named(&self, node: Node) -> Option<u32> {
        let n = node as usize;
        (self.counts[n] == NAMED).then(|| self.firsts[n])
    }

    /// A position without moves.
    pub(crate) fn end(&mut self, node: Node, end: End) {
        let ends = &mut self.ends;
        let place = self.places_of_ends.entry(end).or_insert_with(|| {
            ends.push(end);
            (ends.len() - 1) as u32
        });
        (self.firsts[node as usize], self.counts[node as usize]) = (*place, 0);
    }

    /// A position with the moves listed from `first` on.
    pub(crate) fn open(&mut self, node: Node, first: usize) {
        let n = node as usize;
        (self.firsts[n], self.counts[n]) = (first as u32, (self.to.len() - first) as u32);
    }

    /// Lists a move.
    pub(crate) fn push(&mut self, to: Node, label: u32, gain: i64) {
        if gain != 0 && self.gains.is_empty() {
            self.gains.resize(self.to.len(), 0);
            self.gains.reserve(self.to.capacity() - self.to.len());
        }
        if gain != 0 || !self.gains.is_empty() {
            self.gains.push(gain);
        }
        self.to.push(to);
        self.labels.push(label);
    }

    pub(crate) fn place(&self, node: Node) -> Place {
        let (first, count) = (self.firsts[node as usize], self.counts[node as usize]);
        match count {
            0 => Place::Over(self.ends[first as usize]),
            _ => Place::Moves { first, count },
        }
    }

    /// The positions after the moves of a position.
    pub(crate) fn after(&self, node: Node) -> &[Node] {
        match self.place(node) {
            Place::Moves { first, count } => {
                &self.to[first as usize..first as usize + count as usize]
            }
            Place::Over(_) => &[],
        }
    }

    pub(crate) fn gain(&self, mv: u32) -> i64 {
        self.gains.get(mv as usize).copied().unwrap_or(0)
    }

    /// The distinct ends.
    pub(crate) fn ends(&self) -> &[End] {
        &self.ends
    }

    /// The number of positions that are ends.
    pub(crate) fn count_ends(&self) -> usize {
        self.counts.iter().filter(|count| **count == 0).count()
    }

    /// The largest absolute gain of a move.
    pub(crate) fn largest_gain(&self) -> u64 {
        let gains = self.gains.iter().map(|gain| gain.unsigned_abs());
        gains.max().unwrap_or(0)
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        let nodes = self.firsts.capacity() + self.counts.capacity();
        let moves = self.to.capacity() + self.labels.capacity() + 2 * self.gains.capacity();
        let ends = 8 * self.ends.capacity();
        4 * (nodes + moves + ends) as u64
    }
}

impl Graph {
    /// The number of positions.
    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        let turns = match &self.turns {
            Turns::Unseen => 0,
            Turns::Alternate(movers) => movers.capacity(),
            Turns::Told(players) => players.capacity(),
        };
        let course = match &self.course {
            Course::Ends(nodes) | Course::Cycle(nodes) => 4 * nodes.capacity(),
        };
        self.ids.bytes() + self.labels.bytes() + self.lists.bytes() + (turns + course) as u64
    }

    /// Whether points are counted.
    pub(crate) fn counts_points(&self) -> bool {
        let has_points = |end: &End| matches!(end, End::Points(_));
        !self.lists.gains.is_empty() || self.lists.ends.iter().any(has_points)
    }

    /// Whether only the last move decides.
    pub(crate) fn is_of_last_move(&self) -> bool {
        let is_stuck = |end: &End| *end == End::Stuck;
        matches!(self.turns, Turns::Unseen)
            && self.lists.gains.is_empty()
            && self.lists.ends.iter().all(is_stuck)
    }

    /// The text of a position with this player to move.
    pub(crate) fn show(&self, node: Node, player: u8) -> String {
        let id = self.ids.get(node);
        match &self.turns {
            Turns::Alternate(movers) if movers[node as usize] == 3 => format!("{id} ({player})"),
            _ => id.to_owned(),
        }
    }

    /// The player to move after a move by this player.
    pub(crate) fn next_player(&self, player: u8, to: Node) -> u8 {
        match &self.turns {
            Turns::Unseen => 0,
            Turns::Alternate(_) => 1 - player,
            Turns::Told(players) => players[to as usize].0,
        }
    }
}
