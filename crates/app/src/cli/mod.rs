//! The command line: one file a subcommand.

mod analyze;
mod ask;
mod batch;
mod census;
#[cfg(feature = "rules")]
mod check;
mod complete;
mod draw;
pub(crate) mod games;
mod law;
pub(crate) mod losing;
pub(crate) mod moves;
pub(crate) mod options;
mod output;
mod play;
pub(crate) mod refute;
mod review;
pub(crate) mod sequence;
#[cfg(feature = "serve")]
mod serve;
mod solve;
mod sweep;
pub(crate) mod values;
mod verify;
mod watch;

use std::io::ErrorKind;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[cfg(feature = "tui")]
pub(crate) use self::options::HowArgs;

/// How a command ended; the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    Answered = 0,
    BadInput = 2,
    Stopped = 3,
    Refuted = 4,
    Interrupted = 130,
}

impl Status {
    /// The status with this exit code.
    #[cfg(all(unix, feature = "rules"))]
    pub(crate) fn of(code: i32) -> Option<Self> {
        let known = [
            Self::Answered,
            Self::BadInput,
            Self::Stopped,
            Self::Refuted,
            Self::Interrupted,
        ];
        known.into_iter().find(|status| *status as i32 == code)
    }
}

/// Who wins a two-player game, by how much, what to play, and why.
#[derive(Parser)]
#[command(
    name = "bouton",
    version,
    after_help = "Examples:
  bouton solve wythoff 75,90
  bouton solve row-ends 4,5,3,1,2
  bouton moves nim 3,4,5
  bouton losing wythoff --up-to 49
  bouton games kayles"
)]
struct Program {
    /// Evaluate rule files in this very process, without an end to their memory
    #[cfg(all(unix, feature = "rules"))]
    #[arg(long, global = true)]
    trusted: bool,
    /// Be the child that evaluates rule files within so many bytes
    #[cfg(all(unix, feature = "rules"))]
    #[arg(long, global = true, hide = true, value_name = "BYTES")]
    within: Option<u64>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Games(games::Args),
    Solve(solve::Args),
    Moves(moves::Args),
    Losing(losing::Args),
    Values(values::Args),
    Refute(refute::Args),
    Review(review::Args),
    Draw(draw::Args),
    Play(play::Args),
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    Analyze(analyze::Args),
    Law(law::Args),
    Ask(ask::Args),
    Sequence(sequence::Args),
    Census(census::Args),
    Verify(verify::Args),
    #[cfg(feature = "rules")]
    Check(check::Args),
    Completions(complete::Completions),
    Man(complete::Man),
}

impl Command {
    fn run(self) -> anyhow::Result<Status> {
        match self {
            Self::Games(args) => games::run(&args),
            Self::Solve(args) => solve::run(&args),
            Self::Moves(args) => moves::run(&args),
            Self::Losing(args) => losing::run(&args),
            Self::Values(args) => values::run(&args),
            Self::Refute(args) => refute::run(&args),
            Self::Draw(args) => draw::run(&args),
            Self::Review(args) => review::run(&args),
            Self::Play(args) => play::run(&args),
            #[cfg(feature = "serve")]
            Self::Serve(args) => serve::run(&args),
            Self::Analyze(args) => analyze::run(&args),
            Self::Law(args) => law::run(&args),
            Self::Ask(args) => ask::run(&args),
            Self::Sequence(args) => sequence::run(&args),
            Self::Census(args) => census::run(&args),
            Self::Verify(args) => verify::run(&args),
            #[cfg(feature = "rules")]
            Self::Check(args) => check::run(&args),
            Self::Completions(args) => complete::completions::<Program>(&args),
            Self::Man(args) => complete::man::<Program>(&args),
        }
    }
}

impl Program {
    fn run(self) -> anyhow::Result<Status> {
        #[cfg(all(unix, feature = "rules"))]
        match self.within {
            Some(memory) => crate::child::confine(memory)?,
            None if !self.trusted && names_rule_file() => {
                return crate::child::answer(options::memory_asked_for());
            }
            None => {}
        }
        self.command.run()
    }
}

/// Whether an argument names a rule file.
#[cfg(all(unix, feature = "rules"))]
fn names_rule_file() -> bool {
    std::env::args()
        .skip(1)
        .any(|argument| bouton::rule_file::is_rule_file(&argument))
}

/// Runs the program with the arguments of the process.
pub(crate) fn run() -> ExitCode {
    let status = match Program::parse().run() {
        Ok(status) => status,
        Err(error) if is_closed_pipe(&error) => Status::Answered,
        Err(error) => {
            eprintln!("bouton: {error:#}");
            Status::BadInput
        }
    };
    ExitCode::from(status as u8)
}

/// Whether the reader of the output has gone away, which is no error.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause
            .downcast_ref::<std::io::Error>()
            .map(std::io::Error::kind);
        let json = cause
            .downcast_ref::<serde_json::Error>()
            .and_then(serde_json::Error::io_error_kind);
        io.or(json) == Some(ErrorKind::BrokenPipe)
    })
}
