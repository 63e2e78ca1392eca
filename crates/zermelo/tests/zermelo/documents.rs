//! What the documents promise to list completely.

use std::path::PathBuf;

fn document(name: &str) -> String {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", "..", name]
        .iter()
        .collect();
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn every_code_is_documented_with_its_severity() {
    let document = document("docs/gdl.md");
    for code in gdl::Code::ALL {
        let severity = format!("{:?}", code.severity()).to_lowercase();
        let row = format!("| `{}` | {severity} |", code.name());
        assert!(document.contains(&row), "docs/gdl.md lacks {row}");
    }
}

#[test]
fn every_keyword_is_documented() {
    let document = document("docs/gdl.md");
    for keyword in gdl::Keyword::ALL {
        let name = format!("`{}`", keyword.name());
        assert!(document.contains(&name), "docs/gdl.md lacks {name}");
    }
}
