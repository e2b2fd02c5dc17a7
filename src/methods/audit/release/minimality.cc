#include "methods/audit/release/attack.h"
#include "methods/audit/release/class_text.h"
#include "methods/audit/release/minimal_worlds.h"

#include <map>

namespace scrim::audit {
namespace {

// The people of a class, by their exact quasi-identifiers.
using Parts = std::map<std::vector<Code>, std::vector<std::size_t>>;

// The models that look at this attribute, class by class.
std::vector<const models::Model*> models_of(const AuditedRelease& release, const std::string& sensitive) {
    std::vector<const models::Model*> models;
    for (const verifier::Promise& promise : release.promises) {
        const Traits& traits = promise.model->info().traits;
        const std::string& only = promise.model->attribute();
        if (traits.needs_sensitive && traits.per_class && !promise.model->together() && !traits.needs_guards &&
            !traits.needs_population && (only.empty() || only == sensitive))
            models.push_back(promise.model.get());
    }
    return models;
}

void run_minimality(const AttackInput& input, AttackReport& report) {
    if (input.release.claimed.form != verifier::ReleaseForm::generalized) {
        report.not_done = "it is about classes that were joined by generalizing, and this release has none";
        return;
    }
    const LinkedPeople& people = *input.people;
    Tally tally;
    std::uint64_t unknown = 0, too_large = 0;
    bool any = false;
    for (const std::string& sensitive : input.release.evidence->sensitive()) {
        const auto models = models_of(input.release, sensitive);
        if (models.empty()) continue;
        any = true;
        const auto classes = input.release.classes(sensitive);
        std::vector<Parts> parts(classes->size());
        std::vector<std::uint64_t> fitting(classes->size(), 0);
        for (std::size_t p = 0; p < people.size(); ++p) {
            for (const std::uint32_t c : people.classes(p)) ++fitting[c];
            if (people.classes(p).size() != 1) continue;
            const auto values = people.values(p);
            parts[people.classes(p).front()][{values.begin(), values.end()}].push_back(p);
        }
        models::Classes::Scratch scratch;
        for (std::size_t c = 0; c < classes->size(); ++c) {
            const models::ClassView view = classes->own_view(c, scratch);
            std::uint64_t certain = 0;
            std::vector<std::uint32_t> sizes;
            for (const auto& [values, members] : parts[c]) {
                sizes.push_back(static_cast<std::uint32_t>(members.size()));
                certain += members.size();
            }
            if (certain != view.size || fitting[c] != view.size) {
                unknown += view.size;  // who is in the class is not known
                continue;
            }
            std::vector<ValueCount> bars;
            const auto satisfied = [&](const std::vector<std::uint32_t>& counts, std::uint32_t records) {
                bars.clear();
                for (std::size_t v = 0; v < counts.size(); ++v)
                    if (counts[v] > 0) bars.push_back({view.values[v].value, counts[v]});
                models::ClassView part = view;
                part.size = records;
                part.values = bars;
                return std::all_of(models.begin(), models.end(), [&](const models::Model* model) {
                    return model->decide(part) == models::Verdict::holds;
                });
            };
            std::optional<MinimalWorlds> worlds;
            if (sizes.size() > 1) worlds = minimal_worlds(view, sizes, satisfied);
            too_large += sizes.size() > 1 && !worlds ? view.size : 0;
            std::size_t part = 0;
            for (const auto& [values, members] : parts[c]) {
                // In the value that is likeliest, with and without the attack.
                Ratio most(0);
                std::size_t which = 0;
                for (std::size_t v = 0; v < view.values.size(); ++v) {
                    const Ratio belief =
                        worlds ? worlds->belief[part][v] : Ratio(view.values[v].count, static_cast<Int128>(view.size));
                    if (belief > most) {
                        most = belief;
                        which = v;
                    }
                }
                const Ratio plain(static_cast<Int128>(view.largest()), static_cast<Int128>(view.size));
                for (const std::size_t p : members)
                    tally.add(
                        1, most, most > plain, [&] { return people.name(p); },
                        [&] {
                            return format("{} = {}; the class alone says {:.3g} %", sensitive,
                                          classes->sensitive()->domain->label(view.values[which].value),
                                          100.0 * view.values[which].count / static_cast<double>(view.size));
                        });
                ++part;
            }
        }
    }
    if (!any) {
        report.not_done =
            "the release promises nothing about sensitive values, so its classes were not made by looking at them";
        return;
    }
    tally.finish(report);
    report.words = format(
        "Takes it that classes were joined only where they had to be. {} believed to have some value with more "
        "certainty than their class alone gives{}{}.",
        report.at_risk == 1 ? "One person is" : with_thousands(report.at_risk) + " people are",
        unknown == 0 ? "" : format("; {} in classes whose people are not all known", with_thousands(unknown)),
        too_large == 0 ? "" : format("; {} in classes that are too large to count", with_thousands(too_large)));
}

}  // namespace

const AttackSpec& minimality_attack() {
    static const AttackSpec spec{"minimality", "minimality: why were these people joined in one class?", true,
                                 run_minimality};
    return spec;
}

}  // namespace scrim::audit
