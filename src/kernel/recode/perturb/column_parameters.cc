#include "kernel/recode/perturb/column_parameters.h"

#include <algorithm>

namespace scrim::recode::perturb {

Result<std::vector<std::size_t>> columns_named(const Records& records, const models::Arguments& arguments,
                                               std::string_view method, std::string_view parameter) {
    std::vector<std::size_t> places;
    for (const std::string& name : arguments.list(parameter)) {
        const auto place = records.find(name);
        if (!place) {
            std::vector<std::string> known;
            for (const RecordColumn& column : records.columns) known.push_back(column.name);
            return input_error(format("{}: {} names {}, which is no column that is released{}", method, parameter,
                                      quoted(name), did_you_mean(name, known)));
        }
        places.push_back(*place);
    }
    std::sort(places.begin(), places.end());
    return places;
}

Column rearranged(const Column& column, const std::vector<std::uint32_t>& from) {
    Column changed(column.domain_ptr(), from.size());
    column.visit([&](auto before) {
        changed.visit([&](auto after) {
            using Narrow = typename decltype(after)::value_type;
            for (std::size_t i = 0; i < from.size(); ++i) after[i] = static_cast<Narrow>(before[from[i]]);
        });
    });
    return changed;
}

}  // namespace scrim::recode::perturb
