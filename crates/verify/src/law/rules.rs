//! The rules' text, with a parser that belongs to this crate.

use super::formula::{Formula, Linear, Tokens, Var, less, not};
use crate::obligation::Obligation;
use crate::shown::brief;

/// The mode: normal play, misère play, or Grundy values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mode {
    #[default]
    Normal,
    Misere,
    Grundy,
}

/// One kind of move.
#[derive(Clone, Debug)]
pub(super) struct Move {
    pub(super) chosen: Vec<Var>,
    /// The names of the chosen variables.
    scope: Vec<(String, Var)>,
    pub(super) guard: Formula,
    /// The choices that are claimed to be enough to reach every smaller value.
    pub(super) witness: Option<Formula>,
    pub(super) targets: Vec<Vec<Linear>>,
    pub(super) repeated: bool,
    pub(super) text: String,
}

/// The most statements of rules; real rules have at most about a hundred.
const MOST_STATEMENTS: usize = 1000;

/// The rules of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Rules {
    /// The title of the rules.
    pub(super) title: Option<String>,
    /// The relevant statements, as read.
    pub(super) shown: Vec<String>,
    pub(super) vars: Vec<Var>,
    pub(super) domain: Vec<Formula>,
    pub(super) rank: Vec<Linear>,
    pub(super) moves: Vec<Move>,
    pub(super) mode: Mode,
    pub(super) system: Option<String>,
    /// The next free variable.
    pub(super) fresh: Var,
    names: Vec<(String, Var)>,
}

impl Rules {
    /// Reads the lines of the rules' text.
    pub(super) fn read(lines: &[&str]) -> Result<Self, String> {
        let mut rules = Rules::default();
        let statements = statements(lines);
        if statements.len() > MOST_STATEMENTS {
            return Err(format!("expected at most {MOST_STATEMENTS} statements"));
        }
        for statement in statements {
            let (keyword, rest) = statement
                .split_once(char::is_whitespace)
                .unwrap_or((&statement, ""));
            rules
                .statement(keyword, rest.trim())
                .map_err(|error| format!("in {}: {error}", brief(&statement)))?;
            // A witness is part of the proof, not of the rules.
            if !["game", "claim", "witness"].contains(&keyword) {
                rules.shown.push(statement);
            }
        }
        if rules.vars.is_empty() || rules.rank.is_empty() {
            return Err("expected lines `variables` and `rank`".to_string());
        }
        if !Obligation::HasMove.met(!rules.moves.is_empty()) {
            return Err("expected a move: without one, the certificate claims nothing".to_string());
        }
        let sums = rules.moves.iter().any(|m| m.targets.len() > 1);
        let repeats = rules.moves.iter().any(|m| m.repeated);
        let is_grundy = rules.mode == Mode::Grundy;
        if !Obligation::SumsAreGrundy.met(!(if is_grundy { repeats } else { sums })) {
            return Err("sums need `mode grundy`, repeated moves another".to_string());
        }
        Ok(rules)
    }

    fn statement(&mut self, keyword: &str, rest: &str) -> Result<(), String> {
        let mut tokens = Tokens::new(rest, self.names.clone(), self.fresh)?;
        match keyword {
            "game" => {
                self.title = Some(rest.to_string());
                return Ok(());
            }
            "claim" => return Ok(()),
            "system" => {
                self.system = Some(rest.to_string());
                return Ok(());
            }
            "mode" => {
                self.mode = match rest {
                    "normal" => Mode::Normal,
                    "misere" | "misère" => Mode::Misere,
                    "grundy" => Mode::Grundy,
                    _ => return Err("expected normal, misere or grundy".to_string()),
                };
                return Ok(());
            }
            "variables" => {
                self.vars.extend(tokens.new_names()?);
                self.names = tokens.scope.clone();
            }
            "finite" => {
                let vars = tokens.new_names()?;
                tokens.expect("<")?;
                let bound = tokens.sum()?;
                if !bound.parts.is_empty() || vars.len() != 1 {
                    return Err("expected a name and a number".to_string());
                }
                self.domain.push(less(&Linear::variable(vars[0]), &bound)?);
                self.vars.extend(vars);
                self.names = tokens.scope.clone();
            }
            "domain" => self.domain.push(tokens.formula()?),
            "rank" => self.rank = tokens.sums()?,
            "witness" => self.witness(&mut tokens)?,
            "move" | "repeat" => self.a_move(&mut tokens, keyword == "repeat", rest)?,
            _ => return Err("expected a statement of the rules".to_string()),
        }
        tokens.end()?;
        self.fresh = tokens.fresh;
        let mut names: Vec<&String> = self.names.iter().map(|(name, _)| name).collect();
        names.sort_unstable();
        names.dedup();
        if names.len() < self.names.len() {
            Err("expected names that differ".to_string())
        } else {
            Ok(())
        }
    }

