//! `thermograph`: the stops of a game when every move costs t, for all t; any number of games next to each other, to one
//! scale.

use bouton::Session;
use bouton::answers::{Calculation, GameValue, Walls};
use bouton::calculus::{Calculator, Show, value};
use bouton_core::Limits;
use serde_json::{Value, json};

use super::canvas::{Anchor, Canvas, SMALL, TEXT, shortened, width};
use super::legend::{Sign, frame};
use super::{Error, named, placed};

/// The largest area of the walls, in pixels, and the largest unit of both axes.
const AREA: (f64, f64) = (360.0, 320.0);
const LARGEST_UNIT: f64 = 120.0;
/// The length of the mast above the highest temperature.
const MAST: f64 = 44.0;
/// The distance from an axis to its labels, and the space between labels.
const LEADER: f64 = 14.0;
const GAP: f64 = 6.0;
/// The most characters of a value.
const LONGEST: usize = 44;

/// A number as text, with its place.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    text: String,
    pub(crate) at: f64,
}

/// A corner of a wall.
pub(crate) struct Corner {
    pub(crate) value: Mark,
    pub(crate) temperature: Mark,
}

/// The drawing of one game.
struct Panel {
    name: String,
    words: String,
    left: Vec<Corner>,
    right: Vec<Corner>,
    data: Value,
}

/// Draws the thermograph of the session's position and, next to it, those of expressions.
pub(crate) fn draw(
    session: &mut Session,
    with: &[String],
    limits: &Limits,
) -> Result<(Canvas, Value), Error> {
    let told = value(session, Show::default(), limits)?;
    let mut panels = vec![Panel::of(told)?];
    let mut calculator = Calculator::default();
    for expression in with {
        match calculator.calculate(expression, Show::default(), limits)? {
            Calculation::Value(told) => panels.push(Panel::of(*told)?),
            _ => {
                let message = format!("expected a value, which has a thermograph: {expression}");
                return Err(Error::Unfit(message));
            }
        }
    }
    let unit = unit(&panels);
    let mut canvas = Canvas::default();
    for panel in &panels {
        let drawn = panel.draw(unit, top(&panels));
        if canvas.is_empty() {
            canvas = drawn;
        } else {
            let ([_, _, right, _], [left, ..]) = (canvas.bounds(), drawn.bounds());
            canvas.place(&drawn, (right + 40.0 - left, 0.0), 1.0);
        }
    }
    let heading = match panels.len() {
        1 => format!(
            "{}: thermograph of {}",
            named(session),
            shortened(&placed(session, &session.position()?), LONGEST)
        ),
        _ => "thermographs".to_owned(),
    };
    let legend = [
        (Sign::Line("winline"), "left wall: Left moves first"),
        (Sign::Line("lossline"), "right wall: Right moves first"),
        (Sign::Line("best"), "mast: the mean"),
        (
            Sign::Words,
            "upwards the temperature, from -1; values grow to the left",
        ),
    ];
    frame(
        &mut canvas,
        &heading,
        &legend.map(|(sign, words)| (sign, words.to_owned())),
    );
    let data: Vec<_> = panels.into_iter().map(|panel| panel.data).collect();
    Ok((canvas, json!({ "thermographs": data })))
}

/// The number of a text like -3/4; none if it is too large to be placed.
pub(crate) fn place(text: &str) -> Result<Mark, Error> {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    let parts = above.parse::<f64>().ok().zip(below.parse::<f64>().ok());
    let at = parts.map(|(above, below)| above / below);
    match at.filter(|at| at.is_finite()) {
        Some(at) => Ok(Mark {
            text: text.to_owned(),
            at,
        }),
        None => Err(Error::Unfit(
            "a thermograph with numbers this long is no picture any more".into(),
        )),
    }
}

pub(crate) fn corners(wall: &[[String; 2]]) -> Result<Vec<Corner>, Error> {
    let corner = |[value, temperature]: &[String; 2]| {
        let (value, temperature) = (place(value)?, place(temperature)?);
        Ok(Corner { value, temperature })
    };
    wall.iter().map(corner).collect()
}

/// The temperature of the highest corner.
fn top(panels: &[Panel]) -> f64 {
    let corners = panels.iter().flat_map(Panel::corners);
    corners
        .map(|corner| corner.temperature.at)
        .fold(0.0, f64::max)
}

