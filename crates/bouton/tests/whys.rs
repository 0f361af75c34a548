//! Every `why` is read and its claim computed again: a sentence is split by its template, and the numbers in it are
//! compared with the position by arithmetic of this file. A sentence without a template fails.

use std::collections::HashSet;

use bouton::{Answer, How, Open, Outcome, Session};
use fastrand::Rng;
use num_bigint::BigUint;

use crate::support::by;

/// Up to `most` random numbers below the bound.
fn list(random: &mut Rng, most: u64, bound: u64) -> Vec<u64> {
    let count = random.u64(1..=most);
    (0..count).map(|_| random.u64(..bound)).collect()
}

fn shown<T: ToString>(numbers: &[T]) -> String {
    let numbers: Vec<_> = numbers.iter().map(T::to_string).collect();
    numbers.join(",")
}

fn numbers<T: std::str::FromStr>(text: &str, between: &str) -> Vec<T> {
    let read = |part: &str| {
        let part = part.trim_start_matches('(').trim_end_matches(')');
        part.parse().ok()
    };
    let numbers: Option<Vec<T>> = text.split(between).map(read).collect();
    numbers.unwrap_or_else(|| panic!("{text:?} is no list of numbers"))
}

fn number<T: std::str::FromStr>(text: &str) -> T {
    numbers(text, " ").pop().unwrap()
}

/// The texts at the braces of the template, if the text fits it.
fn parts<'t>(template: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let mut literals = template.split("{}");
    let mut rest = text.strip_prefix(literals.next()?)?;
    let mut parts = Vec::new();
    let literals: Vec<_> = literals.collect();
    for (n, literal) in literals.iter().enumerate() {
        let is_last = n + 1 == literals.len();
        let at = match is_last {
            true => rest.len().checked_sub(literal.len())?,
            false => rest.find(literal)?,
        };
        parts.push(&rest[..at]);
        rest = rest[at..].strip_prefix(literal)?;
    }
    rest.is_empty().then_some(parts)
}

/// A sentence of an answer, with its place.
struct Told<'t> {
    session: &'t mut Session,
    position: &'t str,
    answer: &'t Answer,
    parts: Vec<&'t str>,
}

impl Told<'_> {
    fn is(&self, outcome: Outcome) -> bool {
        self.answer.outcome == Some(outcome)
    }

    fn margin(&self) -> i128 {
        self.answer.margin.as_ref().unwrap().to_i128().unwrap()
    }

    fn heaps(&self) -> Vec<u64> {
        numbers(self.position, ",")
    }

    /// The answer of the solver `grundy` for a single heap.
    fn grundy(&mut self, heap: u64) -> u64 {
        self.session.go(&heap.to_string()).unwrap();
        let how = by("grundy");
        let answer = self.session.solve(&how).unwrap();
        self.session.go(self.position).unwrap();
        answer.grundy.unwrap().to_string().parse().unwrap()
    }

    /// The positions that moves lead to.
    fn options(&self) -> Vec<String> {
        let choices = self.session.choices(100_000).unwrap();
        choices.into_iter().map(|choice| choice.to).collect()
    }
}

/// `3 xor 4 = 7`, or one number: the numbers, and what they come to.
fn nim_sum(text: &str) -> (Vec<BigUint>, BigUint) {
    let Some((list, sum)) = text.split_once(" = ") else {
        return (vec![number(text)], number(text));
    };
    let list: Vec<BigUint> = numbers(list, " xor ");
    let sum: BigUint = number(sum);
    assert_eq!(list.iter().fold(BigUint::ZERO, |a, b| a ^ b), sum, "{text}");
    (list, sum)
}

/// The sum is 0 exactly where the player to move has lost.
fn decides(told: &Told<'_>, sum: &BigUint) {
    assert_eq!(*sum == BigUint::ZERO, told.is(Outcome::Loss));
}

fn is_written_in_binary(told: &Told<'_>, list: &[BigUint], sum: &BigUint) {
    if let Some(binary) = told.parts.get(1) {
        let (digits, total) = binary.split_once(" = ").unwrap();
        let of = |digits: &str| BigUint::parse_bytes(digits.as_bytes(), 2).unwrap();
        let read: Vec<_> = digits.split(" xor ").map(of).collect();
        assert_eq!((&read[..], &of(total)), (list, sum));
        assert!(digits.split(" xor ").all(|part| part.len() == total.len()));
    }
}

