//! The project's own figures: pieces on boards, and animals that walk to the right. Each is drawn in the square from 0 to 100.

/// A line for each part of a figure: the name of the figure, the class of the part, its outline as an SVG path.
const FIGURES: &str = include_str!("figures.txt");

/// The classes and outlines of a figure, in the order in which they are drawn; `own` stands for the class `own` of a side.
pub(crate) fn figure(name: &str, own: &'static str) -> Vec<(&'static str, &'static str)> {
    let part = |line: &'static str| line.strip_prefix(name)?.strip_prefix(' ')?.split_once(' ');
    let parts = FIGURES.lines().filter_map(part);
    let parts = parts.map(|(class, outline)| (if class == "own" { own } else { class }, outline));
    parts.collect()
}
