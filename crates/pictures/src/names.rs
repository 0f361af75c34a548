//! [`Names`]: finds places for labels where they do not collide.

use std::f64::consts::FRAC_PI_8;

use super::canvas::{SMALL, width};

type Place = (f64, f64);

/// The distance from the edge of a disc to its label.
const AWAY: f64 = 6.0;
/// The height of a label above and below its baseline, and in all.
const ABOVE: f64 = SMALL * 0.8;
const BELOW: f64 = SMALL * 0.25;
const HIGH: f64 = ABOVE + BELOW;

/// Left, top, right, bottom.
type Area = [f64; 4];

/// The occupied places.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// Labels and discs, which labels must avoid.
    taken: Vec<Area>,
    /// Parts of lines, which labels avoid if possible.
    lines: Vec<Area>,
}

fn around((x, y): Place, radius: f64) -> Area {
    [x - radius, y - radius, x + radius, y + radius]
}

fn apart(a: &Area, b: &Area) -> bool {
    a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1]
}

impl Names {
    /// Keeps labels away from a disc.
    pub(crate) fn take(&mut self, place: Place, radius: f64) {
        self.taken.push(around(place, radius));
    }

    /// Keeps labels away from a point of a line, if possible.
    pub(crate) fn avoid(&mut self, place: Place) {
        self.lines.push(around(place, 2.0));
    }

    /// A baseline for the label of a disc, on the side away from `middle` if possible.
    pub(crate) fn around(
        &mut self,
        name: &str,
        (x, y): Place,
        radius: f64,
        middle: Place,
    ) -> Option<Place> {
        let out = (y - middle.1).atan2(x - middle.0);
        let turns = [0, 2, -2, 4, -4, 6, -6, 8, 1, -1, 3, -3, 5, -5, 7, -7];
        let half = width(name, SMALL) / 2.0;
        let places = turns.map(|sixteenths| {
            let (sin, cos) = (out + f64::from(sixteenths) * FRAC_PI_8).sin_cos();
            let far = radius + AWAY + half * cos.abs() + HIGH / 2.0 * sin.abs();
            (x + cos * far, y + sin * far + 4.0)
        });
        self.first_free(name, places)
    }

    /// A baseline for the label of a line with this direction, next to the first of `ways` that is free; the sign gives the
    /// side.
    /// which side.
    pub(crate) fn along(
        &mut self,
        name: &str,
        (ux, uy): Place,
        ways: impl Iterator<Item = (Place, f64)>,
    ) -> Option<Place> {
        let off = width(name, SMALL) / 2.0 * uy.abs() + SMALL / 2.0 * ux.abs() + 5.0;
        let beside =
            |((x, y), sign): (Place, f64)| (x - uy * off * sign, y + ux * off * sign + 4.0);
        self.first_free(name, ways.map(beside))
    }

    /// Takes the first of these baselines where the label does not collide.
    pub(crate) fn first_free(
        &mut self,
        name: &str,
        places: impl IntoIterator<Item = Place>,
    ) -> Option<Place> {
        if name.is_empty() {
            return None;
        }
        let half = width(name, SMALL) / 2.0;
        let area = |&(x, y): &Place| [x - half, y - ABOVE, x + half, y + BELOW];
        let off = |others: &[Area], place: &Place| others.iter().all(|o| apart(o, &area(place)));
        let place = {
            let mut free = places.into_iter().filter(|at| off(&self.taken, at));
            let first = free.next()?;
            let mut rest = std::iter::once(first).chain(free);
            rest.find(|at| off(&self.lines, at)).unwrap_or(first)
        };
        self.taken.push(area(&place));
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_give_way() {
        let mut names = Names::default();
        let mut name = || names.around("name", (0.0, 0.0), 13.0, (-9.0, 0.0));
        let found: Vec<_> = (0..20).map(|_| name()).collect();
        assert_eq!(found[0], Some((19.0 + width("name", SMALL) / 2.0, 4.0)));
        assert!(found[1].is_some() && found[1] != found[0]);
        assert_eq!(found[19], None, "no room is left");
    }

    /// "The 5 is half under its stone": a name is as far from its disc on every side.
    #[test]
    fn names_are_off_their_discs_on_every_side() {
        let radius = 14.0;
        for middle in [(0.0, -9.0), (0.0, 9.0), (-9.0, 0.0), (9.0, 0.0)] {
            let mut names = Names::default();
            names.take((0.0, 0.0), radius);
            let (x, y) = names.around("5", (0.0, 0.0), radius, middle).unwrap();
            let half = width("5", SMALL) / 2.0;
            let gap = (x.abs() - half).max(y - ABOVE).max(-y - BELOW) - radius;
            assert!(
                (AWAY - 1.5..=AWAY + 1.5).contains(&gap),
                "{middle:?}: {gap}"
            );
            let out = x * middle.0 + y * middle.1;
            assert!(
                out < 0.0,
                "{middle:?}: the side away from the middle is free"
            );
        }
    }

    #[test]
    fn names_stand_on_lines_only_where_they_must() {
        let mut names = Names::default();
        let places = [(0.0, 0.0), (50.0, 0.0)];
        names.avoid((0.0, 0.0));
        assert_eq!(names.first_free("a", places), Some(places[1]));
        assert_eq!(names.first_free("b", places), Some(places[0]));
        assert_eq!(names.first_free("c", places), None);
    }
}
