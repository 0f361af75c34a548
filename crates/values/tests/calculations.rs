//! Calculations: their results, and the errors of invalid texts.

use bouton_core::Limits;
use bouton_values::{Arena, FUNCTIONS, Fault, Names};

fn calculate(text: &str) -> Result<String, String> {
    let limits = Limits::default();
    let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    match arena.calculate(text, &mut Names::default(), meter) {
        Ok(answer) => Ok(arena.answer_text(&answer, meter).unwrap()),
        Err(Fault::Input(error)) => Err(error.to_string()),
        Err(Fault::Stopped(why)) => panic!("{text}: {why}"),
    }
}

#[test]
fn calculations_mean_what_the_guide_says() {
    for (text, wanted) in [
        ("{|}", "0"),
        ("{2|-1} + ^*", "{2^*|-1^*}"),
        ("-1/2*", "-1/2*"),
        ("-^*", "v*"),
        ("73/16v9*8", "73/16v9*8"),
        ("1 - - 1", "2"),
        ("1+-1", "{2|0}"),
        ("+-1*", "+-(1*)"),
        ("+-{3,{4|0}}", "+-{3,{4|0}}"),
        ("+-{3|1}", "+-{3|1}"),
        (
            "{{2|0},2Tiny(2)|{2|0},Miny(2)}",
            "{{2|0},2 + Tiny(2)|{2|0},Miny(2)}",
        ),
        ("+-(2Tiny(2))", "+-(2 + Tiny(2))"),
        ("tiny(1) - Tiny(1) + miny(2) - Miny(2)", "0"),
        ("+_1 - Tiny(1)", "0"),
        ("1 + -_1/2", "1 + Miny(1/2)"),
        ("2Tiny(2) - 2Tiny(2)", "0"),
        ("-2Miny(1)", "-2 + Miny(1)"),
        ("{0||0|-2}", "Tiny(2)"),
        ("↑ + ⇑*2 − ⇓", "^5*2"),
        ("±1 + ⧾(2) + ⧿(2)", "+-1"),
        ("3.^*", "^3*"),
        ("3.^ + 1", "1^3"),
        ("1/2.^", "{^^*|v*}"),
        ("2.(3.^)", "^6"),
        // Decimals.
        ("0.5", "1/2"),
        ("-1.5", "-3/2"),
        ("2.75^*", "11/4^*"),
        ("3.0", "3"),
        ("{2.5|1}", "{5/2|1}"),
        ("3.5 > 4", "false"),
        ("cool({4|0}, 0.5)", "{7/2|1/2}"),
        ("0.000030517578125 = 1/32768", "true"),
        ("2.(5)", "10"),
        ("(1/2).(5)", "{4|1}"),
        ("2.{1|0}", "1"),
        ("3.over", "over"),
        ("-2.over", "under"),
        // One reading of n*G.
        ("3*over", "over"),
        ("2*^", "^^"),
        ("up(3) + up(-1) + *", "^^*"),
        ("2*v3*", "v6"),
        ("3*{2|-1} = {2|-1} + {2|-1} + {2|-1}", "true"),
        ("let g = {2|-1}; 3*g = 3.g", "true"),
        ("{2|-1} * 2 = 2*{2|-1}", "true"),
        ("2 * 3", "6"),
        ("3/4 * 2", "3/2"),
        ("2 * -^", "vv"),
        ("2*3", "2*3"),
        ("2* - 1", "1*"),
        ("2*(*3)", "0"),
        // Powers and quotients.
        ("2**3", "8"),
        ("-2**2", "-4"),
        ("2**3**2", "512"),
        ("1/2**3", "1/8"),
        ("3/2**3*", "3/8*"),
        ("1/(2**3)", "1/8"),
        ("2 - 1 + 1/2**3", "9/8"),
        ("let b = 3; 1/2**b + 1/2**(b + 1)", "3/16"),
        ("let n = 6; n/4^", "3/2^"),
        ("0**99999999999999999999", "0"),
        ("* + *3", "*2"),
        // In a statement = assigns, elsewhere it compares.
        ("g = {2|-1}; g = 3; g", "3"),
        ("g = 2; g == 3", "false"),
        ("g = 2\ng + 1\n", "3"),
        ("g = 3\n-1", "-1"),
        ("1 +\n2", "3"),
        ("g = 1; (g) = 1", "true"),
        ("*:1", "^*"),
        ("1:-1 + 1", "3/2"),
        ("'{0|v}':1", "^<2>*"),
        ("canonical('{0|v}'):1", "^*"),
        ("'{0|v}'", "'{0|v}'"),
        ("-'{0|v}'", "'{^|0}'"),
        ("{0|v}", "*"),
        ("{1||0|||-1}", "{1|0||-1}"),
        ("{1|0} <= ^", "false"),
        ("{1|0} <> 1/2", "true"),
        ("^ < 1/1024", "true"),
        ("^<2> > 0", "true"),
        ("^<2", "true"),
        ("^<>v", "false"),
        ("* <> 0", "true"),
        ("{1|0} + {1|0} = 1", "true"),
        ("let a = {1|0}; let b2 = a + a; b2 - 1", "0"),
        ("mean({2|-1}) + temp({2|-1})", "2"),
        (
            "thermograph({2|-1})",
            "L: (3,-1) (1/2,3/2); R: (-2,-1) (1/2,3/2)",
        ),
        ("stops({2|^})", "2, 0"),
        // Conway, On Numbers and Games, ch. 6: 2 by 2 is 3, 4 by 4 is 6; products of the definition: nim.rs.
        ("nimmul(2, 2)", "3"),
        ("nimmul(*4, *4)", "*6"),
        ("nimmul(5, *7)", "*13"),
        ("nimmul(*300, *400)", "*48586"),
        ("*300 + *5000 - *4000", "*7428"),
        ("*99999999999 + *3 = *99999999996", "true"),
        ("-*99999999999", "*99999999999"),
        ("*5000 < *5001", "false"),
        ("aw(*300)", "0"),
        ("rcf(*300)", "0"),
        ("freeze(1/2)", "1/2"),
        ("nimmul(*2, *3) + *", "0"),
        ("nimmul(niminv(7), 7)", "1"),
        ("nimmul(nimsqrt(*29), nimsqrt(*29))", "*29"),
        ("niminv(0)", "0 has no inverse"),
        ("nimmul(18446744073709551615, 1)", "18446744073709551615"),
        ("^ *", "^*"),
        ("incentives(^)", "Left: v; Right: ^*"),
        ("birthday(73/16v9*8)", "27"),
        ("birthday(1/2)", "2"),
        ("followers(1/2)", "3"),
        ("stop_count({3||2|1})", "3"),
        ("aw({^3|vv})", "{1|0}"),
        ("aw(1)", "not atomic: no atomic weight"),
        ("aw(Tiny(2))", "0"),
        ("aw({^3|vv} + Miny(1/2))", "{1|0}"),
        ("aw({1|^3||^})", "not atomic: no atomic weight"),
        ("aw({0||0|-2} + ^3)", "3"),
        ("companion(*) + companion(1/2) + companion(v*)", "1/2v"),
        ("companion(*3)", "*3"),
        ("over + 1/2", "1/2over"),
        ("on + 1000000000", "on"),
        ("on - on", "dud"),
        ("a{0|a}", "over"),
        ("a{0||a|0}", "1 & {0|-1}"),
        ("tis", "1 & 0"),
        ("tisn", "0 & -1"),
        ("let g = {over|under}; -g", "+-over"),
        ("onside(over - over)", "over"),
        ("1/2^<on>*", "1/2^<on>*"),
        ("Tiny(over) < Tiny(on)", "false"),
        ("expansion(v*)", "*.1-"),
        ("freeze({2|0})", "1*"),
        ("class(+-1)", "N"),
        ("is_tiny(Tiny({3|1}))", "true"),
        ("is_even(^^)", "false"),
        ("is_odd(*)", "true"),
        ("is_even(*2)", "false"),
        ("is_odd_tempered({2|1})", "true"),
        ("is_even_tempered({3|1||0|-1})", "true"),
        ("is_switch({3|1})", "true"),
        ("is_switch({3|1*})", "false"),
        ("{1000000000000000000000000|}", "1000000000000000000000001"),
        ("{0|1/1180591620717411303424}", "1/2361183241434822606848"),
        (
            "{1/1180591620717411303424|0} + {0|-1/1180591620717411303424}",
            "0",
        ),
        ("*100 + *37", "*65"),
        ("Mean({2|-1}) + {2|-1}.Mean", "1"),
        ("let g = {2|-1}; g.Temperature", "3/2"),
        ("g := {2|-1}; -g.LeftStop", "-2"),
        ("g := {2|-1}; (-g).left_stop", "1"),
        ("g := {2|-1}; --g.LeftStop + 1", "3"),
        ("{3||2*|1*}.Cool(1/2).Freeze.IsNumberish", "true"),
        ("2.{2|-1}.mean", "1"),
        // A function that misses no value is multiplied.
        ("2.mean({3|1})", "4"),
        ("-2.cool({2|0},1) + 1", "-1"),
        ("-*.NortonProduct(^) + 2*.RightStop", "{2^^*|2vv*}"),
        ("2*.RightStop", "2"),
        ("-Tiny(2).ReducedCanonicalForm", "0"),
        ("*.OrdinalSum(1)", "^*"),
        ("^^.AtomicWeight.CanonicalForm", "2"),
        ("{+-1.leftstop|-1}", "+-1"),
        ("+-1.Overheat(1,2) = overheat(+-1,1,2)", "true"),
        ("over.Degree", "over"),
        ("* || 0", "true"),
        ("{1||0|||-1} || 0", "false"),
        ("* != 0", "true"),
        ("1 == 1", "true"),
        ("0 <| *", "true"),
        ("0 <| 0", "false"),
        ("^ |> *", "true"),
        ("^ |> ^", "false"),
        ("{0,*,*2,*7|0,*,*2,*7}", "*3"),
    ] {
        assert_eq!(calculate(text).as_deref(), Ok(wanted), "{text}");
    }
}

