// Documents: JSON objects that say what they are. Everything that the command line and the server write for programs is
// one, and its first key is the name and version of its schema. Names and versions are listed in schemas.def, and
// docs/schema describes them. Files of a release (certificate.json) have a format of their own.
//
//   Json json = document(Schema::verify);     // {"schema": "scrim.verify/1"}
//   json["holds"] = true;
//   out << pretty(json);
#pragma once

#include "kernel/core/json.h"

#include <string>

namespace scrim::report::json {

enum class Schema {
#define SCRIM_SCHEMA(id, name, version) id,
#include "report/json/schemas.def"
#undef SCRIM_SCHEMA
};

// A new document, with its schema and nothing else.
Json document(Schema schema);
// A document with the keys of an object.
Json document(Schema schema, Json members);

// Indented, or in one line; each ends its last line. Names of files and values may be any bytes: what is not UTF-8
// becomes U+FFFD.
std::string pretty(const Json& json);
std::string line(const Json& json);

}  // namespace scrim::report::json
