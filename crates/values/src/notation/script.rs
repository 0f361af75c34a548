//! The two scripts in which values are written.

use std::fmt::Write;
use std::sync::Arc;

use super::Place;
use crate::arena::Value;
use crate::infinitesimal::Uptimal;
use crate::number::Number;

/// A piece of a value's text.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    Value(Value, Place),
    Uptimal(Arc<Uptimal>),
    Number(Number),
    Slashes(u8),
    Comma,
    Open,
    Close,
    OpenBrace,
    CloseBrace,
    Plus,
    PlusMinus,
    Tiny,
    Miny,
    EndOfSubscript,
}

/// The script in which pieces are written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Script {
    Plain,
    Latex,
}

impl Script {
    pub(super) fn length(self, piece: &Piece) -> usize {
        let mut text = String::new();
        self.write(piece, &mut text);
        text.len()
    }

    pub(super) fn write(self, piece: &Piece, text: &mut String) {
        let (plain, latex) = match piece {
            Piece::Value(..) => unreachable!("a value is taken apart before it is written"),
            Piece::Uptimal(uptimal) => return self.uptimal(uptimal, text),
            Piece::Number(x) => return self.number(x, text),
            Piece::Slashes(count) => (&"||||"[..(*count).into()], latex_slashes(*count)),
            Piece::Comma => (",", ","),
            Piece::Open => ("(", "("),
            Piece::Close => (")", ")"),
            Piece::OpenBrace => ("{", "\\{"),
            Piece::CloseBrace => ("}", "\\}"),
            Piece::Plus => (" + ", " + "),
            Piece::PlusMinus => ("+-", "\\pm "),
            Piece::Tiny => ("Tiny(", "{+}_{"),
            Piece::Miny => ("Miny(", "{-}_{"),
            Piece::EndOfSubscript => (")", "}"),
        };
        text.push_str(match self {
            Self::Plain => plain,
            Self::Latex => latex,
        });
    }

    fn number(self, x: &Number, text: &mut String) {
        let (m, e) = x.parts();
        // Writing to a string cannot fail.
        let _ = match self {
            Self::Latex if e > 0 => {
                let sign = if x.sign().is_lt() { "-" } else { "" };
                write!(
                    text,
                    "{sign}\\frac{{{}}}{{{}}}",
                    m.magnitude(),
                    num_bigint::BigUint::from(1u32) << e
                )
            }
            _ => write!(text, "{x}"),
        };
    }

    fn uptimal(self, uptimal: &Uptimal, text: &mut String) {
        let Uptimal {
            number,
            nimber,
            coefficients,
        } = uptimal;
        if *number != Number::ZERO || (*nimber == 0 && coefficients.is_empty()) {
            self.number(number, text);
        }
        self.ups(coefficients, text);
        let star = match self {
            Self::Plain => "*",
            Self::Latex => "{\\ast}",
        };
        text.push_str(if *nimber > 0 { star } else { "" });
        if *nimber > 1 {
            let _ = write!(text, "{nimber}");
        }
    }

    /// n·↑, ↑ᵏ or ↑\[k\].
    fn ups(self, coefficients: &[i64], text: &mut String) {
        let Some(last) = coefficients.last() else {
            return;
        };
        let (single, double) = match (self, *last > 0) {
            (Self::Plain, true) => ("^", "^^"),
            (Self::Plain, false) => ("v", "vv"),
            (Self::Latex, true) => ("{\\uparrow}", "{\\Uparrow}"),
            (Self::Latex, false) => ("{\\downarrow}", "{\\Downarrow}"),
        };
        let length = coefficients.len();
        let written = match (length, last.unsigned_abs()) {
            (1, 1) => single.to_owned(),
            (1, 2) => double.to_owned(),
            (1, times) => format!("{single}{times}"),
            _ if coefficients[0] == 0 => match self {
                Self::Plain => format!("{single}<{length}>"),
                Self::Latex => format!("{single}^{{{length}}}"),
            },
            _ => match self {
                Self::Plain => format!("{single}[{length}]"),
                Self::Latex => format!("{single}^{{[{length}]}}"),
            },
        };
        text.push_str(&written);
    }
}

fn latex_slashes(count: u8) -> &'static str {
    match count {
        1 => " \\mid ",
        2 => " \\parallel ",
        3 => " \\mid\\mid\\mid ",
        _ => " \\mid\\mid\\mid\\mid ",
    }
}
