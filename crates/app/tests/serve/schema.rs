//! The part of JSON Schema that the description of the API uses.

use serde_json::Value;

/// The part of `value` that violates `schema`; `whole` is the description that references point into.
pub(crate) fn faults(whole: &Value, schema: &Value, value: &Value, at: &str) -> Vec<String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let target = whole.pointer(&reference[1..]);
        let target = target.unwrap_or_else(|| panic!("{reference} leads nowhere"));
        return faults(whole, target, value, at);
    }
    let mut found = Vec::new();
    if !schema["type"].is_null() && !is_of_type(&schema["type"], value) {
        found.push(format!("{at}: expected {}, found {value}", schema["type"]));
    }
    if let Some(words) = schema["enum"].as_array()
        && !words.contains(value)
    {
        found.push(format!("{at}: {value} is none of {words:?}"));
    }
    if let Some(ways) = schema["anyOf"].as_array() {
        let ways = ways.iter().map(|way| faults(whole, way, value, at));
        found.extend(ways.min_by_key(Vec::len).unwrap_or_default());
    }
    if !schema["const"].is_null() && schema["const"] != *value {
        found.push(format!("{at}: expected {}, found {value}", schema["const"]));
    }
    if let Some(object) = value.as_object() {
        for name in schema["required"].as_array().into_iter().flatten() {
            if !object.contains_key(name.as_str().unwrap()) {
                found.push(format!("{at}: {name} is missing"));
            }
        }
        let others = &schema["additionalProperties"];
        for (name, value) in object {
            let inner = schema["properties"].get(name).unwrap_or(others);
            if inner.is_null() && schema["properties"].is_object() {
                found.push(format!("{at}: {name} is not described"));
            }
            found.extend(faults(whole, inner, value, &format!("{at}.{name}")));
        }
    }
    for (n, item) in value.as_array().into_iter().flatten().enumerate() {
        let inner = schema["prefixItems"].get(n).unwrap_or(&schema["items"]);
        found.extend(faults(whole, inner, item, &format!("{at}[{n}]")));
    }
    found
}

fn is_of_type(types: &Value, value: &Value) -> bool {
    let is = |name: &Value| match name.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no such type: {other}"),
    };
    match types.as_array() {
        Some(types) => types.iter().any(is),
        None => is(types),
    }
}

#[test]
fn faults_are_found() {
    let whole = serde_json::json!({"a": {"type": ["object", "null"], "required": ["n"], "properties": {"n": {"type": "integer"}}}});
    let schema = serde_json::json!({"type": "array", "items": {"$ref": "#/a"}});
    let check = |value: Value| faults(&whole, &schema, &value, "").len();
    assert_eq!(check(serde_json::json!([{"n": 1}, null])), 0);
    assert_eq!(check(serde_json::json!([{"n": 1, "m": 1}])), 1);
    assert_eq!(check(serde_json::json!([{"n": "1"}, {}, 3])), 3);
    let schema = serde_json::json!({"anyOf": [{"type": "string"}, {"$ref": "#/a"}]});
    let check = |value: Value| faults(&whole, &schema, &value, "").len();
    assert_eq!(
        check(serde_json::json!("a")) + check(serde_json::json!({"n": 1})),
        0
    );
    assert_eq!(check(serde_json::json!({"n": "1"})), 1);
}
