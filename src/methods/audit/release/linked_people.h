// LinkedPeople: people whom an attacker knows by name and quasi-identifiers, and the classes that each may be in.
#pragma once

#include "kernel/core/table.h"
#include "methods/audit/release/audited_release.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace scrim::audit {

class LinkedPeople {
public:
    // `person` names its column of names; "" for row numbers.
    static Result<LinkedPeople> link(const AuditedRelease& release, TableSource& people, const std::string& person,
                                     Progress& progress);

    std::size_t size() const { return offsets_.size() - 1; }
    const std::string& name(std::size_t p) const { return names_[p]; }
    // Numbers of classes of the release, ascending; none for who cannot be in it.
    std::span<const std::uint32_t> classes(std::size_t p) const {
        return std::span(classes_).subspan(offsets_[p], offsets_[p + 1] - offsets_[p]);
    }
    // Exact quasi-identifiers, as codes: who has equal ones cannot be told apart.
    std::span<const Code> values(std::size_t p) const {
        return std::span(values_).subspan(p * dimensions_, dimensions_);
    }

    // A quasi-identifier as their table has it, row by row; null where there is none of that name.
    const Column* column(const std::string& name) const {
        const auto place = table_.find(name);
        return place && *place < dimensions_ ? &table_[*place] : nullptr;
    }

private:
    Table table_;  // quasi-identifiers first
    std::size_t dimensions_ = 0;
    std::vector<std::string> names_;
    std::vector<std::uint64_t> offsets_{0};
    std::vector<std::uint32_t> classes_;
    std::vector<Code> values_;
};

}  // namespace scrim::audit
