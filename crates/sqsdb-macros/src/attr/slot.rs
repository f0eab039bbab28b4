//! An attribute that may be given once.

use syn::Ident;

use crate::ctxt::Ctxt;

/// An attribute that may be given once.
#[derive(Default)]
pub(crate) enum Slot<T> {
    /// Not written.
    #[default]
    Missing,
    /// Written, but wrong; the mistake is already noted, so nobody asks for it again.
    Broken,
    /// Written and readable.
    Given(T),
}

impl<T> Slot<T> {
    /// Puts in what `read` makes of the attribute `name`; a second time is a mistake.
    pub(crate) fn fill(&mut self, name: &Ident, ctxt: &mut Ctxt, read: impl FnOnce(&mut Ctxt) -> Option<T>) {
        if self.is_missing() {
            *self = read(ctxt).map_or(Self::Broken, Self::Given);
        } else {
            ctxt.mistake(name, format_args!("`{name}` is given twice"), "keep the one you mean");
        }
    }

    /// The value, where there is a readable one.
    pub(crate) fn get(&self) -> Option<&T> {
        match self {
            Self::Given(value) => Some(value),
            Self::Missing | Self::Broken => None,
        }
    }

    /// Whether the attribute is not written at all.
    pub(crate) fn is_missing(&self) -> bool {
        matches!(self, Self::Missing)
    }
}
