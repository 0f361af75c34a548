//! Games on graphs, most of them random.

use super::{Compared, texts};

/// Edges between some of this many points.
fn edges(random: &mut fastrand::Rng, points: usize) -> Vec<String> {
    let pairs = (0..points).flat_map(|a| (a + 1..points).map(move |b| format!("p{a}-p{b}")));
    pairs.filter(|_| random.u8(..3) == 0).collect()
}

/// Every point and some of the edges.
fn graph(random: &mut fastrand::Rng, points: usize) -> String {
    let mut items: Vec<String> = (0..points).map(|point| format!("p{point}")).collect();
    items.extend(edges(random, points));
    items.join(",")
}

fn reachable(game: &str, start: &str, most: usize) {
    Compared::open(game, false, Some(start)).check_reachable(start, most);
}

/// Some points only one player may colour.
#[test]
fn snort_and_col() {
    let mut random = fastrand::Rng::with_seed(31);
    for _ in 0..200 {
        let points = random.usize(1..=7);
        let graph = graph(&mut random, points);
        let given: Vec<u8> = (0..points).map(|_| random.u8(..4)).collect();
        let of = |kind: u8| {
            let points = (0..points).filter(|point| given[*point] == kind);
            let names: Vec<String> = points.map(|point| format!("p{point}")).collect();
            names.join(",")
        };
        let start = format!("{graph}/{}/{}", of(2), of(3));
        for game in ["snort", "col"] {
            reachable(game, &start, 6);
        }
    }
}

#[test]
fn node_kayles() {
    let mut random = fastrand::Rng::with_seed(12345);
    for _ in 0..100 {
        let points = random.usize(1..=9);
        reachable("node-kayles", &graph(&mut random, points), 30);
        reachable("arc-kayles", &graph(&mut random, points), 30);
    }
}

#[test]
fn geography() {
    let mut random = fastrand::Rng::with_seed(999);
    for _ in 0..60 {
        let points = random.usize(1..=7);
        let graph = graph(&mut random, points);
        let token = random.usize(..points);
        reachable("geography", &format!("{graph}/p{token}"), 30);
    }
}

/// Stalks, and figures whose edges lead up, some of them beside others.
#[test]
fn hackenbush() {
    for length in 1..=4 {
        for stalk in texts("brg", length) {
            reachable("hackenbush", &stalk, usize::MAX);
        }
    }
    let mut random = fastrand::Rng::with_seed(77);
    for _ in 0..150 {
        let mut edges = Vec::new();
        for point in 1..=random.u64(2..=5) {
            for _ in 0..=u8::from(random.u8(..3) == 0) {
                let colour = random.choice(['b', 'r', 'g']).unwrap();
                edges.push(format!("{}{colour}{point}", random.u64(..point)));
            }
        }
        reachable("hackenbush", &edges.join(","), 30);
    }
}

/// Random orders, and the divisors of small numbers.
#[test]
fn posets() {
    let mut random = fastrand::Rng::with_seed(1952);
    for _ in 0..60 {
        let elements = random.usize(1..=7);
        let pairs = edges(&mut random, elements).into_iter();
        // Each edge of a graph leads from the higher number down.
        let pairs = pairs.filter_map(|pair| {
            let (low, high) = pair.split_once('-')?;
            Some(format!("{high}>{low}"))
        });
        let lone = (0..elements).map(|element| format!("p{element}"));
        let order: Vec<String> = lone.chain(pairs).collect();
        reachable("poset", &order.join(","), 30);
    }
    for number in [2, 6, 12, 16, 30, 36] {
        let divisors = (2..=number).filter(|divisor| number % divisor == 0);
        let divisors: Vec<String> = divisors.map(|divisor: u32| divisor.to_string()).collect();
        reachable(&format!("divisors:{number}"), &divisors.join(","), 40);
    }
}
