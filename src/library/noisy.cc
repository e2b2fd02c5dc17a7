#include "scrim/noisy.h"

#include "methods/statdb/framework.h"
#include "methods/statdb/noisy/noisy_table.h"

namespace scrim {

bool answers_for_a_price(const std::string& framework) {
    const statdb::Framework* known = statdb::find_framework(framework);
    return known && !known->ask;
}

Result<NoisyStatDb> NoisyStatDb::open(const std::string& path) {
    SCRIM_TRY(auto table, statdb::noisy::NoisyTable::open(path));
    return NoisyStatDb(std::move(table));
}

Result<NoisyPrice> NoisyStatDb::price(const NoisyRequest& request) const {
    SCRIM_TRY(const statdb::Query query, statdb::parse_query(request.sql, table_->table().schema()));
    return table_->price(query, request);
}

Result<NoisyAnswer> NoisyStatDb::ask(const NoisyRequest& request, Progress& progress) const {
    SCRIM_TRY(const statdb::Query query, statdb::parse_query(request.sql, table_->table().schema()));
    SystemRandom random;
    return table_->ask(query, request, random, progress);
}

}  // namespace scrim
