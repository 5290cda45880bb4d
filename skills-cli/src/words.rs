//! Counted things, in the singular or the plural.

/// `1 skill`, `2 skills`.
pub(crate) fn counted(number: usize, thing: &str) -> String {
    if number == 1 {
        format!("1 {thing}")
    } else {
        format!("{number} {thing}s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular() {
        assert_eq!(counted(0, "skill"), "0 skills");
        assert_eq!(counted(1, "skill"), "1 skill");
        assert_eq!(counted(2, "skill"), "2 skills");
    }
}
