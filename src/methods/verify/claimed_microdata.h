// What a certificate says of the table of drawn values beside the data of a generalized release.
#pragma once

#include "scrim/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace scrim::verifier {

class JsonObject;

struct ClaimedMicrodata {
    struct Cells {
        std::string column;
        // Of the cells that print several values in the data: with a value, with the label, with nothing.
        std::uint64_t drawn = 0, labels = 0, empty = 0;
    };
    std::string table;         // its file
    std::vector<Cells> cells;  // by quasi-identifier
};

// `spanned`: the columns of the release whose cells may stand for several values, in its order.
Result<ClaimedMicrodata> parse_microdata(JsonObject& object, const std::vector<std::string>& spanned,
                                         std::vector<std::string>& unknown);

}  // namespace scrim::verifier
