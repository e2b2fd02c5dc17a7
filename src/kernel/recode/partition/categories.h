// The parameter `categories` of the algorithms that cut parts.
#pragma once

#include "kernel/models/arguments.h"
#include "kernel/recode/partition/axis.h"

namespace scrim::recode::partition {

Parameter categories_parameter();
Categories categories_of(const models::Arguments& arguments);

}  // namespace scrim::recode::partition
