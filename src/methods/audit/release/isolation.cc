// The attack of (c, t)-isolation: records of the release as guesses at people's numeric quasi-identifiers. A value that
// was perturbed or averaged is a guess as it is; of an interval or a node, the middle between the least and the
// greatest value that people have in it.
#include "kernel/core/text.h"
#include "kernel/hierarchy/label.h"
#include "methods/audit/release/attack.h"
#include "methods/audit/release/class_text.h"
#include "methods/audit/release/isolated_points.h"

#include <map>
#include <optional>

namespace scrim::audit {
namespace {

constexpr std::uint64_t most_pairs = 4'000'000'000;

// One numeric quasi-identifier: people's values and what the release prints, in half units of the finer of both scales.
class NumberColumn {
public:
    // Nothing where people's values are no numbers, all alike, missing, or beyond 128 bits.
    static std::optional<NumberColumn> make(const Column& people, const Domain& printed,
                                            const hierarchy::Hierarchy* hierarchy) {
        const Domain& domain = people.domain();
        if (!domain.is_numeric() || domain.has_null() || domain.values() < 2) return std::nullopt;
        const int scale = printed.is_numeric() ? std::max(domain.scale(), printed.scale()) : domain.scale();
        NumberColumn made;
        const auto widened = [scale](Int128 units, int from) -> std::optional<Int128> {
            const auto power = power_of_ten(scale - from);
            Int128 wide = 0;
            if (!power || __builtin_mul_overflow(units, 2 * *power, &wide)) return std::nullopt;
            return wide;
        };
        for (Code code = 0; code < domain.values(); ++code) {
            const auto wide = widened(domain.units(code), domain.scale());
            if (!wide) return std::nullopt;
            made.of_people_.push_back(*wide);
        }
        for (Code code = 0; code < printed.values(); ++code) {
            if (printed.kind() == domain.kind()) {
                made.of_release_.push_back(widened(printed.units(code), printed.scale()));
                continue;
            }
            const bool over = hierarchy && hierarchy->domain_ptr() == people.domain_ptr();
            const auto span = hierarchy::span_of_label(printed.label(code), domain, over ? hierarchy : nullptr);
            if (!span || span->empty() || span->lo >= domain.values())
                made.of_release_.push_back(std::nullopt);
            else
                made.of_release_.push_back(made.of_people_[span->lo] / 2 +
                                           made.of_people_[std::min(span->hi, domain.values()) - 1] / 2);
        }
        made.people_ = &people;
        return made;
    }

    Int128 range() const { return of_people_.back() - of_people_.front(); }
    Int128 of_person(std::size_t p) const { return of_people_[(*people_)[p]]; }
    std::optional<Int128> of_print(Code code) const {
        return code < of_release_.size() ? of_release_[code] : std::nullopt;  // NULL tells nothing
    }

private:
    const Column* people_ = nullptr;
    std::vector<Int128> of_people_;
    std::vector<std::optional<Int128>> of_release_;
};

void run_isolation(const AttackInput& input, AttackReport& report) {
    const AuditedRelease& release = input.release;
    if (release.claimed.has_groups()) {
        report.not_done = "it guesses by the values that records print together, and this release prints groups";
        return;
    }
    const LinkedPeople& people = *input.people;
    const auto classes = release.evidence->classes(release.evidence->quasi_identifiers(), {});
    std::vector<NumberColumn> columns;
    std::vector<std::size_t> places;
    for (std::size_t a = 0; a < classes->x(); ++a) {
        const Column* known = people.column(classes->x_name(a));
        const auto hierarchy = release.hierarchies.find(classes->x_name(a));
        auto column =
            known ? NumberColumn::make(*known, classes->tuples().table[a].domain(),
                                       hierarchy == release.hierarchies.end() ? nullptr : hierarchy->second.get())
                  : std::nullopt;
        if (!column) continue;
        columns.push_back(*std::move(column));
        places.push_back(a);
    }
    if (columns.empty()) {
        report.not_done = "it needs a quasi-identifier of numbers or dates, none of them missing";
        return;
    }
    Points points{columns.size(), {}}, guesses{columns.size(), {}};
    std::vector<Int128> ranges;
    for (const NumberColumn& column : columns) ranges.push_back(column.range());
    for (std::size_t p = 0; p < people.size(); ++p)
        for (const NumberColumn& column : columns) points.coordinates.push_back(column.of_person(p));
    std::map<std::vector<Int128>, std::size_t> known;  // a class of each guess
    for (std::size_t c = 0; c < classes->size(); ++c) {
        std::vector<Int128> guess;
        for (std::size_t i = 0; i < columns.size(); ++i)
            if (const auto coordinate = columns[i].of_print(classes->code(c, places[i]))) guess.push_back(*coordinate);
        if (guess.size() == columns.size()) known.try_emplace(std::move(guess), c);
    }
    std::vector<std::size_t> classes_of;
    for (const auto& [guess, c] : known) {
        guesses.coordinates.insert(guesses.coordinates.end(), guess.begin(), guess.end());
        classes_of.push_back(c);
    }
    if (points.size() > most_pairs / std::max<std::size_t>(guesses.size(), 1)) {
        report.not_done =
            format("{} different records are too many to try on {} people", guesses.size(), points.size());
        return;
    }
    const auto isolated = isolated_points(points, guesses, ranges, input.isolation.c, input.isolation.t);
    Tally tally;
    for (std::size_t p = 0; p < isolated.size(); ++p) {
        const std::uint64_t within = isolated[p].within;
        tally.add(
            1, within == 0 ? Ratio(0) : Ratio(1, static_cast<Int128>(within)), within > 0,
            [&] { return people.name(p); },
            [&] {
                return within == 0
                           ? std::string("isolated by no record")
                           : format("isolated by {}: {} so near", class_text(*classes, classes_of[isolated[p].guess]),
                                    counted(within, "person is", "people are"));
            });
    }
    tally.finish(report);
    std::vector<std::string> names;
    for (const std::size_t place : places) names.push_back(classes->x_name(place));
    report.words = format(
        "Takes each record for a guess at somebody's {}, each in parts of its range. A guess isolates a person when "
        "fewer "
        "than {} people are within {} times the distance between both. {} isolated.",
        list_some(names), input.isolation.t, input.isolation.c.to_string(),
        report.at_risk == 1 ? "One person is" : with_thousands(report.at_risk) + " people are");
}

}  // namespace

const AttackSpec& isolation_attack() {
    static const AttackSpec spec{"isolation", "(c, t)-isolation: records as guesses at people's numbers", true,
                                 run_isolation, true};
    return spec;
}

}  // namespace scrim::audit
