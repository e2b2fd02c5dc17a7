#include "adapters/libpq/snapshot.h"

#include <map>

namespace scrim::libpq {

Result<std::shared_ptr<Snapshot>> Snapshot::of(const Address& address) {
    thread_local std::map<std::string, std::weak_ptr<Snapshot>> open;
    std::erase_if(open, [](const auto& entry) { return entry.second.expired(); });
    if (const auto found = open.find(address.connection); found != open.end())
        if (auto snapshot = found->second.lock()) return snapshot;
    SCRIM_TRY(std::unique_ptr<Connection> connection, Connection::open(address, no_progress()));
    if (const auto begun = connection->run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", no_progress()); !begun)
        return begun.error();
    auto snapshot = std::make_shared<Snapshot>(std::shared_ptr<Connection>(std::move(connection)));
    open[address.connection] = snapshot;
    return snapshot;
}

}  // namespace scrim::libpq
