//! [`tabulate`]: writes the values of a space as a table.

use std::io;
use std::path::Path;

use bouton_answers::Tabulated;
use bouton_core::{Limits, StopReason};
use bouton_engine::{Error, Explored};
use bouton_solvers::Keeper;
use bouton_solvers::whole::{Values, reached};
use bouton_tables::{Contents, Naming, Packer, Writer, Written};
use web_time::Instant;

use super::layered::layers;
use super::rules::{begin, origins, rules};
use super::work::TableFolder;
use crate::session::Session;

/// The task: what to tabulate, and where to write it.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'w> {
    /// All positions with at most this many tokens, instead of the reachable ones.
    pub total: Option<u64>,
    /// The file.
    pub path: &'w Path,
    /// Whether to use the highest compression level, which takes up to four times as long.
    pub best: bool,
}

impl<'w> Wanted<'w> {
    /// The full space if positions are numbered, otherwise the reachable positions.
    pub fn at(path: &'w Path) -> Self {
        Self {
            total: None,
            path,
            best: false,
        }
    }
}

/// The reason why there is no table.
pub(super) enum Failure {
    Error(Error),
    Stopped(StopReason),
}

bouton_core::made_from!(StopReason => Failure::Stopped);

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Stopped(reason) => Self::Stopped(reason),
            error => Self::Error(error),
        }
    }
}

/// Solves the full space of a game, or all positions reachable from the session's position, and writes the values to a file,
/// completely or not at all. Long work is saved in a folder next to it, with the same name plus `.work`. If it is
/// interrupted and started again, it continues, and the file is the same byte for byte.
///
/// # Errors
/// If the game has no such space, its positions cannot be counted, a write fails, or the rules fail. A limit that is
/// reached is reported in the answer.
pub fn tabulate(
    session: &Session,
    wanted: &Wanted<'_>,
    limits: &Limits,
) -> Result<Tabulated, Error> {
    told(session, wanted.path, || {
        let (Written { contents, bytes }, resumed) = make(session, wanted, limits)?;
        Ok((contents, bytes, resumed))
    })
}

/// The report on a table that `work` makes: its header, its length, and whether earlier work was continued.
///
/// # Errors
/// The errors of the work, except a limit that was reached.
pub(super) fn told(
    session: &Session,
    path: &Path,
    work: impl FnOnce() -> Result<(Contents, u64, bool), Failure>,
) -> Result<Tabulated, Error> {
    let begun = Instant::now();
    let blank = Tabulated {
        game: session.game().to_owned(),
        position: session.named_position()?,
        file: path.display().to_string(),
        ..Tabulated::default()
    };
    let made = work();
    let seconds = begun.elapsed().as_secs_f64();
    match made {
        Ok((contents, bytes, resumed)) => {
            let tally = contents.tally();
            Ok(Tabulated {
                positions: Some(tally.positions),
                win: Some(tally.win),
                loss: Some(tally.loss),
                draw: Some(tally.draw),
                endless: Some(tally.endless),
                longest: tally.longest,
                bytes: Some(bytes),
                resumed,
                seconds,
                ..blank
            })
        }
        Err(Failure::Stopped(reason)) => Ok(Tabulated {
            seconds,
            stopped: Some(reason),
            ..blank
        }),
        Err(Failure::Error(error)) => Err(error),
    }
}

/// The written table, and whether earlier work was continued.
pub(super) type Made = (Written, bool);

/// Refuses a path that is not that of a file, before any work is done.
pub(super) fn check_path(path: &Path) -> Result<(), Error> {
    let (shown, folder) = (path.display(), path.parent().unwrap_or(Path::new("")));
    if path.is_dir() {
        let why = format!("cannot write {shown}: it is a folder");
        return Err(Error::Io(why.into()));
    }
    if !folder.as_os_str().is_empty() && !folder.is_dir() {
        let folder = folder.display();
        let why = format!("cannot write {shown}: there is no folder {folder}");
        return Err(Error::Io(why.into()));
    }
    Ok(())
}

