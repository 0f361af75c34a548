//! The command line: one file a subcommand.

mod analyze;
mod ask;
mod asked;
mod atlas;
pub(crate) mod batch;
mod bounds;
mod calc;
mod census;
mod certificate;
#[cfg(feature = "rules")]
mod check;
#[cfg(feature = "cluster")]
mod cluster;
mod compare;
mod completions;
mod draw;
mod find;
pub(crate) mod games;
mod graph;
mod halted;
mod info;
mod law;
mod levels;
mod list;
pub(crate) mod losing;
mod man;
mod meant;
pub(crate) mod moves;
pub(crate) mod options;
pub(crate) mod output;
mod play;
mod posed;
pub(crate) mod puzzles;
pub(crate) mod quotient;
pub(crate) mod refute;
mod review;
mod rules;
pub(crate) mod sequence;
#[cfg(feature = "serve")]
mod serve;
mod sizes;
mod solve;
mod subject;
mod sweep;
mod tabulate;
mod value;
pub(crate) mod values;
mod verify;
mod verify_table;
mod version;
mod watch;

use std::ffi::OsString;
use std::io::ErrorKind;

use bouton::StopReason;
use bouton::tables::TableError;
use bouton_automata::AskError;
use bouton_laws::{CertificateError, SearchError};
use clap::error::ErrorKind::DisplayVersion;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use self::output::{complain, complain_of, say_of_arguments};
use self::subject::Subject;
use crate::console::here;
use crate::status::Status;

/// Find out who wins a two-player game, by how much, which move to play, and why.
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
    /// With --version: the parts of this build
    #[arg(long, requires = "version")]
    verbose: bool,
    #[command(subcommand)]
    command: Command,
}

