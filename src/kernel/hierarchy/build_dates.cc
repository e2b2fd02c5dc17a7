#include "kernel/core/number_text.h"
#include "kernel/core/text.h"
#include "kernel/hierarchy/build.h"
#include "kernel/hierarchy/floor_divide.h"
#include "kernel/hierarchy/unfit_value.h"

#include <algorithm>
#include <iterator>

namespace scrim::hierarchy {
namespace {

constexpr Int128 microseconds_a_day = Int128{86'400} * 1'000'000;

std::string month_label(std::int64_t days) {
    const CivilDate date = civil_date(days);
    return format("{:04}-{:02}", date.year, date.month);
}

std::string quarter_label(std::int64_t days) {
    const CivilDate date = civil_date(days);
    return format("{:04}-Q{}", date.year, (date.month + 2) / 3);
}

std::string year_label(std::int64_t days) { return format("{:04}", civil_date(days).year); }

std::string decade_label(std::int64_t days) {
    return format("{:03}0s", static_cast<std::int64_t>(floor_divide(civil_date(days).year, 10)));
}

struct Unit {
    std::string_view name;
    std::string (*label)(std::int64_t days);
};

// From fine to coarse; each is made of whole units of the one before.
constexpr Unit calendar[] = {
    {"day", format_date}, {"month", month_label},   {"quarter", quarter_label},
    {"year", year_label}, {"decade", decade_label},
};

Result<std::vector<const Unit*>> find_units(const std::vector<std::string>& names) {
    std::vector<const Unit*> units;
    for (const std::string& name : names) {
        const Unit* unit = std::find_if(std::begin(calendar), std::end(calendar),
                                        [&](const Unit& known) { return known.name == name; });
        if (unit == std::end(calendar))
            return input_error(
                format("calendar unit {} is unknown; known are day, month, quarter, year, decade", quoted(name)));
        if (!units.empty() && unit <= units.back())
            return input_error(
                format("calendar unit {} follows {}; name units from fine to coarse: day, month, quarter, year, decade",
                       quoted(name), quoted(units.back()->name)));
        units.push_back(unit);
    }
    return units;
}

// Every day of the coarsest units that hold some, if these are few enough; else the days of the values.
std::vector<std::int64_t> filled_days(const Domain& domain, const Unit& coarsest) {
    std::int64_t first = static_cast<std::int64_t>(domain.units(0));
    std::int64_t last = static_cast<std::int64_t>(domain.units(domain.values() - 1));
    if (last - first >= std::int64_t{most_filled_leaves}) return {};
    const std::string unit_of_first = coarsest.label(first), unit_of_last = coarsest.label(last);
    while (coarsest.label(first - 1) == unit_of_first) --first;
    while (coarsest.label(last + 1) == unit_of_last) ++last;
    std::vector<std::int64_t> days;
    for (std::int64_t day = first; day <= last && days.size() <= most_filled_leaves; ++day) days.push_back(day);
    if (days.size() > most_filled_leaves) days.clear();
    return days;
}

}  // namespace

Result<Hierarchy> build_dates(const Domain& domain, const std::vector<std::string>& units) {
    const bool timestamps = domain.kind() == Domain::Kind::timestamp;
    if (domain.kind() != Domain::Kind::date && !timestamps)
        return input_error(
            format("calendar units need a column of dates, such as 2020-12-31 or 31.12.2020; this one {}",
                   why_not(domain, "dates", parse_date)));
    if (domain.values() == 0) return input_error("calendar units need at least one date; this column holds none");
    SCRIM_TRY(const std::vector<const Unit*> levels, find_units(units));
    std::vector<std::vector<std::string>> rows;
    const auto add_row = [&](std::string leaf, std::int64_t day) {
        std::vector<std::string> row{std::move(leaf)};
        for (const Unit* level : levels) row.push_back(level->label(day));
        row.push_back("*");
        rows.push_back(std::move(row));
    };
    if (!timestamps)
        for (const std::int64_t day : filled_days(domain, levels.empty() ? calendar[0] : *levels.back()))
            add_row(format_date(day), day);
    if (rows.empty())
        for (Code code = 0; code < domain.values(); ++code)
            add_row(domain.label(code),
                    static_cast<std::int64_t>(timestamps ? floor_divide(domain.units(code), microseconds_a_day)
                                                         : domain.units(code)));
    return Hierarchy::from_paths(rows);
}

}  // namespace scrim::hierarchy
