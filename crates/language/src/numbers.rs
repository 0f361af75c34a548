//! Whole numbers of any size. Before an operation on large ones its memory is counted, and its time: by digits, and by their
//! product where the algorithm is quadratic.

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

use crate::error::{Done, wrong};
use crate::heap::{Heap, Object};
use crate::table::small;
use crate::value::Value;

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `//`
    FloorDiv,
    /// `%`
    Mod,
    /// `**`
    Pow,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
    /// `/`, for values of the host.
    Div,
}

impl Operator {
    /// How it is written.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::FloorDiv => "//",
            Self::Mod => "%",
            Self::Pow => "**",
            Self::Shl => "<<",
            Self::Shr => ">>",
            Self::And => "&",
            Self::Or => "|",
            Self::Xor => "^",
            Self::Div => "/",
        }
    }
}

/// Words of 64 bits of a number.
fn words(n: &BigInt) -> usize {
    (n.bits() / 64 + 1) as usize
}

const BY_ZERO: &str = "a division by 0: test for it first";

impl Heap {
    /// A whole number of any size.
    ///
    /// # Errors
    /// If there is too much data.
    pub fn int(&mut self, n: BigInt) -> Done<Value> {
        match n.to_i64() {
            Some(n) => Ok(Value::Int(n)),
            None => {
                self.take(8 * words(&n))?;
                Ok(Value::Big(self.object(Object::Big(n))?))
            }
        }
    }

    /// The whole number that a value is.
    pub(crate) fn big(&self, value: &Value) -> Option<BigInt> {
        match value {
            Value::Big(at) => match &self.objects[*at as usize] {
                Object::Big(n) => Some(n.clone()),
                _ => None,
            },
            _ => small(value).map(BigInt::from),
        }
    }

    /// Counts the memory of numbers with this many words for a while, and the time.
    fn digits(&mut self, words: usize, time: usize) -> Done<()> {
        let bytes = words.saturating_mul(8 * 4);
        self.take(bytes)?;
        self.give(bytes);
        self.work(1 + time / 16)
    }

    /// `None` if the operands are no whole numbers.
    pub(crate) fn arithmetic(
        &mut self,
        operator: Operator,
        a: &Value,
        b: &Value,
    ) -> Option<Done<Value>> {
        if let (Some(x), Some(y)) = (small(a), small(b)) {
            if let (Value::Bool(x), Value::Bool(y)) = (a, b) {
                match operator {
                    Operator::And => return Some(Ok(Value::Bool(x & y))),
                    Operator::Or => return Some(Ok(Value::Bool(x | y))),
                    Operator::Xor => return Some(Ok(Value::Bool(x ^ y))),
                    _ => {}
                }
            }
            match arithmetic(operator, x, y) {
                Some(n) => return Some(Ok(Value::Int(n))),
                None if y == 0 && matches!(operator, Operator::FloorDiv | Operator::Mod) => {
                    return Some(wrong(BY_ZERO));
                }
                None => {}
            }
        }
        let is_int =
            |value: &Value| matches!(value, Value::Int(_) | Value::Bool(_) | Value::Big(_));
        (is_int(a) && is_int(b)).then(|| self.large(operator, a, b))
    }