/// The bytes of an almost empty block, and of its index entry.
const LEAST_BLOCK: u64 = 24;

/// The fewest bytes that the blocks of this many numbers take.
pub(super) fn least_of_blocks(numbers: u64) -> u64 {
    numbers.div_ceil(Packer::BLOCK as u64) * LEAST_BLOCK
}

/// Refuses to begin if the disk lacks space, as far as the system reports it. Space taken by unfinished work counts.
pub(super) fn check_space(path: &Path, takes: u64, taken: u64) -> Result<(), Error> {
    match bouton_files::free(path) {
        Some(free) if free.saturating_add(taken) < takes => {
            let path = path.display();
            let why = format!(
                "cannot write {path}: that takes {takes} bytes on the disk at least, and {free} are free"
            );
            Err(Error::Io(why.into()))
        }
        _ => Ok(()),
    }
}

fn make(session: &Session, wanted: &Wanted<'_>, limits: &Limits) -> Result<Made, Failure> {
    check_path(wanted.path)?;
    if let Some(about) = about(session, Naming::Numbers, wanted.total, limits)? {
        return numbers(session, wanted, about, limits);
    }
    if let Some(total) = wanted.total {
        return Err(Error::Unfit(format!(
            "--total {total} does not apply to {}: expected a game whose positions are numbered by seeds or men, and a total that some of them have and that is not too large",
            session.game()
        ))
        .into());
    }
    if let Some(about) = about(session, Naming::Keys, None, limits)? {
        return layers(session, wanted, &about, limits);
    }
    let about = about(session, Naming::Texts, None, limits)?;
    let about = about.ok_or_else(|| session.uncountable())?;
    let work = TableFolder::open(wanted, &about)?;
    let mut made = Err(Failure::Stopped(StopReason::Cancelled));
    session.explore(limits, &mut |game| {
        made = texts(game, &about, wanted, &work, limits);
    })?;
    let made = made?;
    work.close()?;
    Ok(made)
}

/// A table of the reachable positions.
fn texts(
    game: &mut dyn Explored,
    about: &Contents,
    wanted: &Wanted<'_>,
    work: &TableFolder,
    limits: &Limits,
) -> Result<Made, Failure> {
    let (explored, mut keeper) = (work.file("explored"), Keeper::at(&work.file("waves")));
    let begun = game.record(&explored);
    begun.map_err(|error| work.failed(error))?;
    let written = write_texts(game, about, wanted, limits, &mut keeper)?;
    work.end(|| {
        bouton_files::remove(&explored)?;
        keeper.remove()
    })?;
    Ok((written, game.is_resumed() || keeper.resumed))
}

/// A table of the full space, or of the positions up to a total.
fn numbers(
    session: &Session,
    wanted: &Wanted<'_>,
    about: Contents,
    limits: &Limits,
) -> Result<Made, Failure> {
    let mut takes = 0;
    session.whole(wanted.total, limits, &mut |space| {
        takes = space.takes_on_disk(limits) + least_of_blocks(space.count());
    })?;
    check_space(wanted.path, takes, TableFolder::taken(wanted.path))?;
    let work = TableFolder::open(wanted, &about)?;
    let mut keeper = Keeper::at(&work.file("waves"));
    let mut solved = Err(StopReason::Cancelled);
    session.whole(wanted.total, limits, &mut |space| {
        solved = space.solve(limits, &mut keeper);
    })?;
    let written = write_numbers(wanted, about, &solved?, limits)?;
    work.end(|| keeper.remove())?;
    work.close()?;
    Ok((written, keeper.resumed))
}

