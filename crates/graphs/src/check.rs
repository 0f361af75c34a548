//! The report on a graph.

use bouton_core::{Limits, Side, StopReason};
use bouton_external::{ExternalRules, Report};

use crate::game::GameGraph;
use crate::graph::{Course, Turns};

/// The number of moves of a line, and of positions of a cycle, that are shown.
const SHOWN: usize = 30;

impl GameGraph {
    /// The kind of game, in words.
    pub fn kind(&self) -> String {
        let graph = &*self.graph;
        let worth = if graph.counts_points() {
            "a game of points"
        } else if graph.is_of_last_move() {
            "impartial: the same moves for both, the last to move wins"
        } else {
            "won, drawn or lost"
        };
        let course = match (&graph.course, graph.counts_points()) {
            (Course::Ends(_), _) => "every line of play ends",
            (Course::Cycle(_), false) => "play need not end, and is a draw then",
            (Course::Cycle(_), true) => {
                "play need not end, and is refused where a position comes back"
            }
        };
        format!("{worth}; {course}")
    }

    /// The report on the graph.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn check(&self, limits: &Limits) -> Result<Report, StopReason> {
        let graph = &*self.graph;
        let positions = self.reached(limits)?;
        let size = match graph.bytes() >> 20 {
            0 => String::new(),
            size => format!("; {size} MiB"),
        };
        let counts = format!(
            "{}, {}, {} under {}{size}",
            counted(graph.len(), "position"),
            counted(graph.lists.count_ends(), "end"),
            counted(graph.lists.to.len(), "move"),
            counted(graph.labels.len(), "name"),
        );
        let mut notes = vec![counts, self.turns()];
        if let Course::Cycle(cycle) = &graph.course {
            let ids = cycle.iter().take(SHOWN).map(|node| graph.ids.get(*node));
            let ids: Vec<_> = ids.collect();
            let more = if cycle.len() > SHOWN { " → …" } else { "" };
            notes.push(format!(
                "a cycle of {}: {}{more} → {}",
                counted(cycle.len(), "move"),
                ids.join(" → "),
                ids[0]
            ));
        }
        if positions < graph.len() {
            notes.push(format!(
                "{} cannot be reached from the start",
                counted(graph.len() - positions, "position")
            ));
        }
        Ok(Report {
            kind: self.kind(),
            positions,
            complete: true,
            notes,
            line: self.line(),
            mistakes: Vec::new(),
        })
    }

    /// How the turn is determined.
    fn turns(&self) -> String {
        match &self.graph.turns {
            Turns::Told(_) => "each position says who moves".to_owned(),
            Turns::Unseen => "players alternate, and it does not matter who begins".to_owned(),
            Turns::Alternate(movers) => {
                let both = movers.iter().filter(|movers| **movers == 3).count();
                let either = match both {
                    0 => String::new(),
                    _ => format!("; at {} it can be either's turn", counted(both, "position")),
                };
                format!("players alternate, player 0 begins{either}")
            }
        }
    }

    /// The number of positions that can be reached from the start with the player who moves there.
    fn reached(&self, limits: &Limits) -> Result<usize, StopReason> {
        let graph = &*self.graph;
        limits.afford(graph.bytes() + 5 * graph.len() as u64)?;
        let mut meter = limits.meter();
        let mut seen = vec![false; graph.len()];
        let mut open = vec![graph.start];
        seen[graph.start as usize] = true;
        let mut reached = 0;
        while let Some(node) = open.pop() {
            reached += 1;
            meter.spend(1)?;
            for &to in graph.lists.after(node) {
                meter.spend(1)?;
                if !std::mem::replace(&mut seen[to as usize], true) {
                    open.push(to);
                }
            }
        }
        Ok(reached)
    }

    /// The first move of each position, from the start until a position repeats.
    fn line(&self) -> Vec<String> {
        let (mut at, mut seen, mut line) = (self.first(), Vec::new(), Vec::new());
        while let Some(mv) = self
            .moves(&at, Side::Left)
            .next()
            .filter(|_| line.len() < SHOWN)
        {
            if seen.contains(&at) {
                break;
            }
            seen.push(at);
            line.push(self.label(&at, &mv));
            at = self.play(&at, &mv);
        }
        line
    }
}

/// `1 move`, `2 moves`.
fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}
