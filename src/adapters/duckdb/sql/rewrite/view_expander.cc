#include "adapters/duckdb/sql/rewrite/view_expander.h"

#include "adapters/duckdb/sql/catalog/ast_walk.h"
#include "adapters/duckdb/sql/guard/built_in.h"
#include "adapters/duckdb/sql/guard/order_blind.h"
#include "adapters/duckdb/sql/guard/row_order.h"
#include "adapters/duckdb/sql/may_be/compare_functions.h"
#include "adapters/duckdb/sql/rewrite/view_maker.h"
#include "kernel/core/text.h"

#include <duckdb/catalog/catalog.hpp>
#include <duckdb/parser/expression/columnref_expression.hpp>
#include <duckdb/parser/parser.hpp>
#include <duckdb/parser/statement/select_statement.hpp>
#include <duckdb/parser/tableref/column_data_ref.hpp>
#include <duckdb/parser/tableref/joinref.hpp>
#include <duckdb/parser/tableref/subqueryref.hpp>

#include <algorithm>

namespace scrim::sql {
namespace {

constexpr int deepest = 16;  // views over views

// Inside of a view, whose own words are trusted, until it is left.
class Deeper {
public:
    explicit Deeper(int& depth) : depth_(depth) { ++depth_; }
    ~Deeper() { --depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

private:
    int& depth_;
};

duckdb::unique_ptr<duckdb::SelectStatement> parse_select(const std::string& sql) {
    duckdb::Parser parser;
    parser.ParseQuery(sql);
    if (parser.statements.size() != 1 || parser.statements[0]->type != duckdb::StatementType::SELECT_STATEMENT)
        throw duckdb::BinderException("a view is made over one SELECT");
    return duckdb::unique_ptr_cast<duckdb::SQLStatement, duckdb::SelectStatement>(std::move(parser.statements[0]));
}

AstWalk::TableRefPtr column_data(ViewVersion::Collection& rows, duckdb::vector<std::string> names) {
    return duckdb::make_uniq<duckdb::ColumnDataRef>(duckdb::optionally_owned_ptr<ViewVersion::Collection>(rows),
                                                    std::move(names));
}

duckdb::vector<std::string> map_columns(const ViewVersion& version, ViewPlan plan) {
    duckdb::vector<std::string> names;
    const std::size_t dimensions = version.definition().quasi_identifiers.size();
    for (std::size_t a = 0; a < dimensions; ++a) names.push_back(format("q{}", a));
    names.push_back("k");
    if (version.definition().block > 0) names.push_back("block");
    names.push_back("tuple");
    if (plan == ViewPlan::anonymize_then_select) return names;
    for (std::size_t a = 0; a < dimensions; ++a) names.push_back(format("l{}", a));
    names.push_back("hidden");
    return names;
}

// Of the groups of a materialized view.
duckdb::vector<std::string> group_columns(const ViewVersion& version) {
    duckdb::vector<std::string> names{"grp"};
    for (std::size_t a = 0; a < version.exact.size(); ++a) names.push_back(format("l{}", a));
    names.push_back("hidden");
    return names;
}

}  // namespace

// A name with a dot or a slash is a file's, unless there is a table that is called so.
void ViewExpander::refuse_file(const duckdb::BaseTableRef& table, const ViewEntry& entry) const {
    if (table.table_name.find_first_of("./") == std::string::npos) return;
    const std::string& schema = table.schema_name.empty() ? entry.schema : table.schema_name;
    if (!duckdb::Catalog::GetEntry(*connection_.context, entry.database, schema,
                                   {duckdb::CatalogType::TABLE_ENTRY, table.table_name},
                                   duckdb::OnEntryNotFound::RETURN_NULL))
        throw duckdb::BinderException(
            "the view's query reads the file %s, which may change when no table does; make a table of it with CREATE "
            "TABLE … AS FROM, and the view over that table",
            table.table_name);
}

// USING and NATURAL compare what is shown, label by label, which is not what anybody means.
void ViewExpander::check_joins(duckdb::SQLStatement& statement, const std::vector<Reference>& references) const {
    const auto is_generalized = [&](const std::string& column) {
        return std::any_of(references.begin(), references.end(), [&](const Reference& reference) {
            const views::ViewDefinition& view = reference.entry->definition;
            const auto named = [&](const views::GeneralizedColumn& c) { return same_sql_name(c.column, column); };
            return std::any_of(view.quasi_identifiers.begin(), view.quasi_identifiers.end(), named) ||
                   std::any_of(view.sensitive.begin(), view.sensitive.end(),
                               [&](const views::GeneralizedColumn& c) { return named(c) && !c.dgh.empty(); });
        });
    };
    AstWalk walk;
    walk.on_reference = [&](duckdb::TableRef& ref) {
        if (ref.type != duckdb::TableReferenceType::JOIN) return;
        const auto& join = ref.Cast<duckdb::JoinRef>();
        if (join.ref_type == duckdb::JoinRefType::NATURAL)
            throw duckdb::BinderException(
                "NATURAL would compare generalized columns label by label; write ON a.x = b.x");
        for (const std::string& column : join.using_columns)
            if (is_generalized(column))
                throw duckdb::BinderException(
                    "USING (%s) would compare a generalized column label by label; write ON a.%s = b.%s", column,
                    column, column);
    };
    walk.statement(statement);
}

ViewExpander::ViewExpander(duckdb::Connection& connection, const ViewCatalog& catalog, VersionCache& versions,
                           const ViewSettings& settings, std::string grantee, Chance chance, Progress& progress)
    : connection_(connection),
      catalog_(catalog),
      versions_(versions),
      settings_(settings),
      grantee_(std::move(grantee)),
      chance_(std::move(chance)),
      progress_(progress) {}

// The purpose and recipient that a view is asked for: what the text says or, for those who have one grant, that.
views::TailScope ViewExpander::tail_for(const ViewEntry& entry, const views::TailScope* asked) const {
    views::TailScope tail = asked ? *asked : views::TailScope{};
    if (grantee_.empty() || depth_ > 0) return tail;
    std::vector<const GrantEntry*> granted;
    for (const GrantEntry& grant : catalog_.grants)
        if (same_sql_name(grant.view, entry.definition.name) && same_sql_name(grant.grantee, grantee_))
            granted.push_back(&grant);
    if (asked == nullptr && granted.size() == 1) {
        tail.purpose = granted[0]->purpose;
        tail.recipient = granted[0]->recipient;
        return tail;
    }
    for (const GrantEntry* grant : granted)
        if (same_sql_name(grant->purpose, tail.purpose) && same_sql_name(grant->recipient, tail.recipient)) return tail;
    if (granted.empty()) throw duckdb::PermissionException("%s is not granted to %s", entry.definition.name, grantee_);
    std::vector<std::string> offers;
    for (const GrantEntry* grant : granted)
        offers.push_back(format("PURPOSE {} RECIPIENT {}", grant->purpose.empty() ? "-" : grant->purpose,
                                grant->recipient.empty() ? "-" : grant->recipient));
    throw duckdb::PermissionException("%s is not granted to %s for this purpose and recipient; granted are: %s",
                                      entry.definition.name, grantee_, join(offers, "; "));
}

void ViewExpander::expand(duckdb::SQLStatement& statement, const views::EngineStatement& source) {
    // First what is asked of which view, while conditions are as they were written; then the conditions; the views
    // last, so that what they stand for is left alone.
    std::vector<Reference> references;
    const auto view_of = [&](const duckdb::TableRef& ref) {
        const auto& table = ref.Cast<duckdb::BaseTableRef>();
        const bool plain = table.catalog_name.empty() && table.schema_name.empty();
        return plain ? catalog_.views.find(table.table_name) : catalog_.views.end();
    };
    AstWalk find;
    find.on_table = [&](AstWalk::TableRefPtr& ref) {
        const auto view = view_of(*ref);
        if (view == catalog_.views.end()) return;
        const auto at = ref->query_location;
        const views::TailScope tail = tail_for(view->second, at.IsValid() ? source.tail_at(at.GetIndex()) : nullptr);
        references.push_back(refer(ref->Cast<duckdb::BaseTableRef>(), view->second, tail, find.select()));
    };
    find.statement(statement);
    if (references.empty()) return;
    if (depth_ == 0) note_identifiers(statement);
    name_columns(statement);
    check_joins(statement, references);
    if (!grantee_.empty() && depth_ == 0 && references.size() == 1)
        references[0].any_order = make_order_blind(statement, *references[0].version);
    GeneralizedNames names;
    for (const Reference& reference : references) {
        for (const auto& column : reference.entry->definition.quasi_identifiers) names.insert(column.column);
        for (const auto& column : reference.entry->definition.sensitive) names.insert(column.column);
    }
    AstWalk compare;
    compare.on_expression = [&](AstWalk::ExpressionPtr& expression) { replace_comparison(expression, names); };
    compare.statement(statement);
    use_our_own(statement);
    std::size_t next = 0;
    AstWalk replace;
    replace.on_table = [&](AstWalk::TableRefPtr& ref) {
        if (view_of(*ref) != catalog_.views.end())
            ref = replacement(ref->Cast<duckdb::BaseTableRef>(), references[next++]);
    };
    replace.statement(statement);
}

// Which columns of the answer are identifiers of these views, by name.
void ViewExpander::note_identifiers(const duckdb::SQLStatement& statement) {
    if (statement.type != duckdb::StatementType::SELECT_STATEMENT) return;
    for (const auto& item : select_list(*statement.Cast<duckdb::SelectStatement>().node))
        for (const PlanChoice& choice : choices_) {
            const std::string& id = choice.version->definition().id;
            if (item->GetExpressionClass() == duckdb::ExpressionClass::STAR) identifiers_.push_back(id);
            if (item->GetExpressionClass() != duckdb::ExpressionClass::COLUMN_REF) continue;
            const auto& names = item->Cast<duckdb::ColumnRefExpression>().column_names;
            const bool of_view = names.size() == 1 || (names.size() == 2 && same_sql_name(names[0], choice.alias));
            if (of_view && same_sql_name(names.back(), id))
                identifiers_.push_back(item->GetAlias().empty() ? names.back() : item->GetAlias());
        }
}

ViewVersionPtr ViewExpander::version(const ViewEntry& entry, const views::TailScope& tail) {
    if (depth_ >= deepest) throw duckdb::BinderException("views are nested too deeply");
    const Deeper deeper(depth_);
    // By the paper's recoder.
    const bool paper = settings_.semantics == ViewSettings::Semantics::paper && !entry.definition.materialized;
    ViewEntry as_asked = entry;
    if (paper) as_asked.definition.recoder = recode::find_recoder(&recode::RecoderSpec::paper_of_views)->name;
    const auto from = [&](VersionCache& cache, const std::function<ViewVersionPtr()>& make) {
        return cache.get(entry.definition.name, tail.purpose, tail.recipient, paper, make);
    };
    const bool outer = std::exchange(passes_, false);
    const ViewVersionPtr found = from(versions_, [&] {
        return from(own_, [&] {
            const std::shared_ptr<ViewVersion> made = make_version(*this, as_asked, tail, paper);
            made->passes = passes_;
            return made;
        });
    });
    passes_ = outer || found->passes;
    return found;
}

// A view below another is shown as of one moment: what the other is made of must not change under it.
void ViewExpander::judge_limits(ViewSql& sql) {
    if (depth_ == 0 || !sql.has_time_limits()) return;
    passes_ = true;
    sql.judge_limits_at(now());
}

ConsentTime ViewExpander::now() {
    const auto clock = run_sql(connection_, "SELECT system.main.current_date(), CAST(system.main.now() AS TIMESTAMP)");
    return {clock->GetValue(0, 0).ToSQLString(), clock->GetValue(1, 0).ToSQLString()};
}

duckdb::unique_ptr<duckdb::SQLStatement> ViewExpander::over_query(const std::string& sql, const ViewEntry& entry,
                                                                  const views::TailScope& tail,
                                                                  duckdb::MaterializedQueryResult* base) {
    auto statement = parse_select(sql);
    AstWalk walk;
    walk.on_expression = [](AstWalk::ExpressionPtr& expression) { use_built_in(*expression); };
    if (base != nullptr) {
        walk.on_table = [&](AstWalk::TableRefPtr& ref) {
            if (ref->Cast<duckdb::BaseTableRef>().table_name != "scrim_base") return;
            auto rows = column_data(base->Collection(), base->names);
            rows->alias = ref->alias;
            ref = std::move(rows);
        };
        walk.statement(*statement);
        return statement;
    }
    walk.on_table = [&](AstWalk::TableRefPtr& ref) {
        if (ref->Cast<duckdb::BaseTableRef>().table_name != "scrim_base") return;
        auto query = parse_select(entry.definition.engine_query);
        views::EngineStatement source;
        source.tails.push_back({0, entry.definition.query.size() + 1, tail.purpose, tail.recipient});
        const Deeper deeper(depth_);
        expand(*query, source);
        AstWalk tables;
        tables.on_table = [&](AstWalk::TableRefPtr& inner) {
            auto& table = inner->Cast<duckdb::BaseTableRef>();
            if (!table.catalog_name.empty() || table.table_name.starts_with("scrim_")) return;
            refuse_file(table, entry);
            // The database too: a temporary table of the same name goes before others'.
            if (table.schema_name.empty()) table.schema_name = entry.schema;
            if (same_sql_name(table.schema_name, entry.schema)) table.catalog_name = entry.database;
        };
        tables.statement(*query);
        ref = duckdb::make_uniq<duckdb::SubqueryRef>(std::move(query), ref->alias);
    };
    walk.statement(*statement);
    return statement;
}

duckdb::unique_ptr<duckdb::MaterializedQueryResult> ViewExpander::run_over(const std::string& sql,
                                                                           ViewVersion::Collection& rows,
                                                                           const std::vector<std::string>& names) {
    return run_with(parse_select(sql), "scrim_base", rows, names);
}

duckdb::unique_ptr<duckdb::MaterializedQueryResult> ViewExpander::run_over(const std::string& sql,
                                                                           ViewVersion::Collection& members,
                                                                           const std::vector<std::string>& names,
                                                                           const ViewEntry& entry,
                                                                           const views::TailScope& tail) {
    return run_with(over_query(sql, entry, tail), "scrim_members", members, names);
}

duckdb::unique_ptr<duckdb::MaterializedQueryResult> ViewExpander::run_with(
    duckdb::unique_ptr<duckdb::SQLStatement> statement, const char* table, ViewVersion::Collection& rows,
    const std::vector<std::string>& names) {
    AstWalk walk;
    walk.on_table = [&](AstWalk::TableRefPtr& ref) {
        if (ref->Cast<duckdb::BaseTableRef>().table_name != table) return;
        duckdb::vector<std::string> all;
        for (std::size_t c = 0; c < rows.ColumnCount(); ++c) {
            // A column that is two things at once, such as the identifier and the profile's key, is there twice.
            const bool named = c < names.size() && std::none_of(all.begin(), all.end(), [&](const std::string& other) {
                                   return same_sql_name(other, names[c]);
                               });
            all.push_back(named ? names[c] : format("scrim_more_{}", c));
        }
        auto made = column_data(rows, std::move(all));
        made->alias = ref->alias;
        ref = std::move(made);
    };
    walk.statement(*statement);
    return run_sql(connection_, std::move(statement));
}

ViewExpander::Reference ViewExpander::refer(const duckdb::BaseTableRef& table, const ViewEntry& entry,
                                            const views::TailScope& tail, const duckdb::SelectNode* select) {
    const std::string& alias = table.alias.empty() ? table.table_name : table.alias;
    Reference reference{&entry, tail, version(entry, tail), {}, {}, {}, nullptr, false};
    // With columns called otherwise, a condition may mean another column.
    if (!table.column_name_alias.empty() || table.sample) select = nullptr;
    PlanChoice choice = choose_plan(reference.version, select, alias, settings_.plan, !grantee_.empty());
    choice.alias = alias;
    reference.plan = choice.plan;
    if (reference.plan == ViewPlan::select_then_anonymize && !choice.matches.empty()) {
        // What leaves the view depends on what is shown alone, however few of the base's rows are looked at.
        reference.reach = choice.reach;
        reference.asked = choice.asked;
        parts_.push_back(reference.version->map_of(choice.matches));
        reference.part = parts_.back().get();
    }
    // Views that others are made over are read or not, as it happens.
    if (depth_ == 0) choices_.push_back(std::move(choice));
    if (settings_.semantics == ViewSettings::Semantics::paper && reference.plan == ViewPlan::select_then_anonymize &&
        reference.version->labels) {
        const views::ViewTuples& tuples = reference.version->labels->recoding().tuples();
        const auto chosen = true_positives(*reference.version, select, alias);
        parts_.push_back(reference.version->map_of(
            views::paper_selection(tuples, reference.version->labels->recoding().models(),
                                   chosen.value_or(std::vector<char>(tuples.size(), 1)), chosen.has_value())));
        reference.part = parts_.back().get();
        reference.reach.clear();
        reference.asked.clear();
    }
    return reference;
}

AstWalk::TableRefPtr ViewExpander::replacement(const duckdb::BaseTableRef& table, const Reference& reference) {
    const ViewVersion& version = *reference.version;
    used_.push_back(reference.version);
    std::vector<char> sensitive_null;
    for (const auto& sensitive : version.sensitive) sensitive_null.push_back(sensitive.has_null);
    std::vector<char> exact_null;
    for (const auto& exact : version.exact) exact_null.push_back(exact.has_null);
    ViewSql sql = version.sql();
    if (!grantee_.empty()) sql.keep_questions_above();
    // (The paper's own selection hides others than the recoding does.)
    if (settings_.semantics == ViewSettings::Semantics::consistent && version.labels &&
        version.labels->recoding().blocks() == 1 && !version.labels->is_anyone_hidden())
        sql.forget_hidden();
    judge_limits(sql);
    std::string text = version.members ? sql.materialized_rows(exact_null, sensitive_null)
                                       : sql.rows(version.id(), reference.plan, reference.reach, reference.asked,
                                                  version.has_null, sensitive_null);
    if (!grantee_.empty() && depth_ == 0 && !reference.any_order)
        text = in_row_order(text, sql.shown_columns(), chance_());
    auto rows = over_query(text, *reference.entry, reference.tail, version.base.get());
    AstWalk maps;
    maps.on_table = [&](AstWalk::TableRefPtr& ref) {
        const std::string name = ref->Cast<duckdb::BaseTableRef>().table_name;
        AstWalk::TableRefPtr made;
        if (name == "scrim_map")
            made = version.members ? column_data(*version.tuples, group_columns(version))
                                   : column_data(reference.part ? *reference.part : version.map(reference.plan),
                                                 map_columns(version, reference.plan));
        if (name == "scrim_members") made = column_data(version.members->Collection(), {"id", "grp"});
        for (std::size_t a = 0; a < version.exact.size(); ++a)
            if (name == format("scrim_exact_{}", a)) made = column_data(*version.exact[a].map, {"value", "label"});
        for (std::size_t s = 0; s < version.sensitive.size(); ++s)
            if (name == format("scrim_sensitive_{}", s))
                made = column_data(*version.sensitive[s].map, {"value", "level", "label", "top"});
        if (!made) return;
        made->alias = ref->alias;
        ref = std::move(made);
    };
    maps.statement(*rows);
    auto result = duckdb::make_uniq<duckdb::SubqueryRef>(
        duckdb::unique_ptr_cast<duckdb::SQLStatement, duckdb::SelectStatement>(std::move(rows)),
        table.alias.empty() ? table.table_name : table.alias);
    result->column_name_alias = table.column_name_alias;
    result->sample = table.sample ? table.sample->Copy() : nullptr;
    result->query_location = table.query_location;
    return result;
}

}  // namespace scrim::sql
