//! Starts of the same kind as a given one, for games without a usual start.

use std::collections::BTreeSet;

use crate::random::Random;

/// The sizes of heaps or coins that a start is drawn from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    /// Whether they are coins of a row.
    pub(super) is_row: bool,
    /// The number of heaps, if it is fixed.
    pub(super) number: Option<usize>,
}

/// Whether a start is a list of sizes: of heaps, coins or rectangles. Each such list is as good a start as another.
pub(super) fn is_sizes(start: &str) -> bool {
    let first = start.split(',').next().and_then(Item::read);
    numbers(start).is_some() || first.is_some_and(|item| item.link == 'x')
}

/// A text of the same form as this start: other numbers, a graph with about as many points, a strip about as long, or a board about
/// as large with the same pieces. It need not be a position of the game. `None` for other forms.
pub(super) fn like(start: &str, sizes: Sizes, random: &mut Random) -> Option<String> {
    let start = start.strip_suffix(" R").unwrap_or(start);
    if let Some(lists) = numbers(start) {
        return Some(other_numbers(&lists, sizes, random));
    }
    let groups: Vec<&str> = start.split('/').collect();
    let items: Vec<Item> = groups[0].split(',').filter_map(Item::read).collect();
    match items.first() {
        Some(Item { link: 'x', .. }) => Some(other_sizes(&items, random)),
        Some(_) => other_graph(&items, &groups[1..], random),
        None => other_cells(&groups, random),
    }
}

/// The lists of numbers of a text that has nothing else.
fn numbers(text: &str) -> Option<Vec<Vec<usize>>> {
    let list = |list: &str| list.split(',').map(|size| size.trim().parse()).collect();
    let lists: Result<Vec<Vec<usize>>, _> = text.split('/').map(list).collect();
    lists.ok()
}

/// A row of coins from 1 to 9, about as long; or heaps, about as many where their number is free, from a third to one and a half
/// times of the largest, which is at least 9.
fn other_numbers(lists: &[Vec<usize>], sizes: Sizes, random: &mut Random) -> String {
    let largest = lists.iter().flatten().max().map_or(9, |size| *size.max(&9));
    let (least, most) = if sizes.is_row {
        (1, 9)
    } else {
        (largest.div_ceil(3), largest + largest / 2)
    };
    let now = lists[0].len();
    let count = match (sizes.number, sizes.is_row) {
        (Some(number), _) => number,
        (None, true) => (now + random.below(4)).saturating_sub(1).max(3),
        (None, false) => 1 + random.below(now + 1),
    };
    let mut drawn = Vec::new();
    for (n, list) in lists.iter().enumerate() {
        // A number alone behind a slash limits the next move.
        let is_limit = n > 0 && list.len() == 1;
        let (count, least, most) = if is_limit {
            (1, 1, least.max(2))
        } else {
            (count, least, most)
        };
        let one = |_| (least + random.below(most - least + 1)).to_string();
        drawn.push((0..count).map(one).collect::<Vec<_>>().join(","));
    }
    drawn.join("/")
}

/// Two points, or two lengths, and what stands between them: `1-2`, `a>b`, `0b1`, `4x9`.
struct Item<'t> {
    first: &'t str,
    link: char,
    second: &'t str,
}

impl<'t> Item<'t> {
    fn read(text: &'t str) -> Option<Self> {
        let text = text.trim();
        let between = |c: char| matches!(c, '-' | '>');
        let place = text.find(between).or_else(|| {
            let place = text.find(|c: char| !c.is_ascii_digit())?;
            text.starts_with(|c: char| c.is_ascii_digit())
                .then_some(place)
        })?;
        let (first, rest) = text.split_at(place);
        let link = rest.chars().next()?;
        let second = &rest[link.len_utf8()..];
        let is_name = |name: &str| !name.is_empty() && name.chars().all(char::is_alphanumeric);
        (is_name(first) && is_name(second)).then_some(Self {
            first,
            link,
            second,
        })
    }
}

