//! [`info`]: the header of a table.

use bouton_answers::TableInfo;
use bouton_tables::{Table, VERSION};

/// The header of a table. Its blocks are not read.
pub fn info(table: &Table) -> TableInfo {
    let contents = table.contents();
    let tally = contents.tally();
    let misere = if contents.misere {
        " in misère play"
    } else {
        ""
    };
    TableInfo {
        file: table.path().display().to_string(),
        kind: "table".to_owned(),
        format: Some(VERSION),
        game: Some(format!("{}{misere}", contents.game)),
        rules: Some(contents.rules_text()),
        files: contents.origins.clone(),
        positions: Some(tally.positions),
        win: Some(tally.win),
        loss: Some(tally.loss),
        draw: Some(tally.draw),
        endless: Some(tally.endless),
        longest: tally.longest,
        layers: contents.layers.clone(),
        bytes: table.bytes(),
        checked_by: vec!["bouton verify".to_owned()],
    }
}
