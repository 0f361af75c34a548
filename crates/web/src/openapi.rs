//! The description of the API (OpenAPI 3.1), made from the table of routes and the descriptions of the answers.

use std::sync::OnceLock;

use bouton::questions::{Kind, Parameter};
use bouton_answers::{CensusRow, Game, Tabulated};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value, json};

use crate::refusal::Refusal;
use crate::routes::parameters::{AIMED, shared};
use crate::routes::{Delivery, ROUTES, Route};

/// The description, as JSON.
pub(crate) fn description() -> &'static str {
    static DESCRIPTION: OnceLock<String> = OnceLock::new();
    DESCRIPTION.get_or_init(|| describe().to_string())
}

fn describe() -> Value {
    let mut settings = SchemaSettings::draft2020_12().for_serialize();
    settings.definitions_path = "/components/schemas".into();
    settings.meta_schema = None;
    let generator = &mut settings.into_generator();
    generator.subschema_for::<Refusal>();
    // Answers of commands alone.
    generator.subschema_for::<(CensusRow, Tabulated)>();
    let mut paths = serde_json::Map::new();
    paths.insert(
        "/api/games".into(),
        json!({"get": operation("games", "Every game", &[], of::<Vec<Game>>(generator))}),
    );
    let name =
        json!({"name": "name", "in": "path", "required": true, "schema": {"type": "string"}});
    paths.insert(
        "/api/games/{name}".into(),
        json!({"get": operation("game", "All about one game", &[name], of::<Game>(generator))}),
    );
    for route in ROUTES {
        paths.insert(format!("/api/{}", route.path), asked(route, generator));
    }
    paths.insert("/api/tabulate".into(), tabulated());
    let mut schemas = Value::Object(generator.take_definitions(true));
    shorten(&mut schemas);
    widen(&mut schemas);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "bouton",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Who wins a two-player game, by how much, what to play, and why. Whole numbers beyond ±2⁵³ are texts of their digits.",
        },
        "paths": paths,
        "components": {"schemas": schemas},
    })
}

/// Whole numbers of 64 bits and more are texts where they lie beyond ±2⁵³.
fn widen(schema: &mut Value) {
    let format = schema.get("format").and_then(Value::as_str);
    if matches!(format, Some("uint64" | "int64" | "uint128" | "int128")) {
        let kind = &mut schema["type"];
        *kind = match kind.take() {
            Value::Array(mut kinds) => {
                kinds.insert(1, "string".into());
                kinds.into()
            }
            integer => json!([integer, "string"]),
        };
    }
    match schema {
        Value::Object(parts) => parts.values_mut().for_each(widen),
        Value::Array(parts) => parts.iter_mut().for_each(widen),
        _ => {}
    }
}

/// Leaves the first paragraph of each description, on one line: they are those of the code, which may have examples below.
fn shorten(schema: &mut Value) {
    if let Some(Value::String(about)) = schema.get_mut("description") {
        let first = about.split("\n\n").next().unwrap_or_default();
        *about = first.replace('\n', " ");
    }
    match schema {
        Value::Object(parts) => parts.values_mut().for_each(shorten),
        Value::Array(parts) => parts.iter_mut().for_each(shorten),
        _ => {}
    }
}

fn of<A: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    json!({"application/json": {"schema": generator.subschema_for::<A>()}})
}

/// An operation with a name of its own among all operations.
fn operation(id: &str, about: &str, parameters: &[Value], content: Value) -> Value {
    let refused = json!({"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}});
    json!({
        "operationId": id,
        "summary": about,
        "parameters": parameters,
        "responses": {
            "200": {"description": about, "content": content},
            "default": {"description": "Why there is no answer", "content": refused},
        },
    })
}

/// In the address, or as a form if the position is long.
fn asked(route: &Route, generator: &mut SchemaGenerator) -> Value {
    let takes = route.parameters();
    let parameters: Vec<_> = takes.iter().map(parameter).collect();
    let (id, content) = (route.path.replace('/', "-"), content(route, generator));
    let post = posted(&format!("{id}-form"), route.about, &takes, content.clone());
    json!({"get": operation(&id, route.about, &parameters, content), "post": post})
}

/// An operation that takes a form.
fn posted(id: &str, about: &str, takes: &[Parameter], content: Value) -> Value {
    let properties: serde_json::Map<_, _> = takes
        .iter()
        .map(|parameter| (parameter.name.to_owned(), typed(parameter)))
        .collect();
    let needed: Vec<_> = takes
        .iter()
        .filter(|p| p.is_needed())
        .map(|p| p.name)
        .collect();
    let form = json!({"type": "object", "properties": properties, "required": needed});
    let mut post = operation(id, about, &[], content);
    post["requestBody"] =
        json!({"content": {"application/x-www-form-urlencoded": {"schema": form}}});
    post
}

/// Tables are made by the server itself, so this is not in the table of routes.
fn tabulated() -> Value {
    let flag = json!({"type": "boolean"});
    let told = json!({"type": "object", "properties": {"makes": flag, "busy": flag}});
    let may = operation(
        "tables",
        "Whether this server makes tables, and whether it is making one",
        &[],
        json!({"application/json": {"schema": told}}),
    );
    let make = posted(
        "tabulate",
        "Solves a game into a table, from which the server then answers",
        &shared(&[AIMED]),
        json!({"text/event-stream": {"schema": {"type": "string"}}}),
    );
    json!({"get": may, "post": make})
}

fn content(route: &Route, generator: &mut SchemaGenerator) -> Value {
    let text = json!({"schema": {"type": "string"}});
    let whole = json!({"application/json": {"schema": (route.schema)(generator)}});
    match route.delivery {
        Delivery::Whole => whole,
        Delivery::Events => json!({"text/event-stream": text}),
        Delivery::File if route.path == "certificate" => json!({"text/plain": text}),
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
        "required": parameter.is_needed(),
        "schema": typed(parameter),
    })
}

fn typed(parameter: &Parameter) -> Value {
    let mut kind = match parameter.kind {
        Kind::Text => json!({"type": "string"}),
        Kind::Range => json!({"type": "string", "pattern": "^-?[0-9]+\\.\\.=?-?[0-9]+$"}),
        Kind::RangeFromOne => json!({"type": "string", "pattern": "^(-?[0-9]+)?\\.\\.=?-?[0-9]+$"}),
        Kind::Day => json!({"type": "string", "format": "date"}),
        Kind::Whole(least, most) if Kind::has_no_bound(most) => match least {
            ..0 => json!({"type": "integer"}),
            least => json!({"type": "integer", "minimum": least}),
        },
        Kind::Flag => json!({"type": "string", "enum": ["0", "1", "false", "true"]}),
        Kind::Whole(least, most) => json!({"type": "integer", "minimum": least, "maximum": most}),
        Kind::Time => json!({"type": "string", "pattern": "^[0-9.]+(ms|s|m|min|h)?$"}),
        Kind::Word(words) => json!({"type": "string", "enum": words}),
    };
    if let Some(default) = parameter.default.filter(|default| !default.is_empty()) {
        kind["default"] = match default.parse::<i64>() {
            Ok(number) if matches!(parameter.kind, Kind::Whole(..)) => number.into(),
            _ => default.into(),
        };
    }
    if parameter.many {
        kind = json!({"type": "array", "items": kind});
    }
    kind["description"] = parameter.about().into();
    kind
}
