// Classes: the equivalence classes of a table, ready to be judged.
//
// Built from distinct tuples sorted by the columns x, then y, then (where people chose guarding nodes) the guard; a
// class is a run of equal values on x. Views are made on the fly, so that millions of classes cost no memory of their
// own.
#pragma once

#include "kernel/core/tuples.h"
#include "kernel/models/model.h"

#include <memory>
#include <vector>

namespace scrim::models {

class Classes {
public:
    // Room for one view; one per thread.
    struct Scratch {
        std::vector<ValueCount> values;
        std::vector<GuardedCount> guards;
    };

    // The first `x` columns of `tuples` make the classes. With `sensitive`, column x holds its values; with
    // `guard_spans`, column x + 1 holds guards and guard_spans[code] is what each protects.
    Classes(std::shared_ptr<const Tuples> tuples, std::size_t x, std::shared_ptr<const Sensitive> sensitive = nullptr,
            std::vector<Span> guard_spans = {});

    std::size_t size() const { return offsets_.size() - 1; }
    std::size_t x() const { return x_; }
    const Sensitive* sensitive() const { return sensitive_.get(); }
    // Code of class c on the i-th column of x, and its printed form.
    Code code(std::size_t c, std::size_t i) const { return tuples_->table[i][offsets_[c]]; }
    std::string label(std::size_t c, std::size_t i) const { return tuples_->table[i].domain().label(code(c, i)); }
    const std::string& x_name(std::size_t i) const { return tuples_->table.name(i); }
    const Tuples& tuples() const { return *tuples_; }

    // Records with exactly the values of class c, and records that an attacker cannot tell from them (see crowds.h).
    std::uint64_t records(std::size_t c) const;
    std::uint64_t crowd(std::size_t c) const;
    // The classes whose records these are: c itself, and those that agree with it.
    std::vector<std::uint32_t> crowd_classes(std::size_t c) const;
    ClassView view(std::size_t c, Scratch& scratch) const;
    // The class by itself, whatever its crowd.
    ClassView own_view(std::size_t c, Scratch& scratch) const;
    bool is_null(std::size_t c, std::size_t i) const {
        const Domain& domain = tuples_->table[i].domain();
        return domain.has_null() && code(c, i) == domain.null_code();
    }

    // Where a missing value matches anything, class c is judged by all the classes members[offsets[c] .. offsets[c +
    // 1]).
    void set_crowds(std::vector<std::uint64_t> offsets, std::vector<std::uint32_t> members);
    // Where weights count people per value: how many people a class has.
    void set_people(std::vector<std::uint32_t> people) { people_ = std::move(people); }
    void set_population(std::vector<std::uint64_t> population) { population_ = std::move(population); }
    bool has_population() const { return !population_.empty(); }
    std::uint64_t population(std::size_t c) const { return population_[c]; }

private:
    std::span<const std::uint32_t> members(std::size_t c, std::uint32_t& itself) const;
    ClassView view_of(std::span<const std::uint32_t> crowd, Scratch& scratch) const;

    std::shared_ptr<const Tuples> tuples_;
    std::size_t x_;
    std::shared_ptr<const Sensitive> sensitive_;
    std::vector<Span> guard_spans_;
    std::vector<std::uint32_t> offsets_;
    std::vector<std::uint64_t> crowd_offsets_;
    std::vector<std::uint32_t> crowd_members_;
    std::vector<std::uint64_t> population_;
    std::vector<std::uint32_t> people_;
};

}  // namespace scrim::models
