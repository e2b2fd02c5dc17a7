// SHOW: what the catalog holds.
#include "core/text.h"
#include "engine/sql/sql_door.h"
#include "engine/sql/sql_rows.h"
#include "engine/sql/view_maker.h"

#include <algorithm>

namespace scrim {
namespace {

std::string columns_text(const std::vector<GeneralisedColumn>& columns) {
    std::vector<std::string> words;
    for (const auto& column : columns)
        words.push_back(column.dgh.empty() ? column.column : format("{} ({})", column.column, column.dgh));
    return join(words, ", ");
}

}  // namespace

void SqlDoor::run(const Show& statement, SqlSink& sink) {
    std::vector<std::vector<std::string>> rows;
    if (!is_owner()) {
        if (statement.what != Show::What::views) owner_only("this SHOW");
        for (const GrantEntry& grant : catalog().grants)
            if (same_sql_name(grant.grantee, grantee_)) rows.push_back({grant.view, grant.purpose, grant.recipient});
        return send_table({"view", "purpose", "recipient"}, rows, sink);
    }
    switch (statement.what) {
        case Show::What::views:
            for (const auto& [name, entry] : catalog().views) {
                const ViewDefinition& view = entry.definition;
                rows.push_back({name, view.materialized ? "yes" : "no", view.id, columns_text(view.quasi_identifiers),
                                columns_text(view.sensitive),
                                view.has_profile() ? view.profile.table : format("k = {}", view.k), view.recoder});
            }
            return send_table(
                {"view", "materialized", "identifier", "quasi_identifiers", "sensitive", "profile", "recoder"}, rows,
                sink);
        case Show::What::view: {
            const auto view = catalog().views.find(statement.name);
            if (view == catalog().views.end())
                throw duckdb::CatalogException("there is no anonymization view %s%s", statement.name,
                                               did_you_mean(statement.name, catalog().view_names()));
            rows.push_back({"definition", to_sql(view->second.definition)});
            ViewExpander views = expander();
            const auto described = describe_view(views, view->second, {});
            rows.push_back({"columns", join(described->sql().shown_columns(), ", ")});
            for (const std::string& limit : described->sql().limits()) rows.push_back({"limit", limit});
            return send_table({"what", "value"}, rows, sink);
        }
        case Show::What::dghs:
            for (const auto& [name, edges] : catalog().dghs) {
                const auto by = hierarchy_of_edges(edges);
                rows.push_back(
                    {name, std::to_string(edges.size()), by ? std::to_string(by->height()) : "not a tree yet"});
            }
            return send_table({"dgh", "pairs", "height"}, rows, sink);
        case Show::What::dgh: {
            const auto dgh = catalog().dghs.find(statement.name);
            if (dgh == catalog().dghs.end()) throw duckdb::CatalogException("there is no DGH %s", statement.name);
            for (const auto& [child, parent] : dgh->second) rows.push_back({child, parent});
            return send_table({"child", "parent"}, rows, sink);
        }
        case Show::What::policies:
            for (const auto& [name, policy] : catalog().policies)
                rows.push_back({name, std::to_string(policy.rules.size()), policy.since});
            return send_table({"policy", "rules", "since"}, rows, sink);
        case Show::What::policy: {
            const auto policy = catalog().policies.find(statement.name);
            if (policy == catalog().policies.end())
                throw duckdb::CatalogException("there is no policy %s", statement.name);
            for (const PolicyRule& rule : policy->second.rules)
                rows.push_back({rule.purpose, rule.recipient, rule.attribute, std::string(choice_name(rule.choice)),
                                rule.retention});
            return send_table({"purpose", "recipient", "attribute", "choice", "retention"}, rows, sink);
        }
        case Show::What::grants:
            for (const GrantEntry& grant : catalog().grants)
                rows.push_back({grant.view, grant.grantee, grant.purpose, grant.recipient});
            return send_table({"view", "grantee", "purpose", "recipient"}, rows, sink);
    }
}

}  // namespace scrim
