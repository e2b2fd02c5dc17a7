#include "kernel/recode/cluster/points.h"

#include <numeric>

namespace scrim::recode::cluster {

Points::Points(const Problem& problem) : cost_(problem) {
    const Tuples& tuples = *problem.tuples;
    const std::vector<std::uint32_t> runs = run_offsets(tuples, problem.dimensions());
    rows_ = cost_.rows(problem, runs);
    if (problem.demands.counts_only()) {
        first_tuple_ = runs;
        first_atom_.resize(runs.size());
        std::iota(first_atom_.begin(), first_atom_.end(), 0u);
        records_.assign(runs.size() - 1, 0);
        for (std::size_t p = 0; p < records_.size(); ++p)
            for (std::uint32_t t = runs[p]; t < runs[p + 1]; ++t) records_[p] += tuples.weights[t];
        return;
    }
    first_atom_ = runs;
    first_tuple_.resize(tuples.size() + 1);
    std::iota(first_tuple_.begin(), first_tuple_.end(), 0u);
    records_ = tuples.weights;
    point_of_.resize(tuples.size());
    for (std::uint32_t p = 0; p < size(); ++p)
        std::fill(point_of_.begin() + runs[p], point_of_.begin() + runs[p + 1], p);
}

Recoding Points::release(const Problem& problem, const std::vector<Class>& classes) const {
    Recoding recoding(problem.dimensions());
    const std::vector<std::uint32_t>& weights = problem.tuples->weights;
    std::vector<std::uint32_t> next(first_tuple_.begin(), first_tuple_.end() - 1);  // tuple of each atom to take from
    std::vector<std::uint32_t> taken(atoms(), 0);                                   // of that tuple's records
    std::vector<Member> members;
    for (const Class& shares : classes) {
        members.clear();
        for (const Share& share : shares)
            for (std::uint32_t wanted = share.records; wanted > 0;) {
                std::uint32_t& tuple = next[share.atom];
                const std::uint32_t records = std::min(wanted, weights[tuple] - taken[share.atom]);
                members.push_back({tuple, records});
                wanted -= records;
                taken[share.atom] += records;
                if (taken[share.atom] < weights[tuple]) continue;
                ++tuple;
                taken[share.atom] = 0;
            }
        recoding.add_narrowest(problem, members);
    }
    return recoding;
}

}  // namespace scrim::recode::cluster
