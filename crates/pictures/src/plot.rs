//! `plot` and `spectrum`: a long Grundy sequence as a cloud of points, and the frequency of each value.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::canvas::{Anchor, Canvas, SMALL};
use super::heaps::Heaps;
use super::legend::{Sign, frame};

/// Width and height of the area of the points, in pixels.
const AREA: (f64, f64) = (1000.0, 420.0);
/// Points nearer to each other than this are drawn as one.
const GRAIN: f64 = 2.0;
/// The largest side of a point, if there are few points.
const POINT: f64 = 7.0;
/// A value is rare if it occurs at most this often in ten thousand heaps.
const RARE_PER_10_000: usize = 5;
/// If more heaps than one in this many have rare values, rareness is not shown.
const RARES_AMONG: usize = 50;

/// A value with the heaps that have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Bar {
    pub(crate) value: u64,
    pub(crate) count: usize,
    /// The largest heap with it.
    pub(crate) last: usize,
}

/// The number of heaps with each value.
pub(crate) fn count(values: &[u64]) -> Vec<Bar> {
    let mut bars: BTreeMap<u64, Bar> = BTreeMap::new();
    for (heap, &value) in values.iter().enumerate() {
        let bar = bars.entry(value).or_insert(Bar {
            value,
            count: 0,
            last: 0,
        });
        bar.count += 1;
        bar.last = heap;
    }
    bars.into_values().collect()
}

/// Draws the value of every heap. Points that would coincide are drawn once; none is left out.
pub(crate) fn plot(game: &str, values: &[u64], heaps: &Heaps) -> Canvas {
    let bars = count(values);
    let top = bars.last().map_or(0, |bar| bar.value).max(1);
    let x = |heap: usize| heap as f64 / values.len().max(2).saturating_sub(1) as f64 * AREA.0;
    let y = |value: u64| AREA.1 - value as f64 / top as f64 * AREA.1;
    let rare: BTreeSet<u64> = rare(&bars, values.len()).collect();
    let is_rare = |heap: usize, value: u64| match &heaps.rare {
        Some(heaps) => heaps.binary_search(&(heap as u64)).is_ok(),
        None => rare.contains(&value),
    };
    let point = (AREA.0 / values.len().max(1) as f64 * 0.7).clamp(GRAIN, POINT);
    let cell = |heap: usize, value: u64| ((x(heap) / GRAIN) as i64, (y(value) / GRAIN) as i64);
    let mut common_cells = BTreeSet::new();
    let mut rare_cells = BTreeSet::new();
    for (heap, &value) in values.iter().enumerate() {
        let cells = if is_rare(heap, value) {
            &mut rare_cells
        } else {
            &mut common_cells
        };
        cells.insert(cell(heap, value));
    }
    let middle = |&(x, y): &(i64, i64)| (x as f64 * GRAIN, y as f64 * GRAIN);
    let corner = |cell| {
        let (x, y) = middle(cell);
        (x - point / 2.0, y - point / 2.0)
    };
    let mut canvas = Canvas::default();
    scale(&mut canvas, values.len().saturating_sub(1) as u64, top);
    let drawn = common_cells.len() + rare_cells.len();
    canvas.dots(common_cells.iter().map(corner), point, "winmark");
    for cell in &rare_cells {
        let (x, y) = middle(cell);
        canvas.circle(x, y, 3.2, "lossmark");
    }
    let mut legend = vec![(
        Sign::Dot("winmark"),
        "a heap and its Grundy value".to_owned(),
    )];
    if !rare_cells.is_empty() {
        legend.push((Sign::Dot("lossmark"), rare_words(&rare, heaps)));
    }
    if drawn < values.len() {
        let words = format!(
            "{} heaps fall on {drawn} points; none is left out",
            values.len()
        );
        legend.push((Sign::Words, words));
    }
    if let Some(repeat) = &heaps.repeat {
        let begin = repeat.preperiod;
        let end = begin + repeat.period;
        if end < values.len() {
            span(&mut canvas, x(begin), x(end));
            legend.push((Sign::Line("ray"), repeat.to_string()));
        } else {
            legend.push((Sign::Words, repeat.to_string()));
        }
    }
    let heading = format!(
        "{game}: Grundy values of heaps 0 to {}",
        values.len().saturating_sub(1)
    );
    frame(&mut canvas, &heading, &legend);
    canvas
}

/// A bracket over the heaps whose values repeat.
fn span(canvas: &mut Canvas, begin: f64, end: f64) {
    for x in [begin, end] {
        canvas.line((x, -8.0), (x, AREA.1 + 6.0), "ray");
    }
    canvas.line((begin, -8.0), (end, -8.0), "ray");
}

/// The rare heaps, or the rare values.
fn rare_words(rare: &BTreeSet<u64>, heaps: &Heaps) -> String {
    let (what, list): (_, Vec<u64>) = match &heaps.rare {
        Some(heaps) => ("heaps outside of the sparse space", heaps.clone()),
        None => ("rare values", rare.iter().copied().collect()),
    };
    let shown: Vec<_> = list.iter().take(12).map(u64::to_string).collect();
    let more = if list.len() > 12 {
        format!(", … ({} in all)", list.len())
    } else {
        String::new()
    };
    format!("{what}: {}{more}", shown.join(", "))
}

