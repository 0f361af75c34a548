//! Sums of games: a move is a move in one part. The player who makes the last move of all wins, or the player with most
//! points in all.
//!
//! A position is the side to move, then for each part the length of its position (-1 if it is left out) and that position,
//! with Left to move.

use super::{Brought, Opened, Position, Rules, SUM, Step, Whose, part};
use crate::Refusal;
use crate::obligation::Obligation;
use crate::shown::brief;

struct Sum {
    names: Vec<String>,
    parts: Vec<Box<dyn Rules>>,
}

/// More parts than can be examined.
const MOST: usize = 16;

/// The game and the position of each part.
pub(crate) fn split(text: &str) -> Vec<(&str, &str)> {
    let parts = text.split(" + ").map(str::trim);
    parts
        .map(|part| part.split_once(' ').unwrap_or((part, "")))
        .collect()
}

pub(super) fn open(position: &str, brought: Brought<'_>) -> Result<Opened, Refusal> {
    let given = split(position);
    if given.len() > MOST {
        return Err(Refusal::Undecided(format!(
            "a sum of more than {MOST} parts"
        )));
    }
    let (mut names, mut parts, mut whose) = (Vec::new(), Vec::new(), Vec::new());
    for (game, position) in given {
        let wrong = |what: &str| Refusal::position(format!("{} {what}", brief(game)));
        if game == SUM {
            return Err(wrong("is no part of a sum"));
        }
        let opened = part(game, position, brought)?;
        // Other games end before the last move is made, or earn points at their end.
        Obligation::PlayedInSums.demand(opened.rules.is_played_in_sums(), || {
            wrong("is not played in sums")
        })?;
        names.push(game.to_owned());
        parts.push(opened.rules);
        whose.push(opened.whose);
    }
    let is_counted = parts.first().is_some_and(|part| part.has_points());
    let alike = parts.iter().all(|part| part.has_points() == is_counted);
    Obligation::PointsAlone.demand(alike, || {
        let message = "expected games of points alone, or games that the last to move wins";
        Refusal::position(message)
    })?;
    Ok(Opened {
        rules: Box::new(Sum { names, parts }),
        whose: Whose::Parts(whose),
    })
}

impl Sum {
    /// The position of each part.
    fn places<'a>(&self, at: &'a [i64]) -> Vec<Option<&'a [i64]>> {
        let (mut places, mut rest) = (Vec::new(), &at[1..]);
        while let [length, after @ ..] = rest {
            let (place, after) = after.split_at((*length).max(0) as usize);
            places.push((*length >= 0).then_some(place));
            rest = after;
        }
        places
    }

    fn of(&self, side: i64, places: &[Option<Position>]) -> Position {
        let mut at = vec![side];
        for place in places {
            at.push(place.as_ref().map_or(-1, |place| place.len() as i64));
            at.extend(place.iter().flatten());
        }
        at
    }

    fn owned(&self, at: &[i64]) -> Vec<Option<Position>> {
        self.places(at)
            .into_iter()
            .map(|place| place.map(<[i64]>::to_vec))
            .collect()
    }

    fn each(&self, at: &[i64], change: impl Fn(&dyn Rules, Position) -> Position) -> Position {
        let places = self.parts.iter().zip(self.owned(at));
        let changed: Vec<_> = places
            .map(|(part, place)| place.map(|place| change(&**part, place)))
            .collect();
        self.of(at[0], &changed)
    }
}

impl Rules for Sum {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        let places = self.owned(at);
        let other = if self.has_sides() { 1 - at[0] } else { 0 };
        for (n, part) in self.parts.iter().enumerate() {
            let Some(mut place) = places[n].clone() else {
                continue;
            };
            if part.has_sides() {
                place[0] = at[0];
            }
            part.options(&place, &mut |mut step| {
                let mut after = places.clone();
                if part.has_sides() {
                    step.to[0] = 0;
                }
                after[n] = Some(step.to);
                see(Step {
                    to: self.of(if step.again { at[0] } else { other }, &after),
                    ..step
                });
            });
        }
    }

    fn end(&self, at: &[i64]) -> Option<i64> {
        let ends = self.parts.iter().zip(self.owned(at));
        let mut ends = ends.filter_map(|(part, place)| {
            let mut place = place?;
            if part.has_sides() {
                place[0] = at[0];
            }
            Some(part.end(&place))
        });
        match self.has_points() {
            true => ends.try_fold(0i64, |sum, end| sum.checked_add(end?)),
            false => None,
        }
    }

    fn parse(&self, text: &str, right: bool) -> Result<Position, String> {
        let given = split(text);
        let same = given
            .iter()
            .map(|(game, _)| *game)
            .eq(self.names.iter().map(String::as_str));
        if !same {
            return Err(format!("expected a sum of {}", self.names.join(", ")));
        }
        let places = self
            .parts
            .iter()
            .zip(given)
            .map(|(part, (_, position))| part.parse(position, false));
        let places: Vec<Option<Position>> = places
            .map(|place| place.map(Some))
            .collect::<Result<_, _>>()?;
        Ok(self.of(right.into(), &places))
    }

    fn show(&self, at: &[i64]) -> String {
        let parts = self.parts.iter().zip(&self.names).zip(self.places(at));
        let shown =
            parts.filter_map(|((part, name), place)| Some(format!("{name} {}", part.show(place?))));
        shown.collect::<Vec<_>>().join(" + ")
    }

    fn is_rights(&self, at: &[i64]) -> bool {
        at[0] == 1
    }

    fn has_sides(&self) -> bool {
        self.parts.iter().any(|part| part.has_sides())
    }

    fn key(&self, at: &[i64], misere: bool) -> Position {
        self.each(at, |part, place| part.key(&place, misere))
    }

    fn key_at_hand(&self, at: &[i64], misere: bool) -> Option<Position> {
        let places = self.parts.iter().zip(self.owned(at));
        let keys = places.map(|(part, place)| match place {
            Some(place) => part.key_at_hand(&place, misere).map(Some),
            None => Some(None),
        });
        Some(self.of(at[0], &keys.collect::<Option<Vec<_>>>()?))
    }

    fn shape(&self, part: &[i64]) -> Position {
        self.each(part, |rules, place| rules.shape(&place))
    }

    fn is_impartial(&self) -> bool {
        self.parts.iter().all(|part| part.is_impartial())
    }

    fn is_known_to_end(&self) -> bool {
        self.parts.iter().all(|part| part.is_known_to_end())
    }

    fn parts(&self, at: &[i64]) -> Vec<Position> {
        let mut parts = Vec::new();
        for (n, place) in self.owned(at).into_iter().enumerate() {
            for one in place.iter().flat_map(|place| self.parts[n].parts(place)) {
                let mut alone = vec![None; self.parts.len()];
                alone[n] = Some(one);
                parts.push(self.of(0, &alone));
            }
        }
        parts.sort_by_key(|part| part.iter().fold(0i64, |sum, n| sum.saturating_add(*n)));
        parts
    }

    fn has_points(&self) -> bool {
        self.parts.iter().all(|part| part.has_points())
    }

    fn believed(&self) -> Vec<&'static str> {
        let mut believed: Vec<_> = self.parts.iter().flat_map(|part| part.believed()).collect();
        believed.sort_unstable();
        believed.dedup();
        believed
    }

    fn trouble(&self) -> Result<(), Refusal> {
        self.parts.iter().try_for_each(|part| part.trouble())
    }
}
