// Any bytes as certificate.json: refused in one line, or claims that stay inside the folder and promises that models
// make.
#include "methods/verify/promises.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <set>

namespace {

void require(bool holds, const char* claim) {
    if (holds) return;
    std::fprintf(stderr, "violated: %s\n", claim);
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto claimed = scrim::verifier::parse_certificate(text);
    if (!claimed) {
        require(claimed.error().kind == scrim::Error::Kind::input, "it is the certificate's fault");
        require(claimed.error().message.find('\n') == std::string::npos, "a message is one line");
        return 0;
    }
    require(!claimed->promises.empty(), "something is promised");
    require(!claimed->columns_in(scrim::Role::quasi_identifier).empty(), "there is a quasi-identifier");
    require(claimed->columns_in(scrim::Role::identifier).empty(), "there is no identifier");
    std::set<std::string> names;
    for (const auto& file : claimed->files) {
        require(scrim::verifier::stays_inside(file.name) && file.name.front() != '/', "files are inside the folder");
        require(names.insert(file.name).second, "files are listed once");
        require(file.sha256.size() == 64, "files have checksums");
    }
    for (const auto& column : claimed->columns)
        require(column.hierarchy.empty() || scrim::verifier::stays_inside(column.hierarchy),
                "hierarchies are inside the folder");
    scrim::verifier::Ledger ledger;
    if (const auto promises = scrim::verifier::read_promises(*claimed, ledger))
        require(promises->size() == claimed->promises.size(), "every promise is one of a model");
    for (const auto& claim : ledger.take())
        require(!claim.what.empty() || !claim.detail.empty(), "claims say something");
    return 0;
}
