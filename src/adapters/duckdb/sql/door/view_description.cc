// What a view is, before any of its data are read: its columns, its profile table, its policy, its clauses.
#include "adapters/duckdb/files/sql_text.h"
#include "adapters/duckdb/sql/rewrite/view_maker.h"
#include "kernel/core/text.h"
#include "kernel/models/model.h"

#include <duckdb/parser/parser.hpp>

#include <algorithm>

namespace scrim::sql {
namespace {

using duckdb::LogicalType;

void check_columns(const ViewVersion& version) {
    const views::ViewDefinition& view = version.definition();
    const auto check = [&](const std::string& column, const char* what) {
        if (std::none_of(version.columns.begin(), version.columns.end(),
                         [&](const auto& c) { return same_sql_name(c, column); }))
            refuse(format("{} {} is not a column of the view's query{}; it has {}", what, quoted(column),
                          did_you_mean(column, version.columns), list_some(version.columns, 20)));
    };
    check(view.id, "the identifier");
    for (const auto& attribute : view.quasi_identifiers) check(attribute.column, "the quasi-identifier");
    for (const auto& attribute : view.sensitive) check(attribute.column, "the sensitive attribute");
    if (view.has_profile()) check(view.profile.column, "the profile column");
    for (const auto& disclosure : view.disclose) check(disclosure.column, "DISCLOSE names");
    for (const auto& retention : view.retain) {
        check(retention.column, "RETAIN names");
        if (retention.until.empty()) check(retention.since, "RETAIN … SINCE names");
    }
    if (version.policy && !version.policy->since.empty()) check(version.policy->since, "the policy counts since");
    for (std::size_t i = 0; i < version.columns.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (same_sql_name(version.columns[i], version.columns[j]))
                refuse(format("the view's query has two columns called {}; rename one with AS",
                              quoted(version.columns[i])));
}

// Keys are compared as one type, in which different keys are never equal: '1' and '01' are one number, and one person
// with two profiles would be shown by both.
void check_key(const ViewVersion& version, const LogicalType& key) {
    const views::ProfileReference& reference = version.definition().profile;
    LogicalType own;
    for (std::size_t c = 0; c < version.columns.size(); ++c)
        if (same_sql_name(version.columns[c], reference.column)) own = version.types[c];
    const auto collated = [](const LogicalType& type) {
        return type.id() == duckdb::LogicalTypeId::VARCHAR && !duckdb::StringType::GetCollation(type).empty();
    };
    if (collated(own) || collated(key))
        refuse(format("{} refers to {} by text with a collation, in which different names are equal; use plain text",
                      quoted(reference.column), reference.table));
    if (own != key && !(own.IsIntegral() && key.IsIntegral()))
        refuse(format(
            "{} of the view's query is {} and {} of {} is {}: '1' and '01' would be one person; CAST one, so "
            "that both have one type",
            quoted(reference.column), own.ToString(), quoted(version.profile.key), reference.table, key.ToString()));
}

// The profile is read for the recoding and again for the rows, as the view's query is.
void check_profile_reading(ViewExpander& expander, const ViewEntry& entry) {
    duckdb::Parser parser;
    parser.ParseQuery("SELECT * FROM " + profile_table(entry));
    QueryReading reading;
    try {
        reading = reading_of(expander.connection(), std::move(parser.statements[0]));
    } catch (const duckdb::BinderException& exception) {
        refuse(format("the profile {}: {}", entry.definition.profile.table, duckdb::ErrorData(exception).RawMessage()));
    }
    if (reading == QueryReading::once)
        refuse(format("the profile {} is a view that may give other rows each time it is read; keep them in a table",
                      entry.definition.profile.table));
}

void describe_profile(ViewExpander& expander, ViewVersion& version) {
    const views::ProfileReference& reference = version.definition().profile;
    const auto prepared = expander.connection().Prepare("SELECT * FROM " + profile_table(version.entry()));
    if (prepared->HasError()) prepared->error.Throw();
    check_profile_reading(expander, version.entry());
    ProfileShape& shape = version.profile;
    shape.columns = prepared->GetNames();
    const auto type_of = [&](const std::string& column) {
        for (std::size_t c = 0; c < shape.columns.size(); ++c)
            if (same_sql_name(shape.columns[c], column)) return prepared->GetTypes()[c];
        return LogicalType(duckdb::LogicalTypeId::SQLNULL);
    };
    const auto must_be = [&](const std::string& column, bool right, const char* what) {
        if (!right)
            refuse(format("{} of {} must be {}, not {}", quoted(column), reference.table, what,
                          type_of(column).ToString()));
    };
    const auto whole = [&](const std::string& column) {
        must_be(column, type_of(column).IsIntegral(), "whole numbers");
    };
    const auto choice = [&](const std::string& column) {
        must_be(column, type_of(column).id() == duckdb::LogicalTypeId::BOOLEAN, "BOOLEAN");
    };
    const auto time = [&](const std::string& column) {
        must_be(column, type_of(column).IsTemporal(), "dates or timestamps");
    };
    shape.purpose = shape.has("purpose");
    shape.recipient = shape.has("recipient");
    const auto check = [&](const std::string& column, const char* what) {
        if (!shape.has(column))
            refuse(format("{} {} is not a column of {}{}; it has {}", what, quoted(column), reference.table,
                          did_you_mean(column, shape.columns), list_some(shape.columns, 20)));
    };
    check(reference.k_column, "the column of k");
    if (!reference.level_column.empty()) check(reference.level_column, "the column of levels");
    shape.key = reference.key.empty() ? reference.column : reference.key;
    if (!shape.has(shape.key) && reference.key.empty())
        refuse(format("{} has no column {} for {} to refer to; say KEY and its name", reference.table,
                      quoted(shape.key), quoted(reference.column)));
    check(shape.key, "KEY");
    check_key(version, type_of(shape.key));
    whole(reference.k_column);
    if (!reference.level_column.empty()) whole(reference.level_column);
    for (const auto& disclosure : version.definition().disclose) {
        check(disclosure.choice, "DISCLOSE … IF names");
        choice(disclosure.choice);
    }
    for (const auto& retention : version.definition().retain)
        if (!retention.until.empty()) {
            check(retention.until, "RETAIN … UNTIL names");
            time(retention.until);
        }
    for (const std::string& column : version.columns) {
        if (shape.has(column + "_op")) choice(column + "_op");
        if (shape.has(column + "_until")) time(column + "_until");
    }
}

void describe_policy(ViewExpander& expander, ViewVersion& version) {
    const std::string& name = version.definition().policy;
    if (name.empty()) return;
    const auto found = expander.catalog().policies.find(name);
    if (found == expander.catalog().policies.end())
        refuse(format("there is no policy {}; make it with CREATE POLICY", quoted(name)));
    version.policy = found->second;
}

// A time that can be added to any day so far.
bool is_period(ViewExpander& expander, const std::string& text) {
    const auto sum = expander.connection().Query(
        format("SELECT i >= INTERVAL '0 days' AND DATE '3000-01-01' + i > DATE '2000-01-01' FROM (SELECT CAST({} AS "
               "INTERVAL) AS i)",
               engine::sql_text(text)));
    return !sum->HasError() && sum->GetValue(0, 0) == duckdb::Value::BOOLEAN(true);
}

// What is wrong whatever the data are.
void check_clauses(ViewExpander& expander, const views::ViewDefinition& view) {
    for (const views::Retention& retention : view.retain)
        if (retention.until.empty() && !is_period(expander, retention.period))
            refuse(format("RETAIN … FOR {}: this is not an interval of time; write '90 days' or '2 years'",
                          quoted(retention.period)));
    for (const Requirement& requirement : view.require) {
        const Traits& traits = must(models::make_model(requirement))->info().traits;
        if (traits.needs_sensitive && view.sensitive.empty())
            refuse(format(
                "REQUIRE {}: the view has no sensitive attribute to judge; name one with ANONYMIZATION_SENSITIVE_ATTR",
                requirement.model));
        if (traits.of_mechanism)
            refuse(
                format("REQUIRE {}: groups of a view are not made by chance, which it speaks of", requirement.model));
        if (traits.needs_blind)
            refuse(format("REQUIRE {}: groups of a view are formed by looking at sensitive values", requirement.model));
    }
}

}  // namespace

const views::DghEdges* dgh_of(const ViewExpander& expander, const views::GeneralizedColumn& column) {
    if (column.dgh.empty()) return nullptr;
    const auto& dghs = expander.catalog().dghs;
    const auto found = dghs.find(column.dgh);
    std::vector<std::string> names;
    for (const auto& [name, edges] : dghs) names.push_back(name);
    if (found == dghs.end())
        refuse(format("there is no DGH {}{}; make it with CREATE DGH", quoted(column.dgh),
                      did_you_mean(column.dgh, names)));
    if (found->second.empty()) refuse(format("DGH {} is empty; fill it with INSERT INTO DGH", quoted(column.dgh)));
    return &found->second;
}

std::vector<std::uint32_t> read_k(const ViewVersion& version, const std::vector<std::int32_t>& read) {
    std::vector<std::uint32_t> result;
    result.reserve(read.size());
    const std::string& table = version.definition().profile.table;
    for (const std::int32_t k : read) {
        if (k == ViewSql::negative_k) refuse(format("a profile in {} has a negative k; k is 0 or more", table));
        if (k == ViewSql::missing_k &&
            version.definition().missing_profile == views::ViewDefinition::MissingProfile::refuse)
            refuse(format(
                "somebody has no profile in {} for this purpose and recipient, and the view says MISSING PROFILE "
                "REFUSE",
                table));
        result.push_back(k == ViewSql::missing_k ? views::ViewTuples::no_profile : static_cast<std::uint32_t>(k));
    }
    return result;
}

void check_profile_doubles(ViewExpander& expander, ViewVersion& version) {
    if (!version.definition().has_profile()) return;
    const auto doubles = run_sql(expander.connection(), version.sql().profile_doubles());
    version.profile.unique = doubles->GetValue(0, 0) == doubles->GetValue(1, 0);
}

std::shared_ptr<ViewVersion> describe_view(ViewExpander& expander, const ViewEntry& entry,
                                           const views::TailScope& tail) {
    auto version = std::make_shared<ViewVersion>(entry, tail.purpose, tail.recipient);
    const auto prepared = expander.connection().Prepare(expander.over_query("SELECT * FROM scrim_base", entry, tail));
    if (prepared->HasError()) prepared->error.Throw();
    version->columns = prepared->GetNames();
    version->types = prepared->GetTypes();
    version->reading = reading_of(expander.connection(), expander.over_query("SELECT * FROM scrim_base", entry, tail));
    if (version->reading == QueryReading::once && entry.definition.materialized)
        refuse(
            "a materialized view's query is read again after every change, and this one may then give other rows of "
            "the "
            "same tables: leave out LIMIT, windows, DISTINCT ON, and aggregates other than count, min, max and sums of "
            "whole numbers, or keep its rows in a table");
    describe_policy(expander, *version);
    check_columns(*version);
    if (entry.definition.has_profile()) describe_profile(expander, *version);
    check_clauses(expander, entry.definition);
    for (const auto& column : entry.definition.quasi_identifiers) dgh_of(expander, column);
    for (const auto& column : entry.definition.sensitive) dgh_of(expander, column);
    version->sensitive.resize(entry.definition.sensitive.size());
    return version;
}

}  // namespace scrim::sql
