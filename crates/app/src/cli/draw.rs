//! `bouton draw`: a picture of a position or of a full game.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use bouton::{Error, Limits, families};
use bouton_pictures::{Draw, Kind, Painted, Picture, Theme, of_family};

use super::options::{GameArg, HowArgs, PositionArg, open};
use super::output::layout;
use super::posed::Posed;
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// Draw a picture: `.svg`, `.png`, `.gif`, `.tex`, `.dot` or `.json`, by the file's ending
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton draw row-ends 4,5,3,1,2 --as triangle -o triangle.svg
  bouton draw wythoff 3,5 --as graph -o graph.png
  bouton draw wythoff 30 --as grid -o grid.svg
  bouton draw row-ends 1,2,4,3 --as tree --alpha-beta -o tree.svg
  bouton draw row-ends 1,2,4,3 --as tree --show total -o totals.svg
  bouton draw tic-tac-toe -o board.svg
  bouton draw nim 3,4,5 --as board --title 'Your move' -o nim.svg
  bouton draw domineering:2,3 --as thermograph --with '{2|-1}' -o thermographs.svg
  bouton draw domineering 5 --as boards -o boards.png
  bouton draw tic-tac-toe X.O/.../... --as line -o line.gif
  bouton draw row-ends 1,2,4,3 --as line --line 'R R L' -o played.svg
  bouton draw wythoff 3,5 --as graph -o graph.tex
  bouton draw toppling-dominoes 'l^n r^3' --as family --up-to 10 -o family.svg")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    position: PositionArg,
    #[command(flatten)]
    asked: Posed<Draw>,
    /// The file to write; `-` writes SVG to standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// No title above the picture
    #[arg(long, conflicts_with = "title")]
    no_title: bool,
    /// The same as `--theme dark`: light lines on black
    #[arg(long, conflicts_with = "theme")]
    dark: bool,
    #[command(flatten)]
    painted: Posed<Painted>,
    /// Scale of a PNG or GIF [default: 2]
    #[arg(long, value_name = "FACTOR")]
    scale: Option<f32>,
    #[command(flatten)]
    how: HowArgs,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let typed = args.position.position.as_deref();
    let how = args.how.how();
    let mut asked = args.asked.0.clone().of_size(typed)?;
    if args.no_title {
        asked.title = Some(String::new());
    }
    let GameArg { right, misere, .. } = args.game;
    args.asked.check(right, misere, how.solver.as_deref())?;
    args.refuse_what_is_not_written()?;
    let mut watch = Watch::over(&how.limits);
    let drawn = if asked.kind == Kind::Family {
        args.family(typed, &asked, &how.limits)
    } else {
        let mut session = match asked.is_of_game(typed) {
            true => args.game.open_anywhere(&how.limits)?,
            false => open(&args.game, typed, &how.limits)?,
        };
        asked.answer(&mut session, &how).map_err(Into::into)
    };
    watch.found();
    write(args, &drawn?, &how.limits)?;
    Ok(Status::Answered)
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::of(&self.game)
            .at(self.position.position.as_ref())
            .by(&self.how)
    }

    /// The members of the family of a pattern.
    fn family(
        &self,
        pattern: Option<&str>,
        asked: &Draw,
        limits: &Limits,
    ) -> anyhow::Result<Picture> {
        let pattern = pattern.context(
            "position: expected the pattern of a family: `draw clobber 'X^n O' --as family`",
        )?;
        let found = families::law(&self.game.game, pattern, limits)?;
        let Some(law) = found.law else {
            return Err(match found.report.stopped {
                Some(reason) => Error::Stopped(reason).into(),
                None => anyhow!(found.report.why.unwrap_or_default()),
            });
        };
        Ok(of_family(&law, asked, limits)?)
    }

    /// Refuses options that do not apply to a file.
    fn refuse_what_is_not_written(&self) -> anyhow::Result<()> {
        let ending = self.output.extension().and_then(|ending| ending.to_str());
        let ending = ending.map(str::to_lowercase);
        let is_in = |endings: &[&str]| ending.as_deref().is_some_and(|it| endings.contains(&it));
        let is_page = self.output.as_os_str() == "-";
        let has_paper = is_page || is_in(&["svg", "png", "gif"]);
        let is_painted = is_in(&["png", "gif"]);
        let is_headed = is_page || is_in(&["svg", "png", "tex"]);
        let asked = [
            ("dark", self.dark, has_paper),
            ("theme", self.painted.theme.is_some(), has_paper),
            ("title", self.asked.title.is_some(), is_headed),
            ("no-title", self.no_title, is_headed),
            ("scale", self.scale.is_some(), is_painted),
        ];
        for (option, is_asked, is_heeded) in asked {
            if is_asked && !is_heeded {
                let file = self.output.display();
                bail!("--{option} does not apply to a file like {file}");
            }
        }
        Ok(())
    }

    fn theme(&self) -> Theme {
        match self.dark {
            true => Theme::Dark,
            false => self.painted.theme.unwrap_or_default(),
        }
    }
}

#[cfg_attr(not(feature = "png"), allow(unused_variables))]
fn write(args: &Args, picture: &Picture, limits: &Limits) -> anyhow::Result<()> {
    let path: &Path = &args.output;
    let theme = args.theme();
    #[cfg(feature = "png")]
    let scale = args.scale.unwrap_or(2.0).clamp(0.1, 16.0);
    if path.as_os_str() == "-" {
        return layout(picture.svg(theme).trim_end());
    }
    let ending = path.extension().and_then(|ending| ending.to_str());
    let bytes = match ending.map(str::to_lowercase).as_deref() {
        Some("svg") => picture.svg(theme).into_bytes(),
        Some("json") => format!("{}\n", picture.json()).into_bytes(),
        Some("dot") => match picture.dot() {
            Some(dot) => dot.as_bytes().to_vec(),
            None => bail!("only graph, tree, dag, both and automaton can be written as .dot"),
        },
        Some("tex") => picture.tex().into_bytes(),
        #[cfg(feature = "png")]
        Some("gif") => picture.gif(theme, scale, limits)?,
        #[cfg(feature = "png")]
        Some("png") => picture.png(theme, scale, limits)?,
        _ => bail!(
            "{}: expected a name that ends in .svg, .png, .gif, .tex, .dot or .json",
            path.display()
        ),
    };
    super::output::file(path, |out| out.write_all(&bytes))
}
