//! Draws the board of every game of the catalogue, each to a file in the given folder.

use bouton::How;
use bouton_pictures::{Draw, Theme};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("expected a folder")?;
    for card in bouton::cards() {
        let [name, position] = card.example;
        let mut session = bouton::open(&name, &position)?;
        let mut asked = Draw::default();
        asked.bare = true;
        let picture = asked.answer(&mut session, &How::default())?;
        let file = format!("{folder}/{}.svg", card.name);
        std::fs::write(file, picture.svg(Theme::Auto))?;
    }
    Ok(())
}
