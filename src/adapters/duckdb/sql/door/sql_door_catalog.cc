// The statements about DGHs, anonymization views, policies and grants.
#include "adapters/duckdb/sql/door/sql_door.h"
#include "adapters/duckdb/sql/door/sql_rows.h"
#include "adapters/duckdb/sql/rewrite/view_maker.h"
#include "kernel/core/text.h"
#include "methods/policy/hierarchy_files.h"
#include "methods/views/policy/privacy_policy.h"

#include <algorithm>
#include <unordered_map>

namespace scrim::sql {
namespace {

// Refuses a child with a second parent, and cycles; a tree that is not whole yet is fine.
void check_edges(const views::DghEdges& old, const views::DghEdges& fresh) {
    std::unordered_map<std::string, std::string> parents(old.begin(), old.end());
    for (const auto& [child, parent] : fresh) {
        if (child.empty() || parent.empty()) throw duckdb::BinderException("a value of a DGH is not empty");
        if (child == parent) throw duckdb::BinderException("%s cannot be its own parent", quoted(child));
        const auto [found, is_new] = parents.emplace(child, parent);
        if (!is_new && found->second != parent)
            throw duckdb::BinderException("%s is below %s already; a value has one parent", quoted(child),
                                          quoted(found->second));
        const std::string* above = &parent;
        while (above != nullptr) {
            if (*above == child) throw duckdb::BinderException("%s would be above itself", quoted(child));
            const auto next = parents.find(*above);
            above = next == parents.end() ? nullptr : &next->second;
        }
    }
}

// The views that use a DGH or a policy.
template <class Uses>
std::vector<std::string> users(const ViewCatalog& catalog, Uses uses) {
    std::vector<std::string> names;
    for (const auto& [name, entry] : catalog.views)
        if (uses(entry.definition)) names.push_back(name);
    return names;
}

bool uses_dgh(const views::ViewDefinition& view, const std::string& dgh) {
    const auto named = [&](const views::GeneralizedColumn& column) { return same_sql_name(column.dgh, dgh); };
    return std::any_of(view.quasi_identifiers.begin(), view.quasi_identifiers.end(), named) ||
           std::any_of(view.sensitive.begin(), view.sensitive.end(), named);
}

void refuse_if_used(const std::vector<std::string>& by, const char* what, const std::string& name, const char* how) {
    if (!by.empty())
        throw duckdb::DependencyException("%s %s is used by %s; drop %s first%s", what, name, list_some(by),
                                          by.size() == 1 ? "it" : "them", how);
}

std::string current_schema(duckdb::Connection& connection) {
    return run_sql(connection, "SELECT current_schema()")->GetValue(0, 0).ToString();
}

std::string current_database(duckdb::Connection& connection) {
    return run_sql(connection, "SELECT current_database()")->GetValue(0, 0).ToString();
}

}  // namespace

void SqlDoor::run(const views::CreateDgh& statement, SqlSink& sink) {
    owner_only("CREATE DGH");
    if (catalog().dghs.contains(statement.name))
        throw duckdb::CatalogException("there is a DGH %s already", statement.name);
    views::DghEdges edges;
    if (!statement.file.empty()) edges = views::edges_of(must(policy::read_hierarchy(statement.file)));
    make_catalog(connection_);
    store_dgh(connection_, statement.name);
    store_edges(connection_, statement.name, edges);
    mark_changed(true);
    sink.message(edges.empty()
                     ? format("DGH {} created", statement.name)
                     : format("DGH {} created with {}", statement.name, counted(edges.size() + 1, "value", "values")));
}

void SqlDoor::run(const views::InsertDgh& statement, SqlSink& sink) {
    owner_only("INSERT INTO DGH");
    const auto dgh = catalog().dghs.find(statement.name);
    if (dgh == catalog().dghs.end())
        throw duckdb::CatalogException("there is no DGH %s; make it with CREATE DGH", statement.name);
    check_edges(dgh->second, statement.edges);
    // What is there already is not there twice.
    views::DghEdges known = dgh->second, fresh;
    for (const auto& edge : statement.edges)
        if (std::find(known.begin(), known.end(), edge) == known.end()) {
            known.push_back(edge);
            fresh.push_back(edge);
        }
    store_edges(connection_, dgh->first, fresh);
    mark_changed(true);
    sink.message(counted(fresh.size(), "pair inserted", "pairs inserted"));
}

void SqlDoor::run(const views::DropDgh& statement, SqlSink& sink) {
    owner_only("DROP DGH");
    if (!catalog().dghs.contains(statement.name)) {
        if (!statement.if_exists) throw duckdb::CatalogException("there is no DGH %s", statement.name);
        sink.message("there was none");
        return;
    }
    const auto by = users(catalog(), [&](const views::ViewDefinition& view) { return uses_dgh(view, statement.name); });
    if (!statement.cascade) refuse_if_used(by, "DGH", statement.name, ", or say CASCADE");
    drop_with_dependents(by);
    remove_dgh(connection_, statement.name);
    mark_changed(true);
    sink.message(format("DGH {} dropped", statement.name));
}

void SqlDoor::run(const views::CreateView& statement, SqlSink& sink) {
    owner_only("CREATE ANONYMIZATION_VIEW");
    const views::ViewDefinition& view = statement.definition;
    const bool there = catalog().views.contains(view.name);
    if (there && statement.if_not_exists) {
        sink.message(format("anonymization view {} is there already", view.name));
        return;
    }
    if (there && !statement.or_replace)
        throw duckdb::CatalogException("there is an anonymization view %s already; say OR REPLACE, or drop it first",
                                       view.name);
    if (view.materialized && (!view.require.empty() || view.recoder != views::ViewDefinition::best || view.block > 0))
        throw duckdb::BinderException(
            "a materialized view keeps groups by everybody's k alone; leave REQUIRE, RECODE and BLOCK out");
    const std::string schema = current_schema(connection_);
    if (run_sql(connection_,
                format("SELECT 1 FROM duckdb_tables() WHERE lower(table_name) = lower('{0}') UNION ALL SELECT 1 "
                       "FROM duckdb_views() WHERE NOT internal AND lower(view_name) = lower('{0}')",
                       duckdb::StringUtil::Replace(view.name, "'", "''")))
            ->RowCount() > 0)
        throw duckdb::CatalogException("there is a table or view %s already", view.name);
    const ViewEntry entry{view, schema, current_database(connection_)};
    {
        ViewExpander views = expander();
        describe_view(views, entry, {});  // refuses what cannot be
    }
    make_catalog(connection_);
    std::vector<GrantEntry> kept;
    for (const GrantEntry& grant : catalog().grants)
        if (there && same_sql_name(grant.view, view.name)) kept.push_back(grant);
    const std::vector<std::string> before = there ? broken_views() : std::vector<std::string>{};
    if (there) {
        end_edition(view.name);
        remove_view(connection_, view.name);
    }
    store_view(connection_, entry);
    for (const GrantEntry& grant : kept) store_grant(connection_, grant);
    mark_changed(true);
    if (view.materialized) {
        ViewExpander views = expander();
        maintenance_.begin_view(view.name, views, [this] { return server_->is_latest(snapshot_); });
        maintenance_.settle(views);
    }
    if (there)
        for (const std::string& name : broken_views())
            if (std::find(before.begin(), before.end(), name) == before.end())
                throw duckdb::DependencyException("%s would lose what it is made of", name);
    sink.message(format("anonymization view {} created", view.name));
}

void SqlDoor::run(const views::DropView& statement, SqlSink& sink) {
    owner_only("DROP ANONYMIZATION_VIEW");
    const auto view = catalog().views.find(statement.name);
    if (view == catalog().views.end()) {
        if (!statement.if_exists)
            throw duckdb::CatalogException("there is no anonymization view %s%s", statement.name,
                                           did_you_mean(statement.name, catalog().view_names()));
        sink.message("there was none");
        return;
    }
    const std::string name = view->first;
    const std::vector<std::string> also = drop_with_dependents({name});
    if (!statement.cascade) refuse_if_used(also, "the view", name, ", or say CASCADE");
    sink.message(format("anonymization view {} dropped", name));
}

void SqlDoor::run(const views::CreatePolicy& statement, SqlSink& sink) {
    owner_only("CREATE POLICY");
    views::PrivacyPolicy policy = must(views::read_privacy_policy(statement.file));
    if (!statement.name.empty()) policy.name = statement.name;
    if (catalog().policies.contains(policy.name))
        throw duckdb::CatalogException("there is a policy %s already", policy.name);
    make_catalog(connection_);
    store_policy(connection_, policy);
    mark_changed(true);
    sink.message(format("policy {} created with {}", policy.name, counted(policy.rules.size(), "rule", "rules")));
}

void SqlDoor::run(const views::DropPolicy& statement, SqlSink& sink) {
    owner_only("DROP POLICY");
    if (!catalog().policies.contains(statement.name)) {
        if (!statement.if_exists) throw duckdb::CatalogException("there is no policy %s", statement.name);
        sink.message("there was none");
        return;
    }
    refuse_if_used(
        users(catalog(), [&](const views::ViewDefinition& view) { return same_sql_name(view.policy, statement.name); }),
        "policy", statement.name, "");
    remove_policy(connection_, statement.name);
    mark_changed(true);
    sink.message(format("policy {} dropped", statement.name));
}

void SqlDoor::run(const views::Grant& statement, SqlSink& sink) {
    owner_only(statement.revoke ? "REVOKE" : "GRANT");
    const auto view = catalog().views.find(statement.view);
    if (view == catalog().views.end())
        throw duckdb::CatalogException("there is no anonymization view %s%s", statement.view,
                                       did_you_mean(statement.view, catalog().view_names()));
    const GrantEntry grant{view->first, statement.grantee, statement.purpose, statement.recipient};
    const bool there = std::any_of(catalog().grants.begin(), catalog().grants.end(), [&](const GrantEntry& g) {
        return same_sql_name(g.view, grant.view) && same_sql_name(g.grantee, grant.grantee) &&
               same_sql_name(g.purpose, grant.purpose) && same_sql_name(g.recipient, grant.recipient);
    });
    if (statement.revoke && !there) throw duckdb::CatalogException("this was not granted; see SHOW GRANTS");
    if (statement.revoke)
        remove_grant(connection_, grant);
    else
        store_grant(connection_, grant);
    mark_changed(true);
    sink.message(statement.revoke ? "revoked" : "granted");
}

void SqlDoor::run(const views::SetOption& statement, SqlSink& sink) {
    if (statement.name == "av_plan") {
        settings_.plan.reset();
        if (statement.value == "anonymize_then_select") settings_.plan = ViewPlan::anonymize_then_select;
        if (statement.value == "select_then_anonymize") settings_.plan = ViewPlan::select_then_anonymize;
    } else {
        owner_only("the choice of semantics");
        settings_.semantics =
            statement.value == "paper" ? ViewSettings::Semantics::paper : ViewSettings::Semantics::consistent;
    }
    sink.message("set");
}

void SqlDoor::run(const views::RefreshView& statement, SqlSink& sink) {
    owner_only("REFRESH");
    const auto view = catalog().views.find(statement.name);
    if (view == catalog().views.end())
        throw duckdb::CatalogException("there is no anonymization view %s", statement.name);
    mark_changed(false);
    if (view->second.definition.materialized) {
        ViewExpander views = expander();
        maintenance_.begin_view(view->first, views, [this] { return server_->is_latest(snapshot_); });
        maintenance_.settle(views);
    }
    sink.message(format("anonymization view {} begun anew", view->first));
}

}  // namespace scrim::sql
