//! [`form`]: a canonical form as a tree of options.

use std::collections::HashMap;

use bouton_core::Limits;
use bouton_engine::Error;
use bouton_solvers::values::Valuer;

use super::worth;
use crate::session::Session;

/// A follower of a canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Follower {
    /// The value as text.
    pub value: String,
    /// The left options, by their places in the list; empty for a number.
    pub left: Vec<usize>,
    /// The right options.
    pub right: Vec<usize>,
}

/// All followers of the canonical form of the session's position, itself first; options of numbers are left out.
///
/// ```
/// use bouton::{Limits, calculus::form};
/// let session = &mut bouton::open("domineering:2,3", ".../...")?;
/// let values: Vec<_> = form(session, 10, &Limits::default())?.into_iter().map(|f| f.value).collect();
/// assert_eq!(values, ["{2|-1/2}", "2", "-1/2"]);
/// # Ok::<(), bouton::Error>(())
/// ```
///
/// # Errors
/// As for [`super::value`]; also if there are more than `most` followers or a limit is reached.
pub fn form(session: &mut Session, most: usize, limits: &Limits) -> Result<Vec<Follower>, Error> {
    let mut valuer = Valuer::default();
    let root = worth(session, &mut valuer, limits)?;
    let (arena, meter) = (&mut valuer.arena, &mut limits.meter());
    let (mut found, mut places) = (vec![root], HashMap::from([(root, 0)]));
    let mut form = Vec::new();
    while let Some(&value) = found.get(form.len()) {
        let mut sides = [Vec::new(), Vec::new()];
        if !arena.is_number(value) {
            for (places_of, options) in sides.iter_mut().zip(
                arena
                    .written_options(value, meter)
                    .map_err(Error::Stopped)?,
            ) {
                for option in options {
                    let place = *places.entry(option).or_insert(found.len());
                    if place == found.len() {
                        found.push(option);
                    }
                    places_of.push(place);
                }
            }
        }
        if found.len() > most {
            let message =
                format!("the canonical form has more than {most} followers, too many to be drawn");
            return Err(Error::Unfit(message));
        }
        let [left, right] = sides;
        let value = arena.text(value, meter).map_err(Error::Stopped)?;
        form.push(Follower { value, left, right });
    }
    Ok(form)
}
