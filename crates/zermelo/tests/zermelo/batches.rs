//! `query --batch`: one answer for each line, whatever the line is.

use std::fs;

use serde_json::{Value, json};

use crate::with_a_file::Solved;

/// Runs a batch: its answers, and what was said beside them.
fn batch(solved: &Solved, arguments: &[&str], lines: &str) -> (Vec<Value>, String) {
    let arguments = [&["--batch"], arguments].concat();
    let (code, out, told) = solved.run_all("query", &arguments, lines);
    assert_eq!(code, 0, "{told}");
    let answers = out.lines().map(|line| serde_json::from_str(line).unwrap());
    (answers.collect(), told)
}

#[test]
fn a_batch_has_an_answer_for_each_line() {
    let solved = Solved::new(&["tic-tac-toe"]);
    let lines = r#"{"id": 1, "moves": "mark 1 1; mark 1 2"}
{"id": 2, "moves": "mark 9 9"}
nonsense

{"id": 3, "state": "(cell 1 1 x)"}
{"id": "four"}
{"id": 5, "moves": ["(mark 1 1)", "mark 1 2"]}
{"id": 6, "move": "mark 1 1"}
"#;
    for brief in [false, true] {
        let arguments: &[&str] = if brief { &["--brief"] } else { &[] };
        let (answers, told) = batch(&solved, arguments, lines);
        assert!(told.contains("no answer for 5 lines"), "{told}");
        assert_eq!(answers.len(), 8);
        assert_eq!(answers[6]["rewards"], answers[0]["rewards"]);
        assert_eq!(answers[0]["rewards"], json!([100, 0]));
        assert_eq!(answers[0]["distance"], 5);
        assert_eq!(answers[0].get("moves").is_some(), !brief);
        assert_eq!(answers[5]["id"], "four");
        assert_eq!(answers[5]["rewards"], json!([50, 50]));
        let fields = |answer: &Value| -> Vec<String> {
            answer.as_object().unwrap().keys().cloned().collect()
        };
        for (refused, id) in [
            (1, json!(2)),
            (2, json!(null)),
            (3, json!(null)),
            (4, json!(3)),
            (7, json!(6)),
        ] {
            let refused = &answers[refused];
            assert!(refused["error"].is_string(), "{refused}");
            assert_eq!(refused["id"], id);
            assert_eq!(fields(refused), fields(&answers[0]), "{refused}");
            let told = refused.as_object().unwrap().values();
            let expected = 2 + usize::from(!id.is_null());
            assert_eq!(
                told.filter(|it| !it.is_null()).count(),
                expected,
                "{refused}"
            );
        }
    }
}

#[test]
fn an_id_comes_back_byte_by_byte() {
    let solved = Solved::new(&["nim"]);
    let ids = [
        "12345678901234567890123",
        "1.0",
        "1e5",
        r#""\u00e4\/""#,
        r#"{"b": 1,"a":[ ]}"#,
    ];
    let lines =
        ids.map(|id| format!("{{\"moves\": \"\", \"id\": {id} }}\n{{\"id\":{id}, \"movs\": 1}}\n"));
    let (_, out) = solved.run("query", &["--batch", "--brief"], &lines.concat());
    for (answers, id) in out.lines().collect::<Vec<_>>().chunks(2).zip(ids) {
        for answer in answers {
            let start = format!("{{\"schema\":1,\"id\":{id},\"error\":");
            assert!(answer.starts_with(&start), "{answer}");
        }
    }
}

#[test]
fn a_bad_line_does_not_end_a_batch() {
    let solved = Solved::new(&["tic-tac-toe"]);
    let long = format!("{{\"id\": 4, \"state\": \"{}\"}}", " ".repeat(17 << 20));
    let longer = format!("{{\"id\": 5, \"state\": \"{}\"}}", " ".repeat(33 << 20));
    let bad: [&[u8]; 10] = [
        b"{\"moves\": \"\xff\"}",
        b"\xff\xfe",
        b"\0",
        br#"{"id": 9, "moves": 7}"#,
        br#"{"id": 9, "moves": "", "state": ""}"#,
        br#"{"state": "(cell ?x 1 b)"}"#,
        br#"{"moves": "((((("}"#,
        b" \t",
        long.as_bytes(),
        longer.as_bytes(),
    ];
    let good: &[u8] = br#"{"id": "good"}"#;
    let mut text = Vec::new();
    for line in bad {
        text.extend([line, b"\r\n", good, b"\r\n"].concat());
    }
    // The last line need not end.
    text.truncate(text.len() - 2);
    fs::write(solved.path("asked"), text).unwrap();
    let (answers, told) = batch(&solved, &["asked", "--brief"], "");
    assert!(told.contains("no answer for 10 lines"), "{told}");
    assert_eq!(answers.len(), 20);
    for pair in answers.chunks(2) {
        assert!(pair[0]["error"].is_string(), "{}", pair[0]);
        assert_eq!(pair[0]["rewards"], Value::Null, "{}", pair[0]);
        assert_eq!(pair[1]["rewards"], json!([50, 50]));
    }
    assert_eq!(answers[6]["id"], 9);
    assert!(answers[16]["error"].as_str().unwrap().contains("16 MiB"));
}

#[test]
fn a_state_that_is_none_says_why() {
    let solved = Solved::new(&["tic-tac-toe"]);
    let start = solved.json("query", &[])["state"]
        .as_str()
        .unwrap()
        .to_owned();
    let without =
        |what: &str, other: &str| format!("{}\n", json!({"state": start.replace(what, other)}));
    let lines = [
        without("(cell 3 3 blank)", ""),
        without("(control x)", "(contrl x)"),
        without("(control x)", "(control x) (control o)"),
        without("(cell 3 3 blank)", "(cell 3 3 x)"),
    ];
    let (answers, _) = batch(&solved, &["--brief"], &lines.concat());
    let errors: Vec<&str> = answers
        .iter()
        .map(|it| it["error"].as_str().unwrap())
        .collect();
    let missing = "the state has no (cell 3 3 *): \
         one of (cell 3 3 blank), (cell 3 3 o), (cell 3 3 x) always holds";
    assert_eq!(errors[0], missing);
    assert_eq!(
        errors[1],
        "the game has no fluent (contrl x), but (control x)"
    );
    assert_eq!(errors[2], "(control o) and (control x) never hold together");
    assert!(errors[3].ends_with("cannot be reached"), "{}", errors[3]);
}
