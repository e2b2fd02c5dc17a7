#include "kernel/models/disjoint.h"

#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::models {

Result<void> check_disjoint(std::string_view model, const Arguments& arguments) {
    const auto x = arguments.list("x");
    for (const std::string& column : arguments.list("y"))
        if (std::find(x.begin(), x.end(), column) != x.end())
            return input_error(
                format("{}: {} is in both x and y, which must have no column in common", model, quoted(column)));
    return {};
}

}  // namespace scrim::models
