//! The moves of runs are those of the rules in this crate, and a word is worth what its parts are.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use bouton_reference::messages;

use super::FAMILY_HEADER;
use super::certificate::formula;
use super::claims::{Bound, Claims};
use super::linear::{Linear, Region};
use super::number::Number;
use super::rewriting::{Rewriting, Rules};
use super::strips::{Run, Strip, normal, run};
use super::value::{self, Formula};
use crate::Bounds;
use crate::bounds::Meter;
use crate::check;
use crate::position::Played;
use crate::random::Random;
use crate::reference::Reference;

/// Every game that the checker knows by its name.
const NAMES: [&str; 6] = [
    "toads-and-frogs",
    "elephants-and-rhinos",
    "clobber",
    "domineering",
    "toppling-dominoes",
    "hackenbush",
];

fn strips() -> impl Iterator<Item = Strip> {
    NAMES.into_iter().map(|name| Strip::named(name).unwrap())
}

fn runs(word: &str) -> Vec<Run> {
    word.bytes()
        .map(|letter| run(letter, Linear::number(1)))
        .collect()
}

fn text(runs: &[Run]) -> String {
    let letters = runs.iter().map(|run| {
        let count = usize::try_from(run.count.constant).unwrap();
        char::from(run.letter).to_string().repeat(count)
    });
    letters.collect()
}

fn within<T>(work: impl FnOnce(&Region<'_>) -> T) -> T {
    let bounds = RefCell::new(Meter::begin(&Bounds::default()));
    work(&Region::from(0, 0, &bounds))
}

/// The words after the moves of a side, by the moves of runs.
fn options(strip: &Strip, word: &str, side: usize) -> BTreeSet<String> {
    within(|region| {
        let word = normal(&runs(word), region).unwrap();
        let mut after = BTreeSet::new();
        for a_move in strip.moves(&word, side, region).unwrap() {
            let choices = a_move.choices(&word).map_or(1, |count| count.constant);
            for chosen in 0..choices {
                after.insert(text(&a_move.after(&word, &Linear::number(chosen))));
            }
        }
        after
    })
}

/// All words of this many letters.
fn words(strip: &Strip, length: usize) -> Vec<String> {
    let mut words = vec![String::new()];
    for _ in 0..length {
        let longer = |word: &String| {
            let word = word.clone();
            strip
                .letters
                .iter()
                .map(move |letter| format!("{word}{}", char::from(*letter)))
        };
        words = words.iter().flat_map(longer).collect();
    }
    words
}

/// The word; of dominoes what stands, with one letter for each gap; of a stalk the colours of its edges.
fn standing(strip: &Strip, word: &str) -> String {
    if strip.name == "hackenbush" {
        return word.chars().filter(char::is_ascii_lowercase).collect();
    }
    if strip.name != "toppling-dominoes" {
        return word.to_owned();
    }
    let stretches = word.split('.').filter(|stretch| !stretch.is_empty());
    stretches.collect::<Vec<_>>().join(".")
}

/// The word as a position: of domineering the two rows.
fn written(strip: &Strip, word: &str) -> String {
    if strip.name != "domineering" {
        return word.to_owned();
    }
    let row = |free: [char; 2]| -> String {
        let cells = word
            .chars()
            .map(|column| if free.contains(&column) { '.' } else { '#' });
        cells.collect()
    };
    format!("{}/{}", row(['.', 't']), row(['.', 'b']))
}

#[test]
fn the_moves_of_runs_are_those_of_the_rules() {
    for strip in &strips().collect::<Vec<_>>() {
        for word in (1..=6).flat_map(|length| words(strip, length)) {
            let begin = written(strip, &word);
            let rules = Reference::open(&Played::normal(&strip.name), &begin).unwrap();
            for (side, turn) in [(0, " L"), (1, " R")] {
                let at = rules.read(&format!("{begin}{turn}")).unwrap();
                let shown = |to: &Vec<i64>| {
                    let shown = rules.show(to);
                    let shown = shown.strip_suffix(" R").unwrap_or(&shown);
                    standing(strip, shown)
                };
                let steps = rules.steps(&at).unwrap();
                let expected: BTreeSet<String> = steps.iter().map(|step| shown(&step.to)).collect();
                let found = options(strip, &word, side);
                let found = found
                    .iter()
                    .map(|word| standing(strip, &written(strip, word)));
                let found: BTreeSet<String> = found.collect();
                assert_eq!(found, expected, "{} {word} {side}", strip.name);
            }
        }
    }
}

/// A sum of words, and a whole number.
type Sum = (i128, Vec<String>);

/// Compares sums by the definition of the order.
struct Order<'s> {
    strip: &'s Strip,
    known: HashMap<(Sum, Sum), bool>,
}

