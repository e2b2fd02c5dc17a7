// The slide negative binomial model of a population's classes (Chen, Keller-McNulty 1998): the size of a class is one
// more than a negative binomial number,
//
//   P(F = j) = Gamma(alpha + j - 1) / (Gamma(alpha) Gamma(j)) beta^alpha (1 - beta)^(j - 1).
#pragma once

#include "kernel/risk/population_uniques.h"

namespace scrim::risk {

// Classes of the population, those that the sample lacks among them: Shlosser's estimate as modified by Haas and Stokes
// ("Estimating the number of classes in a finite population", JASA 1998). Some class has one record, and not everybody
// is in the sample.
double shlosser_classes(const ClassSizes& sizes);

struct SlideNegativeBinomial {
    double alpha = 0, beta = 0;
    double unique() const;  // P(F = 1)
};

// The distribution by which a sample of that fraction is expected to have `ones` classes of one record and `twos` of
// two, where the population has `classes`. Nothing where there is none, or more than one.
std::optional<SlideNegativeBinomial> fit_slide_negative_binomial(double classes, double fraction, double ones,
                                                                 double twos);

}  // namespace scrim::risk
