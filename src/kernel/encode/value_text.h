// The text that a typed value prints as: what the missing values of a policy are compared with, and what a column of
// numbers or dates holds once it is read as text. As the engine casts them to text: 12.50, 1.0, 1e+20, 2024-02-29
// 13:45:00.5.
#pragma once

#include "kernel/encode/dictionary.h"
#include "kernel/encode/domain_builder.h"

#include <cstddef>
#include <string>

namespace scrim::encode {

// The i-th value of a dictionary of values of this type. `scale` is of decimals.
std::string value_text(const Dictionary& dictionary, std::size_t i, ValueType type, int scale);

}  // namespace scrim::encode
