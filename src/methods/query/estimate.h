// Estimates of the original from cells that were changed by known chances.
//
//   SCRIM_TRY(const Estimator estimator, Estimator::of(released, meanings, condition));
//   estimator.count();   // without bias, and its standard error
//
// Of a record whose columns were changed independently, a product of functions of its values is estimated by the
// product of what estimates each. Records are changed independently, too: the variance is estimated, without bias, by
// the sum of g(y)² less the estimate of f². A standard error is about the chances of the release alone: the original is
// taken as it is.
#pragma once

#include "methods/query/asked_query.h"
#include "methods/query/cases.h"
#include "methods/query/chances.h"
#include "scrim/query.h"

#include <optional>
#include <vector>

namespace scrim::querying {

class Estimator {
public:
    // All must outlive it.
    static Result<Estimator> of(const Released& released, const std::vector<Meaning>& meanings,
                                const Condition& condition);

    QueryEstimate count() const;
    // SUM or AVG of a column of numbers; nothing where nobody is estimated to have one.
    std::optional<QueryEstimate> of_numbers(Aggregate aggregate, std::size_t column) const;

    // Of a record's values: 1, or a column's number less `less`; 0 where the condition does not hold or there is none.
    struct Asked {
        std::optional<std::size_t> column;
        double less = 0;
        bool squared = false;
        bool only_whether = false;  // 1 where there is a number
    };
    // What estimates it, by different row of the release.
    std::vector<double> by_row(const Asked& asked) const;

private:
    Estimator(const Released& released, const std::vector<Meaning>& meanings)
        : released_(released), meanings_(meanings) {}

    double value_of(const Asked& asked, Code atom) const;
    double sum(const std::vector<double>& by_row) const;
    double variance(const std::vector<double>& values, const std::vector<double>& squares) const;

    const Released& released_;
    const std::vector<Meaning>& meanings_;
    Cases cases_;
    std::vector<std::optional<Unmixer>> unmixers_;  // of the columns that were changed
};

}  // namespace scrim::querying
