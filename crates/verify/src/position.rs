//! Certificates of positions: claims of values, each proved move by move.

mod guide;
mod reader;
mod text;
mod walk;

use std::io::{BufRead, Write};

pub use guide::{Guide, Option as Offered, Question};
use reader::Reader;
use walk::{Bound, Walk};

use crate::bounds::Meter;
use crate::notes::Notes;
use crate::obligation::Obligation;
use crate::rules::{self, Brought, Opened, Rules, Whose};
use crate::shown::{brief, quoted};
use crate::{Bounds, Checked, Refusal};
pub(crate) use text::{Announced, is_name_of_rules};
pub use text::{Language, Text};

/// The first line of a certificate of positions.
pub const POSITION_HEADER: &str = "bouton position certificate 1";

/// The first line of a certificate of a value of the theory of partizan games.
pub const VALUE_HEADER: &str = "bouton value certificate 1";

/// A claim about the value of a position for the player to move: points, or 1, 0, -1 for won, drawn, lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// It is at least this.
    AtLeast(i64),
    /// It is at most this.
    AtMost(i64),
    /// Its Grundy value is this.
    Grundy(u64),
    /// It is won within this many plies.
    WonWithin(u32),
    /// It is lost within this many plies.
    LostWithin(u32),
}

/// A position with a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The position, in the game's notation, followed by ` R` if Right is to move.
    pub position: String,
    /// The claim.
    pub value: Value,
}

/// The game of the claims.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Its name, with parameters after a colon; `sum` if each position names the games of its parts.
    pub game: String,
    /// Whether it is in misère play.
    pub misere: bool,
    /// The rules in the certificate, for games that the checker does not know.
    pub texts: Vec<Text>,
    /// Whether `canonical` and `summands` of these rules are trusted; then the claim says so.
    pub believes: bool,
    /// The name of the game in the certificate, if the reader gives the rules: then their claims about themselves are trusted.
    pub given: Option<String>,
}

impl Played {
    /// A game of the checker in normal play.
    pub fn normal(game: impl Into<String>) -> Self {
        Self {
            game: game.into(),
            misere: false,
            ..Self::default()
        }
    }

    /// The same by the rules that the reader of the certificate gives, if any.
    pub(crate) fn by(self, given: Option<&Text>) -> Result<Self, Refusal> {
        let Some(rules) = given else { return Ok(self) };
        if self.game == rules::SUM {
            let message = "the rules of one game are given, and the certificate is of a sum";
            return Err(Refusal::position(message));
        }
        let mut texts = self.texts.iter();
        let named = texts.find_map(|text| {
            Some(self.game.get(..text.name.len())?).filter(|name| *name == text.name)
        });
        let name = named
            .or_else(|| self.game.split(':').next())
            .unwrap_or_default()
            .to_owned();
        Ok(Self {
            game: format!("{}{}", rules.name, &self.game[name.len()..]),
            texts: vec![rules.clone()],
            given: Some(name),
            ..self
        })
    }

    /// The lines of a certificate that name its rules: the game with the hashes of the checker's texts, and rules that it contains.
    ///
    /// ```
    /// use bouton_verify::position::Played;
    /// let lines = Played::normal("nim").heading("3,4,5");
    /// assert!(lines.starts_with("game nim\nby nim "));
    /// ```
    pub fn heading(&self, position: &str) -> String {
        let games: Vec<&str> = match self.game.as_str() {
            rules::SUM => rules::sum::split(position)
                .into_iter()
                .map(|(game, _)| game)
                .collect(),
            game => vec![game],
        };
        let mut lines = vec![format!("game {}\n", self.game)];
        for game in games {
            let line = rules::line(game.split(':').next().unwrap_or(game));
            lines.extend(line.filter(|line| !lines.contains(line)));
        }
        lines.extend(self.texts.iter().map(Text::written));
        if self.believes {
            lines.push(format!("{BELIEVING}\n"));
        }
        lines.concat()
    }

