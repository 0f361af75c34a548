//! Every `console` block in the README and in `docs/` shows what the program really prints.

#[test]
fn commands_in_the_docs_print_what_they_show() {
    trycmd::TestCases::new()
        .case("../../README.md")
        .case("../../docs/*.md");
}
