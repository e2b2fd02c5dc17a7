#include "scrim/frame.h"
#include "scrim/lists.h"

#include "adapters/arrow/held_stream.h"
#include "adapters/arrow/relisted.h"

#include <algorithm>

namespace scrim {

Result<Frame> Frame::from_arrow(ArrowArrayStream* stream) {
    SCRIM_TRY(std::shared_ptr<const arrow::HeldBatches> held, arrow::HeldBatches::take(stream));
    return Frame(std::move(held));
}

Result<void> Frame::to_arrow(ArrowArrayStream* out) const {
    if (!held_ || !out) return input_error(held_ ? "no stream to fill was given" : "the frame holds no table");
    arrow::export_stream(arrow::held_stream(held_), out);
    return {};
}

std::uint64_t Frame::rows() const { return held_ ? held_->rows() : 0; }

const std::vector<std::string>& Frame::columns() const {
    static const std::vector<std::string> none;
    return held_ ? held_->names() : none;
}

bool has_lists(const Frame& frame) {
    if (!frame) return false;
    const std::vector<arrow::CellType>& types = frame.held()->types();
    return std::any_of(types.begin(), types.end(), [](const arrow::CellType& type) { return type.lists.has_value(); });
}

Result<Frame> with_lists_of(const Frame& shown, const Frame& original) {
    if (!shown || !original) return shown;
    SCRIM_TRY(std::shared_ptr<const arrow::HeldBatches> held, arrow::relisted(shown.held(), *original.held()));
    return Frame(std::move(held));
}

}  // namespace scrim
