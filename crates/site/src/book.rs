//! The book: the pages of `docs/` with their commands, which can be run where they stand.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::Context;
use pulldown_cmark::{
    CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html,
};
use serde_json::json;

use crate::Site;
use crate::pages::page;

/// Files of the examples of the book: their ends, and folders.
const EXAMPLES: [(&str, &[&str]); 2] = [
    ("docs", &["star", "certificate", "law", "quotient"]),
    ("examples", &["star"]),
];

pub(crate) fn write(site: &mut Site, repository: &Path) -> anyhow::Result<()> {
    let docs = repository.join("docs");
    let summary = fs::read_to_string(docs.join("SUMMARY.md")).context("docs/SUMMARY.md")?;
    let contents = contents(&summary);
    for (_, file) in contents.iter().flat_map(|part| &part.pages) {
        let text = fs::read_to_string(docs.join(file)).with_context(|| file.clone())?;
        let name = address(file);
        let page = page(
            &layout(&text, &contents, file),
            "../",
            None,
            site.is_bundled,
        )?;
        site.put(&format!("book/{name}"), page)?;
    }
    let pictures = fs::read_dir(docs.join("pictures"))?;
    for picture in pictures {
        let path = picture?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        site.put(&format!("book/pictures/{name}"), fs::read(&path)?)?;
    }
    let mut files = BTreeMap::new();
    for (folder, endings) in EXAMPLES {
        for entry in fs::read_dir(repository.join(folder))? {
            let path = entry?.path();
            let ending = path.extension().unwrap_or_default().to_string_lossy();
            if endings.contains(&&*ending) {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                files.insert(format!("{folder}/{name}"), fs::read_to_string(&path)?);
            }
        }
    }
    site.put("book/files.json", json!(files).to_string())
}

/// A part of the book.
struct Part {
    title: String,
    /// Titles and files of its pages.
    pages: Vec<(String, String)>,
}

/// The parts, as `SUMMARY.md` lists them.
fn contents(summary: &str) -> Vec<Part> {
    let mut parts = vec![Part {
        title: String::new(),
        pages: Vec::new(),
    }];
    for line in summary.lines() {
        let linked = line
            .trim_start_matches("- ")
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(')'))
            .and_then(|rest| rest.split_once("]("));
        match (line.strip_prefix("# "), linked, parts.last_mut()) {
            (Some("Summary"), ..) => {}
            (Some(title), ..) => parts.push(Part {
                title: title.to_owned(),
                pages: Vec::new(),
            }),
            (None, Some((title, file)), Some(part)) => {
                part.pages.push((title.to_owned(), file.to_owned()));
            }
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
    let pages = contents.iter().flat_map(|part| &part.pages);
    let title = pages.clone().find(|(_, other)| other == file);
    let title = title.map_or("bouton", |(title, _)| title);
    let mut list = String::new();
    for part in contents {
        if !part.title.is_empty() {
            list += &format!("<h2>{}</h2>\n", escaped(&part.title));
        }
        list += "<ul>\n";
        for (name, other) in &part.pages {
            let here = if other == file {
                " aria-current=\"page\""
            } else {
                ""
            };
            let (to, name) = (address(other), escaped(name));
            list += &format!("<li><a href=\"{to}\"{here}>{name}</a></li>\n");
        }
        list += "</ul>\n";
    }
    format!(
        include_str!("../assets/book.html"),
        title = escaped(title),
        list = list,
        text = body(text),
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

/// The text of a page. Headings can be linked to as in the repository, and pages link to pages.
fn body(text: &str) -> String {
    let mut events: Vec<Event<'_>> =
        Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES).collect();
    for n in 0..events.len() {
        match &events[n] {
            Event::Start(Tag::Heading { .. }) => {
                let name = anchor(&events[n + 1..]);
                if let Event::Start(Tag::Heading { id, .. }) = &mut events[n] {
                    *id = Some(name.into());
                }
            }
            Event::Start(Tag::Link { dest_url, .. }) => {
                let to = link(dest_url);
                if let Event::Start(Tag::Link { dest_url, .. }) = &mut events[n] {
                    *dest_url = to.into();
                }
            }
            _ => {}
        }
    }
    let mut out = String::new();
    html::push_html(&mut out, framed(events).into_iter());
    out
}

/// Puts each block of commands into an element of its own, and each table, which a phone scrolls.
fn framed(events: Vec<Event<'_>>) -> Vec<Event<'_>> {
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

/// Where a link leads in the book. Files outside of the book are in the repository; they are named, not linked.
fn link(to: &str) -> String {
    let (file, part) = to
        .split_once('#')
        .map_or((to, None), |(file, part)| (file, Some(part)));
    let file = match file.strip_suffix(".md") {
        Some(_) if !file.contains('/') => address(file),
        _ => file.to_owned(),
    };
    match part {
        Some(part) => format!("{file}#{part}"),
        None => file,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use percent_encoding::percent_decode_str;

    use super::*;

    const DOCS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");

    #[test]
    fn links_between_pages_lead_to_headings() {
        let summary = fs::read_to_string(format!("{DOCS}/SUMMARY.md")).unwrap();
        let mut bodies = BTreeMap::new();
        for (_, file) in contents(&summary).iter().flat_map(|part| &part.pages) {
            let text = fs::read_to_string(format!("{DOCS}/{file}")).unwrap();
            bodies.insert(address(file), body(&text));
        }
        assert!(bodies.len() > 20);
        let after = |text: &str, mark: &str| -> BTreeSet<String> {
            let rest = text.split(mark).skip(1);
            rest.map(|rest| rest.split('"').next().unwrap().to_owned())
                .collect()
        };
        for (name, text) in &bodies {
            for link in after(text, "<a href=\"") {
                let (file, part) = link.split_once('#').unwrap_or((&link, ""));
                let file = if file.is_empty() { name.as_str() } else { file };
                let Some(other) = bodies.get(file) else {
                    continue;
                };
                let part = percent_decode_str(part).decode_utf8().unwrap();
                let there = after(other, " id=\"");
                assert!(
                    part.is_empty() || there.contains(&*part),
                    "{name}: {link} leads nowhere"
                );
            }
        }
    }

    #[test]
    fn commands_stand_in_blocks_that_can_be_run() {
        let text = body(
            "# A *first* `puzzle`\n\n```console\n$ bouton solve nim 3,4\n```\n\n[More](solve.md#two)\n",
        );
        assert!(text.contains("<h1 id=\"a-first-puzzle\">"), "{text}");
        assert!(text.contains("<div class=\"console\">\n<pre>"), "{text}");
        assert!(text.contains("<a href=\"solve.html#two\">"), "{text}");
    }
}
