//! The forms of games for boards of more than 64 cells and graphs of more than 64 points, on small ones, against the usual forms.

use std::collections::HashSet;

use bouton_core::entry::{Entry, Opened};
use bouton_core::{Alternating, Disjunctive, Impartial, Notation, Sided};
use bouton_games::boards::cells::Wide;
use bouton_games::boards::{Clobber, Cram, Domineering};
use bouton_games::graphs::{ArcKayles, NodeKayles};
use bouton_games::sides::{Col, Snort};

fn opened<E: Entry>(size: &str) -> Opened<E::Game> {
    E::open(Some(size), None).unwrap()
}

/// Everything that can be reached has the same moves, ends and class of symmetry in both; the positions, by number.
fn agree<G, H>(
    (one, start): Opened<G>,
    (other, same_start): Opened<H>,
) -> Vec<(G::Position, H::Position)>
where
    G: Alternating + Notation,
    H: Alternating + Notation,
{
    let mut open = vec![(start, same_start)];
    let (mut seen, mut all) = (HashSet::new(), Vec::new());
    while let Some((at, same)) = open.pop() {
        let text = one.show(&at);
        if !seen.insert(text.clone()) {
            continue;
        }
        assert_eq!(text, other.show(&same));
        assert_eq!(one.score(&at).is_some(), other.score(&same).is_some());
        let class = one.show(&one.canonical(at.clone()));
        assert_eq!(class, other.show(&other.canonical(same.clone())), "{text}");
        assert_eq!(other.parse(&text).unwrap(), same);
        let moves: Vec<_> = one.moves(&at).collect();
        let same_moves: Vec<_> = other.moves(&same).collect();
        assert_eq!(moves.len(), same_moves.len(), "{text}");
        for (mv, same_mv) in moves.iter().zip(&same_moves) {
            assert_eq!(one.show_move(&at, mv), other.show_move(&same, same_mv));
            open.push((one.play(&at, mv), other.play(&same, same_mv)));
        }
        all.push((at, same));
    }
    all
}

#[test]
fn games_on_graphs() {
    fn at<E: Entry>(text: &str) -> Opened<E::Game> {
        E::open(None, Some(text)).unwrap()
    }
    for text in ["1-2,2-3,3-4,4-1,4-5,6", "cycle 6", "1-2,1-3,1-4,3-5"] {
        agree(at::<NodeKayles>(text), at::<NodeKayles<Wide>>(text));
        agree(at::<ArcKayles>(text), at::<ArcKayles<Wide>>(text));
    }
    for text in ["1-2,2-3,3-4/1", "cycle 5", "1-2,1-3,1-4/2/3"] {
        agree(at::<Sided<Col>>(text), at::<Sided<Col<Wide>>>(text));
        agree(at::<Sided<Snort>>(text), at::<Sided<Snort<Wide>>>(text));
    }
}

#[test]
fn cram() {
    for size in ["1,9", "2,4", "3,4", "5,2"] {
        let all = agree(opened::<Cram>(size), opened::<Cram<Wide>>(size));
        let (one, other) = (opened::<Cram>(size).0, opened::<Cram<Wide>>(size).0);
        for (at, same) in all {
            let parts: Vec<_> = one
                .summands(&at)
                .iter()
                .map(|part| one.show(part))
                .collect();
            let same_parts = other.summands(&same);
            let same_parts: Vec<_> = same_parts.iter().map(|part| other.show(part)).collect();
            assert_eq!(parts, same_parts);
        }
    }
}

#[test]
fn games_of_left_and_right() {
    for size in ["1,8", "2,4", "3,3"] {
        agree(
            opened::<Sided<Domineering>>(size),
            opened::<Sided<Domineering<Wide>>>(size),
        );
        let all = agree(
            opened::<Sided<Clobber>>(size),
            opened::<Sided<Clobber<Wide>>>(size),
        );
        let (one, other) = (
            opened::<Sided<Clobber>>(size).0,
            opened::<Sided<Clobber<Wide>>>(size).0,
        );
        for (at, same) in all {
            let parts: Vec<_> = one
                .summands(&at)
                .iter()
                .map(|part| one.show(part))
                .collect();
            let same_parts = other.summands(&same);
            let same_parts: Vec<_> = same_parts.iter().map(|part| other.show(part)).collect();
            assert_eq!(parts, same_parts);
        }
    }
}
