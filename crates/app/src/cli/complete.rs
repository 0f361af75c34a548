//! `bouton completions` and `bouton man`: shell completions and the manual page.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::status::Status;

/// Print shell completions: `bouton completions bash > /etc/bash_completion.d/bouton`
#[derive(clap::Args)]
pub(crate) struct Completions {
    shell: Shell,
}

/// Print the manual page: `bouton man | man -l -`
#[derive(clap::Args)]
pub(crate) struct Man {}

pub(crate) fn completions<P: CommandFactory>(args: &Completions) -> anyhow::Result<Status> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut P::command(), "bouton", &mut text);
    super::output::own(&String::from_utf8(text)?)?;
    Ok(Status::Answered)
}

pub(crate) fn man<P: CommandFactory>(_: &Man) -> anyhow::Result<Status> {
    let mut text = Vec::new();
    let command = P::command();
    clap_mangen::Man::new(command.clone()).render(&mut text)?;
    for sub in command.get_subcommands() {
        let name = format!("bouton-{}", sub.get_name());
        clap_mangen::Man::new(sub.clone().name(name)).render(&mut text)?;
    }
    super::output::own(&String::from_utf8(text)?)?;
    Ok(Status::Answered)
}
