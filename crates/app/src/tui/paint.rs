//! The screen's parts: heading, position, moves, history, words, keys.

use bouton::Outcome;
use bouton::answers::{PositionValue, Step};
use bouton::play::{Player, State};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect, Size};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, List, ListItem, ListState, Padding, Paragraph, Wrap};

use super::figure::Showing;
use super::history;
use super::looks::Looks;
use super::screen::{Entry, Screen};

/// The longest line of keys that fits is shown.
const KEYS: [&str; 3] = [
    "Enter play  v values  h hint  e explain  u undo  s side  l level  ? keys  q quit",
    "Enter play  v values  h hint  u undo  ? keys  q quit",
    "Enter play  h hint  u undo  ? keys  q quit",
];

const HELP: [&str; 15] = [
    "arrows, j k      choose a move (PgUp, PgDn, Home, End)",
    "Enter            play it",
    "/                type a move",
    "v                show what each move leads to, best first",
    "h                hint: the best move",
    "e                explain the chosen move",
    "w                why the position is won, lost or drawn",
    "u                take back your last move",
    "s                change sides",
    "l                next level of the program, from any",
    "                 move at random to perfect",
    "Esc              stop the program's thinking",
    "q                quit",
    "",
    "Any key closes this.",
];

/// Whether the screen is large enough.
pub(super) fn fits(window: Size) -> bool {
    window.width >= 50 && window.height >= 16
}

/// Draws all of it.
pub(super) fn paint(frame: &mut Frame<'_>, screen: &Screen, looks: Looks) {
    let area = frame.area();
    if !fits(area.as_size()) {
        let words = "The window is too small: at least 50 columns and 16 rows, please. \
            q quits; bouton play --plain does without a screen.";
        frame.render_widget(Paragraph::new(words).wrap(Wrap { trim: true }), area);
        return;
    }
    let parts = [1, 0, 5, 3, 1].map(|rows| match rows {
        0 => Constraint::Min(6),
        rows => Constraint::Length(rows),
    });
    let [head, main, line, words, keys] = Layout::vertical(parts).areas(area);
    let share = if screen.review.is_some() { 3 } else { 2 };
    let list_width = (area.width * share / 5).clamp(24, 64);
    let columns = [Constraint::Min(20), Constraint::Length(list_width)];
    let [figure, list] = Layout::horizontal(columns).areas(main);
    heading(frame, screen, looks, head);
    position(frame, screen, looks, figure);
    match &screen.review {
        Some(review) => steps(frame, screen, &review.moves, looks, list),
        None => moves(frame, screen, looks, list),
    }
    past(frame, screen, looks, line);
    said(frame, screen, looks, words);
    let known = KEYS
        .into_iter()
        .find(|words| words.len() <= usize::from(area.width));
    frame.render_widget(
        Paragraph::new(known.unwrap_or(KEYS[2])).style(looks.faint()),
        keys,
    );
    if screen.help {
        help(frame, area);
    }
}

/// The game, the players' sides, the points so far.
fn heading(frame: &mut Frame<'_>, screen: &Screen, looks: Looks, area: Rect) {
    let view = &screen.view;
    let mut right = match view.program {
        Player::First => format!("program ({}) first, you second", view.level),
        Player::Second => format!("you first, program ({}) second", view.level),
    };
    if let Some([first, second]) = view.totals {
        right += &format!(" · points {first} : {second}");
    }
    let room = usize::from(area.width).saturating_sub(right.chars().count() + 2);
    let left = cut(&format!(" {}", view.game), room);
    let line = Line::from_iter([
        Span::styled(format!("{left:room$}"), looks.strong()),
        Span::raw(right),
    ]);
    frame.render_widget(line, area);
}

fn position(frame: &mut Frame<'_>, screen: &Screen, looks: Looks, area: Rect) {
    let room = usize::from(area.width).saturating_sub(6);
    let title = cut(&screen.view.position, room);
    let block = Block::bordered()
        .title(if title.is_empty() {
            String::new()
        } else {
            format!(" {title} ")
        })
        .padding(Padding::horizontal(1));
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let chosen = screen.chosen();
    let marked = chosen.map_or_else(Vec::new, |entry| entry.changes);
    let showing = Showing {
        scene: &screen.view.scene,
        marked: &marked,
        over: matches!(screen.view.state, State::Over | State::Repeated),
        looks,
    };
    showing.paint(frame, inner);
}

fn moves(frame: &mut Frame<'_>, screen: &Screen, looks: Looks, area: Rect) {
    let room = usize::from(area.width).saturating_sub(5);
    let entries = screen.entries();
    // A cut sentence says less than the short form, which the picture also shows at its edges.
    let name_room = |entry: &Entry| match &entry.worth {
        Some((worth, ..)) => room.saturating_sub(worth.chars().count() + 2),
        None => room,
    };
    let in_words = entries
        .iter()
        .all(|entry| entry.shown.chars().count() <= name_room(entry));
    let item = |entry: &Entry| {
        let name = if in_words { &entry.shown } else { &entry.short };
        let name_room = name_room(entry);
        let name = cut(name, name_room);
        let Some((worth, outcome, best)) = &entry.worth else {
            return ListItem::new(name);
        };
        let worth = format!("{worth}{}", if *best { "*" } else { " " });
        ListItem::new(Line::from_iter([
            Span::raw(format!("{name:name_room$} ")),
            Span::styled(worth, looks.outcome(*outcome)),
        ]))
    };
    let more = if screen.view.more { "+" } else { "" };
    let title = match (screen.view.state, entries.len()) {
        (State::Over | State::Repeated, _) | (_, 0) => " play is over ".to_owned(),
        (_, count) => format!(" move {} of {count}{more} ", screen.selected + 1),
    };
    let items: Vec<_> = entries.iter().map(item).collect();
    list(frame, items, &title, screen.selected, looks, area);
}