    fn large(&mut self, operator: Operator, a: &Value, b: &Value) -> Done<Value> {
        // Copies of both are made.
        let size = self.words_of(a) + self.words_of(b);
        self.digits(size, size)?;
        let (Some(x), Some(y)) = (self.big(a), self.big(b)) else {
            return wrong("expected whole numbers");
        };
        let (wide, other) = (words(&x), words(&y));
        let result = match operator {
            Operator::Add => x + y,
            Operator::Sub => x - y,
            Operator::Mul => {
                self.digits(wide + other, wide.saturating_mul(other))?;
                x * y
            }
            Operator::FloorDiv | Operator::Mod if y.is_zero() => return wrong(BY_ZERO),
            Operator::FloorDiv | Operator::Mod => {
                self.digits(
                    wide + other,
                    wide.saturating_sub(other).saturating_mul(other) + wide,
                )?;
                let (quotient, rest) = x.div_mod_floor(&y);
                if operator == Operator::Mod {
                    rest
                } else {
                    quotient
                }
            }
            Operator::Pow => return self.power(x, y),
            Operator::Shl => return self.shifted(x, &y),
            Operator::Shr => match y.to_i64() {
                Some(y) if y < 0 => {
                    return wrong("a shift by a negative number: test for it first");
                }
                Some(y) => x >> y,
                None if y.sign() == Sign::Minus => {
                    return wrong("a shift by a negative number: test for it first");
                }
                None => BigInt::from(if x.is_negative() { -1 } else { 0 }),
            },
            Operator::And => x & y,
            Operator::Or => x | y,
            Operator::Xor => x ^ y,
            Operator::Div => return wrong(NO_FRACTIONS),
        };
        self.int(result)
    }

    pub(crate) fn words_of(&self, value: &Value) -> usize {
        match value {
            Value::Big(at) => match &self.objects[*at as usize] {
                Object::Big(n) => words(n),
                _ => 1,
            },
            _ => 1,
        }
    }

    fn shifted(&mut self, x: BigInt, y: &BigInt) -> Done<Value> {
        if y.sign() == Sign::Minus {
            return wrong("a shift by a negative number: test for it first");
        }
        if x.is_zero() {
            return Ok(Value::Int(0));
        }
        let by = y.to_usize().unwrap_or(usize::MAX);
        let size = words(&x).saturating_add(by / 64);
        self.digits(size, size)?;
        self.int(x << by)
    }

    fn power(&mut self, x: BigInt, y: BigInt) -> Done<Value> {
        if y.is_negative() {
            return wrong(
                "a negative exponent makes a number with a fraction: there are only whole numbers here",
            );
        }
        let small_base = x.abs() <= BigInt::one();
        if small_base {
            let odd = y.is_odd();
            return match (x.is_zero(), y.is_zero()) {
                (_, true) => Ok(Value::Int(1)),
                (true, false) => Ok(Value::Int(0)),
                _ => Ok(Value::Int(if x.is_negative() && odd { -1 } else { 1 })),
            };
        }
        let exponent = y.to_usize().unwrap_or(usize::MAX);
        let bits = (x.bits() as usize).saturating_mul(exponent);
        let size = bits / 64 + 1;
        self.digits(size.saturating_mul(2), size.saturating_mul(size))?;
        match u32::try_from(exponent) {
            Ok(exponent) => self.int(x.pow(exponent)),
            Err(_) => wrong("this exponent is too large"),
        }
    }

    /// `pow(x, y, m)`.
    pub(crate) fn power_modulo(&mut self, x: &Value, y: &Value, m: &Value) -> Done<Value> {
        let (Some(x), Some(y), Some(m)) = (self.big(x), self.big(y), self.big(m)) else {
            return wrong("pow expects whole numbers");
        };
        if m.is_zero() {
            return wrong("pow expects a modulus other than 0");
        }
        let size = words(&m);
        let time = size
            .saturating_mul(size)
            .saturating_mul(y.bits() as usize + 1);
        self.digits(
            4 * size + words(&x),
            time.saturating_add(words(&x).saturating_mul(size)),
        )?;
        let (base, exponent) = match y.sign() {
            Sign::Minus => {
                let found = x.mod_floor(&m.abs()).extended_gcd(&m.abs());
                if !found.gcd.is_one() {
                    return wrong("pow: this base has no inverse for this modulus");
                }
                (found.x.mod_floor(&m.abs()), -y)
            }
            _ => (x.mod_floor(&m.abs()), y),
        };
        let result = base.modpow(&exponent, &m.abs());
        self.int(result.mod_floor(&m))
    }

