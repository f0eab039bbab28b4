//! The case rules of `#[serde(rename_all = "...")]`, for names of fields.

/// A case rule.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Case {
    /// As the field is written; `lowercase` and `snake_case` mean the same for fields.
    #[default]
    AsWritten,
    /// `UPPERCASE` and `SCREAMING_SNAKE_CASE`.
    Upper,
    /// `PascalCase`
    Pascal,
    /// `camelCase`
    Camel,
    /// `kebab-case`
    Kebab,
    /// `SCREAMING-KEBAB-CASE`
    UpperKebab,
}

impl Case {
    /// The rule of this name; of an unknown one, which serde refuses, none.
    pub(crate) fn of(name: &str) -> Self {
        match name {
            "UPPERCASE" | "SCREAMING_SNAKE_CASE" => Self::Upper,
            "PascalCase" => Self::Pascal,
            "camelCase" => Self::Camel,
            "kebab-case" => Self::Kebab,
            "SCREAMING-KEBAB-CASE" => Self::UpperKebab,
            _ => Self::AsWritten,
        }
    }

    /// The wire name of a field.
    pub(crate) fn apply(self, field: &str) -> String {
        match self {
            Self::AsWritten => field.to_owned(),
            Self::Upper => field.to_ascii_uppercase(),
            Self::Pascal => pascal(field),
            Self::Camel => camel(field),
            Self::Kebab => field.replace('_', "-"),
            Self::UpperKebab => field.to_ascii_uppercase().replace('_', "-"),
        }
    }
}

fn pascal(field: &str) -> String {
    let mut at_start = true;
    let mut name = String::with_capacity(field.len());
    for c in field.chars() {
        match c {
            '_' => at_start = true,
            c if at_start => {
                name.push(c.to_ascii_uppercase());
                at_start = false;
            }
            c => name.push(c),
        }
    }
    name
}

fn camel(field: &str) -> String {
    let mut name = pascal(field);
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_renamed_as_serde_does() {
        let named = |rule| Case::of(rule).apply("case_id_2x");
        assert_eq!(named("lowercase"), "case_id_2x");
        assert_eq!(named("snake_case"), "case_id_2x");
        assert_eq!(named("UPPERCASE"), "CASE_ID_2X");
        assert_eq!(named("PascalCase"), "CaseId2x");
        assert_eq!(named("camelCase"), "caseId2x");
        assert_eq!(named("SCREAMING_SNAKE_CASE"), "CASE_ID_2X");
        assert_eq!(named("kebab-case"), "case-id-2x");
        assert_eq!(named("SCREAMING-KEBAB-CASE"), "CASE-ID-2X");
    }

    #[test]
    fn odd_names_do_not_panic() {
        assert_eq!(Case::Camel.apply("_x__y_"), "xY");
        assert_eq!(Case::Camel.apply("État"), "État");
        assert_eq!(Case::Camel.apply("__"), "");
    }
}
