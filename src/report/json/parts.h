// Tables in parts, as the command line writes them: what is in a file of a histogram or a plan, and what a plan made of
// a part.
#pragma once

#include "kernel/core/json.h"

#include <cstdint>
#include <string>
#include <vector>

namespace scrim::report::json {

struct HistogramFile {
    std::string file;
    std::uint64_t parts = 0, records = 0, rows = 0;
    std::vector<std::string> columns, left_out;
};

struct PlanFiles {
    std::vector<std::string> files;  // one, or one for each part
    std::string algorithm;
    std::uint64_t records = 0, suppressed = 0, classes = 0;
    std::vector<std::string> columns, raw_columns;
};

struct AppliedFile {
    std::string file;
    std::uint64_t records = 0, suppressed = 0, unknown = 0;
};

std::string to_json(const HistogramFile& made);
std::string to_json(const PlanFiles& made);
std::string to_json(const AppliedFile& made);

}  // namespace scrim::report::json
