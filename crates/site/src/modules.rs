//! The program as modules for browsers, from what the compiler wrote.

use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

/// Writes `NAME.js` and `NAME_bg.wasm` to a folder.
pub(crate) fn write(name: &str, module: &Path, folder: &Path) -> anyhow::Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name(name).web(true)?;
    bindgen
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)
}
