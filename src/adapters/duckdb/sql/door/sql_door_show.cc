// SHOW: what the catalog holds.
#include "adapters/duckdb/sql/door/sql_door.h"
#include "adapters/duckdb/sql/door/sql_rows.h"
#include "adapters/duckdb/sql/rewrite/view_maker.h"
#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::sql {
namespace {

std::string columns_text(const std::vector<views::GeneralizedColumn>& columns) {
    std::vector<std::string> words;
    for (const auto& column : columns)
        words.push_back(column.dgh.empty() ? column.column : format("{} ({})", column.column, column.dgh));
    return join(words, ", ");
}

}  // namespace

void SqlDoor::run(const views::Show& statement, SqlSink& sink) {
    std::vector<std::vector<std::string>> rows;
    if (!is_owner()) {
        if (statement.what != views::Show::What::views) owner_only("this SHOW");
        for (const GrantEntry& grant : catalog().grants)
            if (same_sql_name(grant.grantee, grantee_)) rows.push_back({grant.view, grant.purpose, grant.recipient});
        return send_table({"view", "purpose", "recipient"}, rows, sink);
    }
    switch (statement.what) {
        case views::Show::What::views:
            for (const auto& [name, entry] : catalog().views) {
                const views::ViewDefinition& view = entry.definition;
                rows.push_back({name, view.materialized ? "yes" : "no", view.id, columns_text(view.quasi_identifiers),
                                columns_text(view.sensitive),
                                view.has_profile() ? view.profile.table : format("k = {}", view.k), view.recoder});
            }
            return send_table(
                {"view", "materialized", "identifier", "quasi_identifiers", "sensitive", "profile", "recoder"}, rows,
                sink);
        case views::Show::What::view: {
            const auto view = catalog().views.find(statement.name);
            if (view == catalog().views.end())
                throw duckdb::CatalogException("there is no anonymization view %s%s", statement.name,
                                               did_you_mean(statement.name, catalog().view_names()));
            rows.push_back({"definition", views::to_sql(view->second.definition)});
            ViewExpander views = expander();
            const auto described = describe_view(views, view->second, {});
            rows.push_back({"columns", join(described->sql().shown_columns(), ", ")});
            for (const std::string& limit : described->sql().limits()) rows.push_back({"limit", limit});
            return send_table({"what", "value"}, rows, sink);
        }
        case views::Show::What::dghs:
            for (const auto& [name, edges] : catalog().dghs) {
                const auto by = views::hierarchy_of_edges(edges);
                rows.push_back(
                    {name, std::to_string(edges.size()), by ? std::to_string(by->height()) : "not a tree yet"});
            }
            return send_table({"dgh", "pairs", "height"}, rows, sink);
        case views::Show::What::dgh: {
            const auto dgh = catalog().dghs.find(statement.name);
            if (dgh == catalog().dghs.end()) throw duckdb::CatalogException("there is no DGH %s", statement.name);
            for (const auto& [child, parent] : dgh->second) rows.push_back({child, parent});
            return send_table({"child", "parent"}, rows, sink);
        }
        case views::Show::What::policies:
            for (const auto& [name, policy] : catalog().policies)
                rows.push_back({name, std::to_string(policy.rules.size()), policy.since});
            return send_table({"policy", "rules", "since"}, rows, sink);
        case views::Show::What::policy: {
            const auto policy = catalog().policies.find(statement.name);
            if (policy == catalog().policies.end())
                throw duckdb::CatalogException("there is no policy %s", statement.name);
            for (const views::PolicyRule& rule : policy->second.rules)
                rows.push_back({rule.purpose, rule.recipient, rule.attribute,
                                std::string(views::choice_name(rule.choice)), rule.retention});
            return send_table({"purpose", "recipient", "attribute", "choice", "retention"}, rows, sink);
        }
        case views::Show::What::grants:
            for (const GrantEntry& grant : catalog().grants)
                rows.push_back({grant.view, grant.grantee, grant.purpose, grant.recipient});
            return send_table({"view", "grantee", "purpose", "recipient"}, rows, sink);
    }
}

}  // namespace scrim::sql
