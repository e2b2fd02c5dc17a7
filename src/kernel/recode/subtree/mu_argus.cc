// mu-Argus: the records of every combination of few columns are counted; global generalization first, and where
// combinations are still too rare, single cells are suppressed. It guarantees nothing about all columns together.
//
// A. Hundepool, L. Willenborg, mu- and tau-ARGUS: Software for Statistical Disclosure Control, 1996; L. Sweeney,
// Achieving k-Anonymity Privacy Protection Using Generalization and Suppression, 2002, section 5, on its weakness.
//
// There, the user chooses how far to generalize. Here, bottom-up steps (kernel/recode/subtree/generalizer.h) are taken,
// each state is charged for its cells and for those of the records that still fail, and of the cheapest states the one
// is released that loses least once cells are suppressed. Which columns are counted together is said by the required
// model: k_combinations(m, k), or k_anonymity with qid.
#include "kernel/core/text.h"
#include "kernel/recode/recoder.h"
#include "kernel/recode/subtree/cell_suppression.h"
#include "kernel/recode/subtree/generalizer.h"
#include "kernel/recode/subtree/infeasible.h"

#include <algorithm>

namespace scrim::recode::subtree {
namespace {

constexpr std::size_t finalists = 6;  // states whose cells are suppressed

struct State {
    double charged = 0;
    std::uint64_t steps = 0;
    std::vector<Cut> cuts;
};

// The loss of the cuts (ncp, with the attributes' weights), in cells.
double cells_lost(const Problem& problem, const std::vector<Cut>& cuts) {
    double sum = 0;
    for (std::size_t a = 0; a < cuts.size(); ++a) {
        const hierarchy::Attribute& attribute = problem.quasi_identifiers[a];
        std::uint64_t added = 0;
        for (std::uint32_t t = 0; t < problem.tuples->size(); ++t)
            added += std::uint64_t{problem.tuples->weights[t]} * (cuts[a][problem.column(a)[t]].width() - 1);
        sum += attribute.weight * static_cast<double>(added) / (std::max<Code>(attribute.domain().size(), 2) - 1);
    }
    return sum;
}

// The models count records, and nothing else.
Result<std::vector<AskedColumns>> counted_columns(const Problem& problem) {
    for (const auto& model : problem.demands.models())
        if (model->info().traits.needs_sensitive)
            return input_error(
                format("mu_argus cannot serve {}: it counts the records of combinations of quasi-identifiers, and "
                       "looks at no sensitive value (it serves k_combinations and k_anonymity)",
                       model->info().name));
    SCRIM_TRY(std::vector<AskedColumns> asked, AskedColumns::of(problem));
    for (const AskedColumns& set : asked) {
        Uint128 combinations = 1;
        for (const std::size_t c : set.columns()) {
            const Uint128 values = Uint128{problem.column(c).domain().size()} + 2;
            if (combinations > ~Uint128{0} / values)
                return input_error(
                    format("mu_argus cannot count {} columns together: they have more combinations than "
                           "it can number; ask for k_combinations(m=3)",
                           set.columns().size()));
            combinations *= values;
        }
    }
    return asked;
}

Result<Recoding> run_mu_argus(const Problem& problem, const models::Arguments&, Progress& progress) {
    SCRIM_TRY(const std::vector<AskedColumns> asked, counted_columns(problem));
    progress.stage("generalizing", 0);
    Generalizer generalizer(problem, asked, false);
    std::vector<State> states;
    for (std::uint64_t steps = 0;; ++steps) {
        if (progress.cancelled()) return cancelled_error();
        const double charged =
            cells_lost(problem, generalizer.cuts()) + static_cast<double>(generalizer.failing_records());
        states.push_back({charged, steps, generalizer.cuts()});
        std::sort(states.begin(), states.end(), [](const State& a, const State& b) {
            return std::tie(a.charged, a.steps) < std::tie(b.charged, b.steps);
        });
        if (states.size() > finalists) states.pop_back();
        if (generalizer.holds() || !generalizer.step()) break;
        progress.advance(1);
    }
    progress.stage("suppressing cells", 0);
    std::optional<Recoding> best;
    double least = 0;
    for (const State& state : states) {
        if (progress.cancelled()) return cancelled_error();
        CellSuppression cells(problem, asked, state.cuts);
        if (!cells.suppress()) continue;
        cells.restore();
        Recoding made = cells.recoding();
        const double loss = loss_of(problem, made).value_or(0);
        if (best && loss >= least) continue;
        made.details = {{"generalizations", std::to_string(state.steps)},
                        {"suppressed cells", with_thousands(cells.cells())}};
        best = std::move(made);
        least = loss;
    }
    if (best) return *std::move(best);
    return too_many_fail(problem, generalizer.cuts(), "mu_argus may suppress no more cells than max_level lets it:");
}

}  // namespace

const RecoderSpec& mu_argus_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "mu_argus";
        made.title = "mu-Argus: combinations of few columns, by generalization and suppressed cells";
        made.citation =
            "Hundepool, Willenborg: mu- and tau-ARGUS: Software for Statistical Disclosure Control, Third "
            "International Seminar on Statistical Confidentiality, 1996";
        made.summary =
            "It does not make a table k-anonymous: it counts combinations of few columns, and a record may stay alone "
            "on all of them. Generalizes columns the same way everywhere, and suppresses single cells where "
            "combinations are still rare. Choose it for k_combinations, where nobody knows more than m values of a "
            "person.";
        made.per_class_only = false;
        made.run = run_mu_argus;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::subtree
