// Synthetic records with differential privacy: select, measure, generate.
//
// R. McKenna, B. Mullins, D. Sheldon, G. Miklau: AIM: an adaptive and iterative mechanism for differentially private
// synthetic data, VLDB 2022. Each column is counted first, with noise. Then, round by round, the pair of columns whose
// counts the model of the table gets most wrong is chosen by the exponential mechanism, counted with noise, and the
// model fitted to all that was counted. Where a round gained little more than noise, the next ones spend more.
// (Rare values are folded first, as in MST: McKenna, Miklau, Sheldon, Journal of Privacy and Confidentiality 2021.)
//
// Choices are exact (pair_score.h); everything after a count is computed from noisy ones, in floating point.
#include "kernel/core/text.h"
#include "kernel/marginal/settle.h"
#include "kernel/noise/choice.h"
#include "kernel/recode/synthetic/folding.h"
#include "kernel/recode/synthetic/pair_score.h"
#include "kernel/recode/synthetic/private_release.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace scrim::recode::synthetic {
namespace {

using marginal::Measured;
using marginal::Variable;
using marginal::Variables;

constexpr int choosing_percent = 10;  // of what a round costs
constexpr int steps_each = 100, steps_last = 1000;
// The first rounds would be so many for each column. A column by itself costs as much as some of them. (AIM, with
// Gaussian noise: 16, and 1; more for single columns was better on Adult and ACS.)
struct Shares {
    unsigned rounds, of_column;
};
constexpr Shares with_gaussian{16, 4}, with_laplace{4, 1};
constexpr int settling = 5;
constexpr std::uint64_t most_pair_cells = 1 << 22;

class Rounds {
public:
    Rounds(Private& from, std::vector<Measured> single, std::uint64_t most_cells, Random& random, Progress& progress)
        : from_(from),
          folding_(single, from.domains.sizes()),
          cells_(folding_.folded(from.cells)),
          found_(folding_.folded(single)),
          total_(marginal::total_of(single)),
          most_cells_(most_cells),
          coins_(random),
          progress_(progress),
          model_(folding_.sizes(), {}) {
        for (Variable v = 0; v < sizes().size(); ++v) sets_.push_back({v});
        fit(steps_each);
        for (Variable a = 0; a < sizes().size(); ++a)
            for (Variable b = a + 1; b < sizes().size(); ++b)
                if (marginal::cells_of(Variables{a, b}, sizes()) <= most_pair_cells)
                    pairs_.push_back({{a, b}, true_counts(cells_, {a, b}, sizes())});
    }

    // The first round costs about this share of the total.
    Result<void> run(const BigRatio& first_share) {
        BigRatio each = from_.spending.total() * first_share;
        while (!progress_.cancelled()) {
            const BigRatio left = from_.spending.left();
            const bool last = left < 2 * each;
            if (last) each = left;
            SCRIM_TRY(const bool gained, round(each));
            if (last) break;
            if (!gained) each *= from_.spending.gaussian() ? 4 : 2;
        }
        fit(steps_last);
        return {};
    }

    Cells drawn(std::uint64_t records, Random& random) const {
        Cells rows = model_.drawn(records, random);
        marginal::settle(rows, model_.pairs(), model_.total(), sizes(), settling, random,
                         [this] { return progress_.cancelled(); });
        return folding_.unfolded(rows, random);
    }
    double total() const { return total_; }
    std::size_t chosen() const { return found_.size() - sizes().size(); }
    std::size_t cliques() const { return model_.tree().cliques.size(); }

private:
    struct Pair {
        Variables variables;
        std::vector<std::int64_t> counts;  // true ones
    };

    const marginal::Sizes& sizes() const { return folding_.sizes(); }
    void fit(int steps) {
        model_ = model_.with(sets_);
        model_.fit(found_, total_, steps, [this] { return progress_.cancelled(); });
    }

    // Those with which the model does not become too large; it may grow with what is spent.
    std::vector<const Pair*> candidates() const {
        const double spent = std::max(0.05, from_.spending.share_spent());
        std::vector<const Pair*> allowed;
        for (const Pair& pair : pairs_) {
            std::vector<Variables> sets = sets_;
            sets.push_back(pair.variables);
            const double cells = static_cast<double>(marginal::JunctionTree(sets, sizes()).cells(sizes()));
            if (cells <= spent * static_cast<double>(most_cells_) ||
                model_.tree().holding(pair.variables, sizes()) < model_.tree().cliques.size())
                allowed.push_back(&pair);
        }
        return allowed;
    }

