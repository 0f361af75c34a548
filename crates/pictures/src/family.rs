//! `family`: the thermographs of the members of a family of positions, one over the other, and their means and temperatures.

use bouton::answers::{Calculation, GameValue, Walls};
use bouton::calculus::{Calculator, Show};
use bouton::families::FamilyLaw;
use bouton_core::Limits;
use serde_json::{Value, json};

use super::Error;
use super::canvas::{Anchor, Canvas, SMALL, width};
use super::legend::{Sign, frame};
use super::thermograph::{Corner, corners, place};

/// The last exponent, if none is given, and the largest.
pub(crate) const USUAL: u64 = 8;
pub(crate) const MOST: u64 = 40;

/// The area of the thermographs, and of each of the two plots beside them.
const WALLS: (f64, f64) = (440.0, 400.0);
const PLOT: (f64, f64) = (300.0, 150.0);
/// The largest distance between 1 and 2 on an axis.
const LARGEST_UNIT: f64 = 120.0;
/// The length of the masts, and the space between the two plots.
const MAST: f64 = 36.0;
const SPACE: f64 = 24.0;
/// The classes of lines and of dots, from the first member to the last.
const LINES: [&str; 6] = ["shade0", "shade1", "shade2", "shade3", "shade4", "shade5"];
const DOTS: [&str; 6] = ["tone0", "tone1", "tone2", "tone3", "tone4", "tone5"];

/// One position of the family.
struct Member {
    exponent: u64,
    left: Vec<Corner>,
    right: Vec<Corner>,
    mean: f64,
    temperature: f64,
    data: Value,
}

/// Draws the members of a family with one exponent, from 0 to `up_to`.
pub(crate) fn draw(law: &FamilyLaw, up_to: u64, limits: &Limits) -> Result<(Canvas, Value), Error> {
    let family = law.family();
    let pattern = &family.theorem.pattern;
    let [name] = pattern.names[..] else {
        let found = pattern.names.len();
        return Err(Error::Unfit(format!(
            "a family is drawn along one exponent, found {found} in `{pattern}`: give the others a number, like t^a . f^3, or the same name"
        )));
    };
    if !family.has_values() {
        return Err(Error::Unfit(format!(
            "the values of `{pattern}` are not known, only how they compare with 0"
        )));
    }
    if up_to > MOST {
        return Err(Error::Unfit(format!(
            "a family is drawn up to exponent {MOST}, found {up_to}"
        )));
    }
    let mut members = Vec::new();
    for exponent in 0..=up_to {
        members.push(Member::of(law, exponent, limits)?);
    }
    let mut canvas = walls(&members);
    let plots = plots(&members, name);
    let ([_, _, right, _], [left, ..]) = (canvas.bounds(), plots.bounds());
    let middle = |canvas: &Canvas| f64::midpoint(canvas.bounds()[1], canvas.bounds()[3]);
    let down = middle(&canvas) - middle(&plots);
    canvas.place(&plots, (right + 30.0 - left, down), 1.0);
    let legend = [
        (
            Sign::Words,
            format!(
                "Each shade is one {name}, which stands above its mast; the mast is at the mean."
            ),
        ),
        (
            Sign::Words,
            "Upwards the temperature, from -1; values grow to the left.".to_owned(),
        ),
    ];
    let heading = format!("{}: {pattern}, {name} from 0 to {up_to}", family.strip.name);
    frame(&mut canvas, &heading, &legend);
    let data: Vec<_> = members.into_iter().map(|member| member.data).collect();
    let data =
        json!({"pattern": pattern.to_string(), "exponent": name.to_string(), "members": data});
    Ok((canvas, data))
}

impl Member {
    fn of(law: &FamilyLaw, exponent: u64, limits: &Limits) -> Result<Self, Error> {
        let family = law.family();
        let value = family.value(&[exponent as i64]).unwrap_or_default();
        let told = match Calculator::default().calculate(&value, Show::default(), limits)? {
            Calculation::Value(told) => *told,
            _ => return Err(Error::Unfit(format!("expected a value, found {value}"))),
        };
        if let Some(reason) = told.stopped {
            return Err(Error::Stopped(reason));
        }
        let GameValue {
            value,
            mean,
            temperature,
            thermograph,
            ..
        } = told;
        let [value, mean, temperature] = [value, mean, temperature].map(Option::unwrap_or_default);
        // A value without a drawn thermograph is infinitesimal.
        let walls = thermograph.unwrap_or_else(|| {
            let base = vec![[mean.clone(), "-1".to_owned()]];
            let [left, right] = [base.clone(), base];
            Walls { left, right }
        });
        Ok(Self {
            exponent,
            left: corners(&walls.left)?,
            right: corners(&walls.right)?,
            mean: place(&mean)?.at,
            temperature: place(&temperature)?.at,
            data: json!({
                "exponent": exponent, "value": value, "mean": mean, "temperature": temperature,
                "left": walls.left, "right": walls.right,
            }),
        })
    }

    fn corners(&self) -> impl Iterator<Item = &Corner> {
        self.left.iter().chain(&self.right)
    }

    /// The shade of the n-th of so many members.
    fn shade(place: usize, count: usize) -> usize {
        place * (LINES.len() - 1) / count.saturating_sub(1).max(1)
    }
}

/// The least and the greatest of some numbers.
fn extent(numbers: impl Iterator<Item = f64>) -> [f64; 2] {
    numbers.fold([f64::MAX, f64::MIN], |[low, high], number| {
        [low.min(number), high.max(number)]
    })
}

