//! GDL.
#![allow(dead_code, missing_docs)]
mod budget;
mod circuit;
mod components;
mod description;
mod expression;
mod fault;
mod formula;
mod grounding;
mod lists;
mod network;
mod plan;
mod rule;
mod term;
pub use fault::{Fault, Refusal};
pub fn probe(name: &str, text: &str) -> Result<String, Refusal> {
    let limits = bouton_core::Limits::default();
    let d = description::Description::of(name, text)?;
    let g = grounding::Ground::of(d, &limits)?;
    let n = network::Network::of(g, &mut budget::Budget::of(&limits))?;
    Ok(format!(
        "{} fluents {} moves {:?} nodes {} size {:?} next {}",
        n.fluents.len(),
        n.kept.iter().filter(|k| **k).count(),
        n.moves.each_ref().map(|m| m.len()),
        n.circuit.len(),
        n.size,
        n.next.len()
    ))
}
