//! [`Screen`]: the state of the screen, and the effects of keys.

use bouton::Error;
use bouton::Outcome;
use bouton::answers::Review;
use bouton::play::{Play, State, Valued};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::holder::{Done, Holder, Job};
use super::view::View;
use crate::cli::options::HowArgs;

/// A page of the list.
const PAGE: usize = 10;

pub(super) const WELCOME: &str =
    "Choose a move with the arrow keys and press Enter. ? shows all keys.";

/// A line of the list of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) name: String,
    /// The move for a reader: in words if it has some.
    pub(super) shown: String,
    /// The move in short, for a narrow list.
    pub(super) short: String,
    /// Its value if known: in words, the outcome, and whether it is a best move.
    pub(super) worth: Option<(String, Outcome, bool)>,
    /// The parts of the scene that it changes.
    pub(super) changes: Vec<usize>,
}

/// The screen.
pub(super) struct Screen {
    how: HowArgs,
    holder: Holder,
    pub(super) view: View,
    pub(super) selected: usize,
    /// A move that is being typed.
    pub(super) typed: Option<String>,
    /// Whether moves are shown with their values.
    pub(super) valued: bool,
    values: Option<Vec<Valued>>,
    /// The automatic jobs that were already started at this position.
    asked: Vec<Job>,
    /// The program was stopped while it was choosing its move.
    pub(super) stalled: bool,
    pub(super) said: String,
    pub(super) review: Option<Review>,
    pub(super) help: bool,
    left: bool,
}

impl Screen {
    pub(super) fn new(play: Play, how: HowArgs) -> Result<Self, Error> {
        Ok(Self {
            how,
            view: View::of(&play)?,
            holder: Holder::Here(Box::new(play)),
            selected: 0,
            typed: None,
            valued: false,
            values: None,
            asked: Vec::new(),
            stalled: false,
            said: WELCOME.into(),
            review: None,
            help: false,
            left: false,
        })
    }

    pub(super) fn goes_on(&self) -> bool {
        !self.left
    }

    /// The job of the thread, unless it runs in the background.
    pub(super) fn thinking(&self) -> Option<String> {
        match &self.holder {
            Holder::Away(work) if work.job != Job::Appraise => Some(work.progress()),
            _ => None,
        }
    }

    /// The moves as listed: best first where values are shown.
    pub(super) fn entries(&self) -> Vec<Entry> {
        let changes = |name: &str| {
            let choice = self
                .view
                .choices
                .iter()
                .find(|choice| choice.played.name == name);
            choice.map_or_else(Vec::new, |choice| choice.deed.parts())
        };
        match self.values.as_ref().filter(|_| self.valued) {
            Some(values) => {
                let entry = |Valued { mv, standing }: &Valued| Entry {
                    changes: changes(&mv.name),
                    worth: standing
                        .as_ref()
                        .map(|standing| (standing.end(), standing.outcome(), mv.best)),
                    shown: self.view.scene.called(mv.said()),
                    short: self.view.scene.called(&mv.name),
                    name: mv.name.clone(),
                };
                values.iter().map(entry).collect()
            }
            None => {
                let entry = |choice: &bouton::Choice| Entry {
                    shown: self.view.scene.called(choice.played.said()),
                    short: self.view.scene.called(&choice.played.name),
                    name: choice.played.name.clone(),
                    worth: None,
                    changes: choice.deed.parts(),
                };
                self.view.choices.iter().map(entry).collect()
            }
        }
    }

    /// Takes the result of a thread, and starts the next job.
    pub(super) fn tick(&mut self) -> anyhow::Result<()> {
        if let Some((job, result)) = self.holder.collect(false) {
            self.take(&job, result);
        }
        self.proceed()
    }

    /// Waits for the running thread.
    #[cfg(test)]
    pub(super) fn settle(&mut self) -> anyhow::Result<()> {
        self.proceed()?;
        while let Some((job, result)) = self.holder.collect(true) {
            self.take(&job, result);
            self.proceed()?;
        }
        Ok(())
    }

