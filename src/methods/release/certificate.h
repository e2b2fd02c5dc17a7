// The certificate: what a release claims, so that anyone can recompute it from the release's files.
//
// It is public: it holds no seed, no order of rows, nothing about single records.
#pragma once

#include "kernel/core/json.h"
#include "kernel/models/judge.h"
#include "methods/release/chosen_algorithm.h"
#include "methods/release/prepare.h"

#include <string>
#include <vector>

namespace scrim::release {

inline constexpr int certificate_version = 1;

// What was measured of the finished release.
struct Measured {
    std::uint64_t original_records = 0;
    std::uint64_t records = 0;                      // released
    std::uint64_t original_people = 0, people = 0;  // whose those are; the same where records are counted
    std::uint64_t classes = 0;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> class_sizes;  // size, how many classes have it
    std::vector<models::Judgment> judgments;                           // one per requirement, in its order
    std::vector<RequirementReport> requirements;                       // the same, as reports show it
    RiskReport risks, risks_before;
    std::optional<ExactReport> exact;  // of generalized releases: columns that are printed as they are
    std::vector<MetricReport> metrics;
    std::vector<std::pair<std::string, double>> loss_by_attribute;  // normalized certainty penalty of each
};

// A file of the release, by its path inside the folder.
struct CertifiedFile {
    std::string name;
    std::uint64_t bytes = 0;
    std::string sha256;
};

// What is not promised, in words.
std::vector<std::string> not_promised(const recode::Problem& problem, const recode::RecoderSpec& recoder);

Json certificate(const PublishRequest& request, const Prepared& prepared, const Chosen& chosen,
                 const recode::Recoding& recoding, const Measured& measured, const std::vector<CertifiedFile>& files);

}  // namespace scrim::release