    pub(crate) fn brought<'p>(&'p self, bounds: &'p Bounds) -> Brought<'p> {
        Brought {
            texts: &self.texts,
            believes: self.believes,
            given: self.given.as_deref(),
            bounds,
        }
    }

    /// The position with this text, which a claim is about.
    pub(crate) fn placed(
        &self,
        rules: &dyn Rules,
        position: &str,
    ) -> Result<rules::Position, Refusal> {
        let has_form = !self.misere || rules.has_misere();
        Obligation::HasMisere.demand(has_form, || {
            Refusal::position(format!("{} has no misère form", quoted(&self.game)))
        })?;
        let at = rules::read(rules, position);
        rules::answered(rules)?;
        at.map_err(|why| {
            let (game, position) = (brief(&self.game), brief(position));
            Refusal::position(format!("{game} at {position}: {why}"))
        })
    }

    /// The text in a claim that identifies the rules.
    pub(crate) fn written(&self, whose: &Whose) -> String {
        match whose {
            Whose::Checker(name) => {
                format!("by the rules of {name}, as they are written in the checker")
            }
            Whose::File(..) => {
                let rules = whose.told(&self.texts);
                match self.given {
                    Some(_) => format!("by {rules}, as the reader gave it"),
                    None => format!("by {rules}, as it stands in the certificate"),
                }
            }
            Whose::Parts(_) if self.texts.is_empty() => {
                "by the rules of its parts, as they are written in the checker".to_owned()
            }
            Whose::Parts(_) => {
                "by the rules of its parts, as they stand in the certificate or else in the checker"
                    .to_owned()
            }
        }
    }

    /// The text in a claim about trusted parts of the rules.
    pub(crate) fn condition(&self, rules: &dyn Rules) -> String {
        let believed = rules.believed();
        match believed.is_empty() {
            true if self.given.is_some() => {
                ", if its rules are right about `canonical`, `summands` and `plies_left`".to_owned()
            }
            true => String::new(),
            false => format!(
                ", if its rules are right about `{}`",
                believed.join("` and `")
            ),
        }
    }
}

/// The line of a certificate that asks to trust parts of its rules.
pub const BELIEVING: &str = "believing canonical and summands";

/// The most texts of rules in a certificate.
pub(crate) const MOST_TEXTS: usize = 16;

/// The longest line of a certificate except for its moves, and the longest rules of a file, in bytes.
const LONGEST_LINE: usize = 1 << 20;

/// Checks that positions of a game can be certified, and that claims are about its positions: the first one determines the
/// board.
///
/// # Errors
/// A sentence with the reason, if not.
pub fn opens(played: &Played, claims: &[Claim]) -> Result<(), Refusal> {
    let bounds = Bounds::default();
    let first = claims.first().map_or("", |claim| &claim.position);
    let opened = rules::open(&played.game, first, played.brought(&bounds))?;
    for (n, claim) in claims.iter().enumerate() {
        let at = played.placed(&*opened.rules, &claim.position)?;
        if n == 0 {
            // More moves than can be examined.
            opened.rules.options(&at, &mut |_| ());
            rules::answered(&*opened.rules)?;
        }
    }
    Ok(())
}

/// Whether trusting the rules in a certificate can make its proof smaller.
///
/// # Errors
/// As for [`opens`].
pub fn may_believe(played: &Played, claim: &Claim) -> Result<bool, Refusal> {
    let (bounds, believes) = (Bounds::default(), true);
    let brought = Brought {
        believes,
        ..played.brought(&bounds)
    };
    let opened = rules::open(&played.game, &claim.position, brought)?;
    Ok(!opened.rules.believed().is_empty())
}

