//! The book: the pages of `docs/` as pages of a browser, with their pictures and the files that their commands name. (`docs` is a
//! link to that folder, so that they are packaged with the crate.)

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use pulldown_cmark::{
    CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html,
};
use serde_json::json;

use crate::frame::framed;

/// Files of `docs`, each with its name.
macro_rules! files {
    ($read:ident: $($name:literal,)*) => {
        &[$(($name, $read!(concat!("../docs/", $name)))),*]
    };
}

/// The parts of the book, with their pages in order.
const SUMMARY: &str = include_str!("../docs/SUMMARY.md");

const PAGES: &[(&str, &str)] = files![include_str:
    "README.md",
    "benchmarks.md",
    "calculator.md",
    "certificates.md",
    "choice.md",
    "choosing.md",
    "classroom.md",
    "cluster.md",
    "commands.md",
    "families.md",
    "find.md",
    "first-puzzle.md",
    "folding.md",
    "games.md",
    "import.md",
    "install.md",
    "ladders.md",
    "laws.md",
    "levels.md",
    "limits.md",
    "obligations.md",
    "parameters.md",
    "pictures.md",
    "puzzles.md",
    "python.md",
    "quotients.md",
    "records.md",
    "rule-files.md",
    "rust.md",
    "scoring.md",
    "security.md",
    "sequences.md",
    "serve.md",
    "site.md",
    "solvers.md",
    "strategies.md",
    "tables.md",
    "theorems-values.md",
    "values.md",
    "verify.md",
    "your-own-game.md",
];

/// The pictures of the pages.
const PICTURES: &[(&str, &[u8])] = files![include_bytes:
    "pictures/automaton.svg",
    "pictures/board.svg",
    "pictures/boards.svg",
    "pictures/both.svg",
    "pictures/course.png",
    "pictures/form.svg",
    "pictures/graph.svg",
    "pictures/grid.svg",
    "pictures/heat.svg",
    "pictures/line.svg",
    "pictures/notebook.png",
    "pictures/played.svg",
    "pictures/plot.svg",
    "pictures/scatter.svg",
    "pictures/spectrum.svg",
    "pictures/strip.svg",
    "pictures/thermograph.svg",
    "pictures/tree.svg",
    "pictures/triangle.svg",
];

/// The files that commands of the pages name and that a question can bring along.
const NAMED: &[(&str, &str)] = files![include_str:
    "075.quotient",
    "clobber.certificate",
    "coins.star",
    "count.star",
    "cram.quotient",
    "domineering.certificate",
    "forgotten.star",
    "frogs.star",
    "halves.star",
    "hasty.star",
    "late.star",
    "mirror.star",
    "nogo.star",
    "rest.star",
    "subtraction.star",
    "tic-tac-toe.certificate",
    "tic-tac-toe.star",
    "wythoff.law",
];

/// All files of the book, by their addresses in its folder. Links between them are relative; pages of the program are linked from
/// the root of the server.
pub fn book() -> &'static BTreeMap<String, Cow<'static, [u8]>> {
    static BOOK: LazyLock<BTreeMap<String, Cow<'static, [u8]>>> = LazyLock::new(|| {
        let contents = contents();
        let page = |(file, text): &(&str, &str)| {
            let page = layout(text, &contents, file).into_bytes();
            (address(file), Cow::Owned(page))
        };
        let picture = |(name, bytes): &(&str, &'static [u8])| {
            let name: &str = name;
            (name.to_owned(), Cow::Borrowed(*bytes))
        };
        let named = Cow::Owned(json!(named()).to_string().into_bytes());
        PAGES
            .iter()
            .map(page)
            .chain(PICTURES.iter().map(picture))
            .chain([("files.json".to_owned(), named)])
            .collect()
    });
    &BOOK
}

/// The texts of the files that commands name, by their paths in the repository.
fn named() -> BTreeMap<String, &'static str> {
    let ours = NAMED.iter();
    let ours = ours.map(|(name, text)| (format!("docs/{name}"), *text));
    #[cfg(feature = "rules")]
    let ours = {
        let examples = crate::examples::FILES.iter();
        ours.chain(examples.map(|(name, text)| (format!("examples/{name}.star"), *text)))
    };
    ours.collect()
}

