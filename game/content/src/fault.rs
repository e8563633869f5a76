//! Faults in what a mod author wrote: where, what, and what to write instead.
//!
//! A fault is plain data, so that tests and tools can look at its parts; its `Display` prints the compiler-like form
//! with `file:line:column`, the line and a pointer. Nothing here decides what is a fault: that is `load`.

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Patch, Renderer, Snippet};
use std::fmt;
use std::ops::Range;

/// Most faults that are printed one by one; a picture pasted over a text would fill the screen otherwise.
const PRINTED_MAX: usize = 30;
/// Longest source line that is shown in full; longer ones are named by place only.
const EXCERPT_BYTES_MAX: usize = 300;

/// Where in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// The file as a whole.
    File,
    /// A character of a text, both counted from 1.
    Text {
        /// Line.
        line: u32,
        /// Column in characters.
        column: u32,
    },
    /// A pixel of a picture, counted from 0 at the top left: x is the column, y the row.
    Pixel {
        /// Column.
        x: u32,
        /// Row.
        y: u32,
    },
}

/// The line of a text that is at fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The whole line without its end.
    pub line: String,
    /// The bytes of it that are at fault.
    pub mark: Range<usize>,
    /// What to write in their place, when that is known.
    pub replacement: Option<String>,
}

/// One fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file, as it was named on the way here.
    pub file: String,
    /// Where in it.
    pub place: Place,
    /// The line, for texts.
    pub excerpt: Option<Box<Excerpt>>,
    /// What is wrong: one clause, no full stop.
    pub message: String,
    /// What to write or do instead.
    pub remedy: String,
}

impl Fault {
    /// A fault of a file as a whole.
    #[must_use]
    pub fn of_file(file: impl Into<String>, message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { file: file.into(), place: Place::File, excerpt: None, message: message.into(), remedy: remedy.into() }
    }

    /// A fault of one pixel of a picture.
    #[must_use]
    pub fn of_pixel(file: impl Into<String>, x: u32, y: u32, message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { file: file.into(), place: Place::Pixel { x, y }, excerpt: None, message: message.into(), remedy: remedy.into() }
    }

    /// A fault at the bytes `span` of the text `source`. A span past the end or across characters is brought into the text.
    #[must_use]
    pub fn of_text(file: impl Into<String>, source: &str, span: Range<usize>, message: impl Into<String>, remedy: impl Into<String>) -> Self {
        let start = floor_char(source, span.start);
        let line_start = source[..start].rfind('\n').map_or(0, |k| k + 1);
        let line_end = source[start..].find('\n').map_or(source.len(), |k| start + k);
        let text = source[line_start..line_end].trim_end_matches('\r');
        let from = (start - line_start).min(text.len());
        let to = floor_char(source, span.end).saturating_sub(line_start).clamp(from, text.len());
        let line = 1 + source[..line_start].bytes().filter(|b| *b == b'\n').count();
        let column = 1 + text[..from].chars().count();
        let excerpt = (text.len() <= EXCERPT_BYTES_MAX).then(|| Box::new(Excerpt { line: text.to_owned(), mark: from..to, replacement: None }));
        Self { file: file.into(), place: Place::Text { line: line as u32, column: column as u32 }, excerpt, message: message.into(), remedy: remedy.into() }
    }

    /// The same with what to write in place of the marked bytes.
    #[must_use]
    pub fn replaced_by(mut self, replacement: impl Into<String>) -> Self {
        if let Some(excerpt) = &mut self.excerpt {
            excerpt.replacement = Some(replacement.into());
        }
        self
    }

    /// `file:line:column`, `file: pixel (x, y)` or the file alone.
    #[must_use]
    pub fn location(&self) -> String {
        match self.place {
            Place::File => self.file.clone(),
            Place::Text { line, column } => format!("{}:{line}:{column}", self.file),
            Place::Pixel { x, y } => format!("{}: pixel ({x}, {y})", self.file),
        }
    }
}

/// The nearest character border at or before `at`.
fn floor_char(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = Level::ERROR.primary_title(self.message.as_str());
        let renderer = Renderer::plain();
        let (Place::Text { line, .. }, Some(excerpt)) = (self.place, &self.excerpt) else {
            let origin = match self.place {
                Place::Text { line, column } => Origin::path(self.file.as_str()).line(line as usize).char_column(column as usize),
                _ => Origin::path(self.location()),
            };
            return f.write_str(&renderer.render(&[title.element(origin).element(Level::HELP.message(self.remedy.as_str()))]));
        };
        let snippet = || Snippet::source(excerpt.line.as_str()).path(self.file.as_str()).line_start(line as usize);
        let body = title.element(snippet().annotation(AnnotationKind::Primary.span(excerpt.mark.clone())));
        match &excerpt.replacement {
            Some(replacement) => f.write_str(
                &renderer.render(&[
                    body,
                    Group::with_title(Level::HELP.secondary_title(self.remedy.as_str()))
                        .element(snippet_without_annotation(excerpt, self, line).patch(Patch::new(excerpt.mark.clone(), replacement.as_str()))),
                ]),
            ),
            None => f.write_str(&renderer.render(&[body.element(Level::HELP.message(self.remedy.as_str()))])),
        }
    }
}

fn snippet_without_annotation<'a>(excerpt: &'a Excerpt, fault: &'a Fault, line: u32) -> Snippet<'a, Patch<'a>> {
    Snippet::source(excerpt.line.as_str()).path(fault.file.as_str()).line_start(line as usize)
}

/// All faults of what was read, first cause first. Never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults {
    /// In the order in which they are told.
    pub list: Vec<Fault>,
}

impl Faults {
    /// `Ok(value)` when there are no faults.
    pub(crate) fn unless_empty<T>(list: Vec<Fault>, value: impl FnOnce() -> T) -> Result<T, Self> {
        if list.is_empty() { Ok(value()) } else { Err(Self { list }) }
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Self { list: vec![fault] }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, fault) in self.list.iter().take(PRINTED_MAX).enumerate() {
            if k > 0 {
                f.write_str("\n\n")?;
            }
            fault.fmt(f)?;
        }
        match self.list.len().saturating_sub(PRINTED_MAX) {
            0 => Ok(()),
            more => write!(f, "\n\nand {more} more faults like these"),
        }
    }
}

impl std::error::Error for Faults {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let source = "a = 1\r\nname = \"Tür\" x\n";
        let at = source.find('x').unwrap();
        let fault = Fault::of_text("level.toml", source, at..at + 1, "m", "r");
        assert_eq!(fault.location(), "level.toml:2:14");
        assert!(fault.to_string().contains("level.toml:2:14"), "{fault}");
    }

    #[test]
    fn any_span_is_brought_into_the_text() {
        for source in ["", "\n", "ü", "abc\r\n", "\u{feff}x"] {
            for start in 0..8 {
                for end in 0..8 {
                    let fault = Fault::of_text("f", source, start..end, "m", "r").replaced_by("y");
                    assert!(fault.to_string().contains("f:"), "{fault}");
                }
            }
        }
    }
}
