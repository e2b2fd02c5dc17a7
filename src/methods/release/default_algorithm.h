// The algorithm for who names none, and a hint for who named one that loses much.
//
// By what is asked: the preferred one (RecoderSpec::preference); where it cannot serve the requirements, would ignore
// what else was asked for (a target, a metric), or takes long on a table of this size, the next one that does not.
// That records may be left out is a limit, which an algorithm that leaves none out keeps; only where nothing can hold
// without it is one chosen that does.
#pragma once

#include "methods/release/chosen_algorithm.h"
#include "methods/release/trial.h"

#include <string>

namespace scrim::release {

// Which loses less depends on the requirement too. So where another one that can serve it is quick on this table, both
// are tried, and what loses less is released.
struct DefaultAlgorithm {
    std::string name;
    std::string because;  // what it is best at, and why not the first
    std::string why;      // the same for the report, in one line
    std::string rival;    // to be tried too, "" for none
};
DefaultAlgorithm default_algorithm(const recode::Problem& problem, bool metric_asked);

// Why the rival was taken.
std::string loses_less(double less, double loss, const std::string& than);

struct ChosenTrial {
    Chosen chosen;
    Trial trial;
    std::string why;  // this algorithm; "" where it was named
};
Result<ChosenTrial> try_default(const Prepared& prepared, bool metric_asked, Progress& progress);

// "mondrian would lose 0.061 instead of 0.331 (--algorithm mondrian)": of an algorithm that takes no time to try and
// loses less than half; "" where there is none.
std::string better_algorithm(const Prepared& prepared, const TrialReport& made, bool metric_asked, Progress& progress);

}  // namespace scrim::release