    fn take(&mut self, job: &Job, result: Result<Done, Error>) {
        match result {
            Ok(Done::Moved(chosen)) => {
                let name = self.view.scene.called(chosen.said());
                self.said = match chosen.remark() {
                    None => format!("The program plays “{name}”."),
                    Some(remark) => format!("The program plays “{name}” ({remark})."),
                };
            }
            Ok(Done::Values(values)) => {
                self.selected = 0;
                self.values = Some(values.moves);
                if let Some(remark) = values.remark {
                    self.said = format!("The moves were not all valued: {remark}.");
                }
            }
            Ok(Done::Said(words)) => self.said = words,
            Ok(Done::Appraised) => {}
            Ok(Done::Review(review)) => {
                let words = review.remarks().pop().unwrap_or_default();
                self.said = format!("{} {words}", self.said);
                self.review = Some(review);
                self.selected = 0;
            }
            Err(_) if *job == Job::Appraise => {}
            Err(error) => self.failed(job, &error),
        }
        self.look();
    }

    fn failed(&mut self, job: &Job, error: &Error) {
        self.said = error.to_string();
        match job {
            Job::Values => self.valued = false,
            Job::Answer => {
                self.stalled = true;
                self.said += ". Enter: think again; a: any move; s: change sides; u: undo.";
            }
            _ => {}
        }
    }

    /// Reads the game again if it is here.
    fn look(&mut self) {
        let Holder::Here(play) = &self.holder else {
            return;
        };
        let view = match View::of(play) {
            Ok(view) => view,
            Err(error) => {
                self.said = error.to_string();
                return;
            }
        };
        if (view.made.len(), &view.position) != (self.view.made.len(), &self.view.position) {
            (self.values, self.selected, self.stalled) = (None, 0, false);
            self.review = None;
            self.asked.clear();
        }
        self.view = view;
    }

    /// Starts automatic jobs: the program's move, shown values, the history, the review at the end.
    fn proceed(&mut self) -> anyhow::Result<()> {
        match self.holder {
            Holder::Here(_) => {}
            Holder::Away(_) => return Ok(()),
            Holder::Lost => anyhow::bail!("the solver failed on {}", self.view.position),
        }
        let known = self.view.worths.last().is_some_and(Option::is_some);
        match self.view.state {
            State::Over | State::Repeated => self.end(),
            State::Program if !self.stalled => self.start(Job::Answer),
            State::Person if self.valued && self.values.is_none() => self.start(Job::Values),
            _ if !known => self.once(Job::Appraise),
            _ => {}
        }
        Ok(())
    }

    /// Reports how it ended, and starts the review of the game.
    fn end(&mut self) {
        if self.view.made.is_empty() || self.asked.contains(&Job::Review) {
            return;
        }
        self.with_play(|play| play.result());
        self.once(Job::Review);
    }

    /// Starts a job that runs only once at a position.
    fn once(&mut self, job: Job) {
        if !self.asked.contains(&job) {
            self.asked.push(job.clone());
            self.start(job);
        }
    }

    fn start(&mut self, job: Job) {
        let how = match job {
            Job::Appraise | Job::Review => self.how.how(),
            _ => self.how.for_a_move(),
        };
        self.holder.start(job, how);
    }

    /// Applies a change to the game at once and shows the result. A background thread returns the game first.
    fn with_play(&mut self, act: impl FnOnce(&mut Play) -> Result<String, Error>) {
        if let Holder::Away(work) = &self.holder
            && work.job == Job::Appraise
        {
            work.cancel();
            self.holder.collect(true);
        }
        match &mut self.holder {
            Holder::Here(play) => {
                self.said = act(play).unwrap_or_else(|error| error.to_string());
                self.look();
            }
            _ => self.said = "The program is thinking: Esc stops it.".into(),
        }
    }

    /// Starts a long job.
    fn ask(&mut self, job: Job) {
        self.with_play(|_| Ok(String::new()));
        self.start(job);
    }

