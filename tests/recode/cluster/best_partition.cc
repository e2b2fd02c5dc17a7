#include "tests/recode/cluster/best_partition.h"

namespace scrim::testing {
namespace {

// The records one after the other, each into one of the classes so far or a new one.
class Search {
public:
    explicit Search(const recode::Problem& problem) : problem_(problem) {
        for (std::uint32_t t = 0; t < problem.tuples->size(); ++t)
            records_.insert(records_.end(), problem.tuples->weights[t], t);
    }

    void extend(std::size_t next) {
        if (next == records_.size()) {
            judge();
            return;
        }
        for (std::size_t c = 0; c <= classes_.size(); ++c) {
            if (c == classes_.size()) classes_.emplace_back();
            classes_[c].push_back({records_[next], 1});
            extend(next + 1);
            classes_[c].pop_back();
            if (classes_[c].empty()) {
                classes_.pop_back();
                break;
            }
        }
    }

    std::optional<double> best() const { return best_; }

private:
    void judge() {
        recode::Demands::Scratch scratch;
        recode::Recoding recoding(problem_.dimensions());
        for (const std::vector<recode::Member>& members : classes_) {
            if (!problem_.demands.holds(members, scratch)) return;
            recoding.add_narrowest(problem_, members);
            for (std::size_t a = 0; a < problem_.dimensions(); ++a) {
                const Span widest = problem_.quasi_identifiers[a].widest(problem_.column(a)[members[0].tuple]);
                if (!widest.covers(recoding.box(recoding.size() - 1)[a])) return;
            }
        }
        const double loss = weighted_loss(problem_, recoding);
        if (!best_ || loss < *best_) best_ = loss;
    }

    const recode::Problem& problem_;
    std::vector<std::uint32_t> records_;
    std::vector<std::vector<recode::Member>> classes_;
    std::optional<double> best_;
};

}  // namespace

double weighted_loss(const recode::Problem& problem, const recode::Recoding& recoding) {
    double sum = 0, weights = 0;
    for (std::size_t a = 0; a < problem.dimensions(); ++a) {
        const hierarchy::Attribute& attribute = problem.quasi_identifiers[a];
        const double most = std::max<double>(attribute.domain().size(), 2) - 1;
        weights += attribute.weight;
        for (std::size_t c = 0; c < recoding.size(); ++c)
            sum +=
                attribute.weight * static_cast<double>(recoding.records(c)) * (recoding.box(c)[a].width() - 1) / most;
    }
    return sum / weights / static_cast<double>(problem.records());
}

std::optional<double> best_partition(const recode::Problem& problem) {
    Search search(problem);
    search.extend(0);
    return search.best();
}

}  // namespace scrim::testing
