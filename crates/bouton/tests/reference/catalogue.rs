//! Every game of the catalogue, along random play.

use bouton::{Open, cards};
use bouton_verify::games;

use super::Compared;

/// Further positions than the catalogue shows.
const FURTHER: &[(&str, &str)] = &[
    ("clobber", "XOXO/OX.O/XXOO"),
    ("domineering", "..../.#../...."),
    ("cram", "..../.#../...."),
    ("kalah:3,3", "0,1,5/2,0,4"),
    ("kalah:2,9", "9,0/1,9"),
    ("dots-and-boxes:2,2", "--/|.|/../.../.-"),
    ("connect:4,4,3", "..../..../.O../.XX."),
    ("mnk:3,4,3", "X.O./..../...."),
    ("nim", "3,4,5"),
    ("subtraction:2,5", "11,4"),
    ("octal:0.77", "9,4"),
    ("hex:0.3F", "8"),
    ("take-and-break:4!.0", "9"),
    ("backsliding-toads-and-frogs", "t.f.tf"),
    ("northcott", "L..R/R.LL"),
    ("fox-and-geese", "G.G./..../..F."),
    ("fox-and-geese", "...F/G.../..../...."),
    ("grundy", "9,4"),
    ("coin-turning:mock-turtles", "HTHHTHTH"),
    ("coin-turning:triplets,ruler", "HTHH/THHT/HHTH"),
    ("poset", "c>b,b>a,d>a,e>d,e>c,f"),
    ("divisors:60", "2,3,4,5,6,10"),
    ("crosses", "9,1,2"),
    ("wythoff", "5,8"),
    ("r-wythoff", "5,8"),
    ("moore:3", "2,1,3,1"),
    ("end-nim", "2,4,0,3"),
    ("grossman-euclid", "12,31"),
    ("arc-kayles", "a-b,b-c,c-a,c-d,e"),
    ("euclid", "12,31"),
    ("box", "6,9"),
    ("fibonacci-nim", "17"),
    ("top-entails", "9,4!"),
    ("nimstring:2,2", "--/|.|/../.../.-"),
    ("staircase", "2,0,3"),
    ("chomp:3,4", "4,4,2"),
    ("chomp:3,3,2", "3,3,2/2"),
    ("row-ends", "4,-5,3,1"),
    ("row-rest", "5,3,1,4,2"),
    ("row-front:3", "1,2,3,-9,4"),
    ("row-doubling", "2,7,9,4,4,1,1,8"),
    ("two-values", "5,2,3/1,5,3"),
    ("thirty-one", "3536"),
    ("hexapawn:4,3", "OOO/.../.../XXX"),
];

/// Both rules tell the same moves along random play.
fn agree(game: &str, position: Option<&str>, misere: bool) {
    let mut compared = Compared::open(game, misere, position);
    let start = compared.session.position().unwrap();
    let mut random = fastrand::Rng::with_seed(0x9e37_79b9);
    for play in 0..2 {
        compared.go(&start);
        if compared.session.side().is_some() && play == 1 {
            compared.session.right_first().unwrap();
        }
        for _ in 0..40 {
            let here = compared.session.position().unwrap();
            // The checker reads at most 64 pieces.
            if here.matches(',').count() > 30 {
                break;
            }
            let at = compared.go(&here);
            compared.check_moves(&at);
            let choices = compared.choices();
            let Some(last) = choices.len().checked_sub(1) else {
                break;
            };
            let (name, _) = &choices[random.usize(..=last)];
            compared.session.play(name).unwrap();
        }
    }
}

#[test]
fn rules_of_the_checker_are_those_of_the_games() {
    let known = games();
    let mut trials: Vec<(String, Option<String>)> = Vec::new();
    for card in cards() {
        let [game, position] = card.example;
        assert!(known.contains(&card.name.as_str()), "{game}: no rules");
        trials.push((game.clone(), Some(position)));
        if Open::game(game.as_str()).session().is_ok() {
            trials.push((game, None));
        }
    }
    let further = FURTHER.iter();
    trials.extend(further.map(|(game, position)| (game.to_string(), Some(position.to_string()))));
    let mut wrong = Vec::new();
    for (game, position) in &trials {
        let position = position.as_deref();
        let open = Open::game(game.as_str()).misere(true).position(position);
        let has_misere = open.session().is_ok();
        for misere in [false, true].into_iter().take(1 + usize::from(has_misere)) {
            let tried = std::panic::catch_unwind(|| agree(game, position, misere));
            wrong.extend(tried.err().map(|_| game));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}
