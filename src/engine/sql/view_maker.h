// Makes a version of a view: reads the different combinations of its quasi-identifiers and people's k, recodes them and
// lays out the tables of labels.
#pragma once

#include "engine/sql/edition_store.h"
#include "engine/sql/text_column.h"
#include "engine/sql/view_expander.h"

namespace scrim {

// The columns of a view's query, its profile table, and whether everything that it names is there. Also checks a view
// before it is made.
std::shared_ptr<ViewVersion> describe_view(ViewExpander& expander, const ViewEntry& entry, const TailScope& tail);
// Throws DuckDB's exceptions; what is wrong with data is said without data.
// `all_values`: the labels name every value of the data; for the owner alone.
ViewVersionPtr make_version(ViewExpander& expander, const ViewEntry& entry, const TailScope& tail, bool all_values);

// Whether the profile has several rows for one person.
void check_profile_doubles(ViewExpander& expander, ViewVersion& version);
// Everybody's k, as the views of it are read; refuses what the view does.
std::vector<std::uint32_t> read_k(const ViewVersion& version, const std::vector<std::int32_t>& read);
// A quasi-identifier of a materialised view.
ViewAttribute edition_attribute(const ViewExpander& expander, const ViewEntry& entry, std::size_t attribute,
                                const TextColumn& texts, const StoredEdition& stored);

}  // namespace scrim