impl<'s> Order<'s> {
    fn of(strip: &'s Strip) -> Self {
        let known = HashMap::new();
        Self { strip, known }
    }

    fn moves(&self, (number, words): &Sum, side: usize) -> Vec<Sum> {
        let mut moves = Vec::new();
        for (at, word) in words.iter().enumerate() {
            for option in options(self.strip, word, side) {
                let mut after = words.clone();
                after[at] = option;
                moves.push((*number, after));
            }
        }
        match side {
            0 if *number > 0 => moves.push((number - 1, words.clone())),
            1 if *number < 0 => moves.push((number + 1, words.clone())),
            _ => {}
        }
        moves
    }

    fn is_equal(&mut self, a: &Sum, b: &Sum) -> bool {
        self.at_least(a, b) && self.at_least(b, a)
    }

    fn at_least(&mut self, a: &Sum, b: &Sum) -> bool {
        let pair = (a.clone(), b.clone());
        if let Some(known) = self.known.get(&pair) {
            return *known;
        }
        let holds = !self
            .moves(a, 1)
            .iter()
            .any(|option| self.at_least(b, option))
            && !self
                .moves(b, 0)
                .iter()
                .any(|option| self.at_least(option, a));
        self.known.insert(pair, holds);
        holds
    }
}

/// The words of the longest length are a part of all, other ones each time the step is changed.
#[test]
fn a_word_is_worth_what_its_parts_are() {
    const STEP: usize = 13;
    for strip in &strips().collect::<Vec<_>>() {
        let mut order = Order::of(strip);
        let all = (1..=5).flat_map(|length| words(strip, length));
        let some = words(strip, 7).into_iter().step_by(STEP);
        for word in all.chain(some) {
            let (number, parts) = within(|region| strip.parts(&runs(&word), region).unwrap());
            let parts = (
                number.constant,
                parts.iter().map(|part| text(part)).collect(),
            );
            let whole = (0, vec![word.clone()]);
            let is_equal = order.is_equal(&whole, &parts);
            assert!(is_equal, "{} {word}: {parts:?}", strip.name);
        }
    }
}

/// Random rewritings by which play ends: each lowers the sum of the weights 0, 1, 2 of the letters `o`, `x`, `y`.
fn random_rules(random: &mut Random) -> [Vec<[String; 2]>; 2] {
    let mut rule = || loop {
        let length = 1 + random.below(3);
        let mut word = || -> String {
            let letters = (0..length).map(|_| ['o', 'x', 'y'][random.below(3) as usize]);
            letters.collect()
        };
        let words = [word(), word()];
        let [before, after] = words.clone().map(|word| {
            let weights = word
                .bytes()
                .map(|letter| b"oxy".iter().position(|own| *own == letter));
            weights.flatten().sum::<usize>()
        });
        if before > after {
            return words;
        }
    };
    let mut rules = [(); 2].map(|()| vec![rule(), rule()]);
    if random.below(3) == 0 {
        for own in &mut rules {
            let backwards = |word: &String| word.chars().rev().collect();
            let more: Vec<[String; 2]> = own
                .iter()
                .map(|rule| rule.each_ref().map(backwards))
                .collect();
            own.extend(more);
        }
    }
    rules
}

fn brought(rules: &[Vec<[String; 2]>; 2]) -> Strip {
    let all = |list: &Vec<[String; 2]>| list.iter().map(|[a, b]| Rewriting::of(a, b)).collect();
    let letters = vec![(b'o', 0), (b'x', 1), (b'y', 2)];
    let rules = Rules::with_letters([all(&rules[0]), all(&rules[1])], letters);
    let strip = Strip::brought("x.star", rules);
    strip.check().unwrap();
    strip
}

