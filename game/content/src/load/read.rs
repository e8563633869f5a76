//! Reading one TOML text row by row into loose values with their places, so that every independent fault is told in
//! one go. (A derive stops at the first one and cannot say "did you mean".)
//!
//! A faulty or missing value yields a stand-in from its range; since any fault makes the whole load fail, a stand-in
//! never leaves this crate.

use super::limits;
use crate::fault::Fault;
use crate::map::Cell;
use std::cell::RefCell;
use std::ops::{Range, RangeInclusive};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A text and the faults found in it so far.
pub(crate) struct Page<'a> {
    file: &'a str,
    source: &'a str,
    faults: RefCell<Vec<(usize, Fault)>>,
}

impl<'a> Page<'a> {
    pub(crate) fn new(file: &'a str, source: &'a str) -> Self {
        Self { file, source, faults: RefCell::default() }
    }

    /// Parses the text; a text with faults of syntax is not looked at any further.
    pub(crate) fn parse(&self) -> Option<Spanned<DeTable<'a>>> {
        let (table, errors) = DeTable::parse_recoverable(self.source);
        if errors.is_empty() {
            return Some(table);
        }
        for error in errors {
            let span = error.span().unwrap_or(0..0);
            let message = error.message().replace('\n', ", ");
            self.fault(span, format!("this is not TOML: {message}"), "see https://toml.io for how a value, a key and a [table] are written");
        }
        None
    }

    pub(crate) fn fault(&self, span: Range<usize>, message: impl Into<String>, remedy: impl Into<String>) {
        self.push(span.start, || Fault::of_text(self.file, self.source, span.clone(), message, remedy));
    }

    pub(crate) fn fault_replaced(&self, span: Range<usize>, message: impl Into<String>, remedy: impl Into<String>, replacement: impl Into<String>) {
        self.push(span.start, || Fault::of_text(self.file, self.source, span.clone(), message, remedy).replaced_by(replacement));
    }

    /// Placing a fault reads the text up to it, so a text of nothing but faults must stop somewhere.
    fn push(&self, at: usize, fault: impl FnOnce() -> Fault) {
        if !self.is_full() {
            self.faults.borrow_mut().push((at, fault()));
        }
    }

    fn is_full(&self) -> bool {
        self.faults.borrow().len() >= limits::FAULTS_MAX
    }

    pub(crate) fn is_clean(&self) -> bool {
        self.faults.borrow().is_empty()
    }

    /// The faults in the order of the text.
    pub(crate) fn into_faults(self) -> Vec<Fault> {
        let mut faults = self.faults.into_inner();
        faults.sort_by_key(|(at, _)| *at);
        faults.dedup();
        faults.into_iter().map(|(_, fault)| fault).collect()
    }
}

/// One table of a text: hands out its values by key and remembers which keys were asked for.
pub(crate) struct Row<'p, 'a> {
    page: &'p Page<'a>,
    table: &'p DeTable<'a>,
    /// As it is written: `[[wave]]`.
    name: &'static str,
    span: Range<usize>,
    asked: RefCell<Vec<&'static str>>,
}

impl<'p, 'a> Row<'p, 'a> {
    /// The text's top level.
    pub(crate) fn root(page: &'p Page<'a>, table: &'p Spanned<DeTable<'a>>) -> Self {
        Self { page, table: table.get_ref(), name: "the top level", span: 0..0, asked: RefCell::default() }
    }

    /// Reads `format` and says what to do about another number.
    pub(crate) fn check_format(&self) {
        let format = self.int("format", 1..=1_000_000, None);
        if format != limits::FORMAT && self.page.is_clean() {
            self.page.fault(
                self.span_of("format"),
                format!("this file has format {format}, this version of the game reads format {}", limits::FORMAT),
                "update the game, or write the file in the older format (levels/README.md)",
            );
        }
    }

    pub(crate) fn page(&self) -> &'p Page<'a> {
        self.page
    }

    /// Where the value of `key` is written, or the table's head when it is not there.
    pub(crate) fn span_of(&self, key: &str) -> Range<usize> {
        self.find(key).map_or_else(|| self.span.clone(), Spanned::span)
    }

    fn find(&self, key: &str) -> Option<&'p Spanned<DeValue<'a>>> {
        self.table.iter().find(|(k, _)| k.get_ref().as_ref() == key).map(|(_, value)| value)
    }

