//! The notation of loopy values: `on`, `off`, `1over`, `3/2under`, `^[on]`, `v<on>*`, `Tiny(on)`; braces with `pass` for a
//! move that changes nothing, and a name before braces, `a{0||a|0}`, for a longer cycle; `s & t` for two sides, `dud` for
//! `on & off`.

use bouton_core::{Meter, StopReason};

use super::Loopy;
use super::graph::{Graph, Place};
use crate::arena::{Arena, Value};
use crate::number::Number;

/// A text, and the number of slashes visible when it is written without its braces; none if it has no braces.
struct Text {
    text: String,
    slashes: usize,
}

impl Text {
    fn whole(text: String) -> Self {
        Self { text, slashes: 0 }
    }

    /// The text as the only option of its side.
    fn bare(&self) -> &str {
        match self.slashes {
            0 => &self.text,
            _ => &self.text[1..self.text.len() - 1],
        }
    }
}

/// The most slashes between two sides.
const MOST_SLASHES: usize = 4;
/// Paths into a graph longer than this are not written: every name on them stays open.
const DEEPEST: usize = 200;

/// ↑ with the exponent `on`: a number, a nimber, and whether it is ^<on> rather than ^[on].
struct Upon {
    number: Number,
    nimber: u32,
    power: bool,
}

/// The nodes that are being written, with the names given so far.
type Open = Vec<(u32, Option<char>)>;

impl Arena {
    /// A loopy value as text.
    ///
    /// # Errors
    /// If a limit is reached, or the text would be nested too deeply.
    pub fn loopy_text(&mut self, value: &Loopy, meter: &mut Meter) -> Result<String, StopReason> {
        let onside = self.side_text(&value.onside, meter)?;
        if value.is_stopper() {
            return Ok(onside);
        }
        let offside = self.side_text(&value.offside, meter)?;
        Ok(match (onside.as_str(), offside.as_str()) {
            ("on", "off") => "dud".to_owned(),
            _ => format!("{onside} & {offside}"),
        })
    }

    /// A side as text.
    ///
    /// # Errors
    /// As for [`Self::loopy_text`].
    pub fn side_text(&mut self, side: &Graph, meter: &mut Meter) -> Result<String, StopReason> {
        Ok(self
            .place_text(side, side.root, &mut Vec::new(), meter)?
            .text)
    }

    fn place_text(
        &mut self,
        graph: &Graph,
        place: Place,
        open: &mut Open,
        meter: &mut Meter,
    ) -> Result<Text, StopReason> {
        meter.spend(graph.size())?;
        let n = match place {
            Place::Short(v) => return Ok(short(self.text(v, meter)?)),
            Place::Node(n) => n,
        };
        if let Some(text) = self.named(graph, n, meter)? {
            return Ok(Text::whole(text));
        }
        if open.len() == DEEPEST {
            return Err(StopReason::Memory);
        }
        open.push((n, None));
        let mut sides = Vec::new();
        let mut most = 0;
        for side in 0..2 {
            let mut texts = Vec::new();
            for option in self.in_order(&graph.nodes[n as usize][side], meter)? {
                texts.push(self.option_text(graph, option, open, meter)?);
            }
            let ordered = graph.nodes[n as usize][side].iter();
            let shorts = ordered.filter(|o| matches!(o, Place::Short(_))).count();
            texts[shorts..].sort_by(|a, b| a.text.cmp(&b.text));
            sides.push(match &texts[..] {
                [only] => {
                    most = most.max(only.slashes);
                    only.bare().to_owned()
                }
                several => {
                    let texts = several.iter().map(|text| text.text.as_str());
                    texts.collect::<Vec<_>>().join(",")
                }
            });
        }
        let (_, name) = open.pop().expect("it was put there");
        if name.is_none() && self.is_own_negative(graph, place, meter)? {
            return Ok(Text::whole(plus_minus(
                &sides[0],
                &graph.nodes[n as usize][0],
            )));
        }
        let slashes = most + 1;
        let bars = "|".repeat(slashes);
        let text = format!("{{{}{bars}{}}}", sides[0], sides[1]);
        meter.afford(self.bytes() + 4 * text.len() as u64)?;
        Ok(match name {
            Some(name) => Text::whole(format!("{name}{text}")),
            None if slashes == MOST_SLASHES => Text::whole(text),
            None => Text { text, slashes },
        })
    }

