//! The page to read.

use sqsdb_core::catalog;

use super::{all, types::Tree};

#[test]
fn it_has_fields_rules_and_examples() {
    let page = all().markdown().unwrap();
    for line in [
        "# Shop",
        "| [PriceChanged v3](#pricechanged-v3) | `prices.fifo` |",
        "| [tree.grown v1](#treegrown-v1) | a FIFO queue |",
        "| `idempotencyKey` | `price:{productId}:{region:optional}:{price:.2}/{weight:.3}{{{sale}}}:{channel}` |",
        "| `productId` | string, 3 to 40 | yes |  | key, aggregate id, group, deduplication | An id \\| with any text. |",
        "| `region` | string or null |  |  | key |  |",
        "| `revision` | integer (uint32), from 0 | yes |  | deduplication, version guard |  |",
        "| `sentAt` | string (date-time) | yes | yes |  | Not part of the work. |",
        "| `count` | integer (uint8), 1 to 99 | yes |  |",
        "\"occurredAt\": \"2026-01-01T00:00:00Z\",",
    ] {
        assert!(page.contains(line), "no `{line}` in\n{page}");
    }
}

#[test]
fn fields_stand_in_the_order_of_the_declaration() {
    let page = catalog![Tree].markdown().unwrap();
    let places =
        ["| `id` |", "| `height` |", "| `left` |", "| `branches` |"].map(|row| page.find(row).unwrap());
    assert!(places.is_sorted(), "{page}");
}
