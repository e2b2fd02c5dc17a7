// A class as people read it: "age=[20, 29], zip=885**".
#pragma once

#include "kernel/core/text.h"
#include "kernel/models/classes.h"

#include <string>

namespace scrim::audit {

inline std::string class_text(const models::Classes& classes, std::size_t c) {
    std::string text;
    for (std::size_t i = 0; i < classes.x(); ++i)
        text += format("{}{}={}", i == 0 ? "" : ", ", printable(classes.x_name(i)),
                       classes.is_null(c, i) ? "NULL" : printable(classes.label(c, i)));
    return text;
}

}  // namespace scrim::audit
