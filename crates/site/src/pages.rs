//! The pages, by addresses that hold below any path.

use std::collections::BTreeSet;

use anyhow::{Context, ensure};
use base64::prelude::{BASE64_STANDARD as STANDARD, Engine};
use bouton_catalogue::{FEW, listings};
use bouton_web::{FILES, FIXED, PAGES, PICTURE_STYLE, book};
use sha2::{Digest, Sha256};

use crate::Site;

/// Files that replace a file of the pages, or are added to them.
const OWN: [(&str, &str); 2] = [
    ("transport.js", include_str!("../assets/transport.js")),
    ("worker.js", include_str!("../assets/worker.js")),
];

/// The link to the page about the server in the head of each page.
const API: &str = "<a href=\"/reference\">API</a>";
/// Pages that describe the server.
const LEFT_OUT: [&str; 3] = ["reference.html", "reference.js", "missing.html"];

/// Scripts and pictures come from the site alone. Only an address of a table, which a person enters, leads elsewhere.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
     img-src 'self' data: blob:; connect-src *; object-src 'none'; base-uri 'none'; form-action 'self'";

/// Fetches prepared answers; it stands in the page itself, because a file would come one answer of the server later.
const PREPARE: &str = include_str!("../assets/prepare.js");
/// The pages that have prepared answers.
const BEGINNINGS: [&str; 2] = ["index.html", "game.html"];

/// Writes the pages; `prepared` names what there are prepared answers for.
pub(crate) fn write(site: &mut Site, prepared: &[String]) -> anyhow::Result<()> {
    let names = serde_json::to_string(prepared)?;
    let prepare = PREPARE.replace("\"PREPARED_ANSWERS\"", &names);
    for (name, bytes) in files(".html") {
        let text = std::str::from_utf8(bytes).context("a page is text")?;
        let begins = BEGINNINGS.contains(&name).then_some(&*prepare);
        site.put(name, page(text, "", begins, site.is_bundled)?)?;
    }
    for (path, text) in FIXED {
        site.put(fixed(path), text())?;
    }
    for (name, bytes) in book() {
        let address = format!("book/{name}");
        if !name.ends_with(".html") {
            site.put(&address, bytes)?;
            continue;
        }
        let text = std::str::from_utf8(bytes).context("a page is text")?;
        site.put(&address, page(text, "../", None, site.is_bundled)?)?;
    }
    Ok(())
}

/// Writes scripts, styles and pictures.
pub(crate) fn assets(site: &mut Site) -> anyhow::Result<()> {
    for (name, bytes) in files("").filter(|(name, _)| !name.ends_with(".html")) {
        site.put(&format!("assets/{name}"), bytes)?;
    }
    let few = serde_json::to_string(&few())?;
    for (name, text) in OWN {
        let text = text.replace("\"FEW_GAMES\"", &few);
        site.put(&format!("assets/{name}"), text)?;
    }
    site.put(
        &format!("assets/{PICTURE_STYLE}"),
        bouton_pictures::page_style(),
    )
}

/// The files of the server's pages that the site takes as they are, with this ending.
fn files(ending: &str) -> impl Iterator<Item = (&'static str, &'static [u8])> {
    let theirs = FILES.iter().copied();
    theirs.filter(move |(name, _)| {
        let is_own = OWN.iter().any(|(own, _)| own == name);
        name.ends_with(ending) && !is_own && !LEFT_OUT.contains(name)
    })
}

/// The scripts that pages and workers begin with, and the one that asks, for people who write scripts of their own.
pub(crate) fn entries() -> BTreeSet<String> {
    let pages = files(".html").map(|(_, bytes)| bytes);
    let book = book().iter().filter(|(name, _)| name.ends_with(".html"));
    let pages = pages.chain(book.map(|(_, bytes)| &**bytes));
    let begun = pages.flat_map(|page| scripts_of(&String::from_utf8_lossy(page)));
    begun
        .chain(["api.js", "worker.js"].map(str::to_owned))
        .collect()
}

/// The addresses of all other scripts, each a part of one of these.
pub(crate) fn parts(entries: &BTreeSet<String>) -> BTreeSet<String> {
    let own = OWN.iter().map(|(name, _)| *name);
    let all = files(".js").map(|(name, _)| name).chain(own);
    let others = all.filter(|name| name.ends_with(".js") && !entries.contains(*name));
    others.map(|name| format!("assets/{name}")).collect()
}

/// All names of the games of the first module.
fn few() -> Vec<&'static str> {
    let all = listings().iter().map(|listing| listing.card);
    let few = all.filter(|card| FEW.contains(&card.name));
    let names = few.flat_map(|card| {
        let aliases = card.aliases.iter().map(|(alias, _)| *alias);
        std::iter::once(card.name).chain(aliases)
    });
    names.collect()
}

/// The file of what does not change.
fn fixed(path: &str) -> &str {
    match path {
        "/api" => "api.json",
        "/api/games" => "games.json",
        other => other.trim_start_matches('/'),
    }
}