    /// `-a`, `+a` and `~a`.
    pub(crate) fn unary(&mut self, sign: char, a: &Value) -> Done<Value> {
        if let Some(n) = small(a) {
            match sign {
                '-' if n != i64::MIN => return Ok(Value::Int(-n)),
                '~' => return Ok(Value::Int(!n)),
                '+' => return Ok(Value::Int(n)),
                _ => {}
            }
        }
        let size = self.words_of(a);
        self.digits(size, size)?;
        match self.big(a) {
            Some(n) => self.int(match sign {
                '-' => -n,
                '~' => -n - 1,
                _ => n,
            }),
            None => wrong(format!(
                "`{sign}` stands before a whole number, found {}",
                self.type_name(a)
            )),
        }
    }

    /// The decimal digits of a number, appended to a text; the text is not counted.
    pub(crate) fn write_number(&mut self, value: &Value, to: &mut String) -> Done<()> {
        match value {
            Value::Int(n) => write_small(*n, to),
            _ => {
                let size = self.words_of(value);
                self.digits(4 * size, size.saturating_mul(size))?;
                if let Some(n) = self.big(value) {
                    to.push_str(&n.to_string());
                }
            }
        }
        Ok(())
    }

    /// The whole number that a text is, as `int` reads it.
    pub(crate) fn read_number(&mut self, text: &str, base: u32) -> Done<Option<Value>> {
        let trimmed = text.trim_matches(crate::methods::is_space);
        let (negative, digits) = match trimmed.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, trimmed.strip_prefix('+').unwrap_or(trimmed)),
        };
        let prefixed = |prefix: &str| {
            let lower = digits.get(..2)?.to_ascii_lowercase();
            (lower == prefix).then(|| &digits[2..])
        };
        let (base, digits) = match base {
            0 => match (prefixed("0x"), prefixed("0o"), prefixed("0b")) {
                (Some(rest), ..) => (16, rest),
                (_, Some(rest), _) => (8, rest),
                (_, _, Some(rest)) => (2, rest),
                _ => (10, digits),
            },
            16 => (16, prefixed("0x").unwrap_or(digits)),
            8 => (8, prefixed("0o").unwrap_or(digits)),
            2 => (2, prefixed("0b").unwrap_or(digits)),
            base => (base, digits),
        };
        let stripped = digits
            .strip_prefix('_')
            .filter(|_| base != 10 && trimmed.len() > digits.len() + 1);
        let digits = stripped.unwrap_or(digits);
        let is_split = digits.is_empty()
            || digits.starts_with('_')
            || digits.ends_with('_')
            || digits.contains("__");
        if is_split || !digits.chars().all(|c| c == '_' || c.is_digit(base)) {
            return Ok(None);
        }
        let plain: String = digits.chars().filter(|c| *c != '_').collect();
        if let Ok(n) = i64::from_str_radix(&plain, base) {
            return Ok(Some(Value::Int(if negative { -n } else { n })));
        }
        let size = plain.len() / 10 + 1;
        self.digits(size, size.saturating_mul(size))?;
        match BigInt::parse_bytes(plain.as_bytes(), base) {
            Some(n) => self.int(if negative { -n } else { n }).map(Some),
            None => Ok(None),
        }
    }

    /// The result of a function of numbers in `math`.
    pub(crate) fn math(&mut self, name: &str, args: &[Value]) -> Done<Value> {
        let mut numbers = Vec::with_capacity(args.len());
        for arg in args {
            match self.big(arg) {
                Some(n) => numbers.push(n),
                None => {
                    return wrong(format!(
                        "{name} expects whole numbers, found {}",
                        self.type_name(arg)
                    ));
                }
            }
        }
        let size: usize = numbers.iter().map(words).sum();
        match (name, &numbers[..]) {
            ("gcd", all) => {
                self.digits(size, size.saturating_mul(size))?;
                self.int(all.iter().fold(BigInt::zero(), |gcd, n| gcd.gcd(n)))
            }
            ("lcm", all) => {
                self.digits(size, size.saturating_mul(size))?;
                self.int(all.iter().fold(BigInt::one(), |lcm, n| lcm.lcm(n)))
            }
            ("isqrt", [n]) if n.is_negative() => {
                wrong("isqrt expects a number that is not negative")
            }
            ("isqrt", [n]) => {
                self.digits(size, size.saturating_mul(size))?;
                self.int(n.sqrt())
            }
            ("factorial", [n]) => self.factorial(n),
            ("comb", [n, k]) => self.choices(n, k, true),
            ("perm", [n, k]) => self.choices(n, k, false),
            ("perm", [n]) => self.factorial(n),
            _ => wrong(format!("{name} does not take {} arguments", args.len())),
        }
    }

    fn factorial(&mut self, n: &BigInt) -> Done<Value> {
        match n.to_i64() {
            Some(n) if n >= 0 => self.product(1, n as u64),
            _ if n.is_negative() => wrong("factorial expects a number that is not negative"),
            _ => wrong("this factorial is too large"),
        }
    }

    /// The product of the numbers from `first` to `last`.
    fn product(&mut self, first: u64, last: u64) -> Done<Value> {
        let mut product = BigInt::one();
        for n in first..=last {
            self.digits(words(&product) + 1, words(&product) + 16)?;
            product *= n;
        }
        self.int(product)
    }

    fn choices(&mut self, n: &BigInt, k: &BigInt, unordered: bool) -> Done<Value> {
        if n.is_negative() || k.is_negative() {
            return wrong("comb and perm expect numbers that are not negative");
        }
        if k > n {
            return Ok(Value::Int(0));
        }
        let k = if unordered {
            k.min(&(n - k)).clone()
        } else {
            k.clone()
        };
        let (Some(n), Some(k)) = (n.to_u64(), k.to_u64()) else {
            return wrong("comb and perm expect smaller numbers");
        };
        let mut product = BigInt::one();
        for nth in 0..k {
            self.digits(words(&product) + 1, 2 * words(&product) + 16)?;
            product *= n - nth;
            if unordered {
                product /= nth + 1;
            }
        }
        self.int(product)
    }
}