    fn a_move(
        &mut self,
        tokens: &mut Tokens<'_>,
        repeated: bool,
        text: &str,
    ) -> Result<(), String> {
        let chosen = if tokens.peek() == "|" {
            Vec::new()
        } else {
            tokens.new_names()?
        };
        let scope = tokens.scope[self.names.len()..].to_vec();
        tokens.expect("|")?;
        let guard = tokens.formula()?;
        tokens.expect("->")?;
        let mut targets = vec![tokens.sums()?];
        while tokens.take(";") {
            targets.push(tokens.sums()?);
        }
        if targets.iter().any(|target| target.len() != self.vars.len())
            || (repeated && targets.len() > 1)
        {
            return Err("expected as many numbers as there are variables".to_string());
        }
        self.moves.push(Move {
            chosen,
            scope,
            guard,
            witness: None,
            targets,
            repeated,
            text: text.to_string(),
        });
        Ok(())
    }

    /// Reads the claim that some choices of the last move suffice.
    fn witness(&mut self, tokens: &mut Tokens<'_>) -> Result<(), String> {
        let last = self.moves.last_mut();
        let last = last.ok_or("expected a move before its witnesses")?;
        tokens.scope.extend(last.scope.iter().cloned());
        last.witness = Some(tokens.formula()?);
        Ok(())
    }

    /// The variables of the position with their replacements, in pairs.
    fn replaced(&self, by: &[Linear]) -> Vec<(Var, Linear)> {
        self.vars.iter().copied().zip(by.iter().cloned()).collect()
    }

    /// "The tuple is a position", as parts of a conjunction.
    pub(super) fn is_position(&self, target: &[Linear]) -> Result<Vec<Formula>, String> {
        let replaced = self.replaced(target);
        let mut parts: Vec<Formula> = self
            .domain
            .iter()
            .map(|part| part.with(&replaced))
            .collect::<Result<_, _>>()?;
        for sum in target {
            parts.push(not(less(sum, &Linear::number(0))?));
        }
        Ok(parts)
    }

    /// "The rank of the target is below that of the position."
    pub(super) fn falls(&self, target: &[Linear]) -> Result<Formula, String> {
        let replaced = self.replaced(target);
        let mut cases = Vec::new();
        for at in 0..self.rank.len() {
            let mut parts = Vec::new();
            for before in &self.rank[..at] {
                parts.push(Formula::Zero(before.with(&replaced)?.plus(before, -1)?));
            }
            parts.push(less(&self.rank[at].with(&replaced)?, &self.rank[at])?);
            cases.push(Formula::And(parts));
        }
        Ok(Formula::Or(cases))
    }

    /// The sets that a proof needs, in order, each with the number of its arguments.
    pub(super) fn sets(&self) -> Vec<(String, usize)> {
        let numbers = self.vars.len();
        let mut sets = vec![match self.mode {
            Mode::Grundy => ("G".to_string(), numbers + 1),
            Mode::Normal | Mode::Misere => ("P".to_string(), numbers),
        }];
        for (at, a_move) in self.moves.iter().enumerate() {
            let name = self.auxiliary(at);
            sets.extend(name.map(|name| (name, numbers + a_move.chosen.len())));
        }
        sets
    }

    /// The name of a repeated move's auxiliary set.
    pub(super) fn auxiliary(&self, number: usize) -> Option<String> {
        let repeated: Vec<usize> = (0..self.moves.len())
            .filter(|&at| self.moves[at].repeated)
            .collect();
        let at = repeated.iter().position(|&at| at == number)?;
        Some(if repeated.len() == 1 {
            "W".to_string()
        } else {
            format!("W{}", at + 1)
        })
    }
}

/// The statements, without comments and with continued lines joined.
fn statements(lines: &[&str]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in lines {
        let line = line.split('#').next().unwrap_or("");
        if line.trim().is_empty() {
            continue;
        }
        match found.last_mut() {
            Some(last) if line.starts_with([' ', '\t']) => {
                last.push(' ');
                last.push_str(line.trim());
            }
            _ => found.push(line.trim().to_string()),
        }
    }
    found
}