    // Did it tell more than noise?
    Result<bool> round(const BigRatio& amount) {
        const std::vector<const Pair*> allowed = candidates();
        if (allowed.empty()) return true;
        SCRIM_TRY(const ChoicePrice choice, from_.spending.choice(amount * choosing_percent / 100));
        SCRIM_TRY(const CountNoise noise, from_.spending.noise(amount - choice.cost));
        const auto expected = model_.pairs();
        std::vector<std::int64_t> scores;
        for (const Pair* pair : allowed) {
            const std::vector<double>& model = expected[pair->variables[0]][pair->variables[1]].cells;
            scores.push_back(pair_score(pair->counts, model, noise.expected_size()));
        }
        from_.spending.pay(choice.cost);
        from_.statement.choices.push_back({scores.size(), choice.epsilon, choice.cost});
        const noise::ChoicePrivacy privacy{choice.epsilon,
                                           static_cast<std::uint32_t>(score_parts) * from_.statement.per_person};
        const Pair& pair = *allowed[noise::exponential_mechanism(scores, privacy, coins_)];

        const std::vector<double> before = expected[pair.variables[0]][pair.variables[1]].cells;
        found_.push_back(measured(pair.counts, pair.variables, sizes(), noise, coins_));
        from_.spending.pay(noise.cost());
        from_.statement.counts.push_back(
            {from_.names(pair.variables), pair.counts.size(), noise.parameter(), noise.cost()});
        if (std::find(sets_.begin(), sets_.end(), pair.variables) == sets_.end()) sets_.push_back(pair.variables);
        fit(steps_each);
        const marginal::Factor after = model_.marginal(pair.variables);
        double moved = 0;
        for (std::size_t i = 0; i < before.size(); ++i) moved += std::abs(after.cells[i] - before[i]);
        progress_.advance(1);
        return moved > noise.expected_size() * static_cast<double>(before.size());
    }

    Private& from_;
    Folding folding_;
    Cells cells_;
    std::vector<Measured> found_;
    double total_;
    std::uint64_t most_cells_;
    noise::RandomCoins coins_;
    Progress& progress_;
    marginal::GraphicalModel model_;
    std::vector<Variables> sets_;
    std::vector<Pair> pairs_;
};

Result<Perturbed> run_dp_synthesize(const Records& records, const models::Arguments& arguments, Random& random,
                                    Progress& progress) {
    SCRIM_TRY(Private from, Private::of("dp_synthesize", records, arguments, random));
    const auto columns = static_cast<Variable>(records.columns.size());
    // Of so many rounds, some are for the columns by themselves; later rounds cost more, so that there will be fewer.
    const Shares shares = from.spending.gaussian() ? with_gaussian : with_laplace;
    const BigRatio share = BigRatio(1, shares.rounds * columns);
    noise::RandomCoins coins(random);
    progress.stage("measuring", 0);
    progress.unit("rounds");
    std::vector<Measured> single;
    const BigRatio each =
        columns == 1 ? from.spending.total()
                     : BigRatio(from.spending.total() * share * shares.of_column * (100 - choosing_percent) / 100);
    SCRIM_TRY(const CountNoise noise, from.spending.noise(each));
    for (Variable v = 0; v < columns; ++v)
        single.push_back(from.measure(true_counts(from.cells, {v}, from.domains.sizes()), {v}, noise, coins));
    Rounds made(from, std::move(single), *arguments.whole("cells"), random, progress);
    if (columns > 1) SCRIM_CHECK(made.run(share));
    if (progress.cancelled()) return cancelled_error();
    Perturbed release = released(from, made.drawn(rows_of(arguments, made.total()), random), random);
    release.details = {
        {"measured", format("{} and {} of columns, one after the other", counted(columns, "column", "columns"),
                            counted(made.chosen(), "pair", "pairs"))},
        {"model", counted(made.cliques(), "group of columns", "groups of columns")}};
    return release;
}

}  // namespace

const RecoderSpec& dp_synthesize_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "dp_synthesize";
        made.title = "Differentially private synthetic records";
        made.citation =
            "McKenna, Mullins, Sheldon, Miklau: AIM: an adaptive and iterative mechanism for differentially private "
            "synthetic data, VLDB 2022; McKenna, Miklau, Sheldon: Winning the NIST contest, Journal of Privacy and "
            "Confidentiality 2021.";
        made.summary =
            "All records are drawn from a model of noisy counts: of every column, and of the pairs of columns that "
            "matter most, which are found privately. Choose it for a table of many uses; give delta, too, for less "
            "noise.";
        made.parameters = privacy_parameters();
        made.parameters.push_back({.name = "cells",
                                   .title = "combinations of values that the model may have; more is slower",
                                   .kind = Parameter::Kind::integer,
                                   .bound = Parameter::Bound::given,
                                   .minimum = "1000",
                                   .maximum = "100000000",
                                   .default_value = "500000"});
        describe(made);
        made.perturb = run_dp_synthesize;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::synthetic