/// Of random rewritings, moves of runs are those of words, a word is worth what its parts are, and one that is cut where a
/// player never crosses is no worse for that player's opponent.
#[test]
fn rewritings_are_those_of_words() {
    let mut random = Random(5);
    let (mut parted, mut cut, mut mirrored) = (0, 0, 0);
    for _ in 0..40 {
        let rules = random_rules(&mut random);
        let strip = brought(&rules);
        let mut order = Order::of(&strip);
        for word in (1..=5).flat_map(|length| words(&strip, length)) {
            for side in [0, 1] {
                let mut expected = BTreeSet::new();
                for ([before, after], at) in rules[side]
                    .iter()
                    .flat_map(|rule| (0..word.len()).map(move |at| (rule, at)))
                {
                    if let Some(rest) = word[at..].strip_prefix(before.as_str()) {
                        expected.insert([&word[..at], after, rest].concat());
                    }
                }
                assert_eq!(options(&strip, &word, side), expected, "{rules:?} {word}");
            }
            if word.len() > 4 {
                continue;
            }
            let whole = (0, vec![word.clone()]);
            let (_, parts) = within(|region| strip.parts(&runs(&word), region).unwrap());
            let sum = (0, parts.iter().map(|part| text(part)).collect());
            assert!(order.is_equal(&whole, &sum), "{rules:?} {word}: {sum:?}");
            parted += usize::from(parts.len() > 1);
            let backwards = (0, vec![word.chars().rev().collect()]);
            if strip.is_mirrored {
                assert!(order.at_least(&whole, &backwards), "{rules:?} {word}");
                mirrored += 1;
            }
            for at in 1..word.len() {
                let two = (0, vec![word[..at].to_owned(), word[at..].to_owned()]);
                let [left, right] = [&word[..at], &word[at..]].map(runs);
                let is_crossed = [0, 1].map(|side| strip.crosses(&left, &right, side));
                assert!(
                    is_crossed[0] || order.at_least(&two, &whole),
                    "{rules:?} {word} {at}"
                );
                assert!(
                    is_crossed[1] || order.at_least(&whole, &two),
                    "{rules:?} {word} {at}"
                );
                cut += usize::from(is_crossed[0] != is_crossed[1]);
            }
        }
    }
    assert!(
        parted > 100 && cut > 100 && mirrored > 100,
        "{parted} {cut} {mirrored}"
    );
}

/// Numbers with powers have the sign that they have for each choice of the parameters, and left options with their denominators.
#[test]
fn signs_of_powers_are_those_of_their_numbers() {
    const MOST: u32 = 6;
    let text = |random: &mut Random| {
        let mut text = format!("{}/4a - {}/1024", random.below(4), random.below(2100));
        for _ in 0..1 + random.below(3) {
            let sign = ["+", "-"][random.below(2) as usize];
            let factor = random.below(6);
            let exponent = ["a", "b", "a + b", "b + 2", "2a + 1", "12", "a + 2b + 9"];
            let exponent = exponent[random.below(7) as usize];
            text += &format!(" {sign} {factor}/2^({exponent})");
        }
        text
    };
    let mut random = Random(37);
    let mut decided = 0;
    for _ in 0..60 {
        let text = text(&mut random);
        let Formula::Sum(value::Sum { number, .. }) = formula(&text, &['a', 'b']).unwrap() else {
            panic!("{text} is a number");
        };
        let bounds = RefCell::new(Meter::begin(&Bounds::default()));
        let region = Region::from(0, 2, &bounds);
        // Each part of the region is met in its own order; the last sign of a point is that of the part it is in.
        let proved = region.prove(&mut |region| {
            let sign = number.at(&region.variables).sign(region)?;
            let left = number.at(&region.variables).left(region)?;
            for (a, b) in (0..MOST).flat_map(|a| (0..MOST).map(move |b| (a, b))) {
                let Some(values) = region.point(&[a.into(), b.into()]) else {
                    continue;
                };
                let (exact, step) = exact(&number.at(&region.variables), &values);
                assert_eq!(sign, exact.signum() as i32, "{text} at {a}, {b}");
                let expected = (step < ONE || exact > 0).then_some(exact - step);
                let left = left.as_ref().map(|left| self::exact(left, &values).0);
                assert_eq!(left, expected, "{text} at {a}, {b}");
                decided += 1;
            }
            Ok(())
        });
        proved.unwrap();
    }
    assert_eq!(decided, 60 * MOST * MOST, "each point is in one part");
}

/// 1 in the unit of exact numbers.
const ONE: i128 = 1 << 60;

