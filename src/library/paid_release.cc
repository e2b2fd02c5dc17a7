#include "library/paid_release.h"

#include "kernel/core/text.h"
#include "methods/statdb/noisy/noisy_table.h"

namespace scrim::library {

Result<release::Settle> pay_from_ledger(const PublishRequest& request, const noise::Cost& cost) {
    SCRIM_TRY(const auto database, statdb::noisy::NoisyTable::open(request.ledger));
    // Every release is another one: no answer in the ledger stands for it.
    SCRIM_CHECK(database->ledger().quote({request.recipient, "release", cost}));
    return release::Settle([database, cost, file = request.ledger, recipient = request.recipient](
                               std::uint64_t records, const std::string& certificate) -> Result<void> {
        if (records != database->table().rows())
            return input_error(format("{} holds {}, and the table {}: its ledger is about other data", quoted(file),
                                      counted(database->table().rows(), "record", "records"), with_thousands(records)));
        SCRIM_CHECK(database->ledger().pay({recipient, "release with certificate sha256 " + certificate, cost},
                                           [] { return Result<std::string>(std::string("released")); }));
        return {};
    });
}

}  // namespace scrim::library
