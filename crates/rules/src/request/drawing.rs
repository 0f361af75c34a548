//! The result of `draw` as a scene: a list of rows, or a dict.

use bouton_core::scene::{Cell, Edge, EdgeKind, Figure, InHand, Owner, Point, Scene, Set, layout};
use bouton_external::{board, cell};
use bouton_language::{Value, text};
use num_bigint::BigUint;

use super::{Call, Function, MOST_MOVES, Plain, Trouble, shortened, written};

/// The most heaps, points, edges, cards, and pieces of a kind in hand: nobody can read a picture of more.
const MOST: usize = 1024;

type Found<T> = Result<T, Trouble>;

/// The result of `draw` at a position while it is read.
pub(super) struct Drawing<'d> {
    pub(super) call: &'d Call<'d>,
    pub(super) at: &'d Plain,
}

impl Drawing<'_> {
    /// The scene of a dict, by the names in it.
    pub(super) fn scene(&self, told: &[(Value, Value)]) -> Found<Scene> {
        let named = told
            .iter()
            .map(|(key, part)| (key.as_str().unwrap_or("?"), part));
        let (hands, mut parts): (Vec<_>, Vec<_>) = named.partition(|(name, _)| *name == "hands");
        parts.sort_unstable_by_key(|(name, _)| *name);
        let figure = match parts[..] {
            [("rows", rows)] => self.board(&self.list("the rows", rows, MOST_MOVES)?)?,
            [("heaps", heaps)] => self.heaps(heaps)?,
            [("edges", edges), ("points", points)] => self.net(points, edges)?,
            [("laid", laid), ("piles", piles)] => self.cards(laid, piles)?,
            _ => {
                let names: Vec<_> = parts.iter().map(|(name, _)| *name).collect();
                let found = shortened(&names.join(", "));
                return Err(self.fault(format!(
                    "a dict from draw has rows, or heaps, or points and edges, or laid and piles; found {{{found}}}"
                )));
            }
        };
        let hands = hands.first().map(|(_, hands)| self.hands(hands));
        Ok(Scene::of(figure).holding(hands.transpose()?.unwrap_or_default()))
    }

    pub(super) fn board(&self, rows: &[Value]) -> Found<Figure> {
        let rows: Found<Vec<_>> = rows.iter().map(|row| self.row(row)).collect();
        Ok(board(&rows?, |mark| self.owner(mark), self.set()))
    }

    fn row(&self, row: &Value) -> Found<Vec<String>> {
        if let Some(text) = row.as_str() {
            return Ok(text.chars().map(String::from).collect());
        }
        let cells = row.items().ok_or_else(|| {
            let message = "draw must return a list of rows, each a string or a list of strings";
            self.fault(message.into())
        })?;
        let cells: Result<_, _> = cells.iter().map(text).collect();
        cells.map_err(|error| self.call.file.error(Function::Draw, &[], &error))
    }

    fn heaps(&self, told: &Value) -> Found<Figure> {
        let size = |heap: &Value| {
            let size = heap.as_int().and_then(|size| u64::try_from(size).ok());
            let size = size.map(BigUint::from);
            size.ok_or_else(|| self.wrong("each heap", "an int of 64 bits from 0", heap))
        };
        let heaps = self.list("the heaps", told, MOST)?;
        Ok(Figure::Heaps(heaps.iter().map(size).collect::<Found<_>>()?))
    }

    fn cards(&self, laid: &Value, piles: &Value) -> Found<Figure> {
        let laid = self.list("the cards laid", laid, MOST)?;
        let laid = laid
            .iter()
            .map(|card| self.name(card))
            .collect::<Found<_>>()?;
        let piles = self.counts("the piles", piles)?;
        Ok(Figure::Cards { laid, piles })
    }

    /// The pieces in hand of both players, or of none.
    fn hands(&self, told: &Value) -> Found<[Vec<InHand>; 2]> {
        let hand = |told| -> Found<Vec<_>> {
            let counts = self.counts("each hand", told)?.into_iter();
            Ok(counts.map(|(mark, count)| InHand { mark, count }).collect())
        };
        match told.items().as_deref() {
            Some([]) => Ok(Default::default()),
            Some([first, second]) => Ok([hand(first)?, hand(second)?]),
            _ => Err(self.wrong("the hands", "a list of two dicts", told)),
        }
    }

    fn net(&self, points: &Value, edges: &Value) -> Found<Figure> {
        let (mut names, mut cells, mut places) = (Vec::new(), Vec::new(), Vec::new());
        for (name, look) in self.entries("the points", points)? {
            let own = self.name(&name)?;
            if names.contains(&own) {
                return Err(self.wrong("each point", "one with another name", &name));
            }
            names.push(own);
            cells.push(match look {
                Some(look) => self.point(&look, &mut places)?,
                None => Cell::Empty,
            });
        }
        let edges = self.list("the edges", edges, MOST)?;
        let edges = edges.iter().map(|edge| self.edge(edge, &mut names));
        let edges: Vec<_> = edges.collect::<Found<_>>()?;
        cells.resize(names.len(), Cell::Empty);
        let count = names.len();
        if count > MOST || !places.is_empty() && places.len() != count {
            let placed = places.len();
            return Err(self.fault(format!(
                "draw must return at most {MOST} points, all or none with a place; found {count}, {placed} with a place"
            )));
        }
        let places = match places.len() {
            0 if self.set() == Set::Ground => {
                let message = "every edge from draw must be joined to the first point, the ground";
                return Figure::standing(&names, edges).ok_or_else(|| self.fault(message.into()));
            }
            0 => layout::of(count, edges.iter().map(|edge| (edge.from, edge.to))),
            _ => layout::scaled(&places),
        };
        let points = names.into_iter().zip(cells).zip(places);
        let points = points.map(|((label, cell), (x, y))| Point { x, y, label, cell });
        let mut points: Vec<_> = points.collect();
        if self.set() == Set::Boxes {
            points.iter_mut().for_each(|point| point.label.clear());
        }
        Ok(Figure::Net { points, edges })
    }

    /// The look of a point: its mark, or its place, or both.
    fn point(&self, look: &Value, places: &mut Vec<(i32, i32)>) -> Found<Cell> {
        let small = |n: &Value| n.as_int().and_then(|n| i32::try_from(n).ok());
        let items = look.items();
        let (place, mark) = match items.as_deref() {
            None => (None, look.as_str()),
            Some([x, y]) => (small(x).zip(small(y)), Some(".")),
            Some([x, y, mark]) => (small(x).zip(small(y)), mark.as_str()),
            Some(_) => (None, None),
        };
        let is_known = place.is_some() || look.as_str().is_some();
        places.extend(place);
        match mark.filter(|_| is_known) {
            Some(mark) => Ok(cell(mark, self.owner(mark), self.set())),
            None => Err(self.wrong("each point", "a mark, (x, y) or (x, y, mark)", look)),
        }
    }

    /// An edge; its points are added to those that are known.
    fn edge(&self, told: &Value, names: &mut Vec<String>) -> Found<Edge> {
        let items = told.items().unwrap_or_default();
        let words: Option<Vec<_>> = items.iter().skip(2).map(Value::as_str).collect();
        let (Some([from, to]), Some([] | [_] | [_, _])) = (items.first_chunk(), words.as_deref())
        else {
            let expected = "(from, to), (from, to, sign) or (from, to, sign, name)";
            return Err(self.wrong("each edge", expected, told));
        };
        let mut number = |name: String| {
            let known = names.iter().position(|other| *other == name);
            known.unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            })
        };
        let word = |n: usize| words.iter().flatten().nth(n).copied().unwrap_or_default();
        Ok(Edge {
            from: number(self.name(from)?),
            to: number(self.name(to)?),
            kind: match word(0) {
                ">" => EdgeKind::OneWay,
                "." => EdgeKind::Free,
                sign => EdgeKind::Of(self.owner(sign)),
            },
            label: word(1).to_owned(),
        })
    }

    fn set(&self) -> Set {
        self.call.file.figures()
    }

    fn owner(&self, mark: &str) -> Owner {
        self.call.file.owner(mark)
    }

    /// The name of a point, a card or a piece: a string or an int.
    fn name(&self, told: &Value) -> Found<String> {
        let number = || told.as_int().map(|n| n.to_string());
        let name = told.as_str().map(str::to_owned).or_else(number);
        name.ok_or_else(|| self.wrong("each name", "a string or an int", told))
    }

    /// Names with a number each.
    fn counts(&self, what: &str, told: &Value) -> Found<Vec<(String, usize)>> {
        let count = |(name, told): (Value, Option<Value>)| {
            let told = told.unwrap_or(Value::None);
            let count = told.as_int().and_then(|count| usize::try_from(count).ok());
            let count = count.filter(|count| *count <= MOST);
            let expected = || format!("an int from 0 to {MOST}");
            let count = count.ok_or_else(|| self.wrong("each count", &expected(), &told));
            Ok((self.name(&name)?, count?))
        };
        self.entries(what, told)?.into_iter().map(count).collect()
    }

    /// The entries of a dict, or the items of a list as keys.
    fn entries(&self, what: &str, told: &Value) -> Found<Vec<(Value, Option<Value>)>> {
        let some = |(key, value)| (key, Some(value));
        let dict = told.dict_items();
        let dict = dict.map(|entries| entries.into_iter().map(some).collect());
        let list = || Some(told.items()?.into_iter().map(|item| (item, None)).collect());
        let entries: Option<Vec<_>> = dict.or_else(list);
        let entries = entries.filter(|entries| entries.len() <= MOST);
        let expected = || format!("a dict or a list of at most {MOST}");
        entries.ok_or_else(|| self.wrong(what, &expected(), told))
    }

    fn list(&self, what: &str, told: &Value, most: usize) -> Found<Vec<Value>> {
        let items = told.items().filter(|items| items.len() <= most);
        let expected = || format!("a list of at most {most}");
        let items = items.ok_or_else(|| self.wrong(what, &expected(), told))?;
        Ok(items.into_vec())
    }

    /// The error of a part that is not as expected.
    fn wrong(&self, what: &str, expected: &str, found: &Value) -> Trouble {
        let found = shortened(&written(found));
        self.fault(format!(
            "draw must return {what} as {expected}, found {found}"
        ))
    }

    fn fault(&self, message: String) -> Trouble {
        self.call.wrong(Function::Draw, self.at, message)
    }
}