/// Round numbers from `low` to `high`, not nearer to each other than `room` pixels.
fn ticks([low, high]: [f64; 2], unit: f64, room: f64) -> Vec<f64> {
    let steps = (0..19).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(power)));
    let mut steps = [0.25, 0.5].into_iter().chain(steps);
    let step = steps.find(|step| step * unit >= room).unwrap_or(f64::MAX);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last).map(|n| n as f64 * step).collect()
}

/// The thermographs, one over the other.
fn walls(members: &[Member]) -> Canvas {
    let values = members.iter().flat_map(Member::corners);
    let [low, high] = extent(values.map(|corner| corner.value.at));
    let temperatures = members.iter().flat_map(Member::corners);
    let top = extent(
        temperatures
            .map(|corner| corner.temperature.at)
            .chain([0.0]),
    )[1];
    let across = (WALLS.0 / (high - low).max(1.0)).min(LARGEST_UNIT);
    let upwards = (WALLS.1 / (top + 1.0)).min(LARGEST_UNIT);
    let x = |value: f64| (high - value) * across;
    let y = |temperature: f64| -temperature * upwards;
    let (left, right) = (-24.0, x(low) + 24.0);
    let (base, sky) = (y(-1.0), y(top) - MAST);
    let mut canvas = Canvas::default();
    canvas.line((left, base), (right, base), "axis");
    canvas.line((left, base), (left, sky), "axis");
    canvas.line((left, y(0.0)), (right, y(0.0)), "edge");
    for tick in ticks([low, high], across, 34.0) {
        canvas.line((x(tick), base), (x(tick), base + 5.0), "axis");
        let below = (x(tick), base + 18.0);
        canvas.note(below, Anchor::Middle, &tick.to_string());
    }
    for tick in ticks([-1.0, top], upwards, 20.0) {
        canvas.line((left - 5.0, y(tick)), (left, y(tick)), "axis");
        let beside = (left - 9.0, y(tick) + 4.0);
        canvas.note(beside, Anchor::End, &tick.to_string());
    }
    let mut masts: Vec<(f64, String)> = Vec::new();
    for (n, member) in members.iter().enumerate() {
        let class = LINES[Member::shade(n, members.len())];
        let foot = (x(member.mean), y(member.temperature.max(-1.0)));
        for wall in [&member.right, &member.left] {
            let corners = wall.iter();
            let corners = corners.map(|corner| (x(corner.value.at), y(corner.temperature.at)));
            canvas.lines(corners.chain([foot]), class);
        }
        canvas.line(foot, (foot.0, sky), class);
        match masts.iter_mut().find(|(at, _)| (*at - foot.0).abs() < 0.5) {
            Some((_, names)) => *names += &format!(", {}", member.exponent),
            None => masts.push((foot.0, member.exponent.to_string())),
        }
    }
    masts.sort_by(|a, b| a.0.total_cmp(&b.0));
    // Names that would meet are put higher, one over the other.
    let mut ends: Vec<f64> = Vec::new();
    for (at, names) in masts {
        let half = width(&names, SMALL) / 2.0 + 3.0;
        let row = ends.iter().position(|end| *end <= at - half);
        let row = row.unwrap_or_else(|| {
            ends.push(f64::MIN);
            ends.len() - 1
        });
        ends[row] = at + half;
        let above = (at, sky - 6.0 - 15.0 * row as f64);
        canvas.text(above, Anchor::Middle, SMALL, "ink", &names);
    }
    canvas
}

/// The means and the temperatures against the exponent.
fn plots(members: &[Member], name: char) -> Canvas {
    let mut canvas = Canvas::default();
    let mean = plot(members, name, "mean", |member| member.mean);
    let temperature = plot(members, name, "temperature", |member| member.temperature);
    canvas.place(&mean, (0.0, 0.0), 1.0);
    let down = canvas.bounds()[3] + SPACE - temperature.bounds()[1];
    canvas.place(&temperature, (0.0, down), 1.0);
    canvas
}

fn plot(members: &[Member], name: char, words: &str, number: fn(&Member) -> f64) -> Canvas {
    let [low, high] = extent(members.iter().map(number).chain([0.0]));
    let unit = (PLOT.1 / (high - low).max(0.5)).min(LARGEST_UNIT);
    let step = PLOT.0 / members.len().saturating_sub(1).max(1) as f64;
    let x = |exponent: u64| exponent as f64 * step;
    let y = |number: f64| (high - number) * unit;
    let (left, base) = (-14.0, y(low) + 10.0);
    let last = members.last().map_or(0, |member| member.exponent);
    let mut canvas = Canvas::default();
    canvas.line((left, base), (x(last) + 10.0, base), "axis");
    canvas.line((left, base), (left, y(high) - 10.0), "axis");
    canvas.line((left, y(0.0)), (x(last) + 10.0, y(0.0)), "edge");
    for tick in ticks([0.0, last as f64], step, 22.0) {
        if tick.fract() == 0.0 {
            let below = (tick * step, base + 16.0);
            canvas.note(below, Anchor::Middle, &tick.to_string());
        }
    }
    for tick in ticks([low, high], unit, 20.0) {
        let beside = (left - 6.0, y(tick) + 4.0);
        canvas.note(beside, Anchor::End, &tick.to_string());
    }
    let at = |member: &Member| (x(member.exponent), y(number(member)));
    for pair in members.windows(2) {
        canvas.line(at(&pair[0]), at(&pair[1]), "edge");
    }
    for (n, member) in members.iter().enumerate() {
        let (x, y) = at(member);
        canvas.circle(x, y, 4.5, DOTS[Member::shade(n, members.len())]);
    }
    let title = (left, y(high) - 20.0);
    canvas.text(title, Anchor::Start, SMALL, "ink", words);
    let under = (x(last) + 10.0, base + 32.0);
    canvas.text(under, Anchor::End, SMALL, "ink", &name.to_string());
    canvas
}
