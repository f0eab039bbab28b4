//! What only the in-process server has: its clock, its faults, its inspection, its life.

mod clock;
mod fairness;
mod faults;
mod inspect;
mod life;
mod limits;
mod protocol;
mod stress;
