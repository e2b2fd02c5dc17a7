#include "kernel/recode/perturb/present.h"

#include "kernel/core/text.h"

#include <map>
#include <numeric>

namespace scrim::recode::perturb {

std::vector<EmbeddedColumn> Present::embedded(const Records& all) const {
    std::vector<EmbeddedColumn> made;
    for (const std::size_t c : columns) made.push_back({&all.column(c).values, all.column(c).hierarchy.get()});
    return made;
}

PointSet Present::points(const Records& all) const {
    if (columns.empty()) return PointSet(1, std::vector<double>(records.size(), 0.0));
    return embed(embedded(all), records);
}

Result<std::vector<Present>> by_present_columns(const Records& records, std::uint64_t least, std::string_view method,
                                                std::string_view parameter) {
    std::vector<std::size_t> all(records.chosen.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return by_present_columns(records, all, least, method, parameter);
}

Result<std::vector<Present>> by_present_columns(const Records& records, const std::vector<std::size_t>& among,
                                                std::uint64_t least, std::string_view method,
                                                std::string_view parameter) {
    if (least > records.count)
        return input_error(format("{}: {} is {}, and the table has {}: give at most as much", method, parameter, least,
                                  counted(records.count, "record", "records")));
    std::vector<std::vector<char>> missing(among.size(), std::vector<char>(records.count, 0));
    for (std::size_t c = 0; c < among.size(); ++c) {
        const Column& values = records.column(among[c]).values;
        for (std::size_t i = 0; i < records.count; ++i) missing[c][i] = values[i] >= values.domain().values();
    }
    std::map<std::vector<char>, Present> found;
    std::vector<char> misses(among.size());
    for (std::uint32_t i = 0; i < records.count; ++i) {
        for (std::size_t c = 0; c < misses.size(); ++c) misses[c] = missing[c][i];
        found[misses].records.push_back(i);
    }
    std::vector<Present> all;
    for (auto& [without, present] : found) {
        std::vector<std::string> names;
        for (std::size_t c = 0; c < without.size(); ++c)
            if (without[c] != 0)
                names.push_back(quoted(records.column(among[c]).name));
            else
                present.columns.push_back(among[c]);
        if (present.records.size() < least)
            return input_error(format(
                "{}: {} {}, and {} is {}: fill in what is missing, leave those records out, or choose other columns",
                method, counted(present.records.size(), "record has", "records have"),
                names.empty() ? "all values" : "no " + join(names, " and no "), parameter, least));
        all.push_back(std::move(present));
    }
    return all;
}

}  // namespace scrim::recode::perturb
