//! What holds for every method alike: who is asked what, what a failure shows, what a concealed skill leaks, and how
//! pages hang together.

mod asked;
mod chains;
mod changing;
mod concealed;
mod failing;
mod model;
