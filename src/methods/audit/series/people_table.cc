#include "methods/audit/series/people_table.h"

#include "kernel/core/text.h"
#include "methods/audit/series/box_index.h"

#include <algorithm>
#include <map>

namespace scrim::audit {
namespace {

// Whoever fits more classes is followed by the values of all of them together: which class it is matters no more.
constexpr std::size_t most_classes = 256;

// What the values of people are in the base: exact ones.
Result<std::vector<Code>> exact_codes(const std::string& source, const Domain& domain,
                                      const hierarchy::Attribute& base) {
    std::vector<Code> codes;
    if (!base.from_file) {
        for (Code code = 0; code < domain.size(); ++code) codes.push_back(code);
        return codes;
    }
    const auto spans = subject::spans_of(domain, base);
    if (!spans) return input_error(format("{}: {}", source, spans.error().message));
    for (Code code = 0; code < domain.size(); ++code) {
        if ((*spans)[code].width() != 1)
            return input_error(format("{}: column {}: {} is no exact value; the people's table must not be generalized",
                                      source, quoted(base.name), quoted(domain.label(code))));
        codes.push_back((*spans)[code].lo);
    }
    return codes;
}

// Where the people with certain quasi-identifiers may be, as a place of the release.
class Places {
public:
    Places(SeenRelease& release, ReleaseClasses& classes, const BoxIndex& index, std::size_t people)
        : release_(release), classes_(classes), index_(index), people_(people) {
        Code most = 0;
        for (const SeenGroup& group : classes.classes)
            for (const auto& [value, count] : group.values) most = std::max(most, value + 1);
        possible_.resize(most);
        std::vector<char> published(most, 0);
        for (const SeenGroup& group : classes.classes)
            for (const auto& [value, count] : group.values) published[value] = 1;
        all_ = static_cast<std::size_t>(std::count(published.begin(), published.end(), 1));
        anything_ = std::any_of(classes.classes.begin(), classes.classes.end(),
                                [](const SeenGroup& group) { return group.holds_anything(); });
    }

    // Nothing when no class covers them.
    std::optional<std::uint32_t> of(const std::vector<Code>& point) {
        const auto [known, is_new] = of_point_.emplace(point, std::nullopt);
        if (is_new) known->second = found(point);
        return known->second;
    }

private:
    std::optional<std::uint32_t> found(std::span<const Code> point) {
        boxes_.clear();
        std::fill(possible_.begin(), possible_.end(), 0);
        std::size_t values = 0;
        index_.visit(point, [&](std::uint32_t box) {
            boxes_.push_back(box);
            for (const std::uint32_t group : classes_.print_in[box])
                for (const auto& [value, count] : classes_.classes[group].values) values += possible_[value]++ == 0;
            return boxes_.size() <= most_classes || values < all_;
        });
        if (boxes_.empty()) return std::nullopt;
        if (boxes_.size() > most_classes) return among_many();
        std::sort(boxes_.begin(), boxes_.end());
        const auto known = known_.find(boxes_);
        if (known != known_.end()) return known->second;
        std::vector<std::uint32_t> groups;
        for (const std::uint32_t box : boxes_)
            groups.insert(groups.end(), classes_.print_in[box].begin(), classes_.print_in[box].end());
        std::sort(groups.begin(), groups.end());
        groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
        return known_[boxes_] = release_.add_place(std::move(groups));
    }
    // A group with room for everybody and every value that they may have.
    std::uint32_t among_many() {
        SeenGroup together;
        for (Code value = 0; value < possible_.size(); ++value)
            if (possible_[value] > 0) together.values.emplace_back(value, static_cast<std::uint32_t>(people_));
        if (anything_) {
            together.kind = SeenGroup::Kind::substitutions;
            together.fakes = people_;
        }
        const auto [known, is_new] = together_.emplace(together.values, 0);
        if (is_new) {
            known->second = release_.add_place({static_cast<std::uint32_t>(classes_.classes.size())});
            classes_.classes.push_back(std::move(together));
        }
        return known->second;
    }

