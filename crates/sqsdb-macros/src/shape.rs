//! What a field's type tells about its text in a key, as far as its spelling shows.

use syn::{GenericArgument, PathArguments, PathSegment, Type};

/// What the spelling of a type tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The type behind references, smart pointers and `Option`.
    pub(crate) kind: Kind,
    /// It is an `Option`.
    pub(crate) optional: bool,
    /// How many references and smart pointers stand before it (before the `Option`, if it is one).
    pub(crate) derefs: usize,
    /// How a message calls it: `String`, `Vec`, `array`.
    pub(crate) label: String,
}

/// What a value of the type is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An integer that fits `i64`.
    Integer,
    /// An integer that may exceed `i64`.
    WideInteger,
    /// `f32` or `f64`.
    Float,
    Bool,
    /// Text whose length is not known: `String`, `str`, `char`.
    Text,
    /// `Uuid`: 36 characters.
    Uuid,
    /// Many values: a sequence, a map, a tuple.
    Collection,
    /// A type whose spelling tells nothing.
    Other,
}

impl Kind {
    /// The length of the shortest text of such a value.
    pub(crate) fn min_len(self) -> usize {
        match self {
            Self::Integer | Self::WideInteger | Self::Float => 1,
            Self::Bool => "true".len(),
            Self::Uuid => 36,
            Self::Text | Self::Collection | Self::Other => 0,
        }
    }

    fn of(name: &str) -> Self {
        match name {
            "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" => Self::Integer,
            "i128" | "isize" | "u64" | "u128" | "usize" => Self::WideInteger,
            "f32" | "f64" => Self::Float,
            "bool" => Self::Bool,
            "String" | "str" | "char" => Self::Text,
            "Uuid" => Self::Uuid,
            "Vec" | "VecDeque" | "LinkedList" | "BinaryHeap" | "HashMap" | "HashSet" | "BTreeMap"
            | "BTreeSet" | "IndexMap" | "IndexSet" => Self::Collection,
            _ => Self::Other,
        }
    }
}

impl Shape {
    /// Reads the spelling of a type.
    pub(crate) fn of(ty: &Type) -> Self {
        let (inner, derefs) = behind_pointers(ty);
        if let Some(inner) = argument_of(inner, &["Option"]) {
            let (kind, label) = kind(behind_pointers(inner).0);
            return Self { kind, optional: true, derefs, label };
        }
        let (kind, label) = kind(inner);
        Self { kind, optional: false, derefs, label }
    }
}

fn kind(ty: &Type) -> (Kind, String) {
    match ty {
        Type::Array(_) => (Kind::Collection, "array".to_owned()),
        Type::Slice(_) => (Kind::Collection, "slice".to_owned()),
        Type::Tuple(_) => (Kind::Collection, "tuple".to_owned()),
        _ => {
            let name = last_segment(ty).map(|segment| segment.ident.to_string());
            (name.as_deref().map_or(Kind::Other, Kind::of), name.unwrap_or_else(|| "other type".to_owned()))
        }
    }
}

fn behind_pointers(mut ty: &Type) -> (&Type, usize) {
    let mut derefs = 0;
    loop {
        ty = match ty {
            Type::Group(group) => &group.elem,
            Type::Paren(paren) => &paren.elem,
            Type::Reference(reference) => {
                derefs += 1;
                &reference.elem
            }
            other => match argument_of(other, &["Box", "Arc", "Rc", "Cow"]) {
                Some(inner) => {
                    derefs += 1;
                    inner
                }
                None => return (other, derefs),
            },
        }
    }
}

/// `T` of `Name<T>` or `Name<'a, T>`.
fn argument_of<'a>(ty: &'a Type, names: &[&str]) -> Option<&'a Type> {
    let segment = last_segment(ty)?;
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    let mut types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    let known = names.iter().any(|name| segment.ident == name);
    types.next().filter(|_| known && types.next().is_none())
}

fn last_segment(ty: &Type) -> Option<&PathSegment> {
    match ty {
        Type::Path(path) if path.qself.is_none() => path.path.segments.last(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    fn shape(ty: &Type) -> (Kind, bool, usize) {
        let shape = Shape::of(ty);
        (shape.kind, shape.optional, shape.derefs)
    }

    #[test]
    fn scalars_are_known_by_name_under_any_path() {
        assert_eq!(shape(&parse_quote!(i64)), (Kind::Integer, false, 0));
        assert_eq!(shape(&parse_quote!(::core::primitive::u64)), (Kind::WideInteger, false, 0));
        assert_eq!(shape(&parse_quote!(std::string::String)), (Kind::Text, false, 0));
        assert_eq!(shape(&parse_quote!(MyId)), (Kind::Other, false, 0));
    }

    #[test]
    fn pointers_and_parentheses_are_looked_through() {
        assert_eq!(shape(&parse_quote!(Box<(Arc<f64>)>)), (Kind::Float, false, 2));
        assert_eq!(shape(&parse_quote!(std::borrow::Cow<'static, str>)), (Kind::Text, false, 1));
        assert_eq!(shape(&parse_quote!(&'static str)), (Kind::Text, false, 1));
        assert_eq!(shape(&parse_quote!(Box<Option<Box<bool>>>)), (Kind::Bool, true, 1));
    }

    #[test]
    fn options_and_collections() {
        assert_eq!(shape(&parse_quote!(::core::option::Option<u32>)), (Kind::Integer, true, 0));
        assert_eq!(shape(&parse_quote!(Option)), (Kind::Other, false, 0));
        assert_eq!(shape(&parse_quote!(Option<A, B>)), (Kind::Other, false, 0));
        for ty in
            [parse_quote!(Vec<u8>), parse_quote!([u8; 4]), parse_quote!((A, B)), parse_quote!(Box<[u8]>)]
        {
            assert_eq!(Shape::of(&ty).kind, Kind::Collection);
        }
    }
}
