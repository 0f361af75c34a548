//! [`tabulate_together`]: makes a table with several processes, on any number of machines.

use std::io;
use std::net::SocketAddr;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::time::Duration;

use bouton_answers::Tabulated;
use bouton_cluster::{ClusterError, Hosts, Job, Meeting, Secret, Timely, lost, meet};
use bouton_core::{Limits, StopReason};
use bouton_engine::Error;
use bouton_solvers::retrograde::{Exchange, Share, part_of, remove_share};
use bouton_solvers::whole::Codes;
use bouton_tables::{Contents, Naming, Packer};

use super::making::{
    Failure, Wanted, about, check_path, check_space, least_of_blocks, told, too_many, write,
};
use super::work::TableFolder;
use crate::session::Session;

/// The number of parts that each worker packs before it sends them.
const IN_ROUND: usize = 64;

/// The workers that make a table together, and their options.
#[derive(Clone, Copy)]
pub struct Crew<'c> {
    /// The file that lists all workers.
    pub hosts: &'c Path,
    /// The number of this one.
    pub me: usize,
    /// The file with the shared key of the workers.
    pub secret: Option<&'c Path>,
    /// The address at which it listens, if not that of its line in the hosts file.
    pub listen: Option<SocketAddr>,
    /// The folder with its saved work.
    pub checkpoint: &'c Path,
    /// The time to wait for the others.
    pub patience: Duration,
    /// Receives reports, one sentence each.
    pub note: &'c dyn Fn(&str),
}

impl std::fmt::Debug for Crew<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Crew")
            .field("hosts", &self.hosts)
            .field("me", &self.me)
            .finish()
    }
}

impl From<ClusterError> for Failure {
    fn from(error: ClusterError) -> Self {
        match error {
            ClusterError::Refused(message) => Self::Error(Error::Io(message.into())),
            ClusterError::Lost(message) => Self::Error(Error::Lost(message.into())),
            ClusterError::Stopped(reason) => Self::Stopped(reason),
        }
    }
}

/// Takes part in solving the full space of a game. Worker 0 writes the file, which is byte for byte the same as that of a
/// single process; all workers save their work, and continue from the last wave that all have saved.
///
/// # Errors
/// If the game's positions are not numbered or it counts points, the hosts file is wrong, other workers work on another table,
/// do not connect or disconnect, or files cannot be written. A limit that is reached is part of the answer.
pub fn tabulate_together(
    session: &Session,
    path: &Path,
    crew: &Crew<'_>,
    limits: &Limits,
) -> Result<Tabulated, Error> {
    told(session, path, || {
        let made = make(session, path, crew, limits)?;
        Ok((made.contents, made.bytes, made.resumed))
    })
}

/// The result that all workers know in the end.
struct Made {
    contents: Contents,
    bytes: u64,
    resumed: bool,
}

fn make(session: &Session, path: &Path, crew: &Crew<'_>, limits: &Limits) -> Result<Made, Failure> {
    let unfit = || {
        Error::Unfit(format!(
            "{} has no numbered space in which play goes back and forth: such games are tabulated by one machine",
            session.game()
        ))
    };
    let about = about(session, Naming::Numbers, None, limits)?.ok_or_else(unfit)?;
    let (mut counts_points, mut count) = (false, 0);
    session.whole(None, limits, &mut |space| {
        (counts_points, count) = (space.counts_points(), space.count());
    })?;
    if counts_points {
        return Err(unfit().into());
    }
    let hosts = Hosts::open(crew.hosts)?;
    let secret = crew.secret.map(Secret::open).transpose()?;
    if crew.me == 0 {
        check_path(path)?;
        check_space(path, least_of_blocks(count), 0)?;
    }
    // A worker holds at least a byte for each of its cells.
    let cells = count / hosts.count() as u64;
    check_space(
        crew.checkpoint,
        cells,
        TableFolder::taken_in(crew.checkpoint),
    )?;
    let job = Job {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        rules: about.text(),
    };
    let (me, workers) = (crew.me, hosts.count());
    let named = format!("job-{me}-of-{workers}");
    let wanted = format!("{}hosts {}\n", job.rules, hosts.text().replace('\n', " "));
    let work = TableFolder::within(crew.checkpoint.to_owned(), &named, &wanted)?;
    let meeting = Meeting {
        hosts: &hosts,
        me,
        job: &job,
        secret: secret.as_ref(),
        listen: crew.listen,
        patience: crew.patience,
        note: crew.note,
    };
    let peers = meet(&meeting, limits)?;
    let mut mesh = Timely::over(peers, &hosts)?;
    // If another worker is lost, communication with it panics; no data of this worker is used after that.
    let made = catch_unwind(AssertUnwindSafe(|| {
        with(session, path, about, &work, &mut mesh, limits)
    }));
    match (made, lost()) {
        (Ok(Ok(made)), _) => {
            // The saved work is needed until the file exists: worker 0 sends its length.
            let word = (me == 0).then(|| made.bytes.to_le_bytes().to_vec());
            let word = mesh.end(word, limits)?;
            let bytes = word.try_into().map_or(0, u64::from_le_bytes);
            work.end(|| remove_share(work.folder(), me, workers))?;
            Ok(Made { bytes, ..made })
        }
        (made, Some(sentence)) => {
            mesh.leave();
            drop(made);
            Err(Error::Lost(sentence.into()).into())
        }
        (Ok(Err(failure)), None) => {
            mesh.leave();
            Err(failure)
        }
        (Err(panic), None) => {
            mesh.leave();
            resume_unwind(panic)
        }
    }
}

