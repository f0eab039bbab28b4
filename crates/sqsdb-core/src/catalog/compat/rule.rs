//! The rules: each kind of change, and what it does to either side.

use std::fmt;

/// Whether the other side has to be changed, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It goes on as it is.
    Compatible,
    /// It fails or does something else than before.
    Breaking,
}

/// What a change does to one side, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Effect {
    /// Whether it breaks.
    pub verdict: Verdict,
    /// Why.
    pub reason: &'static str,
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = match self.verdict {
            Verdict::Compatible => "compatible",
            Verdict::Breaking => "BREAKING",
        };
        write!(f, "{verdict}, {}", self.reason)
    }
}

const fn fine(reason: &'static str) -> Effect {
    Effect { verdict: Verdict::Compatible, reason }
}

const fn breaks(reason: &'static str) -> Effect {
    Effect { verdict: Verdict::Breaking, reason }
}

const ACCEPTED: Effect = fine("what they send is still accepted");
const REFUSED: Effect = breaks("some of what they send is refused now");
const READABLE: Effect = fine("all that is sent now fits the old schema");
const UNREADABLE: Effect = breaks("an old worker refuses what only the new schema admits");
const UNSEEN: Effect = fine("workers do not look at it");

macro_rules! rules {
    ($($(#[$doc:meta])* $rule:ident: $what:literal, $producers:expr, $consumers:expr;)*) => {
        /// A kind of change.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $(#[doc = $what] $(#[$doc])* $rule,)*
        }

        impl Rule {
            /// All rules, in the order of the guide's table.
            pub const ALL: &'static [Self] = &[$(Self::$rule),*];

            /// What happened, in words.
            #[must_use]
            pub fn what(self) -> &'static str {
                match self { $(Self::$rule => $what,)* }
            }

            /// What it means for producers on the old schema.
            #[must_use]
            pub fn producers(self) -> Effect {
                match self { $(Self::$rule => $producers,)* }
            }

            /// What it means for workers on the old schema.
            #[must_use]
            pub fn consumers(self) -> Effect {
                match self { $(Self::$rule => $consumers,)* }
            }
        }
    };
}

rules! {
    TypeAdded: "message type or version added", fine("nobody sends it yet"),
        fine("nothing they know changes; deploy workers that read it before a producer sends it");
    TypeRemoved: "message type or version removed", breaks("it is not read any more"), fine("none is sent any more");
    FieldAdded: "optional field added", fine("they do not send it"),
        fine("old workers ignore it; a message that carries it hashes differently on old and new workers, so deploy workers before producers");
    RequiredFieldAdded: "required field added", breaks("they do not send it"), fine("old workers ignore it");
    DefaultedPartAdded: "optional part with a default added inside a field",
        breaks("the worker fills it in before it hashes, so a resending of old work looks like another payload"),
        fine("old workers ignore it");
    UnknownToOld: "field added to an object that was closed", ACCEPTED, breaks("old workers refuse unknown fields");
    FieldRemoved: "optional field removed",
        breaks("it leaves the request hash, so a resending of old work looks like another payload"),
        fine("old workers take it as left out");
    RequiredFieldRemoved: "required field removed",
        breaks("it leaves the request hash, so a resending of old work looks like another payload"),
        breaks("old workers need it");
    UnhashedFieldRemoved: "volatile field removed", fine("it is ignored"),
        fine("old workers take it as left out");
    RemovedFromClosed: "field removed from a closed object", breaks("workers refuse unknown fields"), READABLE;
    FieldRenamed: "field renamed", breaks("they send the old name, and under an alias the request hash would be another; add a schema version"),
        breaks("old workers need the old name");
    BecameRequired: "field became required", breaks("they may leave it out"), READABLE;
    BecameOptional: "field became optional", ACCEPTED, breaks("old workers need it");
    TypeWidened: "type widened", ACCEPTED, UNREADABLE;
    TypeNarrowed: "type narrowed", REFUSED, READABLE;
    TypeChanged: "type changed", REFUSED, UNREADABLE;
    NullAdded: "null admitted", ACCEPTED, UNREADABLE;
    NullRemoved: "null no longer admitted", REFUSED, READABLE;
    ValueAdded: "value added", ACCEPTED, breaks("old workers do not know it");
    ValueRemoved: "value removed", breaks("they may send it"), READABLE;
    VariantAdded: "variant added", ACCEPTED, breaks("old workers do not know it");
    VariantRemoved: "variant removed", breaks("they may send it"), READABLE;
    BoundWidened: "bound widened", ACCEPTED, UNREADABLE;
    BoundNarrowed: "bound narrowed", REFUSED, READABLE;
    ConstraintAdded: "constraint added", REFUSED, READABLE;
    ConstraintRemoved: "constraint removed", ACCEPTED, UNREADABLE;
    ConstraintChanged: "constraint changed", breaks("whether all they send still fits cannot be told"),
        breaks("whether old workers read all that fits now cannot be told");
    Opened: "unknown fields admitted", ACCEPTED, breaks("old workers refuse them");
    Closed: "unknown fields refused", breaks("they may send some"), READABLE;
    DefaultChanged: "default changed", breaks("leaving the field out means something else now"),
        breaks("old workers fill in the old value");
    KeyChanged: "idempotency key changed", breaks("workers refuse keys by the old rule; add a schema version"),
        breaks("old workers refuse keys by the new rule");
    AggregateIdChanged: "aggregate id changed", fine("workers derive it from the payload"),
        breaks("old and new workers guard one change under two ids");
    GroupAdded: "group added", breaks("they send no group, which a FIFO queue refuses"), UNSEEN;
    GroupRemoved: "group removed", fine("a group is no longer needed"),
        breaks("messages may come in any order");
    GroupChanged: "group changed", breaks("their messages run beside those of the new groups, out of order"),
        breaks("messages of the old and the new rule come in any order");
    DeduplicationChanged: "deduplication changed",
        breaks("SQS does not take a resending by the old rule and one by the new for the same; the inbox still does"),
        UNSEEN;
    VersionFieldAdded: "version guard added", breaks("messages with a lower version than the last are skipped now"),
        fine("old workers do not guard");
    VersionFieldRemoved: "version guard removed", breaks("stale messages are no longer skipped"),
        fine("old workers go on guarding");
    VersionFieldChanged: "version guard on another field", breaks("stale messages are told by another number"),
        breaks("old workers compare another number");
    VolatileAdded: "field became volatile",
        breaks("it leaves the request hash, so a resending of old work looks like another payload"),
        breaks("old and new workers hash one message differently");
    VolatileRemoved: "field no longer volatile",
        breaks("it enters the request hash, so a resending of old work looks like another payload"),
        breaks("old and new workers hash one message differently");
    ProducerChanged: "owner changed", fine("any producer name is accepted"), UNSEEN;
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.what())
    }
}
