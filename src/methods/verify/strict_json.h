// JSON from a party that nobody trusts: what is odd is refused with one line, nothing throws.
//
//   SCRIM_TRY(const Json json, parse_strict_json(text));
//   SCRIM_TRY(JsonObject certificate, JsonObject::of(json, ""));
//   SCRIM_TRY(const std::string form, certificate.text("form"));
//   certificate.unread();   // keys that nobody asked for
#pragma once

#include "kernel/core/json.h"
#include "scrim/result.h"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::verifier {

// Refuses keys that come twice, deep nesting, huge objects, and whatever is not JSON.
Result<Json> parse_strict_json(std::string_view text);

// An object whose members are asked for by name and type. It points into the JSON.
class JsonObject {
public:
    // `path` is what messages call it; "" for the document itself.
    static Result<JsonObject> of(const Json& json, std::string path);

    bool has(const std::string& key) const { return json_->contains(key); }
    // Is there, as null; counts as read then.
    bool has_null(const std::string& key);
    Result<std::string> text(const std::string& key);
    Result<std::uint64_t> count(const std::string& key);
    Result<double> number(const std::string& key);
    Result<bool> flag(const std::string& key);
    Result<JsonObject> object(const std::string& key);
    Result<const Json*> list(const std::string& key);
    Result<std::vector<std::string>> texts(const std::string& key);
    // The members of a list of objects.
    Result<std::vector<JsonObject>> objects(const std::string& key);
    // All keys, in their order; all count as read.
    std::vector<std::string> keys();

    const std::string& path() const { return path_; }
    std::string path_of(const std::string& key) const { return path_.empty() ? key : path_ + "." + key; }
    // Paths of members that nobody asked for.
    std::vector<std::string> unread() const;

private:
    JsonObject(const Json& json, std::string path) : json_(&json), path_(std::move(path)) {}
    Result<const Json*> member(const std::string& key, bool (*is)(const Json&), std::string_view type);

    const Json* json_;
    std::string path_;
    std::set<std::string> read_;
};

}  // namespace scrim::verifier
