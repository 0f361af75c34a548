//! The description of the API (OpenAPI 3.1), made from the table of routes and the descriptions of the answers.

use std::sync::OnceLock;

use serde_json::{Value, json};

use crate::query::{Kind, Parameter};
use crate::routes::{Delivery, ROUTES, Route};

/// The form of each answer (JSON Schema).
const SCHEMAS: &str = include_str!("schemas.json");

/// The description, as JSON.
pub(crate) fn description() -> &'static str {
    static DESCRIPTION: OnceLock<String> = OnceLock::new();
    DESCRIPTION.get_or_init(|| describe().to_string())
}

fn describe() -> Value {
    let schemas: Value =
        serde_json::from_str(SCHEMAS).expect("invariant: a test reads the same file");
    let mut paths = serde_json::Map::new();
    paths.insert(
        "/api/games".into(),
        json!({"get": operation("Every game", &[], listed("Game"))}),
    );
    let name =
        json!({"name": "name", "in": "path", "required": true, "schema": {"type": "string"}});
    paths.insert(
        "/api/games/{name}".into(),
        json!({"get": operation("All about one game", &[name], schema("Game"))}),
    );
    for route in ROUTES {
        paths.insert(format!("/api/{}", route.path), asked(route));
    }
    paths.insert("/api/tabulate".into(), tabulated());
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "bouton",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Who wins a two-player game, by how much, what to play, and why.",
        },
        "paths": paths,
        "components": {"schemas": schemas},
    })
}

fn schema(name: &str) -> Value {
    json!({"application/json": {"schema": {"$ref": format!("#/components/schemas/{name}")}}})
}

fn listed(name: &str) -> Value {
    let item = json!({"$ref": format!("#/components/schemas/{name}")});
    json!({"application/json": {"schema": {"type": "array", "items": item}}})
}

fn operation(about: &str, parameters: &[Value], content: Value) -> Value {
    json!({
        "summary": about,
        "parameters": parameters,
        "responses": {
            "200": {"description": about, "content": content},
            "default": {"description": "Why there is no answer", "content": schema("Error")},
        },
    })
}

/// In the address, or as a form if the position is long.
fn asked(route: &Route) -> Value {
    let takes = route.parameters();
    let parameters: Vec<_> = takes.iter().map(parameter).collect();
    let post = posted(route.about, &takes, content(route));
    json!({"get": operation(route.about, &parameters, content(route)), "post": post})
}

/// An operation that takes a form.
fn posted(about: &str, takes: &[Parameter], content: Value) -> Value {
    let properties: serde_json::Map<_, _> = takes
        .iter()
        .map(|parameter| (parameter.name.to_owned(), typed(parameter)))
        .collect();
    let needed: Vec<_> = takes.iter().filter(|p| p.needed).map(|p| p.name).collect();
    let form = json!({"type": "object", "properties": properties, "required": needed});
    let mut post = operation(about, &[], content);
    post["requestBody"] =
        json!({"content": {"application/x-www-form-urlencoded": {"schema": form}}});
    post
}

/// Tables are made by the server itself, so this is not in the table of routes.
fn tabulated() -> Value {
    let flag = json!({"type": "boolean"});
    let told = json!({"type": "object", "properties": {"makes": flag, "busy": flag}});
    let may = operation(
        "Whether this server makes tables, and whether it is making one",
        &[],
        json!({"application/json": {"schema": told}}),
    );
    let make = posted(
        "Solves a game into a table, from which the server then answers",
        &Route::of_game(),
        json!({"text/event-stream": {"schema": {"type": "string"}}}),
    );
    json!({"get": may, "post": make})
}

fn content(route: &Route) -> Value {
    let text = json!({"schema": {"type": "string"}});
    let whole = schema(route.schema);
    match route.delivery {
        Delivery::Whole => whole,
        Delivery::Events => json!({"text/event-stream": text}),
        Delivery::File if route.schema == "Certificate" => json!({"text/plain": text}),
        Delivery::File => json!({"application/json": whole["application/json"], "text/csv": text}),
        Delivery::Picture => json!({
            "image/svg+xml": text,
            "image/png": {"schema": {"type": "string", "contentMediaType": "image/png"}},
            "text/vnd.graphviz": text,
            "application/json": whole["application/json"],
        }),
    }
}

fn parameter(parameter: &Parameter) -> Value {
    json!({
        "name": parameter.name,
        "in": "query",
        "required": parameter.needed,
        "schema": typed(parameter),
    })
}

fn typed(parameter: &Parameter) -> Value {
    let mut kind = match parameter.kind {
        Kind::Text | Kind::Rules | Kind::Certificate => json!({"type": "string"}),
        Kind::Flag => json!({"type": "string", "enum": ["0", "1", "false", "true"]}),
        Kind::Whole(least, most) => json!({"type": "integer", "minimum": least, "maximum": most}),
        Kind::Time => json!({"type": "string", "pattern": "^[0-9.]+(ms|s|m|min|h)?$"}),
        Kind::Word(words) => json!({"type": "string", "enum": words}),
    };
    if parameter.many {
        kind = json!({"type": "array", "items": kind});
    }
    kind["description"] = parameter.about.into();
    kind
}
