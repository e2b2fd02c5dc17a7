// Values of a table spelled as the leaves of its hierarchy are: 31.12.2020 where the leaf is 2020-12-31.
#pragma once

#include "kernel/core/domain.h"
#include "scrim/result.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::hierarchy {

// The labels of `printed`, NULL aside. Where some of them are not known and the leaves are numbers or dates, the other
// ways to write these (core/respelling.h) are tried; one that makes all of them known is taken, two are refused.
Result<std::vector<std::string>> labels_among(const Domain& printed, const Domain& leaves,
                                              const std::function<bool(std::string_view)>& known);

}  // namespace scrim::hierarchy
