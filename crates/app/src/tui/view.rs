//! [`View`]: the data of a game that the screen shows, copied from the model so that it can be shown while a thread thinks.

use bouton::Choice;
use bouton::Error;
use bouton::answers::PositionValue;
use bouton::play::{Made, Play, Player, State};
use bouton::scene::Scene;

/// The most moves that are listed; others can be typed.
pub(super) const MOST_LISTED: usize = 1000;

/// The present state of the game.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub(super) game: String,
    pub(super) position: String,
    pub(super) scene: Scene,
    pub(super) choices: Vec<Choice>,
    /// Whether there are moves that are not listed.
    pub(super) more: bool,
    pub(super) state: State,
    pub(super) program: Player,
    pub(super) level: String,
    /// Points of the first and of the second player, in a game of points.
    pub(super) totals: Option<[i128; 2]>,
    pub(super) worths: Vec<Option<PositionValue>>,
    pub(super) made: Vec<Made>,
}

impl View {
    pub(super) fn of(play: &Play) -> Result<Self, Error> {
        let mut choices = play.choices(MOST_LISTED + 1)?;
        let more = choices.len() > MOST_LISTED;
        choices.truncate(MOST_LISTED);
        Ok(Self {
            game: play.game().to_owned(),
            position: play.position().to_owned(),
            scene: play.scene()?,
            choices,
            more,
            state: play.state(),
            program: play.program(),
            level: play.level().to_string(),
            totals: play.score(),
            worths: play.worths().to_vec(),
            made: play.made().to_vec(),
        })
    }

    /// The name of a player.
    pub(super) fn called(&self, player: Player) -> &'static str {
        if player == self.program {
            "program"
        } else {
            "you"
        }
    }
}
