// EXPLAIN: which plan each view gets and why; ANALYZE: how good the answer is, for the owner.
#include "adapters/duckdb/sql/door/sql_door.h"
#include "adapters/duckdb/sql/door/sql_rows.h"
#include "kernel/core/text.h"
#include "methods/views/recoding/quality.h"

#include <duckdb/parser/expression/constant_expression.hpp>
#include <duckdb/parser/query_node/select_node.hpp>
#include <duckdb/parser/statement/explain_statement.hpp>
#include <duckdb/parser/statement/select_statement.hpp>

#include <chrono>

namespace scrim::sql {
namespace {

using Rows = std::vector<std::vector<std::string>>;

// Analysts are told no numbers: these count what the view may hide.
void explain_choice(const PlanChoice& choice, bool for_owner, Rows& rows) {
    std::string asked = choice.view;
    if (!choice.purpose.empty()) asked += " purpose " + choice.purpose;
    if (!choice.recipient.empty()) asked += " recipient " + choice.recipient;
    rows.push_back({"view", asked});
    if (choice.materialized) {
        rows.push_back({"plan", "stored groups (the view is materialized)"});
        if (for_owner) rows.push_back({"rows", counted(choice.records, "record", "records")});
        return;
    }
    rows.push_back({"plan", format("{} ({})", plan_name(choice.plan),
                                   choice.forced            ? "set by av_plan"
                                   : choice.conditions == 0 ? "no condition on a generalized column"
                                   : for_owner              ? "by cost"
                                                            : "a condition on a generalized column")});
    if (!for_owner) return;
    rows.push_back({"cost", format("anonymize_then_select {:.0f}, select_then_anonymize {:.0f}", choice.anonymize_cost,
                                   choice.select_cost)});
    rows.push_back({"rows", format("{} of {} may match", with_thousands(choice.matching),
                                   counted(choice.records, "record", "records"))});
}

void explain_quality(const ViewVersion& version, Rows& rows) {
    const views::ViewQuality quality = views::measure_quality(version.labels->recoding());
    std::string members = counted(quality.grouped, "record", "records");
    if (!quality.one_record_each) members = format("{} ({})", counted(quality.persons, "person", "persons"), members);
    rows.push_back({"groups", format("{} of {}; {} as they are, {} hidden", with_thousands(quality.groups), members,
                                     with_thousands(quality.exact), with_thousands(quality.hidden))});
    rows.push_back({"ncp", format("{:.6f}", quality.ncp)});
    rows.push_back({"k_deviation", std::to_string(quality.k_deviation)});
}

// The same conditions, giving one plain row for each that satisfies them.
duckdb::unique_ptr<duckdb::SQLStatement> bare(const duckdb::SQLStatement& query) {
    auto copy = query.Copy();
    auto& node = copy->Cast<duckdb::SelectStatement>().node;
    if (node->type != duckdb::QueryNodeType::SELECT_NODE) return nullptr;
    auto& select = node->Cast<duckdb::SelectNode>();
    select.select_list.clear();
    select.select_list.push_back(duckdb::make_uniq<duckdb::ConstantExpression>(duckdb::Value::INTEGER(1)));
    select.groups.group_expressions.clear();
    select.groups.grouping_sets.clear();
    select.aggregate_handling = duckdb::AggregateHandling::STANDARD_HANDLING;
    select.having = nullptr;
    select.qualify = nullptr;
    select.modifiers.clear();
    return copy;
}

}  // namespace

std::uint64_t SqlDoor::count_rows(const duckdb::SQLStatement& query, const views::EngineStatement& source, bool exact) {
    ViewCatalog shown = catalog();
    VersionCache versions;
    if (exact)
        for (auto& [name, entry] : shown.views) {
            // Everybody agrees to everything.
            views::ViewDefinition& view = entry.definition;
            view.profile = {};
            view.k = view.level = 0;
            view.policy.clear();
            view.require.clear();
            view.disclose.clear();
            view.retain.clear();
            view.materialized = false;
        }
    ViewExpander views(
        connection_, shown, exact ? versions : *snapshot_.versions, settings_, grantee_,
        [this] { return server_->chance(); }, *progress_);
    auto counted_query = query.Copy();
    views.expand(*counted_query, source);
    auto result = connection_.Query(std::move(counted_query));
    if (result->HasError()) result->ThrowError();
    return result->Cast<duckdb::MaterializedQueryResult>().RowCount();
}

void SqlDoor::explain(duckdb::unique_ptr<duckdb::SQLStatement> query, const views::EngineStatement& source,
                      SqlSink& sink) {
    if (source.analyze) owner_only("EXPLAIN ANALYZE");
    settle_views();
    const Interrupter::Watch watch(server_->interrupter(), connection_, *progress_);
    Rows rows;
    const auto original = query->Copy();
    ViewExpander views = expander();
    views.expand(*query, source);
    for (const PlanChoice& choice : views.choices()) {
        explain_choice(choice, is_owner(), rows);
        if (source.analyze && !choice.materialized) explain_quality(*choice.version, rows);
    }
    if (is_owner()) {
        auto copy = query->Copy();
        auto explained = duckdb::make_uniq<duckdb::ExplainStatement>(std::move(copy));
        auto plan = connection_.Query(std::move(explained));
        if (plan->HasError()) plan->ThrowError();
        const std::string text = plan->Cast<duckdb::MaterializedQueryResult>().GetValue(1, 0).ToString();
        if (source.analyze) {
            const auto start = std::chrono::steady_clock::now();
            auto result = connection_.Query(std::move(query));
            if (result->HasError()) result->ThrowError();
            const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
            rows.push_back({"time", format("{:.1f} ms", took.count())});
            const auto counted_query = views.choices().empty() ? nullptr : bare(*original);
            if (counted_query) {
                const std::uint64_t shown = count_rows(*counted_query, source, false),
                                    truth = count_rows(*counted_query, source, true);
                const std::uint64_t both = std::min(shown, truth);
                const auto share = [](std::uint64_t part, std::uint64_t whole) {
                    return whole == 0 ? 1.0 : static_cast<double>(part) / static_cast<double>(whole);
                };
                rows.push_back(
                    {"answer", format("{} shown, {} in truth", with_thousands(shown), with_thousands(truth))});
                rows.push_back({"precision", format("{:.4f}", share(both, shown))});
                rows.push_back({"recall", format("{:.4f}", share(both, truth))});
            }
        }
        std::size_t begin = 0;
        while (begin < text.size()) {
            const std::size_t end = std::min(text.find('\n', begin), text.size());
            rows.push_back({"engine", text.substr(begin, end - begin)});
            begin = end + 1;
        }
    }
    send_table({"what", "value"}, rows, sink);
}

}  // namespace scrim::sql