/// Messages, each with the text that it is about, and with carets below their place where that is shown.
const WRONG: &str = r#"
expected a value, found the end
expected a value, found the end
  1 +
     ^
expected a value, found "|"
  {1,|2}
     ^
expected "|" once, found it twice: which splits first is not clear
  {1|2|3}
  ^^^^^^^
expected "|" before "}"
  {3}
    ^
expected ",", "|", "}" or an operator, found the end
  {1|0
      ^
expected an operator or the end, found ")"
  1)
   ^
expected a number n or n/d with d a power of two, as every number of a short game is
  1/3
  ^^^
expected a value, found the end
  1/
    ^
expected an operator or the end, found "3"
  2 3
    ^
expected a name that was given a value, found "x"
  x
  ^
expected "(" after mean, found the end
  mean
      ^
expected 1 value for mean, found 2
  mean(1,2)
  ^^^^^^^^^
expected a number above -1 to cool by, found -1
  cool({2|0}, -1)
              ^^
expected a number above -1 to cool by
  cool({2|0}, *)
              ^
expected a game that must end, found a loopy one
  mean(over)
       ^^^^
expected a value, found a move in a loop, which stands alone
  pass + 1
  ^^^^
expected a value, found a move in a loop, which stands alone
  a{0|a + 1}
      ^
