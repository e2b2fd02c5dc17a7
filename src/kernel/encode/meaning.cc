#include "kernel/encode/meaning.h"

namespace scrim::encode {

Meaning meaning_of(std::string_view column, const TableInput& input) {
    Meaning meaning{input.plain ? ColumnType::plain : ColumnType::found, input.missing};
    for (const ColumnReading& reading : input.columns) {
        if (reading.name != column) continue;
        meaning.type = reading.type;
        meaning.missing.insert(meaning.missing.end(), reading.missing.begin(), reading.missing.end());
    }
    return meaning;
}

}  // namespace scrim::encode