/// Pixels to 1 on both axes of all panels.
fn unit(panels: &[Panel]) -> f64 {
    let wide = panels.iter().map(Panel::extent);
    let wide = wide.map(|[low, high]| high - low).fold(0.0, f64::max);
    (AREA.0 / wide)
        .min(AREA.1 / (top(panels) + 1.0))
        .min(LARGEST_UNIT)
}

impl Panel {
    fn of(told: GameValue) -> Result<Self, Error> {
        if let Some(reason) = told.stopped {
            return Err(Error::Stopped(reason));
        }
        let [name, mean, temperature] = [&told.value, &told.mean, &told.temperature]
            .map(|text| text.as_deref().unwrap_or_default());
        if mean.is_empty() {
            let name = shortened(name, LONGEST);
            return Err(Error::Unfit(format!(
                "{name} has no thermograph: expected a value of normal play that must end"
            )));
        }
        // A nimber too large to be constructed is still infinitesimal.
        let cold = || {
            let base = [mean.to_owned(), "-1".to_owned()];
            Walls {
                left: vec![base.clone()],
                right: vec![base],
            }
        };
        let walls = told.thermograph.clone().unwrap_or_else(cold);
        Ok(Self {
            name: shortened(name, LONGEST),
            words: format!("mean {mean}, temperature {temperature}"),
            left: corners(&walls.left)?,
            right: corners(&walls.right)?,
            data: json!({
                "value": name, "mean": mean, "temperature": temperature,
                "left": walls.left, "right": walls.right,
            }),
        })
    }

    fn corners(&self) -> impl Iterator<Item = &Corner> {
        self.left.iter().chain(&self.right)
    }

    /// The least and the greatest value.
    fn extent(&self) -> [f64; 2] {
        let values = self.corners().map(|corner| corner.value.at);
        values.fold([f64::MAX, f64::MIN], |[low, high], value| {
            [low.min(value), high.max(value)]
        })
    }

    fn draw(&self, unit: f64, top: f64) -> Canvas {
        let [low, high] = self.extent();
        let middle = f64::midpoint(low, high);
        let x = |value: f64| (middle - value) * unit;
        let y = |temperature: f64| -temperature * unit;
        let side = (x(low) + GAP).max(40.0);
        let (base, sky) = (y(-1.0), y(top) - MAST);
        let mut canvas = Canvas::default();
        canvas.line((-side, base), (side, base), "axis");
        canvas.line((-side, base), (-side, sky), "axis");
        if y(0.0) < base - 1.0 {
            canvas.line((-side, y(0.0)), (side, y(0.0)), "edge");
        }
        self.label_values(&mut canvas, &x, &y, base);
        self.label_temperatures(&mut canvas, &x, &y, -side);
        let tops = self.left.last().into_iter().chain(self.right.last());
        let highest = tops.max_by(|a, b| a.temperature.at.total_cmp(&b.temperature.at));
        if let Some(foot) = highest.map(|top| (x(top.value.at), y(top.temperature.at))) {
            for (wall, class) in [(&self.right, "lossline"), (&self.left, "winline")] {
                let corners = wall.iter();
                let corners = corners.map(|corner| (x(corner.value.at), y(corner.temperature.at)));
                canvas.lines(corners.chain([foot]), class);
            }
            canvas.line(foot, (foot.0, sky), "best");
            let head = [(-5.0, 9.0), (0.0, -3.0), (5.0, 9.0)];
            canvas.polygon(&head.map(|(dx, dy)| (foot.0 + dx, sky + dy)), "besthead");
            self.title(&mut canvas, sky - 12.0);
        }
        canvas
    }

    /// The value and its properties in words, above the mast.
    fn title(&self, canvas: &mut Canvas, y: f64) {
        let [left, _, right, _] = canvas.bounds();
        let middle = f64::midpoint(left, right);
        let at = |y| (middle, y);
        canvas.text(at(y - 16.0), Anchor::Middle, TEXT, "ink strong", &self.name);
        canvas.note(at(y), Anchor::Middle, &self.words);
    }

