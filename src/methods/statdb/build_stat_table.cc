#include "methods/statdb/build_stat_table.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/subject/persons.h"
#include "kernel/subject/subject.h"
#include "methods/policy/hierarchy_files.h"
#include "methods/statdb/contributions.h"
#include "methods/statdb/framework.h"
#include "methods/statdb/stat_table.h"
#include "methods/statdb/static_versions.h"

#include <algorithm>

namespace scrim::statdb {
namespace {

bool only_noise(const StatBuildRequest& request) { return request.frameworks == std::vector{dp_framework().name}; }

Result<void> check_request(const StatBuildRequest& request) {
    if (request.contributions > 0 && (!only_noise(request) || request.policy.person.empty()))
        return input_error(
            format("several records of a person are protected by noise only, and by knowing whose they are: with {} go "
                   "{} and the person's column ({})",
                   field("contributions"), field("frameworks", dp_framework().name), field("person")));
    if (only_noise(request) && request.baselines)
        return input_error(format("with {}, nothing is compared: leave {} away",
                                  field("frameworks", dp_framework().name), switched_on("baselines")));
    if (request.m < 2 && !(only_noise(request) && request.m == 0))
        return input_error("m must be at least 2: with m = 10, nobody's value is known with more certainty than 1/10");
    const Builder* builder = find_builder(request.builder);
    if (!builder)
        return input_error(format("there is no builder {}; there are {}", quoted(request.builder),
                                  join(names_of_builders(), " and ")));
    if (!builder->regions && request.strata > 1)
        return input_error(format("the builder {} knows no regions: leave {} away", builder->name, field("strata")));
    for (const std::string& name : request.frameworks)
        if (const Framework* known = find_framework(name); !known || known->baseline)
            return input_error(format("there is no framework {}; there are {}", quoted(name),
                                      join(names_of_frameworks(false), " and ")));
    const auto sensitive = request.policy.columns_in(Role::sensitive);
    if (sensitive.size() != 1)
        return input_error(format(
            "a statistical database has one sensitive attribute, and the policy names {}{}", sensitive.size(),
            sensitive.empty() ? "" : ": make one file for each, or make the others identifiers to leave them out"));
    if (request.policy.columns_in(Role::quasi_identifier).empty())
        return input_error("the policy names no quasi-identifier: there would be nothing to ask about");
    return {};
}

// Each record is another person's: what is promised of a person's value is promised of a record's.
Result<void> check_one_record_each(TableSource& source, const Policy& policy, Progress& progress) {
    SCRIM_CHECK(subject::check_persons(source, policy, 0, progress));
    if (policy.person.empty()) return {};
    if (!subject::has_person(source, policy)) return subject::no_such_column(source, policy.person);
    SCRIM_TRY(const subject::Repeats repeats, subject::repeats_of(source, policy.person, 0, progress));
    if (!repeats.any()) return {};
    return input_error(
        format("{}: the person's column {} repeats ({} in {}, one of them {} times); a statistical database needs one "
               "record for "
               "each person, because 1/m bounds what is known of a record, and a person's records in several buckets "
               "would tell "
               "more: keep one record of each person, such as the last, or answer with noise only ({} and {})",
               source.name(), quoted(policy.person), counted(repeats.values, "value", "values"),
               counted(repeats.records, "record", "records"), with_thousands(repeats.most),
               field("frameworks", dp_framework().name), field("contributions")));
}

// The records that are kept, as many of each person as the request says.
Result<Contributions> kept_records(const Column& persons, const StatBuildRequest& request, deal::Chance& chance) {
    if (persons.domain().has_null())
        return input_error(format("the person's column {} is empty in some records: nobody knows whose they are",
                                  quoted(request.policy.person)));
    return at_most(persons, request.contributions, chance);
}

// A column over the leaves of its hierarchy, where it has one.
Result<Column> add_column(const std::string& name, Column values, const hierarchy::Hierarchies& hierarchies,
                          hierarchy::Attribute& column) {
    const auto known = hierarchies.find(name);
    if (known == hierarchies.end()) {
        column = hierarchy::Attribute::flat(name, values.domain_ptr());
        return values;
    }
    auto hierarchy = known->second;
    SCRIM_TRY(Column moved, subject::over_hierarchy(name, values, hierarchy));
    column = hierarchy::Attribute::over(name, std::move(hierarchy));
    return moved;
}

}  // namespace

Result<BuiltStatTable> build_stat_table(TableSource& source, const StatBuildRequest& request,
                                        const std::string& made_by, Random& random, Progress& progress) {
    SCRIM_CHECK(check_request(request));
    SCRIM_CHECK(subject::check_classified(source, request.policy));
    if (request.contributions == 0) SCRIM_CHECK(check_one_record_each(source, request.policy, progress));
    if (request.contributions > 0 && !subject::has_person(source, request.policy))
        return subject::no_such_column(source, request.policy.person);
    SCRIM_TRY(const hierarchy::Hierarchies hierarchies, policy::read_hierarchies(request.policy));
    std::vector<std::string> names = request.policy.columns_in(Role::quasi_identifier);
    names.push_back(request.policy.columns_in(Role::sensitive).front());
    std::vector<std::string> columns = names;
    if (request.contributions > 0) {
        if (std::find(names.begin(), names.end(), request.policy.person) != names.end())
            return input_error(format("{} says whose each record is, and cannot be asked about: make it an identifier",
                                      quoted(request.policy.person)));
        columns.push_back(request.policy.person);
    }
    SCRIM_TRY(Table read, source.read(columns, progress));
    if (read.rows() == 0) return input_error(format("{} has no records", quoted(source.name())));
    deal::RandomChance chance(random);
    StatFacts facts{request.m, "", 1, request.frameworks, made_by};
    if (request.contributions > 0) {
        SCRIM_TRY(const Contributions kept, kept_records(read[names.size()], request, chance));
        facts.contributions = request.contributions;
        facts.people = kept.people;
        facts.cut = kept.cut;
        facts.unused = read.rows() - kept.rows.size();
        Table own;
        for (std::size_t c = 0; c < names.size(); ++c) own.add(names[c], rows_of(read[c], kept.rows));
        read = std::move(own);
    }

    progress.stage("making buckets", 0);
    StatSchema schema;
    Table quasi_identifiers;
    for (std::size_t a = 0; a + 1 < names.size(); ++a) {
        hierarchy::Attribute column;
        SCRIM_TRY(Column codes, add_column(names[a], read.take(a), hierarchies, column));
        schema.quasi_identifiers.push_back(std::move(column));
        quasi_identifiers.add(names[a], std::move(codes));
    }
    SCRIM_TRY(const Column sensitive,
              add_column(names.back(), read.take(names.size() - 1), hierarchies, schema.sensitive));

    BuildPlan plan{std::max(request.m, 1u), find_builder(request.builder), request.strata};
    Bucketization buckets;
    if (request.m == 0) {
        buckets = by_value(quasi_identifiers, sensitive);
        plan.strata = 1;
    } else {
        SCRIM_TRY(buckets, bucketize(quasi_identifiers, sensitive, names.back(), plan, chance));
    }
    if (progress.cancelled()) return cancelled_error();
    Baselines baselines;
    if (request.baselines) {
        SCRIM_TRY(baselines, make_baselines(quasi_identifiers, sensitive, schema, request.m, random, progress));
    }
    facts.m = plan.m;
    facts.builder = plan.builder->name;
    facts.strata = plan.strata;
    if (facts.frameworks.empty())
        for (const std::string& name : names_of_frameworks(false))
            if (!find_framework(name)->on_request) facts.frameworks.push_back(name);

    BuiltStatTable built;
    built.image = StatTable::image(facts, schema, quasi_identifiers, buckets, baselines);
    StatBuildReport& report = built.report;
    report.file = request.out;
    report.m = facts.m;
    report.persons = {facts.contributions, facts.people, facts.cut, facts.unused};
    report.builder = facts.builder;
    report.strata = plan.strata;
    report.records = sensitive.size();
    report.buckets = buckets.size();
    std::vector<std::uint32_t> counts(sensitive.domain().size(), 0);
    for (std::size_t s = 0; s < buckets.segments.size(); ++s)
        counts[buckets.signatures.members[s]] += static_cast<std::uint32_t>(buckets.segments.size(s));
    report.largest_m = report.records / *std::max_element(counts.begin(), counts.end());
    report.bytes = built.image.size();
    report.table_bytes = quasi_identifiers.bytes() + sensitive.bytes();
    for (const std::string& name : source.columns())
        if (std::find(names.begin(), names.end(), name) == names.end()) report.left_out.push_back(name);
    if (std::all_of(facts.frameworks.begin(), facts.frameworks.end(),
                    [](const std::string& name) { return find_framework(name)->generalizes; }))
        for (const hierarchy::Attribute& column : schema.quasi_identifiers)
            if (!column.from_file)
                report.notes.push_back(
                    format("{} has no hierarchy, so its values are those that occur, and can be learned; "
                           "give it one that holds all possible values",
                           quoted(column.name)));
    return built;
}

}  // namespace scrim::statdb
