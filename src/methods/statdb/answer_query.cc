#include "methods/statdb/answer_query.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "methods/statdb/framework.h"
#include "methods/statdb/query_groups.h"
#include "methods/statdb/titles.h"

#include <algorithm>

namespace scrim::statdb {
namespace {

// Refuses aggregates that the framework does not answer.
Result<void> check_aggregates(const Query& query, const Framework& framework) {
    for (const Query::Item& item : query.items) {
        if (!framework.quantiles && !item.is_group && item.aggregate == Query::Aggregate::quantile)
            return input_error(
                format("{} answers no quantiles, only dp does: ask for MIN, MAX or AVG", framework.name));
        if (framework.only_counts && !item.is_group && item.aggregate != Query::Aggregate::count)
            return input_error(format(
                "{} answers COUNT only: {} needs to know how many groups a value is in, which only anatomy tells",
                framework.name, item.title));
    }
    return {};
}

Result<const Framework*> chosen_framework(const StatTable& table, const std::string& wanted) {
    const auto& allowed = table.facts().frameworks;
    const std::string name = wanted.empty() && !allowed.empty() ? allowed.front() : wanted;
    const Framework* known = find_framework(name);
    if (!known) {
        const std::vector<std::string> names = names_of_frameworks(true);
        return input_error(format("there is no framework {}{}; there are {}", quoted(name), did_you_mean(name, names),
                                  join(names, ", ")));
    }
    if (!known->ask)
        return input_error(format("{} answers for a price: say who asks with {}, and how much to spend with {}", name,
                                  field("recipient"), field("epsilon")));
    if (known->baseline && !table.has_baselines())
        return input_error(format("{} is for comparison, and this file holds nothing for it; build it with {}", name,
                                  switched_on("baselines")));
    if (!known->baseline && std::find(allowed.begin(), allowed.end(), name) == allowed.end())
        return input_error(format("this file answers by {} only", join(allowed, " and ")));
    return known;
}

std::string note_on(const Query& query, const Framework& framework, bool exact) {
    if (query.asks_for_values) return "";
    if (framework.shows_who)
        return "the count says nothing about sensitive values, and anatomy shows who is in the table: it is exact";
    if (!exact && framework.generalizes)
        return "an interval although no sensitive value is asked for: generalization does not show quasi-identifiers "
               "as they are";
    return "";
}

std::vector<StatLevel> levels_of(const hierarchy::Attribute& column, std::size_t most_labels) {
    std::vector<StatLevel> levels;
    const Domain& domain = column.domain();
    const std::uint32_t height = column.from_file ? column.hierarchy->levels() : 1;
    for (std::uint32_t level = 0; level < height; ++level) {
        StatLevel made;
        for (const Span span : nodes_at(column, level)) {
            if (domain.has_null() && span == Span{domain.null_code(), domain.null_code() + 1}) continue;
            ++made.count;
            if (made.count > most_labels) continue;
            made.labels.push_back(
                {level == 0 ? domain.label(span.lo) : column.hierarchy->at_level(span.lo, level).label, span.lo,
                 span.hi});
        }
        if (made.count > most_labels) made.labels.clear();
        levels.push_back(std::move(made));
    }
    return levels;
}

}  // namespace

Result<StatAnswer> answer_query(const StatTable& table, const Query& query, const std::string& wanted,
                                const Progress& progress) {
    SCRIM_TRY(const Framework* framework, chosen_framework(table, wanted));
    StatAnswer answer;
    answer.framework = framework->name;
    answer.m = table.facts().m;
    answer.records = table.rows();
    answer.sure = framework->sure;
    answer.says = framework->says;
    answer.against = framework->against;
    for (const Query::Item& item : query.items)
        (item.is_group ? answer.group_titles : answer.value_titles).push_back(item.title);
    const bool only_counts = std::all_of(query.items.begin(), query.items.end(), [](const Query::Item& item) {
        return item.is_group || item.aggregate == Query::Aggregate::count;
    });
    std::vector<std::string> titles = answer.group_titles;
    titles.insert(titles.end(), answer.value_titles.begin(), answer.value_titles.end());
    SCRIM_CHECK(check_titles(std::move(titles)));

    SCRIM_TRY(const QueryGroups groups, QueryGroups::of(table.schema(), query));
    SCRIM_CHECK(check_aggregates(query, *framework));
    for (std::size_t number = 0; number < groups.size(); ++number) {
        if (progress.cancelled()) return cancelled_error();
        QueryGroup group = groups[number];
        SCRIM_TRY(std::optional<Asked> asked, framework->ask(table, query, group.rows));
        if (!asked) continue;
        StatRow row;
        row.groups = std::move(group.labels);
        row.values = std::move(asked->values);
        answer.rows.push_back(std::move(row));
        answer.buckets += asked->effort.buckets;
        answer.buckets_passed += asked->effort.passed;
        answer.records_compared += asked->effort.rows;
        answer.records_skipped += asked->effort.skipped;
    }
    const bool exact = std::all_of(answer.rows.begin(), answer.rows.end(), [](const StatRow& row) {
        return std::all_of(row.values.begin(), row.values.end(), [](const StatValue& value) {
            return value.lower && value.upper && value.lower->exact == value.upper->exact;
        });
    });
    if (only_counts) answer.note = note_on(query, *framework, exact);
    return answer;
}

StatInfo info_of(const StatTable& table, std::size_t most_labels) {
    const auto column_info = [&](const hierarchy::Attribute& column) {
        static constexpr const char* kinds[] = {"text", "number", "date", "timestamp"};
        const Domain& domain = column.domain();
        StatColumnInfo info;
        info.name = column.name;
        info.kind = kinds[static_cast<int>(domain.kind())];
        info.values = domain.size();
        info.levels = levels_of(column, most_labels);
        info.missing = domain.has_null();
        if (domain.values() > 0) {
            info.first = domain.label(0);
            info.last = domain.label(domain.values() - 1);
        }
        return info;
    };
    StatInfo info;
    info.m = table.facts().m;
    info.records = table.rows();
    info.buckets = table.buckets();
    info.bytes = table.file_bytes();
    info.table_bytes = table.table_bytes();
    info.smallest_signature = UINT64_MAX;
    for (std::size_t b = 0; b < table.buckets(); ++b) {
        info.smallest_signature = std::min<std::uint64_t>(info.smallest_signature, table.signature(b).size());
        info.largest_signature = std::max<std::uint64_t>(info.largest_signature, table.signature(b).size());
    }
    info.builder = table.facts().builder;
    info.made_by = table.facts().made_by;
    info.strata = table.facts().strata;
    info.frameworks = table.facts().frameworks;
    info.baselines = table.has_baselines();
    const StatFacts& facts = table.facts();
    info.persons = {facts.contributions, facts.people, facts.cut, facts.unused};
    for (const hierarchy::Attribute& column : table.schema().quasi_identifiers)
        info.quasi_identifiers.push_back(column_info(column));
    info.sensitive = column_info(table.schema().sensitive);
    return info;
}

}  // namespace scrim::statdb
