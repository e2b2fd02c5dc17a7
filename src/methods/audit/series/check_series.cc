#include "methods/audit/series/check_series.h"

#include "kernel/core/text.h"
#include "methods/audit/series/composition.h"
#include "methods/audit/series/people_table.h"
#include "methods/audit/series/series_columns.h"
#include "methods/policy/hierarchy_files.h"

#include <algorithm>

namespace scrim::audit {
namespace {

// A series as the attacker sees it, with the names of what is numbered there.
struct NamedSeries {
    SeenSeries series;
    Numbering people, values;
    Spells spells;  // the people of `series`

    const std::string& name(std::uint32_t spell) const { return people.label(spells[spell].person); }
};

// Everybody in the class of their record; records without a name are counterfeits.
Result<void> add_named_people(SeenRelease& release, ReleaseClasses& classes, const std::string& name,
                              const std::string& person, NamedSeries& named) {
    const Column& names = classes.table[classes.table.find(person).value()];
    const Domain& domain = names.domain();
    const std::vector<std::uint32_t> number = named.people.number(domain);
    std::vector<std::uint64_t> nobodys(classes.classes.size(), 0);
    std::vector<bool> seen(domain.size(), false);
    for (std::size_t row = 0; row < names.size(); ++row) {
        const Code code = names[row];
        if (domain.has_null() && code == domain.null_code()) {
            ++nobodys[classes.class_of[row]];
            continue;
        }
        if (seen[code])
            return input_error(format("{}: {} is there twice; releases are combined for one record per person", name,
                                      quoted(domain.label(code))));
        seen[code] = true;
        release.add_person(named.spells.of(number[code], std::nullopt, named.series.releases.size()),
                           classes.class_of[row]);
    }
    for (std::size_t c = 0; c < nobodys.size(); ++c)
        if (nobodys[c] > 0) classes.classes[c].fakes = nobodys[c];
    return {};
}

std::uint64_t exposed_alone(const SeenRelease& release, std::uint64_t least) {
    std::vector<bool> few(release.places().size(), false);
    for (std::size_t p = 0; p < few.size(); ++p) {
        std::vector<Code> values;
        bool anything = false;
        for (const std::uint32_t g : release.places()[p]) {
            anything = anything || release.groups()[g].holds_anything();
            for (const auto& [value, count] : release.groups()[g].values) values.push_back(value);
            std::sort(values.begin(), values.end());
            values.erase(std::unique(values.begin(), values.end()), values.end());
            if (values.size() >= least) break;
        }
        few[p] = !anything && values.size() < least;
    }
    return static_cast<std::uint64_t>(std::count_if(release.people().begin(), release.people().end(),
                                                    [&](const auto& presence) { return few[presence.place]; }));
}

// What a reader of the report should know about one release.
void add_notes(const std::string& name, const ReleaseExposure& exposure, const SeenRelease& release,
               std::vector<std::string>& notes) {
    if (exposure.records > exposure.people) {
        const std::uint64_t nobodys = exposure.records - exposure.people;
        notes.push_back(format("{} of {} {} to nobody who is known: counterfeits, or people who are not listed",
                               counted(nobodys, "record", "records"), name, nobodys == 1 ? "belongs" : "belong"));
    }
    std::uint64_t unsure = 0;
    for (const auto& [person, place] : release.people())
        unsure += release.places()[place].size() > 1 || release.places()[place].front() >= exposure.classes;
    if (unsure > 0)
        notes.push_back(format("{} several classes of {}: anything that these publish is taken for possible",
                               unsure == 1 ? "1 person fits" : format("{} people fit", with_thousands(unsure)), name));
}

// What changes of sensitive values the tables of people tell.
void note_changes(const NamedSeries& named, std::vector<std::string>& notes) {
    const std::size_t changes = named.spells.changes().size();
    if (changes == 0) return;
    std::vector<std::uint32_t> persons;
    for (const auto& [before, after] : named.spells.changes()) persons.push_back(named.spells[after].person);
    std::sort(persons.begin(), persons.end());
    persons.erase(std::unique(persons.begin(), persons.end()), persons.end());
    notes.push_back(
        format("the sensitive value of {} changed between releases, as the tables of people say: what they had before "
               "and what they have afterwards are looked for as two values, which differ",
               counted(persons.size(), "person", "people")));
}

Error contradiction_error(const Composition::Contradiction& found, const NamedSeries& named,
                          const std::vector<ReleaseTables>& releases) {
    const std::string& release = releases[found.release].data->name();
    const std::string person = quoted(named.name(found.person));
    if (found.crowded)
        return input_error(
            format("{}: more people are in the class of {} than it has records; list only people who "
                   "are in the release",
                   release, person));
    return input_error(
        format("{}: no values are left for {} and others of the same class: somebody's sensitive value "
               "changed between releases (tables of people that have the sensitive column, one for each release, say "
               "whose), or the people are not those of the releases",
               release, person));
}

std::vector<ExposedPerson> exposed_people(const Composition& found, const NamedSeries& named) {
    std::vector<ExposedPerson> exposed;
    std::vector<bool> listed(named.series.people, false);
    for (std::size_t r = 0; r < found.after.size(); ++r) {
        const auto from = static_cast<std::ptrdiff_t>(exposed.size());
        for (const auto& [person, then] : found.after[r].exposed) {
            if (listed[person]) continue;
            listed[person] = true;
            ExposedPerson& entry = exposed.emplace_back();
            entry.person = named.name(person);
            entry.after = r;
            const Spells::Spell& spell = named.spells[person];
            if (spell.changed) entry.since = spell.since;
            if (spell.next) entry.until = named.spells[*spell.next].since - 1;
            for (const Code value : found.sets[found.candidates[person]])
                entry.values.push_back(named.values.label(value));
        }
        std::sort(exposed.begin() + from, exposed.end(),
                  [](const ExposedPerson& a, const ExposedPerson& b) { return a.person < b.person; });
    }
    return exposed;
}

}  // namespace

Result<SeriesCheckReport> check_series_tables(std::vector<ReleaseTables> releases,
                                              const std::vector<TableSource*>& people,
                                              const SeriesCheckRequest& request, Progress& progress) {
    if (request.least < 2)
        return input_error(
            format("everybody has at least one possible value: ask for at least 2, not {}", request.least));
    SCRIM_TRY(const SeriesColumns columns, series_columns(releases, people, request.policy));
    SCRIM_TRY(const hierarchy::Hierarchies hierarchies, policy::read_hierarchies(request.policy));
    SeriesCheckReport report;
    report.sensitive = columns.sensitive;
    report.person = request.policy.person;
    report.least = request.least;
    const auto grouped = std::find_if(releases.begin(), releases.end(),
                                      [](const ReleaseTables& release) { return !release.group->empty(); });
    if (grouped != releases.end())
        report.notes.push_back(
            format("classes are the groups that the column {} tells apart; which value stands "
                   "beside whom in a group is taken to mean nothing",
                   quoted(*grouped->group)));

    NamedSeries named;
    std::optional<PeopleTable> listed;
    for (std::size_t r = 0; r < releases.size(); ++r) {
        if (!people.empty() && r < people.size()) {
            SCRIM_TRY(listed, PeopleTable::read(*people[r], columns, request.policy.person, hierarchies, named.people,
                                                named.values, progress));
        }
        SCRIM_TRY(ReleaseClasses classes, read_classes(releases[r], columns, named.values, progress));
        const std::string& name = releases[r].data->name();
        if (const auto found = hierarchies.find(columns.sensitive); found != hierarchies.end()) {
            auto leaves = found->second;
            if (auto known = subject::over_hierarchy(columns.sensitive, classes.sensitive, leaves); !known)
                return input_error(format("{}: {}", name, known.error().message));
        }
        SeenRelease release;
        ReleaseExposure& exposure = report.releases.emplace_back();
        exposure.name = name;
        exposure.records = classes.table.rows();
        exposure.classes = classes.classes.size();
        if (!listed)
            SCRIM_CHECK(add_named_people(release, classes, name, columns.person, named));
        else
            SCRIM_CHECK(listed->add_to(release, r, classes, name, named.people, named.spells, progress));
        exposure.people = release.people().size();
        for (SeenGroup& group : classes.classes) release.add_group(std::move(group));
        exposure.exposed_alone = exposed_alone(release, request.least);
        add_notes(name, exposure, release, report.notes);
        named.series.releases.push_back(std::move(release));
        if (progress.cancelled()) return cancelled_error();
    }
    // Whoever was substituted may have a value that no release publishes.
    if (const auto leaves = hierarchies.find(columns.sensitive); leaves != hierarchies.end())
        named.values.number(leaves->second->domain());
    named.series.people = static_cast<std::uint32_t>(named.spells.size());
    named.series.values = static_cast<Code>(named.values.size());
    named.series.changes = named.spells.changes();
    note_changes(named, report.notes);

    SCRIM_TRY(const Composition found, compose(named.series, request.least, progress));
    if (found.contradiction) return contradiction_error(*found.contradiction, named, releases);
    for (std::size_t r = 0; r < releases.size(); ++r) {
        report.releases[r].people_so_far = found.after[r].people;
        report.releases[r].fewest = found.after[r].fewest;
        report.releases[r].candidates = found.after[r].histogram;
        report.releases[r].exposed = found.after[r].exposed_people;
    }
    report.exposed = exposed_people(found, named);
    return report;
}

}  // namespace scrim::audit
