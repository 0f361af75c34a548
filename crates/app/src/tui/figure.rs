//! A position on the screen, from its [`Scene`].

use bouton::scene::{Cell, Edge, EdgeKind, Figure, Owner, Point, Scene, Seat, Set};
use num_bigint::BigUint;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::symbols::Marker;
use ratatui::text::{Line, Span};
use ratatui::widgets::canvas::{self, Canvas};
use ratatui::widgets::{Paragraph, Wrap};

use super::looks::Looks;

/// The scene, its highlighted parts, and the style.
#[derive(Clone, Copy)]
pub(super) struct Showing<'s> {
    pub(super) scene: &'s Scene,
    pub(super) marked: &'s [usize],
    pub(super) over: bool,
    pub(super) looks: Looks,
}

type Lines = Vec<Line<'static>>;

impl Showing<'_> {
    /// Draws the scene with its note below it.
    pub(super) fn paint(self, frame: &mut Frame<'_>, area: Rect) {
        let told = [self.scene.held(), self.scene.caption(self.over)];
        let told: Vec<_> = told.into_iter().filter(|words| !words.is_empty()).collect();
        let caption = told.join("; ");
        let note = u16::from(!caption.is_empty());
        let body = Rect {
            height: area.height.saturating_sub(note),
            ..area
        };
        let (wide, high) = (usize::from(body.width), usize::from(body.height));
        let lines = match &self.scene.figure {
            Figure::Net { points, edges } => {
                self.net(frame, body, points, edges);
                Lines::new()
            }
            Figure::Words(words) => vec![Line::raw(or_empty(words, "(nothing is left)"))],
            Figure::Heaps(heaps) => self.heaps(heaps, wide, high),
            Figure::Coins(coins) => self.coins(coins, wide),
            Figure::Cards { laid, piles } => self.cards(laid, piles, wide),
            Figure::Board(rows) => self.board(rows, wide, high),
        };
        let mut lines = lines;
        if note > 0 {
            lines.push(Line::styled(caption, self.looks.faint()));
        }
        let at = match self.scene.figure {
            Figure::Net { .. } => Rect {
                y: body.bottom(),
                height: note,
                ..area
            },
            _ => area,
        };
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), at);
    }

    fn style(self, part: usize, side: Owner) -> Style {
        if self.marked.contains(&part) {
            self.looks.marked()
        } else {
            self.looks.side(side)
        }
    }

    /// Heaps as columns of tokens, to scale if they are too high; only numbers if there are too many.
    fn heaps(self, heaps: &[BigUint], wide: usize, high: usize) -> Lines {
        let sizes: Vec<String> = heaps.iter().map(ToString::to_string).collect();
        let column = sizes.iter().map(String::len).max().unwrap_or(1).max(3) + 2;
        let numbers = || sizes.iter().enumerate().map(|(n, size)| (n, size.clone()));
        if heaps.is_empty() {
            return vec![Line::raw("(no heap)")];
        }
        if column * heaps.len() > wide || high < 3 {
            return self.wrapped(numbers(), wide);
        }
        let rows = high - 2;
        let tallest = heaps.iter().max().cloned().unwrap_or_default();
        let fits = tallest <= BigUint::from(rows);
        let tall: Vec<usize> = heaps
            .iter()
            .map(|heap| height(heap, &tallest, rows))
            .collect();
        let token = if fits { "●" } else { "█" };
        let row = |above: usize| {
            let cell = |(n, tall): (usize, &usize)| {
                let text = if *tall > above { token } else { "" };
                Span::styled(format!("{text:^column$}"), self.style(n, Owner::Neutral))
            };
            Line::from_iter(tall.iter().enumerate().map(cell))
        };
        let top = tall.iter().max().copied().unwrap_or(0);
        let mut lines: Lines = (0..top).rev().map(row).collect();
        let size = |(n, size): (usize, String)| {
            Span::styled(format!("{size:^column$}"), self.style(n, Owner::Neutral))
        };
        lines.push(Line::from_iter(numbers().map(size)));
        if heaps.len() > 1 {
            let name = |n: usize| format!("{:^column$}", format!("#{}", n + 1));
            let names: String = (0..heaps.len()).map(name).collect();
            lines.push(Line::styled(names, self.looks.faint()));
        }
        lines
    }

    /// Parts in brackets, as many on a line as fit.
    fn wrapped(self, parts: impl Iterator<Item = (usize, String)>, wide: usize) -> Lines {
        let mut lines = vec![Line::default()];
        for (n, text) in parts {
            let span = Span::styled(format!("({text})"), self.style(n, Owner::Neutral));
            let full = lines
                .last()
                .is_some_and(|line| line.width() > 0 && line.width() + span.width() + 1 > wide);
            if full {
                lines.push(Line::default());
            }
            if let Some(line) = lines.last_mut() {
                line.push_span(span);
                line.push_span(" ");
            }
        }
        lines
    }

    fn coins(self, coins: &[Vec<String>], wide: usize) -> Lines {
        if coins.is_empty() {
            return vec![Line::raw("(no coin left)")];
        }
        if coins.iter().all(|coin| coin.len() == 1) {
            let values = coins.iter().map(|coin| coin.concat());
            return self.wrapped(values.enumerate(), wide);
        }
        self.pairs(coins, wide)
    }

    /// The value of each coin for the mover, and below it for the other player.
    fn pairs(self, coins: &[Vec<String>], wide: usize) -> Lines {
        let widest = coins.iter().flatten().map(String::len).max().unwrap_or(1) + 2;
        let mut name = ["to the mover ", "to the other "];
        if self.scene.turned {
            name.reverse();
        }
        let most = (wide.saturating_sub(name[0].len()) / widest).max(1);
        let mut lines = Lines::new();
        for (chunk, start) in coins.chunks(most).zip((0..).step_by(most)) {
            for (k, side) in [Owner::First, Owner::Second].into_iter().enumerate() {
                let mut line = Line::styled(name[k], self.looks.faint());
                for (n, coin) in chunk.iter().enumerate() {
                    let value = coin.get(k).map_or("", String::as_str);
                    let style = self.style(start + n, side);
                    line.push_span(Span::styled(format!("{value:^widest$}"), style));
                }
                lines.push(line);
            }
            lines.push(Line::default());
        }
        lines
    }

    /// The piles with the number of cards left of each, and below them the laid cards.
    fn cards(self, laid: &[String], piles: &[(String, usize)], wide: usize) -> Lines {
        let left = piles.iter().map(|(kind, left)| format!("{kind} × {left}"));
        let mut lines = self.wrapped(left.enumerate(), wide);
        let laid = or_empty(&laid.join(" "), "no card yet");
        lines.push(Line::raw(format!("laid: {laid}")));
        lines
    }

    /// A board, with lines between the cells if they fit.
    fn board(self, rows: &[Vec<Cell>], wide: usize, high: usize) -> Lines {
        let mark = rows
            .iter()
            .flatten()
            .map(|cell| written(cell).0.chars().count());
        let mark = mark.max().unwrap_or(1);
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        if self.scene.set == Set::Cake && columns * (mark + 2) > wide {
            let cakes = self.scene.cakes().into_iter();
            let cakes = cakes.map(|[high, long]| format!("{high}×{long}"));
            return self.wrapped(cakes.enumerate(), wide);
        }
        let whole = rows.iter().flatten().all(|cell| *cell != Cell::Hole);
        let names = self.scene.names;
        let row_name = |row: usize| names.row(row, rows.len()).unwrap_or_default();
        let margin = (0..rows.len()).map(|row| row_name(row).len()).max();
        let margin = margin.unwrap_or(0);
        let named = usize::from(names.column(0).is_some());
        let roomy = whole && rows.len() * 2 + named < high && columns * (mark + 3) + margin < wide;
        let mut lines = Lines::new();
        let rule = |ends: [char; 3]| {
            let bars = vec!["─".repeat(mark + 2); columns];
            let inner = bars.join(&ends[1].to_string());
            let ruled = format!("{:margin$}{}{inner}{}", "", ends[0], ends[2]);
            Line::styled(ruled, self.looks.faint())
        };
        // The parts of a turned board are counted from its end.
        let back = self.scene.turned && self.scene.seat == Seat::MoverBelow;
        let count: usize = rows.iter().map(Vec::len).sum();
        let mut place = 0;
        for (r, row) in rows.iter().enumerate() {
            if roomy {
                lines.push(rule(if r == 0 {
                    ['┌', '┬', '┐']
                } else {
                    ['├', '┼', '┤']
                }));
            }
            let name = format!("{:>margin$}", row_name(r));
            let mut line = Line::from(Span::styled(name, self.looks.faint()));
            for cell in row {
                if roomy {
                    line.push_span(Span::styled("│", self.looks.faint()));
                }
                let (text, side) = written(cell);
                let text = if roomy && *cell == Cell::Empty {
                    " "
                } else {
                    text
                };
                let part = if back { count - 1 - place } else { place };
                let style = self.style(part, side);
                line.push_span(Span::styled(format!(" {text:^mark$} "), style));
                place += 1;
            }
            if roomy {
                line.push_span(Span::styled("│", self.looks.faint()));
            }
            lines.push(line);
        }
        if roomy {
            lines.push(rule(['└', '┴', '┘']));
        }
        if named > 0 {
            let space = mark + 2 + usize::from(roomy);
            let name = |column| names.column(column).unwrap_or_default();
            let all: String = (0..columns)
                .map(|column| format!("{:^space$}", name(column)))
                .collect();
            let line = format!("{:width$}{all}", "", width = margin + usize::from(roomy));
            lines.push(Line::styled(line, self.looks.faint()));
        }
        lines
    }

    /// Points and edges, the edges as dotted lines with their names; the piece on a point is written next to its name.
    fn net(self, frame: &mut Frame<'_>, area: Rect, points: &[Point], edges: &[Edge]) {
        let place = |p: &Point| (f64::from(p.x), 1000.0 - f64::from(p.y));
        let paint = |context: &mut canvas::Context<'_>| {
            for (n, edge) in edges
                .iter()
                .enumerate()
                .filter(|(_, edge)| edge.kind != EdgeKind::Free)
            {
                let (Some(from), Some(to)) = (points.get(edge.from), points.get(edge.to)) else {
                    continue;
                };
                let ((x, y), (u, v)) = (place(from), place(to));
                let style = self.style(n, edge_side(edge.kind));
                context.draw(&canvas::Line::new(x, y, u, v, style.fg.unwrap_or_default()));
            }
            context.layer();
            for (n, edge) in edges.iter().enumerate() {
                let (Some(from), Some(to)) = (points.get(edge.from), points.get(edge.to)) else {
                    continue;
                };
                let ((x, y), (u, v)) = (place(from), place(to));
                let mark = edge_mark(edge, (u - x, v - y), self.marked.contains(&n));
                let style = self.style(n, edge_side(edge.kind));
                let along = along(edges, n);
                context.print(
                    x + (u - x) * along,
                    y + (v - y) * along,
                    Line::styled(mark, style),
                );
            }
            for (n, point) in points.iter().enumerate() {
                let (x, y) = place(point);
                let (text, side) = point_mark(point);
                let style = self.style(edges.len() + n, side);
                context.print(x, y, Line::styled(text, style));
            }
        };
        let canvas = Canvas::default()
            .marker(Marker::Braille)
            .x_bounds([-40.0, 1120.0])
            .y_bounds([-60.0, 1060.0])
            .paint(paint);
        frame.render_widget(canvas, area);
    }
}