/// The moves of a finished game; moves that were not best are shown with the best ones.
fn steps(frame: &mut Frame<'_>, screen: &Screen, steps: &[Step], looks: Looks, area: Rect) {
    let room = usize::from(area.width).saturating_sub(5);
    let item = |(n, step): (usize, &Step)| {
        let who = step.player.map(|player| screen.view.called(player));
        let who = who.unwrap_or_default();
        let sign = if step.is_best() { ' ' } else { '✗' };
        let mut lines = vec![Line::raw(cut(
            &format!("{sign}{}. {who}: {}", n + 1, step.said()),
            room,
        ))];
        if !step.is_best() {
            let best = step.best_said().first().map_or("", String::as_str);
            let [before, after] = step.whole();
            let words = format!("   {before} to {after}; best {best}");
            lines.push(Line::styled(
                cut(&words, room),
                looks.outcome(Outcome::Loss),
            ));
        }
        ListItem::new(lines)
    };
    let items: Vec<_> = steps.iter().enumerate().map(item).collect();
    list(frame, items, " review ", screen.selected, looks, area);
}

fn list(
    frame: &mut Frame<'_>,
    items: Vec<ListItem<'_>>,
    title: &str,
    selected: usize,
    looks: Looks,
    area: Rect,
) {
    let list = List::new(items)
        .block(Block::bordered().title(title))
        .highlight_symbol("> ")
        .highlight_style(looks.strong())
        .scroll_padding(2);
    let mut state = ListState::default().with_selected(Some(selected));
    frame.render_stateful_widget(list, area, &mut state);
}

/// The value of each position so far, and the last moves.
fn past(frame: &mut Frame<'_>, screen: &Screen, looks: Looks, area: Rect) {
    let view = &screen.view;
    let last = view.made.iter().rev().take(2).rev();
    let last: Vec<_> = last
        .map(|made| format!("{}: {}", view.called(made.player), made.shown))
        .collect();
    let title = match view.made.len() {
        0 if screen.valued => " value of the game ".to_owned(),
        0 => " no move yet ".to_owned(),
        1 => format!(" after 1 ply ({}) ", last.join(", ")),
        count => format!(" after {count} plies (… {}) ", last.join(", ")),
    };
    let title = cut(&title, usize::from(area.width).saturating_sub(2));
    let block = Block::bordered().title(title);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    if !screen.valued && screen.review.is_none() {
        let words = "Its value from move to move is shown with the values of moves: v";
        frame.render_widget(Paragraph::new(words).style(looks.faint()), inner);
        return;
    }
    let [names, curve] =
        Layout::horizontal([Constraint::Length(14), Constraint::Min(4)]).areas(inner);
    let line = history::line(
        &view.worths,
        usize::from(curve.width),
        usize::from(curve.height),
    );
    let margins = view
        .worths
        .iter()
        .flatten()
        .any(|worth| matches!(worth, PositionValue::Margin(_)));
    let edge = |player: Player, value: i128| match (margins, value) {
        (true, 0) => "even".to_owned(),
        (true, _) => format!("{} {:+}", view.called(player), value.abs()),
        (false, _) => format!("{} wins", view.called(player)).replace("you wins", "you win"),
    };
    let names_shown = vec![
        Line::raw(edge(Player::First, line.top)),
        Line::styled(if margins { "" } else { "draw" }, looks.faint()),
        Line::raw(edge(Player::Second, line.bottom)),
    ];
    frame.render_widget(Paragraph::new(names_shown), names);
    let rows: Vec<_> = line.rows.into_iter().map(Line::raw).collect();
    frame.render_widget(Paragraph::new(rows), curve);
}

/// The message of the program, its progress, or the typed text.
fn said(frame: &mut Frame<'_>, screen: &Screen, looks: Looks, area: Rect) {
    let words = match (&screen.typed, screen.thinking()) {
        (Some(text), _) => format!("your move> {text}▏"),
        (None, Some(progress)) => format!("Thinking: {progress}. Esc stops."),
        (None, None) => screen.said.clone(),
    };
    let style = if screen.typed.is_some() {
        looks.strong()
    } else {
        Default::default()
    };
    frame.render_widget(
        Paragraph::new(words).style(style).wrap(Wrap { trim: true }),
        area,
    );
}

fn help(frame: &mut Frame<'_>, area: Rect) {
    let high = HELP.len() as u16 + 2;
    let wide = area.width.min(64);
    let place = Rect {
        x: (area.width - wide) / 2,
        y: area.height.saturating_sub(high) / 2,
        width: wide,
        height: high.min(area.height),
    };
    let lines: Vec<_> = HELP.iter().map(|line| Line::raw(*line)).collect();
    frame.render_widget(Clear, place);
    let block = Block::bordered()
        .title(" keys ")
        .padding(Padding::horizontal(1));
    frame.render_widget(Paragraph::new(lines).block(block), place);
}

/// The text, cut to this many characters.
fn cut(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    let head: String = text.chars().take(room.saturating_sub(1)).collect();
    head + "…"
}