    /// Whether it is its own negative, and no path leads back to it.
    fn is_own_negative(
        &mut self,
        graph: &Graph,
        place: Place,
        meter: &mut Meter,
    ) -> Result<bool, StopReason> {
        meter.spend(2 * graph.size())?;
        if graph.leads(place, place) {
            return Ok(false);
        }
        let own = graph.from(place).reached();
        let negative = own.negated();
        Ok(self.at_most(&own, &negative, meter)? && self.at_most(&negative, &own, meter)?)
    }

    fn option_text(
        &mut self,
        graph: &Graph,
        option: Place,
        open: &mut Open,
        meter: &mut Meter,
    ) -> Result<Text, StopReason> {
        let Place::Node(n) = option else {
            return self.place_text(graph, option, open, meter);
        };
        if open.last().is_some_and(|(last, _)| *last == n) {
            return Ok(Text::whole("pass".to_owned()));
        }
        let Some(at) = open.iter().position(|(node, _)| *node == n) else {
            return self.place_text(graph, option, open, meter);
        };
        let free = |c: &char| open.iter().all(|(_, name)| *name != Some(*c));
        // `v` would be read as ↓.
        let next = ('a'..='z').filter(|c| *c != 'v').find(free);
        let name = open[at].1.or(next).ok_or(StopReason::Memory)?;
        open[at].1 = Some(name);
        Ok(Text::whole(name.to_string()))
    }

    /// The options in order, short ones first.
    fn in_order(&mut self, options: &[Place], meter: &mut Meter) -> Result<Vec<Place>, StopReason> {
        let short = |place: &Place| match place {
            Place::Short(v) => Some(*v),
            Place::Node(_) => None,
        };
        let shorts: Vec<_> = options.iter().filter_map(short).collect();
        let shorts = self.in_written_order(&shorts, meter)?;
        let nodes = options.iter().filter(|place| short(place).is_none());
        Ok(shorts
            .into_iter()
            .map(Place::Short)
            .chain(nodes.copied())
            .collect())
    }

    /// The text of a node that has a name.
    fn named(
        &mut self,
        graph: &Graph,
        n: u32,
        meter: &mut Meter,
    ) -> Result<Option<String>, StopReason> {
        for (graph, signs) in [
            (graph.clone(), ["on", "over", "^"]),
            (graph.negated(), ["off", "under", "v"]),
        ] {
            let is_negative = signs[2] == "v";
            let written = |x: Number| if is_negative { -&x } else { x };
            let before = |x: Number| match written(x) {
                zero if zero == Number::ZERO => String::new(),
                number => number.to_string(),
            };
            let [left, right] = &graph.nodes[n as usize];
            let me = Place::Node(n);
            if left[..] == [me] && right.is_empty() {
                return Ok(Some(signs[0].to_owned()));
            }
            if let ([Place::Short(v)], true) = (&left[..], right[..] == [me])
                && let Some(x) = self.as_number(*v)
            {
                return Ok(Some(format!("{}{}", before(x), signs[1])));
            }
            if let Some(upon) = self.as_upon(&graph, n, true, meter)? {
                let on = if upon.power { "<on>" } else { "[on]" };
                let star = match upon.nimber {
                    0 => String::new(),
                    1 => "*".to_owned(),
                    m => format!("*{m}"),
                };
                return Ok(Some(format!(
                    "{}{}{on}{star}",
                    before(upon.number),
                    signs[2]
                )));
            }
            if let Some((x, y)) = self.threat(&graph, n, meter)? {
                let (name, number) = match is_negative {
                    false => ("Tiny", self.left_stop(x)),
                    true => ("Miny", self.left_stop(x)),
                };
                let minus = graph.from(y).reached().negated();
                let subscript = self.loopy_add(
                    &x.into(),
                    &Loopy {
                        onside: minus.clone(),
                        offside: minus,
                    },
                    meter,
                )?;
                if let Some(subscript) = subscript {
                    let subscript = self.loopy_text(&subscript, meter)?;
                    return Ok(Some(format!("{}{name}({subscript})", before(number))));
                }
            }
        }
        Ok(None)
    }

