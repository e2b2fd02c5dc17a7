#include "methods/query/drawn_values.h"

#include <algorithm>

namespace scrim::querying {

Column DrawnValues::column(const std::vector<std::string>& names, int scale, Domain::Kind kind) const {
    std::vector<Int128> units;
    std::vector<char> used(names.size(), 0);
    bool lacks = false;
    for (std::size_t record = 0; record < name_.size(); ++record) {
        if (name_[record] == number) units.push_back(units_[record]);
        if (name_[record] < number) used[name_[record]] = 1;
        lacks |= name_[record] == missing;
    }
    std::sort(units.begin(), units.end());
    units.erase(std::unique(units.begin(), units.end()), units.end());
    const auto numbers = std::make_shared<const Domain>(Domain::of_numbers(std::move(units), scale, kind, lacks));
    std::vector<Code> codes(name_.size());
    if (numbers->values() > 0 && std::count(used.begin(), used.end(), 1) == 0) {
        for (std::size_t record = 0; record < codes.size(); ++record)
            codes[record] = name_[record] == missing ? numbers->null_code() : numbers->lower_bound(units_[record]);
        return Column(numbers, codes);
    }
    std::vector<std::string> texts;
    for (Code code = 0; code < numbers->values(); ++code) texts.push_back(numbers->label(code));
    for (std::size_t name = 0; name < names.size(); ++name)
        if (used[name]) texts.push_back(names[name]);
    std::sort(texts.begin(), texts.end());
    texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
    const auto domain = std::make_shared<const Domain>(Domain::of_text(std::move(texts), lacks));
    std::vector<Code> of_name(names.size(), 0), of_number(numbers->values(), 0);
    for (std::size_t name = 0; name < names.size(); ++name)
        if (used[name]) of_name[name] = *domain->find(names[name]);
    for (Code code = 0; code < numbers->values(); ++code) of_number[code] = *domain->find(numbers->label(code));
    for (std::size_t record = 0; record < codes.size(); ++record)
        codes[record] = name_[record] == missing  ? domain->null_code()
                        : name_[record] == number ? of_number[numbers->lower_bound(units_[record])]
                                                  : of_name[name_[record]];
    return Column(domain, codes);
}

}  // namespace scrim::querying
