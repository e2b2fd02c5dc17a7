#include "methods/verify/measures.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/models/least_class.h"
#include "kernel/risk/risk.h"
#include "methods/verify/same_number.h"

#include <algorithm>
#include <map>

namespace scrim::verifier {
namespace {

std::string compare(std::string_view what, const ClaimedNumber& claimed, const Exact& found) {
    if (same_number(claimed, found)) return {};
    return format("the {} is {}, the certificate says {}", what, number_text(found), number_text(claimed));
}

std::string either(std::string one, std::string other) { return one.empty() ? std::move(other) : std::move(one); }

}  // namespace

void check_classes(const ClaimedRelease& claimed, const models::Classes& classes, const models::Classes* counted,
                   const std::string& uncounted, Ledger& ledger) {
    ledger.settle("number of classes",
                  classes.size() == claimed.classes
                      ? ""
                      : format("there are {}, the certificate says {}", with_thousands(classes.size()),
                               with_thousands(claimed.classes)),
                  with_thousands(classes.size()));
    if (!counted) {
        ledger.unchecked("sizes of the classes", uncounted);
        return;
    }
    std::map<std::uint64_t, std::uint64_t> sizes;
    for (std::size_t c = 0; c < counted->size(); ++c) ++sizes[counted->records(c)];
    const std::vector<std::pair<std::uint64_t, std::uint64_t>> found(sizes.begin(), sizes.end());
    std::string against;
    for (std::size_t i = 0; i < std::max(found.size(), claimed.class_sizes.size()) && against.empty(); ++i) {
        if (i < std::min(found.size(), claimed.class_sizes.size()) && found[i] == claimed.class_sizes[i]) continue;
        const auto said = [](std::uint64_t size, std::uint64_t count) {
            return format("{} of size {}", scrim::counted(count, "class", "classes"), with_thousands(size));
        };
        against =
            format("there {} {}, the certificate says {}", i < found.size() && found[i].second == 1 ? "is" : "are",
                   i < found.size() ? said(found[i].first, found[i].second) : "no more",
                   i < claimed.class_sizes.size() ? said(claimed.class_sizes[i].first, claimed.class_sizes[i].second)
                                                  : "nothing of them");
    }
    ledger.settle("sizes of the classes", against,
                  found.empty()
                      ? ""
                      : format("{} to {}", with_thousands(found.front().first), with_thousands(found.back().first)));
}

void check_risks(const ClaimedRelease& claimed, const models::Classes* counted, bool population_given,
                 const std::string& uncounted, Ledger& ledger) {
    if (!counted) {
        ledger.unchecked("prosecutor risk", uncounted);
        ledger.unchecked("marketer risk", uncounted);
        return;
    }
    std::uint64_t members = 0;  // records, or people where those are counted
    for (std::size_t c = 0; c < counted->size(); ++c) members += counted->records(c);
    const RiskReport risks = risk::measure_risks(*counted, members, Ratio(1, 5));
    ledger.settle(
        "prosecutor risk",
        either(compare("highest", claimed.prosecutor_highest, risks.prosecutor_highest),
               compare("average", claimed.prosecutor_average, risks.prosecutor_average)),
        format("highest {}, average {}", number_text(risks.prosecutor_highest), number_text(risks.prosecutor_average)));
    if (claimed.has_population && !population_given)
        ledger.unchecked("marketer risk", "it needs the population's table: give " + field("population"));
    else
        ledger.settle("marketer risk", compare("risk", claimed.marketer, risks.marketer), number_text(risks.marketer));
}

std::uint64_t asked_class_size(const std::vector<Promise>& promises, const ClaimedRelease& claimed) {
    auto whole = claimed.columns_in(Role::quasi_identifier);
    std::sort(whole.begin(), whole.end());
    std::uint64_t size = 1;
    for (const Promise& promise : promises) {
        if (!models::only_counts(*promise.model)) continue;
        for (models::Question& question : promise.model->questions(whole)) {
            std::sort(question.x.begin(), question.x.end());
            if (question.x.empty() || question.x == whole)
                size = std::max(size, models::least_size(*promise.model, claimed.original));
        }
    }
    return size;
}

}  // namespace scrim::verifier