/// Writes a certificate with the guide's moves, which prove the claims.
///
/// # Errors
/// If the checker does not know the game's rules, the guide cannot prove a claim, or bounds are reached.
pub fn certify(
    kind: &str,
    played: &Played,
    claims: &[Claim],
    guide: &mut dyn Guide,
    out: &mut dyn Write,
    bounds: &Bounds,
) -> Result<Checked, Refusal> {
    let play = if played.misere { "misere" } else { "normal" };
    let mut recorder = Recorder {
        guide,
        out,
        column: 0,
    };
    let first = claims.first().map_or("", |claim| &claim.position);
    let heading = played.heading(first);
    recorder.write(&format!("{kind}\n{heading}play {play}\n"))?;
    let mut notes = Notes::begin(Meter::begin(bounds));
    let mut claims = claims.iter().cloned();
    let claim = prove(
        kind,
        played,
        bounds,
        &mut notes,
        &mut recorder,
        &mut |recorder| {
            let claim = claims.next();
            if let Some(claim) = &claim {
                recorder.begin(claim)?;
            }
            Ok(claim)
        },
    )?;
    recorder.line()?;
    recorder.write("end\n")?;
    Ok(notes.proved(claim))
}

/// Checks a certificate of positions or of a value; its first line was already read.
pub(crate) fn check(
    kind: &str,
    text: &mut dyn BufRead,
    given: Option<&Text>,
    bounds: &Bounds,
) -> Result<Checked, Refusal> {
    let mut reader = Reader(text);
    let game = reader.word("game")?;
    let mut texts = Vec::new();
    let mut line = reader.line()?;
    let mut named = 0;
    while rules::is_named(&line, given.is_some())? {
        named += 1;
        if named > MOST_TEXTS {
            return Err(Refusal::Undecided(format!("more than {MOST_TEXTS} rules")));
        }
        line = reader.line()?;
    }
    while let Some(announced) = Announced::read(&line)? {
        if texts.len() == MOST_TEXTS {
            return Err(Refusal::Undecided(format!("more than {MOST_TEXTS} rules")));
        }
        texts.push(reader.text(&announced, bounds.memory)?);
        line = reader.line()?;
    }
    let believes = line == BELIEVING;
    if believes {
        line = reader.line()?;
    }
    let misere = match line.as_str() {
        "play normal" => false,
        "play misere" => true,
        other => return Err(expected("`play normal` or `play misere`", other)),
    };
    let played = Played {
        game,
        misere,
        texts,
        believes,
        given: None,
    };
    let played = played.by(given)?;
    let mut notes = Notes::begin(Meter::begin(bounds));
    let claim = prove(
        kind,
        &played,
        bounds,
        &mut notes,
        &mut reader,
        &mut Reader::claim,
    )?;
    match reader.0.fill_buf().map(<[u8]>::len) {
        Ok(0) => Ok(notes.proved(claim)),
        _ => Err(Refusal::position("expected nothing after the end")),
    }
}

/// Proves one claim after another, all about one game; returns the theorem as a sentence.
fn prove<G: Guide>(
    kind: &str,
    played: &Played,
    bounds: &Bounds,
    notes: &mut Notes,
    guide: &mut G,
    next: &mut dyn FnMut(&mut G) -> Result<Option<Claim>, Refusal>,
) -> Result<String, Refusal> {
    let none = || Refusal::position("expected a claim, found none");
    let mut claim = next(guide)?.ok_or_else(none)?;
    let opened = rules::open(&played.game, &claim.position, played.brought(bounds))?;
    let rules = &*opened.rules;
    let mut walk = Walk::new(rules, played.misere, notes);
    let mut told: Vec<ProvedClaim> = Vec::new();
    loop {
        let at = played.placed(rules, &claim.position)?;
        let proof = match claim.value {
            Value::AtLeast(v) => walk.bound(at.clone(), Bound::AtLeast(v), guide),
            Value::AtMost(v) => walk.bound(at.clone(), Bound::AtMost(v), guide),
            Value::Grundy(value) => {
                let whose = "Grundy values are those of games in which both have the same moves and the last to move wins";
                let refusal = || Refusal::position(whose);
                Obligation::GrundyImpartial.demand(rules.is_impartial(), refusal)?;
                Obligation::GrundyNormal.demand(!played.misere, refusal)?;
                walk.grundy(at.clone(), value, guide)
            }
            Value::WonWithin(plies) | Value::LostWithin(plies) => {
                Obligation::PliesOfWins.demand(!rules.has_points(), || {
                    let message = "plies are counted where a game is won or lost, not by points";
                    Refusal::position(message)
                })?;
                let bound = match claim.value {
                    Value::WonWithin(_) => Bound::AtLeast(1),
                    _ => Bound::AtMost(-1),
                };
                walk.within(at.clone(), bound, plies, guide)
            }
        };
        rules::answered(rules)?;
        proof?;
        match told.last_mut() {
            Some(last) if last.at == at => last.values.push(claim.value),
            _ => told.push(ProvedClaim {
                at,
                values: vec![claim.value],
            }),
        }
        match next(guide)? {
            Some(another) => claim = another,
            None => break,
        }
    }
    let (proved, looked) = (walk.proved, walk.looked);
    let written = played.written(&opened.whose);
    notes.found(format!("every claim follows {written}"));
    notes.found(format!(
        "{proved} positions were proved, {looked} looked at"
    ));
    let what = match kind {
        VALUE_HEADER => value(played, &opened, &told)?,
        _ => sentences(played, &opened, &told),
    };
    rules::answered(rules)?;
    Ok(what + &played.condition(rules))
}