/// The nim-sum of every heap, or of every second one.
fn sum_of_heaps(told: &mut Told<'_>, step: usize) {
    let (list, sum) = nim_sum(told.parts[0]);
    let own = told.heaps().into_iter().step_by(step);
    assert_eq!(list, own.map(BigUint::from).collect::<Vec<_>>());
    decides(told, &sum);
    is_written_in_binary(told, &list, &sum);
}

fn heaps(told: &mut Told<'_>) {
    sum_of_heaps(told, 1);
}

fn odd_steps(told: &mut Told<'_>) {
    sum_of_heaps(told, 2);
}

/// The values of the heaps, where there are heaps; their xor.
fn grundy_values(told: &mut Told<'_>) {
    let (list, sum) = nim_sum(told.parts[0]);
    decides(told, &sum);
    assert_eq!(
        told.answer.grundy.as_ref().unwrap().to_string(),
        sum.to_string()
    );
    is_written_in_binary(told, &list, &sum);
    let heaps = told.session.heaps();
    if heaps.is_some_and(|(fixed, _)| fixed.is_none()) {
        are_of_the_heaps(told, list);
    }
}

/// The numbers are the Grundy values of the heaps; empty ones may be left out.
fn are_of_the_heaps(told: &mut Told<'_>, list: Vec<BigUint>) {
    let heaps = told.heaps().into_iter();
    let own: Vec<BigUint> = heaps.map(|heap| told.grundy(heap).into()).collect();
    let counting = |list: Vec<BigUint>| list.into_iter().filter(|value| *value != BigUint::ZERO);
    assert!(counting(list).eq(counting(own)));
}

fn period(told: &mut Told<'_>) {
    let (length, from, grows) = match told.parts[..] {
        [length, from, _] => (number::<u64>(length), number::<u64>(from), 0),
        [length, from, grows, _] => (number(length), number(from), number::<u64>(grows)),
        _ => unreachable!("the templates have three or four"),
    };
    let (list, sum) = nim_sum(told.parts.last().unwrap());
    decides(told, &sum);
    are_of_the_heaps(told, list);
    for heap in from..from + length {
        let later = told.grundy(heap + length);
        assert_eq!(told.grundy(heap) + grows, later, "heap {heap}");
    }
}

/// ⌊kφ⌋: the largest n with n² - nk - k² ≤ 0, looked for by halves.
fn floor_phi(k: &BigUint) -> BigUint {
    let (mut low, mut high) = (k.clone(), k * 2u32);
    while low < high {
        let middle: BigUint = (&low + &high + 1u32) >> 1;
        match &middle * &middle <= &middle * k + k * k {
            true => low = middle,
            false => high = middle - 1u32,
        }
    }
    low
}

fn is_pair(pair: &[BigUint], k: &BigUint) -> bool {
    let low = floor_phi(k);
    pair == [low.clone(), low + k]
}

fn sorted(mut heaps: Vec<BigUint>) -> Vec<BigUint> {
    heaps.sort();
    heaps
}

fn lost_pair(told: &mut Told<'_>) {
    assert!(told.is(Outcome::Loss));
    let heaps = sorted(numbers(told.position, ","));
    assert!(is_pair(&heaps, &number(told.parts[0])));
}

fn pairs_reached(told: &mut Told<'_>) {
    assert!(told.is(Outcome::Win));
    let options = told.options();
    let options: Vec<_> = options.iter().map(|to| sorted(numbers(to, ","))).collect();
    for claim in told.parts[0].split(" or ") {
        let [pair, k] = parts("({}) with k = {}", claim).unwrap()[..] else {
            panic!("{claim}")
        };
        let pair: Vec<BigUint> = numbers(pair, ", ");
        assert!(is_pair(&pair, &number(k)), "{claim}");
        assert!(options.contains(&pair), "{claim}");
    }
}

fn power_of_two(told: &mut Told<'_>) {
    assert!(told.is(Outcome::Loss));
    let larger = told.heaps().into_iter().max().unwrap();
    assert_eq!(larger + 1, 1 << number::<u32>(told.parts[0]));
}

fn leaves_power_of_two(told: &mut Told<'_>) {
    assert!(told.is(Outcome::Win));
    let wanted = (1u64 << number::<u32>(told.parts[0])) - 1;
    let leaves = |to: &String| numbers::<u64>(to, ",").into_iter().max() == Some(wanted);
    assert!(told.options().iter().any(leaves));
}

