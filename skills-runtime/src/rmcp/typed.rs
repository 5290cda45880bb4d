//! The SDK's own types for what a catalog holds.

use ::rmcp::model::{Resource, Skill};
use serde::de::DeserializeOwned;

use super::lazy::Lazy;
use crate::{Catalog, Directory, Error, error::Cause};

/// Typed skills and resources, read from their finished JSON on first use and kept.
#[derive(Debug, Default)]
pub(super) struct Typed {
    skills: Lazy<Skill>,
    resources: Lazy<Resource>,
    directories: Lazy<Lazy<Resource>>,
}

impl Typed {
    pub(super) fn skill(&self, catalog: &Catalog, id: u32) -> Result<Skill, Error> {
        let skill = self.skills.get(catalog.entry_order().len(), id, || {
            parse(catalog.entry_at(id).map(|entry| entry.json_bytes()))
        });
        skill.cloned()
    }

    pub(super) fn resource(&self, catalog: &Catalog, id: u32) -> Result<Resource, Error> {
        let resource = self.resources.get(catalog.file_order().len(), id, || {
            parse(catalog.file_at(id).map(|file| file.descriptor_bytes()))
        });
        resource.cloned()
    }

    pub(super) fn child(
        &self,
        catalog: &Catalog,
        directory: &Directory<'_>,
        child: u32,
    ) -> Result<Resource, Error> {
        let id = catalog
            .directory_id(directory.uri())
            .ok_or(Cause::Damaged)?;
        let children = self
            .directories
            .get(catalog.directory_count(), id, || Ok(Lazy::default()))?;
        let resource = children.get(directory.child_count(), child, || {
            parse(directory.child_json(child))
        });
        resource.cloned()
    }
}

fn parse<T: DeserializeOwned>(json: Option<&[u8]>) -> Result<T, Error> {
    let value = json.and_then(|json| serde_json::from_slice(json).ok());
    value.ok_or_else(|| Cause::Damaged.into())
}
