// Estimates of whom a sample stands for: of the original, where a release holds records that were drawn from it; of the
// population, where a table has sampling weights.
//
//   SampleEstimator(released, estimator).count();   // without bias, and its standard error
//
// Each record counts for as many as it stands for (Horvitz and Thompson 1952). The variance of such a sum of n parts is
// estimated by n / (n - 1) times their squared distances from their mean, and less where much was drawn: by the share
// that was not. Of a simple random sample that is without bias; weights are taken for chances of records that were
// drawn one by one, each from all. AVG is a quotient of two sums, and its error that of what exceeds it, to first
// order. (Cochran, "Sampling techniques", 1977.)
#pragma once

#include "methods/query/estimate.h"

namespace scrim::querying {

class SampleEstimator {
public:
    // `released` was drawn; both must outlive it, and every cell asked about is one value.
    SampleEstimator(const Released& released, const Estimator& estimator)
        : released_(released), estimator_(estimator) {}

    // Nothing for a sample of one record, which shows no error.
    std::optional<QueryEstimate> count() const;
    // SUM or AVG of a column of numbers; no AVG where nobody has one.
    std::optional<QueryEstimate> of_numbers(Aggregate aggregate, std::size_t column) const;

private:
    std::vector<double> scaled(std::vector<double> by_row) const;
    double sum(const std::vector<double>& parts) const;
    std::optional<double> variance(const std::vector<double>& parts) const;
    std::optional<QueryEstimate> total(const std::vector<double>& parts) const;

    const Released& released_;
    const Estimator& estimator_;
};

// Every cell of the columns that the query is about is one value.
bool one_value_each(const std::vector<Meaning>& meanings);

}  // namespace scrim::querying
