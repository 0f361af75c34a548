//! Questions of a session: the look of the position.

use bouton_core::scene::{Scene, Slope};
use bouton_engine::Error;

use super::Session;

impl Session {
    /// The look of the position.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn scene(&self) -> Result<Scene, Error> {
        self.look(|face| face.scene())
    }

    /// The name of a family of positions with equal play, if the game defines one.
    pub fn family(&self) -> Option<String> {
        self.face.family()
    }

    /// The lines along which lost pairs of heaps lie, if the game knows them.
    pub fn slopes(&self) -> Vec<Slope> {
        self.face.slopes()
    }
}
