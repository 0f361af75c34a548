//! `bouton verify`: checks a certificate with code of its own.

use std::path::PathBuf;

use anyhow::Context;
use serde::Serialize;

use super::output::{json, line};
use crate::status::Status;

/// Check a certificate with code that shares nothing with the search
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The certificate
    file: PathBuf,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Verified {
    valid: bool,
    claim: Option<String>,
    checked: Vec<String>,
    error: Option<String>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let path = args.file.display();
    let text =
        std::fs::read_to_string(&args.file).with_context(|| format!("cannot read {path}"))?;
    let verified = match text.lines().next() {
        Some(bouton_verify::LAW_HEADER) => law(&text),
        Some(bouton_verify::PERIOD_HEADER) => period(&text),
        _ => anyhow::bail!("{path} is no certificate that is known here"),
    };
    if args.json {
        json(&verified)?;
    } else {
        verified.tell()?;
    }
    Ok(if verified.valid {
        Status::Answered
    } else {
        Status::Refuted
    })
}

fn law(text: &str) -> Verified {
    match bouton_verify::check_law(text) {
        Ok(checked) => Verified {
            valid: true,
            claim: Some(checked.claim),
            checked: checked.conditions,
            error: None,
        },
        Err(error) => Verified {
            valid: false,
            claim: None,
            checked: Vec::new(),
            error: Some(error.to_string()),
        },
    }
}

fn period(text: &str) -> Verified {
    match bouton_verify::check_period(text) {
        Ok(checked) => Verified {
            valid: true,
            claim: Some(checked.claim),
            checked: checked.conditions,
            error: None,
        },
        Err(error) => Verified {
            valid: false,
            claim: None,
            checked: Vec::new(),
            error: Some(error.to_string()),
        },
    }
}

impl Verified {
    fn tell(&self) -> anyhow::Result<()> {
        if let Some(error) = &self.error {
            return line(format!("not valid: {error}"));
        }
        line(format!(
            "valid: {}",
            self.claim.as_deref().unwrap_or_default()
        ))?;
        self.checked
            .iter()
            .try_for_each(|condition| line(format!("  checked: {condition}")))
    }
}
