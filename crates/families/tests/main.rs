//! Families that are found, and proved by the checker.

use bouton_core::Limits;
use bouton_families::{Family, FamilyError, Pattern, Strip, find};
use bouton_verify::{Bounds, check};

fn found(game: &str, pattern: &str) -> Result<Family, FamilyError> {
    let strip = Strip::named(game).unwrap();
    find(strip, &Pattern::read(pattern, strip)?, &Limits::default())
}

#[test]
#[ignore = "prints what is found for the family in FAMILY: a look by hand"]
fn look() {
    for line in std::env::var("FAMILY").unwrap().split(';') {
        let (game, pattern) = line.trim().split_once(' ').unwrap();
        println!("=== {game} {pattern}");
        let began = std::time::Instant::now();
        match found(game, pattern) {
            Err(error) => println!("{error} {:?}", began.elapsed()),
            Ok(family) => {
                let text = family.certificate();
                let found = began.elapsed();
                if std::env::var("ALL").is_ok() {
                    println!("{text}");
                } else {
                    let theorem = text.split("lemma").next().unwrap();
                    println!("{} lemmas\n{theorem}", family.lemmas.len());
                }
                let result = check(&text, &Bounds::default()).unwrap();
                println!(
                    "{:?} found {found:?}, all {:?}",
                    result.map(|c| c.claim),
                    began.elapsed()
                );
            }
        }
    }
}