/// The subcommands, in the order of the help, each in its file.
macro_rules! commands {
    ($($(#[$only:meta])* $name:ident($file:ident),)*) => {
        #[derive(Subcommand)]
        enum Command {
            $($(#[$only])* $name($file::Args),)*
        }

        impl Command {
            fn run(self) -> anyhow::Result<Status> {
                match self {
                    $($(#[$only])* Self::$name(args) => $file::run(&args),)*
                }
            }

            fn subject(&self) -> Subject<'_> {
                match self {
                    $($(#[$only])* Self::$name(args) => args.subject(),)*
                }
            }
        }
    };
}

commands! {
    Games(games),
    Rules(rules),
    Solve(solve),
    Moves(moves),
    Losing(losing),
    Find(find),
    Atlas(atlas),
    Puzzles(puzzles),
    Values(values),
    Value(value),
    Calc(calc),
    Compare(compare),
    Refute(refute),
    Review(review),
    Draw(draw),
    Play(play),
    Levels(levels),
    #[cfg(feature = "serve")]
    Serve(serve),
    Analyze(analyze),
    Graph(graph),
    Tabulate(tabulate),
    #[cfg(feature = "cluster")]
    Cluster(cluster),
    Info(info),
    Law(law),
    Ask(ask),
    Sequence(sequence),
    Quotient(quotient),
    Census(census),
    Verify(verify),
    #[cfg(feature = "rules")]
    Check(check),
    Completions(completions),
    Man(man),
}

impl Program {
    fn run(self) -> anyhow::Result<Status> {
        let subject = self.command.subject();
        subject.check()?;
        if subject.memory.is_none() && subject.runs_rules() {
            here().hold_to(crate::memory::most_of_rules());
        }
        self.command.run()
    }
}

/// Runs the program with these arguments.
pub(crate) fn run(arguments: &[OsString]) -> Status {
    let program = match parsed(arguments) {
        Ok(program) => program,
        Err(help) if help.kind() == DisplayVersion && is_verbose(arguments) => {
            // If the output is closed, the error cannot be reported.
            let _ = output::own(&version::verbose());
            return Status::Answered;
        }
        Err(help) => {
            let status = told(&help);
            meant::tell(meant::instead(&help, arguments));
            return status;
        }
    };
    let stops = Stops::of(&program.command);
    match program.run() {
        Ok(status) => {
            meant::tell(meant::of_number(arguments));
            stops.tell(status);
            status
        }
        Err(error) if is_closed_pipe(&error) => Status::Answered,
        Err(error) => {
            complain_of(&error);
            if is_about_game(&error) {
                meant::tell_file(arguments);
                meant::tell(meant::with_game(arguments));
            }
            let status = status_of(&error);
            stops.tell(status);
            match reason_of(&error).map(|why| stops.tell_before_opening(why)) {
                Some(Err(error)) if !is_closed_pipe(&error) => complain_of(&error),
                _ => {}
            }
            status
        }
    }
}

fn parsed(arguments: &[OsString]) -> Result<Program, clap::Error> {
    /// The width of help that no terminal shows.
    const WIDTH: usize = 100;
    let mut command = command();
    if !here().writes_to_a_terminal() {
        command = command.term_width(WIDTH);
    }
    let name = OsString::from("bouton");
    let words = std::iter::once(&name).chain(arguments);
    let matches = command.try_get_matches_from_mut(words)?;
    let chosen = |(_, of): (_, &clap::ArgMatches)| of.try_get_one(FIELDS).ok()?.cloned();
    here().choose(matches.subcommand().and_then(chosen));
    Program::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// The name of the option that chooses fields.
const FIELDS: &str = "fields of json";

/// The commands: each with a JSON answer takes the fields of it.
fn command() -> clap::Command {
    Program::command().mut_subcommands(|command| {
        let has = |id: &str| command.get_arguments().any(|arg| arg.get_id() == id);
        if !has("json") || has("fields") {
            return command;
        }
        command.arg(
            clap::Arg::new(FIELDS)
                .long("fields")
                .value_name("FIELD,…")
                .requires("json")
                .help("With --json: only these fields of the answer, or of each row of its list on a line of its own"),
        )
    })
}

fn is_verbose(arguments: &[OsString]) -> bool {
    arguments.iter().any(|argument| argument == "--verbose")
}

/// The report if a query about external rules reaches a limit.
struct Stops {
    /// Whether the answer does not say why it stopped.
    is_silent: bool,
    /// Whether there is a time limit.
    is_timed: bool,
    /// The JSON answer if the game was not opened yet.
    unopened: Option<subject::Unopened>,
}

impl Stops {
    fn of(command: &Command) -> Self {
        let subject = command.subject();
        Self {
            is_silent: !matches!(command, Command::Solve(_)),
            is_timed: subject.time.is_some(),
            unopened: subject.unopened(),
        }
    }

    /// Reports a limit that was reached before the game was opened, in the form of the answer.
    fn tell_before_opening(&self, why: StopReason) -> anyhow::Result<()> {
        match &self.unopened {
            Some(unopened) => output::json(&unopened.halted(why)),
            None => Ok(()),
        }
    }

    fn tell(&self, status: Status) {
        if status != Status::Stopped {
            return;
        }
        if let Some(growth) = growth().filter(|_| self.is_silent) {
            complain(growth);
        }
        if let Some(most) = here().is_held_to().filter(|_| !self.is_timed) {
            let most = most as f64 / f64::from(1 << 30);
            complain(format_args!(
                "the memory limit for rule files is {most:.1} GB: --memory sets another limit"
            ));
        }
    }
}

/// Whether the error is about the name of the game.
fn is_about_game(error: &anyhow::Error) -> bool {
    let is_game = |cause: &(dyn std::error::Error + 'static)| {
        matches!(
            cause.downcast_ref(),
            Some(bouton::Error::Input { what: "game", .. })
        )
    };
    error.chain().any(is_game)
}

/// The reason why a query about external rules may have reached its limit, if it ran in this process.
pub(crate) fn growth() -> Option<String> {
    #[cfg(feature = "rules")]
    return bouton::growth();
    #[cfg(not(feature = "rules"))]
    None
}

/// The limit that was reached, if that is the reason why there is no answer.
fn reason_of(error: &anyhow::Error) -> Option<StopReason> {
    error.chain().find_map(|cause| {
        let opened = match cause.downcast_ref() {
            Some(bouton::Error::Stopped(why)) => Some(*why),
            _ => None,
        };
        let asked = || match cause.downcast_ref() {
            Some(AskError::Stopped(why)) => Some(*why),
            _ => None,
        };
        let search = || cause.downcast_ref::<SearchError>()?.stopped();
        let certificate = || cause.downcast_ref::<CertificateError>()?.stopped();
        let law = || search().or_else(certificate);
        opened.or_else(asked).or_else(law)
    })
}

/// The status of a command without an answer: a limit, a damaged file, a lost machine, or bad input.
fn status_of(error: &anyhow::Error) -> Status {
    let is_damage = |cause: &(dyn std::error::Error + 'static)| {
        matches!(cause.downcast_ref(), Some(bouton::Error::Damaged(_)))
            || matches!(cause.downcast_ref(), Some(TableError::Damaged { .. }))
    };
    let is_loss = |cause: &(dyn std::error::Error + 'static)| {
        matches!(cause.downcast_ref(), Some(bouton::Error::Lost(_)))
    };
    let is_overrun = |cause: &(dyn std::error::Error + 'static)| {
        matches!(cause.downcast_ref(), Some(bouton::Error::Overrun(_)))
    };
    if reason_of(error).is_some() {
        watch::Watch::status()
    } else if error.chain().any(is_overrun) {
        Status::Stopped
    } else if error.chain().any(is_loss) {
        Status::Lost
    } else if error.chain().any(is_damage) {
        Status::Refuted
    } else {
        Status::BadInput
    }
}

/// Prints the result of parsing the command line: the requested help or the error.
fn told(help: &clap::Error) -> Status {
    if help.use_stderr() {
        say_of_arguments(&help.to_string());
        return Status::BadInput;
    }
    // If the output is closed, the error cannot be reported.
    if here().writes_to_a_terminal() {
        let _ = help.print();
    } else {
        let _ = output::own(help.to_string().trim_end());
    }
    Status::Answered
}

/// Whether the reader of the output has disconnected, which is not an error.
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