    /// The values of the corners below the base, with the distances that their labels need.
    fn label_values(
        &self,
        canvas: &mut Canvas,
        x: &impl Fn(f64) -> f64,
        y: &impl Fn(f64) -> f64,
        base: f64,
    ) {
        let mut lowest: Vec<(&Mark, f64)> = Vec::new();
        for Corner { value, temperature } in self.corners() {
            match lowest.iter_mut().find(|(mark, _)| mark.text == value.text) {
                Some((_, low)) => *low = low.max(y(temperature.at)),
                None => lowest.push((value, y(temperature.at))),
            }
        }
        lowest.sort_by(|(a, _), (b, _)| b.at.total_cmp(&a.at));
        let wished: Vec<_> = lowest.iter().map(|(mark, _)| x(mark.at)).collect();
        let sizes = lowest
            .iter()
            .map(|(mark, _)| width(&mark.text, SMALL) + GAP);
        let places = spread(&wished, &sizes.collect::<Vec<_>>());
        for ((mark, low), (at, place)) in lowest.iter().zip(wished.iter().zip(places)) {
            canvas.line((*at, *low), (*at, base), "edge");
            canvas.line((*at, base), (place, base + LEADER), "edge");
            let below = (place, base + LEADER + SMALL);
            canvas.note(below, Anchor::Middle, &mark.text);
        }
    }

    /// The temperatures of the corners, and 0, at the left.
    fn label_temperatures(
        &self,
        canvas: &mut Canvas,
        x: &impl Fn(f64) -> f64,
        y: &impl Fn(f64) -> f64,
        edge: f64,
    ) {
        let zero = Mark {
            text: "0".into(),
            at: 0.0,
        };
        let mut nearest: Vec<(&Mark, f64)> = vec![(&zero, edge)];
        for Corner { value, temperature } in self.corners() {
            let same = |(mark, _): &&mut (&Mark, f64)| mark.text == temperature.text;
            match nearest.iter_mut().find(same) {
                Some((_, far)) => *far = far.max(x(value.at)),
                None => nearest.push((temperature, x(value.at))),
            }
        }
        nearest.sort_by(|(a, _), (b, _)| b.at.total_cmp(&a.at));
        let wished: Vec<_> = nearest.iter().map(|(mark, _)| y(mark.at)).collect();
        let places = spread(&wished, &vec![SMALL + GAP; nearest.len()]);
        for ((mark, far), (at, place)) in nearest.iter().zip(wished.iter().zip(places)) {
            canvas.line((edge, *at), (*far, *at), "edge");
            canvas.line((edge, *at), (edge - LEADER, place), "edge");
            let beside = (edge - LEADER - 3.0, place + SMALL / 3.0);
            canvas.note(beside, Anchor::End, &mark.text);
        }
    }
}

/// Places in order, each at least half the sizes of both from the next, and together as near as possible to the ascending
/// preferred places.
fn spread(wished: &[f64], sizes: &[f64]) -> Vec<f64> {
    // Measured from the place that each has in a row without gaps, places must only not descend: neighbours that would are
    // merged.
    let mut offsets = vec![0.0];
    for pair in sizes.windows(2) {
        let last = offsets[offsets.len() - 1];
        offsets.push(last + f64::midpoint(pair[0], pair[1]));
    }
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for (wish, offset) in wished.iter().zip(&offsets) {
        let mut block = (wish - offset, 1);
        while let Some(&(sum, count)) = blocks.last()
            && sum / count as f64 >= block.0 / block.1 as f64
        {
            blocks.pop();
            block = (block.0 + sum, block.1 + count);
        }
        blocks.push(block);
    }
    let starts = blocks
        .iter()
        .flat_map(|(sum, count)| std::iter::repeat_n(sum / *count as f64, *count));
    starts
        .zip(&offsets)
        .map(|(start, offset)| start + offset)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_as_far_apart_as_they_are_wide() {
        let sizes = [10.0, 20.0, 10.0, 10.0];
        assert_eq!(
            spread(&[0.0, 30.0, 60.0, 90.0], &sizes),
            [0.0, 30.0, 60.0, 90.0]
        );
        assert_eq!(
            spread(&[0.0, 0.0, 60.0, 60.0], &sizes),
            [-7.5, 7.5, 55.0, 65.0]
        );
        assert!(spread(&[], &[]).is_empty());
    }

    #[test]
    fn numbers_stand_where_they_are() {
        assert_eq!(place("-3/4").unwrap().at, -0.75);
        assert!(place(&"9".repeat(400)).is_err());
    }
}