/// Works with the others, which are connected.
fn with(
    session: &Session,
    path: &Path,
    about: Contents,
    work: &TableFolder,
    mesh: &mut Timely,
    limits: &Limits,
) -> Result<Made, Failure> {
    let mut talk = Exchange::over(mesh, limits);
    let (mut share, mut count) = (Ok(None), 0);
    session.whole(None, limits, &mut |space| {
        count = space.count();
        share = space.share(&mut talk, work.folder(), limits);
    })?;
    let share = share?.ok_or(StopReason::Cancelled)?;
    let entries = share.entries();
    let (mut counts, mut places) = (vec![0; entries.len()], Vec::new());
    for own in 0..share.own() {
        limits.check()?;
        places.clear();
        share.places(own, &mut places);
        places.iter().for_each(|place| counts[*place] += 1);
    }
    let counts = talk.sum(&counts)?;
    let used: Vec<_> = counts.iter().map(|count| *count > 0).collect();
    let codes = Codes::of(&entries, &used).ok_or_else(too_many)?;
    let mut coded = vec![0; codes.entries.len()];
    for (place, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        coded[usize::from(codes.at(place))] = *count;
    }
    let told = codes.entries.iter().copied().zip(coded.iter().copied());
    let contents = Contents {
        codes: told.collect(),
        count,
        ..about
    };
    let mut table = Packed {
        talk: &mut talk,
        share: &share,
        codes: &codes,
        packer: Packer::of(&contents),
        count,
        limits,
    };
    let mut bytes = 0;
    if table.talk.me() == 0 {
        let written = write(&Wanted::at(path), contents.clone(), |writer| {
            table.each_round(&mut |frame, numbers| writer.packed(frame, numbers))?;
            writer.counted(&coded);
            Ok(())
        })?;
        bytes = written.bytes;
    } else {
        let sent = table.each_round(&mut |_, _| Ok(()));
        sent.map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => {
                Failure::Stopped(limits.check().err().unwrap_or(StopReason::Cancelled))
            }
            _ => work.failed(error).into(),
        })?;
    }
    Ok(Made {
        contents,
        bytes,
        resumed: share.resumed,
    })
}

/// A table on its way to worker 0, packed by the worker that has the values.
struct Packed<'p, 'm> {
    talk: &'p mut Exchange<'m>,
    share: &'p Share,
    codes: &'p Codes,
    packer: Packer,
    count: u64,
    limits: &'p Limits,
}

impl Packed<'_, '_> {
    /// Packs and sends this worker's share, round by round; worker 0 receives all blocks in order.
    fn each_round(
        &mut self,
        tell: &mut dyn FnMut(&[u8], usize) -> io::Result<()>,
    ) -> io::Result<()> {
        let (workers, parts) = (self.talk.workers(), self.share.parts() as usize);
        let (in_round, mut left) = (IN_ROUND * workers, self.count);
        for first in (0..parts).step_by(in_round) {
            if self.limits.check().is_err() {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let own = first / workers;
            let sent = self.pack(own..(own + IN_ROUND).min(self.share.own()))?;
            let heard = self.talk.say(0..1, &sent);
            let heard = heard.map_err(|_| io::Error::from(io::ErrorKind::Interrupted))?;
            if self.talk.me() > 0 {
                continue;
            }
            let mut frames: Vec<_> = heard.iter().map(Vec::as_slice).collect();
            let blocks = (1u64 << part_of(self.count, workers)) / Packer::BLOCK as u64;
            for part in first..parts.min(first + in_round) {
                for _ in 0..blocks {
                    if left == 0 {
                        break;
                    }
                    let numbers = left.min(Packer::BLOCK as u64);
                    tell(take(&mut frames[part % workers])?, numbers as usize)?;
                    left -= numbers;
                }
            }
        }
        Ok(())
    }

    /// Some of this worker's parts, block by block, each after its length.
    fn pack(&mut self, parts: std::ops::Range<usize>) -> io::Result<Vec<u8>> {
        let (mut bytes, mut places) = (Vec::new(), Vec::new());
        for own in parts {
            places.clear();
            self.share.places(own, &mut places);
            for block in places.chunks(Packer::BLOCK) {
                let codes = block.iter().map(|place| self.codes.at(*place));
                let frame = self.packer.pack(codes)?;
                bytes.extend_from_slice(&(frame.len() as u32).to_le_bytes());
                bytes.extend_from_slice(&frame);
            }
        }
        Ok(bytes)
    }
}

/// Takes a frame off the front.
fn take<'b>(bytes: &mut &'b [u8]) -> io::Result<&'b [u8]> {
    let cut = || io::Error::other("another worker sent less than its share");
    let (length, rest) = bytes.split_first_chunk().ok_or_else(cut)?;
    let length = u32::from_le_bytes(*length) as usize;
    let (frame, rest) = rest.split_at_checked(length).ok_or_else(cut)?;
    *bytes = rest;
    Ok(frame)
}
