//! Texts that the command line and addresses write alike: times and dates.

use std::time::Duration;

/// Reads `10s`, `1.5m`, `200ms`, or plain seconds.
///
/// # Errors
/// A text that is not a time.
pub fn time(text: &str) -> Result<Duration, String> {
    if text.starts_with('-') {
        return Err(format!(
            "expected a time that is not negative, like 10s, found {text:?}"
        ));
    }
    let (number, unit) = with_unit(text);
    let seconds = match unit {
        "ms" => 0.001,
        "s" | "" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => {
            return Err(format!(
                "expected a time like 10s, 500ms, 5m or 2h, found unit {unit:?}"
            ));
        }
    };
    let number: f64 = number
        .parse()
        .map_err(|_| format!("expected a time like 10s, found {text:?}"))?;
    Duration::try_from_secs_f64(number * seconds).map_err(|_| format!("{text} is no time to wait"))
}

/// Reads a date of the calendar, like `2026-11-22`, and gives it as it is written.
///
/// # Errors
/// A text that is no such date.
pub fn date(typed: &str) -> Result<String, String> {
    let parts: Vec<&str> = typed.split('-').collect();
    let number = |text: &str, digits: usize| {
        let whole = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u32>().ok().filter(|_| whole)
    };
    let is_day = match parts[..] {
        [year, month, day] => {
            let (year, month, day) = (number(year, 4), number(month, 2), number(day, 2));
            year.zip(month)
                .zip(day)
                .is_some_and(|((year, month), day)| {
                    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
                    let days = match month {
                        4 | 6 | 9 | 11 => 30,
                        2 => 28 + u32::from(leap),
                        1..=12 => 31,
                        _ => 0,
                    };
                    (1..=days).contains(&day)
                })
        }
        _ => false,
    };
    match is_day {
        true => Ok(typed.to_owned()),
        false => Err("expected a date like 2026-11-22".into()),
    }
}

/// A number and the unit that follows it.
pub fn with_unit(text: &str) -> (&str, &str) {
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    text.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn dates_are_days_of_the_calendar() {
        for day in ["2026-11-22", "2024-02-29", "2000-02-29", "0001-01-01"] {
            assert_eq!(date(day).as_deref(), Ok(day));
        }
        for none in [
            "2026-02-29",
            "1900-02-29",
            "2026-13-01",
            "2026-11-31",
            "26-11-22",
            "2026-11-2",
            "+026-11-22",
            "",
            "today",
        ] {
            assert!(date(none).is_err(), "{none}");
        }
    }
}
