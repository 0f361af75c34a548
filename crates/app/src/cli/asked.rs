//! The arguments that `bouton solve` and `bouton moves` share: positions, how to answer, and where to write the proof.

use super::certificate::CertificateArg;
use super::options::{GameArg, HowArgs, PositionsArg, TableArgs};
use super::subject::Subject;

#[derive(clap::Args)]
pub(super) struct Asked {
    #[command(flatten)]
    pub(super) game: GameArg,
    #[command(flatten)]
    pub(super) position: PositionsArg,
    #[command(flatten)]
    pub(super) how: HowArgs,
    #[command(flatten)]
    pub(super) certificate: CertificateArg,
    #[command(flatten)]
    pub(super) tables: TableArgs,
    /// Answer with one JSON object on one line
    #[arg(long)]
    pub(super) json: bool,
}

impl Asked {
    /// The subject, with these fields of a JSON answer.
    pub(super) fn subject(&self, fields: &'static [&'static str]) -> Subject<'_> {
        Subject::of(&self.game)
            .at(self.position.position.as_ref())
            .by(&self.how)
            .told(self.json, fields)
    }
}
