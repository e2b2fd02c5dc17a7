// The algorithm for who names none, and a hint for who named one that loses much.
//
// By what is asked: the preferred one (RecoderSpec::preference); where it cannot serve the requirements, or would
// ignore what else was asked for (a target, a metric, suppression), the next one that can.
#pragma once

#include "methods/release/trial.h"

#include <string>

namespace scrim::release {

struct DefaultAlgorithm {
    std::string name;
    std::string why;  // for the report
};
DefaultAlgorithm default_algorithm(const recode::Problem& problem, bool metric_asked);

// "mondrian would lose 0.061 instead of 0.331 (--algorithm mondrian)": of an algorithm that takes no time to try and
// loses less than half; "" where there is none.
std::string better_algorithm(const Prepared& prepared, const TrialReport& made, bool metric_asked, Progress& progress);

}  // namespace scrim::release
