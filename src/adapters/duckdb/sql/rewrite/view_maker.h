// Makes a version of a view: reads the different combinations of its quasi-identifiers and people's k, recodes them and
// lays out the tables of labels.
#pragma once

#include "adapters/duckdb/sql/catalog/edition_store.h"
#include "adapters/duckdb/sql/catalog/result_columns.h"
#include "adapters/duckdb/sql/rewrite/view_expander.h"

namespace scrim::sql {

// The columns of a view's query, its profile table, and whether everything that it names is there. Also checks a view
// before it is made.
std::shared_ptr<ViewVersion> describe_view(ViewExpander& expander, const ViewEntry& entry,
                                           const views::TailScope& tail);
// Throws DuckDB's exceptions; what is wrong with data is said without data.
// `all_values`: the labels name every value of the data; for the owner alone.
std::shared_ptr<ViewVersion> make_version(ViewExpander& expander, const ViewEntry& entry, const views::TailScope& tail,
                                          bool all_values);

// The rest is for the files that do this together.

[[noreturn]] inline void refuse(const std::string& message) { throw duckdb::BinderException(message); }

template <class T>
T must(Result<T> result) {
    if (!result) refuse(result.error().message);
    return *std::move(result);
}

// The DGH that a column names; null for none.
const views::DghEdges* dgh_of(const ViewExpander& expander, const views::GeneralizedColumn& column);
views::ViewAttribute attribute_of(const DomainPtr& values, const views::GeneralizedColumn& column,
                                  const views::DghEdges* dgh, views::ViewDefinition::UnknownValue unknown);
// The labels of each value and level of a sensitive attribute.
void make_sensitive_map(ViewExpander& expander, ViewVersion& version, const views::TailScope& tail,
                        std::size_t attribute);
// From the edition that is stored for this purpose and recipient. False when there is none: nobody has agreed to it.
bool make_materialized(ViewExpander& expander, ViewVersion& version, const views::TailScope& tail);
// Whether the profile has several rows for one person.
void check_profile_doubles(ViewExpander& expander, ViewVersion& version);
// Everybody's k, as the views of it are read; refuses what the view does.
std::vector<std::uint32_t> read_k(const ViewVersion& version, const std::vector<std::int32_t>& read);
// A quasi-identifier of a materialized view, of these values and those that are stored.
views::ViewAttribute edition_attribute(const ViewExpander& expander, const ViewEntry& entry, std::size_t attribute,
                                       const Domain& values, bool has_null, const views::StoredEdition& stored);

}  // namespace scrim::sql
