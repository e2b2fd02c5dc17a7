#include "scrim/frame.h"

#include "adapters/arrow/arrow_writer.h"
#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/hierarchy/interval_columns.h"
#include "library/open_table.h"

namespace scrim {

Result<Frame> read_frame(const TableInput& input, Progress& progress, std::string_view intervals) {
    const auto as = hierarchy::parse_intervals_as(intervals);
    if (!as)
        return input_error(
            format("{}: text, columns or midpoint is accepted, not {}", field("intervals"), quoted(intervals)));
    SCRIM_TRY(const auto source, library::open_table(input));
    SCRIM_TRY(Table table, source->read(source->columns(), progress));
    ArrowArrayStream stream;
    arrow::write_stream(hierarchy::with_intervals(std::move(table), *as), arrow::TextAs::dictionary, &stream);
    return Frame::from_arrow(&stream);
}

}  // namespace scrim
