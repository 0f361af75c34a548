//! [`Game`]: the information about a game.

use std::fmt;

use serde::Serialize;

/// The heaps of a game's positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapShape {
    /// Their number, if it is fixed.
    pub count: Option<usize>,
    /// Whether their order matters.
    pub ordered: bool,
}

/// A solver that serves a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SolverCard {
    /// Its name on the command line.
    pub id: String,
    /// Its method, in a sentence.
    pub method: String,
    /// The fields of an answer that it can fill in.
    pub fills: Vec<String>,
}

impl fmt::Display for SolverCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (id, method, fills) = (&self.id, &self.method, self.fills.join(", "));
        write!(f, "{id:14} {method} (gives {fills})")
    }
}

/// The information about a game.
///
/// ```
/// use bouton_answers::Game;
/// let game = Game { name: "nim".into(), rules: "Take from a heap.".into(), ..Game::default() };
/// assert!(game.to_string().starts_with("nim: Take from a heap.\n"));
/// assert!(game.solvers_in_words().starts_with("solvers, best first:"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Game {
    /// Its name.
    pub name: String,
    /// The usual name of the game with its parameters, such as `kayles` for `octal:0.77`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub called: Option<String>,
    /// Its full name with its parameters, if it also has a usual name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_name: Option<String>,
    /// The kind of game, if the catalogue lists it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Other names.
    pub aliases: Vec<String>,
    /// The notation of its parameters, or "".
    pub parameters: String,
    /// The rules in a sentence.
    pub rules: String,
    /// The notation of a position.
    pub notation: String,
    /// A game with its parameters, and a position of it.
    pub example: [String; 2],
    /// The usual start, with the parameters of the example.
    pub start: Option<String>,
    /// A game with its parameters, and a good position of it to begin play at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_play: Option<[String; 2]>,
    /// The kinds of pictures that can be drawn of it.
    pub pictures: Vec<String>,
    /// The heaps of its positions, in a game of heaps.
    pub heaps: Option<HeapShape>,
    /// Whether Left and Right have different moves.
    pub partizan: bool,
    /// The solvers that serve it, best first.
    pub solvers: Vec<SolverCard>,
    /// The solvers that serve its misère form, if it has one.
    pub misere: Option<Vec<SolverCard>>,
    /// Its strategies: name, and how it plays.
    pub strategies: Vec<[String; 2]>,
    /// Its sources.
    pub sources: Vec<String>,
}

impl Game {
    fn lines(&self) -> Vec<String> {
        let name = match (&self.called, &self.full_name) {
            (Some(called), Some(name)) => format!("{called} ({name})"),
            (_, None) | (None, _) => self.name.clone(),
        };
        let mut lines = vec![format!("{name}: {}", self.rules)];
        if !self.aliases.is_empty() {
            lines.push(format!("also called: {}", self.aliases.join(", ")));
        }
        if !self.parameters.is_empty() {
            lines.push(format!("parameters:  {}", self.parameters));
        }
        lines.push(format!("position:    {}", self.notation));
        let [game, position] = &self.example;
        lines.push(format!(
            "try:         bouton solve {game} {}",
            quoted(position)
        ));
        lines.push(format!(
            "solvers:     {} (--solvers describes each)",
            ids(&self.solvers)
        ));
        lines.push(match &self.misere {
            Some(solvers) => format!("misère play: {} (--misere)", ids(solvers)),
            None => "no misère form".into(),
        });
        lines.extend(self.strategy_lines());
        if !self.sources.is_empty() {
            lines.push("sources:".into());
        }
        lines.extend(indented(&self.sources));
        lines
    }

    /// The solvers, a line each, and those of misère play.
    pub fn solvers_in_words(&self) -> String {
        let head = std::iter::once("solvers, best first:".to_owned());
        let lines = head
            .chain(indented(&self.solvers))
            .chain(self.misere_lines());
        lines.collect::<Vec<_>>().join("\n")
    }

    fn misere_lines(&self) -> Vec<String> {
        let Some(solvers) = &self.misere else {
            return vec!["no misère form".into()];
        };
        let head = std::iter::once("solvers with --misere:".into());
        head.chain(indented(solvers)).collect()
    }

    fn strategy_lines(&self) -> Vec<String> {
        if self.strategies.is_empty() {
            return Vec::new();
        }
        let line = |[name, plays]: &[String; 2]| format!("  {name:20} {plays}");
        let head = std::iter::once("strategies to refute:".into());
        head.chain(self.strategies.iter().map(line)).collect()
    }
}

fn ids(solvers: &[SolverCard]) -> String {
    let ids: Vec<_> = solvers.iter().map(|solver| solver.id.as_str()).collect();
    ids.join(", ")
}

fn indented(lines: &[impl fmt::Display]) -> impl Iterator<Item = String> {
    lines.iter().map(|line| format!("  {line}"))
}

fn quoted(position: &str) -> String {
    match position.is_empty() || position.contains(char::is_whitespace) {
        true => format!("'{position}'"),
        false => position.to_owned(),
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines().join("\n"))
    }
}
