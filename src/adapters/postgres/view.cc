#include "adapters/postgres/view.h"

#include "adapters/postgres/must.h"
#include "adapters/postgres/sql_text.h"
#include "kernel/core/text.h"
#include "kernel/models/model.h"

#include <algorithm>

namespace scrim::postgres {
namespace {

using ColumnKind = QueryColumn::Kind;

const QueryColumn* find(const std::vector<QueryColumn>& columns, std::string_view name) {
    const auto found = std::find_if(columns.begin(), columns.end(),
                                    [&](const QueryColumn& column) { return same_name(column.name, name); });
    return found == columns.end() ? nullptr : &*found;
}

std::vector<std::string> names(const std::vector<QueryColumn>& columns) {
    std::vector<std::string> all;
    for (const QueryColumn& column : columns) all.push_back(column.name);
    return all;
}

void check(const std::vector<QueryColumn>& columns, const std::string& column, std::string_view what,
           std::string_view where) {
    if (find(columns, column) == nullptr)
        throw Refused(
            format("{} {} is not a column of {}{}", what, quoted(column), where, did_you_mean(column, names(columns))),
            format("it has {}", list_some(names(columns), 20)));
}

void check_columns(const View& view) {
    const views::ViewDefinition& given = view.definition;
    const auto is_there = [&](const std::string& column, std::string_view what) {
        check(view.columns, column, what, "the view's query");
    };
    is_there(given.id, "the identifier");
    for (const auto& attribute : given.quasi_identifiers) is_there(attribute.column, "the quasi-identifier");
    for (const auto& attribute : given.sensitive) is_there(attribute.column, "the sensitive attribute");
    if (given.has_profile()) is_there(given.profile.column, "the profile column");
    for (const auto& disclosure : given.disclose) is_there(disclosure.column, "DISCLOSE names");
    const auto dated = [&](const std::string& column, std::string_view what) {
        is_there(column, what);
        if (find(view.columns, column)->kind != ColumnKind::time)
            throw Refused(format("{} of the view's query is {}, and not a date or timestamp", quoted(column),
                                 find(view.columns, column)->type),
                          "cast it in the query");
    };
    for (const auto& retention : given.retain) {
        is_there(retention.column, "RETAIN names");
        if (retention.until.empty()) dated(retention.since, "RETAIN … SINCE names");
    }
    if (view.policy && !view.policy->since.empty()) dated(view.policy->since, "the policy counts since");
    for (std::size_t i = 0; i < view.columns.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (same_name(view.columns[i].name, view.columns[j].name))
                throw Refused(format("the view's query has two columns called {}", quoted(view.columns[i].name)),
                              "rename one with AS");
    const QueryColumn& id = view.column(given.id);
    if (id.kind != ColumnKind::whole && id.kind != ColumnKind::text && id.kind != ColumnKind::time &&
        id.kind != ColumnKind::exact)
        throw Refused(
            format("the identifier {} is {}, in which equal values may print differently", quoted(given.id), id.type),
            "cast it to text or to whole numbers in the query");
}

// Keys are compared as one type, in which different keys are never equal.
void check_key(const View& view) {
    const QueryColumn& own = view.column(view.definition.profile.column);
    const QueryColumn& key = *find(view.profile, view.key);
    const bool whole = own.kind == ColumnKind::whole && key.kind == ColumnKind::whole;
    const bool exact = own.kind == ColumnKind::text || own.kind == ColumnKind::exact;
    if (!whole && !(exact && own.type_id == key.type_id))
        throw Refused(format("{} of the view's query is {} and {} of {} is {}: '1' and '01' would be one person",
                             quoted(own.name), own.type, quoted(key.name), view.definition.profile.table, key.type),
                      "cast one, so that both are whole numbers or the same type of text");
}

void describe_profile(View& view, Server& server) {
    const views::ViewDefinition& given = view.definition;
    const views::ProfileReference& reference = given.profile;
    view.profile = server.describe("SELECT * FROM " + reference.table);
    const auto is_there = [&](const std::string& column, std::string_view what) {
        check(view.profile, column, what, reference.table);
    };
    const auto must_be = [&](const std::string& column, ColumnKind kind, const char* what) {
        if (find(view.profile, column)->kind != kind)
            throw Refused(format("{} of {} must be {}, not {}", quoted(column), reference.table, what,
                                 find(view.profile, column)->type));
    };
    view.key = reference.key.empty() ? reference.column : reference.key;
    if (!view.profile_has(view.key) && reference.key.empty())
        throw Refused(format("{} has no column {} for {} to refer to", reference.table, quoted(view.key),
                             quoted(reference.column)),
                      "say KEY and its name");
    is_there(view.key, "KEY");
    check_key(view);
    is_there(reference.k_column, "the column of k");
    must_be(reference.k_column, ColumnKind::whole, "whole numbers");
    if (!reference.level_column.empty()) {
        is_there(reference.level_column, "the column of levels");
        must_be(reference.level_column, ColumnKind::whole, "whole numbers");
    }
    for (const auto& disclosure : given.disclose) {
        is_there(disclosure.choice, "DISCLOSE … IF names");
        must_be(disclosure.choice, ColumnKind::boolean, "boolean");
    }
    for (const auto& retention : given.retain)
        if (!retention.until.empty()) {
            is_there(retention.until, "RETAIN … UNTIL names");
            must_be(retention.until, ColumnKind::time, "dates or timestamps");
        }
    for (const QueryColumn& column : view.columns) {
        if (view.profile_has(column.name + "_op")) must_be(column.name + "_op", ColumnKind::boolean, "boolean");
        if (view.profile_has(column.name + "_until"))
            must_be(column.name + "_until", ColumnKind::time, "dates or timestamps");
    }
}

views::PrivacyPolicy policy_of(const std::string& name, Server& server) {
    const auto stored = server.policy(folded_name(name));
    if (!stored) throw Refused(format("there is no policy {}", quoted(name)), "make it with CREATE POLICY");
    views::PrivacyPolicy policy{name, stored->since, {}};
    for (const StoredRule& rule : stored->rules) {
        views::PolicyRule made{rule.purpose, rule.recipient, rule.attribute};
        made.retention = rule.retention;
        for (const auto choice : {views::PolicyRule::Choice::opt_in, views::PolicyRule::Choice::opt_out})
            if (rule.choice == views::choice_name(choice)) made.choice = choice;
        policy.rules.push_back(std::move(made));
    }
    return policy;
}

void check_models(const views::ViewDefinition& given) {
    for (const Requirement& requirement : given.require) {
        const Traits& traits = must(models::make_model(requirement))->info().traits;
        if (traits.needs_sensitive && given.sensitive.empty())
            throw Refused(format("REQUIRE {}: the view has no sensitive attribute to judge", requirement.model),
                          "give a column the role sensitive");
        if (traits.of_mechanism || traits.needs_blind)
            throw Refused(
                format("REQUIRE {}: groups of a view are formed by looking at sensitive values, and not by chance",
                       requirement.model));
    }
}

// The server itself refuses what is no interval.
void check_periods(const views::ViewDefinition& given, Server& server) {
    for (const auto& retention : given.retain) {
        if (retention.period.empty()) continue;
        bool forward = false;
        server.read(format("SELECT interval {0} >= interval '0' AND isfinite(date '3000-01-01' + interval {0})",
                           sql_string(retention.period)),
                    {CellType::boolean}, [&](std::span<const Cell> row) { forward = row[0].number != 0; });
        if (!forward)
            throw Refused(format("RETAIN … FOR {}: this is not a time ahead", quoted(retention.period)),
                          "write '90 days' or '2 years'");
    }
}

void find_dghs(View& view, Server& server) {
    const auto find_for = [&](const std::vector<views::GeneralizedColumn>& list) {
        for (const views::GeneralizedColumn& column : list) {
            const std::string name = folded_name(column.dgh);
            if (name.empty() || view.dghs.contains(name)) continue;
            auto stored = server.dgh(name);
            if (!stored) throw Refused(format("there is no DGH {}", quoted(column.dgh)), "make it with CREATE DGH");
            if (stored->edges.empty())
                throw Refused(format("DGH {} is empty", quoted(column.dgh)), "fill it with INSERT INTO DGH");
            view.dghs.emplace(name, Dgh{stored->id, std::move(stored->edges)});
        }
    };
    find_for(view.definition.quasi_identifiers);
    find_for(view.definition.sensitive);
}

}  // namespace

View View::describe(views::ViewDefinition definition, Server& server) {
    View view;
    view.definition = std::move(definition);
    const views::ViewDefinition& given = view.definition;
    if (given.materialized &&
        (!given.require.empty() || given.recoder != views::ViewDefinition::best || given.block > 0))
        throw Refused("a materialized view keeps groups by everybody's k alone", "leave REQUIRE, RECODE and BLOCK out",
                      Refused::Kind::unsupported);
    view.columns = server.describe(view.definition.engine_query);
    if (!view.definition.policy.empty()) view.policy = policy_of(view.definition.policy, server);
    check_columns(view);
    if (view.definition.has_profile()) describe_profile(view, server);
    check_models(view.definition);
    check_periods(view.definition, server);
    find_dghs(view, server);
    return view;
}

const QueryColumn& View::column(std::string_view name) const { return *find(columns, name); }

bool View::profile_has(std::string_view name) const { return find(profile, name) != nullptr; }

const Dgh* View::dgh(const views::GeneralizedColumn& column) const {
    const auto found = dghs.find(folded_name(column.dgh));
    return found == dghs.end() ? nullptr : &found->second;
}

std::vector<View::Shown> View::shown() const {
    const auto place_in = [](const std::vector<views::GeneralizedColumn>& list, std::string_view name) {
        const auto found =
            std::find_if(list.begin(), list.end(), [&](const auto& item) { return same_name(item.column, name); });
        return static_cast<std::size_t>(found - list.begin());
    };
    std::vector<Shown> all;
    for (const QueryColumn& column : columns) {
        const std::size_t quasi = place_in(definition.quasi_identifiers, column.name);
        const std::size_t sensitive = place_in(definition.sensitive, column.name);
        Shown shown{column.name};
        if (same_name(column.name, definition.id)) {
            shown.as = Shown::As::identifier;
        } else if (quasi < definition.quasi_identifiers.size()) {
            shown = {column.name, Shown::As::quasi, quasi};
        } else if (sensitive < definition.sensitive.size()) {
            const bool plain = definition.sensitive[sensitive].dgh.empty();
            shown = {column.name, plain ? Shown::As::plain_sensitive : Shown::As::node, sensitive};
        } else if (definition.has_profile() && same_name(column.name, definition.profile.column)) {
            continue;  // it may tell who it is
        }
        all.push_back(std::move(shown));
    }
    return all;
}

}  // namespace scrim::postgres
