//! Lists of fixed capacity inside a position.

/// What a [`Stack`] can hold, and what it is called when there are too many of it.
pub trait Listed {
    /// The plural, for messages.
    const NAME: &'static str;
}

/// A list of fixed capacity kept in the state: `Copy`, without an allocation.
#[derive(Copy, Clone, Debug)]
pub struct Stack<T: Copy, const N: usize> {
    items: [T; N],
    len: u8,
}

impl<T: Copy, const N: usize> Stack<T, N> {
    /// An empty list; `blank` fills the unused places.
    pub const fn new(blank: T) -> Self {
        Self { items: [blank; N], len: 0 }
    }

    /// Adds an item.
    ///
    /// # Panics
    /// If the list is full: an internal fault (the limits are far above what the cards can do), never a cut.
    #[inline]
    pub fn push(&mut self, item: T)
    where
        T: Listed,
    {
        assert!((self.len as usize) < N, "a list of the position is full: more than {N} {}", T::NAME);
        self.items[self.len as usize] = item;
        self.len += 1;
    }

    /// Takes the last item off.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(self.items[self.len as usize])
    }

    /// Takes the last `count` items off.
    #[inline]
    pub fn drop_last(&mut self, count: u8) {
        self.len -= count;
    }

    /// Takes the item at `at` out; the others keep their order.
    #[inline]
    pub fn remove(&mut self, at: usize) -> T {
        let item = self.items[at];
        self.items.copy_within(at + 1..self.len as usize, at);
        self.len -= 1;
        item
    }

    /// Keeps the items that pass.
    #[inline]
    pub fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        let mut to = 0;
        for from in 0..self.len as usize {
            if keep(&self.items[from]) {
                self.items[to] = self.items[from];
                to += 1;
            }
        }
        self.len = to as u8;
    }

    /// Empties the list.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl<T: Copy, const N: usize> std::ops::Deref for Stack<T, N> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        &self.items[..self.len as usize]
    }
}

impl<T: Copy, const N: usize> std::ops::DerefMut for Stack<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..self.len as usize]
    }
}

impl<T: Copy + PartialEq, const N: usize> PartialEq for Stack<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Copy + Eq, const N: usize> Eq for Stack<T, N> {}

impl<T: Copy + std::hash::Hash, const N: usize> std::hash::Hash for Stack<T, N> {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        (**self).hash(hasher);
    }
}
