// JSON documents whose keys keep the order in which they were set.
#pragma once

#include <nlohmann/json.hpp>

namespace scrim {

using Json = nlohmann::ordered_json;

}  // namespace scrim
