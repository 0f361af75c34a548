//! `bouton draw`: a picture of a position or of a full game.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use bouton::answers::CellKind;
use bouton::{Limits, Session, families};
use bouton_pictures::{DrawError, Kind, Levels, Picture, Show, Theme, Wish, draw, of_family};

use super::options::{GameArg, HowArgs, PositionArg, open};
use super::output::{complain, layout};
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
    /// The picture; POSITION is the largest heap for strip, grid, plot and spectrum, and the pattern of a family
    #[arg(long = "as", value_name = "KIND", value_parser = kind(), default_value = "board")]
    kind: String,
    /// The file to write; `-` writes SVG to standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The content of each node of a triangle or tree
    #[arg(long, value_enum)]
    show: Option<ShowArg>,
    /// Show Grundy values in a strip or grid, not outcomes
    #[arg(long)]
    grundy: bool,
    /// Mark what alpha-beta prunes from a tree (the same as `--solver alpha-beta`)
    #[arg(long)]
    alpha_beta: bool,
    /// Rank positions of a graph by plies from the start (the default) or plies to the end
    #[arg(long, value_enum)]
    levels: Option<LevelsArg>,
    /// Most positions in a graph [default: 300] or nodes in a tree [default: 400]
    #[arg(long, value_name = "N")]
    most: Option<usize>,
    /// In a graph or tree, draw only what best play by both players reaches
    #[arg(long)]
    best_only: bool,
    /// The moves to film with `--as line`, or to play first on a board: words, or moves with `;` between them
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    line: Option<String>,
    /// Of a family: the last exponent [default: 8]
    #[arg(long, value_name = "N")]
    up_to: Option<u64>,
    /// Also draw the thermograph of this value, as `calc` reads it; may be repeated
    #[arg(long, value_name = "EXPRESSION", allow_hyphen_values = true)]
    with: Vec<String>,
    /// The title above the picture [default: the game and what is drawn]
    #[arg(long, value_name = "TEXT", conflicts_with = "no_title")]
    title: Option<String>,
    /// No title above the picture
    #[arg(long)]
    no_title: bool,
    /// The same as `--theme dark`: light lines on black
    #[arg(long, conflicts_with = "theme")]
    dark: bool,
    /// Colours; `auto`, the default, follows the viewer's setting in an SVG and is light elsewhere
    #[arg(long, value_enum)]
    theme: Option<ThemeArg>,
    /// Scale of a PNG or GIF [default: 2]
    #[arg(long, value_name = "FACTOR")]
    scale: Option<f32>,
    #[command(flatten)]
    how: HowArgs,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum ShowArg {
    Total,
    Margin,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum LevelsArg {
    Distance,
    Remoteness,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum ThemeArg {
    Auto,
    Light,
    Dark,
}

fn kind() -> clap::builder::PossibleValuesParser {
    Kind::ALL.map(|(name, _)| name).into()
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let found = Kind::ALL.iter().find(|(name, _)| *name == args.kind);
    let kind = found.context("no such kind of picture")?.1;
    args.refuse_what_is_not_drawn(kind)?;
    let typed = args.position.position.as_deref();
    let mut wish = args.wish();
    let mut how = args.how.how();
    let mut watch = Watch::over(&how.limits);
    if kind == Kind::Family {
        let drawn = args.family(typed, &wish, &how.limits);
        watch.found();
        return finished(args, drawn, &how.limits);
    }
    let mut session = if kind.is_table() {
        let bound = typed.context(
            "position: expected the largest heap, or side of a board: `draw kayles 50 --as strip`",
        )?;
        wish.up_to = bound.parse().ok().with_context(|| {
            format!("position: expected the largest heap, or side of a board, a whole number, found {bound:?}")
        })?;
        args.game.open_anywhere(&how.limits)?
    } else if kind == Kind::Automaton && typed.is_none() {
        args.game.open_anywhere(&how.limits)?
    } else {
        open(&args.game, typed, &how.limits)?
    };
    if matches!(how.solver.as_deref(), Some("alpha-beta" | "minimax"))
        && matches!(kind, Kind::Tree | Kind::Both)
    {
        how.solver = None;
    }
    if let Some(line) = &args.line {
        wish.line = moves(&mut session, line)?;
    }
    let drawn = draw(&mut session, kind, &wish, &how);
    watch.found();
    finished(args, drawn.map_err(anyhow::Error::from), &how.limits)
}

/// The moves of a line: what stands between `;`, otherwise the whole text if it is one move, otherwise its words.
fn moves(session: &mut Session, line: &str) -> anyhow::Result<Vec<String>> {
    let start = session.position()?;
    let is_move = session.play(line).is_ok();
    session.go(&start)?;
    let parts: Vec<&str> = match line.contains(';') {
        true => line.split(';').map(str::trim).collect(),
        false if is_move => vec![line],
        false => line.split_whitespace().collect(),
    };
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    let moves: Vec<_> = parts.map(str::to_owned).collect();
    if moves.is_empty() {
        bail!("--line: expected moves like 'R R L', found none");
    }
    Ok(moves)
}

/// Writes a picture, or reports the limit that was reached.
fn finished(
    args: &Args,
    drawn: anyhow::Result<Picture>,
    limits: &Limits,
) -> anyhow::Result<Status> {
    match drawn.and_then(|picture| write(args, &picture, limits)) {
        Err(error) if matches!(error.downcast_ref(), Some(DrawError::Stopped(_))) => {
            complain(&error);
            Ok(Watch::status())
        }
        written => written.map(|()| Status::Answered),
    }
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
        wish: &Wish,
        limits: &Limits,
    ) -> anyhow::Result<Picture> {
        let pattern = pattern.context(
            "position: expected the pattern of a family: `draw clobber 'X^n O' --as family`",
        )?;
        let found = families::law(&self.game.game, pattern, limits)?;
        let Some(law) = found.law else {
            return Err(match found.report.stopped {
                Some(reason) => DrawError::Stopped(reason).into(),
                None => anyhow!(found.report.why.unwrap_or_default()),
            });
        };
        Ok(of_family(&law, wish, limits)?)
    }

    /// Refuses options that do not apply to a kind of picture or file.
    fn refuse_what_is_not_drawn(&self, kind: Kind) -> anyhow::Result<()> {
        use Kind::{
            Automaton, Board, Boards, Both, Dag, Family, Form, Graph, Grid, Heat, Line, Scatter,
            Strip, Thermograph, Tree, Triangle,
        };
        let ending = self.output.extension().and_then(|ending| ending.to_str());
        let ending = ending.map(str::to_lowercase);
        let is_in = |endings: &[&str]| ending.as_deref().is_some_and(|it| endings.contains(&it));
        let is_page = self.output.as_os_str() == "-";
        let has_paper = is_page || is_in(&["svg", "png", "gif"]);
        let is_painted = is_in(&["png", "gif"]);
        let is_headed = is_page || is_in(&["svg", "png", "tex"]);
        let is_drawn = |kinds: &[Kind]| kinds.contains(&kind);
        let (trees, states) = ([Tree, Both], [Graph, Tree, Dag, Both]);
        let unsolved = [
            Board,
            Scatter,
            Automaton,
            Thermograph,
            Form,
            Boards,
            Heat,
            Family,
        ];
        let asked = [
            (
                "show",
                self.show.is_some(),
                is_drawn(&[Triangle, Tree, Both]),
            ),
            ("grundy", self.grundy, is_drawn(&[Strip, Grid])),
            ("alpha-beta", self.alpha_beta, is_drawn(&trees)),
            ("levels", self.levels.is_some(), is_drawn(&states)),
            (
                "most",
                self.most.is_some(),
                is_drawn(&states) || kind == Form,
            ),
            ("best-only", self.best_only, is_drawn(&states)),
            ("line", self.line.is_some(), is_drawn(&[Board, Line])),
            ("with", !self.with.is_empty(), kind == Thermograph),
            ("up-to", self.up_to.is_some(), kind == Family),
            ("right", self.game.right, !is_drawn(&[Boards, Heat, Family])),
            ("misere", self.game.misere, kind != Family),
            (
                "solver",
                self.how.solver.named.is_some(),
                !is_drawn(&unsolved),
            ),
        ];
        for (option, is_asked, is_heeded) in asked {
            if is_asked && !is_heeded {
                bail!(
                    "--{option} does not apply to a picture of the kind {}",
                    self.kind
                );
            }
        }
        let asked = [
            ("dark", self.dark, has_paper),
            ("theme", self.theme.is_some(), has_paper),
            ("title", self.title.is_some(), is_headed),
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
        match self.theme {
            _ if self.dark => Theme::Dark,
            Some(ThemeArg::Dark) => Theme::Dark,
            Some(ThemeArg::Light) => Theme::Light,
            None | Some(ThemeArg::Auto) => Theme::Auto,
        }
    }

    fn wish(&self) -> Wish {
        Wish {
            up_to: 0,
            show: self.show.map(|show| match show {
                ShowArg::Total => Show::Total,
                ShowArg::Margin => Show::Margin,
            }),
            values: self.grundy.then_some(CellKind::Grundy),
            alpha_beta: self.alpha_beta || self.how.solver.named.as_deref() == Some("alpha-beta"),
            levels: match self.levels {
                None | Some(LevelsArg::Distance) => Levels::Distance,
                Some(LevelsArg::Remoteness) => Levels::Remoteness,
            },
            most: self.most,
            best_only: self.best_only,
            bare: false,
            with: self.with.clone(),
            turned: false,
            line: Vec::new(),
            last: self.up_to,
            title: (self.title.clone()).or(self.no_title.then(String::new)),
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
