// TupleSpace: all tuples that any possible database could hold, numbered. A relation's tuples are the product of its
// attributes' values. A database is a subset of the space.
#pragma once

#include "scrim/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace scrim::audit::databases {

using TupleId = std::uint32_t;
using Row = std::vector<std::uint32_t>;  // codes of values

class TupleSpace {
public:
    struct RelationTuples {
        std::string name;
        std::vector<std::uint32_t> types;  // of its attributes
        std::vector<std::uint32_t> sizes;  // of these types
        TupleId first = 0;
        std::uint32_t count = 0;
    };

    static constexpr std::uint64_t most_tuples = 200'000;

    TupleSpace() = default;
    // Refuses more than most_tuples, saying how many there would be. `relations` need name, types and sizes.
    static Result<TupleSpace> make(std::vector<RelationTuples> relations);

    std::uint32_t size() const { return size_; }
    const std::vector<RelationTuples>& relations() const { return relations_; }
    std::size_t relation_of(TupleId tuple) const { return relation_of_[tuple]; }
    std::span<const std::uint32_t> codes(TupleId tuple) const {
        const RelationTuples& relation = relations_[relation_of_[tuple]];
        return {codes_.data() + begin_[tuple], relation.types.size()};
    }
    TupleId tuple(std::size_t relation, const std::uint32_t* codes) const {
        const RelationTuples& some = relations_[relation];
        TupleId number = 0;
        for (std::size_t a = 0; a < some.sizes.size(); ++a) number = number * some.sizes[a] + codes[a];
        return some.first + number;
    }

private:
    std::vector<RelationTuples> relations_;
    std::vector<std::uint32_t> relation_of_, codes_;
    std::vector<std::size_t> begin_;
    std::uint32_t size_ = 0;
};

// Which tuples a database has.
class Database {
public:
    explicit Database(std::uint32_t tuples = 0) : has_(tuples, 0) {}
    bool has(TupleId tuple) const { return has_[tuple] != 0; }
    void set(TupleId tuple, bool there = true) { has_[tuple] = there ? 1 : 0; }
    std::uint32_t space() const { return static_cast<std::uint32_t>(has_.size()); }
    std::vector<TupleId> tuples() const;
    bool operator==(const Database&) const = default;

private:
    std::vector<char> has_;
};

}  // namespace scrim::audit::databases
