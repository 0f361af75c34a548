//! The frame of the pages: the head, the links to the other pages, and a sentence for when the script has not come.

static FRAME: &str = include_str!("frame.html");
/// Shown where there is no script, with a command that needs none.
static FOOT: &str = include_str!("foot.html");

/// A page from its source: lines `key: value`, an empty line, the body. `current` is the attribute of the link that leads `here`.
///
/// Keys: `title` and `about`; `class` of the body; `styles`; `skip`, the place that a link at the top leads to, and its
/// words; `script`, and `without`, the command that needs none.
pub(crate) fn framed(source: &str, here: &str, current: &str) -> String {
    let (head, body) = source.split_once("\n\n").unwrap_or((source, ""));
    let told = |key: &str| {
        let value = head
            .lines()
            .find_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
        value.unwrap_or_default()
    };
    let mut links = String::new();
    for style in told("styles").split_whitespace() {
        links += &format!("<link rel=\"stylesheet\" href=\"/assets/{style}.css\">\n");
    }
    let (script, without) = (told("script"), told("without"));
    if !script.is_empty() {
        links += &format!("<script type=\"module\" src=\"/assets/{script}.js\"></script>\n");
    }
    let foot = if without.is_empty() {
        String::new()
    } else {
        FOOT.replace("{without}", without)
    };
    let (place, words) = told("skip").split_once(' ').unwrap_or_default();
    let link = format!("<a href=\"{here}\"");
    let parts = [
        ("title", told("title")),
        ("about", told("about")),
        ("class", told("class")),
        ("links", &*links),
        ("place", place),
        ("words", words),
        ("foot", &*foot),
        // Last: a body may hold anything.
        ("body", body),
    ];
    let frame = FRAME.replace(&link, &format!("{link} aria-current=\"{current}\""));
    parts.iter().fold(frame, |page, (key, value)| {
        page.replace(&format!("{{{key}}}"), value)
    })
}
