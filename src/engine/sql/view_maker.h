// Makes a version of a view: reads the different combinations of its quasi-identifiers and people's k, recodes them and
// lays out the tables of labels.
#pragma once

#include "engine/sql/view_expander.h"

namespace scrim {

// The columns of a view's query, its profile table, and whether everything that it names is there. Also checks a view
// before it is made.
std::shared_ptr<ViewVersion> describe_view(ViewExpander& expander, const ViewEntry& entry, const TailScope& tail);
// Throws DuckDB's exceptions; what is wrong with data is said without data.
ViewVersionPtr make_version(ViewExpander& expander, const ViewEntry& entry, const TailScope& tail);

}  // namespace scrim
