//! Collects the mistakes of one struct, so that all of them are reported at once.

use std::fmt::Display;

use quote::ToTokens;

/// The mistakes found so far.
#[derive(Default)]
#[must_use = "mistakes that nobody checks are never reported"]
pub(crate) struct Ctxt {
    mistakes: Vec<syn::Error>,
}

impl Ctxt {
    /// Notes a mistake: what is wrong and why, and what to write instead.
    pub(crate) fn mistake(&mut self, at: impl ToTokens, what: impl Display, help: impl Display) {
        self.push(syn::Error::new_spanned(at, format_args!("{what}\nhelp: {help}")));
    }

    /// Notes a mistake that the parser found.
    pub(crate) fn push(&mut self, error: syn::Error) {
        self.mistakes.push(error);
    }

    /// All mistakes as one error.
    ///
    /// # Errors
    /// There are mistakes.
    pub(crate) fn check(self) -> syn::Result<()> {
        let all = self.mistakes.into_iter().reduce(|mut all, next| {
            all.combine(next);
            all
        });
        all.map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;

    use super::*;

    #[test]
    fn every_mistake_is_reported_in_order() {
        let mut ctxt = Ctxt::default();
        ctxt.mistake(TokenStream::new(), "first", "do this");
        ctxt.mistake(TokenStream::new(), "second", "do that");
        let all: Vec<_> = ctxt.check().unwrap_err().into_iter().map(|error| error.to_string()).collect();
        assert_eq!(all, ["first\nhelp: do this", "second\nhelp: do that"]);
    }

    #[test]
    fn no_mistake_is_fine() {
        assert!(Ctxt::default().check().is_ok());
    }
}
