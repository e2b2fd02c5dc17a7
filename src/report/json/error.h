// Errors: {"schema": "scrim.error/1", "error": {"kind": "input", "message": …}}. Programs decide by `kind` and, where
// there is one, `code`; `message` is for people.
#pragma once

#include "kernel/core/json.h"
#include "scrim/result.h"

#include <string_view>

namespace scrim::report::json {

// `code`: what a server's refusal is called, "" for none.
Json error(const Error& error, std::string_view code = {});

}  // namespace scrim::report::json
