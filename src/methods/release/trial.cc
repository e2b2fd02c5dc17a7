#include "methods/release/trial.h"

#include "kernel/risk/risk.h"

#include <algorithm>
#include <chrono>

namespace scrim::release {
namespace {

// Without the classes that stand only for people whom the table lacks.
recode::Recoding with_records(const recode::Recoding& recoding) {
    recode::Recoding kept(recoding.dimensions());
    for (std::size_t c = 0; c < recoding.size(); ++c)
        if (recoding.records(c) > 0) kept.add(recoding.box(c), recoding.members(c));
    kept.levels = recoding.levels;
    kept.details = recoding.details;
    kept.neighborhood = recoding.neighborhood;
    kept.examined = recoding.examined;
    kept.lattice = recoding.lattice;
    return kept;
}

}  // namespace

Result<Trial> try_recoder(const Chosen& chosen, const Prepared& prepared, Progress& progress) {
    const auto start = std::chrono::steady_clock::now();
    SCRIM_TRY(recode::Recoding recoding, recode::recode(*chosen.recoder, prepared.problem, chosen.arguments, progress));
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (progress.cancelled()) return cancelled_error();
    if (chosen.recoder->form == recode::Form::generalized) recoding.merge_equal_boxes();
    if (prepared.problem.demands.needs_population()) recoding = with_records(recoding);
    return Trial{std::move(recoding), seconds};
}

TrialReport trial_report(const Chosen& chosen, const Prepared& prepared, const Trial& trial) {
    const recode::Recoding& recoding = trial.recoding;
    TrialReport report;
    report.algorithm = to_string(chosen.text);
    report.loss = recode::loss_of(prepared.problem, recoding).value_or(0);
    report.classes = recoding.size();
    report.records = recoding.records();
    report.suppressed = prepared.problem.records() - report.records;
    std::uint64_t smallest = UINT64_MAX;
    const recode::Demands& demands = prepared.problem.demands;
    for (std::size_t c = 0; c < recoding.size(); ++c)
        smallest =
            std::min(smallest, demands.counts_people() ? demands.people(recoding.members(c)) : recoding.records(c));
    if (demands.counts_people()) report.people = demands.people(recoding.all_members());
    report.highest_risk = risk::exact(Ratio(1, static_cast<Int128>(smallest)));
    report.seconds = trial.seconds;
    report.details = recoding.details;
    report.by_chance = chosen.recoder->by_chance;
    return report;
}

}  // namespace scrim::release
