//! `bouton play`: a game against the program, as a dialogue, line by line.

use bouton::Error;
use bouton::answers::PositionValue;
use bouton::play::{Level, Play, Player, State, Valued};
use bouton::scene::{Cell, Figure, Scene};
use bouton::text::escaped_lines;

use super::options::{GameArg, HowArgs, PositionArg, TableArgs, open_to_play};
use super::output::{layout, line as say, prompt, refusal};
use super::subject::Subject;
use super::watch::Watch;
use crate::console::here;
use crate::status::Status;

/// Play against the program in the terminal, with hints, values and a review
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton play nim 3,4,5
  bouton play tic-tac-toe --second
  bouton play nim 3,4,5 --level 2
  bouton play row-ends 4,5,3,1,2 --level larger-end
  printf 'hint\\nquit\\n' | bouton play nim 3,4,5

Levels from the weakest: random, greedy, looks-1, looks-2, looks-4 (plies ahead), slips (a random
move one time in four), perfect; or a number, see `bouton levels GAME`.
Other ways to play: chances (keeps a won game won, but slowly), a strategy of the game (see
`bouton games NAME`), and in partizan games hotstrat, thermostrat, sentestrat (by temperature).

Without --time the program takes at most 5 seconds for a move, a hint or the values of all moves.
At a position that is not solved by then it looks ahead, and says how far.")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    position: PositionArg,
    /// Let the program move first
    #[arg(long)]
    second: bool,
    /// The program's level, by name or number (see below)
    #[arg(long, default_value = "perfect")]
    level: String,
    /// Seed of the random choices; the same seed plays the same game
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    how: HowArgs,
    #[command(flatten)]
    tables: TableArgs,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::of(&self.game)
            .at(self.position.position.as_ref())
            .by(&self.how)
    }
}

const HELP: &str = "Type a move, or: moves (with their values), hint, why [MOVE], undo, side, level NAME, history, review, help, quit.";

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let session = {
        let limits = args.how.limits.begin();
        let _watch = Watch::over(&limits);
        let position = args.position.position.as_deref();
        let (session, _) = open_to_play(&args.game, position, &limits)?;
        args.tables.attach(session)?
    };
    if let Some(id) = &args.how.solver.named
        && !session.solvers().iter().any(|about| about.id == id)
    {
        // The error lists the solvers.
        session.accepts(id, &args.how.limits.begin())?;
    }
    let level = Level::named(&args.level, &session)?;
    let program = if args.second {
        Player::First
    } else {
        Player::Second
    };
    let mut play = Play::new(session, program, level)?;
    play.set_seed(args.seed);
    say(HELP)?;
    Dialogue {
        play,
        how: &args.how,
    }
    .run()?;
    Ok(Status::Answered)
}

/// A game, line by line.
struct Dialogue<'a> {
    play: Play,
    how: &'a HowArgs,
}

