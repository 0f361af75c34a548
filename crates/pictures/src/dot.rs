//! State graphs in the DOT language of Graphviz.

use std::fmt::Write;

use bouton::text::escaped;
use bouton_core::Outcome;

use super::states::{States, long, short};

/// The graph, with bold best moves and the outcome shown by the shape.
pub(crate) fn dot(graph: &States, name: &str) -> String {
    let mut text = format!(
        "digraph {} {{\n  node [fontname=\"DejaVu Sans\"];\n",
        quoted(name)
    );
    for (n, state) in graph.states.iter().enumerate() {
        let (shape, peripheries) = match state.value.outcome {
            Outcome::Win => ("ellipse", 1),
            Outcome::Draw => ("hexagon", 1),
            Outcome::Loss => ("box", 2),
        };
        let label = quoted(&format!("{}\n{}", state.label, short(&state.value)));
        let tooltip = quoted(&long(&state.value));
        let _ = writeln!(
            text,
            "  {n} [label={label}, shape={shape}, peripheries={peripheries}, tooltip={tooltip}];"
        );
    }
    for link in &graph.links {
        let style = if link.best {
            ", style=bold"
        } else {
            ", color=gray60"
        };
        let name = quoted(&link.name);
        let _ = writeln!(
            text,
            "  {} -> {} [tooltip={name}{style}];",
            link.from, link.to
        );
    }
    text + "}\n"
}

fn quoted(text: &str) -> String {
    let line = |line| escaped(line).replace('\\', "\\\\").replace('"', "\\\"");
    let lines: Vec<String> = text.split('\n').map(line).collect();
    format!("\"{}\"", lines.join("\\n"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn nothing_in_a_label_is_obeyed() {
        let label = super::quoted("a\"b\\\n\u{1b}[2J\u{202e}\r");
        assert_eq!(label, "\"a\\\"b\\\\\\n\\\\u{1b}[2J\\\\u{202e}\\\\r\"");
    }
}