/// A position with the proved claim about it.
struct ProvedClaim {
    at: rules::Position,
    values: Vec<Value>,
}

/// The theorem, with the rules identified by their contents and positions in the notation of the rules.
fn sentences(played: &Played, opened: &Opened, told: &[ProvedClaim]) -> String {
    let rules = &*opened.rules;
    let sentences: Vec<String> = told.iter().map(|told| sentence(rules, told)).collect();
    let misere = if played.misere { ", misère play" } else { "" };
    let by = match opened.whose {
        Whose::File(..) => "by ",
        _ => "",
    };
    let whose = opened.whose.told(&played.texts);
    format!("{by}{whose}{misere}: {}", sentences.join("; "))
}

/// The error for a certificate of a value in another form.
fn wrong(what: &str) -> impl Fn() -> Refusal {
    move || Refusal::position(format!("expected {what}"))
}

/// The value that follows if the sum of the position and the negative of a listed game is lost by the player who begins.
fn value(played: &Played, opened: &Opened, told: &[ProvedClaim]) -> Result<String, Refusal> {
    Obligation::ValueNormal.demand(
        !played.misere,
        wrong("`play normal`: values are those of normal play"),
    )?;
    let is_beside_form = matches!(&opened.whose, Whose::Parts(parts)
        if matches!(&parts[..], [_, Whose::Checker(form)] if form == rules::FORM));
    Obligation::ValueOfForm.demand(
        is_beside_form,
        wrong("`sum` of one game and a form of the checker, and nothing else"),
    )?;
    let loses = |told: &ProvedClaim| told.values == [Value::AtMost(-1)];
    Obligation::ValueLost.demand(
        told.iter().all(loses),
        wrong("claims that who begins loses, and no others"),
    )?;
    let both = told.len() == 2 && told[0].at[0] == 0 && told[1].at[0] == 1;
    Obligation::ValueBothBegin.demand(both, wrong("two claims: Left begins, and Right begins"))?;
    let same = told.iter().all(|other| other.at[1..] == told[0].at[1..]);
    Obligation::ValueSamePosition
        .demand(same, wrong("both claims of the same position and form"))?;
    let position = opened.rules.show(&told[0].at);
    let parts = rules::sum::split(&position);
    let ((game, place), form) = match parts[..] {
        [of, (_, form)] => (of, form),
        _ => return Err(wrong("a position and a form")()),
    };
    let (form, number) = rules::form::Form::read(form).map_err(Refusal::position)?;
    let of = match &opened.whose {
        Whose::Parts(parts) => match &parts[0] {
            Whose::File(..) => format!(" by {}", parts[0].told(&played.texts)),
            _ => format!(" in {game}"),
        },
        _ => String::new(),
    };
    let (place, value) = (quoted(place), form.negative(number));
    Ok(format!("the value of {place}{of} is {value}"))
}

