//! The pack format: a catalog of Agent Skills as one byte string.
//!
//! A compiler describes a checked catalog as a [`CatalogSpec`] and calls [`write()`] once; a server embeds the bytes,
//! opens them with [`Pack::new`] in a `const` and answers requests with slices of them. Nothing is parsed, copied or
//! allocated when a pack is opened, and nothing in a pack is a pointer, so it costs a binary neither relocations nor
//! start-up time.
//!
//! Every JSON text that an answer needs is stored finished. Entries lie in URI order with one comma between, and so
//! do resource descriptors and the children of each directory, which makes any run of them one slice:
//! [`Pack::entries_json`], [`Pack::descriptors_json`], [`Directory::children_json`].
//!
//! A pack that this program's build wrote needs no further check. One that comes from elsewhere must pass
//! [`Pack::check`] before it is served; until then every accessor still answers, with an empty value where the bytes
//! make no sense, and never panics.
//!
//! The layout of the bytes is described in `src/layout.rs`, from which writer and reader take it.
//!
//! # Examples
//!
//! ```
//! use skills_pack::{CatalogSpec, Pack, write};
//!
//! let bytes = write(&CatalogSpec::default())?;
//! let pack = Pack::new(&bytes)?;
//! assert_eq!(pack.entry_count(), 0);
//! assert_eq!(pack.find_entry("skill://pdf/SKILL.md"), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![no_std]

extern crate alloc;

mod area;
mod check;
mod error;
mod fault;
mod index;
mod layout;
mod maxima;
mod reader;
mod spec;
mod writer;

pub use error::{PackError, WriteError};
pub use layout::{MAGIC, VERSION};
pub use maxima::Maxima;
pub use reader::{Child, Directory, Entry, File, Pack};
pub use spec::{CatalogSpec, ChildSpec, DirectorySpec, EntrySpec, FileSpec, Target};
pub use writer::write;