fn rare(bars: &[Bar], heaps: usize) -> impl Iterator<Item = u64> {
    let most = (heaps * RARE_PER_10_000 / 10_000).max(1);
    let rare = bars.iter().filter(move |bar| bar.count <= most);
    let few = rare.clone().map(|bar| bar.count).sum::<usize>() * RARES_AMONG <= heaps;
    rare.filter(move |_| few && heaps >= 200)
        .map(|bar| bar.value)
}

/// Draws the titles of the two axes: below the right end of one, above the upper end of the other.
pub(crate) fn titles(
    canvas: &mut Canvas,
    across: &str,
    upwards: &str,
    [left, top, right, bottom]: [f64; 4],
) {
    canvas.text((right, bottom), Anchor::End, SMALL, "ink", across);
    canvas.text((left, top), Anchor::Start, SMALL, "ink", upwards);
}

/// Axes with round numbers.
fn scale(canvas: &mut Canvas, heaps: u64, top: u64) {
    let (wide, high) = AREA;
    canvas.line((0.0, high + 6.0), (wide, high + 6.0), "axis");
    canvas.line((-6.0, 0.0), (-6.0, high), "axis");
    for n in ticks(heaps) {
        let x = n as f64 / heaps.max(1) as f64 * wide;
        canvas.line((x, high + 6.0), (x, high + 11.0), "axis");
        canvas.note((x, high + 24.0), Anchor::Middle, &n.to_string());
    }
    for n in ticks(top) {
        let y = high - n as f64 / top as f64 * high;
        canvas.line((-11.0, y), (-6.0, y), "axis");
        canvas.note((-15.0, y + 4.0), Anchor::End, &n.to_string());
    }
    let ends = [-40.0, -16.0, wide, high + 42.0];
    titles(canvas, "size of the heap", "Grundy value", ends);
}

/// At most eleven round numbers from 0 to `most`.
fn ticks(most: u64) -> impl Iterator<Item = u64> {
    let steps = (0..19).flat_map(|power| [1, 2, 5].map(|digit| digit * 10u64.pow(power)));
    let step = steps
        .into_iter()
        .find(|step| most / step <= 10)
        .unwrap_or(u64::MAX);
    (0..=most).step_by(usize::try_from(step).unwrap_or(usize::MAX))
}

/// Draws the number of heaps with each value; if there are many values, neighbouring ones are combined.
pub(crate) fn spectrum(game: &str, values: &[u64]) -> Canvas {
    let bars = count(values);
    let top = bars.last().map_or(0, |bar| bar.value);
    let wide = top / 128 + 1;
    let mut sums = vec![0usize; usize::try_from(top / wide + 1).unwrap_or(1)];
    for bar in &bars {
        sums[(bar.value / wide) as usize] += bar.count;
    }
    let most = sums.iter().max().copied().unwrap_or(1).max(1);
    let side = (AREA.0 / sums.len() as f64).clamp(6.0, 40.0);
    let mut canvas = Canvas::default();
    for (n, &sum) in sums.iter().enumerate() {
        let (x, high) = (n as f64 * side, sum as f64 / most as f64 * 300.0);
        // A value that occurs at all is visible.
        let high = if sum > 0 { high.max(1.5) } else { 0.0 };
        let last = (n as u64 + 1) * wide - 1;
        let span = if wide == 1 {
            last.to_string()
        } else {
            format!("{} to {last}", n as u64 * wide)
        };
        canvas.open("node", None, &format!("{span}: {sum} heaps"));
        canvas.rect([x + 1.0, -high, side - 2.0, high], 0.0, "winmark");
        canvas.close();
        if n % label_step(sums.len(), side, top) == 0 {
            let x = x + side / 2.0;
            canvas.note((x, 16.0), Anchor::Middle, &(n as u64 * wide).to_string());
        }
    }
    canvas.line((0.0, 0.5), (side * sums.len() as f64, 0.5), "axis");
    for n in ticks(most as u64) {
        let y = -(n as f64) / most as f64 * 300.0;
        canvas.note((-8.0, y + 4.0), Anchor::End, &n.to_string());
    }
    let ends = [-40.0, -318.0, side * sums.len() as f64, 34.0];
    titles(&mut canvas, "Grundy value", "number of heaps", ends);
    let heading = format!(
        "{game}: how many of heaps 0 to {} have each Grundy value",
        values.len() - 1
    );
    let legend = [(
        Sign::Square("winmark"),
        format!("heaps with this value; {} values occur", bars.len()),
    )];
    frame(&mut canvas, &heading, &legend);
    canvas
}

/// The number of bars for each label, so that labels fit.
fn label_step(bars: usize, side: f64, top: u64) -> usize {
    let room = super::canvas::width(&top.to_string(), SMALL) + 6.0;
    [1, 2, 4, 5, 8, 10, 16, 20, 32, 50]
        .into_iter()
        .find(|&step| step as f64 * side >= room)
        .unwrap_or(bars)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_point_is_lost() {
        let mut values: Vec<u64> = (0..100_000).map(|n| n % 7).collect();
        values[70_000] = 99;
        let heaps = Heaps {
            cells: Vec::new(),
            repeat: None,
            rare: None,
        };
        let svg = plot("g", &values, &heaps).document("", crate::Theme::Light);
        assert_eq!(
            svg.matches("<circle").count(),
            3,
            "the rare value, and two signs in the legend"
        );
        assert_eq!(
            count(&values).last(),
            Some(&Bar {
                value: 99,
                count: 1,
                last: 70_000
            })
        );
    }

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(ticks(7).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(ticks(1_000_000).count(), 11);
        assert_eq!(ticks(0).count(), 1);
    }
}
