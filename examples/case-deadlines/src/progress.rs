//! A progress bar on standard error, where that is a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

pub(crate) fn bar(messages: u64, label: &'static str) -> anyhow::Result<ProgressBar> {
    let style = ProgressStyle::with_template("{msg:12} {bar:40} {pos}/{len} {per_sec} {elapsed}")?;
    let bar = ProgressBar::new(messages).with_style(style).with_message(label);
    bar.enable_steady_tick(Duration::from_millis(200));
    Ok(bar)
}
