//! The catalogue: what it writes is valid, complete and the same each time.

mod asyncapi;
mod compat;
mod examples;
mod faults;
mod files;
mod keys;
mod page;
mod schemas;
mod snapshot;
mod types;

use sqsdb_core::{Catalog, catalog, catalog::Channel};

use types::{OrderPlaced, Placed, PriceChanged, Tree};

/// All message types of these tests, on two queues.
fn all() -> Catalog {
    catalog![Tree, PriceChanged, OrderPlaced, Placed]
        .title("Shop")
        .version("2.1.0")
        .description("What the shop tells its workers.")
        .channel(
            Channel::new("prices.fifo")
                .address("https://sqs.eu-central-1.amazonaws.com/000000000000/prices.fifo")
                .carries::<PriceChanged>()
                .dead_letter_queue("prices-dead.fifo", 5),
        )
        .channel(Channel::new("orders").carries::<OrderPlaced>().carries::<Placed>())
}
