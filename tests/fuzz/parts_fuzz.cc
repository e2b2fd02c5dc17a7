// Any bytes as a histogram, a plan or evidence: refused in one line, or what was written is what was read. The checksum
// is put right first, so that what comes after it is tried too.
#include "kernel/core/sealed_bytes.h"
#include "scrim/check.h"
#include "scrim/evidence.h"
#include "scrim/histogram.h"
#include "scrim/plan.h"

#include <cstdint>
#include <string>

namespace {

constexpr std::size_t header = 12, digest = 32;

// The same inside, sealed.
std::string sealed_again(std::string_view bytes) {
    if (bytes.size() < header + digest) return std::string(bytes);
    const std::string_view inside = bytes.substr(header, bytes.size() - header - digest);
    return scrim::seal({bytes.substr(0, 8), "", 1}, inside);
}

template <class Value>
scrim::Result<Value> read_again(const std::string& bytes) {
    auto read = Value::parse(bytes);
    if (read && read->serialize() != bytes) __builtin_trap();
    return read;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes = sealed_again({reinterpret_cast<const char*>(data), size});
    if (const auto histogram = read_again<scrim::Histogram>(bytes)) {
        const scrim::Histogram twice[] = {*histogram, *histogram};
        const auto merged = scrim::Histogram::merged(twice);
        if (merged && merged->rows() != histogram->rows()) __builtin_trap();
        scrim::TableInput part;
        part.histogram = *histogram;
        if (histogram->records() < 10'000) (void)scrim::column_names(part);
    }
    if (const auto plan = read_again<scrim::Plan>(bytes)) {
        scrim::TableInput part;
        const auto columns = plan->columns();
        if (plan->has_values() && !plan->values().ok()) std::abort();
        if (!plan->algorithm().empty() && columns.size() < 100) (void)plan->shares({}, scrim::no_progress());
    }
    (void)read_again<scrim::Evidence>(bytes);
    return 0;
}