/// Parts of a Zeckendorf sum, falling: Fibonacci numbers, no two of them neighbours.
fn is_zeckendorf(list: &[u64]) -> bool {
    let mut fibonacci = vec![1u64, 2];
    while fibonacci.len() < 80 {
        fibonacci.push(fibonacci[fibonacci.len() - 2] + fibonacci[fibonacci.len() - 1]);
    }
    let place = |part| fibonacci.iter().position(|number| number == part);
    let places: Option<Vec<_>> = list.iter().map(place).collect();
    places.is_some_and(|places| places.windows(2).all(|two| two[0] > two[1] + 1))
}

fn zeckendorf(told: &mut Told<'_>, is_within: bool) {
    let at = told.session.position().unwrap();
    let (heap, limit) = at.split_once('/').unwrap();
    let (heap, limit): (u64, u64) = (number(heap), number(limit));
    let list: Vec<u64> = numbers(told.parts[0], " + ");
    assert!(is_zeckendorf(&list));
    assert_eq!(list.iter().sum::<u64>(), heap);
    let least: u64 = number(told.parts[1]);
    assert_eq!(Some(&least), list.last());
    assert_eq!(limit, number::<u64>(told.parts[2]));
    assert_eq!(least <= limit, is_within);
    assert_eq!(told.is(Outcome::Win), is_within);
}

fn falls(told: &Told<'_>) -> [u128; 2] {
    let heaps: Vec<u64> = told.heaps();
    let (a, b) = (u128::from(heaps[0]), u128::from(heaps[1]));
    [a.max(b), a.min(b)]
}

fn is_below_phi([large, small]: [u128; 2]) -> bool {
    large * large < large * small + small * small
}

/// The heaps are not equal, in a ratio below φ; the only move leaves one above it.
fn ratio_below(told: &mut Told<'_>) {
    let heaps = falls(told);
    assert!(heaps[0] > heaps[1] && is_below_phi(heaps));
    assert!(told.is(Outcome::Loss));
    let options = told.options();
    assert_eq!(options.len(), 1);
    let left: Vec<u64> = numbers(&options[0], ",");
    let left = [left[0].max(left[1]), left[0].min(left[1])].map(u128::from);
    assert!(left[1] > 0 && !is_below_phi(left));
}

fn ratio_above(told: &mut Told<'_>) {
    assert!(!is_below_phi(falls(told)) && told.is(Outcome::Win));
}

fn one_is_empty(told: &mut Told<'_>) {
    assert!(told.heaps().contains(&0) && told.session.is_over().unwrap());
}

fn ones_left(told: &mut Told<'_>) {
    let heaps = told.heaps();
    assert!(heaps.iter().all(|heap| *heap < 2));
    let ones: u64 = number(told.parts[0]);
    assert_eq!(ones, heaps.iter().sum::<u64>());
    let word = ["an even", "an odd"][ones as usize % 2];
    assert_eq!(told.parts[1], word);
    assert_eq!(told.is(Outcome::Win), ones.is_multiple_of(2));
}

fn one_large(told: &mut Told<'_>) {
    let heaps = told.heaps();
    assert_eq!(heaps.iter().filter(|heap| **heap > 1).count(), 1);
    let ones = heaps.iter().filter(|heap| **heap == 1).count();
    assert_eq!(ones, number::<usize>(told.parts[0]));
    let left = match told.parts[1] {
        "lowered to one token" => ones + 1,
        "taken whole" => ones,
        other => panic!("{other}"),
    };
    assert_eq!(left % 2, 1);
    assert!(told.is(Outcome::Win));
}

/// Best play of a row of coins, by all sub-rows.
fn coins(row: &[i128]) -> i128 {
    let mut margins = vec![0; row.len() + 1];
    for length in 1..=row.len() {
        margins = (0..=row.len() - length)
            .map(|n| (row[n] - margins[n + 1]).max(row[n + length - 1] - margins[n]))
            .collect();
        margins.push(0);
    }
    margins[0]
}

fn has_peak(row: &[i128]) -> bool {
    row.windows(3).any(|at| at[0] <= at[1] && at[1] >= at[2])
}

fn row(told: &Told<'_>) -> Vec<i128> {
    numbers(told.position, ",")
}

/// `5 - 3 + (-1) = 1`: falling numbers and what they come to.
fn alternating(text: &str) -> (Vec<i128>, i128) {
    let (list, sum) = text.split_once(" = ").unwrap();
    let bare = list.replace(" - ", " + ");
    let values: Vec<i128> = numbers(&bare, " + ");
    assert!(values.windows(2).all(|two| two[0] >= two[1]), "{text}");
    let signs = list.split(' ').skip(1).step_by(2);
    assert!(
        signs.zip(["-", "+"].iter().cycle()).all(|(a, b)| a == *b),
        "{text}"
    );
    let come = (0..)
        .zip(&values)
        .map(|(n, value)| if n % 2 == 0 { *value } else { -value });
    assert_eq!(come.sum::<i128>(), number::<i128>(sum), "{text}");
    (values, number(sum))
}

