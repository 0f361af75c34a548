//! GDL.
#![allow(dead_code, missing_docs)]
mod budget;
mod circuit;
mod components;
mod description;
mod effects;
mod expression;
mod fault;
mod formula;
mod game;
mod grounding;
mod groups;
mod height;
mod implied;
mod layout;
mod lists;
mod look;
mod machine;
mod network;
mod notation;
mod opened;
mod packed;
mod plan;
mod plays;
mod program;
mod rule;
mod term;
mod turns;
mod worth;
pub use fault::{Fault, Refusal};
pub use game::{Effect, Gdl, Valued};
pub use opened::{Opened, open};
pub use packed::Packed;
pub use worth::Aim;
pub fn probe(name: &str, text: &str) -> Result<String, Refusal> {
    let limits = bouton_core::Limits::default();
    let m = machine::Machine::of(name, text, None, &limits)?;
    let n = &m.network;
    let exact = m.fields.iter().filter(|f| f.exact).count();
    Ok(format!(
        "{} kept {} moves {:?} nodes {} fields {} exact {} turns {} worth {:?} bits {}",
        n.fluents.len(),
        n.kept.iter().filter(|k| **k).count(),
        n.moves.each_ref().map(|m| m.len()),
        n.circuit.len(),
        m.fields.len(),
        exact,
        m.turns.group().is_some(),
        m.worth,
        m.probe()
    ))
}
