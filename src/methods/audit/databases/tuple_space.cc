#include "methods/audit/databases/tuple_space.h"

#include "kernel/core/int128.h"
#include "kernel/core/text.h"

namespace scrim::audit::databases {

Result<TupleSpace> TupleSpace::make(std::vector<RelationTuples> relations) {
    // An upper limit that no product of two 32-bit numbers passes.
    const Int128 far = *power_of_ten(28);
    Int128 all = 0;
    std::string largest;
    Int128 most = -1;
    for (RelationTuples& relation : relations) {
        Int128 count = 1;
        for (const std::uint32_t size : relation.sizes) count = size == 0 ? 0 : std::min<Int128>(count * size, far);
        if (count > most) {
            most = count;
            largest = relation.name;
        }
        all = std::min<Int128>(all + count, far);
        if (all <= static_cast<Int128>(most_tuples)) {
            relation.first = static_cast<TupleId>(all - count);
            relation.count = static_cast<std::uint32_t>(count);
        }
    }
    if (all > static_cast<Int128>(most_tuples))
        return input_error(
            format("the domains allow {}{} different tuples (most of them in {}), more than {}: close "
                   "domains with 'domain', take fewer fresh values, or audit a part of the data",
                   all == far ? "at least " : "", to_string(all), quoted(largest), with_thousands(most_tuples)));
    TupleSpace space;
    space.size_ = static_cast<std::uint32_t>(all);
    for (std::size_t r = 0; r < relations.size(); ++r) {
        const RelationTuples& relation = relations[r];
        Row row(relation.sizes.size(), 0);
        for (std::uint32_t t = 0; t < relation.count; ++t) {
            space.relation_of_.push_back(static_cast<std::uint32_t>(r));
            space.begin_.push_back(space.codes_.size());
            space.codes_.insert(space.codes_.end(), row.begin(), row.end());
            for (std::size_t a = row.size(); a-- > 0;) {
                if (++row[a] < relation.sizes[a]) break;
                row[a] = 0;
            }
        }
    }
    space.relations_ = std::move(relations);
    return space;
}

std::vector<TupleId> Database::tuples() const {
    std::vector<TupleId> found;
    for (TupleId t = 0; t < has_.size(); ++t)
        if (has_[t] != 0) found.push_back(t);
    return found;
}

}  // namespace scrim::audit::databases
