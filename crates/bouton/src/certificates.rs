//! Certificates of positions: a certificate claims the results and proves them by the moves of solvers, so that
//! [`verify`](fn@crate::verify) can follow them by the text of the game.

mod value;

use std::io::Write;

use bouton_answers::Answer;
use bouton_core::solver::Field;
use bouton_core::{Limits, Outcome};
use bouton_engine::Error;
use bouton_names::{Name, Source, Terms, full_name};
use bouton_verify::position::{
    Claim, Guide, Language, Offered, Played, Question, Text, Value, certify, may_believe, opens,
};
use bouton_verify::{Bounds, POSITION_HEADER, Refusal};

use crate::open::Open;
use crate::session::{How, Session, Value as Found};

pub(crate) use value::listed;
pub use value::write_value;

/// The results for one position of a session's game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownBounds {
    /// The position, in the game's notation.
    pub position: String,
    /// The bounds of its value, both included: margins, or 1, 0, -1 for won, drawn, lost.
    pub bounds: [Option<i128>; 2],
    /// Its Grundy value.
    pub grundy: Option<u64>,
    /// Plies to the end, if it is won or lost.
    pub plies: Option<u32>,
}

impl KnownBounds {
    /// The results in an answer to a session's position; `None` if it has none.
    pub fn of(session: &Session, answer: &Answer) -> Result<Option<Self>, Error> {
        let number = bouton_answers::Whole::to_i128;
        let value = match (&answer.margin, answer.outcome) {
            (Some(margin), _) => number(margin),
            (None, outcome) => outcome.map(rank),
        };
        let bounds = match (&answer.bounds, value) {
            (Some(bounds), _) => [number(&bounds[0]), number(&bounds[1])],
            (None, Some(value)) => [Some(value); 2],
            (None, None) => [None; 2],
        };
        let grundy = answer.grundy.as_ref();
        let known = Self {
            position: session.position()?,
            bounds,
            plies: answer.remoteness,
            grundy: grundy
                .and_then(number)
                .and_then(|grundy| u64::try_from(grundy).ok()),
        };
        let tells = known.grundy.is_some() || known.bounds != [None; 2];
        Ok(tells.then_some(known))
    }

    /// The results for the session's position, from its value.
    fn here(session: &mut Session, how: &How) -> Result<Self, Error> {
        let value = session.value(how)?;
        let narrow = |grundy: bouton_answers::Whole| u64::try_from(grundy.to_i128()?).ok();
        Ok(Self {
            position: session.position()?,
            bounds: [Some(value.margin.unwrap_or_else(|| rank(value.outcome))); 2],
            plies: value.remoteness,
            grundy: value.grundy.and_then(narrow),
        })
    }

    /// The results for the positions after moves from a session's position: after every move, or after the named ones.
    ///
    /// # Errors
    /// As for [`Session::moves`]; also if no move has the name.
    pub fn after(
        session: &mut Session,
        moves: Option<&[String]>,
        how: &How,
    ) -> Result<Vec<Self>, Error> {
        let here = session.position()?;
        let every = || -> Result<Vec<String>, Error> {
            let choices = session.choices(usize::MAX)?;
            Ok(choices
                .into_iter()
                .map(|choice| choice.played.name)
                .collect())
        };
        let names = moves.map_or_else(every, |moves| Ok(moves.to_vec()))?;
        let mut known = Vec::new();
        for name in names {
            session.play(&name)?;
            known.push(Self::here(session, how)?);
            session.go(&here)?;
        }
        Ok(known)
    }

    /// The evidence that a move at a position is not best.
    ///
    /// # Errors
    /// As for [`Session::moves`].
    pub fn of_mistake(
        session: &mut Session,
        position: &str,
        mv: &str,
        how: &How,
    ) -> Result<Vec<Self>, Error> {
        session.go(position)?;
        let before = Self::here(session, how)?;
        let after = Self::after(session, Some(&[mv.to_owned()]), how)?;
        Ok(std::iter::once(before).chain(after).collect())
    }

    /// The weakest claims that suffice: a win is at least a win; with the plies, if requested.
    fn claims(&self, ends: [i128; 2], timed: bool) -> Vec<Claim> {
        let narrow = |value: i128| i64::try_from(value).ok();
        let [low, high] = self.bounds;
        let low = low.filter(|low| *low > ends[0]).and_then(narrow);
        let high = high.filter(|high| *high < ends[1]).and_then(narrow);
        let plies = self.plies.filter(|_| timed && ends == [-1, 1]);
        let values = match (self.grundy, plies, self.bounds) {
            (Some(grundy), ..) => vec![Value::Grundy(grundy)],
            (None, Some(plies), [Some(1), _]) => vec![Value::WonWithin(plies)],
            (None, Some(plies), [_, Some(-1)]) => vec![Value::LostWithin(plies)],
            _ => {
                let low = low.map(Value::AtLeast).into_iter();
                low.chain(high.map(Value::AtMost)).collect()
            }
        };
        let claim = |value| Claim {
            position: self.position.clone(),
            value,
        };
        values.into_iter().map(claim).collect()
    }
}

