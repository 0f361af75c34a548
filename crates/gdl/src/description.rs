//! [`Description`]: a GDL text as rules, each checked.

use std::ops::Range;
use std::sync::Arc;

use bouton_core::Meter;
use bouton_core::hashing::FastMap;

use crate::expression::{Expression, Form, read};
use crate::fault::{Fault, Refusal, Source};
use crate::formula::{Formula, Normal, Place};
use crate::rule::{
    Atom, BASE, DOES, INPUT, KEYWORDS, Literal, Pattern, Predicate, Rule, TRUE, Variable,
};
use crate::term::{Symbol, Terms};

/// The most arguments of a term.
const WIDEST: usize = 1_000;

/// The rules of a game in the form of the text, with every `or` resolved.
#[derive(Clone, Debug)]
pub(crate) struct Description {
    pub(crate) source: Source,
    pub(crate) terms: Terms,
    pub(crate) predicates: Vec<Named>,
    pub(crate) rules: Vec<Rule>,
}

/// A predicate.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    pub(crate) symbol: Symbol,
    arity: usize,
    /// Its first occurrence; `None` for a keyword.
    span: Option<Range<usize>>,
}

impl Description {
    /// Reads a text; `name` is the name of the file.
    pub(crate) fn of(name: &str, text: &str, meter: &mut Meter<'_>) -> Result<Self, Refusal> {
        let source = Source {
            name: Arc::from(name),
            text: Arc::from(text),
        };
        let mut reader = Reader::new(&source);
        for expression in read(&source, meter)? {
            let before = reader.rules.len();
            reader.sentence(&expression)?;
            let made = reader.rules[before..].iter();
            meter.spend(made.map(|rule| 8 + rule.body.len()).sum())?;
        }
        let (terms, predicates) = (reader.terms, reader.predicates);
        let mut rules = reader.rules;
        let asks = |rule: &Rule| rule.body.iter().filter_map(Literal::atom).any(is_hint);
        if !rules.iter().any(asks) {
            rules.retain(|rule| !is_hint(&rule.head));
        }
        for rule in &rules {
            meter.spend(1 + rule.body.len())?;
            rule.safe(&source)?;
        }
        Ok(Self {
            source,
            terms,
            predicates,
            rules,
        })
    }

    pub(crate) fn name_of(&self, predicate: Predicate) -> &str {
        self.terms.name(self.predicates[predicate as usize].symbol)
    }
}

/// Whether it is `base` or `input`, which repeat information of the other rules.
fn is_hint(atom: &Atom) -> bool {
    matches!(atom.predicate, BASE | INPUT)
}

struct Reader<'s> {
    source: &'s Source,
    terms: Terms,
    predicates: Vec<Named>,
    by_symbol: FastMap<Symbol, Predicate>,
    rules: Vec<Rule>,
    /// The variables of the rule being read.
    variables: Vec<(String, Range<usize>)>,
}

impl<'s> Reader<'s> {
    fn new(source: &'s Source) -> Self {
        let mut terms = Terms::default();
        let keyword = |(name, arity): (&str, usize)| Named {
            symbol: terms.symbol(name),
            arity,
            span: None,
        };
        let predicates: Vec<_> = KEYWORDS.into_iter().map(keyword).collect();
        let by_symbol = predicates
            .iter()
            .zip(0..)
            .map(|(known, n)| (known.symbol, n));
        Self {
            source,
            by_symbol: by_symbol.collect(),
            predicates,
            terms,
            rules: Vec::new(),
            variables: Vec::new(),
        }
    }

    fn fault(&self, at: &Expression, message: impl Into<String>) -> Fault {
        Fault::at(self.source, at.span.clone(), message)
    }

    /// A rule `(<= head condition …)`, or a fact.
    fn sentence(&mut self, expression: &Expression) -> Result<(), Fault> {
        self.variables.clear();
        let Form::List(items) = &expression.form else {
            let message =
                "expected a rule (<= head condition …) or a fact in brackets, found a word";
            return Err(self.fault(expression, message));
        };
        if items.first().and_then(Expression::word) != Some("<=") {
            let head = self.head(expression)?;
            return self.put(head, Formula::All(Vec::new()), expression);
        }
        let Some(head) = items.get(1) else {
            return Err(self.fault(expression, "expected a head after <="));
        };
        let head = self.head(head)?;
        let body = items[2..].iter().map(|item| self.formula(item, true));
        let body = Formula::All(body.collect::<Result<_, _>>()?);
        self.put(head, body, expression)
    }

    fn head(&mut self, expression: &Expression) -> Result<Atom, Fault> {
        if let Some(word @ ("or" | "and" | "not" | "distinct" | "<=")) =
            expression.headed().map(|(word, _)| word)
        {
            let message = format!("{word} cannot be the head of a rule");
            return Err(self.fault(expression, message));
        }
        let head = self.atom(expression)?;
        let advice = match head.predicate {
            TRUE => "init (at the start) or next (after a move)",
            DOES => "legal",
            _ => return Ok(head),
        };
        let message = format!(
            "{} comes from play and cannot be the head of a rule: {advice} is meant",
            KEYWORDS[head.predicate as usize].0
        );
        Err(self.fault(expression, message))
    }

