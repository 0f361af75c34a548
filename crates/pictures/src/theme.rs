//! Colours, told apart by the colour-blind, on light and on dark paper.

use std::fmt::Write;

/// On which paper a picture is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the reader's system prefers.
    #[default]
    Auto,
    /// Dark ink on white.
    Light,
    /// Light ink on black.
    Dark,
}

/// What does not depend on the paper.
const SHAPES: &str = ".edge{fill:none;stroke-width:1}.best{fill:none;stroke-width:2.6}.cut{fill:none;stroke-width:1;\
stroke-dasharray:3 4}.axis{fill:none;stroke-width:1}.ray{fill:none;stroke-width:1.4;stroke-dasharray:7 4}\
.bow{fill:none}.win,.loss,.draw,.plain{stroke-width:1.6}.flat{stroke-width:0}.inner{fill:none;stroke-width:1.2}.winline{stroke-width:4}.lossline{stroke-width:4;stroke-dasharray:10 3}.outline{fill:none}.reach{stroke:transparent;stroke-width:14}.strong{font-weight:700}.halo{paint-order:stroke;stroke-width:4;stroke-linejoin:round}";

/// Class, what it colours, on light paper, on dark paper. Blue, vermilion and grey keep apart in every kind of colour
/// blindness (after Okabe and Ito).
const COLOURS: [(&str, &str, &str, &str); 42] = [
    ("paper", "fill", "#ffffff", "#14181d"),
    ("halo", "stroke", "#ffffff", "#14181d"),
    ("ink", "fill", "#1b1f24", "#e8edf2"),
    ("faint", "fill", "#58626d", "#a7b1bc"),
    ("edge", "stroke", "#a9b2bb", "#4b555f"),
    ("edgehead", "fill", "#a9b2bb", "#4b555f"),
    ("best", "stroke", "#1b1f24", "#e8edf2"),
    ("besthead", "fill", "#1b1f24", "#e8edf2"),
    ("cut", "stroke", "#58626d", "#a7b1bc"),
    ("axis", "stroke", "#8a949e", "#68727d"),
    ("ray", "stroke", "#8a2f7a", "#e59bd6"),
    ("raytext", "fill", "#8a2f7a", "#e59bd6"),
    ("plain", "fill", "#f4f6f8", "#20262d"),
    ("plain", "stroke", "#8a949e", "#68727d"),
    ("win", "fill", "#d3e8f7", "#123e5c"),
    ("win", "stroke", "#0b5c8f", "#6bb8ea"),
    ("loss", "fill", "#f9dcc8", "#5c2b0d"),
    ("loss", "stroke", "#ad4400", "#f0955a"),
    ("draw", "fill", "#ececec", "#32383f"),
    ("draw", "stroke", "#58626d", "#a7b1bc"),
    ("inner", "stroke", "#ad4400", "#f0955a"),
    ("lossmark", "fill", "#ad4400", "#f0955a"),
    ("winmark", "fill", "#0b5c8f", "#6bb8ea"),
    ("drawmark", "fill", "#58626d", "#a7b1bc"),
    ("heat0", "fill", "#f7f4e9", "#1d2329"),
    ("heat1", "fill", "#dcebd5", "#1c3340"),
    ("heat2", "fill", "#b5dcd0", "#1d4558"),
    ("heat3", "fill", "#86c5cf", "#22596f"),
    ("heat4", "fill", "#58a8c8", "#2d7086"),
    ("heat5", "fill", "#3a86b8", "#45899a"),
    ("heat6", "fill", "#2c649f", "#6aa5a9"),
    ("heat7", "fill", "#27437d", "#98c1b4"),
    ("heat8", "fill", "#212654", "#cbdcc2"),
    ("oncold", "fill", "#1b1f24", "#e8edf2"),
    ("onhot", "fill", "#ffffff", "#14181d"),
    ("first", "fill", "#0b5c8f", "#6bb8ea"),
    ("second", "fill", "#ad4400", "#f0955a"),
    ("winline", "stroke", "#0b5c8f", "#6bb8ea"),
    ("lossline", "stroke", "#ad4400", "#f0955a"),
    ("outline", "stroke", "#a9b2bb", "#4b555f"),
    ("coin", "fill", "#fdf3cf", "#4a4320"),
    ("coin", "stroke", "#86701a", "#d8c46a"),
];

/// The steps of the heat map are the classes `heat0` to `heat8`.
pub(crate) const HEATS: usize = 9;
/// From this step on the paper is nearer to the ink: use the class `onhot` for text.
pub(crate) const HOT: usize = 5;

impl Theme {
    /// The style sheet that goes into the picture.
    pub(crate) fn style(self) -> String {
        match self {
            Self::Light => format!("{SHAPES}{}", colours("", false)),
            Self::Dark => format!("{SHAPES}{}", colours("", true)),
            Self::Auto => format!(
                "{SHAPES}{}@media(prefers-color-scheme:dark){{{}}}",
                colours("", false),
                colours("", true)
            ),
        }
    }
}

/// The style sheet for pictures that stand inside a page, where their own is not let in: the same rules for
/// descendants of `svg`.
pub fn page_style() -> String {
    let shapes = SHAPES
        .split('}')
        .filter(|rule| !rule.is_empty())
        .map(|rule| format!("svg {}}}\n", rule.replace(',', ",svg ")));
    format!(
        "{}{}@media(prefers-color-scheme:dark){{{}}}\n",
        shapes.collect::<String>(),
        colours("svg ", false),
        colours("svg ", true)
    )
}

fn colours(before: &str, dark: bool) -> String {
    let mut rules = String::new();
    for (class, what, on_light, on_dark) in COLOURS {
        let colour = if dark { on_dark } else { on_light };
        let _ = write!(rules, "{before}.{class}{{{what}:{colour}}}");
    }
    rules
}