/// The header of a table of this kind; `None` if the game has none.
pub(super) fn about(
    session: &Session,
    naming: Naming,
    total: Option<u64>,
    limits: &Limits,
) -> Result<Option<Contents>, Failure> {
    let Some(rules) = rules(session, naming, total, limits)? else {
        return Ok(None);
    };
    let position = match naming {
        // The full space, which does not depend on the start.
        Naming::Numbers => String::new(),
        Naming::Keys | Naming::Texts => session.position()?,
    };
    if session.game().contains(char::is_control) || position.contains(char::is_control) {
        let message =
            "the name of the game or of the position has a character that a table cannot hold";
        return Err(Error::Unfit(message.into()).into());
    }
    Ok(Some(Contents {
        misere: session.is_misere(),
        position,
        total,
        rules,
        origins: origins(session),
        ..Contents::of(session.game(), naming, Vec::new())
    }))
}

fn write_numbers(
    wanted: &Wanted<'_>,
    about: Contents,
    values: &Values,
    limits: &Limits,
) -> Result<Written, Failure> {
    let codes = values.codes().map_err(unread)?.ok_or_else(too_many)?;
    let contents = Contents {
        codes: codes.entries.iter().map(|entry| (*entry, 0)).collect(),
        ..about
    };
    let mut number = 0;
    write(wanted, contents, |writer| {
        values.each(&codes, &mut |code| {
            stride(number, limits)?;
            number += 1;
            writer.number(code)
        })
    })
}

fn write_texts(
    game: &mut dyn Explored,
    contents: &Contents,
    wanted: &Wanted<'_>,
    limits: &Limits,
    keeper: &mut Keeper,
) -> Result<Written, Failure> {
    let first = begin(game);
    let values = reached(game.positions(), first, limits, Some(keeper))?;
    let codes = values.codes().map_err(unread)?.ok_or_else(too_many)?;
    let mut texts: Vec<_> = (0..values.count())
        .map(|number| (game.show(number), number))
        .collect();
    texts.sort_unstable();
    if texts.windows(2).any(|two| two[0].0 == two[1].0) {
        let message = "two positions are written alike: a table could not tell them apart";
        return Err(Error::Unfit(message.into()).into());
    }
    let contents = Contents {
        codes: codes.entries.iter().map(|entry| (*entry, 0)).collect(),
        ..contents.clone()
    };
    write(wanted, contents, |writer| {
        for (nth, (text, number)) in texts.iter().enumerate() {
            stride(nth as u64, limits)?;
            writer.text(text, values.code(&codes, *number))?;
        }
        Ok(())
    })
}

/// Positions between two checks of the limits.
const STRIDE: u64 = 1 << 16;

/// Checks the limits from time to time.
pub(super) fn stride(number: u64, limits: &Limits) -> io::Result<()> {
    if number.is_multiple_of(STRIDE) && limits.check().is_err() {
        return Err(io::ErrorKind::Interrupted.into());
    }
    Ok(())
}

/// The error if results cannot be read.
fn unread(error: io::Error) -> Error {
    Error::io("cannot read unfinished work", error)
}

pub(super) fn too_many() -> Error {
    Error::Unfit("more than 65536 different values: a table holds no more".into())
}

/// Writes a table, completely or not at all.
pub(super) fn write(
    wanted: &Wanted<'_>,
    contents: Contents,
    fill: impl FnOnce(&mut Writer<'_>) -> io::Result<()>,
) -> Result<Written, Failure> {
    let (mut written, mut is_stopped) = (None, false);
    let kept = bouton_files::write(wanted.path, |out| {
        let mut writer = Writer::begin(out, contents)?;
        if wanted.best {
            writer = writer.best();
        }
        if let Err(error) = fill(&mut writer) {
            is_stopped = error.kind() == io::ErrorKind::Interrupted;
            return Err(error);
        }
        written = Some(writer.finish()?);
        Ok(())
    });
    let failed = || format!("cannot write {}", wanted.path.display());
    match (kept, written) {
        (Ok(()), Some(written)) => Ok(written),
        (Err(_), _) if is_stopped => Err(Failure::Stopped(StopReason::Cancelled)),
        (Err(error), _) => Err(Error::io(failed(), error).into()),
        (Ok(()), None) => Err(Error::Io(failed().into()).into()),
    }
}
