//! `bouton man`: the manual pages.

use std::path::PathBuf;

use super::output::{file, own};
use super::{Subject, command};
use crate::status::Status;

/// Print the manual page: `bouton man | man -l -`
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton man | man -l -
  bouton man solve | man -l -
  bouton man --folder ~/.local/share/man/man1")]
pub(crate) struct Args {
    /// The page of this command
    command: Option<String>,
    /// Write all pages to this folder: `bouton.1`, `bouton-solve.1`, …
    #[arg(long, conflicts_with = "command")]
    folder: Option<PathBuf>,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::default()
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let pages = pages();
    if let Some(folder) = &args.folder {
        for (name, page) in pages {
            let text = rendered(page)?;
            file(&folder.join(format!("{name}.1")), |out| {
                out.write_all(text.as_bytes())
            })?;
        }
        return Ok(Status::Answered);
    }
    let name = match &args.command {
        None => "bouton".to_owned(),
        Some(command) => format!("bouton-{command}"),
    };
    let found = pages.into_iter().find(|(page, _)| *page == name);
    let Some((_, page)) = found else {
        anyhow::bail!(
            "expected a command of `bouton --help`, found {:?}",
            &name["bouton-".len()..]
        );
    };
    own(rendered(page)?.trim_end())?;
    Ok(Status::Answered)
}

/// The page of the program and that of each of its commands, by name.
fn pages() -> Vec<(String, clap::Command)> {
    let program = command();
    let mut pages = vec![("bouton".to_owned(), program.clone())];
    for command in program.get_subcommands() {
        let name = format!("bouton-{}", command.get_name());
        pages.push((name.clone(), command.clone().name(name)));
    }
    pages
}

fn rendered(page: clap::Command) -> anyhow::Result<String> {
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    Ok(String::from_utf8(text)?)
}