    SeenRelease& release_;
    ReleaseClasses& classes_;
    const BoxIndex& index_;
    std::size_t people_;
    std::map<std::vector<Code>, std::optional<std::uint32_t>> of_point_;  // many people share their values
    std::map<std::vector<std::uint32_t>, std::uint32_t> known_;           // by boxes
    std::map<std::vector<std::pair<Code, std::uint32_t>>, std::uint32_t> together_;
    std::size_t all_ = 0;    // values that the release publishes
    bool anything_ = false;  // people of some class may have others
    std::vector<std::uint32_t> possible_, boxes_;
};

}  // namespace

Result<PeopleTable> PeopleTable::read(TableSource& source, const SeriesColumns& columns, const std::string& person,
                                      const hierarchy::Hierarchies& hierarchies, Numbering& people, Numbering& values,
                                      Progress& progress) {
    const std::vector<std::string>& quasi_identifiers = columns.quasi_identifiers;
    std::vector<std::string> wanted = quasi_identifiers;
    wanted.push_back(person);
    const auto has = [&](const std::string& column) { return source.has(column); };
    for (const std::string& column : wanted)
        if (!has(column)) return subject::no_such_column(source, column);
    if (has(columns.sensitive)) wanted.push_back(columns.sensitive);
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
    if (has(columns.sensitive)) {
        const Column& sensitive = table[quasi_identifiers.size() + 1];
        const std::vector<std::uint32_t> value = values.number(sensitive.domain());
        for (std::size_t row = 0; row < table.rows(); ++row) made.values_.push_back(value[sensitive[row]]);
    }
    for (std::size_t d = 0; d < quasi_identifiers.size(); ++d) {
        const hierarchy::Attribute base =
            subject::base_of(quasi_identifiers[d], hierarchies, table[d].domain_ptr()).value();
        SCRIM_TRY(const std::vector<Code> codes, exact_codes(source.name(), table[d].domain(), base));
        std::vector<Code>& points = made.points_.emplace_back(table.rows());
        table[d].visit([&](auto rows) {
            for (std::size_t row = 0; row < points.size(); ++row) points[row] = codes[rows[row]];
        });
        made.bases_.push_back(base);
    }
    return made;
}

Result<void> PeopleTable::add_to(SeenRelease& release, std::size_t number, ReleaseClasses& classes,
                                 const std::string& release_name, const Numbering& people, Spells& spells,
                                 Progress& progress) const {
    const std::size_t dimensions = quasi_identifiers_.size();
    std::vector<Span> boxes(classes.print_row.size() * dimensions);
    for (std::size_t d = 0; d < dimensions; ++d) {
        const Column& column = classes.table[d];
        const auto spans = subject::spans_of(column.domain(), bases_[d]);
        if (!spans)
            return input_error(
                format("{}, with {} for the original table: {}", release_name, name_, spans.error().message));
        for (std::size_t b = 0; b < classes.print_row.size(); ++b)
            boxes[b * dimensions + d] = (*spans)[column[classes.print_row[b]]];
    }
    const BoxIndex index(std::move(boxes), dimensions);
    Places places(release, classes, index, people_.size());
    std::vector<Code> point(dimensions);
    constexpr std::size_t block = 4096;  // people between two questions whether to stop
    progress.stage("finding everybody's classes", people_.size());
    progress.unit("people");
    for (std::size_t row = 0; row < people_.size(); ++row) {
        if (row % block == 0) {
            if (progress.cancelled()) return cancelled_error();
            progress.advance(std::min(block, people_.size() - row));
        }
        for (std::size_t d = 0; d < dimensions; ++d) point[d] = points_[d][row];
        const auto place = places.of(point);
        if (!place)
            return input_error(
                format("{}: no class covers {} of {}; list only people who are in the release, with "
                       "their exact quasi-identifiers",
                       release_name, quoted(people.label(people_[row])), name_));
        const auto value = values_.empty() ? std::nullopt : std::optional(values_[row]);
        release.add_person_at(spells.of(people_[row], value, number), *place);
    }
    return {};
}

}  // namespace scrim::audit
