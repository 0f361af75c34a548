//! Calls a file's functions: each thread keeps a few machines, each of which has read the text of a file.
//!
//! The limits of a call are those of the interpreter, and those of the question are asked every some thousand steps.

use std::cell::RefCell;
use std::sync::Arc;

use bouton_language::{Machine, Value, taken, used};

use crate::fault::Trouble;
use crate::file::RuleFile;
use crate::request::{Reply, Request};

/// The number of machines that a thread keeps.
const KEPT: usize = 4;
/// A machine whose functions keep more bytes between calls, with `@cache`, reads the file again.
const WORN: usize = 1 << 27;

/// Steps of the interpreter that take as long as what solvers count as one unit of work.
const STEPS_A_UNIT: u64 = 4;

/// A machine that has read a file.
struct Reader {
    file: u64,
    machine: Machine,
    /// By [`Function::place`](crate::function::Function::place).
    functions: Vec<Option<Value>>,
    /// Bytes that calls have left behind.
    left: usize,
}

thread_local! {
    static READERS: RefCell<Vec<Reader>> = const { RefCell::new(Vec::new()) };
}

/// Keeps a machine that has read a file.
fn keep(file: &RuleFile, machine: Machine) {
    let functions = file.functions(&machine);
    READERS.with_borrow_mut(|readers| {
        if readers.len() == KEPT {
            readers.remove(0);
        }
        readers.push(Reader {
            file: file.id(),
            machine,
            functions,
            left: 0,
        });
    });
}

/// Passes a request to a file's functions.
pub(crate) fn ask(file: &Arc<RuleFile>, request: &Request) -> Result<Reply, Trouble> {
    let found = || READERS.with_borrow(|all| all.iter().rposition(|one| one.file == file.id()));
    let place = match found() {
        Some(place) => place,
        None => {
            keep(file, file.machine()?);
            READERS.with_borrow(Vec::len) - 1
        }
    };
    READERS.with_borrow_mut(|readers| {
        let reader = &mut readers[place];
        let (functions, before) = (&reader.functions, used());
        let reply = reader.machine.within(&file.allowed(), |machine| {
            request.answer(file, functions, machine)
        });
        file.count(taken() / STEPS_A_UNIT);
        reader.left += used().saturating_sub(before);
        if reader.left > WORN {
            readers.remove(place);
        }
        reply
    })
}