expected an onside & an offside that is at most it
  under & over
  ^^^^^^^^^^^^
expected games that must end, found a loopy one
  on:1
  ^^^^
expected a whole number of at most
  ^[off]
expected one relation between two whole values, found "<"
  1 < 2 < 3
        ^
expected one relation between two whole values, found "<"
  (1 < 2)
     ^
expected a name that is not taken, found "mean": it is a function; name this my_mean, or compare by ==
  let mean = 1
      ^^^^
expected "=", found "1"
  let a 1
        ^
expected a value or an operator, found '#'
  1 # 2
    ^
expected a value, found true
  let t = 1 < 2; t + 1
                 ^
expected "'" after the form, found the end
  '{1|0}
expected an exponent of 1 or more, found 0
  ^<0>
expected a nimber of at most 64 bits
  *99999999999999999999
expected a name that was given a value, found "é"
  é
expected 2 values for ordinal, found 1
  ordinal(1)
expected a value, found several
  stops(1) + 1
expected a function (is mean meant?), found "meann"
  meann(1)
  ^^^^^
expected a function; a superstar is written by its options, like {0,*,*2|*3}, found "superstar"
  superstar(1)
  ^^^^^^^^^
expected a function, found "Plot"
  Plot(1)
  ^^^^
expected a name that was given a value (is temp meant?), found "Temprature"
  1.Temprature
