#include "methods/plan/column_reading.h"

#include "kernel/core/names.h"
#include "kernel/core/text.h"
#include "kernel/encode/meaning.h"
#include "methods/plan/axis.h"

#include <algorithm>
#include <iterator>

namespace scrim::planning {

Result<ColumnReading> reading_of(const std::string& name, const encode::TypedRows& rows, const TableInput& input,
                                 const Domain& whole) {
    const auto column = std::find(rows.names.begin(), rows.names.end(), name) - rows.names.begin();
    const encode::Meaning meaning = encode::meaning_of(name, input);
    ColumnReading reading{name, ColumnType::plain, meaning.missing};
    encode::TypedValues texts;
    texts.texts = rows.columns[static_cast<std::size_t>(column)].values->texts;
    if (!whole.is_numeric()) {
        reading.type = ColumnType::category;
        return reading;
    }
    if (texts.texts.empty()) return reading;
    const ColumnType types[] = {ColumnType::plain, ColumnType::day_first, ColumnType::month_first,
                                ColumnType::decimal_comma, ColumnType::decimal_point};
    const auto fits = [&](ColumnType type) {
        const auto read = encode::read_values(name, texts, {type, meaning.missing});
        if (!read || read->domain->kind() != whole.kind()) return false;
        const Domain& some = *read->domain;
        for (Code code = 0; code < some.values(); ++code) {
            const auto there = placed(some, code, whole.kind(), whole.scale());
            if (!there || there->more) return false;
            const Code found = whole.lower_bound(there->units);
            if (found == whole.values() || whole.units(found) != there->units) return false;
        }
        return true;
    };
    const auto fitting = std::find_if(std::begin(types), std::end(types), fits);
    if (fitting == std::end(types))
        return fault_error(format("column {}: how its values are read cannot be told to the parts", quoted(name)));
    reading.type = *fitting;
    return reading;
}

}  // namespace scrim::planning
