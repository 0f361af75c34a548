//! Which kind of game a text names.

use bouton_names::{Name, cards, full_name};
use bouton_reference::messages;

fn described(text: &str) -> String {
    let name = match Name::read(text) {
        Ok(name) => name,
        Err(error) => return error.to_string(),
    };
    match name.card() {
        Err(error) => error.to_string(),
        Ok(card) => {
            let called = card.called.map(|called| format!(" ({called})"));
            let typed = match name.text() == text {
                true => String::new(),
                false => format!(", read as {}", name.text()),
            };
            format!("{}{}{typed}", card.name, called.unwrap_or_default())
        }
    }
}

#[test]
fn a_text_names_a_game_or_the_nearest_ones() {
    messages("the game of a name", described);
}

#[test]
fn every_name_and_alias_of_the_catalogue_is_read() {
    for card in cards() {
        let own = Name::read(&card.name).unwrap().card().unwrap();
        assert_eq!(own.name, card.name);
        for alias in &card.aliases {
            let called = Name::read(alias).unwrap().card().unwrap();
            assert_eq!(called.name, card.name, "{alias}");
        }
        let shouted = card.name.to_uppercase().replace('-', " ");
        assert_eq!(
            Name::read(&shouted).unwrap().card().unwrap().name,
            card.name
        );
    }
}

#[test]
fn an_alias_stands_for_its_parameters() {
    messages("the full name of an alias", |asked| {
        full_name(asked).unwrap_or_else(|| "no game of the catalogue".to_owned())
    });
}

#[test]
fn codes_are_those_of_heaps() {
    messages("the code of a game", |asked| {
        match Name::read(asked).unwrap().code() {
            Ok(code) => code.to_string(),
            Err(error) => error.to_string(),
        }
    });
}
