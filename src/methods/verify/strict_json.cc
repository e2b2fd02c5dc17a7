#include "methods/verify/strict_json.h"

#include "kernel/core/text.h"

#include <cmath>

namespace scrim::verifier {
namespace {

constexpr std::size_t most_depth = 16;
constexpr std::size_t most_keys = 1000;          // of one object: looking them up is linear
constexpr std::size_t most_values = 10'000'000;  // in all

// Looks at every token before anything is built from it.
class Limits final : public nlohmann::json_sax<Json> {
public:
    bool null() override { return value(); }
    bool boolean(bool) override { return value(); }
    bool number_integer(number_integer_t) override { return value(); }
    bool number_unsigned(number_unsigned_t) override { return value(); }
    bool number_float(number_float_t, const string_t&) override { return value(); }
    bool string(string_t&) override { return value(); }
    bool binary(binary_t&) override { return refuse("binary data"); }
    bool start_object(std::size_t) override { return open(); }
    bool start_array(std::size_t) override { return open(); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t& name) override {
        if (keys_.back().size() == most_keys) return refuse(format("an object of more than {} keys", most_keys));
        if (!keys_.back().insert(name).second)
            return refuse(format("the key {} twice", quoted(std::string_view(name))));
        return true;
    }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
        return refuse(format("something else than JSON at byte {}", position));
    }

    const std::string& refused() const { return refused_; }

private:
    bool refuse(std::string what) {
        if (refused_.empty()) refused_ = std::move(what);
        return false;
    }
    bool value() { return ++values_ <= most_values || refuse("too many values"); }
    bool open() {
        keys_.emplace_back();
        return keys_.size() <= most_depth ? value() : refuse(format("more than {} levels", most_depth));
    }
    bool close() {
        keys_.pop_back();
        return true;
    }

    std::vector<std::set<std::string>> keys_;  // of the objects that are open; empty for lists
    std::size_t values_ = 0;
    std::string refused_;
};

bool is_count(const Json& json) { return json.is_number_unsigned() && json.get<std::uint64_t>() <= INT64_MAX; }
bool is_finite(const Json& json) { return json.is_number() && std::isfinite(json.get<double>()); }
bool is_text(const Json& json) { return json.is_string(); }
bool is_flag(const Json& json) { return json.is_boolean(); }
bool is_list(const Json& json) { return json.is_array(); }
bool is_object(const Json& json) { return json.is_object(); }

}  // namespace

Result<Json> parse_strict_json(std::string_view text) {
    Limits limits;
    if (!Json::sax_parse(text, &limits)) return input_error("it holds " + limits.refused());
    Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded()) return input_error("it is no JSON");
    return json;
}

Result<JsonObject> JsonObject::of(const Json& json, std::string path) {
    if (!json.is_object())
        return input_error(
            format("{} is no object", path.empty() ? std::string("the document") : quoted(std::string_view(path))));
    return JsonObject(json, std::move(path));
}

bool JsonObject::has_null(const std::string& key) {
    const auto found = json_->find(key);
    if (found == json_->end() || !found->is_null()) return false;
    read_.insert(key);
    return true;
}

Result<const Json*> JsonObject::member(const std::string& key, bool (*is)(const Json&), std::string_view type) {
    read_.insert(key);
    const auto found = json_->find(key);
    if (found == json_->end()) return input_error(format("{} is missing", quoted(std::string_view(path_of(key)))));
    if (!is(*found)) return input_error(format("{} is not {}", quoted(std::string_view(path_of(key))), type));
    return &*found;
}

Result<std::string> JsonObject::text(const std::string& key) {
    SCRIM_TRY(const Json* found, member(key, is_text, "a text"));
    return found->get<std::string>();
}

Result<std::uint64_t> JsonObject::count(const std::string& key) {
    SCRIM_TRY(const Json* found, member(key, is_count, "a count"));
    return found->get<std::uint64_t>();
}

Result<double> JsonObject::number(const std::string& key) {
    SCRIM_TRY(const Json* found, member(key, is_finite, "a number"));
    return found->get<double>();
}

Result<bool> JsonObject::flag(const std::string& key) {
    SCRIM_TRY(const Json* found, member(key, is_flag, "true or false"));
    return found->get<bool>();
}

Result<JsonObject> JsonObject::object(const std::string& key) {
    SCRIM_TRY(const Json* found, member(key, is_object, "an object"));
    return JsonObject(*found, path_of(key));
}

Result<const Json*> JsonObject::list(const std::string& key) { return member(key, is_list, "a list"); }

Result<std::vector<std::string>> JsonObject::texts(const std::string& key) {
    SCRIM_TRY(const Json* found, list(key));
    std::vector<std::string> texts;
    for (const Json& item : *found) {
        if (!item.is_string())
            return input_error(format("{} holds something else than texts", quoted(std::string_view(path_of(key)))));
        texts.push_back(item.get<std::string>());
    }
    return texts;
}

Result<std::vector<JsonObject>> JsonObject::objects(const std::string& key) {
    SCRIM_TRY(const Json* found, list(key));
    std::vector<JsonObject> objects;
    for (const Json& item : *found) {
        SCRIM_TRY(JsonObject object, of(item, format("{}[{}]", path_of(key), objects.size())));
        objects.push_back(std::move(object));
    }
    return objects;
}

std::vector<std::string> JsonObject::keys() {
    std::vector<std::string> keys;
    for (const auto& [key, value] : json_->items()) {
        keys.push_back(key);
        read_.insert(key);
    }
    return keys;
}

std::vector<std::string> JsonObject::unread() const {
    std::vector<std::string> unread;
    for (const auto& [key, value] : json_->items())
        if (!read_.contains(key)) unread.push_back(path_of(key));
    return unread;
}

}  // namespace scrim::verifier
