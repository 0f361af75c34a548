//! The report on a GDL file: its kind and its mistakes.

use std::collections::HashSet;

use bouton_core::{Limits, RuleError, Side, asked};
use bouton_external::{ExternalRules, Report};

use crate::game::Gdl;
use crate::height::show_weights;
use crate::machine::Machine;
use crate::packed::Packed;
use crate::turns::Turns;
use crate::worth::{GoalScoring, goals};

/// Positions checked one by one.
const MOST: usize = 2_000;

impl<P: Packed> Gdl<P> {
    /// The kind of game, in words.
    pub fn kind(&self) -> String {
        self.machine.kind()
    }

    /// Checks the game from its start and from the given positions.
    pub fn check(&self, from: &[P], limits: &Limits) -> Report {
        let machine = &self.machine;
        let plays = &machine.plays;
        let troubles = plays.troubles.iter();
        let mut report = Report {
            kind: self.kind(),
            mistakes: troubles
                .map(|(trouble, line)| machine.network.told(trouble, line))
                .collect(),
            notes: machine.notes(),
            line: machine.line(),
            ..Report::default()
        };
        let starts = std::iter::once(self.first()).chain(from.iter().cloned());
        match asked(|| self.look_around(starts.collect(), limits)) {
            Ok((positions, complete)) => {
                (report.positions, report.complete) = (positions, complete)
            }
            Err(
                RuleError::Broken(message)
                | RuleError::Overrun(message)
                | RuleError::Damaged(message),
            ) if report.mistakes.is_empty() => report.mistakes.push(message),
            Err(RuleError::Broken(_) | RuleError::Overrun(_) | RuleError::Damaged(_)) => {}
            Err(RuleError::Stopped(reason)) => report.notes.push(reason.to_string()),
        }
        report
    }

    /// The number of positions checked, and whether they are all.
    fn look_around(&self, starts: Vec<P>, limits: &Limits) -> (usize, bool) {
        let mut seen: HashSet<P> = starts.iter().cloned().collect();
        let mut open = starts;
        let mut next = 0;
        while next < open.len().min(MOST) && limits.check().is_ok() {
            let at = open[next].clone();
            next += 1;
            if self.end(&at).is_none() {
                let after = self.moves(&at, Side::Left).map(|mv| self.play(&at, &mv));
                open.extend(after.filter(|to| seen.insert(to.clone())));
            }
        }
        (next, next == open.len())
    }
}

impl Machine {
    fn kind(&self) -> String {
        let worth = match &self.worth {
            GoalScoring::Pairs(_) => "won, drawn or lost".to_owned(),
            GoalScoring::Sum(sum) => {
                format!("points: own goal less the other's, whose sum is always {sum}")
            }
            GoalScoring::More => {
                "won, drawn or lost: the player with the higher goal wins".to_owned()
            }
            GoalScoring::Own => {
                "points: the mover's own goal, which the other keeps low".to_owned()
            }
        };
        let end = match (self.is_loopfree(), self.worth.counts_points()) {
            (true, _) => "every line of play ends (proved)",
            (false, false) => {
                "whether play ends is not proved: endless play is looked for, and a draw"
            }
            (false, true) => {
                "whether play ends is not proved: endless play is looked for, and refused"
            }
        };
        format!("{worth}; {end}")
    }

    fn notes(&self) -> Vec<String> {
        let network = &self.network;
        let roles = [0, 1].map(|role| network.role(role));
        let moves = network.moves.each_ref().map(Vec::len);
        let kept = network.kept.iter().filter(|kept| **kept).count();
        let bits: u32 = self.fields.iter().map(|field| field.width()).sum();
        let mut notes = vec![
            format!(
                "moves: {} of {}, {} of {}",
                moves[0], roles[0], moves[1], roles[1]
            ),
            format!(
                "{} rules, {} instances; {} fluents, {kept} of which count, in {bits} bits a position",
                network.size[0],
                network.size[1],
                network.fluents.len()
            ),
            self.told_goals(&roles),
            self.told_turns(),
        ];
        if self.weights.iter().any(|weight| *weight != 0) {
            notes.push(format!(
                "every move lowers a sum of weights: {}",
                show_weights(network, &self.weights)
            ));
        }
        notes.extend(self.step_counter());
        notes.extend(self.plays.lengths.map(|[shortest, longest]| {
            format!("random plays took from {shortest} to {longest} plies")
        }));
        notes
    }

    fn told_goals(&self, roles: &[String; 2]) -> String {
        let listed = |goals: &Vec<i64>| {
            let goals: Vec<_> = goals.iter().map(i64::to_string).collect();
            goals.join(" ")
        };
        let declared = goals(&self.network);
        let met = self
            .plays
            .ends
            .iter()
            .map(|end| format!("{}:{}", end.0[0], end.0[1]));
        let mut met: Vec<_> = met.collect();
        met.sort_unstable();
        format!(
            "goals of {}: {}; of {}: {}; met in random plays: {}",
            roles[0],
            listed(&declared[0]),
            roles[1],
            listed(&declared[1]),
            if met.is_empty() {
                "none".to_owned()
            } else {
                met.join(" ")
            }
        )
    }

    fn told_turns(&self) -> String {
        match &self.turns {
            Turns::Told { group, .. } => {
                let members = self.fields[*group].members.iter();
                let names =
                    members.map(|member| self.network.terms.show(self.network.fluents[*member]));
                format!(
                    "players take turns (proved: {} tells who moves)",
                    names.take(6).collect::<Vec<_>>().join(" or ")
                )
            }
            Turns::Watched { .. } => {
                "players take turns as far as was seen; this is checked at every position met"
                    .to_owned()
            }
        }
    }

    /// A step counter (a group whose members hold one after another) multiplies positions.
    fn step_counter(&self) -> Option<String> {
        let field = self.fields.iter().find(|field| {
            let names = field.members.iter().map(|member| {
                let fluent = self.network.fluents[*member];
                self.network
                    .terms
                    .name(self.network.terms.symbol_of(fluent))
            });
            field.members.len() > 2
                && names
                    .clone()
                    .all(|name| name == "step" || name == "turn" || name == "round")
        })?;
        let member = self
            .network
            .terms
            .show(self.network.fluents[field.members[0]]);
        Some(format!(
            "moves are counted (as {member}): the same board after other numbers of moves is another position"
        ))
    }

    /// The first random play, with each move and its player.
    fn line(&self) -> Vec<String> {
        let waits = |role: usize, mv: usize| match &self.turns {
            Turns::Told { waiting, .. } => waiting[role] == Some(mv),
            Turns::Watched { waiting } => waiting[role].contains(&mv),
        };
        let shown = |joint: &[usize; 2]| {
            let role = usize::from(waits(0, joint[0]) && !waits(1, joint[1]));
            self.network.show_move(role, joint[role])
        };
        self.plays.line.iter().map(shown).collect()
    }
}
