#include "adapters/duckdb/sql/catalog/version_cache.h"

#include <duckdb/common/string_util.hpp>

namespace scrim::sql {

ViewVersionPtr VersionCache::get(const std::string& view, const std::string& purpose, const std::string& recipient,
                                 bool paper, const std::function<ViewVersionPtr()>& make) {
    const Key key{duckdb::StringUtil::Lower(view), duckdb::StringUtil::Lower(purpose),
                  duckdb::StringUtil::Lower(recipient), paper};
    {
        const std::lock_guard lock(mutex_);
        const auto found = versions_.find(key);
        if (found != versions_.end() && !found->second->is_over()) return found->second;
        if (found != versions_.end()) versions_.erase(found);
    }
    ViewVersionPtr made = make();
    if (made->passes && holds_ == Holds::state) return made;
    const std::lock_guard lock(mutex_);
    return versions_.emplace(key, std::move(made)).first->second;
}

}  // namespace scrim::sql