/// A page for the site, in a folder that is reached from the root by `up`. It begins with the script `begins`, before
/// anything that the browser has to fetch: a script waits for the styles before it.
pub(crate) fn page(
    text: &str,
    up: &str,
    begins: Option<&str>,
    is_bundled: bool,
) -> anyhow::Result<String> {
    let mut text = text.replace(API, "");
    for (path, file) in PAGES {
        text = text.replace(&format!("href=\"{path}\""), &format!("href=\"{up}{file}\""));
    }
    for (attribute, folder) in [("href", "assets"), ("src", "assets"), ("href", "book")] {
        text = text.replace(
            &format!("{attribute}=\"/{folder}/"),
            &format!("{attribute}=\"{up}{folder}/"),
        );
    }
    let policy = match begins {
        Some(script) => POLICY.replace("script-src", &format!("script-src '{}'", hash(script))),
        None => POLICY.to_owned(),
    };
    let begins = begins.map(|script| format!("<script>{script}</script>\n"));
    let head = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n{}<title>",
        begins.unwrap_or_default()
    );
    let others = (!is_bundled).then(|| preloads(&text, up));
    let foot = format!(
        "<link rel=\"manifest\" href=\"{up}manifest.webmanifest\">\n{}</head>",
        others.unwrap_or_default()
    );
    ensure!(text.contains("<title>"), "a page without a title");
    let text = text.replacen("</head>", &foot, 1);
    Ok(text.replacen("<title>", &head, 1))
}

/// The name of a script in a page by which the policy allows it.
fn hash(script: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(script)))
}

/// All scripts that a page needs, so that a browser asks for them at once.
fn preloads(page: &str, up: &str) -> String {
    let mut found = BTreeSet::new();
    let mut open = scripts_of(page);
    while let Some(name) = open.pop() {
        if found.insert(name.clone()) {
            open.extend(imports(&script(&name)));
        }
    }
    let line = |name| format!("<link rel=\"modulepreload\" href=\"{up}assets/{name}\">\n");
    found.into_iter().map(line).collect()
}

/// The names of the scripts that a page begins with.
fn scripts_of(page: &str) -> Vec<String> {
    let found = page.split("<script type=\"module\" src=\"").skip(1);
    let addresses = found.filter_map(|rest| rest.split_once('"'));
    let names = addresses.filter_map(|(address, _)| Some(address.rsplit_once('/')?.1.to_owned()));
    names.collect()
}

/// The text of a script of the site.
fn script(name: &str) -> String {
    let own = OWN.iter().find(|(own, _)| *own == name);
    let text = own.map(|(_, text)| text.as_bytes());
    let ours = || FILES.iter().find(|(other, _)| *other == name);
    let text = text.or_else(|| Some(ours()?.1)).unwrap_or_default();
    String::from_utf8_lossy(text).into_owned()
}

fn imports(script: &str) -> Vec<String> {
    let after = script.split("from \"./").skip(1);
    let names = after.filter_map(|rest| rest.split_once('"'));
    names.map(|(name, _)| name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_address_of_a_page_begins_at_the_root_of_a_server() {
        for (name, bytes) in FILES.iter().filter(|(name, _)| name.ends_with(".html")) {
            if LEFT_OUT.contains(name) {
                continue;
            }
            let text = page(std::str::from_utf8(bytes).unwrap(), "", None, false).unwrap();
            assert!(!text.contains("reference.html"), "{name}");
            for attribute in ["href=\"/", "src=\"/", "action=\"/"] {
                assert!(!text.contains(attribute), "{name} has {attribute}");
            }
            assert!(text.contains("modulepreload"), "{name}");
        }
    }

    #[test]
    fn a_page_begins_with_a_script_that_its_policy_allows() {
        let text =
            "<head><link rel=\"stylesheet\" href=\"/assets/style.css\"><title>a</title></head>";
        let text = page(text, "", Some(""), true).unwrap();
        assert!(
            text.contains(
                "script-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'self'"
            ),
            "{text}"
        );
        for name in BEGINNINGS {
            let (_, bytes) = FILES.iter().find(|(other, _)| *other == name).unwrap();
            let text = page(
                std::str::from_utf8(bytes).unwrap(),
                "",
                Some("begin()"),
                true,
            )
            .unwrap();
            let place = |what| text.find(what).unwrap();
            assert!(place("Content-Security-Policy") < place("<script>begin()"));
            assert!(
                place("<script>begin()") < place("rel=\"stylesheet\""),
                "{name}"
            );
        }
    }

    #[test]
    fn every_script_begins_a_page_or_is_a_part_of_one_that_does() {
        let entries = entries();
        for name in ["game.js", "book.js", "api.js", "worker.js"] {
            assert!(entries.contains(name), "{name}");
        }
        let mut found = BTreeSet::new();
        let mut open: Vec<String> = entries.iter().cloned().collect();
        while let Some(name) = open.pop() {
            if found.insert(format!("assets/{name}")) {
                open.extend(imports(&script(&name)));
            }
        }
        let own = entries.iter().map(|name| format!("assets/{name}"));
        let all: BTreeSet<String> = parts(&entries).into_iter().chain(own).collect();
        assert_eq!(found, all);
    }

    #[test]
    fn every_script_that_is_imported_is_there() {
        for (name, bytes) in FILES.iter().filter(|(name, _)| name.ends_with(".js")) {
            if LEFT_OUT.contains(name) {
                continue;
            }
            for import in imports(std::str::from_utf8(bytes).unwrap()) {
                assert!(!script(&import).is_empty(), "{name} imports {import}");
            }
        }
    }
}
