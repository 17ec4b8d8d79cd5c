//! Card files as trees of words, calls, lists, numbers and strings, so that a mutant is a tree with one place changed
//! and no word of the effect language has to be known here.

use std::fmt;

/// A piece of a card file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// `This`, `true`
    Word(String),
    /// A string, quotes included.
    Text(String),
    /// A whole number.
    Number(i32),
    /// `[..]`
    List(Vec<Node>),
    /// `Draw(1)`, `Triggered(on: ..)`, or a structure without a name: arguments, some with a key.
    Call(String, Vec<(Option<String>, Node)>),
}

impl Node {
    /// Reads a file: one value.
    pub fn read(text: &str) -> Self {
        let mut reader = Reader { rest: text };
        let node = reader.node();
        reader.blank();
        assert!(reader.rest.is_empty(), "text after the value: {:.40}", reader.rest);
        node
    }

    /// The argument with this key.
    pub fn get(&self, key: &str) -> Option<&Self> {
        let Self::Call(_, arguments) = self else { return None };
        arguments.iter().find(|(found, _)| found.as_deref() == Some(key)).map(|(_, node)| node)
    }

    /// How many pieces it has.
    pub fn len(&self) -> usize {
        match self {
            Self::List(items) => items.len(),
            Self::Call(_, arguments) => arguments.len(),
            _ => 0,
        }
    }

    /// Its nth piece.
    pub fn child(&self, nth: usize) -> &Self {
        match self {
            Self::List(items) => &items[nth],
            Self::Call(_, arguments) => &arguments[nth].1,
            leaf => panic!("{leaf} has no pieces"),
        }
    }

    /// Its nth piece, to change.
    pub fn child_mut(&mut self, nth: usize) -> &mut Self {
        match self {
            Self::List(items) => &mut items[nth],
            Self::Call(_, arguments) => &mut arguments[nth].1,
            leaf => panic!("{leaf} has no pieces"),
        }
    }

    /// How a path names its nth piece.
    pub fn step(&self, nth: usize) -> String {
        match self {
            Self::Call(_, arguments) => match &arguments[nth].0 {
                Some(key) => format!(".{key}"),
                None if arguments.len() == 1 => String::new(),
                None => format!(".{nth}"),
            },
            _ => format!("[{nth}]"),
        }
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(text) | Self::Text(text) => f.write_str(text),
            Self::Number(number) => write!(f, "{number}"),
            Self::List(items) => {
                f.write_str("[")?;
                for (nth, item) in items.iter().enumerate() {
                    let comma = if nth == 0 { "" } else { ", " };
                    write!(f, "{comma}{item}")?;
                }
                f.write_str("]")
            }
            Self::Call(name, arguments) => {
                write!(f, "{name}(")?;
                for (nth, (key, value)) in arguments.iter().enumerate() {
                    let comma = if nth == 0 { "" } else { ", " };
                    match key {
                        Some(key) => write!(f, "{comma}{key}: {value}")?,
                        None => write!(f, "{comma}{value}")?,
                    }
                }
                f.write_str(")")
            }
        }
    }
}

struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    /// Skips blanks and comments.
    fn blank(&mut self) {
        loop {
            self.rest = self.rest.trim_start();
            if !self.rest.starts_with("//") {
                return;
            }
            self.rest = self.rest.split_once('\n').map_or("", |(_, after)| after);
        }
    }

    /// Takes a sign if it stands here.
    fn take(&mut self, sign: char) -> bool {
        self.blank();
        let after = self.rest.strip_prefix(sign);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn word(&mut self) -> String {
        self.blank();
        let length = self.rest.find(|c: char| !c.is_alphanumeric() && !"_-+".contains(c)).unwrap_or(self.rest.len());
        let (word, after) = self.rest.split_at(length);
        self.rest = after;
        word.to_owned()
    }

    fn node(&mut self) -> Node {
        self.blank();
        if self.take('[') {
            let mut items = Vec::new();
            while !self.take(']') {
                items.push(self.node());
                self.take(',');
            }
            return Node::List(items);
        }
        if let Some(after) = self.rest.strip_prefix('"') {
            let end = after.find('"').expect("a closing quote");
            let (text, after) = self.rest.split_at(end + 2);
            self.rest = after;
            return Node::Text(text.to_owned());
        }
        let word = self.word();
        if let Ok(number) = word.parse() {
            return Node::Number(number);
        }
        if !self.take('(') {
            assert!(!word.is_empty(), "no value at: {:.40}", self.rest);
            return Node::Word(word);
        }
        let mut arguments = Vec::new();
        while !self.take(')') {
            let before = self.rest;
            let key = self.word();
            let key = if !key.is_empty() && self.take(':') {
                Some(key)
            } else {
                self.rest = before;
                None
            };
            arguments.push((key, self.node()));
            self.take(',');
        }
        Node::Call(word, arguments)
    }
}
