//! The service worker, which keeps the site for times without a network, and the manifest, by which it can be installed.

use std::fs;
use std::hash::{DefaultHasher, Hasher};

use serde_json::json;

use crate::Site;

pub(crate) fn write(site: &mut Site) -> anyhow::Result<()> {
    let manifest = json!({
        "name": "bouton: games for two",
        "short_name": "bouton",
        "start_url": "index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#1f5f8b",
        "icons": [{"src": "assets/icon.svg", "sizes": "any", "type": "image/svg+xml"}],
    });
    site.put("manifest.webmanifest", manifest.to_string())?;
    let mut files = site.written.clone();
    // The modules are kept as they are packed.
    files.retain(|file| !file.ends_with(".wasm"));
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in &files {
        hasher.write(file.as_bytes());
        hasher.write(&fs::read(site.root.join(file))?);
    }
    let script = include_str!("../assets/sw.js")
        .replace("VERSION_OF_THE_SITE", &format!("{:016x}", hasher.finish()))
        .replace("\"FILES_OF_THE_SITE\"", &json!(files).to_string());
    site.put("sw.js", script)
}
