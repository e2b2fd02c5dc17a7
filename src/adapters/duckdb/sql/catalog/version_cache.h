// VersionCache: the versions of views that were made for one state of the data. Sessions that see the same committed
// state share one; a transaction that has changed something has its own.
#pragma once

#include "adapters/duckdb/sql/catalog/view_version.h"

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <tuple>

namespace scrim::sql {

class VersionCache {
public:
    // One for a single statement keeps also what passes with time.
    enum class Holds { state, statement };
    explicit VersionCache(Holds holds = Holds::state) : holds_(holds) {}
    // The version for these, made now if there is none. Two sessions may make the same one at once; the first stays.
    // `paper`: for the paper's semantics, which is another.
    ViewVersionPtr get(const std::string& view, const std::string& purpose, const std::string& recipient, bool paper,
                       const std::function<ViewVersionPtr()>& make);

private:
    using Key = std::tuple<std::string, std::string, std::string, bool>;
    Holds holds_;
    std::mutex mutex_;
    std::map<Key, ViewVersionPtr> versions_;
};

}  // namespace scrim::sql
