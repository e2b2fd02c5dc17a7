// The pages and what they load: the files of web/, embedded when the program is built (cmake/embed.cmake).
#pragma once

#include <span>
#include <string_view>

namespace scrim::server {

struct Asset {
    std::string_view name;  // index.html
    std::string_view bytes;
    std::string_view fingerprint;  // of the bytes, for ETag
};

std::span<const Asset> assets();
// Null where there is none of this name.
const Asset* find_asset(std::string_view name);
// "text/javascript; charset=utf-8", by the name's ending.
std::string_view asset_type(std::string_view name);

}  // namespace scrim::server
