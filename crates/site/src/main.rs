//! Writes the site that needs no server: called by the script `site` in the root.
//!
//! The pages are those of `bouton serve`. The only different script is `transport.js`, which asks workers in place of a server.

mod book;
mod modules;
mod offline;
mod pages;
mod prepared;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

/// The folder that is written to.
struct Site {
    root: PathBuf,
    /// Every file in it, by its address from the root.
    written: Vec<String>,
}

impl Site {
    fn new(root: &Path) -> anyhow::Result<Self> {
        if root.exists() {
            fs::remove_dir_all(root).with_context(|| format!("cannot empty {}", root.display()))?;
        }
        Ok(Self {
            root: root.to_owned(),
            written: Vec::new(),
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
}

/// How the program is called.
const USAGE: &str = "expected: bouton-site module NAME FILE.wasm FOLDER, or bouton-site site FOLDER REPOSITORY MODULES";

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["module", name, file, folder] => modules::write(name, file.as_ref(), folder.as_ref()),
        ["site", root, repository, modules] => {
            site(root.as_ref(), repository.as_ref(), modules.as_ref())
        }
        _ => anyhow::bail!(USAGE),
    }
}

fn site(root: &Path, repository: &Path, modules: &Path) -> anyhow::Result<()> {
    let mut site = Site::new(root)?;
    for entry in fs::read_dir(modules).context("the modules")? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        site.put(&format!("assets/{name}"), fs::read(&path)?)?;
    }
    let prepared = prepared::write(&mut site)?;
    pages::write(&mut site, &prepared)?;
    book::write(&mut site, repository)?;
    offline::write(&mut site)?;
    println!("{} files in {}", site.written.len(), root.display());
    Ok(())
}
