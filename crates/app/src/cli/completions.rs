//! `bouton completions`: shell completions.

use clap::CommandFactory;
use clap_complete::Shell;

use super::{Program, Subject};
use crate::status::Status;

/// Print shell completions: `bouton completions bash > /etc/bash_completion.d/bouton`
#[derive(clap::Args)]
pub(crate) struct Args {
    shell: Shell,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::without_rules()
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Program::command(), "bouton", &mut text);
    super::output::own(&String::from_utf8(text)?)?;
    Ok(Status::Answered)
}
