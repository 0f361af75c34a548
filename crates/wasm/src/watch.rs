//! How far a question is, told to the page while the worker is busy.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use bouton_core::limits::Progress;
use js_sys::{Date, Function};
use wasm_bindgen::JsValue;

/// Milliseconds between two words to the page.
const BEAT: f64 = 200.0;

thread_local! {
    /// The function that receives the progress of the current question.
    static HEARER: RefCell<Option<Function>> = const { RefCell::new(None) };
    static LAST: Cell<f64> = const { Cell::new(0.0) };
}

/// Progress of a new question, which calls this function.
pub(crate) fn watched(hearer: Function) -> Arc<Progress> {
    HEARER.set(Some(hearer));
    LAST.set(Date::now());
    Arc::new(Progress::watched(Arc::new(tell)))
}

fn tell(done: u64, total: u64) {
    let now = Date::now();
    if now - LAST.get() < BEAT {
        return;
    }
    LAST.set(now);
    HEARER.with_borrow(|hearer| {
        if let Some(hearer) = hearer {
            // A page that does not listen is no reason to stop.
            let _ = hearer.call2(
                &JsValue::NULL,
                &(done as f64).into(),
                &(total as f64).into(),
            );
        }
    });
}
