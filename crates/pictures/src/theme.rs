//! Colours that colour-blind people can distinguish, on light and on dark paper.

use std::collections::HashSet;
use std::fmt::Write;

/// The colour theme of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// The viewer's preference.
    #[default]
    Auto,
    /// Dark lines on white.
    Light,
    /// Light lines on black.
    Dark,
}

/// Styles that do not depend on the theme.
const SHAPES: &str = ".edge{fill:none;stroke-width:1}.best{fill:none;stroke-width:2.6}.cut{fill:none;stroke-width:1;\
stroke-dasharray:3 4}.startring{fill:none;stroke-width:2}.axis{fill:none;stroke-width:1}.ray{fill:none;stroke-width:1.4;stroke-dasharray:7 4}\
.bow{fill:none}.win,.loss,.draw,.plain{stroke-width:1.6}.flat{stroke-width:0}.inner{fill:none;stroke-width:1.2}.shade0,.shade1,.shade2,.shade3,.shade4,.shade5{fill:none;stroke-width:2.2}.winline{stroke-width:4}.lossline{stroke-width:4;stroke-dasharray:10 3}.outline{fill:none}.reach{stroke:transparent;stroke-width:28}.strong{font-weight:700}.coinrim{fill:none;stroke-width:1}.lightman,.darkman{stroke-width:3.5;stroke-linejoin:round}.woodcell,.pit,.hole,.badge,.felt,.meadow,.cake,.cardface{stroke-width:1}.woodline{stroke-width:1.6}.firststone,.secondstone,.greystone,.tile,.firsttile,.secondtile{stroke-width:1.2}.stonering{fill:none;stroke-width:2.4}.spots{fill:none;stroke-width:3.5;stroke-linecap:round}.cross,.secondcross{stroke-width:6;stroke-linecap:round}.ring{fill:none;stroke-width:6}.bitten{fill:none;stroke-width:1;stroke-dasharray:3 4}.pin{stroke-width:3}.pinband{fill:none;stroke-width:4}.blade{stroke-width:2;stroke-linecap:round}.vertex{stroke-width:2}.dominoline{stroke-width:1.6}.greenline{stroke-width:4;stroke-dasharray:2 2}.drawnline{stroke-width:5;stroke-linecap:round}.freeline{stroke-width:2.4;stroke-dasharray:2 6;stroke-linecap:round}.hit{fill:transparent}.letters{pointer-events:none}.halo{paint-order:stroke;stroke-width:4;stroke-linejoin:round}";

