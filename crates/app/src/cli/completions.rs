//! `bouton completions`: shell completions.

use std::collections::BTreeSet;

use bouton::answers::Game;
use bouton::play::Level;
use bouton_web::catalogue;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;

use super::{Subject, command};
use crate::status::Status;

/// Print shell completions: `bouton completions bash > /etc/bash_completion.d/bouton`
#[derive(clap::Args)]
pub(crate) struct Args {
    shell: Shell,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::default()
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let names = Names::of(&catalogue()?);
    let mut program = command().mut_subcommands(|command| names.suggested(command));
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut program, "bouton", &mut text);
    super::output::own(&String::from_utf8(text)?)?;
    Ok(Status::Answered)
}

/// The names that complete an argument.
struct Names {
    games: BTreeSet<String>,
    solvers: BTreeSet<String>,
    strategies: BTreeSet<String>,
}

impl Names {
    fn of(games: &[Game]) -> Self {
        let solvers = games
            .iter()
            .flat_map(|game| game.solvers.iter().chain(game.misere.iter().flatten()));
        let strategies = games.iter().flat_map(|game| &game.strategies);
        Self {
            games: games.iter().map(|game| game.name.clone()).collect(),
            solvers: solvers.map(|solver| solver.id.clone()).collect(),
            strategies: strategies.map(|[name, _]| name.clone()).collect(),
        }
    }

    /// The command with names of games, solvers, levels and strategies as values. They only complete: other values, such as
    /// files, are taken as well.
    fn suggested(&self, command: clap::Command) -> clap::Command {
        let is_about_games = command.get_name() == "games";
        command.mut_args(|argument| {
            let names = match argument.get_id().as_str() {
                "game" => self.games.clone(),
                "name" if is_about_games => self.games.clone(),
                "solver" => self.solvers.clone(),
                "level" => Level::common()
                    .chain(self.strategies.iter().cloned())
                    .collect(),
                "strategy" => self.strategies.clone(),
                _ => return argument,
            };
            argument.value_parser(PossibleValuesParser::new(names))
        })
    }
}
