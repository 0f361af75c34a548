//! Pictures in the language of TikZ, for LaTeX: translated from this crate's SVG, which has few elements.

use std::collections::HashMap;
use std::fmt::Write;

use super::canvas::unescaped;

/// The preamble that a document needs for the pictures.
const HEAD: &str = "% \\usepackage{tikz}\n% \\usetikzlibrary{svg.path}\n";

/// The style of an element: properties by name.
type Style = HashMap<String, String>;

/// Translates a document of this crate, drawn on light paper.
pub(crate) fn tikz(svg: &str) -> String {
    let (style, body) = svg
        .split_once("<style>")
        .and_then(|(_, rest)| rest.split_once("</style>"))
        .unwrap_or(("", svg));
    let rules = rules(style);
    let mut out = format!("{HEAD}\\begin{{tikzpicture}}[x=1pt,y=1pt,yscale=-1]\n");
    // Widths of lines are not scaled with their drawing.
    let mut scales = vec![1.0];
    let mut rest = body;
    while let Some((_, after)) = rest.split_once('<') {
        let Some((tag, after)) = after.split_once('>') else {
            break;
        };
        rest = after;
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        let element = Element {
            attributes,
            rules: &rules,
            scale: scales.last().copied().unwrap_or(1.0),
        };
        match name {
            "g" => scales.push(element.scope(&mut out)),
            "/g" => {
                scales.pop();
                out.push_str("\\end{scope}\n");
            }
            "title" => rest = rest.split_once("</title>").map_or(rest, |(_, after)| after),
            "text" => {
                let (words, after) = rest.split_once("</text>").unwrap_or((rest, ""));
                element.text(&unescaped(words), &mut out);
                rest = after;
            }
            shape => element.shape(shape, &mut out),
        }
    }
    out + "\\end{tikzpicture}\n"
}

/// The rules of a style sheet by class, later ones over earlier ones; rules for dark paper are left out.
fn rules(style: &str) -> HashMap<String, Style> {
    let mut rules: HashMap<String, Style> = HashMap::new();
    let light = style.split("@media").next().unwrap_or(style);
    for rule in light.split('}') {
        let Some((selectors, properties)) = rule.split_once('{') else {
            continue;
        };
        for selector in selectors.split(',') {
            let look = rules
                .entry(selector.trim_start_matches('.').to_owned())
                .or_default();
            for (name, value) in properties.split(';').filter_map(|one| one.split_once(':')) {
                look.insert(name.to_owned(), value.to_owned());
            }
        }
    }
    rules
}

struct Element<'e> {
    attributes: &'e str,
    rules: &'e HashMap<String, Style>,
    /// The scale of the drawing.
    scale: f64,
}

