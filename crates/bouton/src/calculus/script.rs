//! Statements of the calculator: the rule language with value literals, and games by their names.

use std::mem::take;

use bouton_answers::{Calculation, Piece, Worked};
use bouton_core::{InputError, Limits};
use bouton_engine::Error;
use bouton_names::Name;
use bouton_rules::script::{Last, Shown, Surroundings, run};
use bouton_solvers::values::Valuer;
use bouton_values::{Answer, Arena, Fault};

use super::calculator::{Calculator, fault, game_at};
use super::{Show, worth};
use crate::open::Open;

impl Calculator {
    /// Keeps the names that statements define.
    pub(super) fn run(&mut self, text: &str, limits: &Limits) -> Result<(), Error> {
        self.shown(text, Show::default(), limits).map(|_| ())
    }

    fn shown(&mut self, text: &str, show: Show, limits: &Limits) -> Result<Shown, Error> {
        let surroundings = Surroundings {
            arena: &mut self.arena,
            names: &mut self.names,
            defined: &mut self.defined,
            games: game,
            game_at,
            width: show.width,
        };
        run(text, surroundings, limits).map_err(fault)
    }

    /// The answer to statements.
    pub(super) fn work(
        &mut self,
        text: &str,
        show: Show,
        limits: &Limits,
    ) -> Result<Calculation, Error> {
        let shown = self.shown(text, show, limits)?;
        let expression = text.to_owned();
        let mut pieces: Vec<Piece> = shown.printed.into_iter().map(Piece::Line).collect();
        match shown.last {
            Some(Last::Answer(answer)) if pieces.is_empty() => {
                return self.tell(text, answer, show, limits);
            }
            Some(Last::Answer(answer)) => {
                pieces.push(match self.tell(text, answer, show, limits)? {
                    Calculation::Value(value) => Piece::Value(value),
                    other => Piece::Line(other.to_string()),
                })
            }
            Some(Last::Lines(lines)) => pieces.extend(lines.into_iter().map(Piece::Line)),
            Some(Last::Table(table)) => pieces.push(Piece::Table {
                head: table.head,
                rows: table.rows,
            }),
            Some(Last::Plot(plot)) => pieces.push(Piece::Plot {
                points: plot.points,
            }),
            None => {}
        }
        Ok(Calculation::Worked(Worked {
            expression,
            shown: pieces,
        }))
    }
}

/// The value of a game of the catalogue at a position.
fn game(
    arena: &mut Arena,
    game: &str,
    position: Option<&str>,
    limits: &Limits,
) -> Result<Answer, Fault> {
    found(arena, game, position, limits).map_err(|error| match error {
        Error::Stopped(why) => Fault::Stopped(why),
        Error::Input { what, error } => {
            let message = format!("{what}: {}", error.message());
            InputError::new(message, error.text(), error.span()).into()
        }
        other => InputError::new(other.to_string(), "", 0..0).into(),
    })
}

fn found(
    arena: &mut Arena,
    game: &str,
    position: Option<&str>,
    limits: &Limits,
) -> Result<Answer, Error> {
    // Statements may be those of others, and read nothing.
    if Name::read(game)?.reads_files(position) {
        let message =
            "statements read no files: `bouton value` finds the value of a game in a file";
        return Err(Error::Unfit(message.into()));
    }
    let mut session = Open::game(game).position(position).session()?;
    let mut valuer = Valuer::default();
    valuer.arena = take(arena);
    let value = worth(&mut session, &mut valuer, limits);
    *arena = take(&mut valuer.arena);
    value.map(Answer::Value)
}
