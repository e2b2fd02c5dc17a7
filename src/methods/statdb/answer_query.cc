#include "methods/statdb/answer_query.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/hierarchy/label.h"
#include "methods/statdb/framework.h"
#include "methods/statdb/titles.h"

#include <algorithm>

namespace scrim::statdb {
namespace {

constexpr std::size_t most_groups = 10'000;

// Refuses aggregates that the framework does not answer.
Result<void> check_aggregates(const Query& query, const Framework& framework) {
    for (const Query::Item& item : query.items)
        if (framework.only_counts && !item.is_group && item.aggregate != Query::Aggregate::count)
            return input_error(format(
                "{} answers COUNT only: {} needs to know how many groups a value is in, which only anatomy tells",
                framework.name, item.title));
    return {};
}

// The nodes at a level of a quasi-identifier's hierarchy, from left to right.
std::vector<Span> nodes_at(const hierarchy::Attribute& column, std::uint32_t level) {
    std::vector<Span> nodes;
    for (Code code = 0; code < column.domain().size(); code = nodes.back().hi)
        nodes.push_back(column.hierarchy->at_level(code, level).span);
    return nodes;
}

// The part of a condition within a span of one column.
Condition within(const Condition& rows, std::size_t column, Span span) {
    std::vector<Condition> parts;
    if (rows.kind == Condition::Kind::all_of)
        parts = rows.parts;
    else
        parts.push_back(rows);
    // Narrow what is already said of the column, so that ranges stay ranges.
    for (Condition& part : parts) {
        if (part.kind != Condition::Kind::in || part.column != column) continue;
        std::vector<Span> common;
        for (const Span own : part.spans)
            if (own.overlaps(span)) common.push_back({std::max(own.lo, span.lo), std::min(own.hi, span.hi)});
        part.spans = std::move(common);
        return Condition::all_of(std::move(parts));
    }
    parts.push_back(Condition::in(column, {span}));
    return Condition::all_of(std::move(parts));
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
    std::vector<std::size_t> shown;  // the groups that are selected
    for (const Query::Item& item : query.items) {
        (item.is_group ? answer.group_titles : answer.value_titles).push_back(item.title);
        if (item.is_group) shown.push_back(item.group);
    }
    const bool only_counts = std::all_of(query.items.begin(), query.items.end(), [](const Query::Item& item) {
        return item.is_group || item.aggregate == Query::Aggregate::count;
    });
    std::vector<std::string> titles = answer.group_titles;
    titles.insert(titles.end(), answer.value_titles.begin(), answer.value_titles.end());
    SCRIM_CHECK(check_titles(std::move(titles)));

    std::vector<std::vector<Span>> nodes;
    std::size_t all = 1;
    for (const Query::Group& group : query.groups) {
        nodes.push_back(nodes_at(table.schema().quasi_identifiers[group.column], group.level));
        all *= nodes.back().size();
        if (all > most_groups)
            return input_error(format("GROUP BY makes more than {} groups; use level(column, n) for coarser ones",
                                      with_thousands(most_groups)));
    }
    SCRIM_CHECK(check_aggregates(query, *framework));
    for (std::size_t number = 0; number < all; ++number) {
        if (progress.cancelled()) return cancelled_error();
        Condition rows = query.rows;
        StatRow row;
        std::vector<std::optional<std::string>> labels(nodes.size());
        std::size_t rest = number;
        for (std::size_t g = nodes.size(); g-- > 0;) {
            const Span span = nodes[g][rest % nodes[g].size()];
            rest /= nodes[g].size();
            const hierarchy::Attribute& column = table.schema().quasi_identifiers[query.groups[g].column];
            const bool is_null =
                span.width() == 1 && column.domain().has_null() && span.lo == column.domain().null_code();
            if (!is_null)
                labels[g] = query.groups[g].level == 0
                                ? column.domain().label(span.lo)
                                : column.hierarchy->at_level(span.lo, query.groups[g].level).label;
            rows = within(rows, query.groups[g].column, span);
        }
        SCRIM_TRY(std::optional<Asked> asked, framework->ask(table, query, rows));
        if (!asked) continue;
        for (const std::size_t g : shown) row.groups.push_back(labels[g]);
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
    for (const hierarchy::Attribute& column : table.schema().quasi_identifiers)
        info.quasi_identifiers.push_back(column_info(column));
    info.sensitive = column_info(table.schema().sensitive);
    return info;
}

}  // namespace scrim::statdb
