// A run of a case as a request of the library: the same words, as the fields that they are on the command line.
#pragma once

#include "kernel/core/json.h"
#include "scrim/frame.h"
#include "tests/cli/case_file.h"

#include <optional>
#include <string>
#include <vector>

namespace scrim::testing {

struct CaseRequest {
    std::string function;  // of scrim::call()
    Json fields;
    std::vector<Frame> frames;
};

enum class TablesAs { files, frames };

// Nothing where the command line alone has a word for it; `why` says which.
std::optional<CaseRequest> request_of(const CaseRun& run, TablesAs tables, std::string& why);

}  // namespace scrim::testing
