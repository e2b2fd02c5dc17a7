// Rows as COPY … FROM STDIN reads them: a line each, a tab between cells, \N for NULL.
#pragma once

#include "kernel/core/tuples.h"

#include <cstddef>
#include <string>
#include <vector>

namespace scrim::libpq {

class TableText {
public:
    explicit TableText(const Tuples& rows);

    // The next rows, about 64 KB of them; nothing at the end.
    std::string next();

private:
    const Tuples& rows_;
    std::vector<std::vector<std::string>> cells_;  // by column and code
    std::size_t at_ = 0;                           // the row …
    std::uint32_t written_ = 0;                    // … and how often it was written
};

}  // namespace scrim::libpq