/// Rectangles with sides up to half the longest and two more: those that come from a game of larger ones.
fn other_sizes(items: &[Item<'_>], random: &mut Random) -> String {
    let sides = items.iter().flat_map(|item| [item.first, item.second]);
    let longest = sides.filter_map(|side| side.parse().ok()).max();
    let longest: usize = longest.unwrap_or(9) / 2 + 2;
    let count = 1 + random.below(items.len());
    let mut side = || 1 + random.below(longest);
    let drawn: Vec<_> = (0..count)
        .map(|_| format!("{}x{}", side(), side()))
        .collect();
    drawn.join(",")
}

/// A name by number where it is one, else by its letters.
fn rank(name: &str) -> (usize, &str) {
    (name.parse().unwrap_or(usize::MAX), name)
}

/// The name after the last: the next number or letter.
fn after(last: &str) -> Option<String> {
    if let Ok(number) = last.parse::<usize>() {
        return Some((number + 1).to_string());
    }
    let mut letters = last.chars();
    match (letters.next(), letters.next()) {
        (Some(letter @ 'a'..='y'), None) => Some(char::from(letter as u8 + 1).to_string()),
        _ => None,
    }
}

fn sorted(a: usize, b: usize) -> [usize; 2] {
    [a.min(b), a.max(b)]
}

/// A connected graph with up to two points more and about as many circuits. Its edges have the links of the given ones, and their
/// direction where all of them have the same. The points of each list after it are drawn, too.
fn other_graph(items: &[Item<'_>], lists: &[&str], random: &mut Random) -> Option<String> {
    let ends = items.iter().flat_map(|item| [item.first, item.second]);
    let mut points: Vec<String> = ends
        .collect::<BTreeSet<_>>()
        .into_iter()
        .map(Into::into)
        .collect();
    points.sort_by(|a, b| rank(a).cmp(&rank(b)));
    let circuits = (items.len() + 1).saturating_sub(points.len());
    for _ in 0..random.below(3) {
        let next = points.last().and_then(|last| after(last));
        points.extend(next);
    }
    let count = points.len();
    if count < 2 {
        return None;
    }
    let rising = |item: &&Item<'_>| rank(item.first) < rank(item.second);
    let rises = items.iter().filter(rising).count();
    // A tree that is joined in any order: no point is below all others.
    let mut joined = vec![random.below(count)];
    let mut rest: Vec<usize> = (0..count).filter(|n| *n != joined[0]).collect();
    let mut pairs: Vec<[usize; 2]> = Vec::new();
    while !rest.is_empty() {
        let next = rest.swap_remove(random.below(rest.len()));
        pairs.push(sorted(joined[random.below(joined.len())], next));
        joined.push(next);
    }
    for _ in 0..circuits + random.below(3) {
        let pair = sorted(random.below(count), random.below(count));
        if pair[0] != pair[1] && !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    let mut edges = Vec::new();
    for [low, high] in pairs {
        let falls = rises == 0 || (rises < items.len() && random.below(2) == 1);
        let (from, to) = if falls { (high, low) } else { (low, high) };
        let link = items[random.below(items.len())].link;
        edges.push(format!("{}{link}{}", points[from], points[to]));
    }
    let mut groups = vec![edges.join(",")];
    for list in lists {
        let named = list.split(',').filter(|name| !name.is_empty());
        let count = named.count().min(points.len());
        let drawn: Vec<String> = (0..count)
            .map(|_| points.swap_remove(random.below(points.len())))
            .collect();
        groups.push(drawn.join(","));
    }
    Some(groups.join("/"))
}

/// A strip of about this length with the same kinds of pieces, or two with a free cell between them; or a board of this size or
/// one row or column larger, with the same pieces at other places.
fn other_cells(rows: &[&str], random: &mut Random) -> Option<String> {
    let cells: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let wide = cells[0].len();
    let is_cell = |c: &char| c.is_ascii_alphabetic() || matches!(c, '.' | '#');
    let fits = cells
        .iter()
        .all(|row| row.len() == wide && row.iter().all(is_cell));
    if wide == 0 || !fits {
        return None;
    }
    if let [strip] = cells.as_slice() {
        let length = (wide + random.below(5)).saturating_sub(1).max(3);
        let gap = (random.below(2) == 1).then(|| 1 + random.below(length - 2));
        let one = |n| match gap == Some(n) {
            true => '.',
            false => strip[random.below(wide)],
        };
        return Some((0..length).map(one).collect());
    }
    let (high, wide) = (cells.len() + random.below(2), wide + random.below(2));
    let pieces = cells.into_iter().flatten().filter(|cell| *cell != '.');
    let mut places: Vec<usize> = (0..high * wide).collect();
    let mut board = vec!['.'; high * wide];
    for piece in pieces {
        board[places.swap_remove(random.below(places.len()))] = piece;
    }
    let rows = board.chunks(wide).map(|row| row.iter().collect::<String>());
    Some(rows.collect::<Vec<_>>().join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FREE: Sizes = Sizes {
        is_row: false,
        number: None,
    };

    fn many(start: &str) -> Vec<String> {
        let mut random = Random::of(start);
        let drawn = (0..200).filter_map(|_| like(start, FREE, &mut random));
        drawn.collect()
    }

    /// Most of the drawn texts are positions, and they are not all the same.
    #[test]
    fn other_starts_are_positions_of_the_game() {
        for (game, start) in [
            ("nim", "3,4,5"),
            ("partizan-subtraction:1,3/2,3", "8,5"),
            ("cutcake", "4x9,3x2"),
            ("node-kayles", "1-2,2-3,3-4,4-5,5-1,5-6"),
            ("geography", "a>b,a>c,b>d,c>d,d>e,d>f,f>a/a"),
            ("poset", "b>a,c>a,d>b,d>c,e>c"),
            ("hackenbush", "0b1,1r2,1g3,0r4"),
            ("snort", "1-2,2-3,3-4,4-5,3-6/1"),
            ("toads-and-frogs", "ttt..fff"),
            ("toppling-dominoes", "lrrlelr"),
            ("push", ".lr.rl"),
            ("amazons", "X../..O"),
            ("coin-turning:turtles", "THHTTH"),
        ] {
            let drawn = many(start);
            let distinct: BTreeSet<_> = drawn.iter().collect();
            assert!(distinct.len() > 50, "{game}: {}", distinct.len());
            let opened = drawn
                .iter()
                .filter(|start| crate::open(game, start).is_ok());
            assert!(opened.count() > 80, "{game}");
        }
    }

    #[test]
    fn a_board_keeps_its_pieces() {
        let start = "......../......../G.G.G.G./......../F.......";
        for board in many(start) {
            assert_eq!(board.matches('G').count(), 4, "{board}");
            assert_eq!(board.matches('F').count(), 1, "{board}");
        }
    }

    #[test]
    fn edges_point_the_way_in_which_all_of_them_point() {
        for picture in many("0b1,1r2,1g3,0r4") {
            for edge in picture.split(',') {
                let item = Item::read(edge).unwrap();
                assert!(rank(item.first) < rank(item.second), "{picture}");
            }
        }
    }

    #[test]
    fn other_texts_have_none() {
        for start in ["Ka1 Rb2 kc3", "", "path 5", "../.../..X."] {
            assert!(many(start).is_empty(), "{start}");
        }
    }
}
