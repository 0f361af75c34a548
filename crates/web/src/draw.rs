//! Pictures, drawn by the same code as on the command line.

use bouton::families::FamilyLaw;
use bouton::{How, Limits};
use bouton_pictures::{Draw, Kind, Picture, Theme};

use crate::last_game::LastGame;
use crate::query::Query;
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::routes::Answered;
use crate::routes::parameters::Written;

pub(crate) fn draw(last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let (asked, written) = (query.read::<Draw>()?, query.read::<Written>()?);
    let named = &query.named;
    let position = named.position.as_deref();
    asked.check(named.right, named.misere, how.solver.as_deref())?;
    let picture = if asked.kind == Kind::Family {
        let law = proved(query, position.unwrap_or_default(), how)?;
        bouton_pictures::of_family(&law, &asked, &how.limits)?
    } else {
        let session = match asked.is_of_game(position) {
            true => last.open_anywhere(query)?,
            false => last.open(query)?,
        };
        asked.of_size(position)?.answer(session, how)?
    };
    let style = (written.painted.theme.unwrap_or_default(), written.scale);
    let reply = formed(&picture, &written.format, style, &how.limits)?;
    let name = || query.file_name(query.text("as").unwrap_or("board"), &written.format);
    Ok(reply.named(written.download.then(name)))
}

/// The law of the pattern that is given in place of a position.
fn proved(query: &Query, pattern: &str, how: &How) -> Result<FamilyLaw, Refusal> {
    let found = crate::laws::family(query, pattern, how)?;
    found.law.ok_or_else(|| match found.report.stopped {
        Some(stopped) => Refusal::stopped(stopped),
        None => Refusal::bad(found.report.why.unwrap_or_default()),
    })
}

/// A picture in a format, with its colours and its scale.
#[cfg_attr(not(feature = "png"), allow(unused_variables))]
pub(crate) fn formed(
    picture: &Picture,
    format: &str,
    (theme, scale): (Theme, u64),
    limits: &Limits,
) -> Answered {
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
        "png" => Reply::new("image/png", picture.png(theme, scale as f32, limits)?),
        #[cfg(not(feature = "png"))]
        "png" => Err(unfit("this program was built without PNG")),
        _ => Reply::new("image/svg+xml", picture.svg(theme).into_bytes()),
    }
}
