//! The full-screen mode of `bouton play`: drawing, keys, and the solver thread.

mod figure;
mod history;
mod holder;
mod looks;
mod paint;
mod screen;
#[cfg(test)]
mod tests;
mod view;

use std::time::Duration;

use bouton::play::Play;
use ratatui::crossterm::event::{self, Event, KeyEventKind};

use self::looks::Looks;
use self::screen::Screen;
use crate::cli::options::HowArgs;

/// The interval between two checks of the solver thread.
const BEAT: Duration = Duration::from_millis(50);

/// Plays on the whole terminal until the person leaves.
pub(crate) fn run(play: Play, how: &HowArgs, colours: bool) -> anyhow::Result<()> {
    let looks = Looks::new(colours);
    let mut screen = Screen::new(play, how.clone())?;
    let mut terminal = ratatui::try_init()?;
    let result = (|| {
        while screen.goes_on() {
            screen.tick()?;
            terminal.draw(|frame| paint::paint(frame, &screen, looks))?;
            if event::poll(BEAT)?
                && let Event::Key(key) = event::read()?
                && key.kind != KeyEventKind::Release
            {
                match paint::fits(terminal.size()?) {
                    true => screen.key(key)?,
                    false => screen.leave(key),
                }
            }
        }
        Ok(())
    })();
    ratatui::try_restore()?;
    result
}
