//! Which register of the effect under compilation holds what a step has bound to a name.

use std::collections::BTreeMap;

use super::Base;

/// The registers of the effect under compilation.
#[derive(Default)]
pub(super) struct Names {
    named: BTreeMap<String, u8>,
    next: u8,
    /// Inside `EachPlayer`: names collect.
    pub(super) collecting: u8,
    /// Inside what outlives the effect: names mean the kept card.
    kept: Option<Option<(String, u8)>>,
}

impl Names {
    pub(super) fn bind(&mut self, name: &str) -> u8 {
        if let Some(&at) = self.named.get(name) {
            return at;
        }
        let at = self.scratch();
        self.named.insert(name.to_owned(), at);
        at
    }

    pub(super) fn scratch(&mut self) -> u8 {
        self.next += 1;
        self.next - 1
    }

    pub(super) fn count(&self) -> u8 {
        self.next
    }

    pub(super) fn known(&self, name: &str) -> Option<u8> {
        self.named.get(name).copied()
    }

    pub(super) fn register(&mut self, name: &str) -> u8 {
        self.bind(name)
    }

    pub(super) fn base(&mut self, name: &str) -> Base {
        let at = self.bind(name);
        if let Some(kept) = &mut self.kept {
            *kept = Some((name.to_owned(), at));
            return Base::Held;
        }
        Base::Register(at)
    }

    /// Compiles something that outlives the effect; says which name it keeps.
    pub(super) fn keeping<T>(&mut self, compile: impl FnOnce(&mut Self) -> T) -> (T, Option<(String, u8)>) {
        self.kept = Some(None);
        let compiled = compile(self);
        (compiled, self.kept.take().flatten())
    }
}
