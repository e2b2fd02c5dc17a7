// Lists as values of a column: each is one text, as the engine prints it when it reads the same list from a file.
// [], [NULL] and NULL are three values; items are quoted where they could be mistaken for something else.
//
//   [fever, 'cough, dry', NULL]
//   [2024-02-29, 2024-03-01]
#pragma once

#include "adapters/arrow/canonical.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::arrow {

// A list in a dictionary of lists: the codes of its items, 0 for NULL. The key is good as long as the codes are.
inline std::string_view list_key(const std::vector<Code>& codes) {
    return codes.empty() ? ""
                         : std::string_view(reinterpret_cast<const char*>(codes.data()), codes.size() * sizeof(Code));
}
std::vector<Code> codes_of_list(std::string_view key);

// The texts of the lists in each dictionary, with the codes that the lists had. Items are refused as values of a column
// are, but NaN and infinity, which are text here.
Result<std::vector<encode::Dictionary>> list_texts(std::string_view column, const CellType& type,
                                                   const std::vector<encode::Dictionary>& lists,
                                                   std::vector<encode::Dictionary> items);

}  // namespace scrim::arrow
