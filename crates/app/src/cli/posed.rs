//! [`Posed`]: a question of the library as arguments of a command.

use std::ops::Deref;

use bouton::questions::{Kind, Parameter, Question, Texts};
use clap::builder::{PossibleValuesParser, ValueParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

/// A question that is read from arguments: an option for each parameter, or a place for one that has none.
#[derive(Clone, Debug)]
pub(crate) struct Posed<Q>(pub(crate) Q);

impl<Q> Deref for Posed<Q> {
    type Target = Q;

    fn deref(&self) -> &Q {
        &self.0
    }
}

impl<Q: Question> Args for Posed<Q> {
    fn augment_args(command: Command) -> Command {
        command.args(Q::parameters().iter().map(argument))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<Q: Question> FromArgMatches for Posed<Q> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut given = Texts::default();
        for Parameter { name, kind, .. } in Q::parameters() {
            if kind == Kind::Flag {
                given.give(name, if matches.get_flag(name) { "1" } else { "0" });
                continue;
            }
            for text in matches.get_many::<String>(name).into_iter().flatten() {
                given.give(name, text);
            }
        }
        let read = Q::read(&given).map(Self);
        read.map_err(|error| clap::Error::raw(ErrorKind::ValueValidation, error))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn argument(parameter: &Parameter) -> Arg {
    let Parameter { name, kind, .. } = *parameter;
    let arg = Arg::new(name).help(parameter.about());
    let arg = match parameter.placed {
        true => arg.value_name(name.to_uppercase()),
        false => arg.long(parameter.option()),
    };
    if kind == Kind::Flag {
        return arg.action(ArgAction::SetTrue);
    }
    let arg = match (parameter.many, parameter.placed) {
        (true, true) => arg.num_args(0..),
        (true, false) => arg.action(ArgAction::Append),
        _ => arg,
    };
    let arg = match parameter.default {
        None => arg.required(parameter.needed),
        Some("") => arg,
        Some(default) => arg.default_value(default),
    };
    let arg = match parameter.value {
        _ if parameter.placed => arg,
        "TEXT" => arg.value_name(name.to_uppercase()),
        value => arg.value_name(value),
    };
    arg.allow_hyphen_values(kind != Kind::Flag && !(parameter.many && parameter.placed))
        .value_parser(read(kind))
}

fn read(kind: Kind) -> ValueParser {
    match kind {
        Kind::Text => ValueParser::string(),
        Kind::Word(words) => PossibleValuesParser::new(words).into(),
        _ => ValueParser::new(move |text: &str| match kind.fits(text) {
            true => Ok(text.to_owned()),
            false => Err(format!("expected {}, found {text:?}", kind.words())),
        }),
    }
}
