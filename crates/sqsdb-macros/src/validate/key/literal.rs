//! Literals hold what SQS accepts in ids and what values cannot be mistaken for.

use super::Site;
use crate::ctxt::Ctxt;
use crate::template::Piece;

pub(super) fn check(site: &Site<'_>, pieces: &[Piece], ctxt: &mut Ctxt) {
    let mut refused: Vec<char> = Vec::new();
    for piece in pieces {
        let Piece::Literal(text) = piece else { continue };
        for c in text.chars().filter(|c| !is_allowed(*c)) {
            if !refused.contains(&c) {
                refused.push(c);
                site.mistake(
                    ctxt,
                    format_args!("the text of {} holds {}", site.role.noun, reason(c)),
                    help(c),
                );
            }
        }
    }
}

fn is_allowed(c: char) -> bool {
    c.is_ascii_graphic() && !matches!(c, '%' | '!')
}

fn reason(c: char) -> String {
    match c {
        '%' => "`%`, which begins an escaped character of a value".to_owned(),
        '!' => "`!`, which stands for an absent value".to_owned(),
        ' ' => "a space, but keys are printable ASCII without spaces, as SQS asks of its ids".to_owned(),
        c => format!("{c:?}, but keys are printable ASCII without spaces, as SQS asks of its ids"),
    }
}

fn help(c: char) -> &'static str {
    match c {
        '%' => "use another separator such as `:`; a shard stands inside the braces, as in `{case_id % 16}`",
        '!' => "use another separator such as `:`",
        _ => "use letters, digits and punctuation, as in \"case:{case_id}\"",
    }
}
