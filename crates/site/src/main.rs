//! Writes the site that needs no server: called by the script `site` in the root.
//!
//! The pages are those of `bouton serve`. The only different script is `transport.js`, which asks workers in place of a server.

#[cfg(feature = "modules")]
mod modules;
mod offline;
mod pages;
mod prepared;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};
use flate2::{Compression, write::GzEncoder};

/// The folder that is written to.
struct Site {
    root: PathBuf,
    /// Every file in it, by its address from the root.
    written: Vec<String>,
    /// Whether each page has one script that holds all it needs.
    is_bundled: bool,
}

impl Site {
    fn new(root: &Path) -> anyhow::Result<Self> {
        if root.exists() {
            fs::remove_dir_all(root).with_context(|| format!("cannot empty {}", root.display()))?;
        }
        Ok(Self {
            root: root.to_owned(),
            written: Vec::new(),
            is_bundled: false,
        })
    }

    /// Writes a file.
    fn put(&mut self, address: &str, bytes: impl AsRef<[u8]>) -> anyhow::Result<()> {
        let path = self.root.join(address);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
        self.written.push(address.to_owned());
        Ok(())
    }

    /// Joins the scripts of each page to one without comments and long names, and takes the parts away: on a slow line every
    /// file costs an answer of the server. `esbuild` is the command of that name.
    fn bundle(&mut self, esbuild: &Path) -> anyhow::Result<()> {
        let is_style = |name: &str| name.ends_with(".css");
        let esbuild = fs::canonicalize(esbuild)
            .with_context(|| format!("cannot find {}", esbuild.display()))?;
        let own = pages::entries();
        let names = self
            .written
            .iter()
            .filter_map(|address| address.strip_prefix("assets/"));
        let entries = names.filter(|name| is_style(name) || own.contains(*name));
        let status = Command::new(&esbuild)
            .args(entries)
            .args(["--bundle", "--minify", "--format=esm", "--target=es2022"])
            .args(["--outdir=.", "--allow-overwrite", "--log-level=warning"])
            .current_dir(self.root.join("assets"))
            .status();
        let status = status.with_context(|| format!("cannot run {}", esbuild.display()))?;
        ensure!(status.success(), "{} failed", esbuild.display());
        let parts = pages::parts(&own);
        for part in &parts {
            fs::remove_file(self.root.join(part))?;
        }
        self.written.retain(|address| !parts.contains(address));
        self.is_bundled = true;
        Ok(())
    }
}

/// Not every server packs what it sends.
fn packed(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut packing = GzEncoder::new(Vec::new(), Compression::best());
    packing.write_all(content)?;
    packing.finish()
}

/// How the program is called.
const USAGE: &str = "expected: bouton-site module NAME FILE.wasm FOLDER, or bouton-site site FOLDER MODULES [ESBUILD]";

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        #[cfg(feature = "modules")]
        ["module", name, file, folder] => modules::write(name, file.as_ref(), folder.as_ref()),
        ["site", root, modules, ref esbuild @ ..] if esbuild.len() <= 1 => site(
            root.as_ref(),
            modules.as_ref(),
            esbuild.first().map(Path::new),
        ),
        _ => anyhow::bail!(USAGE),
    }
}

fn site(root: &Path, modules: &Path, esbuild: Option<&Path>) -> anyhow::Result<()> {
    let mut site = Site::new(root)?;
    for entry in fs::read_dir(modules).context("the modules")? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let content = fs::read(&path)?;
        if name.ends_with(".wasm") {
            site.put(&format!("assets/{name}.gz"), packed(&content)?)?;
        }
        site.put(&format!("assets/{name}"), content)?;
    }
    let prepared = prepared::write(&mut site)?;
    pages::assets(&mut site)?;
    if let Some(esbuild) = esbuild {
        site.bundle(esbuild)?;
    }
    pages::write(&mut site, &prepared)?;
    offline::write(&mut site)?;
    println!("{} files in {}", site.written.len(), root.display());
    Ok(())
}
