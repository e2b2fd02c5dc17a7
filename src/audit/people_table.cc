#include "audit/people_table.h"

#include "audit/box_index.h"
#include "core/text.h"

#include <algorithm>
#include <map>

namespace scrim {
namespace {

// Classes in the different places of a release, in all: more would take the memory of the machine.
constexpr std::size_t most_places = 50'000'000;

// What the values of people are in the base: exact ones.
Result<std::vector<Code>> exact_codes(const std::string& source, const std::string& column, const Domain& domain,
                                      const Base& base) {
    std::vector<Code> codes;
    if (!base.hierarchy) {
        for (Code code = 0; code < domain.size(); ++code) codes.push_back(code);
        return codes;
    }
    const auto spans = spans_of(column, domain, base);
    if (!spans) return input_error(format("{}: {}", source, spans.error().message));
    for (Code code = 0; code < domain.size(); ++code) {
        if ((*spans)[code].width() != 1)
            return input_error(format("{}: column {}: {} is no exact value; the people's table must not be generalised",
                                      source, quoted(column), quoted(domain.label(code))));
        codes.push_back((*spans)[code].lo);
    }
    return codes;
}

// Each distinct set of boxes as a place of the release.
class Places {
public:
    Places(SeenRelease& release, const ReleaseClasses& classes) : release_(release), classes_(classes) {}

    // Nothing when there are too many.
    std::optional<std::uint32_t> of(const std::vector<std::uint32_t>& boxes) {
        const auto known = known_.find(boxes);
        if (known != known_.end()) return known->second;
        std::vector<std::uint32_t> groups;
        for (const std::uint32_t box : boxes)
            groups.insert(groups.end(), classes_.print_in[box].begin(), classes_.print_in[box].end());
        std::sort(groups.begin(), groups.end());
        groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
        members_ += groups.size();
        if (members_ > most_places) return std::nullopt;
        return known_[boxes] = release_.add_place(std::move(groups));
    }

private:
    SeenRelease& release_;
    const ReleaseClasses& classes_;
    std::map<std::vector<std::uint32_t>, std::uint32_t> known_;
    std::size_t members_ = 0;
};

}  // namespace

Result<PeopleTable> PeopleTable::read(TableSource& source, const std::string& person,
                                      const std::vector<std::string>& quasi_identifiers, const Hierarchies& hierarchies,
                                      Numbering& people, Progress& progress) {
    std::vector<std::string> wanted = quasi_identifiers;
    wanted.push_back(person);
    for (const std::string& column : wanted) {
        const auto& there = source.columns();
        if (std::find(there.begin(), there.end(), column) == there.end()) return no_such_column(source, column);
    }
    SCRIM_TRY(const Table table, source.read(wanted, progress));
    PeopleTable made;
    made.name_ = source.name();
    made.quasi_identifiers_ = quasi_identifiers;

    const Column& names = table[quasi_identifiers.size()];
    if (names.domain().has_null())
        return input_error(
            format("{}: column {} names nobody in some records: name everybody", source.name(), quoted(person)));
    const std::vector<std::uint32_t> number = people.number(names.domain());
    std::vector<bool> seen(names.domain().size(), false);
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const Code code = names[row];
        if (seen[code])
            return input_error(format("{}: {} is there twice; each person is listed once", source.name(),
                                      quoted(names.domain().label(code))));
        seen[code] = true;
        made.people_.push_back(number[code]);
    }
    for (std::size_t d = 0; d < quasi_identifiers.size(); ++d) {
        const auto hierarchy = hierarchies.find(quasi_identifiers[d]);
        const Base base =
            base_of(hierarchy == hierarchies.end() ? nullptr : hierarchy->second, table[d].domain_ptr()).value();
        SCRIM_TRY(const std::vector<Code> codes,
                  exact_codes(source.name(), quasi_identifiers[d], table[d].domain(), base));
        std::vector<Code>& points = made.points_.emplace_back(table.rows());
        table[d].visit([&](auto rows) {
            for (std::size_t row = 0; row < points.size(); ++row) points[row] = codes[rows[row]];
        });
        made.bases_.push_back(base);
    }
    return made;
}

Result<void> PeopleTable::add_to(SeenRelease& release, const ReleaseClasses& classes, const std::string& release_name,
                                 const Numbering& people, Progress& progress) const {
    const std::size_t dimensions = quasi_identifiers_.size();
    std::vector<Span> boxes(classes.print_row.size() * dimensions);
    for (std::size_t d = 0; d < dimensions; ++d) {
        const Column& column = classes.table[d];
        const auto spans = spans_of(quasi_identifiers_[d], column.domain(), bases_[d]);
        if (!spans)
            return input_error(
                format("{}, with {} for the original table: {}", release_name, name_, spans.error().message));
        for (std::size_t b = 0; b < classes.print_row.size(); ++b)
            boxes[b * dimensions + d] = (*spans)[column[classes.print_row[b]]];
    }
    const BoxIndex index(std::move(boxes), dimensions);
    Places places(release, classes);
    std::vector<Code> point(dimensions);
    std::vector<std::uint32_t> found;
    constexpr std::size_t block = 4096;  // people between two questions whether to stop
    progress.stage("finding everybody's classes", people_.size());
    for (std::size_t row = 0; row < people_.size(); ++row) {
        if (row % block == 0) {
            if (progress.cancelled()) return cancelled_error();
            progress.advance(std::min(block, people_.size() - row));
        }
        for (std::size_t d = 0; d < dimensions; ++d) point[d] = points_[d][row];
        index.find(point, found);
        if (found.empty())
            return input_error(
                format("{}: no class covers {} of {}; list only people who are in the release, with "
                       "their exact quasi-identifiers",
                       release_name, quoted(people.label(people_[row])), name_));
        const auto place = places.of(found);
        if (!place) return input_error(format("{}: people fit too many classes to follow them all", release_name));
        release.add_person_at(people_[row], *place);
    }
    return {};
}

}  // namespace scrim
