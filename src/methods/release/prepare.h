// From a table and its policy to the problem that a recoder solves, and back to rows.
#pragma once

#include "kernel/core/source.h"
#include "kernel/recode/recoder.h"
#include "kernel/subject/subject.h"
#include "scrim/publish.h"

#include <memory>
#include <string>
#include <vector>

namespace scrim::release {

struct PublishSources {
    TableSource& table;
    TableSource* population = nullptr;
};

// What is released: every different row of the columns that anybody needs, quasi-identifiers over the leaves of their
// hierarchies.
struct Material {
    std::shared_ptr<const Tuples> rows;  // columns: those of the problem's tuples first, then the other released ones
    std::vector<std::uint32_t> runs;     // rows [runs[t], runs[t + 1]) are those of the problem's tuple t
    std::vector<std::string> released;   // the columns to print, in the order of the original
    hierarchy::Hierarchies hierarchies;  // by column, extended by a NULL where the column has one
    std::optional<Table> population;     // its quasi-identifiers
    std::vector<std::string> categories = {};  // columns whose values are text, whatever they look like
};

struct Prepared {
    recode::Problem problem;
    Material material;
};

// Readers of tables, our own among them, do not tell apart columns whose names are equal but for upper and lower case.
bool same_name(std::string_view one, std::string_view other);

// The policy's quasi-identifiers, over the domains of `table` (those of `hierarchies`, where they have one).
Result<std::vector<hierarchy::Attribute>> quasi_identifiers(const Policy& policy, const Table& table,
                                                            const hierarchy::Hierarchies& hierarchies);
// Refuses columns whose names are the same to readers of tables, our own among them.
Result<void> check_released_names(const std::vector<std::string>& released);
// Moves every column that has a hierarchy onto its leaves; the hierarchy gains a NULL where the column has one.
Result<Table> over_hierarchies(Table table, hierarchy::Hierarchies& hierarchies);

// Refuses a policy that requires nothing.
Result<void> check_required(const Policy& policy);
Result<Prepared> prepare(PublishSources sources, const PublishRequest& request, Progress& progress);
// The same, whether anything is required or not: methods that change values need no requirement.
Result<Prepared> prepare_any(PublishSources sources, const PublishRequest& request, Progress& progress);

}  // namespace scrim::release