    fn get(&self, key: &'static str) -> Option<&'p Spanned<DeValue<'a>>> {
        self.asked.borrow_mut().push(key);
        self.find(key)
    }

    /// Whether the key is written here.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.find(key).is_some()
    }

    fn missing(&self, key: &str, wanted: &str) {
        self.page.fault(self.span.clone(), format!("{} has no `{key}`", self.name), format!("add `{key} = ...`: {wanted}"));
    }

    fn wrong(&self, key: &str, value: &Spanned<DeValue<'_>>, wanted: &str) {
        self.page.fault(value.span(), format!("`{key}` is {}, not {wanted}", kind_of(value.get_ref())), format!("write {wanted}"));
    }

    /// A whole number in a range.
    pub(crate) fn int(&self, key: &'static str, range: RangeInclusive<i64>, default: Option<i64>) -> i64 {
        let wanted = format!("a whole number from {} to {}", range.start(), range.end());
        let stand_in = default.unwrap_or(*range.start());
        let Some(value) = self.get(key) else {
            if default.is_none() {
                self.missing(key, &wanted);
            }
            return stand_in;
        };
        let DeValue::Integer(written) = value.get_ref() else {
            self.wrong(key, value, &wanted);
            return stand_in;
        };
        match i64::from_str_radix(written.as_str(), written.radix()) {
            Ok(number) if range.contains(&number) => number,
            _ => {
                self.page.fault(value.span(), format!("`{key} = {}` is out of range", short(written.as_str())), format!("write {wanted}"));
                stand_in
            }
        }
    }

    /// A number in a range, whole or not.
    pub(crate) fn float(&self, key: &'static str, range: RangeInclusive<f64>, default: Option<f32>) -> f32 {
        let wanted = format!("a number from {} to {}", range.start(), range.end());
        let stand_in = default.unwrap_or(*range.start() as f32);
        match self.get(key) {
            None => {
                if default.is_none() {
                    self.missing(key, &wanted);
                }
                stand_in
            }
            Some(value) => self.number(key, value, &range, &wanted).unwrap_or(stand_in),
        }
    }

    fn number(&self, key: &str, value: &Spanned<DeValue<'_>>, range: &RangeInclusive<f64>, wanted: &str) -> Option<f32> {
        let (number, written) = match value.get_ref() {
            DeValue::Integer(written) => (i64::from_str_radix(written.as_str(), written.radix()).map_or(f64::INFINITY, |v| v as f64), written.as_str()),
            DeValue::Float(written) => (written.as_str().parse::<f64>().unwrap_or(f64::NAN), written.as_str()),
            _ => {
                self.wrong(key, value, wanted);
                return None;
            }
        };
        if !range.contains(&number) {
            let what = if number.is_finite() { "is out of range" } else { "is no number a game can use" };
            self.page.fault(value.span(), format!("`{key}`: {} {what}", short(written)), format!("write {wanted}"));
            return None;
        }
        Some(number as f32)
    }

    /// Seconds in the text, whole ticks in the game.
    pub(crate) fn ticks(&self, key: &'static str, range: RangeInclusive<f64>, default_s: Option<f32>) -> u32 {
        (self.float(key, range, default_s) * limits::TICKS_PER_SECOND).round() as u32
    }

    /// `true` or `false`.
    pub(crate) fn flag(&self, key: &'static str, default: bool) -> bool {
        match self.get(key) {
            None => default,
            Some(value) => value.get_ref().as_bool().unwrap_or_else(|| {
                self.wrong(key, value, "true or false");
                default
            }),
        }
    }

    /// A text of at most `chars_max` characters in one line.
    pub(crate) fn text(&self, key: &'static str, chars_max: usize, default: Option<&str>) -> String {
        let wanted = format!("a text in quotes of 1 to {chars_max} characters");
        let Some(value) = self.get(key) else {
            if default.is_none() {
                self.missing(key, &wanted);
            }
            return default.unwrap_or_default().to_owned();
        };
        let Some(text) = value.get_ref().as_str() else {
            self.wrong(key, value, &wanted);
            return String::new();
        };
        let count = text.chars().count();
        if count > chars_max || (count == 0 && default.is_none()) || text.chars().any(char::is_control) {
            self.page.fault(
                value.span(),
                format!("`{key}` has {count} characters, or some that cannot be shown"),
                format!("write {wanted}, without line breaks"),
            );
        }
        text.to_owned()
    }

    /// An id: small letters, digits, hyphens and underscores.
    pub(crate) fn id(&self, key: &'static str) -> String {
        let id = self.text(key, limits::ID_MAX, None);
        if !id.is_empty() && !id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_') {
            self.page.fault(
                self.span_of(key),
                format!("`{key}` is used as a name in files: \"{}\" will not do", short(&id)),
                "write small letters a to z, digits, - and _ only",
            );
        }
        id
    }

    /// One of a list of names, by its index.
    pub(crate) fn choice<'n>(&self, key: &'static str, what: &str, names: impl Iterator<Item = &'n str> + Clone) -> Option<usize> {
        let wanted = || format!("one of {}", list(names.clone()));
        let Some(value) = self.get(key) else {
            self.missing(key, &wanted());
            return None;
        };
        let Some(name) = value.get_ref().as_str() else {
            self.wrong(key, value, &wanted());
            return None;
        };
        let found = names.clone().position(|n| n == name);
        if found.is_none() {
            let message = format!("no {what} is called \"{}\"", short(name));
            match nearest(name, names.clone()) {
                Some(meant) => {
                    self.page.fault_replaced(value.span(), message, format!("did you mean \"{meant}\"? There are {}", list(names)), format!("\"{meant}\""))
                }
                None => self.page.fault(value.span(), message, format!("write {}", wanted())),
            }
        }
        found
    }

    /// Two numbers `[x, y]` in metres, both within `side_m`.
    pub(crate) fn point(&self, key: &'static str, side_m: f64) -> [f32; 2] {
        let wanted = format!("two numbers [x, y] in metres from 0 to {side_m}");
        let Some(value) = self.get(key) else {
            self.missing(key, &wanted);
            return [0.0; 2];
        };
        match value.get_ref().as_array() {
            Some(pair) if pair.len() == 2 => {
                let mut point = [0.0; 2];
                for (slot, number) in point.iter_mut().zip(pair.iter()) {
                    *slot = self.number(key, number, &(0.0..=side_m), &wanted).unwrap_or(0.0);
                }
                point
            }
            _ => {
                self.wrong(key, value, &wanted);
                [0.0; 2]
            }
        }
    }

    /// A list of rectangles `[[x0, y0, x1, y1], ...]` in metres, 1 to `count_max` of them, their corners in order.
    pub(crate) fn rectangles(&self, key: &'static str, side_m: f64, count_max: usize) -> Vec<[f32; 4]> {
        let wanted = format!("a list of 1 to {count_max} rectangles [[x0, y0, x1, y1], ...] in metres from 0 to {side_m}");
        let Some(value) = self.get(key) else {
            self.missing(key, &wanted);
            return Vec::new();
        };
        let Some(list) = value.get_ref().as_array().filter(|list| (1..=count_max).contains(&list.len())) else {
            self.page.fault(value.span(), format!("`{key}` is no list of 1 to {count_max} rectangles"), format!("write {wanted}"));
            return Vec::new();
        };
        let one = |item: &Spanned<DeValue<'_>>| {
            let Some(numbers) = item.get_ref().as_array().filter(|numbers| numbers.len() == 4) else {
                self.page.fault(item.span(), format!("this is no rectangle of `{key}`"), "write four numbers: [left, top, right, bottom]");
                return [0.0; 4];
            };
            let mut sides = [0.0; 4];
            for (side, number) in sides.iter_mut().zip(numbers.iter()) {
                let Some(number) = self.number(key, number, &(0.0..=side_m), &wanted) else { return [0.0; 4] };
                *side = number;
            }
            if sides[0] >= sides[2] || sides[1] >= sides[3] {
                self.page.fault(
                    item.span(),
                    format!("this rectangle of `{key}` has no inside"),
                    "write [left, top, right, bottom], left before right and top before bottom",
                );
            }
            sides
        };
        list.iter().map(one).collect()
    }

    /// Two whole numbers `[x, y]`: a cell, which is a pixel of the picture.
    pub(crate) fn cell(&self, key: &'static str) -> Cell {
        let side = i64::from(crate::map::SIDE_MAX) - 1;
        let wanted = format!("a cell [x, y]: two whole numbers from 0 to {side}, a pixel of terrain.png");
        let Some(value) = self.get(key) else {
            self.missing(key, &wanted);
            return Cell::default();
        };
        let numbers: Option<Vec<i32>> = value.get_ref().as_array().filter(|pair| pair.len() == 2).and_then(|pair| {
            let whole = |v: &Spanned<DeValue<'_>>| {
                v.get_ref().as_integer().and_then(|n| i64::from_str_radix(n.as_str(), n.radix()).ok()).filter(|n| (0..=side).contains(n))
            };
            pair.iter().map(|v| whole(v).map(|n| n as i32)).collect()
        });
        match numbers.as_deref() {
            Some([x, y]) => Cell::new(*x, *y),
            _ => {
                self.page.fault(value.span(), format!("`{key}` is no cell"), format!("write {wanted}"));
                Cell::default()
            }
        }
    }

    /// A table in this one.
    pub(crate) fn row(&self, key: &'static str, name: &'static str) -> Option<Row<'p, 'a>> {
        let value = self.get(key)?;
        match value.get_ref() {
            DeValue::Table(table) => Some(Row { page: self.page, table, name, span: value.span(), asked: RefCell::default() }),
            _ => {
                self.wrong(key, value, &format!("a table, written as {name} on a line of its own"));
                None
            }
        }
    }

    /// The same, and it must be there.
    pub(crate) fn row_needed(&self, key: &'static str, name: &'static str) -> Option<Row<'p, 'a>> {
        if !self.has(key) {
            self.asked.borrow_mut().push(key);
            self.page.fault(self.span.clone(), format!("there is no {name}"), format!("add a line {name} and its keys below it (levels/README.md)"));
            return None;
        }
        self.row(key, name)
    }

    /// The tables of a list `[[name]]`, at most `count_max` of them.
    pub(crate) fn rows(&self, key: &'static str, name: &'static str, count_max: usize) -> Vec<Row<'p, 'a>> {
        let Some(value) = self.get(key) else { return Vec::new() };
        let Some(array) = value.get_ref().as_array() else {
            self.wrong(key, value, &format!("a list of tables, each begun by a line {name}"));
            return Vec::new();
        };
        if array.len() > count_max {
            let span = array.get(count_max).map_or_else(|| value.span(), Spanned::span);
            self.page.fault(span, format!("there are {} {name}, more than the {count_max} allowed", array.len()), "remove some");
        }
        array
            .iter()
            .take(count_max)
            .filter_map(|row| match row.get_ref() {
                DeValue::Table(table) => Some(Row { page: self.page, table, name, span: row.span(), asked: RefCell::default() }),
                _ => {
                    self.wrong(key, row, &format!("a table, begun by a line {name}"));
                    None
                }
            })
            .collect()
    }

    /// Whatever nobody asked for is a typing error. Call when all keys were read.
    pub(crate) fn finish(self) {
        let asked = self.asked.into_inner();
        for (key, _) in self.table {
            let name = key.get_ref().as_ref();
            if asked.contains(&name) || self.page.is_full() {
                continue;
            }
            let message = format!("{} knows no key `{}`", self.name, short(name));
            let known = list(asked.iter().copied());
            match nearest(name, asked.iter().copied().filter(|k| !self.table.iter().any(|(written, _)| written.get_ref().as_ref() == *k))) {
                Some(meant) => self.page.fault_replaced(key.span(), message, format!("did you mean `{meant}`? The keys here are {known}"), meant),
                None => self.page.fault(key.span(), message, format!("remove it; the keys here are {known}")),
            }
        }
    }
}

fn kind_of(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a point",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// What was written, cut to a length that fits a sentence.
fn short(text: &str) -> String {
    if text.chars().count() <= 40 { text.to_owned() } else { text.chars().take(37).chain("...".chars()).collect() }
}

fn list<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    names.dedup();
    names.join(", ")
}

/// The name that was probably meant: at most a third of it mistyped. The first of equals, so the answer never changes.
pub(crate) fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let name: String = name.chars().take(64).collect();
    let allowed = (name.chars().count() / 3).max(1);
    names.map(|n| (strsim::damerau_levenshtein(&name, n), n)).filter(|(distance, _)| *distance <= allowed).min().map(|(_, n)| n)
}
