// Framework: a way in which a question can be answered.
//
// A framework file describes itself in one Framework, returned by <name>_framework(), and is listed in frameworks.def;
// that is all.
//
//   if (const Framework* framework = find_framework(name)) … framework->ask(table, query, rows) …
#pragma once

#include "methods/statdb/bounds.h"
#include "methods/statdb/query.h"
#include "methods/statdb/stat_table.h"
#include "scrim/statdb.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::statdb {

// What one group's question adds to an answer.
struct Asked {
    std::vector<StatValue> values;
    Effort effort;
};

struct Framework {
    std::string name;
    std::string says, against;  // what is promised, and against whom
    std::string when;           // to choose it, for help; "" for the default
    bool baseline = false;      // for comparison only, and only where the file has what it needs
    bool sure = true;           // the truth is surely in the interval, not only likely
    bool shows_who = false;     // counts that say nothing about sensitive values are exact
    bool generalizes = false;   // quasi-identifiers are not shown as they are
    bool only_counts = true;    // answers COUNT and no other aggregate; checked before ask() is called
    bool quantiles = false;     // answers them, too
    bool on_request = false;    // a file allows it only where it was named
    // Of the records that satisfy `rows`; nothing when nobody is in the group. No function: it answers for a price
    // (methods/statdb/noisy).
    Result<std::optional<Asked>> (*ask)(const StatTable& table, const Query& query, const Condition& rows) = nullptr;
};

// The one that answers for a price.
const Framework& dp_framework();
// The registry: frameworks.def, in its order.
const std::vector<const Framework*>& frameworks();
const Framework* find_framework(std::string_view name);
// The names of those that are for use, or of all.
std::vector<std::string> names_of_frameworks(bool baselines);

// An answer that has this count wherever one is asked for.
Asked counted_as(const Query& query, StatValue count, Effort effort = {});

}  // namespace scrim::statdb
