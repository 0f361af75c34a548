//! Closing parentheses, calls, and braces with their lists.

use std::ops::Range;

use bouton_core::InputError;

use super::{Braces, Bracket, Function, Open, Parser, Part, PartId, Token, Unary};

impl Parser<'_> {
    /// Adds a complete operand to the open construct, and closes the construct on request. Returns whether this made
    /// another operand.
    pub(super) fn close_or_go_on(&mut self) -> Result<bool, InputError> {
        let base = self.top().operands;
        let item = (self.operands.len() > base).then(|| self.operands.pop().expect("there is one"));
        match self.top().what {
            Bracket::Statement => {
                self.open.pop();
                Ok(true)
            }
            Bracket::Parentheses => self.end_parentheses(item),
            Bracket::Call(..) => self.after_argument(item),
            Bracket::Braces(_) => self.after_option(item),
        }
    }

    fn end_parentheses(&mut self, item: Option<PartId>) -> Result<bool, InputError> {
        if !self.take(&Token::Close) {
            return Err(self.unexpected("\")\" or an operator"));
        }
        self.open.pop();
        self.operands.extend(item);
        self.apply_unary();
        Ok(true)
    }

    fn after_argument(&mut self, item: Option<PartId>) -> Result<bool, InputError> {
        let goes_on = self.take(&Token::Comma);
        if !goes_on && !self.take(&Token::Close) {
            return Err(self.unexpected("\",\", \")\" or an operator"));
        }
        let Open { what, start, .. } = self.top();
        let (Bracket::Call(function, arguments), start) = (what, *start) else {
            unreachable!("a call is open");
        };
        arguments.extend(item);
        if !goes_on {
            let (function, arguments) = (*function, std::mem::take(arguments));
            self.open.pop();
            self.call(function, arguments, start)?;
        }
        Ok(!goes_on)
    }

    fn after_option(&mut self, item: Option<PartId>) -> Result<bool, InputError> {
        let token = self.token().clone();
        let Open { what, start, .. } = self.top();
        let (Bracket::Braces(braces), start) = (what, *start) else {
            unreachable!("braces are open");
        };
        braces.comma = token == Token::Comma;
        let is_item = item.is_some();
        braces.list.extend(item);
        match token {
            Token::Comma if is_item => self.at += 1,
            Token::Slashes(count) => {
                braces.lists.push((std::mem::take(&mut braces.list), count));
                self.at += 1;
            }
            Token::CloseBrace => {
                let braces = std::mem::take(braces);
                self.at += 1;
                self.end_braces(braces, start)?;
                return Ok(true);
            }
            _ => return Err(self.unexpected("\",\", \"|\", \"}\" or an operator")),
        }
        Ok(false)
    }

    /// The call of a function with these values; a property takes one more value, before them.
    pub(super) fn call(
        &mut self,
        function: Function,
        mut arguments: Vec<PartId>,
        mut start: usize,
    ) -> Result<(), InputError> {
        let card = function.card();
        if arguments.len() < card.arguments && self.is_after_dot() {
            self.waiting.pop();
            let of = self.operands.pop().expect("a dot stands behind an operand");
            start = self.statement.parts[of].1.start;
            arguments.insert(0, of);
        }
        let span = start..self.tokens[self.at - 1].1.end;
        if arguments.len() != card.arguments {
            let message = format!(
                "expected {} for {}, found {}",
                values(card.arguments),
                card.name,
                arguments.len()
            );
            return Err(self.error(message, span));
        }
        self.add(Part::Call(function, arguments), span);
        self.apply_unary();
        Ok(())
    }

    fn end_braces(&mut self, braces: Braces, start: usize) -> Result<(), InputError> {
        let span = start..self.tokens[self.at - 1].1.end;
        self.open.pop();
        let Braces {
            quoted,
            plus_minus,
            name,
            lists,
            list,
            ..
        } = braces;
        if lists.is_empty() {
            if !plus_minus {
                let end = span.end - 1..span.end;
                return Err(self.error("expected \"|\" before \"}\"", end));
            }
            self.add(Part::PlusMinus(list), span);
        } else {
            let (left, right) = self.split(lists, list, &span)?;
            self.add(
                match name {
                    Some((_, number)) => Part::Cycle(number, left, right),
                    None if quoted => Part::Form(left, right),
                    None => Part::Game(left, right),
                },
                span.clone(),
            );
            if plus_minus {
                let game = self.operands.pop().expect("it was just added");
                self.add(Part::Unary(Unary::PlusMinus, game), span);
            }
        }
        if quoted && !self.take(&Token::Quote) {
            return Err(self.unexpected("\"'\" after the form"));
        }
        self.apply_unary();
        Ok(())
    }

    /// The sides of braces: split at the longest run of slashes.
    fn split(
        &mut self,
        lists: Vec<(Vec<PartId>, usize)>,
        last: Vec<PartId>,
        span: &Range<usize>,
    ) -> Result<(Vec<PartId>, Vec<PartId>), InputError> {
        // Left sides that wait for their right sides, with decreasing runs of slashes.
        let mut waiting: Vec<(Vec<PartId>, usize)> = Vec::new();
        for (mut list, run) in lists {
            while let Some((_, shorter)) = waiting.last()
                && *shorter < run
            {
                list = self.join(&mut waiting, list, span);
            }
            if waiting.last().is_some_and(|(_, same)| *same == run) {
                let slashes = "|".repeat(run.min(9));
                let message = format!(
                    "expected \"{slashes}\" once, found it twice: which splits first is not clear"
                );
                return Err(self.error(message, span.clone()));
            }
            waiting.push((list, run));
        }
        let mut right = last;
        while waiting.len() > 1 {
            right = self.join(&mut waiting, right, span);
        }
        let (left, _) = waiting.pop().expect("there is a slash");
        Ok((left, right))
    }

    /// The game of the last waiting left side and this right side, as a list of one.
    fn join(
        &mut self,
        waiting: &mut Vec<(Vec<PartId>, usize)>,
        right: Vec<PartId>,
        span: &Range<usize>,
    ) -> Vec<PartId> {
        let (left, _) = waiting.pop().expect("it was just looked at");
        self.statement
            .parts
            .push((Part::Game(left, right), span.clone()));
        vec![self.statement.parts.len() - 1]
    }
}

fn values(count: usize) -> String {
    match count {
        1 => "1 value".to_owned(),
        more => format!("{more} values"),
    }
}