/// A number for an outcome.
pub(crate) fn rank(outcome: Outcome) -> i128 {
    match outcome {
        Outcome::Win => 1,
        Outcome::Draw => 0,
        Outcome::Loss => -1,
    }
}

/// The theorem that a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certified {
    /// The theorem as a sentence.
    pub claim: String,
}

/// Whether results for the position of a session can be certified.
///
/// # Errors
/// A sentence with the reason, if not.
pub fn can_certify(session: &Session) -> Result<(), Error> {
    let position = session.position()?;
    let claim = Claim {
        position: match session.game() {
            SUM => full_sum(&position),
            _ => position,
        },
        value: Value::AtLeast(0),
    };
    opens(&played(session)?, &[claim]).map_err(|why| unfit(&why))
}

pub(crate) fn unfit(why: &Refusal) -> Error {
    Error::Unfit(format!("no certificate can be written: {why}"))
}

/// The game of a session in the form of a certificate, with the text of its rules if they come from a file.
pub(crate) fn played(session: &Session) -> Result<Played, Error> {
    let named = session.game();
    if named.ends_with(')') {
        return Err(Error::Unfit(format!(
            "{named}: expected a game whose rules are a text: games made from games have no certificate"
        )));
    }
    let (mut game, mut texts) = (full(named), Vec::new());
    if let Some((called, text)) = written(named, session.terms())? {
        game = called;
        texts.push(text);
    }
    if named == SUM {
        for part in session.position()?.split(" + ") {
            let typed = part.split_once(' ').map_or(part, |(game, _)| game);
            let Some(source) = source(typed, session.terms())? else {
                continue;
            };
            // This name also occurs in positions, which the session reads.
            let name = source.path.clone();
            if texts.iter().all(|known: &Text| known.name != name) {
                texts.push(brought(name, source));
            }
        }
    }
    Ok(Played {
        misere: session.is_misere(),
        texts,
        ..Played::normal(game)
    })
}

/// The rule file of a game.
fn source(game: &str, terms: &Terms) -> Result<Option<Source>, Error> {
    let source = Name::read_for(game, terms)
        .ok()
        .and_then(|name| name.source());
    source.transpose()
}

/// The name of a game with rules in a file, without the folders, and the text of the file.
pub(crate) fn written(game: &str, terms: &Terms) -> Result<Option<(String, Text)>, Error> {
    Ok(source(game, terms)?.map(|source| {
        let file = std::path::Path::new(&source.path).file_name();
        let file = file.map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let name = Text::name_for(language(&source), &file);
        let called = format!("{name}{}", source.parameters);
        (called, brought(name, source))
    }))
}

/// The language of a rule file.
fn language(source: &Source) -> Language {
    match source.language {
        bouton_names::Language::Rules => Language::Rules,
        bouton_names::Language::Graph => Language::Graph,
    }
}

/// The rules of a file, under this name in a certificate.
fn brought(name: String, source: Source) -> Text {
    let language = language(&source);
    let text = source.text;
    Text {
        name,
        language,
        text,
    }
}

/// The name of a game in the checker.
fn full(name: &str) -> String {
    let coded = || Name::read(name).ok()?.code().ok();
    let game = full_name(name).or_else(|| Some(format!("take-and-break:{}", coded()?)));
    game.unwrap_or_else(|| name.to_owned())
}

/// The game of a sum.
pub(crate) const SUM: &str = "sum";

/// A position of a sum, with the checker's names of its parts.
pub(crate) fn full_sum(position: &str) -> String {
    let part = |part: &str| match part.split_once(' ') {
        Some((game, position)) => format!("{} {position}", full(game)),
        None => full(part),
    };
    let parts: Vec<String> = position.split(" + ").map(part).collect();
    parts.join(" + ")
}

