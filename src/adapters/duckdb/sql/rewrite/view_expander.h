// ViewExpander: puts what anonymization views stand for in the place of their names, for one statement.
//
// Refuses with DuckDB's exceptions. The expander must outlive the running of the statements it has expanded: it keeps
// the versions of the views that they read.
#pragma once

#include "adapters/duckdb/sql/catalog/ast_walk.h"
#include "adapters/duckdb/sql/catalog/version_cache.h"
#include "adapters/duckdb/sql/catalog/view_catalog.h"
#include "adapters/duckdb/sql/catalog/view_version.h"
#include "adapters/duckdb/sql/rewrite/plan_choice.h"
#include "methods/views/language/statement.h"

#include <duckdb.hpp>

#include <functional>
#include <string>
#include <vector>

namespace scrim::sql {

// What a session has set.
struct ViewSettings {
    enum class Semantics { consistent, paper };
    std::optional<ViewPlan> plan;  // nothing: by cost
    Semantics semantics = Semantics::consistent;
};

class ViewExpander {
public:
    // `versions` gives the version of a view for this transaction, or makes it with make_version(). `grantee` "" is the
    // owner; others see only what is granted to them, in an order of which `chance` gives the key. What takes long asks
    // `progress` whether to go on.
    using Chance = std::function<std::uint64_t()>;
    ViewExpander(duckdb::Connection& connection, const ViewCatalog& catalog, VersionCache& versions,
                 const ViewSettings& settings, std::string grantee, Chance chance, Progress& progress);

    // Replaces the views in a statement, and its comparisons if there are any views.
    void expand(duckdb::SQLStatement& statement, const views::EngineStatement& source);
    // What was decided for each view that the statement names, in the order of the text.
    const std::vector<PlanChoice>& choices() const { return choices_; }
    // The columns of the answer that are identifiers of these views, by name.
    const std::vector<std::string>& identifiers() const { return identifiers_; }
    // A statement over a view's query (scrim_base) and other tables, for the maker of versions. `base`: what the query
    // gave, where it is not to be read again.
    duckdb::unique_ptr<duckdb::SQLStatement> over_query(const std::string& sql, const ViewEntry& entry,
                                                        const views::TailScope& tail,
                                                        duckdb::MaterializedQueryResult* base = nullptr);
    // A query of ours whose scrim_base are these rows.
    duckdb::unique_ptr<duckdb::MaterializedQueryResult> run_over(const std::string& sql, ViewVersion::Collection& rows,
                                                                 const std::vector<std::string>& names);
    // The same over a view's query, whose scrim_members are these rows.
    duckdb::unique_ptr<duckdb::MaterializedQueryResult> run_over(const std::string& sql,
                                                                 ViewVersion::Collection& members,
                                                                 const std::vector<std::string>& names,
                                                                 const ViewEntry& entry, const views::TailScope& tail);
    // What time it is for the statement, as literals.
    ConsentTime now();
    duckdb::Connection& connection() { return connection_; }
    const ViewCatalog& catalog() const { return catalog_; }
    Progress& progress() const { return progress_; }
    ViewVersionPtr version(const ViewEntry& entry, const views::TailScope& tail);

private:
    duckdb::unique_ptr<duckdb::MaterializedQueryResult> run_with(duckdb::unique_ptr<duckdb::SQLStatement> statement,
                                                                 const char* table, ViewVersion::Collection& rows,
                                                                 const std::vector<std::string>& names);
    // A view's name in a statement, and what was decided about it.
    struct Reference {
        const ViewEntry* entry;
        views::TailScope tail;
        ViewVersionPtr version;
        ViewPlan plan = ViewPlan::anonymize_then_select;
        std::string reach;
        std::vector<std::size_t> asked;
        ViewVersion::Collection* part = nullptr;  // the tuples of the map that are wanted, null for all
        bool any_order = false;                   // nobody can tell in which order the rows come
    };
    Reference refer(const duckdb::BaseTableRef& table, const ViewEntry& entry, const views::TailScope& tail,
                    const duckdb::SelectNode* select);
    AstWalk::TableRefPtr replacement(const duckdb::BaseTableRef& table, const Reference& reference);
    void judge_limits(ViewSql& sql);
    void refuse_file(const duckdb::BaseTableRef& table, const ViewEntry& entry) const;
    void note_identifiers(const duckdb::SQLStatement& statement);
    void check_joins(duckdb::SQLStatement& statement, const std::vector<Reference>& references) const;
    views::TailScope tail_for(const ViewEntry& entry, const views::TailScope* asked) const;

    duckdb::Connection& connection_;
    const ViewCatalog& catalog_;
    VersionCache& versions_;
    const ViewSettings& settings_;
    std::string grantee_;
    Chance chance_;
    Progress& progress_;
    VersionCache own_{VersionCache::Holds::statement};
    bool passes_ = false;  // what is being made has seen time limits
    std::vector<PlanChoice> choices_;
    std::vector<std::string> identifiers_;
    std::vector<ViewVersionPtr> used_;
    std::vector<std::unique_ptr<ViewVersion::Collection>> parts_;
    int depth_ = 0;
};

}  // namespace scrim::sql
