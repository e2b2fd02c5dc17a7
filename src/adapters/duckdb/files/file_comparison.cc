#include "adapters/duckdb/files/file_comparison.h"

#include "kernel/core/text.h"

#include <algorithm>
#include <span>

namespace scrim::engine {

bool FileComparison::next_are(std::string_view bytes) {
    found_.resize(bytes.size());
    std::size_t filled = 0;
    while (filled < found_.size()) {
        const std::size_t count = read_(std::span(found_).subspan(filled));
        if (count == 0) break;
        filled += count;
    }
    const auto differs =
        std::mismatch(bytes.begin(), bytes.end(), found_.begin(), found_.begin() + static_cast<std::ptrdiff_t>(filled));
    line_ += static_cast<std::size_t>(std::count(bytes.begin(), differs.first, '\n'));
    return differs.first == bytes.end();
}

bool FileComparison::at_end() {
    char more = 0;
    return read_(std::span(&more, 1)) == 0;
}

std::string FileComparison::where() const {
    return format("line {} is not what would be written for its values", line_);
}

std::string FileComparison::rest() { return at_end() ? "" : "there is more in it than its rows"; }

}  // namespace scrim::engine
