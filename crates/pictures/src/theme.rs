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

/// A line for each colour: the class, its use, the colour on light paper and on dark paper. Blue, vermilion and grey are distinct for every kind of
/// colour blindness (after Okabe and Ito).
const COLOURS: &str = include_str!("colours.txt");

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
    for rule in COLOURS.lines() {
        if let [class, what, on_light, on_dark] = rule.split(' ').collect::<Vec<_>>()[..]
            && used(class)
        {
            let colour = if dark { on_dark } else { on_light };
            let _ = write!(rules, "{before}.{class}{{{what}:{colour}}}");
        }
    }
    rules
}