/// A part of the book.
#[derive(Default)]
struct Part {
    title: &'static str,
    /// Titles and files of its pages.
    pages: Vec<(&'static str, &'static str)>,
}

/// The parts, as `SUMMARY.md` lists them.
fn contents() -> Vec<Part> {
    let mut parts = vec![Part::default()];
    for line in SUMMARY.lines() {
        let linked = line
            .trim_start_matches("- ")
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(')'))
            .and_then(|rest| rest.split_once("]("));
        match (line.strip_prefix("# "), linked, parts.last_mut()) {
            (Some("Summary"), ..) => {}
            (Some(title), ..) => parts.push(Part {
                title,
                pages: Vec::new(),
            }),
            (None, Some(page), Some(part)) => part.pages.push(page),
            _ => {}
        }
    }
    parts
}

/// The name of a page in the book.
fn address(file: &str) -> String {
    match file {
        "README.md" => "index.html".to_owned(),
        other => other.replace(".md", ".html"),
    }
}

/// A page with the contents of the book.
fn layout(text: &str, contents: &[Part], file: &str) -> String {
    let mut pages = contents.iter().flat_map(|part| &part.pages);
    let title = pages.find(|(_, other)| *other == file);
    let title = title.map_or("bouton", |(title, _)| title);
    let mut list = String::new();
    for part in contents {
        if !part.title.is_empty() {
            list += &format!("<h2>{}</h2>\n", escaped(part.title));
        }
        list += "<ul>\n";
        for (name, other) in &part.pages {
            let here = if *other == file {
                " aria-current=\"page\""
            } else {
                ""
            };
            let (to, name) = (address(other), escaped(name));
            list += &format!("<li><a href=\"{to}\"{here}>{name}</a></li>\n");
        }
        list += "</ul>\n";
    }
    let page = format!(
        include_str!("book/page.html"),
        title = escaped(title),
        list = list,
        text = body(text),
    );
    framed(&page, "/book/index.html", "true")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

/// The text of a page. Headings can be linked to as in the repository, and pages link to pages.
fn body(text: &str) -> String {
    let parser = Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES);
    let mut events: Vec<Event<'_>> = linked(parser);
    for n in 0..events.len() {
        if let Event::Start(Tag::Heading { .. }) = &events[n] {
            let name = anchor(&events[n + 1..]);
            if let Event::Start(Tag::Heading { id, .. }) = &mut events[n] {
                *id = Some(name.into());
            }
        }
    }
    let mut out = String::new();
    html::push_html(&mut out, in_frames(events).into_iter());
    // A block of code scrolls, by keys, too.
    out.replace("<pre>", "<pre tabindex=\"0\">")
}

/// Leads links to the pages of the book. The text of a link to another file of the repository stays, without the link.
fn linked<'t>(events: impl Iterator<Item = Event<'t>>) -> Vec<Event<'t>> {
    // Links are not nested.
    let mut is_open = false;
    let keep = |mut event: Event<'t>| {
        match &mut event {
            Event::Start(Tag::Link { dest_url, .. }) => {
                let to = link(dest_url);
                is_open = to.is_some();
                *dest_url = to?.into();
            }
            Event::End(TagEnd::Link) if !is_open => return None,
            _ => {}
        }
        Some(event)
    };
    events.filter_map(keep).collect()
}

/// Puts each block of commands into an element of its own, and each table, which a phone scrolls.
fn in_frames(events: Vec<Event<'_>>) -> Vec<Event<'_>> {
    let mut framed = Vec::new();
    let mut is_console = false;
    for event in events {
        let html = |text: &'static str| Event::Html(CowStr::from(text));
        match &event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(kind))) => {
                is_console = &**kind == "console";
                if is_console {
                    framed.push(html("<div class=\"console\">"));
                }
                framed.push(event);
            }
            Event::End(TagEnd::CodeBlock) => {
                framed.push(event);
                if std::mem::take(&mut is_console) {
                    framed.push(html("</div>\n"));
                }
            }
            Event::Start(Tag::Table(_)) => {
                framed.extend([html("<div class=\"wide\" tabindex=\"0\">"), event])
            }
            Event::End(TagEnd::Table) => framed.extend([event, html("</div>\n")]),
            _ => framed.push(event),
        }
    }
    framed
}

