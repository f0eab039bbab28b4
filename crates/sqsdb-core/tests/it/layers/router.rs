//! Several types on one queue.

use std::sync::{Arc, Mutex};

use serde_json::json;
use sqsdb_core::{
    Disposition, Done, Failure, Message, Route, Router, disposition::Deleted, handler_fn, message::Envelope,
};

use crate::support::{
    delivery::delivery,
    handler::Scripted,
    message::{Deadline, Reminder, body, envelope, sns},
    stack::{answer, plain, stack},
    store::{MemStore, MemTx},
};

async fn remind(message: Message<Reminder>, tx: &mut MemTx) -> Result<Done, Failure> {
    tx.effect(format!("reminded {}", message.case_id));
    Ok(Done::new())
}

fn router(store: &MemStore, deadlines: Scripted) -> Route {
    let reminders = stack(store).handle::<Reminder, _>(handler_fn(remind));
    Route::new(Router::new().message::<Deadline>(plain(store, deadlines)).message::<Reminder>(reminders))
}

#[tokio::test]
async fn each_type_goes_to_its_stack() {
    let store = MemStore::new();
    let route = router(&store, Scripted::new());
    let reminder = serde_json::to_string(&Envelope::new(Reminder { case_id: "A".into() }).unwrap()).unwrap();
    for text in [body("A", 1), sns(&reminder)] {
        assert_eq!(answer(&route, delivery(text)).await, Disposition::Delete(Deleted::Completed));
    }
    assert_eq!(store.effects(), ["case:A:deadline:v1", "reminded A"]);
}

#[tokio::test]
async fn what_no_route_takes_is_terminal_and_what_is_newer_waits() {
    let route = router(&MemStore::new(), Scripted::new());
    let with = |field: &str, value| {
        let mut bent = envelope("A", 1);
        bent[field] = value;
        bent.to_string()
    };
    for (text, code) in [
        (with("messageType", json!("Invoice")), "UNKNOWN_MESSAGE_TYPE"),
        (with("messageType", json!(5)), "UNDECODABLE_BODY"),
        (with("schemaVersion", json!(1)), "UNSUPPORTED_SCHEMA_VERSION"),
        (with("schemaVersion", json!("2")), "UNDECODABLE_BODY"),
        ("".into(), "UNDECODABLE_BODY"),
    ] {
        let refused = answer(&route, delivery(&text)).await;
        assert!(
            matches!(&refused, Disposition::Terminal(cause) if cause.code.as_str() == code),
            "{refused:?}"
        );
    }
    let newer = answer(&route, delivery(with("schemaVersion", json!(9)))).await;
    assert!(matches!(&newer, Disposition::Retry(retry) if !retry.charged), "{newer:?}");
}

#[tokio::test]
async fn a_router_is_a_service_that_layers_can_stand_around() {
    let seen = Arc::new(Mutex::new(0));
    let count = tower::util::MapRequestLayer::new({
        let seen = Arc::clone(&seen);
        move |delivery: sqsdb_core::Delivery| {
            *seen.lock().unwrap() += 1;
            delivery
        }
    });
    let store = MemStore::new();
    let route = Route::new(tower::Layer::layer(&count, router(&store, Scripted::new())));
    answer(&route, delivery(body("A", 1))).await;
    assert_eq!((*seen.lock().unwrap(), store.effects().len()), (1, 1));
}
