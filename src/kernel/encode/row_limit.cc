#include "kernel/encode/row_limit.h"

#include "kernel/core/text.h"

namespace scrim::encode {

Result<void> check_rows(std::uint64_t rows) {
    if (rows == 0) return input_error("there are no rows; at least one is expected");
    if (rows > most_rows)
        return input_error(
            format("there are more than {} rows; at most that many are accepted", with_thousands(most_rows)));
    return {};
}

}  // namespace scrim::encode