/// The name of a heading, as the hosts of repositories make it.
fn anchor(after: &[Event<'_>]) -> String {
    let mut name = String::new();
    for event in after {
        match event {
            Event::End(TagEnd::Heading(
                HeadingLevel::H1
                | HeadingLevel::H2
                | HeadingLevel::H3
                | HeadingLevel::H4
                | HeadingLevel::H5
                | HeadingLevel::H6,
            )) => break,
            Event::Text(text) | Event::Code(text) => name += text,
            _ => {}
        }
    }
    let kept = name.chars().filter_map(|c| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
        _ => None,
    });
    kept.flat_map(char::to_lowercase).collect()
}

/// Where a link leads in the book; `None` for a file that is not in it.
fn link(to: &str) -> Option<String> {
    let is_outside = to.starts_with("https://") || to.starts_with("http://");
    if is_outside || to.starts_with('#') {
        return Some(to.to_owned());
    }
    let (file, part) = to
        .split_once('#')
        .map_or((to, None), |(file, part)| (file, Some(part)));
    PAGES.iter().find(|(name, _)| *name == file)?;
    let file = address(file);
    Some(match part {
        Some(part) => format!("{file}#{part}"),
        None => file,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use percent_encoding::percent_decode_str;

    use super::*;

    /// The texts after each place where `mark` is, up to the next quotation mark.
    fn after<'t>(text: &'t str, mark: &'t str) -> impl Iterator<Item = &'t str> {
        let rest = text.split(mark).skip(1);
        rest.map(|rest| rest.split('"').next().unwrap())
    }

    fn pages() -> BTreeMap<&'static str, &'static str> {
        let text = |bytes| std::str::from_utf8(bytes).unwrap();
        let pages = book().iter().filter(|(name, _)| name.ends_with(".html"));
        pages
            .map(|(name, bytes)| (&**name, text(&**bytes)))
            .collect()
    }

    #[test]
    fn every_page_of_the_summary_and_every_file_of_its_kind_is_inside() {
        let listed: BTreeSet<_> = contents()
            .iter()
            .flat_map(|part| part.pages.clone())
            .map(|(_, file)| file)
            .collect();
        assert_eq!(listed, PAGES.iter().map(|(name, _)| *name).collect());
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
        let files = std::fs::read_dir(folder).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let named = names.filter(|name| {
            let ending = name.rsplit('.').next().unwrap();
            ["star", "py", "certificate", "law", "quotient"].contains(&ending)
        });
        let inside = NAMED.iter().map(|(name, _)| (*name).to_owned());
        assert_eq!(named.collect::<BTreeSet<_>>(), inside.collect());
    }

    #[test]
    fn every_link_leads_to_a_page_and_a_heading_that_are_there() {
        let pages = pages();
        for (name, text) in &pages {
            for link in after(text, "<a href=\"") {
                if link.starts_with("http") || link.starts_with("/") {
                    continue;
                }
                let (file, part) = link.split_once('#').unwrap_or((link, ""));
                let file = if file.is_empty() { name } else { file };
                let other = pages.get(file);
                let other = other.unwrap_or_else(|| panic!("{name}: there is no {link}"));
                let part = percent_decode_str(part).decode_utf8().unwrap();
                let is_there = part.is_empty() || after(other, " id=\"").any(|id| id == part);
                assert!(is_there, "{name}: {link} leads nowhere");
            }
        }
    }

    #[test]
    fn every_picture_is_inside_and_belongs_to_a_page() {
        let shown: BTreeSet<_> = pages()
            .values()
            .flat_map(|text| after(text, "<img src=\""))
            .collect();
        assert_eq!(shown, PICTURES.iter().map(|(name, _)| *name).collect());
        assert!(
            book()
                .keys()
                .all(|name| crate::mime(name) != "application/octet-stream")
        );
    }

    #[test]
    fn commands_stand_in_blocks_that_can_be_run() {
        let text = body(
            "# A *first* `puzzle`\n\n```console\n$ bouton solve nim 3,4\n```\n\n[More](limits.md#two), [less](../less.md)\n",
        );
        assert!(text.contains("<h1 id=\"a-first-puzzle\">"), "{text}");
        assert!(
            text.contains("<div class=\"console\">\n<pre tabindex=\"0\">"),
            "{text}"
        );
        assert!(
            text.contains("<a href=\"limits.html#two\">More</a>, less"),
            "{text}"
        );
    }
}
