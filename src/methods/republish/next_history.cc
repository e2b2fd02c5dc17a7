#include "methods/republish/next_history.h"

#include "kernel/core/random.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <unordered_set>

namespace scrim::republication {
namespace {

std::string random_key() {
    SystemRandom random;
    std::string key;
    for (int i = 0; i < 4; ++i) key += format("{:016x}", random.next());
    return key;
}

// Signatures that somebody has, renumbered in the order in which they are met.
class UsedSignatures {
public:
    explicit UsedSignatures(const std::vector<Signature>& all) : all_(all), number_(all.size(), UINT32_MAX) {}

    std::uint32_t number(std::uint32_t signature) {
        std::uint32_t& known = number_[signature];
        if (known == UINT32_MAX) {
            known = static_cast<std::uint32_t>(used_.size());
            used_.push_back(all_[signature]);
        }
        return known;
    }
    std::vector<Signature> take() { return std::move(used_); }

private:
    const std::vector<Signature>& all_;
    std::vector<std::uint32_t> number_;
    std::vector<Signature> used_;
};

}  // namespace

History next_history(const History* before, const NextVersion& next, const Grouping& grouping) {
    History after;
    after.key = before ? before->key : random_key();
    if (before) after.releases = before->releases;
    UsedSignatures used(grouping.signatures);

    std::vector<std::uint32_t> records;
    for (std::uint32_t g = 0; g < grouping.groups.size(); ++g)
        for (const GroupPlace& place : grouping.groups[g]) {
            if (place.counterfeit) continue;
            records.push_back(place.record);
            after.names.push_back(next.names[place.record]);
            after.groups.push_back(g + 1);
            after.signature_of.push_back(used.number(grouping.signature_of[g]));
        }
    std::vector<Code> codes(records.size());
    for (std::size_t c = 0; c < next.table.width(); ++c) {
        for (std::size_t r = 0; r < records.size(); ++r) codes[r] = next.table[c][records[r]];
        after.people.add(next.table.name(c), Column(next.table[c].domain_ptr(), codes));
    }

    // Whoever was released once and is not in this release may return.
    for (const std::uint32_t record : grouping.held_back)
        if (next.version.signature[record] != Version::is_new)
            after.departed.emplace(after.fingerprint_of(next.names[record]),
                                   used.number(next.version.signature[record]));
    if (before) {
        const std::unordered_set<std::string_view> now(next.names.begin(), next.names.end());
        const std::unordered_set<std::string_view> earlier(before->names.begin(), before->names.end());
        for (std::size_t p = 0; p < before->names.size(); ++p)
            if (!now.contains(before->names[p]))
                after.departed.emplace(after.fingerprint_of(before->names[p]), used.number(before->signature_of[p]));
        std::unordered_set<std::string> returned;
        if (!before->departed.empty())
            for (const std::string& name : next.names)
                if (!earlier.contains(name)) returned.insert(after.fingerprint_of(name));
        for (const auto& [print, signature] : before->departed)
            if (!returned.contains(print)) after.departed.emplace(print, used.number(signature));
    }

    after.signatures = used.take();
    std::vector<Code> values;
    for (const Signature& signature : after.signatures) values.insert(values.end(), signature.begin(), signature.end());
    after.values = Column(next.values().domain_ptr(), values);
    return after;
}

}  // namespace scrim::republication