/// The number for some parameters, and its denominator's part of 1.
fn exact(number: &Number, values: &[i128]) -> (i128, i128) {
    let at = |of: &Linear| {
        let parts = of.parts.iter().zip(values);
        of.constant + parts.map(|(part, value)| part * value).sum::<i128>()
    };
    let powers = number.powers.iter();
    let powers = powers.map(|power| power.factor * (ONE >> at(&power.exponent)));
    let exact = at(&number.linear) * (ONE >> 10) + powers.sum::<i128>();
    let places = exact.trailing_zeros().min(60);
    (exact, 1 << places)
}

/// The signs of claims: all of them.
const SIGNS: [&str; 8] = ["", ">=", "<=", "|>", "<|", ">", "<", "<>"];

/// Values of which no two compare alike with all others.
const SAMPLES: [&str; 12] = [
    "0",
    "1",
    "-1/2",
    "*",
    "*2",
    "up(1)",
    "up(-2)",
    "up(1) + *",
    "{1 | -1}",
    "{2 | 0}",
    "{0 | -1}",
    "{1 | {0 | -1}}",
];

/// Whether a claim holds of two values, by the order.
fn holds(claims: Claims, of: &Formula, than: &Formula, region: &Region<'_>) -> bool {
    let is_more = of.at_least(than, region).unwrap();
    let is_less = than.at_least(of, region).unwrap();
    let of_side = |side: usize, is_good: bool, is_bad: bool| {
        (!claims.second[side] || is_good) && (!claims.first[side] || !is_bad)
    };
    of_side(0, is_more, is_less) && of_side(1, is_less, is_more)
}

/// All that is concluded from claims is true, of sums, too, and what is claimed is concluded.
#[test]
fn claims_follow_from_claims_about_parts() {
    within(|region| {
        let values: Vec<Formula> = SAMPLES
            .iter()
            .map(|text| formula(text, &[]).unwrap())
            .collect();
        let all = SIGNS.map(|sign| Claims::read(sign).0);
        let mut facts = Vec::new();
        for (of, than) in values
            .iter()
            .flat_map(|of| values.iter().map(move |than| (of, than)))
        {
            for claims in all
                .into_iter()
                .filter(|claims| holds(*claims, of, than, region))
            {
                facts.push((of, than, claims));
            }
        }
        let mut concluded = 0;
        for (of, than, claims) in &facts {
            let bound = Bound {
                claims: *claims,
                value: (*than).clone(),
            };
            for value in &values {
                let (is_more, is_less) = (
                    of.at_least(value, region).unwrap(),
                    value.at_least(of, region).unwrap(),
                );
                for (side, begins, is_so) in [
                    (0, false, is_more),
                    (1, false, is_less),
                    (0, true, !is_less),
                    (1, true, !is_more),
                ] {
                    let wins = bound.wins(side, begins, value, region).unwrap();
                    assert!(!wins || is_so, "{bound:?} {value:?} {side} {begins}");
                    concluded += usize::from(wins);
                    let is_claimed = if begins { claims.first } else { claims.second };
                    assert!(wins || !is_claimed[side] || value != *than, "{bound:?}");
                }
            }
        }
        assert!(concluded > 1000, "{concluded}");
        for (of, than, claims) in facts.iter().step_by(3) {
            for (other, its, more) in facts.iter().step_by(7) {
                let (sum, bound) = (
                    of.plus(other, region, 0).unwrap(),
                    than.plus(its, region, 0).unwrap(),
                );
                let both = claims.plus(*more);
                assert!(holds(both, &sum, &bound, region), "{claims:?} {more:?}");
                let is_equal = |claims: &Claims| *claims == Claims::EQUAL;
                if is_equal(claims) {
                    assert_eq!(both, *more);
                }
            }
        }
    });
}

fn told(text: &str) -> String {
    let text = format!("{FAMILY_HEADER}\n{text}end\n");
    match check(&text, &Bounds::default()).unwrap() {
        Ok(_) => "valid".to_owned(),
        Err(refusal) => refusal.to_string(),
    }
}

/// The verdicts on a text in which `FROM => TO` is replaced, for all such questions under a heading.
fn changed(heading: &str, text: &str, told: impl Fn(&str) -> String) {
    messages(heading, |change| {
        let (from, to) = change.split_once("=>").unwrap();
        let (from, to) = (from.trim_end_matches(' '), to.trim_start_matches(' '));
        assert!(text.contains(from), "{from}");
        told(&text.replacen(from, to, 1))
    });
}

