// CSV as RFC 4180 has it. Empty text is "", a missing value is nothing at all; fields with commas, quotes or line ends
// are quoted, and a quote inside is written twice.
//
//   std::string out;
//   add_csv_row(out, cells);     // of "a,b", "" and a missing value: "a,b","",
//
// Lines end as the standard says, unless the reader is a pipe of tools that think in lines.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace scrim {

void add_csv_row(std::string& out, std::span<const std::optional<std::string>> cells,
                 std::string_view line_end = "\r\n");

}  // namespace scrim
