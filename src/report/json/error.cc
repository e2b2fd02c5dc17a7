#include "report/json/error.h"

#include "report/json/document.h"

namespace scrim::report::json {
namespace {

const char* kind_of(const Error& error) {
    switch (error.kind) {
        case Error::Kind::input: return "input";
        case Error::Kind::cancelled: return "cancelled";
        case Error::Kind::fault: break;
    }
    return "fault";
}

}  // namespace

Json error(const Error& error, Wording wording, std::string_view code) {
    Json json{{"kind", kind_of(error)}};
    if (!code.empty()) json["code"] = code;
    json["message"] = worded(error.message, wording);
    if (const std::string field = error.field(); !field.empty()) json["field"] = field;
    return document(Schema::error, {{"error", std::move(json)}});
}

}  // namespace scrim::report::json
