//! The pages, by addresses that hold below any path.

use std::collections::BTreeSet;

use anyhow::Context;
use bouton_catalogue::{FEW, listings};
use bouton_web::{FILES, FIXED, PAGES, PICTURE_STYLE};

use crate::Site;

/// Files that replace a file of the pages, or are added to them.
const OWN: [(&str, &str); 5] = [
    ("transport.js", include_str!("../assets/transport.js")),
    ("worker.js", include_str!("../assets/worker.js")),
    ("book.js", include_str!("../assets/book.js")),
    ("words.css", include_str!("../assets/words.css")),
    ("command.js", include_str!("../assets/command.js")),
];

/// Pages that describe the server.
const LEFT_OUT: [&str; 3] = ["reference.html", "reference.js", "missing.html"];

/// Scripts and pictures come from the site alone. Only an address of a table, which a person enters, leads elsewhere.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
     img-src 'self' data: blob:; connect-src *; object-src 'none'; base-uri 'none'; form-action 'self'";

/// Writes them; `prepared` names what there are prepared answers for.
pub(crate) fn write(site: &mut Site, prepared: &[String]) -> anyhow::Result<()> {
    for (name, bytes) in FILES {
        let is_own = OWN.iter().any(|(own, _)| own == name);
        if is_own || LEFT_OUT.contains(name) {
            continue;
        }
        match name.strip_suffix(".html") {
            Some(_) => {
                let text = std::str::from_utf8(bytes).context("a page is text")?;
                site.put(name, page(text, "")?)?;
            }
            None => site.put(&format!("assets/{name}"), bytes)?,
        }
    }
    let names = serde_json::to_string(prepared)?;
    let few = serde_json::to_string(&few())?;
    for (name, text) in OWN {
        let text = text
            .replace("\"PREPARED_ANSWERS\"", &names)
            .replace("\"FEW_GAMES\"", &few);
        site.put(&format!("assets/{name}"), text)?;
    }
    site.put(
        &format!("assets/{PICTURE_STYLE}"),
        bouton_pictures::page_style(),
    )?;
    for (path, text) in FIXED {
        site.put(fixed(path), text())?;
    }
    Ok(())
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

/// A page for the site, in a folder that is reached from the root by `up`.
pub(crate) fn page(text: &str, up: &str) -> anyhow::Result<String> {
    let mut text = text.to_owned();
    let all = [("/reference", "book/index.html")];
    let pages = PAGES.iter().filter(|(path, _)| *path != "/reference");
    for (path, file) in pages.chain(&all) {
        text = text.replace(&format!("href=\"{path}\""), &format!("href=\"{up}{file}\""));
    }
    text = text.replace(">API</a>", ">Book</a>");
    for attribute in ["href", "src"] {
        text = text.replace(
            &format!("{attribute}=\"/assets/"),
            &format!("{attribute}=\"{up}assets/"),
        );
    }
    let head = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <link rel=\"manifest\" href=\"{up}manifest.webmanifest\">\n{}</head>",
        preloads(&text, up)
    );
    Ok(text.replacen("</head>", &head, 1))
}

/// All scripts that a page needs, so that a browser asks for them at once.
fn preloads(page: &str, up: &str) -> String {
    let mut found = BTreeSet::new();
    let first = page.split("<script type=\"module\" src=\"").skip(1);
    let mut open: Vec<String> = first
        .filter_map(|rest| rest.split_once('"'))
        .filter_map(|(address, _)| Some(address.rsplit_once('/')?.1.to_owned()))
        .collect();
    while let Some(name) = open.pop() {
        if found.insert(name.clone()) {
            open.extend(imports(&script(&name)));
        }
    }
    let line = |name| format!("<link rel=\"modulepreload\" href=\"{up}assets/{name}\">\n");
    found.into_iter().map(line).collect()
}

/// The text of a script of the site.
fn script(name: &str) -> String {
    let own = OWN.iter().find(|(own, _)| *own == name);
    let text = own.map(|(_, text)| text.as_bytes());
    let ours = || FILES.iter().find(|(other, _)| *other == name);
    let text = text.or_else(|| Some(ours()?.1)).unwrap_or_default();
    String::from_utf8_lossy(text).into_owned()
}

/// The scripts that one imports.
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
            let text = page(std::str::from_utf8(bytes).unwrap(), "").unwrap();
            for attribute in ["href=\"/", "src=\"/", "action=\"/"] {
                assert!(!text.contains(attribute), "{name} has {attribute}");
            }
            assert!(text.contains("modulepreload"), "{name}");
        }
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
