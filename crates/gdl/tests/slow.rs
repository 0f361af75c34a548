//! A slow interpreter of GDL, written from the language's definition: no rule is instantiated beforehand, every position is
//! a set of terms, and all that follows from it is derived stratum by stratum, from below. Random plays are compared with it.

use std::collections::{BTreeSet, HashMap};

use bouton_core::{Limits, Side};
use bouton_external::{End, ExternalRules, Kind};
use bouton_gdl::{Gdl, Packed, open, with_opened};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/kif");

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Term {
    Word(String),
    List(Vec<Term>),
}

use Term::{List, Word};

type Binding = HashMap<String, Term>;
type Facts = HashMap<String, BTreeSet<Term>>;

fn terms(text: &str) -> Vec<Term> {
    let lines = text
        .lines()
        .map(|line| line.split(';').next().unwrap_or_default().to_lowercase());
    let text = lines
        .collect::<Vec<_>>()
        .join(" ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    let mut stack = vec![Vec::new()];
    for word in text.split_whitespace() {
        match word {
            "(" => stack.push(Vec::new()),
            ")" => {
                let list = stack.pop().expect("brackets match");
                stack.last_mut().expect("brackets match").push(List(list));
            }
            word => stack
                .last_mut()
                .expect("brackets match")
                .push(Word(word.into())),
        }
    }
    stack.pop().expect("brackets match")
}

fn head(term: &Term) -> &str {
    match term {
        Word(word) => word,
        List(items) => head(&items[0]),
    }
}

fn rest(term: &Term) -> &[Term] {
    match term {
        Word(_) => &[],
        List(items) => &items[1..],
    }
}

fn show(term: &Term) -> String {
    match term {
        Word(word) => word.clone(),
        List(items) => format!("({})", items.iter().map(show).collect::<Vec<_>>().join(" ")),
    }
}

fn filled(term: &Term, binding: &Binding) -> Term {
    match term {
        Word(word) => binding.get(word).cloned().unwrap_or_else(|| term.clone()),
        List(items) => List(items.iter().map(|item| filled(item, binding)).collect()),
    }
}

fn matched(pattern: &Term, fact: &Term, binding: &mut Binding) -> bool {
    match (pattern, fact) {
        (Word(name), _) if name.starts_with('?') => match binding.get(name) {
            Some(bound) => bound == fact,
            None => {
                binding.insert(name.clone(), fact.clone());
                true
            }
        },
        (Word(one), Word(other)) => one == other,
        (List(one), List(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .zip(other)
                    .all(|(one, other)| matched(one, other, binding))
        }
        _ => false,
    }
}

struct Rules {
    rules: Vec<(Term, Vec<Term>)>,
    strata: usize,
    stratum: HashMap<String, usize>,
}

/// The predicates that a condition asks for, and whether it denies them.
fn asked(condition: &Term, denied: bool, hear: &mut dyn FnMut(&str, bool)) {
    match head(condition) {
        "distinct" => {}
        word @ ("not" | "or" | "and") => {
            for part in rest(condition) {
                asked(part, denied || word == "not", hear);
            }
        }
        predicate => hear(predicate, denied),
    }
}

impl Rules {
    fn of(text: &str) -> Self {
        let rule = |term: Term| match head(&term) {
            "<=" => (rest(&term)[0].clone(), rest(&term)[1..].to_vec()),
            _ => (term, Vec::new()),
        };
        let rules: Vec<(Term, Vec<Term>)> = terms(text).into_iter().map(rule).collect();
        let mut stratum: HashMap<String, usize> = HashMap::new();
        for _ in 0..rules.len() {
            for (to, body) in &rules {
                let mut least = 0;
                for condition in body {
                    asked(condition, false, &mut |name: &str, denied: bool| {
                        least = least
                            .max(stratum.get(name).copied().unwrap_or(0) + usize::from(denied));
                    });
                }
                let own = stratum.entry(head(to).to_owned()).or_default();
                *own = (*own).max(least);
            }
        }
        let strata = 1 + stratum.values().copied().max().unwrap_or(0);
        Self {
            rules,
            strata,
            stratum,
        }
    }

    /// Everything that follows from some facts.
    fn model(&self, given: Vec<Term>) -> Facts {
        let mut facts = Facts::new();
        for fact in given {
            facts
                .entry(head(&fact).to_owned())
                .or_default()
                .insert(fact);
        }
        for stratum in 0..self.strata {
            let own = || {
                self.rules
                    .iter()
                    .filter(|(to, _)| self.stratum[head(to)] == stratum)
            };
            loop {
                let mut found = Vec::new();
                for (to, body) in own() {
                    let mut body = body.clone();
                    body.sort_by_key(|condition| {
                        matches!(head(condition), "not" | "distinct" | "or")
                    });
                    solutions(&body, Binding::new(), &facts, &mut |binding| {
                        found.push(filled(to, binding))
                    });
                }
                let before: usize = facts.values().map(BTreeSet::len).sum();
                for fact in found {
                    facts
                        .entry(head(&fact).to_owned())
                        .or_default()
                        .insert(fact);
                }
                if before == facts.values().map(BTreeSet::len).sum::<usize>() {
                    break;
                }
            }
        }
        facts
    }
}

/// Reports every binding for which all conditions hold.
fn solutions(body: &[Term], binding: Binding, facts: &Facts, hear: &mut dyn FnMut(&Binding)) {
    let Some((condition, others)) = body.split_first() else {
        return hear(&binding);
    };
    let parts = rest(condition);
    match head(condition) {
        "distinct" if filled(&parts[0], &binding) == filled(&parts[1], &binding) => {}
        "distinct" => solutions(others, binding, facts, hear),
        "not" => {
            let mut holds = false;
            solutions(parts, binding.clone(), facts, &mut |_| holds = true);
            if !holds {
                solutions(others, binding, facts, hear);
            }
        }
        "or" => {
            for part in parts {
                let body = [std::slice::from_ref(part), others].concat();
                solutions(&body, binding.clone(), facts, hear);
            }
        }
        "and" => solutions(&[parts, others].concat(), binding, facts, hear),
        predicate => {
            for fact in facts.get(predicate).into_iter().flatten() {
                let mut binding = binding.clone();
                if matched(condition, fact, &mut binding) {
                    solutions(others, binding, facts, hear);
                }
            }
        }
    }
}

fn list(parts: &[&Term], name: &str) -> Term {
    List(
        std::iter::once(Word(name.into()))
            .chain(parts.iter().map(|part| (*part).clone()))
            .collect(),
    )
}

fn of(facts: &Facts, predicate: &str) -> Vec<Vec<Term>> {
    facts
        .get(predicate)
        .into_iter()
        .flatten()
        .map(|fact| rest(fact).to_vec())
        .collect()
}

/// The second argument of the facts whose first is a role.
fn of_role(facts: &Facts, predicate: &str, role: &Term) -> Vec<Term> {
    of(facts, predicate)
        .into_iter()
        .filter(|fact| fact[0] == *role)
        .map(|fact| fact[1].clone())
        .collect()
}

fn random(state: &mut u64, below: usize) -> usize {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize % below
}

/// Plays at random by both, and compares all that they say.
fn compare<P: Packed>(game: &Gdl<P>, rules: &Rules, seed: u64, plies: usize) {
    let nothing = rules.model(Vec::new());
    let roles: Vec<Term> = rules
        .rules
        .iter()
        .filter(|rule| head(&rule.0) == "role")
        .map(|rule| rest(&rule.0)[0].clone())
        .collect();
    assert_eq!(
        game.roles().to_vec(),
        roles.iter().map(show).collect::<Vec<_>>()
    );
    let mut state: Vec<Term> = of(&nothing, "init")
        .into_iter()
        .map(|fact| fact[0].clone())
        .collect();
    let (mut at, mut seed) = (game.first(), seed);
    for _ in 0..plies {
        let held: Vec<Term> = state.iter().map(|fluent| list(&[fluent], "true")).collect();
        let here = rules.model(held.clone());
        let text = state.iter().map(|fluent| match fluent {
            Word(word) => format!("({word})"),
            list => show(list),
        });
        let text = format!("() {}", text.collect::<Vec<_>>().join(" "));
        assert_eq!(game.read(&text).as_ref(), Ok(&at), "{text}");
        assert_eq!(game.read(&game.show(&at)).as_ref(), Ok(&at));
        let over = here.contains_key("terminal");
        assert_eq!(game.end(&at).is_some(), over, "{text}");
        if let Some(end) = game.end(&at) {
            let End::Points(points) = end else {
                panic!("goals are numbers")
            };
            let goals = [0, 1].map(|role: usize| {
                let goals = of_role(&here, "goal", &roles[role]);
                assert_eq!(goals.len(), 1);
                show(&goals[0]).parse::<i128>().expect("a number")
            });
            let first = i128::from(if game.mover(&at) == 0 {
                points
            } else {
                -points
            });
            let counts = game.promises().kind == Kind::Points;
            let difference = goals[0] - goals[1];
            assert_eq!(
                first,
                if counts {
                    difference
                } else {
                    difference.signum()
                }
            );
            return;
        }
        let legal = [0, 1].map(|role: usize| of_role(&here, "legal", &roles[role]));
        let mover = game.mover(&at);
        assert_eq!(legal[1 - mover].len(), 1, "the other waits");
        let open = |term: &Term| show(term).trim_start_matches('(').to_owned();
        let open = |term: &Term| {
            open(term)
                .strip_suffix(')')
                .map_or_else(|| open(term), str::to_owned)
        };
        let mut expected: Vec<String> = legal[mover].iter().map(open).collect();
        let mut found: Vec<String> = game
            .moves(&at, Side::Left)
            .map(|mv| game.label(&at, &mv))
            .collect();
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{text}");
        let chosen = &legal[mover][random(&mut seed, legal[mover].len())];
        let mv = game
            .moves(&at, Side::Left)
            .find(|mv| game.label(&at, mv) == open(chosen));
        let does = [
            list(&[&roles[mover], chosen], "does"),
            list(&[&roles[1 - mover], &legal[1 - mover][0]], "does"),
        ];
        let after = rules.model(held.into_iter().chain(does).collect());
        state = of(&after, "next")
            .into_iter()
            .map(|fact| fact[0].clone())
            .collect();
        at = game.play(&at, &mv.expect("it is listed"));
    }
}

fn compare_text(name: &str, text: &str, plays: u64, plies: usize) {
    let rules = Rules::of(text);
    let opened =
        open(name, text, None, &Limits::default()).unwrap_or_else(|refusal| panic!("{refusal}"));
    for seed in 0..plays {
        with_opened!(&opened, game => compare(game, &rules, 7 * seed + 1, plies));
    }
}

#[test]
fn random_plays_of_all_files_are_as_the_slow_interpreter_says() {
    let mut files = 0;
    for file in std::fs::read_dir(FOLDER)
        .expect("the folder is there")
        .flatten()
    {
        let name = file.file_name().into_string().expect("a name");
        if name.ends_with(".kif") {
            let text = std::fs::read_to_string(file.path()).expect("the file is there");
            compare_text(&name, &text, 3, 12);
            files += 1;
        }
    }
    assert_eq!(files, 30);
}

/// Features that the files do not have: nested terms, recursion over the state with a circle in it, `or` within `not`, capital
/// letters, `distinct` denied, hints that are not rules, a role that waits in two ways.
const ODD: [&str; 3] = [
    include_str!("odd/nested.kif"),
    include_str!("odd/recursive.kif"),
    include_str!("odd/hints.kif"),
];

#[test]
fn odd_games_are_as_the_slow_interpreter_says() {
    for text in ODD {
        compare_text("odd.kif", text, 30, 12);
    }
}

/// The predicates `q` and `m` are negated within each other, but no instance is: the slow interpreter cannot say.
#[test]
fn strata_are_those_of_the_instances() {
    let text = include_str!("odd/strata.kif");
    let opened = open("strata.kif", text, None, &Limits::default())
        .unwrap_or_else(|refusal| panic!("{refusal}"));
    let shown = with_opened!(&opened, game => {
        let at = game.read("up 2, up 3").expect("both are legal");
        game.show(&at)
    });
    assert_eq!(shown, "(c w) (p 3)");
}
