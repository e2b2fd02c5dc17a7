// KeptGroups: the groups of a materialized view's edition, as whoever labels its rows needs them. A group stands where
// a tuple of a recoding would: its records show one label for each quasi-identifier. Last come two more: of those who
// are hidden, and of those who are in no group and show their own values.
//
// What a row shows is what was stored. That the row is still what it was stored for is looked at, too: a group that
// lacks a member, or has one that its label does not hold, would say more than was agreed to.
#pragma once

#include "adapters/postgres/kept_editions.h"
#include "adapters/postgres/value_codes.h"
#include "adapters/postgres/view_sql.h"
#include "methods/views/recoding/view_labels.h"

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace scrim::postgres {

class KeptGroups {
public:
    static constexpr std::uint32_t none = UINT32_MAX;

    // Fills `codes` with the values of each quasi-identifier.
    KeptGroups(const View& view, const KeptEdition& edition, const ViewSql& sql, Server& server,
               std::vector<ValueCodes>& codes);

    std::uint32_t edition() const { return edition_; }
    std::size_t tuples() const { return sizes_.size(); }
    std::uint32_t hidden() const { return static_cast<std::uint32_t>(sizes_.size()) - 2; }
    std::uint32_t exempt() const { return static_cast<std::uint32_t>(sizes_.size()) - 1; }
    // Of a number that is stored with a member.
    std::uint32_t find(std::int64_t group) const;
    std::int64_t number(std::uint32_t tuple) const { return numbers_[tuple]; }
    std::uint64_t size(std::uint32_t tuple) const { return sizes_[tuple]; }

    const std::shared_ptr<const views::Labels>& labels(std::size_t attribute) const {
        return attributes_[attribute].labels;
    }
    // Of those in no group ViewLabels::none.
    views::LabelId label(std::size_t attribute, std::uint32_t tuple) const {
        return attributes_[attribute].shown[tuple];
    }
    views::LabelId own_label(std::size_t attribute, Code leaf) const { return attributes_[attribute].own[leaf]; }
    // Whether a record with this value, and this k, is one that the tuple stands for.
    bool holds(std::size_t attribute, std::uint32_t tuple, Code leaf) const {
        return tuple >= hidden() || attributes_[attribute].boxes[tuple].contains(leaf);
    }
    bool holds_k(std::uint32_t tuple, std::int64_t k, std::int64_t kept_k) const {
        return tuple == hidden() || (k >= 0 && k <= (tuple == exempt() ? 1 : kept_k));
    }

private:
    struct Attribute {
        std::shared_ptr<const views::Labels> labels;
        std::vector<views::LabelId> shown;  // by tuple
        std::vector<Span> boxes;            // of groups
        std::vector<views::LabelId> own;    // by leaf
    };

    std::uint32_t edition_;
    std::unordered_map<std::int64_t, std::uint32_t> tuple_of_;
    std::vector<std::int64_t> numbers_;
    std::vector<std::uint64_t> sizes_;
    std::vector<Attribute> attributes_;
};

// The error for whoever asks a view that has to be begun anew.
[[noreturn]] void refuse_stale(const View& view);

}  // namespace scrim::postgres
