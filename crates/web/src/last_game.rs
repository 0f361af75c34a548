//! [`LastGame`]: keeps the game of a question open for the next one.

use bouton::tables::TableFiles;
use bouton::{Limits, Name, Open, Session, Terms};

use crate::query::Query;
use crate::refusal::Refusal;
use crate::routes::parameters::Named;

/// The game of the last question: the same game is not opened again, and its solvers keep what they found.
#[derive(Default)]
pub struct LastGame {
    held: Option<OpenSession>,
    /// The tables from which every game may be answered.
    tables: TableFiles,
    /// The limits of the current question.
    limits: Limits,
}

struct OpenSession {
    named: Named,
    /// Opened without a position, and never moved to one: the numbers of a position may be so large that no tables exist
    /// for it.
    anywhere: bool,
    session: Session,
}

/// The data besides the name: the rule file that came with the request.
#[cfg_attr(not(feature = "rules"), allow(unused_variables))]
pub(crate) fn terms(query: &Query) -> Terms {
    Terms {
        #[cfg(feature = "rules")]
        rules: query.named.rules.as_deref().map(Into::into),
        ..Terms::default()
    }
}

/// The game of a request, at its position or at any.
///
/// # Errors
/// If no game has the name, or it is that of a file that is not available.
pub(crate) fn named(query: &Query, position: Option<&str>) -> Result<Name, Refusal> {
    let Named { game, rules, .. } = &query.named;
    if rules.is_some() && !Name::read(game)?.runs_program(position) {
        let why = format!(
            "game: rules describe a game that is named like mine.py, mine.kif or mine.jsonl, found {game:?}"
        );
        return Err(Refusal::bad(why).of("game"));
    }
    let name = Name::read_for(game, &terms(query))?;
    no_file(&name, position)?;
    Ok(name)
}

/// The data besides a name that need not be that of a game here, within limits.
///
/// # Errors
/// If the name is that of a file that is not available.
pub(crate) fn terms_within(query: &Query, limits: &Limits) -> Result<Terms, Refusal> {
    let mut terms = terms(query);
    if let Ok(name) = Name::read_for(&query.named.game, &terms) {
        no_file(&name, None)?;
    }
    terms.limits = limits.clone();
    Ok(terms)
}

/// Clients of the server may not read files.
///
/// # Errors
/// If the name would open a file at that position.
fn no_file(name: &Name, position: Option<&str>) -> Result<(), Refusal> {
    if name.reads_files(position) {
        return Err(Refusal::bad(
            "games in files are opened on the command line, not here",
        ));
    }
    Ok(())
}

impl LastGame {
    /// None yet.
    pub fn with(tables: TableFiles) -> Self {
        Self {
            tables,
            ..Self::default()
        }
    }

    /// From now on files are read within these limits.
    pub(crate) fn within(&mut self, limits: &Limits) {
        self.limits = limits.clone();
    }

    /// From now on answers from these, too.
    pub fn add(&mut self, tables: TableFiles) {
        self.held = None;
        self.tables.add(tables);
    }

    /// The game of a question at its position, which answers name as typed, or at its usual start.
    ///
    /// # Errors
    /// If there is no such game or position.
    pub(crate) fn open(&mut self, query: &Query) -> Result<&mut Session, Refusal> {
        let position = query.named.position.as_deref();
        let kept = self.kept(query, position)?;
        let went = kept.and_then(|mut held| {
            held.anywhere = false;
            held.session.go(position?).is_ok().then_some(held)
        });
        let session = self.hold(query, went, false, |open| open.position(position).session())?;
        if let Some(typed) = position {
            session.name_position(typed)?;
        }
        Ok(session)
    }

    /// The game of a question at its position, at its usual start, or else at a good position to begin play at; the second result
    /// is true in the last case.
    ///
    /// # Errors
    /// If there is no such game or position.
    pub(crate) fn open_to_play(&mut self, query: &Query) -> Result<(&mut Session, bool), Refusal> {
        match self.open(query) {
            Ok(_) => Ok((self.open(query)?, false)),
            Err(refusal) if query.named.position.is_none() => {
                let session = self.hold(query, None, false, |open| open.to_play());
                session.map(|session| (session, true)).map_err(|_| refusal)
            }
            Err(refusal) => Err(refusal),
        }
    }

    /// The game of a request at any position, for queries that do not need a certain one.
    ///
    /// # Errors
    /// If there is no such game.
    pub(crate) fn open_anywhere(&mut self, query: &Query) -> Result<&mut Session, Refusal> {
        let kept = self.kept(query, None)?.filter(|held| held.anywhere);
        self.hold(query, kept, true, |open| open.anywhere())
    }

    /// The open game, if it is that of the request.
    fn kept(
        &mut self,
        query: &Query,
        position: Option<&str>,
    ) -> Result<Option<OpenSession>, Refusal> {
        named(query, position)?;
        let is_same = self.is_that_of(query);
        Ok(self.held.take().filter(|_| is_same))
    }

    /// Whether it is the game of a question.
    pub fn is_that_of(&self, query: &Query) -> bool {
        let asked = &query.named;
        self.held.as_ref().is_some_and(|OpenSession { named, .. }| {
            (&named.game, &named.rules, named.misere) == (&asked.game, &asked.rules, asked.misere)
        })
    }

    fn hold(
        &mut self,
        query: &Query,
        kept: Option<OpenSession>,
        anywhere: bool,
        open: impl FnOnce(Open<'_>) -> Result<Session, bouton::Error>,
    ) -> Result<&mut Session, Refusal> {
        let named = &query.named;
        let mut held = match kept {
            Some(held) => held,
            None => {
                let terms = Terms {
                    limits: self.limits.clone(),
                    ..terms(query)
                };
                let mut session = open(Open::game(&named.game).misere(named.misere).on(terms))?;
                self.tables.attach(&mut session)?;
                OpenSession {
                    named: named.clone(),
                    anywhere,
                    session,
                }
            }
        };
        if named.right {
            held.anywhere = false;
            held.session.right_first()?;
        }
        Ok(&mut self.held.insert(held).session)
    }

    /// Closes it.
    pub(crate) fn clear(&mut self) {
        self.held = None;
    }
}
