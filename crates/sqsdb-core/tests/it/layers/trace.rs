//! The log line of a message: the fields that part 029, section 23 of the pattern names.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, Mutex},
};

use sqsdb_core::{Failure, message::Envelope};
use tracing::{
    Event, Id, Subscriber,
    field::{Field, Visit},
    instrument::WithSubscriber,
    span::{Attributes, Record},
};
use tracing_subscriber::{
    Layer, Registry,
    layer::{Context, SubscriberExt},
    registry::LookupSpan,
};

use crate::support::{
    delivery::delivery,
    handler::Scripted,
    message::{body, deadline, key},
    stack::{answer, plain},
    store::MemStore,
};

type Fields = BTreeMap<&'static str, String>;

/// Keeps every event with the fields of the spans around it.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<Fields>>>);

#[derive(Default)]
struct Collected(Fields);

impl Visit for Collected {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0.insert(field.name(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name(), value.to_owned());
    }
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Lines {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let mut fields = Collected::default();
        attributes.record(&mut fields);
        context.span(id).unwrap().extensions_mut().insert(fields);
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        values.record(context.span(id).unwrap().extensions_mut().get_mut::<Collected>().unwrap());
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let mut line = Collected::default();
        for span in context.event_scope(event).into_iter().flatten() {
            line.0.extend(span.extensions().get::<Collected>().unwrap().0.clone());
        }
        event.record(&mut line);
        line.0.insert("level", event.metadata().level().to_string());
        self.0.lock().unwrap().push(line.0);
    }
}

/// The last line of a message's run.
async fn line(run: Scripted) -> Fields {
    let mut delivery = delivery(
        serde_json::to_string(&Envelope::new(deadline("A", 1)).unwrap().correlation_id("trace-7")).unwrap(),
    );
    delivery.receive_count = 2;
    delivery.group_id = Some("case:A".into());
    Arc::make_mut(&mut delivery.attributes).insert("traceparent".into(), "00-ab-cd-01".into());
    let lines = Lines::default();
    let route = plain(&MemStore::new(), run);
    answer(&route, delivery).with_subscriber(Registry::default().with(lines.clone())).await;
    lines.0.lock().unwrap().pop().unwrap()
}

#[tokio::test]
async fn the_line_of_a_completed_message_has_the_pattern_s_fields() {
    let line = line(Scripted::new()).await;
    for (field, value) in [
        ("level", "INFO"),
        ("message", "worker_message_completed"),
        ("queue", "cases"),
        ("messageId", "m-1"),
        ("messageType", "DeadlineRequested"),
        ("idempotencyKey", key("A", 1).as_str()),
        ("aggregateId", "A"),
        ("correlationId", "trace-7"),
        ("receiveCount", "2"),
        ("groupId", "case:A"),
        ("attempt", "1"),
        ("traceparent", "00-ab-cd-01"),
        ("result", "COMPLETED"),
    ] {
        assert_eq!(line.get(field).map(String::as_str), Some(value), "{field} in {line:?}");
    }
    for duration in ["processingMs", "dbTransactionMs"] {
        line[duration].parse::<u64>().unwrap();
    }
}

#[tokio::test]
async fn the_line_of_a_failure_has_its_code_and_level() {
    let retried = line(Scripted::new().fails(|| Failure::retryable("PROVIDER_DOWN", "x"))).await;
    let of = |line: &Fields, field: &str| line[field].clone();
    assert_eq!(
        ["level", "message", "result", "code"].map(|field| of(&retried, field)),
        ["WARN", "worker_message_returned", "RETRY", "PROVIDER_DOWN"]
    );
    let terminal = line(Scripted::new().fails(|| Failure::terminal("NO_SUCH_CASE", "x"))).await;
    assert_eq!(
        ["level", "message", "result", "code"].map(|field| of(&terminal, field)),
        ["ERROR", "worker_message_failed", "TERMINAL", "NO_SUCH_CASE"]
    );
}

#[tokio::test]
async fn no_line_carries_the_payload() {
    let lines = Lines::default();
    let mut secret = deadline("A", 1);
    secret.note = Some("social security number".into());
    let text = serde_json::to_string(&Envelope::new(secret).unwrap()).unwrap();
    let route = plain(&MemStore::new(), Scripted::new().fails(|| Failure::retryable("X", "x")));
    for text in [&text, &text, &body("A", 1)] {
        answer(&route, delivery(text)).with_subscriber(Registry::default().with(lines.clone())).await;
    }
    let all = lines.0.lock().unwrap();
    assert!(!all.is_empty() && !format!("{all:?}").contains("social security"), "{all:?}");
}