/// The digits of a small number.
fn write_small(n: i64, to: &mut String) {
    let mut digits = [0; 20];
    let (mut at, mut left) = (digits.len(), n.unsigned_abs());
    loop {
        at -= 1;
        digits[at] = b'0' + (left % 10) as u8;
        left /= 10;
        if left == 0 {
            break;
        }
    }
    if n < 0 {
        to.push('-');
    }
    to.extend(digits[at..].iter().map(|digit| char::from(*digit)));
}

/// The advice about numbers with fractions.
pub(crate) const NO_FRACTIONS: &str =
    "`/` makes a number with a fraction, and there are only whole numbers here: write `//`";

/// `None` if the result is not a number of 64 bits.
#[inline]
pub(crate) fn arithmetic(operator: Operator, a: i64, b: i64) -> Option<i64> {
    match operator {
        Operator::Add => a.checked_add(b),
        Operator::Sub => a.checked_sub(b),
        Operator::Mul => a.checked_mul(b),
        Operator::FloorDiv => {
            let quotient = a.checked_div(b)?;
            Some(quotient - i64::from(a % b != 0 && (a < 0) != (b < 0)))
        }
        Operator::Mod => {
            let rest = a.checked_rem(b)?;
            Some(if rest != 0 && (rest < 0) != (b < 0) {
                rest + b
            } else {
                rest
            })
        }
        Operator::Pow => a.checked_pow(u32::try_from(b).ok()?),
        Operator::And => Some(a & b),
        Operator::Or => Some(a | b),
        Operator::Xor => Some(a ^ b),
        Operator::Shl => {
            let shifted = a.checked_shl(u32::try_from(b).ok()?)?;
            (shifted >> b == a).then_some(shifted)
        }
        Operator::Shr if b >= 64 => Some(if a < 0 { -1 } else { 0 }),
        Operator::Shr => a.checked_shr(u32::try_from(b).ok()?),
        Operator::Div => None,
    }
}