#[test]
fn claims_of_lemmas_are_proved_and_used() {
    // J. Erickson, New Toads and Frogs results (1996).
    let toads = include_str!("toads.txt");
    assert_eq!(told(toads), "valid");
    changed("false claims of toads and frogs", toads, told);
}

/// Two letters before which a rewriting stands, and more, are matched within runs of any length.
#[test]
fn rewritings_of_a_file_are_proved() {
    let file = |lines: &str| format!("game my/strip.star\n{lines}");
    let pairs = "letter . 0\nletter o 1\nleft oo ..\n";
    // Each pair that is taken splits the rest, and Left takes as many as she can: half of them, rounded down.
    let halves = "theorem o^n\ncase n mod 2 = 0 -> 1/2n\ncase -> 1/2n - 1/2\n\
        lemma o o\ncase -> 1\nlemma o^a\ncase a mod 2 = 0 -> 1/2a\ncase a mod 2 = 1 -> 1/2a - 1/2\n";
    assert_eq!(told(&file(&format!("{pairs}{halves}"))), "valid");
    let wrong = halves.replace(
        "case a mod 2 = 1 -> 1/2a - 1/2",
        "case a mod 2 = 1 -> 1/2a + 1/2",
    );
    assert!(told(&file(&format!("{pairs}{wrong}"))).starts_with("refuted"));
    changed("pairs that are taken, by other rules", pairs, |rules| {
        told(&file(&format!("{rules}{halves}")))
    });
    let many = "left oo ..\n".repeat(33);
    let found = told(&file(&format!("letter . 0\nletter o 1\n{many}{halves}")));
    assert!(found.contains("at most 32 rewritings"), "{found}");
    for name in ["clobber", "sum", "x.star y", "x", ".star\u{202e}.star"] {
        let found = told(&format!("game {name}\n{pairs}{halves}"));
        let why = "expected rewritings with the name of a file";
        assert!(found.contains(why), "{name}: {found}");
    }
}

/// The claim has all that it is about.
#[test]
fn the_claim_shows_the_rewritings() {
    let text = "game x.star\nletter . 0\nletter o 1\nleft o .\nright oo ..\ntheorem o\ncase -> 1\nlemma o\ncase -> 1\n";
    let checked = check(&format!("{FAMILY_HEADER}\n{text}end\n"), &Bounds::default());
    let claim = checked.unwrap().unwrap().claim;
    assert_eq!(
        claim,
        "by the rewritings of the file \"x.star\", where Left replaces \"o\" by \".\" and Right \"oo\" by \"..\": \
         the value of \"o\" is the first of these cases that applies (up(n) is n times ↑): \"-> 1\""
    );
}

/// Domineering of two rows: 2 by 4 is miny-2, so less than 0, and a longer board is no better for Left than two shorter ones.
#[test]
fn words_are_cut_where_a_player_never_crosses() {
    let lemma = "lemma .^a\ncase a = 4 -> <= 0\ncase a >= 5, a mod 4 = 0 -> <= 0 cut .^4 | .^(a - 4)\ncase -> <= 1a cut . | .^(a - 1)\n";
    let text = |lemma: &str| {
        let lemmas = include_str!("four.txt");
        told(&format!(
            "game domineering\ntheorem .^n\ncase n = 0 -> 0\ncase n mod 4 = 0 -> <= 0\ncase -> <= 1n\n{lemma}{lemmas}"
        ))
    };
    assert_eq!(text(lemma), "valid");
    changed("cuts of domineering that prove nothing", lemma, text);
}

/// The sum of two * is not confused with 0, though each part is; a lemma does not prove itself; nothing is claimed where no case
/// applies; a sum of Left's and of Right's is nobody's.
#[test]
fn weaker_claims_prove_nothing_stronger() {
    messages("weaker claims and stronger ones", |lines| {
        told(&format!("game {lines}\n"))
    });
}

#[test]
fn powers_that_are_too_large_or_negative_are_refused() {
    messages("values of a stalk of blue edges", |value| {
        let lemmas = format!("lemma b\ncase -> 1\nlemma b^a\ncase -> {value}\n");
        told(&format!(
            "game hackenbush\ntheorem b^a\ncase -> {value}\n{lemmas}"
        ))
    });
}
