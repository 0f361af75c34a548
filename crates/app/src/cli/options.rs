//! Options and arguments that commands share.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub(crate) use bouton::questions::time;
use bouton::questions::with_unit;
use bouton::tables::TableFiles;
use bouton::{How, Limits, Name, Open, Session, Terms};
use clap::Args;

#[cfg(feature = "rules")]
use super::posed::Posed;
use crate::console::here;

/// The arguments that select a game.
#[derive(Args, Clone, Debug)]
pub(crate) struct GameArg {
    /// The game: `name` or `name:parameters`; `bouton games` lists them
    pub(crate) game: String,
    /// Misère play: the player who makes the last move (or the line) loses
    #[arg(long)]
    pub(crate) misere: bool,
    /// Let Right move first, in a game where Left and Right have different moves
    #[arg(long)]
    pub(crate) right: bool,
    #[cfg(feature = "rules")]
    #[command(flatten)]
    goal: Posed<bouton::questions::Goal>,
}

impl GameArg {
    /// Opens the game at a position, or at its usual start.
    pub(crate) fn open(&self, position: Option<&str>, limits: &Limits) -> anyhow::Result<Session> {
        Ok(self.named(limits).position(position).session()?)
    }

    /// Opens the game at any position, if the query does not need a certain one.
    pub(crate) fn open_anywhere(&self, limits: &Limits) -> anyhow::Result<Session> {
        Ok(self.named(limits).anywhere()?)
    }

    fn named(&self, limits: &Limits) -> Open<'_> {
        self.called(&self.game, limits)
    }

    /// A game with another name and the same options.
    pub(crate) fn called<'o>(&self, name: impl Into<Cow<'o, str>>, limits: &Limits) -> Open<'o> {
        let open = Open::game(name).misere(self.misere);
        open.right(self.right).on(self.terms(limits))
    }

    /// The rules of the game for a printed page.
    pub(crate) fn rules_on_paper(&self, limits: &Limits) -> anyhow::Result<String> {
        let name = Name::read_for(&self.game, &self.terms(limits))?;
        Ok(bouton_web::rules_on_paper(&name))
    }

    fn terms(&self, limits: &Limits) -> Terms {
        Terms {
            #[cfg(feature = "rules")]
            aim: self.goal.aim,
            ..Terms::within(limits)
        }
    }
}

/// A position of the game.
#[derive(Args, Clone, Debug)]
pub(crate) struct PositionArg {
    /// The position, in the game's notation; `@FILE` reads it from a file
    #[arg(allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
}

/// A position of the game, or a batch of them.
#[derive(Args, Clone, Debug)]
pub(crate) struct PositionsArg {
    /// The position, in the game's notation; `-` reads one per line from stdin, `@FILE` reads a file
    #[arg(allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
}

/// How a solver finds the answer.
#[derive(Args, Clone, Debug)]
pub(crate) struct HowArgs {
    #[command(flatten)]
    pub(crate) solver: SolverArg,
    #[command(flatten)]
    pub(crate) limits: ThreadedArgs,
}

/// The solver that finds the answer.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct SolverArg {
    /// Use this solver; `bouton games NAME` lists them
    #[arg(id = "solver", long = "solver", value_name = "ID")]
    pub(crate) named: Option<String>,
}

/// The limits of the query.
#[derive(Args, Clone, Debug)]
pub(crate) struct LimitArgs {
    /// Stop after this time: `10s`, `500ms`, `5m`
    #[arg(long, value_parser = time, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
    /// Stop at this much memory: `2G`, `500M` [default: 4/5 of what is free, at most 2G for rule files]
    #[arg(long, value_parser = bytes)]
    pub(crate) memory: Option<u64>,
}

/// The limits of a query that several threads can answer.
#[derive(Args, Clone, Debug)]
pub(crate) struct ThreadedArgs {
    #[command(flatten)]
    pub(crate) spent: LimitArgs,
    /// Use this many threads [default: one per processor]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..1024))]
    pub(crate) threads: Option<u64>,
}

/// Tables to answer from.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct TableArgs {
    /// Answer from this table or folder of tables (see `bouton tabulate`) [default: $BOUTON_TABLES]
    #[arg(long = "table", value_name = "FILE|FOLDER")]
    paths: Vec<PathBuf>,
}

/// These tables, or else those that the environment names.
///
/// # Errors
/// If a file cannot be read or is no table.
pub fn tables(paths: &[PathBuf]) -> Result<TableFiles, bouton::Error> {
    let paths = paths.to_vec();
    TableArgs { paths }.files()
}

/// The separator of tables in the variable, as of folders in PATH.
const TABLES: &str = "BOUTON_TABLES";

impl TableArgs {
    /// The tables themselves.
    pub(crate) fn files(&self) -> Result<TableFiles, bouton::Error> {
        match self.paths.is_empty() {
            true => Ok(TableFiles::open(&self.listed())?.offered()),
            false => TableFiles::open(&self.paths),
        }
    }

    /// Their paths: the given ones, or else the readable ones of the environment variable.
    pub(crate) fn listed(&self) -> Vec<PathBuf> {
        if !self.paths.is_empty() {
            return self.paths.clone();
        }
        let listed = std::env::var_os(TABLES).unwrap_or_default();
        std::env::split_paths(&listed)
            .filter(|path| !path.as_os_str().is_empty() && is_open(path))
            .collect()
    }

