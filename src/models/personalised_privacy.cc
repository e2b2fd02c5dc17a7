#include "models/model.h"
#include "models/parameters.h"

#include <algorithm>

namespace scrim {
namespace {

class PersonalisedPrivacy : public Model {
public:
    using Model::Model;

    Levels measure(const ClassView& view) const override {
        std::uint64_t most = 0;
        Span last;
        for (const GuardedCount& record : view.guards) {
            if (record.guard.empty() || record.guard == last) continue;
            last = record.guard;
            most = std::max(most, records_below(view, last));
        }
        return {Ratio(most, view.size)};
    }

private:
    static std::uint64_t records_below(const ClassView& view, Span guard) {
        std::uint64_t sum = 0;
        for (const ValueCount& bar : view.values)
            if (guard.contains(bar.value)) sum += bar.count;
        return sum;
    }
};

}  // namespace

const ModelSpec& personalised_privacy_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "personalised_privacy",
         .title = "personalised privacy",
         .citation = "X. Xiao, Y. Tao: Personalized Privacy Preservation. SIGMOD 2006",
         .promise = "Each person names a guarding node in the hierarchy of the sensitive attribute, or none. An "
                    "attacker who knows in which class the person is infers a value below that node with probability "
                    "p at most.",
         .limits = "Protects nothing for a person who named no guarding node. A guard at the root can never be met. "
                   "Merging two classes that hold can give one that does not. Assumes that everybody in a class has "
                   "one record there.",
         .parameters = {most_share("p", "probability of a value below someone's guarding node, in the worst class")},
         .traits = {.needs_sensitive = true, .needs_guards = true}},
        make_model<PersonalisedPrivacy>};
    return spec;
}

}  // namespace scrim
