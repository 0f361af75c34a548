//! [`Desk`]: where questions are put.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use bouton::tables::{Table, TableFiles};
use bouton_web::{FIXED, LastGame, Limits, Question, Reply};
use js_sys::Function;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::remote::Remote;
use crate::watch::watched;

/// A question may hold this many bytes.
const MEMORY: u64 = 1 << 30;

/// Where a worker of the page puts its questions. The game of the last one stays open.
#[wasm_bindgen]
#[derive(Default)]
pub struct Desk {
    /// A panic inside a question is caught by [`Question::answer`], which then closes the game: no broken game is seen later.
    last: AssertUnwindSafe<LastGame>,
}

/// An answer on its way to the page.
#[wasm_bindgen]
pub struct Sent(Reply);

#[wasm_bindgen]
impl Desk {
    /// A desk without tables.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        // Where nothing unwinds, the page hears at least what the fault was.
        #[cfg(panic = "abort")]
        std::panic::set_hook(Box::new(|panic| {
            wasm_bindgen::throw_str(&format!("fault: {panic}"));
        }));
        Self::default()
    }

    /// The answer to a question at an address, such as `/api/solve`, with parameters as in an address or a form. It takes at
    /// most this many seconds; `progress` is called from time to time with what is done and how much there is (0: unknown).
    pub fn ask(&mut self, path: &str, parameters: &str, seconds: f64, progress: Function) -> Sent {
        let question = match Question::read(path, parameters.as_bytes()) {
            Ok(question) => question,
            Err(refusal) => return Sent(refusal.into()),
        };
        let most = Duration::from_secs_f64(seconds.max(0.0));
        let limits = Limits {
            memory: Some(MEMORY),
            threads: Some(1),
            progress: watched(progress),
            ..Limits::within(question.query.time().map_or(most, |time| time.min(most)))
        };
        Sent(question.answer(&mut self.last, limits))
    }

    /// From now on answers from this table, too, where it has the position: `read(place, count)` gives its bytes, of which
    /// there are `length`.
    ///
    /// # Errors
    /// It is not a table, or is damaged: a sentence.
    pub fn table(&mut self, name: &str, length: f64, read: Function) -> Result<String, String> {
        let source = Remote::new(length as u64, read);
        let table = Table::of(name.as_ref(), Box::new(source)).map_err(|why| why.to_string())?;
        let contents = table.contents();
        let game = contents.game.clone();
        self.last.add(TableFiles::of([table]).offered());
        Ok(game)
    }
}

#[wasm_bindgen]
impl Sent {
    /// As in HTTP.
    #[wasm_bindgen(getter)]
    pub fn status(&self) -> u16 {
        self.0.head.status
    }

    /// The content type of the bytes.
    #[wasm_bindgen(getter)]
    pub fn mime(&self) -> String {
        self.0.head.mime.clone()
    }

    /// The name to save them under, if they are to be saved.
    #[wasm_bindgen(getter)]
    pub fn file(&self) -> Option<String> {
        self.0.head.file.clone()
    }

    /// Takes the bytes.
    pub fn bytes(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.0.bytes)
    }
}

/// Answers that do not change while the program runs, by their path.
#[wasm_bindgen]
#[allow(unreachable_pub, reason = "exported to scripts")]
pub fn fixed(path: &str) -> Option<String> {
    let found = FIXED.iter().find(|(other, _)| *other == path);
    found.map(|(_, text)| text().to_owned())
}
