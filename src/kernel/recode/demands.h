// Demands: the required models, bound to the tuples of one table, so that a class can be judged while it is sought.
//
// A class is a set of members: tuples, each with how many of its records belong to the class. This is the producers'
// own judge; a finished release is judged again, from its files, by code that shares nothing with this.
//
//   Demands::Scratch scratch;
//   if (demands.holds(members, scratch)) …            // all members' records as one class
//   if (size >= demands.least_records() && (demands.counts_only() || demands.holds(members, scratch))) …   // faster
#pragma once

#include "kernel/core/tuples.h"
#include "kernel/models/model.h"
#include "kernel/models/sensitive_role.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scrim::recode {

struct Member {
    std::uint32_t tuple = 0;
    std::uint32_t records = 0;  // of the tuple's; at least 1

    friend constexpr auto operator<=>(const Member&, const Member&) = default;
};

// Every tuple with all its records.
std::vector<Member> whole_tuples(const Tuples& tuples);

// What the columns of the tuples mean to the models.
struct DemandRoles {
    std::vector<std::string> quasi_identifiers;
    std::vector<models::SensitiveRole> sensitive;
    std::string person;                     // column that says whose record it is, "" for one record per person
    std::optional<Code> nobody;             // the code of that column whose records count as no person's
    std::vector<std::uint32_t> population;  // per tuple: people of the population with its quasi-identifiers, said at
                                            // the first tuple with them and 0 at the others; empty without population
    std::vector<std::uint32_t> own_k;       // per tuple: of how many people the least class is that its own accept;
                                            // empty for any
    bool hides = false;  // who is in no class is shown all the same, without values of quasi-identifiers: models
                         // compare with the distribution of all records, and not of those in classes
};

class Demands {
public:
    // Room for one judgment; one per thread.
    struct Scratch {
        std::vector<Member> members;
        std::vector<std::uint32_t> counts;  // per code, zero between uses
        std::vector<ValueCount> values;
        std::vector<models::GuardedCount> guards;
        std::vector<std::uint64_t> keys;
    };

    // Refuses models that cannot be asked of this table. The models outlive the result.
    static Result<Demands> make(std::shared_ptr<const Tuples> tuples, DemandRoles roles,
                                std::vector<std::shared_ptr<const models::Model>> models);

    // Every model judges each class of the whole quasi-identifier by itself, and no model judges classes together, so
    // that holds() decides everything.
    bool per_class() const { return per_class_; }
    // Merging two classes that hold gives one that holds (all models are monotone).
    bool monotone() const { return monotone_; }
    // A class that holds does so with any records added, so that all parts of one that fails fail (all models are
    // upward_closed). Then every record lost at a node of a lattice is lost at all nodes below it.
    bool upward_closed() const { return upward_closed_; }
    // Some model compares classes with the distribution of what is released, so that leaving records out changes it.
    bool against_released() const { return against_released_; }
    bool looks_at_sensitive() const { return looks_at_sensitive_; }
    bool needs_population() const { return !roles_.population.empty(); }
    bool counts_people() const { return person_.has_value(); }
    // How many people the members' records are of; only with counts_people().
    std::uint32_t people(std::span<const Member> members) const;
    const std::vector<std::shared_ptr<const models::Model>>& models() const { return models_; }
    const DemandRoles& roles() const { return roles_; }

    // No class of fewer records can hold.
    std::uint64_t least_records() const { return least_records_; }
    // A class of least_records() records or more holds, whatever they are.
    bool counts_only() const { return counts_only_; }

    // Do the members, as one class, satisfy every model? Only with per_class(). Members of one tuple may be given more
    // than once.
    bool holds(std::span<const Member> members, Scratch& scratch) const;
    // The same for whole tuples.
    bool holds(std::span<const std::uint32_t> tuples, Scratch& scratch) const;
    // Tuples [begin, end) with all their records.
    bool holds(std::uint32_t begin, std::uint32_t end, Scratch& scratch) const;

    // What can be said of a class before all is decided.
    struct Outlook {
        bool holds = true;
        bool lost = false;             // fails, whatever other records are left out
        std::uint64_t least_lost = 0;  // of its records, however it is divided; only if asked for, or where it is all
    };
    // As holds(), where up to `spare` records of the table may be left out. `divided`: least_lost is asked for.
    Outlook outlook(std::span<const Member> members, std::uint64_t spare, bool divided, Scratch& scratch) const;

    // For any models: `codes` has one vector per quasi-identifier with a code per tuple, equal codes being equal
    // printed values. Sets failing[t] for each tuple in a class that does not hold, of those with kept[t], and for all
    // of them where the classes that hold do not hold together; returns how many records that are.
    std::uint64_t find_failing(const std::vector<std::vector<Code>>& codes, const std::vector<char>& kept,
                               std::vector<char>& failing) const;

    // The same demands where a part of the records is released: what is left after suppression.
    Demands against(std::span<const Member> kept) const;

    // Why no recoding that leaves out at most `spare` records can satisfy the models: all records as one class do not,
    // and none of its parts could. "" when one might.
    std::string why_impossible(std::uint64_t spare = 0) const;

private:
    // The models that look at one attribute of the classes on one set of columns.
    struct Bench {
        std::vector<std::size_t> x;    // columns; empty: the whole quasi-identifier
        std::optional<std::size_t> y;  // column of the sensitive values
        bool original = false;         // compared with the original's distribution, not the release's
        std::string name;              // of y, or of the columns joined there
        std::shared_ptr<const models::Sensitive> sensitive;  // of y
        std::optional<std::size_t> guard;                    // column
        std::vector<Span> guard_spans;
        std::vector<std::shared_ptr<const models::Model>> models;
    };

    bool decide(const Bench& bench, std::span<const Member> members, Scratch& scratch) const;
    // May classes have people in common whose values the model looks at? Then a union of two that hold need not: one
    // person's values in both come together.
    bool shares_people(const models::Model& model) const { return person_ && model.info().traits.needs_sensitive; }
    // How many different people the members are, or records where everybody has one.
    std::uint64_t count(std::span<const Member> members, Scratch& scratch) const;
    models::ClassView view(const Bench& bench, std::span<const Member> members, Scratch& scratch) const;
    void set_overall(std::span<const Member> kept);

    std::shared_ptr<const Tuples> tuples_;
    DemandRoles roles_;
    std::vector<std::shared_ptr<const models::Model>> models_;
    std::vector<Bench> benches_;
    std::optional<std::size_t> person_;
    std::uint64_t least_records_ = 1;
    bool per_class_ = true, monotone_ = true, upward_closed_ = true, against_released_ = false,
         looks_at_sensitive_ = false, counts_only_ = true;
};

}  // namespace scrim::recode
