//! The arena against a reference as slow as the definitions: whole trees, ≤ straight from its definition, nothing remembered.

use std::rc::Rc;

use crate::common::born_by;
use bouton_core::{Limits, Meter};
use bouton_values::{Arena, Value};

struct Tree {
    left: Vec<Rc<Tree>>,
    right: Vec<Rc<Tree>>,
}

/// G ≤ H iff no Gᴸ ≥ H and no Hᴿ ≤ G.
fn le(g: &Tree, h: &Tree) -> bool {
    !g.left.iter().any(|gl| le(h, gl)) && !h.right.iter().any(|hr| le(hr, g))
}

fn equal(g: &Tree, h: &Tree) -> bool {
    le(g, h) && le(h, g)
}

fn sum(g: &Rc<Tree>, h: &Rc<Tree>) -> Rc<Tree> {
    let side = |of: fn(&Tree) -> &Vec<Rc<Tree>>| {
        let in_g = of(g).iter().map(|o| sum(o, h));
        in_g.chain(of(h).iter().map(|o| sum(g, o))).collect()
    };
    Rc::new(Tree {
        left: side(|t| &t.left),
        right: side(|t| &t.right),
    })
}

/// The canonical form of a value as a tree.
fn tree(arena: &mut Arena, v: Value, meter: &mut Meter) -> Rc<Tree> {
    let [left, right] = arena.options(v, meter).unwrap();
    let mut side = |options: &[Value]| options.iter().map(|o| tree(arena, *o, meter)).collect();
    Rc::new(Tree {
        left: side(&left),
        right: side(&right),
    })
}

/// Whether no option is dominated and none reversible.
fn is_canonical(g: &Tree) -> bool {
    let dominated = |side: &[Rc<Tree>], worse: fn(&Tree, &Tree) -> bool| {
        side.iter()
            .enumerate()
            .any(|(i, a)| side.iter().enumerate().any(|(j, b)| i != j && worse(a, b)))
    };
    let reversible = g.left.iter().any(|l| l.right.iter().any(|lr| le(lr, g)))
        || g.right.iter().any(|r| r.left.iter().any(|rl| le(g, rl)));
    !dominated(&g.left, le) && !dominated(&g.right, |a, b| le(b, a)) && !reversible
}

#[test]
fn the_order_is_that_of_the_definition() {
    let limits = Limits::default();
    let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    let two = born_by(&mut arena, 2, meter);
    let three = born_by(&mut arena, 3, meter);
    let trees: Vec<_> = three.iter().map(|v| tree(&mut arena, *v, meter)).collect();
    let mut dice = fastrand::Rng::with_seed(1);
    for (v, of_v) in three.iter().zip(&trees) {
        for w in &two {
            let of_w = tree(&mut arena, *w, meter);
            assert_eq!(arena.le(*v, *w, meter).unwrap(), le(of_v, &of_w));
            assert_eq!(arena.le(*w, *v, meter).unwrap(), le(&of_w, of_v));
        }
        for _ in 0..40 {
            let i = dice.usize(..three.len());
            assert_eq!(arena.le(*v, three[i], meter).unwrap(), le(of_v, &trees[i]));
        }
    }
}

#[test]
fn every_form_is_canonical() {
    let limits = Limits::default();
    let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    for v in born_by(&mut arena, 3, meter) {
        assert!(
            is_canonical(&tree(&mut arena, v, meter)),
            "{}",
            arena.text(v, meter).unwrap()
        );
    }
}

#[test]
fn any_options_make_the_value_that_they_have() {
    let limits = Limits::default();
    let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    let three = born_by(&mut arena, 3, meter);
    let mut dice = fastrand::Rng::with_seed(2);
    for _ in 0..400 {
        let mut side = || -> Vec<Value> {
            (0..dice.usize(..4))
                .map(|_| three[dice.usize(..three.len())])
                .collect()
        };
        let (left, right) = (side(), side());
        let trees = |arena: &mut Arena, side: &[Value], meter: &mut Meter| {
            side.iter().map(|v| tree(arena, *v, meter)).collect()
        };
        let raw = Tree {
            left: trees(&mut arena, &left, meter),
            right: trees(&mut arena, &right, meter),
        };
        let made = arena.make(&left, &right, meter).unwrap();
        let canonical = tree(&mut arena, made, meter);
        assert!(equal(&raw, &canonical) && is_canonical(&canonical));
    }
}

#[test]
fn sums_are_those_of_the_definition() {
    let limits = Limits::default();
    let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    let two = born_by(&mut arena, 2, meter);
    for g in &two {
        for h in &two {
            let of_sum = arena.add(*g, *h, meter).unwrap();
            let by_definition = sum(&tree(&mut arena, *g, meter), &tree(&mut arena, *h, meter));
            let canonical = tree(&mut arena, of_sum, meter);
            assert!(equal(&by_definition, &canonical) && is_canonical(&canonical));
        }
    }
}