    /// Handles a key.
    pub(super) fn key(&mut self, key: KeyEvent) -> anyhow::Result<()> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match (key.code, &self.typed) {
            (KeyCode::Char('c'), _) if control && self.thinking().is_none() => self.left = true,
            (KeyCode::Char('c'), _) if control => self.escape(),
            (KeyCode::Esc, _) => self.escape(),
            (code, Some(_)) => self.typing(code),
            _ if self.help => self.help = false,
            (code, None) => self.command(code),
        }
        self.tick()
    }

    /// If the screen is too small, keys can only quit.
    pub(super) fn leave(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        self.left |= matches!(
            (key.code, control),
            (KeyCode::Char('q'), _) | (KeyCode::Char('c'), true)
        );
    }

    /// Closes a dialog, or stops the solver thread.
    fn escape(&mut self) {
        if self.typed.take().is_some() || std::mem::take(&mut self.help) {
            return;
        }
        if let Holder::Away(work) = &self.holder {
            work.cancel();
        }
    }

    fn typing(&mut self, code: KeyCode) {
        let Some(text) = &mut self.typed else { return };
        match code {
            KeyCode::Char(c) => text.push(c),
            KeyCode::Backspace => {
                text.pop();
            }
            KeyCode::Enter => {
                let typed = self.typed.take().unwrap_or_default();
                let text = self.view.scene.called(&typed);
                self.make(&text);
            }
            _ => {}
        }
    }

    fn command(&mut self, code: KeyCode) {
        match code {
            KeyCode::Char('q') => self.left = true,
            KeyCode::Char('?') => self.help = true,
            KeyCode::Char('/') => self.typed = Some(String::new()),
            KeyCode::Up | KeyCode::Char('k') => self.go(self.selected.saturating_sub(1)),
            KeyCode::Down | KeyCode::Char('j') => self.go(self.selected + 1),
            KeyCode::PageUp => self.go(self.selected.saturating_sub(PAGE)),
            KeyCode::PageDown => self.go(self.selected + PAGE),
            KeyCode::Home => self.go(0),
            KeyCode::End => self.go(usize::MAX),
            KeyCode::Enter => self.enter(),
            KeyCode::Char('v') => self.valued ^= true,
            KeyCode::Char('h') => self.ask(Job::Hint),
            KeyCode::Char('w') => self.ask(Job::Why),
            KeyCode::Char('e') => self.explain(),
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('s') => self.change_sides(),
            KeyCode::Char('l') => self.next_level(),
            KeyCode::Char('a') if self.stalled => self.with_play(|play| {
                let played = play.make_any()?;
                Ok(format!("For the program, unproved: {}.", played.said()))
            }),
            _ => {}
        }
    }

    /// Chooses a line of the list.
    fn go(&mut self, line: usize) {
        let lines = match &self.review {
            Some(review) => review.moves.len(),
            None => self.entries().len(),
        };
        self.selected = line.min(lines.saturating_sub(1));
    }

    /// Plays the chosen move, or lets the program think again.
    fn enter(&mut self) {
        if self.stalled {
            self.stalled = false;
        } else if let Some(entry) = self.chosen().filter(|_| self.view.state == State::Person) {
            self.make(&entry.name);
        }
    }

    /// The move under the cursor.
    pub(super) fn chosen(&self) -> Option<Entry> {
        self.entries()
            .into_iter()
            .nth(self.selected)
            .filter(|_| self.review.is_none())
    }

    fn make(&mut self, text: &str) {
        if self.view.state != State::Person {
            self.said = "It is not your move.".into();
            return;
        }
        self.with_play(|play| {
            play.make(text)?;
            let made = play.made().last().map(|made| made.shown.clone());
            Ok(format!("You play {}.", made.unwrap_or_default()))
        });
    }

    fn explain(&mut self) {
        if let Some(entry) = self.chosen() {
            self.ask(Job::Explain(entry.name));
        }
    }

    fn undo(&mut self) {
        self.with_play(|play| {
            let undone = play.undo()?;
            Ok(if undone {
                "Back to your last move."
            } else {
                "Nothing to undo."
            }
            .into())
        });
    }

    fn change_sides(&mut self) {
        self.with_play(|play| {
            play.change_sides();
            Ok("You have changed sides.".into())
        });
        self.stalled = false;
    }

    /// The next level of the game, the weakest after the strongest.
    fn next_level(&mut self) {
        self.with_play(|play| {
            let levels = play.levels()?;
            let now = play.level().to_string();
            let place = levels.iter().position(|name| *name == now);
            let next = place.map_or(0, |n| n + 1) % levels.len().max(1);
            let Some(name) = levels.get(next) else {
                return Ok(String::new());
            };
            play.set_level(name)?;
            let (number, count, plays) = (next + 1, levels.len(), play.plays());
            Ok(format!("Level {number} of {count}, {name}: {plays}."))
        });
    }
}