    /// Lets a session answer from them.
    pub(crate) fn attach(&self, mut session: Session) -> Result<Session, bouton::Error> {
        let files = self.files()?;
        if !files.is_empty() {
            files.attach(&mut session)?;
        }
        Ok(session)
    }
}

/// Whether this process may read there; other errors are reported later.
fn is_open(path: &Path) -> bool {
    let denied = |error: std::io::Error| error.kind() == std::io::ErrorKind::PermissionDenied;
    let found = if path.is_dir() {
        std::fs::read_dir(path).map(drop)
    } else {
        std::fs::File::open(path).map(drop)
    };
    !found.is_err_and(denied)
}

impl HowArgs {
    /// The same for the library, with the time counted from now.
    pub(crate) fn how(&self) -> How {
        How {
            solver: self.solver.named.clone(),
            limits: self.limits.begin(),
        }
    }

    /// The same for a move of the program in a game: within seconds by default, because a person does not wait longer. At a
    /// position that is not solved by then the program looks ahead.
    pub(crate) fn for_a_move(&self) -> How {
        let mut how = self.clone();
        how.limits.spent.time.get_or_insert(MOVE);
        how.how()
    }
}

/// The default time for a move of the program.
const MOVE: Duration = Duration::from_secs(5);

impl LimitArgs {
    /// The same for the library, with the time counted from now.
    pub(crate) fn begin(&self) -> Limits {
        Limits {
            deadline: self.time.and_then(|time| Instant::now().checked_add(time)),
            memory: Some(self.memory.unwrap_or_else(crate::memory::most)),
            ..Limits::default()
        }
    }
}

impl ThreadedArgs {
    /// The same for the library, with the time counted from now.
    pub(crate) fn begin(&self) -> Limits {
        Limits {
            threads: self.threads.map(|threads| threads as usize),
            ..self.spent.begin()
        }
    }
}

/// The position as typed, or the contents of the file for `@FILE`.
pub(crate) fn read_position(typed: &str) -> anyhow::Result<String> {
    match typed.strip_prefix('@') {
        None => Ok(typed.to_owned()),
        Some(path) => {
            let text = std::fs::read_to_string(path);
            let mut text =
                text.map_err(|error| anyhow::anyhow!("position: cannot read {path}: {error}"))?;
            text.truncate(text.trim_end().len());
            here().is_also_given(&text);
            Ok(without_mark(&text).to_owned())
        }
    }
}

/// The text without a byte order mark, which some editors put first.
pub(crate) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Opens the game at the position, which answers name as typed, or at its usual start, within limits.
pub(crate) fn open(
    game: &GameArg,
    typed: Option<&str>,
    limits: &Limits,
) -> anyhow::Result<Session> {
    let position = typed.map(read_position).transpose()?;
    let mut session = game.open(position.as_deref(), limits)?;
    if let Some(typed) = typed {
        session.name_position(typed)?;
    }
    Ok(session)
}

/// Opens the game at the position, or at the usual start, or else at a good position to begin play at; in the last case the
/// second result is true.
pub(crate) fn open_to_play(
    game: &GameArg,
    typed: Option<&str>,
    limits: &Limits,
) -> anyhow::Result<(Session, bool)> {
    match open(game, typed, limits) {
        Err(error) if typed.is_none() => {
            let session = game.named(limits).to_play();
            session.map(|session| (session, true)).map_err(|_| error)
        }
        opened => opened.map(|session| (session, false)),
    }
}

/// Reads `2G`, `500M`, `64K`, or plain bytes; powers of 1024.
///
/// # Errors
/// If the text is not a size.
pub fn bytes(text: &str) -> Result<u64, String> {
    let (number, unit) = with_unit(text);
    let shift = match unit
        .trim_end_matches(['B', 'b', 'i'])
        .to_uppercase()
        .as_str()
    {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => {
            return Err(format!(
                "expected a size like 2G, 500M or 64K, found unit {unit:?}"
            ));
        }
    };
    let number: f64 = number
        .parse()
        .map_err(|_| format!("expected a size like 2G, found {text:?}"))?;
    let size = number * f64::from(1u32 << 10).powi(shift / 10);
    if size >= 0.0 && size < u64::MAX as f64 {
        Ok(size as u64)
    } else {
        Err(format!("{text} is no size of memory"))
    }
}

#[cfg(test)]
mod table_tests {
    use super::*;

    /// "It thought about its first move until I closed the window."
    #[test]
    fn a_move_at_the_table_takes_seconds_unless_told() {
        let how = |time| HowArgs {
            solver: SolverArg::default(),
            limits: ThreadedArgs {
                spent: LimitArgs { time, memory: None },
                threads: None,
            },
        };
        assert_eq!(how(None).how().limits.deadline, None);
        assert!(how(None).for_a_move().limits.deadline.is_some());
        let hour = Duration::from_secs(3600);
        let told = how(Some(hour)).for_a_move().limits.deadline;
        let usual = how(None).for_a_move().limits.deadline;
        assert!(told > usual.map(|end| end + hour / 2));
    }
}
