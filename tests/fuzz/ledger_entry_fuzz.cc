// Any bytes as a line of a ledger: refused, or an entry that is written as it was read. The chain is put right first,
// so that what comes before it is tried.
#include "methods/files/digest.h"
#include "methods/ledger/entry.h"

#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace scrim::ledger;
    const std::string_view said(reinterpret_cast<const char*>(data), size);
    if (said.find('\n') != std::string_view::npos) return 0;  // a line has none
    const Chain first = first_chain("data");
    const std::string line = std::string(said) + scrim::files::keyed_fingerprint(first, said);
    Chain chain = first;
    const auto entry = entry_of(line, chain);
    if (!entry) {
        if (chain != first) __builtin_trap();
        return 0;
    }
    Chain again = first, read = first;
    std::string written = line_of(*entry, again);
    written.pop_back();
    const auto same = entry_of(written, read);
    if (!same || read != again || same->number != entry->number || same->time != entry->time ||
        same->kind != entry->kind || same->recipient != entry->recipient || same->amount.kind != entry->amount.kind ||
        same->amount.value != entry->amount.value || same->question != entry->question || same->answer != entry->answer)
        __builtin_trap();
    return 0;
}