    /// x + ↑ᵒⁿ with a nimber: {pass | x*m}, or {x, pass | x}; or x + ↑ over it: {x, x*, … | −such}.
    fn as_upon(
        &mut self,
        graph: &Graph,
        n: u32,
        powers: bool,
        meter: &mut Meter,
    ) -> Result<Option<Upon>, StopReason> {
        let [left, right] = &graph.nodes[n as usize];
        let me = Place::Node(n);
        match right[..] {
            [Place::Short(v)] => {
                let Some(u) = self
                    .uptimal(v, meter)?
                    .filter(|u| u.coefficients.is_empty())
                else {
                    return Ok(None);
                };
                let number = self.number(&u.number, meter)?;
                let fits = match u.nimber {
                    0 => {
                        left.len() == 2
                            && [me, Place::Short(number)].iter().all(|o| left.contains(o))
                    }
                    _ => left[..] == [me],
                };
                Ok(fits.then(|| Upon {
                    number: u.number.clone(),
                    nimber: u.nimber ^ 1,
                    power: false,
                }))
            }
            [Place::Node(to)] if powers => {
                let Some(below) = self.as_upon(&graph.negated(), to, false, meter)? else {
                    return Ok(None);
                };
                let number = -&below.number;
                let mut wanted = Vec::new();
                let x = self.number(&number, meter)?;
                for m in 0..=(below.nimber ^ 1) {
                    let nimber = self.nimber(m, meter)?;
                    wanted.push(Place::Short(self.add(x, nimber, meter)?));
                }
                let fits = left.len() == wanted.len() && wanted.iter().all(|o| left.contains(o));
                Ok(fits.then_some(Upon {
                    number,
                    nimber: below.nimber ^ 1,
                    power: true,
                }))
            }
            _ => Ok(None),
        }
    }

    /// x and y of {x || x | y} with a number x, if a move to y is a threat: y − x ≤ under.
    fn threat(
        &mut self,
        graph: &Graph,
        n: u32,
        meter: &mut Meter,
    ) -> Result<Option<(Value, Place)>, StopReason> {
        let [left, right] = &graph.nodes[n as usize];
        let ([Place::Short(x)], [Place::Node(threat)]) = (&left[..], &right[..]) else {
            return Ok(None);
        };
        let [again, carried_out] = &graph.nodes[*threat as usize];
        let ([Place::Short(same)], [y]) = (&again[..], &carried_out[..]) else {
            return Ok(None);
        };
        if same != x || !self.is_number(*x) {
            return Ok(None);
        }
        // {pass | x} is x + under.
        let under = Graph::of_one(&[Place::Node(0)], &[Place::Short(*x)]);
        let is_threat = self.at_most(&graph.from(*y), &under, meter)?;
        Ok(is_threat.then_some((*x, *y)))
    }
}

/// ±G, from its left options.
fn plus_minus(left: &str, options: &[Place]) -> String {
    let is_name = left.chars().all(char::is_alphabetic) || left.chars().all(|c| c.is_ascii_digit());
    match options.len() {
        1 if is_name => format!("+-{left}"),
        1 if left.contains('|') => format!("+-{{{left}}}"),
        1 => format!("+-({left})"),
        _ => format!("+-{{{left}}}"),
    }
}

/// The text of a short value, with the slashes visible without its braces.
fn short(text: String) -> Text {
    if !text.starts_with('{') {
        return Text::whole(text);
    }
    let (mut depth, mut run, mut slashes) = (0, 0, 0);
    for c in text.chars() {
        match c {
            '{' | '(' => depth += 1,
            '}' | ')' => depth -= 1,
            _ => {}
        }
        run = if c == '|' && depth == 1 { run + 1 } else { 0 };
        slashes = slashes.max(run);
    }
    match slashes {
        MOST_SLASHES => Text::whole(text),
        slashes => Text { text, slashes },
    }
}
