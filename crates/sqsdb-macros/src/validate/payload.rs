//! The payload is a JSON object with the fields of the struct, the same when written and when read.

use crate::ctxt::Ctxt;
use crate::serde_attrs::Container;

pub(super) fn check(container: &Container, ctxt: &mut Ctxt) {
    reshaped(container, ctxt);
    one_case(container, ctxt);
}

fn reshaped(container: &Container, ctxt: &mut Ctxt) {
    if let Some((name, why)) = &container.reshaped {
        let what =
            format_args!("`#[serde({name})]` {why}, so templates and hashes would not know the fields");
        let help = "remove it; the payload of a message is a JSON object with the fields of the struct";
        ctxt.mistake(name, what, help);
    }
}

fn one_case(container: &Container, ctxt: &mut Ctxt) {
    if container.case.write != container.case.read {
        let what = "`rename_all` has one rule for writing and another for reading, but the request hash comes from \
                    reading a payload and writing it again";
        let help =
            "write one rule, as in `rename_all = \"camelCase\"`; `alias` on a field accepts an older name";
        ctxt.mistake(&container.case_at, what, help);
    }
}
