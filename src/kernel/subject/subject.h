// The subject of a check: what the columns of a table mean, given its policy.
#pragma once

#include "kernel/core/source.h"
#include "kernel/hierarchy/attribute.h"
#include "kernel/models/evidence.h"
#include "scrim/policy.h"

#include <map>
#include <memory>

namespace scrim::subject {

// What to say of a column that a source lacks.
Error no_such_column(const TableSource& source, const std::string& column);

// Every column of the source is classified, and every quasi-identifier and sensitive column is there. (Identifiers and
// insensitive columns may be gone: a release drops them.)
Result<void> check_classified(const TableSource& source, const Policy& policy);

// A column over the ordered values that its printed ones are spans of: the hierarchy's leaves, or else the values of
// the original table; nothing where neither is known (null).
std::optional<hierarchy::Attribute> base_of(const std::string& column,
                                            const std::shared_ptr<const hierarchy::Hierarchy>& hierarchy,
                                            const DomainPtr& original);
// The same, of the hierarchy that the column has, if any.
std::optional<hierarchy::Attribute> base_of(const std::string& column, const hierarchy::Hierarchies& hierarchies,
                                            const DomainPtr& original);
// What each printed value covers in the base. A NULL is the base's NULL, or everything where the base has none (a
// suppressed cell). Refuses values that mean nothing there, naming them.
Result<std::vector<Span>> spans_of(const Domain& printed, const hierarchy::Attribute& base);

// A column over the leaves of its hierarchy, which gains a NULL where the column has one.
Result<Column> over_hierarchy(const std::string& name, const Column& column,
                              std::shared_ptr<const hierarchy::Hierarchy>& hierarchy);
// What each guarding node protects; a NULL guards nothing.
Result<std::vector<Span>> guard_spans(const std::string& name, const Domain& guards, const Domain& sensitive,
                                      const hierarchy::Hierarchy* hierarchy);

// A table of the population, matched to the quasi-identifiers of `table` value by value.
Result<models::Population> make_population(const Table& population, const Table& table,
                                           const std::vector<std::string>& quasi_identifiers,
                                           const hierarchy::Hierarchies& hierarchies);

// How much the loss of a quasi-identifier counts.
Result<double> weight_of(const ColumnPolicy& column);

}  // namespace scrim::subject