/// Writes the proof of the results, by querying the solvers again along the play; the session stays at its position.
///
/// # Errors
/// If the checker does not know the game's rules, a limit is reached, or the file cannot be written.
pub fn write(
    session: &mut Session,
    known: &[KnownBounds],
    how: &How,
    out: &mut dyn Write,
) -> Result<Certified, Error> {
    let here = session.position()?;
    if session.game() == SUM && full_sum(&here) != here {
        let position = full_sum(&here);
        let open = Open::game(position.as_str()).misere(session.is_misere());
        let full = |known: &KnownBounds| KnownBounds {
            position: full_sum(&known.position),
            ..known.clone()
        };
        let known: Vec<KnownBounds> = known.iter().map(full).collect();
        return write(&mut open.session()?, &known, how, out);
    }
    let is_counted = session.value(how)?.margin.is_some();
    let ends = if is_counted {
        [i128::MIN, i128::MAX]
    } else {
        [-1, 1]
    };
    // The checker knows no Grundy values where moves entail.
    let has_grundy = !session.is_misere() && session.side().is_none() && !session.is_entailing();
    let claims = |known: &[KnownBounds], timed| {
        let claims = known.iter().flat_map(|known| {
            let grundy = known.grundy.filter(|_| has_grundy);
            KnownBounds {
                grundy,
                ..known.clone()
            }
            .claims(ends, timed)
        });
        claims.collect::<Vec<Claim>>()
    };
    let mut played = played(session)?;
    let (timed, plain) = (claims(known, true), claims(known, false));
    let may_believe = match plain.first() {
        Some(claim) if !played.texts.is_empty() => {
            may_believe(&played, claim).map_err(|why| unfit(&why))?
        }
        _ => false,
    };
    // A stronger or shorter proof is preferred, if it is small enough.
    let better = [(timed != plain, &timed), (may_believe, &plain)];
    for (_, claims) in better.into_iter().filter(|(is_better, _)| *is_better) {
        let mut text = Vec::new();
        let most = Some(SHORT_PROOF);
        if let Some(certified) = proved(session, &played, claims, (how, most), &mut text)? {
            let failed = |error| Error::io("cannot write", error);
            out.write_all(&text).map_err(failed)?;
            return Ok(certified);
        }
    }
    played.believes = may_believe;
    let certified = proved(session, &played, &plain, (how, None), out)?;
    certified.ok_or_else(|| Error::Unfit("no certificate can be written".into()))
}

/// The most moves of a proof that counts plies or does not trust the rules' own claims.
pub(crate) const SHORT_PROOF: u64 = 10_000;

/// Proves claims with at most this many moves, if a number is given; `None` if more are needed.
fn proved(
    session: &mut Session,
    played: &Played,
    claims: &[Claim],
    (how, most): (&How, Option<u64>),
    out: &mut dyn Write,
) -> Result<Option<Certified>, Error> {
    let here = session.position()?;
    let limits = &how.limits;
    let first = session.choose(how)?;
    let by = session.solvers().get(first).map(|about| about.id.into());
    let mut asker = Asker {
        session,
        how,
        first: How {
            solver: by,
            limits: limits.clone(),
        },
        by_grundy: None,
        left: most,
        failed: None,
    };
    let written = certify(
        POSITION_HEADER,
        played,
        claims,
        &mut asker,
        out,
        &bounds(limits),
    );
    let (failed, left) = (asker.failed.take(), asker.left);
    session.go(&here)?;
    match (written, failed) {
        (Err(_), _) if left == Some(0) => Ok(None),
        (_, Some(error)) => Err(error),
        (Ok(checked), None) => Ok(Some(Certified {
            claim: checked.claim,
        })),
        (Err(why), None) => match limits.check() {
            Err(reason) => Err(Error::Stopped(reason)),
            Ok(()) => Err(unfit(&why)),
        },
    }
}

/// The checker's bounds for the limits of a query.
pub(crate) fn bounds(limits: &Limits) -> Bounds {
    let now = web_time::Instant::now();
    let usual = Bounds::default();
    Bounds {
        memory: limits.memory.unwrap_or(usual.memory),
        time: limits
            .deadline
            .map(|deadline| deadline.saturating_duration_since(now)),
        cancel: limits.cancel.clone(),
        progress: None,
    }
}

/// Queries a session for the moves of a proof.
struct Asker<'s> {
    session: &'s mut Session,
    how: &'s How,
    /// The solver that answered at the start, which keeps its results.
    first: How,
    /// The solver for Grundy values, once it is chosen.
    by_grundy: Option<String>,
    /// The number of moves that may still be listed, if it is bounded.
    left: Option<u64>,
    failed: Option<Error>,
}

