//! [`Desk`]: what a file asks of the program: the parameters given after its name, and `print`.

use std::cell::RefCell;
use std::rc::Rc;
use std::vec::IntoIter;

use bouton_language::{Error, Host, Value};

use crate::notation::written;
use crate::printing;

/// A parameter that a file asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its default, as a literal.
    pub default: String,
}

/// The parameters of a file that is being read, returned in the order in which the file asks for them.
#[derive(Debug)]
pub(crate) struct Given {
    pub(crate) left: IntoIter<String>,
    pub(crate) asked: Vec<Parameter>,
    /// Whether this file was read before: what it prints then is known.
    is_known: bool,
}

/// The parameters while a file is read; nothing while its functions are called.
#[derive(Clone, Debug)]
pub(crate) struct Desk(Rc<RefCell<Option<Given>>>);

impl Desk {
    pub(crate) fn of(parameters: Option<&str>, is_known: bool) -> Self {
        let given = parameters.map(|text| text.split(',').map(|item| item.trim().to_owned()));
        Self(Rc::new(RefCell::new(Some(Given {
            left: given.into_iter().flatten().collect::<Vec<_>>().into_iter(),
            asked: Vec::new(),
            is_known,
        }))))
    }

    /// Ends the reading.
    pub(crate) fn take(&self) -> Option<Given> {
        self.0.take()
    }
}

impl Host for Desk {
    fn print(&mut self, line: &str) {
        if !self.0.borrow().as_ref().is_some_and(|given| given.is_known) {
            printing::print(line);
        }
    }

    fn parameter(&mut self, name: &str, default: &Value) -> Result<Value, Error> {
        let mut given = self.0.borrow_mut();
        let given = given.as_mut().ok_or_else(|| {
            Error::new("parameter is called outside of functions, while the file is read")
        })?;
        given.asked.push(Parameter {
            name: name.to_owned(),
            default: written(default),
        });
        let Some(items) = default.items() else {
            let text = given.left.next();
            return text.map_or_else(|| Ok(default.clone()), |text| alike(name, default, &text));
        };
        if given.left.len() == 0 {
            return Ok(default.clone());
        }
        let first = items.first().unwrap_or(&Value::Int(0));
        let read = given.left.by_ref().map(|text| alike(name, first, &text));
        let read = read.collect::<Result<Vec<_>, _>>()?;
        match default {
            Value::Tuple(_) => Value::tuple(read),
            _ => Value::list(read),
        }
    }
}

/// The value of a text, of the type of a default.
fn alike(name: &str, default: &Value, text: &str) -> Result<Value, Error> {
    match default {
        Value::Str(_) => Value::str(text),
        Value::Int(_) | Value::Big(_) => text.parse().map(Value::Int).map_err(|_| {
            Error::new(format!(
                "parameter {name:?} is a whole number, found {text:?}"
            ))
        }),
        _ => Err(Error::new(format!(
            "the default of parameter {name:?} must be an int, a string, or a list of ints or of strings"
        ))),
    }
}
