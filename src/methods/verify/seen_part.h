// A file of a release's data, looked at where it is: what the verifier needs to know of it, so that nobody has to hold
// all rows of all files.
//
// Whether rows are sorted depends on what all files make of a column, numbers or text. So of each column it is kept
// whether rows that first differ there ascend, either way.
#pragma once

#include "kernel/encode/typed_rows.h"
#include "methods/verify/released_data.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::verifier {

struct SeenPart {
    std::string name;  // data/part-00000.parquet
    std::uint64_t bytes = 0;
    std::string sha256;
    encode::TypedRows rows;
    std::vector<std::uint8_t> ascends_as_text, ascends_as_found;  // by column
};

Result<SeenPart> see_part(const std::string& folder, const std::string& name, const OpenSource& open,
                          Progress& progress);

std::string part_bytes(const SeenPart& part);
Result<SeenPart> part_of_bytes(std::string_view bytes);

// What all parts hold, read as one table, and why their rows are not sorted, "" where they are.
struct SeenData {
    Tuples rows;
    std::string unsorted;
};
// `input`: how the table's columns are read. The parts are in their order.
Result<SeenData> seen_data(std::span<const std::shared_ptr<const SeenPart>> parts, const TableInput& input);

}  // namespace scrim::verifier