impl Dialogue<'_> {
    fn run(&mut self) -> anyhow::Result<()> {
        loop {
            say(format!("position: {}", self.play.position()))?;
            board(&self.play.scene()?).iter().try_for_each(say)?;
            if let Some(score) = self.score() {
                say(score)?;
            }
            match self.play.state() {
                State::Person => {}
                State::Program => {
                    self.answer()?;
                    continue;
                }
                State::Over | State::Repeated => return self.end(),
            }
            if !self.ask()? {
                return Ok(());
            }
        }
    }

    /// The points so far, in a game of points.
    fn score(&self) -> Option<String> {
        let [first, second] = self.play.score()?;
        Some(match self.play.program() {
            Player::First => format!("score: the program {first}, you {second}"),
            Player::Second => format!("score: you {first}, the program {second}"),
        })
    }

    /// Runs a query on the game within the limits; Ctrl-C cancels it.
    fn asked<T>(
        &mut self,
        question: impl FnOnce(&mut Play, &bouton::How) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.asked_within(&self.how.how(), question)
    }

    /// The same within the time of a move: a person does not wait longer.
    fn asked_soon<T>(
        &mut self,
        question: impl FnOnce(&mut Play, &bouton::How) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.asked_within(&self.how.for_a_move(), question)
    }

    fn asked_within<T>(
        &mut self,
        how: &bouton::How,
        question: impl FnOnce(&mut Play, &bouton::How) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let _watch = Watch::over(&how.limits);
        question(&mut self.play, how)
    }

    /// The program's move, with a remark if it is not proved.
    fn answer(&mut self) -> anyhow::Result<()> {
        match self.asked_soon(Play::answer) {
            Ok(chosen) => {
                let made = self.play.made().last();
                let name = made.map_or(chosen.said(), |made| &made.shown);
                say(match chosen.remark() {
                    None => format!("I play: {name}"),
                    Some(remark) => format!("I play: {name} ({remark})"),
                })
            }
            Err(Error::Stopped(why)) => {
                let played = self.play.make_any()?;
                say(format!(
                    "I play: {} (the first move I see; {why})",
                    played.said()
                ))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Reads commands until one changes the position; false at the end of the input.
    fn ask(&mut self) -> anyhow::Result<bool> {
        let before = self.play.made().len();
        while self.play.made().len() == before && self.play.state() == State::Person {
            prompt("your move> ")?;
            let mut text = String::new();
            if here().input(|input| input.read_line(&mut text))? == 0 {
                say("")?;
                return Ok(false);
            }
            let text = text.trim();
            if matches!(text, "quit" | "q" | "exit") {
                return Ok(false);
            }
            match self.wish(text) {
                Ok(words) => words.iter().try_for_each(say)?,
                Err(error) => layout(escaped_lines(&refusal(&error.to_string(), text)))?,
            }
        }
        Ok(true)
    }

    /// Runs a command and returns the reply.
    fn wish(&mut self, text: &str) -> Result<Vec<String>, Error> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        match (word, rest.trim()) {
            ("help" | "?" | "", "") => Ok(vec![HELP.into()]),
            ("moves" | "values", "") => {
                let found = self.asked_soon(Play::moves)?;
                let called = |valued: &Valued| listed(valued, &self.play.called(valued.mv.said()));
                let remark = found.remark.map(|remark| format!("({remark})"));
                Ok(found.moves.iter().map(called).chain(remark).collect())
            }
            ("hint", "") => {
                let hint = self.asked_soon(Play::hint)?;
                Ok(vec![format!("{} ({})", hint.name, hint.remark)])
            }
            ("why", "") => self.asked_soon(Play::why),
            ("why", mv) => {
                let mv = self.play.called(mv);
                let explanation = self.asked_soon(|play, how| play.explain(&mv, how))?;
                Ok(vec![explanation.to_string()])
            }
            ("undo", "") if self.play.undo()? => Ok(Vec::new()),
            ("undo", "") => Ok(vec!["nothing to undo".into()]),
            ("side", "") => {
                self.play.change_sides();
                Ok(vec!["I move for you now.".into()])
            }
            ("level", "") => Ok(vec![
                format!("{}: {}", self.play.level(), self.play.plays()),
                format!("from the weakest: {}", self.play.levels()?.join(", ")),
                format!("in another manner: {}", self.play.manners()?.join(", ")),
            ]),
            ("level", name) => {
                self.play.set_level(name)?;
                Ok(Vec::new())
            }
            ("history", "") => self.history(),
            ("review", "") => Ok(self.asked(Play::review)?.remarks()),
            _ => {
                let name = self.play.called(text);
                self.play.make(&name).map(|_| Vec::new())
            }
        }
    }

    /// The value of each position so far for the first player.
    fn history(&mut self) -> Result<Vec<String>, Error> {
        self.asked(Play::appraise)?;
        let known =
            |worth: &Option<PositionValue>| worth.map_or("?".into(), |worth| worth.to_string());
        let worths: Vec<_> = self.play.worths().iter().map(known).collect();
        Ok(vec![format!(
            "for the player who moved first: {}",
            worths.join(", ")
        )])
    }

    /// Reports the result and a review.
    fn end(&mut self) -> anyhow::Result<()> {
        say(self.play.result()?)?;
        if self.play.made().is_empty() {
            return Ok(());
        }
        match self.asked(Play::review) {
            Ok(review) => review.remarks().iter().try_for_each(say),
            Err(error) => say(format!("no review: {error}")),
        }
    }
}

/// A board with names at its edges; other figures are shown by the notation alone.
fn board(scene: &Scene) -> Vec<String> {
    let Figure::Board(rows) = &scene.figure else {
        return Vec::new();
    };
    let mark = |cell: &Cell| match cell {
        Cell::Empty => ".".to_owned(),
        Cell::Hole => " ".to_owned(),
        Cell::Piece(_, mark) if mark.is_empty() => "#".to_owned(),
        Cell::Piece(_, mark) => mark.clone(),
    };
    let marks: Vec<Vec<String>> = rows
        .iter()
        .map(|row| row.iter().map(mark).collect())
        .collect();
    let lengths = marks.iter().flatten().map(|mark| mark.chars().count());
    let wide = lengths.max().unwrap_or(1);
    let line = |(n, row): (usize, &Vec<String>)| {
        let name = scene.names.row(n, marks.len()).unwrap_or_default();
        let cells: Vec<_> = row.iter().map(|mark| format!("{mark:>wide$}")).collect();
        format!("{name:>3} {}", cells.join(" "))
            .trim_end()
            .to_owned()
    };
    let columns = marks.iter().map(Vec::len).max().unwrap_or(0);
    let name = |column: usize| scene.names.column(column).unwrap_or_default();
    let names: Vec<_> = (0..columns)
        .map(|n| format!("{:>wide$}", name(n)))
        .collect();
    let names = format!("    {}", names.join(" ")).trim_end().to_owned();
    let lines = marks.iter().enumerate().map(line);
    lines
        .chain(Some(names).filter(|names| !names.is_empty()))
        .collect()
}

fn listed(Valued { mv, standing }: &Valued, name: &str) -> String {
    let star = if mv.best { '*' } else { ' ' };
    let standing = standing.as_ref().map_or("?".into(), ToString::to_string);
    format!("{star} {name} ({standing})")
}
