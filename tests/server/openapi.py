"""Checks values against the schemas of an OpenAPI 3.0 document, as far as web/openapi.json uses them.

Stricter than the standard in one point: an object has no members but those that its schema names, so that nothing is sent that nobody
has described.

    document = OpenApi(json.loads(text))
    document.problems(document.response("post", "/api/v1/count", 200), answer)     # [] when all is well
"""

CHECKED = {"type", "required", "properties", "additionalProperties", "items", "enum", "oneOf", "allOf", "nullable", "$ref", "minItems",
           "maxItems", "minimum", "maximum"}
SILENT = {"description", "example", "default"}


def is_a(value, kind):
    if isinstance(value, bool):
        return kind == "boolean"
    if kind == "integer":
        return isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    return isinstance(value, {"object": dict, "array": list, "string": str, "number": (int, float), "boolean": bool}[kind])


class OpenApi:
    def __init__(self, document):
        self.document = document

    def operations(self):
        """(method, path, operation) of all that the document describes."""
        for path, methods in self.document["paths"].items():
            for method, operation in methods.items():
                yield method, path, operation

    def responses(self, method, path):
        """The responses of an operation by status, as text; "default" stands for any other."""
        described = self.document["paths"][path][method]["responses"]
        return {status: self.resolve(response) for status, response in described.items()}

    def response(self, method, path, status, content="application/json"):
        """The schema of what an operation answers; None where that is not described."""
        described = self.responses(method, path)
        found = described.get(str(status), described.get("default"))
        return found["content"].get(content, {}).get("schema") if found else None

    def resolve(self, node):
        while "$ref" in node:
            target = self.document
            for name in node["$ref"].removeprefix("#/").split("/"):
                target = target[name]
            node = target
        return node

    def whole(self, schema):
        """The schema with what it refers to and all parts of allOf in one."""
        schema = self.resolve(schema)
        unknown = schema.keys() - CHECKED - SILENT
        if unknown:
            raise ValueError(f"this checker does not know {sorted(unknown)}")
        merged = {name: own for name, own in schema.items() if name != "allOf"}
        for part in map(self.whole, schema.get("allOf", [])):
            for name, own in part.items():
                if name == "properties":
                    merged[name] = merged.get(name, {}) | own
                elif name == "required":
                    merged[name] = merged.get(name, []) + own
                else:
                    merged.setdefault(name, own)
        return merged

    def problems(self, schema, value, at="answer"):
        schema = self.whole(schema)
        if value is None and schema.get("nullable"):
            return []
        if "type" in schema and not is_a(value, schema["type"]):
            return [f"{at} is {value!r}, not of type {schema['type']}"]
        found = []
        if "enum" in schema and value not in schema["enum"]:
            found.append(f"{at} is {value!r}, not one of {schema['enum']}")
        if "oneOf" in schema:
            fitting = [one for one in schema["oneOf"] if not self.problems(one, value, at)]
            if len(fitting) != 1:
                found.append(f"{at} is {value!r}, which fits {len(fitting)} of {len(schema['oneOf'])} schemas, not one")
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
                found.append(f"{at} is {value}, out of its range")
        if isinstance(value, list):
            if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
                found.append(f"{at} has {len(value)} items")
            if "items" in schema:
                found += [words for i, item in enumerate(value) for words in self.problems(schema["items"], item, f"{at}[{i}]")]
        if isinstance(value, dict):
            found += self.object_problems(schema, value, at)
        return found

    def object_problems(self, schema, value, at):
        found = [f"{at} has no '{name}'" for name in schema.get("required", []) if name not in value]
        properties = schema.get("properties", {})
        others = schema.get("additionalProperties", not properties)
        for name, own in value.items():
            if name in properties:
                found += self.problems(properties[name], own, f"{at}.{name}")
            elif isinstance(others, dict):
                found += self.problems(others, own, f"{at}.{name}")
            elif not others:
                found.append(f"{at} has '{name}', which is not described")
        return found
