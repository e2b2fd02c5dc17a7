#include "kernel/core/json_depth.h"

namespace scrim {

bool JsonDepth::take(std::span<const char> bytes) {
    for (const char c : bytes) {
        if (c == '\n') {
            text_ = escaped_ = false;  // no text goes on in another line
        } else if (text_) {
            if (!escaped_ && c == '"') text_ = false;
            escaped_ = !escaped_ && c == '\\';
        } else if (c == '"') {
            text_ = true;
        } else if (c == '[' || c == '{') {
            if (++depth_ > json_depth_limit) return false;
        } else if ((c == ']' || c == '}') && depth_ > 0) {
            --depth_;
        }
    }
    return true;
}

bool nests_too_deeply(std::string_view json) { return !JsonDepth().take(json); }

Json parse_json(std::string_view text) {
    return nests_too_deeply(text) ? Json(Json::value_t::discarded) : Json::parse(text, nullptr, false);
}

}  // namespace scrim
