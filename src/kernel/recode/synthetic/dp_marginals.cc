// Marginals with noise, made consistent: Barak et al.'s release.
//
// B. Barak, K. Chaudhuri, C. Dwork, S. Kale, F. McSherry, K. Talwar: Privacy, accuracy, and consistency too: a holistic
// solution to contingency table release, PODS 2007. They add noise to the Fourier coefficients of the marginals, look
// for a table that is nowhere negative and nearly has them (a linear program over all combinations of values), round
// it, and release its marginals: whole numbers, not negative, that agree with each other. Here the same is promised,
// and reached in another way that needs no table of all combinations: noise is added to the counts themselves, and the
// table is drawn from the distribution that fits them best (McKenna, Sheldon, Miklau, ICML 2019), on a junction tree.
#include "kernel/core/text.h"
#include "kernel/recode/synthetic/private_release.h"

#include <algorithm>
#include <cmath>

namespace scrim::recode::synthetic {
namespace {

constexpr std::uint64_t most_model_cells = 1 << 21;
constexpr int fitting_steps = 1000;

using marginal::Variable;
using marginal::Variables;

// The sets that were asked for, without those that lie in another.
Result<std::vector<Variables>> sets_of(const Records& records, const models::Arguments& arguments) {
    std::vector<Variables> sets;
    for (const auto& names : arguments.sets("marginals")) {
        Variables set;
        for (const std::string& name : names) {
            const auto found = records.find(name);
            if (!found) {
                std::vector<std::string> known;
                for (const RecordColumn& column : records.columns) known.push_back(column.name);
                return input_error(format("dp_marginals: marginals names {}, which is no column that is released{}",
                                          quoted(name), did_you_mean(name, known)));
            }
            set.push_back(static_cast<Variable>(*found));
        }
        std::sort(set.begin(), set.end());
        sets.push_back(std::move(set));
    }
    if (sets.empty())
        for (Variable v = 0; v < records.columns.size(); ++v) sets.push_back({v});
    std::sort(sets.begin(), sets.end(), [](const Variables& a, const Variables& b) {
        return a.size() != b.size() ? a.size() > b.size() : a < b;
    });
    std::vector<Variables> largest;
    for (const Variables& set : sets)
        if (std::none_of(largest.begin(), largest.end(),
                         [&](const Variables& other) { return marginal::contains_all(other, set); }))
            largest.push_back(set);
    std::sort(largest.begin(), largest.end());
    return largest;
}

Result<Perturbed> run_dp_marginals(const Records& records, const models::Arguments& arguments, Random& random,
                                   Progress& progress) {
    SCRIM_TRY(const std::vector<Variables> sets, sets_of(records, arguments));
    SCRIM_TRY(Private from, Private::of("dp_marginals", records, arguments, random));
    const marginal::Sizes& sizes = from.domains.sizes();
    const std::uint64_t cells = marginal::JunctionTree(sets, sizes).cells(sizes);
    if (cells > most_model_cells)
        return input_error(
            format("dp_marginals: a table that has all these marginals needs {} combinations of values at once, and {} "
                   "are the most; ask for fewer or smaller marginals, or take dp_synthesize, which chooses which ones "
                   "to measure",
                   cells == UINT64_MAX ? "more than 10^19" : with_thousands(cells), with_thousands(most_model_cells)));
    SCRIM_TRY(const CountNoise noise, from.spending.noise(from.spending.total() / BigRatio(sets.size())));
    noise::RandomCoins coins(random);
    progress.stage("measuring", sets.size());
    std::vector<marginal::Measured> found;
    for (const Variables& set : sets) {
        found.push_back(from.measure(true_counts(from.cells, set, sizes), set, noise, coins));
        progress.advance(1);
    }
    progress.stage("fitting", 0);
    marginal::GraphicalModel model(sizes, sets);
    const std::uint64_t rows = rows_of(arguments, marginal::total_of(found));
    model.fit(found, static_cast<double>(rows), fitting_steps, [&] { return progress.cancelled(); });
    if (progress.cancelled()) return cancelled_error();
    Perturbed made = released(from, model.drawn(rows, random), random);
    made.details = {{"measured", counted(sets.size(), "marginal", "marginals")},
                    {"noise", format("of a standard deviation of {:.3g} in each count", std::sqrt(noise.variance()))}};
    return made;
}

}  // namespace

const RecoderSpec& dp_marginals_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "dp_marginals";
        made.title = "Differentially private marginals";
        made.citation =
            "Barak, Chaudhuri, Dwork, Kale, McSherry, Talwar: Privacy, accuracy, and consistency too, PODS 2007; "
            "McKenna, Sheldon, Miklau: Graphical-model based estimation and inference for differential privacy, ICML "
            "2019.";
        made.summary =
            "Counts of the combinations of values of the columns that you name, with noise, and a table that has them. "
            "Choose it where you know which counts will be looked at; columns that no marginal names together are "
            "independent of each other.";
        made.parameters = privacy_parameters();
        made.parameters.push_back({.name = "marginals",
                                   .title = "sets of columns whose counts to measure (default: each column by itself)",
                                   .kind = Parameter::Kind::column_sets,
                                   .bound = Parameter::Bound::given});
        describe(made);
        made.perturb = run_dp_marginals;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::synthetic
