#include "adapters/http/assets.h"

#include <algorithm>

namespace scrim::server {

const Asset* find_asset(std::string_view name) {
    const auto all = assets();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Asset& asset) { return asset.name == name; });
    return found == all.end() ? nullptr : &*found;
}

std::string_view asset_type(std::string_view name) {
    if (name.ends_with(".html")) return "text/html; charset=utf-8";
    if (name.ends_with(".css")) return "text/css; charset=utf-8";
    if (name.ends_with(".js")) return "text/javascript; charset=utf-8";
    if (name.ends_with(".svg")) return "image/svg+xml";
    if (name.ends_with(".json")) return "application/json";
    return "application/octet-stream";
}

}  // namespace scrim::server