impl Asker<'_> {
    fn value(&mut self, at: &str) -> Result<Found, Error> {
        self.session.go(at)?;
        match self.session.value(&self.first) {
            Err(Error::NoSolver(_)) => self.session.value(self.how),
            found => found,
        }
    }

    /// The Grundy value of a position, by the chosen solver or the first that computes it.
    fn nimber(&mut self, at: &str) -> Result<u64, Error> {
        let found = match &self.by_grundy {
            None => self.value(at)?.grundy,
            Some(_) => None,
        };
        let found = match found {
            Some(found) => found,
            None => self.asked_for(at)?,
        };
        let narrow = found.to_i128().and_then(|value| u64::try_from(value).ok());
        narrow.ok_or_else(|| {
            Error::Unfit(format!("the Grundy value {found} needs more than 64 bits"))
        })
    }

    fn asked_for(&mut self, at: &str) -> Result<bouton_answers::Whole, Error> {
        let limits = self.how.limits.clone();
        self.session.go(at)?;
        let tells = |about: &&&bouton_core::solver::About| about.fills.contains(&Field::Grundy);
        let solvers = self.session.solvers();
        let ids: Vec<String> = match &self.by_grundy {
            Some(id) => vec![id.clone()],
            None => solvers
                .iter()
                .filter(tells)
                .map(|about| about.id.into())
                .collect(),
        };
        for id in ids {
            let how = How {
                solver: Some(id.clone()),
                limits: limits.clone(),
            };
            if self.session.accepts(&id, &limits).is_err() {
                continue;
            }
            if let Some(grundy) = self.session.value(&how)?.grundy {
                self.by_grundy = Some(id);
                return Ok(grundy);
            }
        }
        let game = self.session.game();
        let message = format!(
            "no solver computes Grundy values of {game}, which the proof of its parts needs"
        );
        Err(Error::Unfit(message))
    }

    /// Keeps an error, which is reported in place of the walk's error.
    fn told<T>(&mut self, result: Result<T, Error>) -> Result<T, Refusal> {
        result.map_err(|error| {
            let why = error.to_string();
            self.failed = Some(error);
            Refusal::Undecided(why)
        })
    }

    fn chosen(&mut self, question: &Question<'_>) -> Result<usize, Error> {
        self.how.limits.check().map_err(Error::Stopped)?;
        if !question.is_timed {
            let proved = (0..question.count).find(|n| (question.is_proved)(*n));
            if let Some(proved) = proved {
                return Ok(proved);
            }
        }
        if question.heap > 0 {
            return self.by_nimbers(question);
        }
        let mut quickest = None;
        for n in self.shortest_first(question)? {
            let Offered {
                position,
                gain,
                again,
            } = (question.option)(n);
            let found = self.value(&position)?;
            let value = found.margin.unwrap_or_else(|| rank(found.outcome));
            let value = i128::from(gain) + if again { value } else { -value };
            if value < question.least.into() {
                continue;
            }
            if !question.hurries {
                return Ok(n);
            }
            let plies = found.remoteness.unwrap_or(u32::MAX);
            if quickest.is_none_or(|(least, _)| plies < least) {
                quickest = Some((plies, n));
            }
        }
        quickest
            .map(|(_, n)| n)
            .ok_or_else(|| disagreement(question))
    }

    /// Moves that leave the other player few moves are tried first: they often win, and their proofs are short.
    fn shortest_first(&mut self, question: &Question<'_>) -> Result<Vec<usize>, Error> {
        let mut order = Vec::new();
        for n in 0..question.count {
            self.session.go(&(question.option)(n).position)?;
            order.push((self.session.width()?, n));
        }
        order.sort_unstable();
        Ok(order.into_iter().map(|(_, n)| n).collect())
    }

    /// A move to a lost sum of a position and a heap.
    fn by_nimbers(&mut self, question: &Question<'_>) -> Result<usize, Error> {
        let value = self.nimber(&(question.position)())?;
        if value < question.heap {
            return Ok(question.count + value as usize);
        }
        for n in self.shortest_first(question)? {
            if self.nimber(&(question.option)(n).position)? == question.heap {
                return Ok(n);
            }
        }
        Err(disagreement(question))
    }
}

fn disagreement(question: &Question<'_>) -> Error {
    let at = (question.position)();
    Error::Unfit(format!(
        "no move at {at} reaches what was found, by the rules of the checker: this is a fault of the program"
    ))
}

impl Guide for Asker<'_> {
    fn grundy(&mut self, position: &dyn Fn() -> String) -> Result<u64, Refusal> {
        let found = self.nimber(&position());
        self.told(found)
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<usize, Refusal> {
        if let Some(left) = &mut self.left {
            *left -= 1;
            if *left == 0 {
                return Err(Refusal::Undecided("the proof is long".into()));
            }
        }
        let chosen = self.chosen(question);
        self.told(chosen)
    }
}
