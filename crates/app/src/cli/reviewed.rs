//! What a review says in words, in a dialogue and on the screen of `play`.

use bouton::experiment::Review;

/// The moves that were not best, and the one after which the outcome was another.
pub(crate) fn reviewed(review: &Review) -> Vec<String> {
    let slips = review
        .moves
        .iter()
        .enumerate()
        .filter(|(_, step)| !step.is_best);
    let mut words: Vec<_> = slips
        .map(|(n, step)| {
            format!(
                "move {}, {}: from {} to {}; better was {}",
                n + 1,
                step.name,
                step.before,
                step.after,
                some(&step.best)
            )
        })
        .collect();
    words.push(match review.turning_point {
        Some(n) => format!(
            "The outcome turned at move {n}: {}.",
            review.moves[n - 1].name
        ),
        None if words.is_empty() => "Every move was best.".into(),
        None => "No move changed the outcome.".into(),
    });
    words
}

/// The first few of the best moves.
fn some(best: &[String]) -> String {
    let shown = best
        .iter()
        .take(3)
        .cloned()
        .collect::<Vec<_>>()
        .join(" or ");
    match best.len() {
        0..=3 => shown,
        more => format!("{shown} or {} others", more - 3),
    }
}