/// The theorem about one position.
fn sentence(rules: &dyn Rules, told: &ProvedClaim) -> String {
    let side = match (rules.has_sides(), rules.is_rights(&told.at)) {
        (false, _) => "the player to move",
        (true, false) => "Left, to move,",
        (true, true) => "Right, to move,",
    };
    let points = rules.has_points();
    let says = match &told.values[..] {
        [Value::AtLeast(a), Value::AtMost(b)] if a == b && points => {
            format!("{side} gets exactly {a}")
        }
        [Value::AtLeast(0), Value::AtMost(0)] => format!("{side} can draw and no more"),
        values => {
            let each: Vec<String> = values
                .iter()
                .map(|value| says(side, *value, points))
                .collect();
            each.join(" and ")
        }
    };
    format!("at {} {says}", quoted(&rules::written(rules, &told.at)))
}

fn says(side: &str, value: Value, points: bool) -> String {
    match value {
        Value::Grundy(value) => format!("the Grundy value is {value}"),
        Value::WonWithin(plies) => format!("{side} wins within {}", plural(plies)),
        Value::LostWithin(plies) => format!("{side} loses within {}", plural(plies)),
        Value::AtLeast(v) if points => format!("{side} gets at least {v}"),
        Value::AtMost(v) if points => format!("{side} gets at most {v}"),
        Value::AtLeast(v) if v > 0 => format!("{side} wins"),
        Value::AtLeast(0) => format!("{side} does not lose"),
        Value::AtMost(v) if v < 0 => format!("{side} loses"),
        Value::AtMost(0) => format!("{side} does not win"),
        Value::AtLeast(_) | Value::AtMost(_) => format!("{side} gets something"),
    }
}

fn plural(plies: u32) -> String {
    format!("{plies} pl{}", if plies == 1 { "y" } else { "ies" })
}

fn expected(what: &str, found: &str) -> Refusal {
    Refusal::position(format!("expected {what}, found {}", brief(found)))
}

/// A certificate being written.
struct Recorder<'r> {
    guide: &'r mut dyn Guide,
    out: &'r mut dyn Write,
    column: usize,
}

/// The bytes after which a line of moves ends.
const WIDTH: usize = 100;

impl Recorder<'_> {
    fn write(&mut self, text: &str) -> Result<(), Refusal> {
        let failed = |error| Refusal::Undecided(format!("cannot write: {error}"));
        self.out.write_all(text.as_bytes()).map_err(failed)
    }

    fn line(&mut self) -> Result<(), Refusal> {
        if std::mem::take(&mut self.column) > 0 {
            self.write("\n")?;
        }
        Ok(())
    }

    fn begin(&mut self, claim: &Claim) -> Result<(), Refusal> {
        self.line()?;
        let value = match claim.value {
            Value::AtLeast(v) => format!("at least {v}"),
            Value::AtMost(v) => format!("at most {v}"),
            Value::Grundy(value) => format!("grundy {value}"),
            Value::WonWithin(plies) => format!("won within {plies}"),
            Value::LostWithin(plies) => format!("lost within {plies}"),
        };
        let position = &claim.position;
        if position.contains('\n') {
            return Err(Refusal::position(
                "a position that takes several lines has no certificate",
            ));
        }
        self.write(&format!("claim {value}\nposition {position}\n"))
    }

    fn number(&mut self, number: u64) -> Result<(), Refusal> {
        let mut text = number.to_string();
        if self.column + text.len() > WIDTH {
            self.line()?;
        }
        if self.column > 0 {
            text.insert(0, ' ');
        }
        self.column += text.len();
        self.write(&text)
    }
}

impl Guide for Recorder<'_> {
    fn grundy(&mut self, position: &dyn Fn() -> String) -> Result<u64, Refusal> {
        let value = self.guide.grundy(position)?;
        self.number(value)?;
        Ok(value)
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<usize, Refusal> {
        let chosen = self.guide.choose(question)?;
        self.number(chosen as u64)?;
        Ok(chosen)
    }
}
