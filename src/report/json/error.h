// Errors: {"schema": "scrim.error/1", "error": {"kind": "input", "message": …, "field": "out"}}. Programs decide by
// `kind` and, where there is one, `code`; `message` is for people.
#pragma once

#include "kernel/core/json.h"
#include "scrim/result.h"

#include <string_view>

namespace scrim::report::json {

// With its fields as the adapter's users write them. `code`: what a server's refusal is called, "" for none.
Json error(const Error& error, Wording wording, std::string_view code = {});

}  // namespace scrim::report::json
