//! The moves that a take-and-break code allows, as a sentence.

use bouton_core::take_and_break::Code;

/// The moves of a code, in words; `None` if the code is infinite or has conditions on the heaps that are left.
pub(super) fn in_words(code: &Code) -> Option<String> {
    if code.tail().is_some() {
        return None;
    }
    let mut ways: Vec<(u64, Vec<String>)> = Vec::new();
    for (taken, digit) in code.digits().filter(|(_, digit)| !digit.is_zero()) {
        let (bits, taken) = (digit.bits()?, taken.to_string());
        match ways.iter_mut().find(|way| way.0 == bits) {
            Some((_, all)) => all.push(taken),
            None => ways.push((bits, vec![taken])),
        }
    }
    let left = |bits: u64| {
        let counts = (0..64).filter(|heaps| bits >> heaps & 1 == 1);
        let names = counts.map(|heaps| match heaps {
            0 => "no heap".to_owned(),
            1 => "one heap".to_owned(),
            2 => "two heaps".to_owned(),
            heaps => format!("{heaps} heaps"),
        });
        or(&names.collect::<Vec<_>>())
    };
    let mut ways = ways.iter();
    let (bits, taken) = ways.next()?;
    let (taken, first) = (or(taken), left(*bits));
    let mut words = format!("Take {taken} from one heap and leave the rest of it as {first}");
    for (bits, taken) in ways {
        words += &format!("; or take {} and leave {}", or(taken), left(*bits));
    }
    Some(words + "; the last to move wins.")
}

/// `a, b or c`.
fn or(names: &[String]) -> String {
    match names {
        [names @ .., last] if !names.is_empty() => format!("{} or {last}", names.join(", ")),
        names => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_told_as_what_they_allow() {
        let words = |code: &str| in_words(&Code::octal(code).unwrap()).unwrap();
        assert_eq!(
            words("0.77"),
            "Take 1 or 2 from one heap and leave the rest of it as no heap, one heap or two heaps; the last to move wins."
        );
        assert_eq!(
            words("0.137"),
            "Take 1 from one heap and leave the rest of it as no heap; or take 2 and leave no heap or one heap; or take 3 and leave \
             no heap, one heap or two heaps; the last to move wins."
        );
    }
}