fn edge_side(kind: EdgeKind) -> Owner {
    match kind {
        EdgeKind::Of(side) => side,
        EdgeKind::OneWay | EdgeKind::Free => Owner::Neutral,
    }
}

/// The share of its path at which an edge's label is written: the middle, or further along for each edge with the same
/// ends.
fn along(edges: &[Edge], n: usize) -> f64 {
    let (before, all) = Edge::among(edges, n);
    let share = (before + 1) as f64 / (all + 1) as f64;
    if edges[n].from <= edges[n].to {
        share
    } else {
        1.0 - share
    }
}

/// The label of an edge: its name, its direction, or that it is chosen although it does not exist yet.
fn edge_mark(edge: &Edge, (dx, dy): (f64, f64), marked: bool) -> String {
    match edge.kind {
        _ if !edge.label.is_empty() => edge.label.clone(),
        EdgeKind::OneWay if dx.abs() >= dy.abs() => if dx > 0.0 { "→" } else { "←" }.into(),
        EdgeKind::OneWay => if dy > 0.0 { "↑" } else { "↓" }.into(),
        EdgeKind::Free if marked => "?".into(),
        _ => String::new(),
    }
}

/// A point's name with the piece on it; a lone dot without either.
fn point_mark(point: &Point) -> (String, Owner) {
    match &point.cell {
        Cell::Piece(side, mark) => (format!("{}[{mark}]", point.label), *side),
        Cell::Hole => ("·".into(), Owner::Neutral),
        Cell::Empty => (or_empty(&point.label, "•"), Owner::Neutral),
    }
}

fn or_empty(text: &str, instead: &str) -> String {
    if text.is_empty() {
        instead.to_owned()
    } else {
        text.to_owned()
    }
}

/// The rows of a heap, the tallest filling all of them unless all fit as they are.
fn height(heap: &BigUint, tallest: &BigUint, rows: usize) -> usize {
    if *tallest <= BigUint::from(rows) {
        return heap.iter_u32_digits().next().unwrap_or(0) as usize;
    }
    // Rounded up: only an empty heap has no row.
    let scaled = (heap * rows + tallest - 1u32) / tallest;
    scaled.iter_u32_digits().next().unwrap_or(0) as usize
}

/// The mark of a cell, with its owner.
fn written(cell: &Cell) -> (&str, Owner) {
    match cell {
        Cell::Empty => ("·", Owner::Neutral),
        Cell::Hole => (" ", Owner::Neutral),
        Cell::Piece(side, mark) => (mark, *side),
    }
}
