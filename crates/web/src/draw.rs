//! Pictures, drawn by the same code as on the command line.

use bouton::answers::CellKind;
use bouton::families::FamilyLaw;
use bouton::{How, Limits};
use bouton_pictures::{Kind, Levels, Picture, Show, Theme, Wish};

use crate::last_game::LastGame;
use crate::query::Query;
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::routes::Answered;
use crate::routes::parameters::Drawn;

/// The names of all kinds.
pub(crate) const KINDS: [&str; Kind::ALL.len()] = {
    let mut names = [""; Kind::ALL.len()];
    let mut n = 0;
    while n < names.len() {
        names[n] = Kind::ALL[n].0;
        n += 1;
    }
    names
};

pub(crate) fn draw(last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let asked: Drawn = query.read()?;
    let kind = Kind::ALL.into_iter().find(|(name, _)| *name == asked.kind);
    let kind = kind.map_or(Kind::Board, |(_, kind)| kind);
    let mut wish = wish(query, &asked);
    if kind == Kind::Family {
        let pattern = query.text("position").unwrap_or_default();
        let law = proved(query, pattern, how)?;
        let picture = bouton_pictures::of_family(&law, &wish, &how.limits)?;
        return sent(&picture, &asked, query, how);
    }
    let session = if kind.is_table() {
        wish.up_to = bound(query)?;
        last.open_anywhere(query)?
    } else if kind == Kind::Automaton && query.text("position").is_none() {
        last.open_anywhere(query)?
    } else {
        last.open(query)?
    };
    let mut how = how.clone();
    let searched = matches!(how.solver.as_deref(), Some("alpha-beta" | "minimax"));
    if searched && matches!(kind, Kind::Tree | Kind::Both) {
        how.solver = None;
    }
    let picture = bouton_pictures::draw(session, kind, &wish, &how)?;
    sent(&picture, &asked, query, &how)
}

fn sent(picture: &Picture, asked: &Drawn, query: &Query, how: &How) -> Answered {
    let reply = written(picture, &asked.format, query, &how.limits)?;
    let name = || query.file_name(&asked.kind, &asked.format);
    Ok(reply.named(asked.written.download.then(name)))
}

/// The law of the pattern that is given in place of a position.
fn proved(query: &Query, pattern: &str, how: &How) -> Result<FamilyLaw, Refusal> {
    let found = crate::laws::family(query, pattern, how)?;
    found.law.ok_or_else(|| match found.report.stopped {
        Some(stopped) => Refusal::stopped(stopped),
        None => Refusal::bad(found.report.why.unwrap_or_default()),
    })
}

/// The largest heap, which is given in place of a position.
fn bound(query: &Query) -> Result<u64, Refusal> {
    let text = query.text("position").unwrap_or("30");
    text.parse().map_err(|_| {
        let error = format!("position: expected the largest heap, a whole number, found {text:?}");
        Refusal {
            what: Some("position"),
            ..Refusal::bad(error)
        }
    })
}

fn wish(query: &Query, asked: &Drawn) -> Wish {
    Wish {
        up_to: 0,
        show: match asked.show.as_deref() {
            Some("total") => Some(Show::Total),
            Some("margin") => Some(Show::Margin),
            _ => None,
        },
        values: asked.grundy.then_some(CellKind::Grundy),
        alpha_beta: query.text("solver") == Some("alpha-beta"),
        levels: match asked.levels.as_str() {
            "remoteness" => Levels::Remoteness,
            _ => Levels::Distance,
        },
        most: asked.most,
        best_only: asked.best_only,
        bare: asked.bare,
        with: asked.with.clone(),
        turned: asked.turned,
        line: query.all("move"),
        last: asked.last,
        title: asked.title.clone(),
    }
}

#[cfg_attr(not(feature = "png"), allow(unused_variables))]
pub(crate) fn written(picture: &Picture, format: &str, query: &Query, limits: &Limits) -> Answered {
    let theme = match query.text("theme") {
        Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        _ => Theme::Auto,
    };
    let unfit = |error: &str| Refusal::bad(error.to_owned());
    match format {
        "json" => Reply::json(picture.json(), None),
        "html" => Reply::new("text/html; charset=utf-8", picture.html().into_bytes()),
        "dot" => {
            let dot = picture.dot();
            let dot = dot.ok_or_else(|| {
                unfit("only graph, tree, dag, both and automaton are written as dot")
            })?;
            Reply::new("text/vnd.graphviz; charset=utf-8", dot.as_bytes().to_vec())
        }
        #[cfg(feature = "png")]
        "png" => {
            let scale: f32 = query.number("scale").unwrap_or(2.0);
            Reply::new("image/png", picture.png(theme, scale, limits)?)
        }
        #[cfg(not(feature = "png"))]
        "png" => Err(unfit("this program was built without PNG")),
        _ => Reply::new("image/svg+xml", picture.svg(theme).into_bytes()),
    }
}
