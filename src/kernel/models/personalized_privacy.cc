// Personalized privacy: every record may name a guarding node of the sensitive attribute's
// hierarchy. For each guarding node that a record of a class names, the share of its records with a
// value below that node is at most p. The level of a class is the largest of these shares, 0 where
// nobody names a node.
//
// X. Xiao, Y. Tao, Personalized Privacy Preservation, SIGMOD 2006. Where sensitive values are
// generalized record by record, as the paper does it, what is printed of a record is below a guarding
// node with some probability (breach.h), and the share is the mean of these.
//
// Example: HIV, HIV, SARS, flu, cold, where the first guards `infectious` (HIV, SARS) and flu
// guards `flu`: 3 of 5 are infectious and 1 of 5 is flu, so p = 3/5. If SARS prints `*` instead, which
// stands for five values, it is 2 2/5 of 5, and flu's share is 1 1/5 of 5.
#include "kernel/models/breach.h"
#include "kernel/models/model.h"
#include "kernel/models/parameters.h"

#include <algorithm>

namespace scrim::models {
namespace {

class PersonalizedPrivacy : public Model {
public:
    using Model::Model;

    std::optional<Ratio> most_below_guards() const override { return arguments().ratio("p"); }

    Levels measure(const ClassView& view) const override {
        if (view.sensitive && view.sensitive->generalized()) return {share_of_cells(view)};
        const std::vector<std::uint64_t>& before = running_sums(view.values);
        const auto position = [&](Code value) {
            const auto bar = std::lower_bound(view.values.begin(), view.values.end(), ValueCount{value, 0});
            return static_cast<std::size_t>(bar - view.values.begin());
        };
        std::uint64_t most = 0;
        Span last;
        for (const GuardedCount& record : view.guards) {
            if (record.guard.empty() || record.guard == last) continue;
            last = record.guard;
            most = std::max(most, before[position(last.hi)] - before[position(last.lo)]);
        }
        return {Ratio(most, view.size)};
    }

private:
    static Ratio share_of_cells(const ClassView& view) {
        Ratio most;
        Span last;
        for (const GuardedCount& record : view.guards) {
            if (record.guard.empty() || record.guard == last) continue;
            last = record.guard;
            const Breach breach(*view.sensitive->hierarchy, record.guard);
            Int128 sum = 0;
            for (const ValueCount& bar : view.values) sum += bar.count * breach.below(view.sensitive->cells[bar.value]);
            most = std::max(most, Ratio(sum, breach.scale() * view.size));
        }
        return most;
    }

    // before[i]: records that hold one of the first i values. Kept per thread, because classes are many and small.
    static const std::vector<std::uint64_t>& running_sums(std::span<const ValueCount> values) {
        thread_local std::vector<std::uint64_t> before;
        before.assign(1, 0);
        for (const ValueCount& bar : values) before.push_back(before.back() + bar.count);
        return before;
    }
};

}  // namespace

const ModelSpec& personalized_privacy_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "personalized_privacy",
         .title = "personalized privacy",
         .citation = "X. Xiao, Y. Tao: Personalized Privacy Preservation. SIGMOD 2006",
         .promise = "Each person names a guarding node in the hierarchy of the sensitive attribute, or none. An "
                    "attacker who knows in which class the person is infers a value below that node with probability "
                    "p at most.",
         .limits = "Protects nothing for a person who named no guarding node. A guard at the root can never be met. "
                   "Merging two classes that hold can give one that does not. Assumes that everybody in a class has "
                   "one record there. Where sensitive values are generalized, the attacker takes all values below a "
                   "node for equally likely: whoever knows that some are more frequent may infer more.",
         .parameters = {models::parameters::most_share(
             "p", "probability of a value below someone's guarding node, in the worst class")},
         .traits = {.one_value_each = true, .needs_sensitive = true, .needs_guards = true, .reads_cells = true}},
        make_model<PersonalizedPrivacy>};
    return spec;
}

}  // namespace scrim::models
