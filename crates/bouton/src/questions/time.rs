//! Times as they are written.

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

/// A number and the unit that follows it.
pub fn with_unit(text: &str) -> (&str, &str) {
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    text.split_at(end)
}