/// The valley has no peak and the row's margin.
fn is_folded(told: &Told<'_>, valley: &[i128]) {
    assert!(!has_peak(valley));
    assert!(valley.len() < row(told).len());
    assert_eq!(coins(valley), told.margin());
}

fn folds(told: &mut Told<'_>) {
    assert_eq!(coins(&row(told)), told.margin());
    let mut valley: Vec<i128> = numbers(told.parts[0], ", ");
    is_folded(told, &valley);
    let (falling, margin) = alternating(told.parts[1]);
    valley.sort_by(|a, b| b.cmp(a));
    assert_eq!((valley, margin), (falling, told.margin()));
}

fn folds_to_one(told: &mut Told<'_>) {
    let margin: i128 = number(told.parts[0]);
    is_folded(told, &[margin]);
    assert_eq!(coins(&row(told)), margin);
}

/// The number at a place of the sentence is what best play brings.
fn is_the_margin(told: &Told<'_>, place: usize) {
    let margin: i128 = number(told.parts[place]);
    assert_eq!((coins(&row(told)), told.margin()), (margin, margin));
}

fn folds_to_many(told: &mut Told<'_>) {
    let (shown, count) = told.parts[0].split_once(", … (").unwrap();
    let begins: Vec<i128> = numbers(shown, ", ");
    assert!(begins.len() < number::<usize>(count.strip_suffix(" in all)").unwrap()));
    is_the_margin(told, 1);
}

fn no_peak(told: &mut Told<'_>) {
    let mut row = row(told);
    assert!(!has_peak(&row));
    assert_eq!(coins(&row), told.margin());
    let (falling, margin) = alternating(told.parts[0]);
    row.sort_by(|a, b| b.cmp(a));
    assert_eq!((row, margin), (falling, told.margin()));
}

fn no_peak_in_many(told: &mut Told<'_>) {
    assert!(!has_peak(&row(told)));
    is_the_margin(told, 0);
}

fn one_coin(told: &mut Told<'_>) {
    assert_eq!(row(told), [number::<i128>(told.parts[0])]);
    assert_eq!(told.margin(), number::<i128>(told.parts[0]));
}

/// Best play where the rest is scored, by all sub-rows.
fn rest(row: &[i128]) -> i128 {
    let sum: i128 = row.iter().sum();
    match row {
        [] => 0,
        [first, .., last] => {
            (sum - first - rest(&row[1..])).max(sum - last - rest(&row[..row.len() - 1]))
        }
        [_] => 0,
    }
}

fn half(told: &mut Told<'_>) {
    let [sum, sign, other, margin, again, flipped] = told.parts[..] else {
        panic!("six numbers")
    };
    let row = row(told);
    let (sum, margin, flipped): (i128, i128, i128) = (number(sum), number(margin), number(flipped));
    assert_eq!((sum, sum), (row.iter().sum(), number(again)));
    let signed = format!("{}{other}", if sign == "-" { "-" } else { "" });
    assert_eq!(flipped, number::<i128>(&signed));
    assert_eq!(
        coins(&row.iter().map(|value| -value).collect::<Vec<_>>()),
        flipped
    );
    assert_eq!((sum + flipped) / 2, margin);
    assert_eq!((sum + flipped) % 2, 0);
    assert_eq!((rest(&row), told.margin()), (margin, margin));
}

fn stones(told: &mut Told<'_>) {
    let (mine, others) = told.position.split_once('/').unwrap();
    let (mine, others): (Vec<i128>, Vec<i128>) = (numbers(mine, ","), numbers(others, ","));
    let sums: Vec<i128> = mine.iter().zip(&others).map(|(a, b)| a + b).collect();
    assert_eq!(sums.iter().max(), Some(&number(told.parts[0])));
    let best = told.answer.best.iter().map(|best| {
        let stone = best.name.strip_prefix("take stone ").unwrap();
        sums[number::<usize>(stone) - 1]
    });
    assert!(best.into_iter().any(|sum| Some(&sum) == sums.iter().max()));
}

/// A heap of Nim as the calculus writes it.
fn star(heap: &str) -> String {
    format!("*{}", if heap == "1" { "" } else { heap })
}

