//! The expansion is a constant expression, in every place that takes one.

use skills_runtime::{SkillSet, embed_skills};

static STATIC: SkillSet = embed_skills!("fixtures/good");
const CONST: SkillSet = embed_skills!("fixtures/good",);

struct Server<T>(T);

impl<T> Server<T> {
    const SKILLS: SkillSet = embed_skills!("fixtures/good");

    fn skills(&self) -> SkillSet {
        embed_skills!("fixtures/good")
    }
}

const fn constant() -> SkillSet {
    embed_skills!("fixtures/good")
}

macro_rules! skills_of {
    ($directory:literal, $base:expr) => {
        embed_skills!($directory, base = $base, crate = $crate::elsewhere::runtime)
    };
}

mod elsewhere {
    pub use skills_runtime as runtime;
}

fn main() {
    let in_an_expression = [embed_skills!("fixtures/good"), skills_of!("fixtures/good", "skill://acme")];
    for set in in_an_expression {
        assert_eq!(set.len(), 1);
    }
    for set in [STATIC, CONST, Server::<u8>::SKILLS, Server("").skills(), constant()] {
        assert_eq!(set.len(), 1);
    }
}
