// Where a release keeps the hierarchy of a column.
#pragma once

#include "methods/release/prepare.h"

#include <string>

namespace scrim::release {

// "hierarchies/zip.csv"; a column whose name no file should have is named by its place. "" when the column is not
// released or has none.
std::string hierarchy_name(const Material& material, const std::string& column);

}  // namespace scrim::release
