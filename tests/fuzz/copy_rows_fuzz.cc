// Whatever a server sends for COPY: rows or a refusal, the same however it is cut into pieces, and cells of every type
// that are values or refused.
#include "adapters/libpq/cells/cell_codes.h"
#include "adapters/libpq/cells/copy_rows.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace scrim;

void require(bool holds, const char* claim) {
    if (holds) return;
    std::fprintf(stderr, "violated: %s\n", claim);
    std::abort();
}

struct Read {
    std::string cells;
    bool ok = true;
};

Read read(std::string_view bytes, std::size_t columns, std::size_t piece) {
    libpq::CopyRows rows(columns);
    Read found;
    const auto take = [&](std::span<const libpq::Field> fields) -> Result<void> {
        for (const libpq::Field& field : fields) {
            found.cells += field.null ? "-" : "+" + std::to_string(field.bytes.size()) + ":";
            found.cells += field.bytes;
        }
        return {};
    };
    for (std::size_t at = 0; at < bytes.size() && found.ok; at += piece)
        found.ok = rows.add(bytes.substr(at, piece), take).ok();
    found.ok = found.ok && rows.end().ok();
    return found;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const std::size_t columns = 1 + data[0] % 4, piece = 1 + data[1];
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
    const Read whole = read(bytes, columns, bytes.size() + 1), cut = read(bytes, columns, piece);
    require(whole.ok == cut.ok, "how the bytes are cut does not matter");
    require(!whole.ok || whole.cells == cut.cells, "cut otherwise, the rows are the same");

    libpq::CopyRows rows(columns);
    constexpr std::uint32_t types[] = {16, 20, 21, 23, 25, 700, 701, 1042, 1082, 1114, 1700, 2950};
    std::vector<libpq::CellCodes> cells;
    for (const std::uint32_t type : types) cells.emplace_back(*libpq::cell_type(type));
    const auto looked_up = rows.add(bytes, [&](std::span<const libpq::Field> fields) -> Result<void> {
        for (const libpq::Field& field : fields)
            for (libpq::CellCodes& column : cells)
                if (const auto code = column.look_up(field))
                    require(*code <= column.size() && (*code == 0) == field.null, "a code is of the dictionary");
        return {};
    });
    if (!looked_up) return 0;
    for (libpq::CellCodes& column : cells)
        if (column.size() > 0)
            if (const auto built = column.build("x", {}); built)
                for (const Code code : built->final_codes[0])
                    require(code <= built->domain->size(), "a code is of the domain");
    return 0;
}
