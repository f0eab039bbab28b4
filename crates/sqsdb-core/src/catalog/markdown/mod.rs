//! The catalogue as a page to read.

mod fields;
mod kind;
mod rules;

use super::{Catalog, CatalogError, channel::resolve, documents::text, entry::Entry};

pub(super) fn page(catalog: &Catalog) -> Result<String, CatalogError> {
    let mut page = format!("# {}\n\n", catalog.title_or_default());
    if let Some(description) = &catalog.description {
        page += &format!("{description}\n\n");
    }
    page += "Generated from the types that the worker reads with. A message is the JSON of an envelope around a payload.\n\
             Schemas: `schemas/`, examples: `examples/`, AsyncAPI: `asyncapi.json`.\n\n";
    page += "| message | sent to |\n|---|---|\n";
    let channels = resolve(catalog)?;
    for entry in &catalog.entries {
        let carries =
            channels.iter().filter(|c| c.entries.iter().any(|other| other.order() == entry.order()));
        let queues: Vec<_> = carries
            .map(|channel| match channel.address {
                Some(_) => format!("`{}`", channel.name),
                None => format!("a {} queue", if channel.is_fifo() { "FIFO" } else { "Standard" }),
            })
            .collect();
        page += &format!("| [{}](#{}) | {} |\n", title(entry), anchor(&title(entry)), queues.join(", "));
    }
    for entry in &catalog.entries {
        page += "\n";
        page += &section(entry)?;
    }
    Ok(page)
}

fn section(entry: &Entry) -> Result<String, CatalogError> {
    let stem = entry.stem();
    let schema = entry.payload_schema();
    let mut section = format!("## {}\n\n", title(entry));
    if let Some(description) = schema.get("description").and_then(serde_json::Value::as_str) {
        section += &format!("{description}\n\n");
    }
    section += &rules::list(entry);
    section += &fields::tables(entry, &schema, &entry.templates(&schema)?);
    section += &format!("\n[Schema](schemas/{stem}.json), and an [example](examples/{stem}.json):\n\n");
    section += &format!("```json\n{}```\n", text(entry.example()?)?);
    Ok(section)
}

fn title(entry: &Entry) -> String {
    format!("{} v{}", entry.descriptor.message_type, entry.descriptor.schema_version)
}

/// The fragment that GitHub and its like give a heading.
fn anchor(title: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    title.to_lowercase().chars().filter(kept).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Text inside a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").split_whitespace().collect::<Vec<_>>().join(" ")
}