    /// A condition, or its negation unless `holds`.
    fn formula(&mut self, expression: &Expression, holds: bool) -> Result<Formula, Fault> {
        let Some((word, rest)) = expression.headed() else {
            let message = "expected a condition: a predicate with its arguments";
            return Err(self.fault(expression, message));
        };
        let listed = expression.word().is_none();
        match word {
            "not" if listed => {
                let [denied] = rest else {
                    let message = format!("not takes one condition, found {}", rest.len());
                    return Err(self.fault(expression, message));
                };
                self.formula(denied, !holds)
            }
            "and" | "or" if listed => {
                let parts = rest.iter().map(|part| self.formula(part, holds));
                let parts = parts.collect::<Result<_, _>>()?;
                let all = (word == "and") == holds;
                Ok(if all {
                    Formula::All(parts)
                } else {
                    Formula::Any(parts)
                })
            }
            "distinct" if listed => self.distinct(expression, rest, holds),
            _ => {
                let atom = self.atom(expression)?;
                let literal = if holds {
                    Literal::Holds
                } else {
                    Literal::Fails
                };
                Ok(Formula::Literal(literal(atom)))
            }
        }
    }

    fn distinct(
        &mut self,
        expression: &Expression,
        rest: &[Expression],
        holds: bool,
    ) -> Result<Formula, Fault> {
        let [one, other] = rest else {
            let message = format!("distinct compares two terms, found {}", rest.len());
            return Err(self.fault(expression, message));
        };
        let (one, other) = (self.pattern(one)?, self.pattern(other)?);
        let literal = if holds {
            Literal::Differ
        } else {
            Literal::Same
        };
        Ok(Formula::Literal(literal(one, other)))
    }

    fn atom(&mut self, expression: &Expression) -> Result<Atom, Fault> {
        let Some((word, rest)) = expression.headed() else {
            let message = "expected a predicate with its arguments";
            return Err(self.fault(expression, message));
        };
        self.is_a_name(word, expression)?;
        if word == "sees" {
            let message = "sees belongs to GDL-II, for games with hidden information; only games of perfect information are solved here";
            return Err(self.fault(expression, message));
        }
        let symbol = self.terms.symbol(word);
        let arguments = self.arguments(rest, expression)?;
        let predicate = self.predicate(symbol, arguments.len(), expression)?;
        Ok(Atom {
            predicate,
            pattern: Pattern::of(&mut self.terms, symbol, arguments),
        })
    }

    fn is_a_name(&self, word: &str, expression: &Expression) -> Result<(), Fault> {
        if word.starts_with('?') {
            let message = format!(
                "the variable {word} cannot stand for a name before arguments or for a condition"
            );
            return Err(self.fault(expression, message));
        }
        if matches!(word, "<=" | "not" | "or" | "and" | "distinct") {
            let message = format!("{word} has no meaning here");
            return Err(self.fault(expression, message));
        }
        Ok(())
    }

    fn predicate(
        &mut self,
        symbol: Symbol,
        arity: usize,
        expression: &Expression,
    ) -> Result<Predicate, Fault> {
        let Some(predicate) = self.by_symbol.get(&symbol) else {
            let predicate = self.predicates.len() as Predicate;
            self.predicates.push(Named {
                symbol,
                arity,
                span: Some(expression.span.clone()),
            });
            self.by_symbol.insert(symbol, predicate);
            return Ok(predicate);
        };
        let known = &self.predicates[*predicate as usize];
        if known.arity == arity {
            return Ok(*predicate);
        }
        let name = self.terms.name(symbol);
        let elsewhere = match &known.span {
            None => "by the language".to_owned(),
            Some(span) => format!("in {}", self.source.line(span)),
        };
        let message = format!(
            "{name} has {}, but {elsewhere} {}",
            counted(arity),
            known.arity
        );
        Err(self.fault(expression, message))
    }

    fn pattern(&mut self, expression: &Expression) -> Result<Pattern, Fault> {
        let Some((word, rest)) = expression.headed() else {
            let message = "expected a name before the arguments";
            return Err(self.fault(expression, message));
        };
        if expression.word().is_some() && word.starts_with('?') {
            return Ok(Pattern::Variable(self.variable(word, expression)?));
        }
        self.is_a_name(word, expression)?;
        let symbol = self.terms.symbol(word);
        let arguments = self.arguments(rest, expression)?;
        Ok(Pattern::of(&mut self.terms, symbol, arguments))
    }

    fn arguments(
        &mut self,
        arguments: &[Expression],
        expression: &Expression,
    ) -> Result<Vec<Pattern>, Fault> {
        if arguments.len() > WIDEST {
            let message = format!("a term may have at most {WIDEST} arguments");
            return Err(self.fault(expression, message));
        }
        arguments
            .iter()
            .map(|argument| self.pattern(argument))
            .collect()
    }

    fn variable(&mut self, word: &str, expression: &Expression) -> Result<Variable, Fault> {
        let known = self.variables.iter().position(|(name, _)| name == word);
        let place = known.unwrap_or_else(|| {
            let span = expression.span.clone();
            self.variables.push((word.to_owned(), span));
            self.variables.len() - 1
        });
        let most = format!("a rule may have at most {} variables", Variable::MAX);
        Variable::try_from(place).map_err(|_| self.fault(expression, most))
    }

    /// Adds the rules of a head and a body.
    fn put(&mut self, head: Atom, body: Formula, expression: &Expression) -> Result<(), Fault> {
        let place = Place {
            variables: self.variables.clone(),
            span: expression.span.clone(),
        };
        let mut normal = Normal::of(head, body, &place, self.predicates.len() as Predicate);
        normal
            .resolve(&mut self.terms)
            .map_err(|message| self.fault(expression, message))?;
        for symbol in normal.names {
            self.predicates.push(Named {
                symbol,
                arity: 0,
                span: None,
            });
        }
        self.rules.append(&mut normal.rules);
        Ok(())
    }
}

fn counted(arguments: usize) -> String {
    match arguments {
        1 => "1 argument here".to_owned(),
        n => format!("{n} arguments here"),
    }
}