impl Element<'_> {
    fn value(&self, name: &str) -> Option<&str> {
        let mut found = self.attributes.split('"');
        while let (Some(key), Some(value)) = (found.next(), found.next()) {
            if key.trim().trim_end_matches('=') == name {
                return Some(value);
            }
        }
        None
    }

    fn number(&self, name: &str) -> f64 {
        self.value(name)
            .and_then(|value| value.parse().ok())
            .unwrap_or(0.0)
    }

    /// The properties from its classes.
    fn property(&self, name: &str) -> Option<&str> {
        let classes = self.value("class").unwrap_or("").split(' ');
        let mut given = classes.filter_map(|class| self.rules.get(class)?.get(name));
        given.next_back().map(String::as_str)
    }

    /// A colour in TikZ; none if nothing is visible.
    fn colour(&self, name: &str) -> Option<String> {
        let value = self.property(name)?.strip_prefix('#')?;
        let part = |from: usize| u8::from_str_radix(value.get(from..from + 2)?, 16).ok();
        let (red, green, blue) = (part(0)?, part(2)?, part(4)?);
        Some(format!("{{rgb,255:red,{red};green,{green};blue,{blue}}}"))
    }

    /// The fill and line of a shape; shapes without a class for it are filled black, as in SVG.
    fn options(&self) -> Option<String> {
        let fill = match self.property("fill") {
            Some(_) => self.colour("fill"),
            None if self.property("stroke").is_some() => None,
            None => Some("black".to_owned()),
        };
        let draw = self.colour("stroke");
        let mut options = Vec::new();
        options.extend(fill.map(|fill| format!("fill={fill}")));
        if let Some(draw) = draw {
            let width = self.property("stroke-width").unwrap_or("1");
            if width != "0" {
                let width = width.parse().unwrap_or(1.0) * self.scale;
                options.push(format!("draw={draw},line width={width:.2}pt"));
            }
            if let Some((on, off)) = self
                .property("stroke-dasharray")
                .and_then(|d| d.split_once(' '))
            {
                options.push(format!("dash pattern=on {on}pt off {off}pt"));
            }
        }
        (!options.is_empty()).then(|| options.join(","))
    }

    /// Begins a group; returns the scale within it.
    fn scope(&self, out: &mut String) -> f64 {
        let mut scale = self.scale;
        let mut options = Vec::new();
        for part in self.value("transform").unwrap_or("").split(')') {
            let Some((name, numbers)) = part.trim().split_once('(') else {
                continue;
            };
            let numbers: Vec<&str> = numbers.split(' ').collect();
            match (name, &numbers[..]) {
                ("translate", [x, y]) => options.push(format!("shift={{({x}pt,{y}pt)}}")),
                ("scale", [by]) => {
                    scale *= by.parse().unwrap_or(1.0);
                    options.push(format!("scale={by}"));
                }
                ("scale", [x, y]) => {
                    scale *= y.parse().unwrap_or(1.0);
                    options.push(format!("xscale={x},yscale={y}"));
                }
                ("rotate", [by]) => options.push(format!("rotate={by}")),
                _ => {}
            }
        }
        let _ = writeln!(out, "\\begin{{scope}}[{}]", options.join(","));
        scale
    }

    fn shape(&self, shape: &str, out: &mut String) {
        let Some(options) = self.options() else {
            return;
        };
        let n = |name: &str| self.number(name);
        let way = match shape {
            "rect" => {
                let (x, y, w, h) = (n("x"), n("y"), n("width"), n("height"));
                let round = n("rx").min(w / 2.0).min(h / 2.0);
                let round = if round > 0.0 {
                    format!("[rounded corners={round}pt] ")
                } else {
                    String::new()
                };
                format!(
                    "{round}({x},{y}) rectangle ({},{})",
                    tenths(x + w),
                    tenths(y + h)
                )
            }
            "circle" => format!("({},{}) circle[radius={}]", n("cx"), n("cy"), n("r")),
            "line" => format!("({},{}) -- ({},{})", n("x1"), n("y1"), n("x2"), n("y2")),
            "polygon" => {
                let points = self.value("points").unwrap_or("").split(' ');
                let points: Vec<_> = points.map(|point| format!("({point})")).collect();
                format!("{} -- cycle", points.join(" -- "))
            }
            "path" => format!("svg {{{}}}", self.value("d").unwrap_or("")),
            _ => return,
        };
        let _ = writeln!(out, "\\path[{options}] {way};");
    }

    fn text(&self, words: &str, out: &mut String) {
        let anchor = match self.value("text-anchor") {
            Some("middle") => "base",
            Some("end") => "base east",
            _ => "base west",
        };
        let size = self.number("font-size");
        let bold = if self.property("font-weight").is_some() {
            "\\bfseries"
        } else {
            ""
        };
        let colour = self.colour("fill").unwrap_or_else(|| "black".into());
        let _ = writeln!(
            out,
            "\\node[anchor={anchor},inner sep=0,text={colour},font=\\sffamily\\fontsize{{{size}}}{{{size}}}\\selectfont{bold}] at ({},{}) {{{}}};",
            self.number("x"),
            self.number("y"),
            escaped(words)
        );
    }
}

fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// Text, escaped for LaTeX.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '×' => out.push_str("$\\times$"),
            '·' => out.push_str("$\\cdot$"),
            '−' => out.push_str("$-$"),
            '≥' => out.push_str("$\\geq$"),
            '≤' => out.push_str("$\\leq$"),
            '∞' => out.push_str("$\\infty$"),
            'φ' => out.push_str("$\\varphi$"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::{Draw, Kind};
    use bouton::How;

    fn drawn(game: &str, position: &str, kind: Kind) -> String {
        let mut session = bouton::open(game, position).unwrap();
        let asked = Draw {
            kind,
            ..Draw::default()
        };
        let picture = asked.answer(&mut session, &How::default()).unwrap();
        picture.tex()
    }

    #[test]
    fn every_group_ends_and_every_shape_is_there() {
        for (game, position, kind) in [
            ("hexapawn:3,3", "OOO/.../XXX", Kind::Board),
            ("row-ends", "4,5,3,1", Kind::Triangle),
            ("wythoff", "2,3", Kind::Graph),
            ("hackenbush", "0b1,1r2", Kind::Board),
        ] {
            let tex = drawn(game, position, kind);
            let count = |what: &str| tex.matches(what).count();
            assert_eq!(count("\\begin{scope}"), count("\\end{scope}"), "{game}");
            assert!(count("\\path[") > 5 && count("\\node[") > 2, "{game}");
            assert!(!tex.contains("<") && !tex.contains("NaN"), "{game}");
            assert_eq!(count("{"), count("}"), "{game}");
        }
    }

    #[test]
    fn what_latex_would_read_is_escaped() {
        assert_eq!(super::escaped("a_1 & 5% ×2"), "a\\_1 \\& 5\\% $\\times$2");
        assert_eq!(
            super::escaped("\\{~"),
            "\\textbackslash{}\\{\\textasciitilde{}"
        );
    }
}