/// The value as the calculus has it.
fn figure(told: &mut Told<'_>, written: &str) {
    let found = bouton::calculus::value(told.session, Default::default(), &Default::default());
    assert_eq!(found.unwrap().value.as_deref(), Some(written));
}

fn wins_by_residue(told: &mut Told<'_>) {
    let [from, period, residue, again, word] = told.parts[..] else {
        panic!("five parts")
    };
    let heap = told.heaps().into_iter().max().unwrap();
    let (from, period): (u64, u64) = (number(from), number(period));
    assert!(from <= heap && period == number::<u64>(again));
    assert_eq!(heap % period, number::<u64>(residue));
    assert_eq!(told.answer.outcome.unwrap().word(), word);
    let outcome = |told: &mut Told<'_>, heap: u64| {
        told.session.go(&heap.to_string()).unwrap();
        let how = by("memo");
        told.session.solve(&how).unwrap().outcome
    };
    for heap in from..from + 2 * period {
        let later = outcome(told, heap + period);
        assert_eq!(outcome(told, heap), later, "heap {heap}");
    }
    assert_eq!(outcome(told, heap), told.answer.outcome);
    told.session.go(told.position).unwrap();
}

fn by_smaller(told: &mut Told<'_>) {
    assert_eq!(told.answer.outcome.unwrap().word(), told.parts[0]);
}

/// `0^1 + 2^2 = 2^2`: the normal values and the misère ones.
fn genera(told: &mut Told<'_>) {
    let genus = |text: &str| {
        let (normal, misere) = text.split_once('^').unwrap();
        (number::<u64>(normal), number::<u64>(misere))
    };
    let (list, total) = told.parts[0]
        .rsplit_once(" = ")
        .unwrap_or((told.parts[0], told.parts[0]));
    let (list, total): (Vec<_>, _) = (list.split(" + ").map(genus).collect(), genus(total));
    let normal = list.iter().fold(0, |sum, (normal, _)| sum ^ normal);
    assert_eq!(normal, total.0);
    // Only sums of fickle parts are fickle.
    let is_fickle = |(normal, misere): &(u64, u64)| normal != misere;
    assert_eq!(is_fickle(&total), list.iter().all(is_fickle));
    assert!(total.0 == total.1 || total.0 + total.1 == 1);
    assert_eq!(total.1 == 0, told.parts[1] == "is");
    assert_eq!(told.is(Outcome::Loss), told.parts[1] == "is");
}

fn product(told: &mut Told<'_>) {
    let heaps = told.heaps();
    if let Some((list, _)) = told.parts[0].rsplit_once(" = ") {
        assert_eq!(list.split(" · ").count(), heaps.len());
    }
    assert_eq!(told.is(Outcome::Loss), told.parts[1] == "is");
    let game = told.session.game().to_owned();
    let most = match told.parts[2] {
        "all heaps" => 200,
        heaps => number(heaps.strip_prefix("heaps to ").unwrap()),
    };
    let open = Open::game(game).misere(true);
    let quotient = bouton::quotients::QuotientReport::of(&open, most, &Default::default()).unwrap();
    assert_eq!(quotient.told().order, number::<u64>(told.parts[3]));
}

/// Plays a line; `(31 plies)` after it, where not all of it is shown.
fn played(told: &mut Told<'_>, line: &str) -> Option<usize> {
    let (line, more) = match line.split_once("; … (") {
        None => (line, None),
        Some((line, more)) => (line, Some(number(more.strip_suffix(" plies)").unwrap()))),
    };
    for name in line.split("; ") {
        told.session.play(name).unwrap();
    }
    more
}

fn best_play(told: &mut Told<'_>) {
    let plies = played(told, told.parts[0]);
    assert_eq!(told.session.is_over().unwrap(), plies.is_none());
    let whole = told.answer.line.as_ref().unwrap();
    assert!(plies.is_none_or(|plies| plies == whole.len()));
    assert!(plies.is_some() || told.parts[0] == whole.join("; "));
    told.session.go(told.position).unwrap();
}

fn endless(told: &mut Told<'_>) {
    assert!(told.is(Outcome::Draw));
    let (lead, lap) = match told.parts[..] {
        [lap] => (None, lap),
        [lead, lap] => (Some(lead), lap),
        _ => unreachable!("the templates have one or two"),
    };
    if lead.is_some_and(|lead| played(told, lead).is_some()) {
        return;
    }
    let before = told.session.merged().unwrap();
    if played(told, lap).is_none() {
        assert_eq!(told.session.merged().unwrap(), before);
    }
    told.session.go(told.position).unwrap();
}

