//! [`Remote`]: a table whose bytes the page has: a file that a person picked, or one at an address.

use std::cell::RefCell;
use std::io;

use bouton_tables::Source;
use js_sys::{Function, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};

thread_local! {
    /// How the bytes of each table are read. A worker has one thread, but a table need not know that.
    static READERS: RefCell<Vec<Function>> = const { RefCell::new(Vec::new()) };
}

/// A table whose bytes are read by a function of the page.
#[derive(Debug)]
pub(crate) struct Remote {
    number: usize,
    length: u64,
}

impl Remote {
    pub(crate) fn new(length: u64, read: Function) -> Self {
        let number = READERS.with_borrow_mut(|readers| {
            readers.push(read);
            readers.len() - 1
        });
        Self { number, length }
    }
}

impl Source for Remote {
    fn length(&self) -> io::Result<u64> {
        Ok(self.length)
    }

    fn read(&self, bytes: &mut [u8], place: u64) -> io::Result<()> {
        let read = READERS.with_borrow(|readers| readers.get(self.number).cloned());
        let read = read.ok_or(io::ErrorKind::NotFound)?;
        let (place, count) = (place as f64, bytes.len() as f64);
        let there = read.call2(&JsValue::NULL, &place.into(), &count.into());
        let there = there.map_err(|error| io::Error::other(said(&error)))?;
        let there: Uint8Array = there
            .dyn_into()
            .map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?;
        if there.length() as usize != bytes.len() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        there.copy_to(bytes);
        Ok(())
    }
}

/// The sentence of an error of the page.
fn said(error: &JsValue) -> String {
    let error = error.dyn_ref::<js_sys::Error>();
    error.map_or_else(
        || "it cannot be read".into(),
        |error| error.message().into(),
    )
}
