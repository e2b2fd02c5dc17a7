#include "report/json/document.h"

namespace scrim::report::json {
namespace {

const char* name_of(Schema schema) {
    switch (schema) {
#define SCRIM_SCHEMA(id, name, version) \
    case Schema::id:                    \
        return "scrim." name "/" #version;
#include "report/json/schemas.def"
#undef SCRIM_SCHEMA
    }
    return "";
}

}  // namespace

Json document(Schema schema) { return {{"schema", name_of(schema)}}; }

Json document(Schema schema, Json members) {
    Json json = document(schema);
    for (auto& [key, value] : members.items()) json[key] = std::move(value);
    return json;
}

std::string pretty(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

std::string line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"; }

}  // namespace scrim::report::json