expected 2 values for heat, found 1
  1.Heat
  ^^^^^^
expected a value, found ")"
  1.Heat()
         ^
expected a whole number before *, which makes copies: n*G; the product of nimbers is nimmul(G, H), the Norton product norton(G, H)
  *2 * *3
  ^^^^^^^
expected a whole number before *, which makes copies
  1/2*{1|0}
expected brackets or spaces, found a star that could be read both ways: the sum is written G + *2, the product 2*G or G * 2
  {1|0}*2
       ^^
expected brackets or spaces, found a star that could be read both ways
  let g = 1; g*2
expected brackets or spaces, found a star that could be read both ways
  1 *2
expected brackets or spaces, found a star that could be read both ways: the sum is written G* - 1, the product G * (-1)
  ^*-1
   ^
expected a number with a power of two below, like 1/2; found 0.1
  0.1
  ^^^
expected brackets: a point between digits may be a decimal or a product
  1/2.5
expected brackets: a point between digits may be a decimal or a product; 1/2 times 5 is written (1/2).(5)
  *2.5
    ^
expected brackets: the second point may be a product, which is written (2.5).G
  2.5.^
  ^^^
expected brackets: n times a number is written n.(5), a decimal without spaces
  2 . 5
    ^
expected a value, found "**"; ** is a power of integers, and the sum of two stars is * + *
  **3
  ^^
expected whole numbers on both sides of **, the exponent at least 0
  2**(-1)
expected whole numbers on both sides of **
  2***
this number is too long
  2**99999999
expected another divisor than 0
  1/(1-1)
expected a quotient with a power of two below
  1/(2+1)
expected a name that is not taken, found "v": it stands for a value; name this my_v, or compare by ==
  v = {2|-1}
  ^
expected a name that is not taken, found "on": it stands for a value
  on = 3
expected a name that is not taken, found "vv": it stands for a value
  let vv = 3
expected a name that is not taken, found "mean": it is a function; name this my_mean
  mean = 3
expected a nimber, or a whole number from 0
  nimmul(1/2, 3)
expected a nimber, or a whole number from 0
  nimsqrt(^)
expected a name that is not taken, found "Temperature"
  let Temperature = 1
expected a name that is not taken, found "1"
  1 := 2
  ^
expected ")" or an operator, found "||"
  (1 || 2)
"#;

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let mut lines = WRONG.lines().skip(1).peekable();
    while let Some(message) = lines.next() {
        let below = [(); 2].map(|()| lines.next_if(|line| line.starts_with("  ")));
        let text = below[0].unwrap_or_default().trim_start();
        let found = calculate(text).unwrap_err();
        let wanted = match below {
            [Some(text), Some(carets)] => [message, text, carets].join("\n"),
            _ => message.to_owned(),
        };
        assert!(found.starts_with(&wanted), "{text}: {found}");
    }
}

