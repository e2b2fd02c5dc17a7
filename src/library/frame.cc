#include "scrim/frame.h"

#include "adapters/arrow/arrow_writer.h"
#include "library/open_table.h"

namespace scrim {

Result<Frame> read_frame(const TableInput& input, Progress& progress) {
    SCRIM_TRY(const auto source, library::open_table(input));
    SCRIM_TRY(Table table, source->read(source->columns(), progress));
    ArrowArrayStream stream;
    arrow::write_stream(std::move(table), arrow::TextAs::dictionary, &stream);
    return Frame::from_arrow(&stream);
}

}  // namespace scrim
