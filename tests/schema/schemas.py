"""The schemas of docs/schema: what a document says it is, and whether it is that."""
import json
import re
import sys
import warnings

try:
    import jsonschema
except ImportError:
    sys.exit(f"{sys.executable} has no module jsonschema: Debian's package is python3-jsonschema (tools/setup.sh test)")

NAME = re.compile(r'SCRIM_SCHEMA\(\w+, "([\w.]+)", (\d+)\)')


class Schemas:
    """validate(document) by the schema that its first key names.

    listed: the names of src/report/json/schemas.def, "scrim.check/1"; written: the schemas of docs/schema by those names.
    """

    def __init__(self, root):
        self.listed = [f"scrim.{name}/{version}" for name, version in NAME.findall((root / "src/report/json/schemas.def").read_text())]
        self.files = {file.stem: json.loads(file.read_text()) for file in (root / "docs/schema").glob("*.json")}
        self.written = {schema["properties"]["schema"]["const"]: schema for name, schema in self.files.items() if name != "common"}
        with warnings.catch_warnings():
            # Debian's version knows no other way; later ones only warn.
            warnings.simplefilter("ignore", DeprecationWarning)
            store = {schema["$id"]: schema for schema in self.files.values()}
            self.validators = {name: jsonschema.Draft202012Validator(schema, resolver=jsonschema.RefResolver(schema["$id"], schema, store))
                               for name, schema in self.written.items()}

    def problems(self, document):
        """What is wrong with a document, in words; [] when nothing is."""
        if not isinstance(document, dict) or next(iter(document), None) != "schema":
            return ["it is no object whose first key is its schema"]
        if document["schema"] not in self.validators:
            return [f"there is no schema {document['schema']!r}"]
        return self.problems_by(document["schema"], document)

    def problems_by(self, name, document):
        errors = self.validators[name].iter_errors(document)
        return [f"{error.json_path}: {error.message[:300]}" for error in errors]


def objects_in(value):
    """Every object of a document, the outermost first."""
    if isinstance(value, dict):
        yield value
        for own in value.values():
            yield from objects_in(own)
    elif isinstance(value, list):
        for own in value:
            yield from objects_in(own)
