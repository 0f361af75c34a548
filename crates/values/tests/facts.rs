//! Known values with their sources (`testdata/values.csv`), as far as they need no game: every expression, and of every position
//! what follows from its value.

use std::collections::HashMap;

use bouton_core::{Limits, Meter};
use bouton_values::{Answer, Arena, Fault, Names};

struct Row {
    kind: String,
    subject: String,
    position: String,
    says: String,
}

/// The rows of the file, of which fields with commas are in quotes.
fn rows() -> Vec<Row> {
    let text = std::fs::read_to_string("testdata/values.csv").unwrap();
    let row = |line: &str| {
        let mut fields = fields(line).into_iter();
        let mut next = || fields.next().unwrap();
        Row {
            kind: next(),
            subject: next(),
            position: next(),
            says: with_signs(&next()),
        }
    };
    text.lines().skip(1).map(row).collect()
}

/// The file writes a number beside tiny as CGSuite does, without the sign.
fn with_signs(text: &str) -> String {
    let mut text = text.to_owned();
    for name in ["Tiny(", "Miny("] {
        for digit in '0'..='9' {
            text = text.replace(&format!("{digit}{name}"), &format!("{digit} + {name}"));
        }
    }
    text
}

fn fields(line: &str) -> Vec<String> {
    let (mut all, mut quoted) = (vec![String::new()], false);
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => all.push(String::new()),
            _ => all.last_mut().unwrap().push(c),
        }
    }
    all
}

/// The answer's text, or the fault's first line.
fn calculated(arena: &mut Arena, text: &str, meter: &mut Meter) -> String {
    match arena.calculate(text, &mut Names::default(), meter) {
        Ok(Answer::Thermograph(thermograph)) => thermograph.in_cgsuite(),
        Ok(Answer::None(_)) => "none".to_owned(),
        Ok(answer) => arena.answer_text(&answer, meter).unwrap(),
        Err(Fault::Input(error)) => error.message().to_owned(),
        Err(Fault::Stopped(why)) => why.to_string(),
    }
}

/// `key=value` pairs, of which neither has spaces but the keys that are known.
fn check(arena: &mut Arena, game: &str, says: &str, meter: &mut Meter) -> Result<(), String> {
    if let Some(wanted) = says.strip_prefix("incentives=") {
        let value = arena.read(game, meter).unwrap();
        let all = arena.all_incentives(value, meter).unwrap();
        let found: Vec<_> = all.iter().map(|v| arena.text(*v, meter).unwrap()).collect();
        return if found == [wanted] {
            Ok(())
        } else {
            Err(format!("incentives of {game} are {found:?}"))
        };
    }
    if says.contains(" incentives=") {
        let (side, wanted) = says.split_once(" incentives=").unwrap();
        let found = calculated(arena, &format!("incentives({game})"), meter);
        let side = if side == "left" {
            format!("Left: {wanted};")
        } else {
            format!("Right: {wanted}")
        };
        return if found.contains(&side) {
            Ok(())
        } else {
            Err(format!("incentives({game}) is {found}"))
        };
    }
    let mut expect = |expression: String, wanted: &str| {
        let found = calculated(arena, &expression, meter);
        if found == wanted {
            Ok(())
        } else {
            Err(format!("{expression} is {found}, not {wanted}"))
        }
    };
    if let Some(rest) = says.strip_prefix("mean=") {
        let (mean, temperature) = rest.split_once(" temperature=").unwrap();
        expect(format!("mean({game})"), mean)?;
        return expect(format!("temp({game})"), temperature);
    }
    if let Some(rest) = says.strip_prefix("left stop=") {
        let (left, rest) = rest.split_once(" right stop=").unwrap();
        let (right, class) = rest.split_once(" outcome=").unwrap();
        expect(format!("stops({game})"), &format!("{left}, {right}"))?;
        return expect(format!("class({game})"), class);
    }
    let (what, wanted) = says.split_once('=').ok_or("no property")?;
    let wanted = if wanted == "not atomic" {
        "none"
    } else {
        wanted
    };
    let expression = match what {
        "value" => game.to_owned(),
        "thermograph" => format!("thermograph({game})"),
        "atomic weight" => format!("aw({game})"),
        "reduced canonical form" => format!("rcf({game})"),
        "birthday" => format!("birthday({game})"),
        "uptimal expansion" => format!("expansion({game})"),
        "companion" => format!("companion({game})"),
        _ => return Err(format!("what is {what}?")),
    };
    expect(expression, wanted)
}

/// `a ; b ; c` as arguments.
fn arguments(subject: &str) -> String {
    subject.split(" ; ").collect::<Vec<_>>().join(", ")
}

#[test]
fn expressions_have_the_values_that_are_known() {
    let limits = Limits::default();
    let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    let mut wrong = Vec::new();
    let mut checked = 0;
    for row in rows() {
        let expression = match row.kind.as_str() {
            "expression" | "property" => row.subject.clone(),
            "cool" | "heat" | "norton" | "ordinal" | "overheat" => {
                format!("{}({})", row.kind, arguments(&row.subject))
            }
            _ => continue,
        };
        checked += 1;
        wrong.extend(check(&mut arena, &expression, &row.says, meter).err());
    }
    assert!(
        wrong.is_empty(),
        "{} of {checked}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(checked > 140);
}

#[test]
fn what_is_known_of_positions_follows_from_their_values() {
    let limits = Limits::default();
    let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    let rows: Vec<_> = rows()
        .into_iter()
        .filter(|row| row.kind == "game")
        .collect();
    let mut values = HashMap::new();
    for row in &rows {
        if let Some(value) = row
            .says
            .strip_prefix("value=")
            .filter(|value| *value != "on")
        {
            values.insert((&row.subject, &row.position), value);
        }
    }
    let mut wrong = Vec::new();
    let mut checked = 0;
    for row in &rows {
        if let Some(value) = values.get(&(&row.subject, &row.position)) {
            checked += 1;
            wrong.extend(check(&mut arena, value, &row.says, meter).err());
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {checked}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(checked > 390);
}

#[test]
fn loopy_values_are_those_that_are_known() {
    let limits = Limits::default();
    let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    let rows = rows().into_iter().filter(|row| row.kind == "loopy");
    let (mut wrong, mut checked) = (Vec::new(), 0);
    for row in rows {
        let expression = match row.subject.split_once(" of ") {
            Some((function, of)) => format!("{function}({of})"),
            None => row.subject,
        };
        let wanted = row.says.strip_prefix("value=").unwrap_or(&row.says);
        let found = calculated(&mut arena, &expression, meter);
        if found != wanted {
            wrong.push(format!("{expression} is {found}, not {wanted}"));
        }
        // A written value is read back.
        let again = calculated(&mut arena, wanted, meter);
        if again != wanted && wanted != "true" {
            wrong.push(format!("{wanted} reads back as {again}"));
        }
        checked += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(checked, 31);
}