fn over(told: &mut Told<'_>) {
    assert!(told.session.is_over().unwrap());
}

fn law(told: &mut Told<'_>) {
    let player = told.session.law(&Default::default()).unwrap();
    let law = player.law();
    let [name, system, states] = told.parts[..] else {
        panic!("three parts")
    };
    assert_eq!(name, law.rules().name);
    assert_eq!(system, law.system().to_string());
    let (states, _) = states.split_once(" states)").unwrap();
    assert_eq!(number::<usize>(states), law.automaton().states());
}

type Check = fn(&mut Told<'_>);

/// A table of sentences with one line each.
macro_rules! templates {
    ($($template:literal => $check:expr;)*) => { &[$(($template, $check)),*] };
}

/// Sentences, and how each is compared with the position. Of two that fit the first counts.
const TEMPLATES: &[(&str, Check)] = templates! {
    "heaps: {}; in binary {}" => heaps;
    "heaps: {}" => heaps;
    "the heap is {}" => heaps;
    "numbers of chips on odd steps: {}; in binary {}" => odd_steps;
    "the number of chips on the odd step is {}" => odd_steps;
    "Grundy values: {}; in binary {}" => grundy_values;
    "the Grundy value is {}" => grundy_values;
    "Grundy values of single heaps repeat with period {} from heap {} on, growing by {} each time; here {}" => period;
    "Grundy values of single heaps repeat with period {} from heap {} on; here {}" => period;
    "the heaps are the lost pair (⌊kφ⌋, ⌊kφ²⌋) with k = {}" => lost_pair;
    "a move leads to the lost pair (⌊kφ⌋, ⌊kφ²⌋) = {}" => pairs_reached;
    "the larger number plus 1 is a power of two, 2^{}" => power_of_two;
    "a move leaves 2^{} - 1 in one box: the larger number plus 1 is then a power of two" => leaves_power_of_two;
    "the Zeckendorf sum of the heap is {}; its smallest part {} is within the limit {}" => |told| zeckendorf(told, true);
    "the Zeckendorf sum of the heap is {}; its smallest part {} is above the limit {}" => |told| zeckendorf(told, false);
    "the heaps are equal" => |told| {
        assert_eq!(falls(told)[0], falls(told)[1])
    };
    "the larger heap is less than φ = 1.618… times the smaller, so there is only one move, and it leaves a ratio above φ" => ratio_below;
    "the larger heap is more than φ = 1.618… times the smaller" => ratio_above;
    "one heap is 0: play is over" => one_is_empty;
    "only heaps of one token are left, {} of them: {} number, and the player who takes the last token loses" => ones_left;
    "nothing is left: the other player took the last token, which loses" => |told| {
        over(told);
        assert!(told.is(Outcome::Win));
    };
    "one heap has more than one token, beside {} of one token: it is {}, which leaves an odd number of heaps of one token" => one_large;
    "the only coin is worth {}" => one_coin;
    "each peak a ≤ b ≥ c folds to a - b + c, which leaves {}; largest first, added and subtracted in turn, they give the margin {}" => folds_to_many;
    "each peak a ≤ b ≥ c folds to a - b + c, which leaves {}; largest first, {} is the margin" => folds;
    "each peak a ≤ b ≥ c folds to a - b + c, which leaves {}: the margin" => folds_to_one;
    "there is no peak a ≤ b ≥ c to fold; largest first, added and subtracted in turn, they give the margin {}" => no_peak_in_many;
    "there is no peak a ≤ b ≥ c to fold; largest first, {} is the margin" => no_peak;
    "({} {} {}) / 2 = {} is the margin: the sum of the row is {}, and `row-ends` with every sign flipped has the margin {}" => half;
    "nothing is left" => over;
    "no stone is left" => over;
    "no move is left" => over;
    "play is over" => over;
    "best play takes the stone with the largest sum of its two values, here {}" => stones;
    "the figure is worth as much as a heap of {} in nim" => |told| figure(told, &star(told.parts[0]));
    "the figure is worth {} and a heap of {} in nim" => |told| {
        figure(told, &format!("{}{}", told.parts[0], star(told.parts[1])))
    };
    "the figure is worth {}" => |told| figure(told, told.parts[0]);
    "from heap {} on, wins and losses repeat with period {} (proved: a stretch as long as the largest taking came again); the heap leaves {} when divided by {}, which is a {}" => wins_by_residue;
    "the table of all smaller heaps gives a {}" => by_smaller;
    "all parts that play can reach are tame, so that their genera add up as those of heaps of Nim (Conway): {}, whose misère value {} 0" => genera;
    "{} is among the lost elements of the misère quotient of {}, which has {} elements" => |told| {
        told.parts.insert(1, "is");
        product(told);
    };
    "{} is not among the lost elements of the misère quotient of {}, which has {} elements" => |told| {
        told.parts.insert(1, "is not");
        product(told);
    };
    "neither player can force a win: after {} the moves {} lead back to the same position, again and again; no other move is better for the player who makes it" => endless;
    "neither player can force a win: the moves {} lead back to the same position, again and again; no other move is better for the player who makes it" => endless;
    "by the law of “{}”, proved for all sizes ({}, {}" => law;
    "best play: {}" => best_play;
};

/// Checks the `why` of positions, and counts the templates used.
#[derive(Default)]
struct Reader(HashSet<&'static str>);

impl Reader {
    fn read(&mut self, session: &mut Session, position: &str, solver: Option<&str>) {
        session.go(position).unwrap();
        let how = How::by(solver);
        let answer = session.solve(&how).unwrap();
        let why = answer.why.clone().unwrap_or_default();
        let fits = |(template, check): &(&'static str, Check)| {
            let parts = match template.contains("{}") {
                true => parts(template, &why)?,
                false => (*template == why).then(Vec::new)?,
            };
            Some((*template, *check, parts))
        };
        let (template, check, parts) = TEMPLATES
            .iter()
            .find_map(fits)
            .unwrap_or_else(|| panic!("no template for {} {position}: {why}", session.game()));
        println!("{} {position}: {why}", session.game());
        check(&mut Told {
            session,
            position,
            answer: &answer,
            parts,
        });
        self.0.insert(template);
    }

    /// Reads `count` random positions of a game.
    fn read_all(
        &mut self,
        open: Open<'_>,
        solver: Option<&str>,
        count: usize,
        mut position: impl FnMut(&mut Rng) -> String,
    ) {
        let mut random = Rng::with_seed(0x2545_f491_4f6c_dd1d);
        let mut session = open.at(position(&mut random)).session().unwrap();
        for _ in 0..count {
            let position = position(&mut random);
            self.read(&mut session, &position, solver);
        }
    }
}

fn whys_of_heaps(reader: &mut Reader) {
    let any = |most, bound| move |random: &mut Rng| shown(&list(random, most, bound));
    let two = |random: &mut Rng| shown(&[random.u64(..60), random.u64(..60)]);
    let full = |random: &mut Rng| shown(&[random.u64(1..=60), random.u64(1..=60)]);
    let game = Open::game;
    reader.read_all(game("nim"), Some("closed-form"), 60, any(6, 40));
    reader.read_all(game("nim"), Some("closed-form"), 20, any(3, 1 << 40));
    reader.read_all(game("nim").misere(true), Some("closed-form"), 40, any(4, 2));
    reader.read_all(game("nim").misere(true), Some("closed-form"), 60, any(4, 4));
    reader.read_all(game("staircase"), Some("closed-form"), 60, any(6, 9));
    reader.read_all(game("wythoff"), Some("closed-form"), 200, two);
    reader.read_all(game("box"), Some("closed-form"), 80, full);
    reader.read_all(game("euclid"), Some("closed-form"), 80, two);
    reader.read_all(game("euclid").misere(true), Some("closed-form"), 80, full);
    reader.read_all(game("fibonacci-nim"), Some("closed-form"), 120, |random| {
        format!("{}/{}", random.u64(..200), random.u64(1..=30))
    });
    for lost in ["0,0", "3,5", "24,39", "46,75"] {
        reader.read(&mut game("wythoff").at(lost).session().unwrap(), lost, None);
    }
}

fn whys_of_rows(reader: &mut Reader) {
    let row = |most: u64| {
        move |random: &mut Rng| {
            let values = list(random, most, 19);
            shown(
                &values
                    .iter()
                    .map(|value| *value as i64 - 6)
                    .collect::<Vec<_>>(),
            )
        }
    };
    let falling = |random: &mut Rng| {
        let count = random.u64(1..=20);
        let values: Vec<_> = (0..count).map(|n| 10 * n + random.u64(..9)).collect();
        shown(&values)
    };
    let game = Open::game;
    reader.read_all(game("row-ends"), Some("closed-form"), 200, row(9));
    reader.read_all(game("row-ends"), Some("closed-form"), 40, falling);
    reader.read_all(game("row-ends"), Some("closed-form"), 20, |random| {
        let mut values: Vec<_> = (0..10).map(|n| 500 - 20 * n + random.u64(..20)).collect();
        values.extend((0..10).map(|n| 301 + 20 * n + random.u64(..20)));
        values.splice(0..0, [900, 1000, 950]);
        shown(&values)
    });
    reader.read_all(game("row-rest"), Some("closed-form"), 120, row(9));
    reader.read_all(game("two-values"), Some("closed-form"), 120, |random| {
        let mine = list(random, 7, 12);
        let others: Vec<_> = mine.iter().map(|_| random.u64(..12)).collect();
        format!("{}/{}", shown(&mine), shown(&others))
    });
}

fn whys_of_periods_quotients_and_sums(reader: &mut Reader) {
    let any = |most, bound| move |random: &mut Rng| shown(&list(random, most, bound));
    let game = Open::game;
    for code in "kayles subtraction:1,2,3 subtraction:2,5 octal:0.137 octal:0.3".split(' ') {
        reader.read_all(game(code), Some("period"), 20, any(3, 90));
    }
    // The values of these grow.
    reader.read_all(game("nim"), Some("grundy"), 20, any(3, 20));
    reader.read_all(game("hex:0.3F"), None, 20, any(3, 60));
    reader.read_all(game("grundy"), None, 20, any(3, 40));
    reader.read_all(
        game("kayles").misere(true),
        Some("quotient"),
        10,
        any(3, 15),
    );
    for misere in [false, true] {
        let winning_states = game("subtraction:1,4").misere(misere);
        reader.read_all(winning_states, Some("winning-states"), 20, any(1, 60));
    }
    reader.read_all(
        game("subtraction:1,2,3").misere(true),
        Some("genus"),
        20,
        any(3, 12),
    );
    reader.read_all(game("wythoff"), Some("law"), 3, |random| {
        shown(&[random.u64(..60), random.u64(..60)])
    });
    let sum = |random: &mut Rng| {
        format!(
            "nim {},{} + kayles {}",
            random.u64(..9),
            random.u64(..9),
            random.u64(..9)
        )
    };
    reader.read_all(game("sum"), None, 20, sum);
}

/// Whether edges between `points` points are all joined to the ground: else they are not a figure.
fn figure_of(random: &mut Rng) -> String {
    let count = random.u64(1..=5);
    let edges = (1..=count).map(|point| {
        let colour = ["b", "r", "g"][random.usize(..3)];
        format!("{}{colour}{point}", random.u64(..point))
    });
    edges.collect::<Vec<_>>().join(",")
}

fn whys_of_figures_and_of_searches(reader: &mut Reader) {
    let game = Open::game;
    let mut random = Rng::with_seed(77);
    for _ in 0..200 {
        let position = figure_of(&mut random);
        let mut session = game("hackenbush").at(&position[..]).session().unwrap();
        if session.accepts("closed-form", &Default::default()).is_ok() {
            reader.read(&mut session, &position, Some("closed-form"));
        }
    }
    for (name, solver) in [
        ("tic-tac-toe", None),
        ("hexapawn:3,3", None),
        ("mu-torere", None),
        ("three-mens-morris", None),
        ("pong-hau-k-i", None),
        ("domineering:3,3", None),
        ("cram:2,3", None),
        ("chomp:3,3", None),
    ] {
        let mut session = game(name).session().unwrap();
        let start = session.position().unwrap();
        for _ in 0..6 {
            session.go(&start).unwrap();
            loop {
                let position = session.position().unwrap();
                reader.read(&mut session, &position, solver);
                session.go(&position).unwrap();
                let choices = session.choices(100).unwrap();
                if choices.is_empty() || session.is_over().unwrap() {
                    break;
                }
                let next = &choices[random.usize(..choices.len())];
                session.go(&next.to).unwrap();
            }
        }
    }
}

/// Sentences that no position of these tests brings.
const RARE: &[&str] = &[
    "nothing is left",
    "no stone is left",
    "no move is left",
    "the table of all smaller heaps gives a {}",
];

#[test]
fn every_why_is_true_and_every_sentence_comes() {
    let mut reader = Reader::default();
    whys_of_heaps(&mut reader);
    whys_of_rows(&mut reader);
    whys_of_periods_quotients_and_sums(&mut reader);
    whys_of_figures_and_of_searches(&mut reader);
    let missing = TEMPLATES.iter().map(|(template, _)| *template);
    let missing: Vec<_> = missing.filter(|it| !reader.0.contains(it)).collect();
    assert_eq!(missing, RARE);
}