#[test]
fn values_are_written_in_latex() {
    let limits = Limits::default();
    let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    for (text, wanted) in [
        ("-3/2^*", "-\\frac{3}{2}{\\uparrow}{\\ast}"),
        ("^^*2", "{\\Uparrow}{\\ast}2"),
        ("v<2>", "{\\downarrow}^{2}"),
        ("^[3]", "{\\uparrow}^{[3]}"),
        ("{3||2|1}", "\\{3 \\parallel 2 \\mid 1\\}"),
        ("+-{3|1}", "\\pm \\{3 \\mid 1\\}"),
        ("2Tiny(3)", "2 + {+}_{3}"),
    ] {
        let v = arena.read(text, meter).unwrap();
        assert_eq!(arena.latex(v, meter).unwrap(), wanted);
    }
}

#[test]
fn values_are_called_by_their_kind() {
    let limits = Limits::default();
    let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    for (text, wanted) in [
        ("3/4", "number"),
        ("*3", "nimber"),
        ("^*", "uptimal"),
        ("1*", "number plus an infinitesimal"),
        ("1^*", "number plus an infinitesimal"),
        ("{3|1}", "switch"),
        ("Miny(1)", "tiny"),
        ("-2Miny(1)", "number plus an infinitesimal"),
        ("{3||2|1}", "hot"),
        ("{^^|*}", "infinitesimal"),
        ("2*Tiny(2)", "infinitesimal"),
        ("1 + {^^|*}", "number plus an infinitesimal"),
    ] {
        let v = arena.read(text, meter).unwrap();
        assert_eq!(arena.kind(v, meter).unwrap().name(), wanted);
    }
}

#[test]
fn any_text_is_read_or_refused() {
    let words = [
        "{", "}", "|", "||", ",", "1", "1/2", "^", "v", "*", "+-", "-", "(", ")", ".", ":", "'",
        "Tiny(", "mean(", "<", "^<2>", "[", "let", "a", "=", ";", "⇑", "é", ".Mean", ".Cool(",
        "**", "/", "0.5", "\n", " ",
    ];
    let mut seed = 7u64;
    for _ in 0..5_000 {
        let mut text = String::new();
        for _ in 0..1 + seed % 12 {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            text += words[(seed >> 33) as usize % words.len()];
        }
        let _ = calculate(&text);
    }
}

/// Nothing calls itself: depth costs memory only.
#[test]
fn depth_is_no_harm() {
    let deep = 100_000;
    let nested = format!("{}0{}", "{".repeat(deep), "|}".repeat(deep));
    assert_eq!(calculate(&nested), Ok(deep.to_string()));
    let minus = format!("{}1", "-".repeat(deep));
    assert_eq!(calculate(&minus).as_deref(), Ok("1"));
    let parentheses = format!("{}1{}", "(".repeat(deep), ")".repeat(deep));
    assert_eq!(calculate(&parentheses).as_deref(), Ok("1"));
    let stars = format!("0{}", "*1".repeat(deep));
    assert_eq!(calculate(&stars).as_deref(), Ok("0"));
    let powers = format!("1{}", "**1".repeat(deep));
    assert_eq!(calculate(&powers).as_deref(), Ok("1"));
    assert_eq!(calculate("^20000 - v20000 - ^40000").as_deref(), Ok("0"));
    assert_eq!(calculate("birthday(^20000)").as_deref(), Ok("20001"));
    let hot = format!(
        "let g = {{1|-1}}; {} temp(g)",
        "let g = {{g|0}|-1};".repeat(3000)
    );
    assert!(calculate(&hot).is_ok());
}

#[test]
fn every_function_can_be_called() {
    for card in FUNCTIONS {
        let arguments = vec!["2"; card.arguments].join(",");
        assert!(
            calculate(&format!("{}({arguments})", card.name)).is_ok(),
            "{}",
            card.name
        );
    }
}