/// The class, its use, its colour on light paper and on dark paper. Blue, vermilion and grey are distinct for every kind of
/// colour blindness (after Okabe and Ito).
const COLOURS: [(&str, &str, &str, &str); 126] = [
    ("paper", "fill", "#ffffff", "#14181d"),
    ("halo", "stroke", "#ffffff", "#14181d"),
    ("ink", "fill", "#1b1f24", "#e8edf2"),
    ("faint", "fill", "#58626d", "#a7b1bc"),
    ("edge", "stroke", "#a9b2bb", "#4b555f"),
    ("edgehead", "fill", "#a9b2bb", "#4b555f"),
    ("best", "stroke", "#1b1f24", "#e8edf2"),
    ("besthead", "fill", "#1b1f24", "#e8edf2"),
    ("startring", "stroke", "#1b1f24", "#e8edf2"),
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
    ("coinrim", "stroke", "#d9c98a", "#7a6d33"),
    ("lightsquare", "fill", "#f3ead9", "#7d7361"),
    ("darksquare", "fill", "#cbb491", "#50473a"),
    ("chessrim", "fill", "#8a7350", "#2c2720"),
    ("lightman", "fill", "#ffffff", "#f6f1e6"),
    ("lightman", "stroke", "#1b1f24", "#0d1014"),
    ("darkman", "fill", "#23272d", "#101317"),
    ("darkman", "stroke", "#f3ead9", "#e8edf2"),
    ("wood", "fill", "#e6cfa3", "#4d3f2b"),
    ("woodcell", "fill", "#f1e2c4", "#3a3021"),
    ("woodcell", "stroke", "#b89a67", "#7d6a4a"),
    ("woodline", "stroke", "#7a6238", "#b39c74"),
    ("onwood", "fill", "#3a2d12", "#f1e4cb"),
    ("pit", "fill", "#c9ac76", "#33291a"),
    ("pit", "stroke", "#8c7142", "#7d6a4a"),
    ("badge", "fill", "#ffffff", "#14181d"),
    ("badge", "stroke", "#8c7142", "#7d6a4a"),
    ("firststone", "fill", "#0b5c8f", "#6bb8ea"),
    ("firststone", "stroke", "#06324f", "#d3e8f7"),
    ("secondstone", "fill", "#ad4400", "#f0955a"),
    ("secondstone", "stroke", "#5c2b0d", "#f9dcc8"),
    ("greystone", "fill", "#8a949e", "#a7b1bc"),
    ("greystone", "stroke", "#3a424b", "#e8edf2"),
    ("stonering", "stroke", "#ffffff", "#14181d"),
    ("onstone", "fill", "#ffffff", "#14181d"),
    ("firstfill", "fill", "#0b5c8f", "#6bb8ea"),
    ("secondfill", "fill", "#ad4400", "#f0955a"),
    ("spots", "stroke", "#ffffff", "#14181d"),
    ("eye", "fill", "#ffffff", "#ffffff"),
    ("pupil", "fill", "#1b1f24", "#14181d"),
    ("cross", "stroke", "#0b5c8f", "#6bb8ea"),
    ("secondcross", "stroke", "#ad4400", "#f0955a"),
    ("ring", "stroke", "#ad4400", "#f0955a"),
    ("rack", "fill", "#d5dde4", "#39434d"),
    ("hole", "fill", "#ffffff", "#14181d"),
    ("hole", "stroke", "#8a949e", "#68727d"),
    ("chocolate", "fill", "#6b3f1f", "#7a4a28"),
    ("chocolatetop", "fill", "#835030", "#935c38"),
    ("bitten", "stroke", "#8a949e", "#68727d"),
    ("bone", "fill", "#fdf8ea", "#fdf8ea"),
    ("cake", "fill", "#f7dfa0", "#6b5526"),
    ("cake", "stroke", "#a3812f", "#d8b45a"),
    ("icing", "fill", "#ffffff", "#d9cfc0"),
    ("felt", "fill", "#eef3ec", "#1c2a22"),
    ("felt", "stroke", "#93a394", "#56695b"),
    ("meadow", "fill", "#e3eedd", "#1f2f25"),
    ("meadow", "stroke", "#8aa182", "#56705c"),
    ("tile", "fill", "#4b555f", "#8a949e"),
    ("tile", "stroke", "#1b1f24", "#e8edf2"),
    ("pip", "fill", "#ffffff", "#14181d"),
    ("firsttile", "fill", "#0b5c8f", "#6bb8ea"),
    ("firsttile", "stroke", "#06324f", "#d3e8f7"),
    ("secondtile", "fill", "#ad4400", "#f0955a"),
    ("secondtile", "stroke", "#5c2b0d", "#f9dcc8"),
    ("dominoline", "stroke", "#ffffff", "#14181d"),
    ("pin", "fill", "#fdf8ea", "#e9e2d0"),
    ("pin", "stroke", "#5a4a2a", "#8c7142"),
    ("pinband", "stroke", "#ad4400", "#ad4400"),
    ("flame", "fill", "#d9722e", "#d9722e"),
    ("ember", "fill", "#fbe3a2", "#fbe3a2"),
    ("cardface", "fill", "#ffffff", "#20262d"),
    ("cardface", "stroke", "#8a949e", "#68727d"),
    ("grass", "fill", "#7fa46c", "#3f6046"),
    ("blade", "stroke", "#7fa46c", "#3f6046"),
    ("vertex", "fill", "#f4f6f8", "#20262d"),
    ("vertex", "stroke", "#1b1f24", "#e8edf2"),
    ("greenline", "stroke", "#3f7a34", "#8fce7e"),
    ("drawnline", "stroke", "#1b1f24", "#e8edf2"),
    ("freeline", "stroke", "#8a949e", "#68727d"),
    ("openbox", "fill", "#ffffff", "#14181d"),
    ("fullbox", "fill", "#dfe4e8", "#32383f"),
    ("shade0", "stroke", "#6fb3c4", "#2d7086"),
    ("shade1", "stroke", "#4592b8", "#45899a"),
    ("shade2", "stroke", "#3073a6", "#6aa5a9"),
    ("shade3", "stroke", "#2a5590", "#98c1b4"),
    ("shade4", "stroke", "#283c74", "#b9d2bd"),
    ("shade5", "stroke", "#212654", "#e3eedd"),
    ("tone0", "fill", "#6fb3c4", "#2d7086"),
    ("tone1", "fill", "#4592b8", "#45899a"),
    ("tone2", "fill", "#3073a6", "#6aa5a9"),
    ("tone3", "fill", "#2a5590", "#98c1b4"),
    ("tone4", "fill", "#283c74", "#b9d2bd"),
    ("tone5", "fill", "#212654", "#e3eedd"),
];

/// The steps of the heat map are the classes `heat0` to `heat8`.
pub(crate) const HEATS: usize = 9;
/// From this step on the paper is nearer to the ink: use the class `onhot` for text.
pub(crate) const HOT: usize = 5;

impl Theme {
    /// The style sheet of a picture, for the classes that it uses.
    pub(crate) fn style(self, used: &HashSet<&str>) -> String {
        let named = |selector: &str| used.contains(selector.trim_start_matches('.'));
        let rules = SHAPES.split_inclusive('}').filter(|rule| {
            let selectors = rule.split('{').next().unwrap_or("");
            selectors.split(',').any(named)
        });
        let shapes: String = rules.collect();
        let coloured = |dark| colours("", dark, &|class| used.contains(class));
        match self {
            Self::Light => format!("{shapes}{}", coloured(false)),
            Self::Dark => format!("{shapes}{}", coloured(true)),
            Self::Auto => format!(
                "{shapes}{}@media(prefers-color-scheme:dark){{{}}}",
                coloured(false),
                coloured(true)
            ),
        }
    }
}

/// The style sheet for pictures inside a page, where their own is not allowed: the same rules for descendants of `svg`.
pub fn page_style() -> String {
    let shapes = SHAPES
        .split('}')
        .filter(|rule| !rule.is_empty())
        .map(|rule| format!("svg {}}}\n", rule.replace(',', ",svg ")));
    format!(
        "{}{}@media(prefers-color-scheme:dark){{{}}}\n",
        shapes.collect::<String>(),
        colours("svg ", false, &|_| true),
        colours("svg ", true, &|_| true)
    )
}

fn colours(before: &str, dark: bool, used: &dyn Fn(&str) -> bool) -> String {
    let mut rules = String::new();
    for (class, what, on_light, on_dark) in COLOURS.iter().filter(|rule| used(rule.0)) {
        let colour = if dark { on_dark } else { on_light };
        let _ = write!(rules, "{before}.{class}{{{what}:{colour}}}");
    }
    rules
}
