// The sections of the report that hold pictures, one file each.
#pragma once

#include "methods/release/certificate.h"
#include "methods/release/chosen_algorithm.h"

#include <string>

namespace scrim::report::html {

struct ReportInput {
    const PublishRequest& request;
    const release::Prepared& prepared;
    const release::Chosen& chosen;
    const recode::Recoding& recoding;
    const release::Measured& measured;

    const recode::Problem& problem() const { return prepared.problem; }
    bool generalized() const { return recode::prints_spans(chosen.recoder->form); }
    bool counts_people() const { return problem().demands.counts_people(); }
    // What hides a record, and what is counted in it.
    std::string class_word(bool many) const {
        return generalized() ? (many ? "classes" : "class") : (many ? "groups" : "group");
    }
    std::string member_word(bool many) const {
        return counts_people() ? (many ? "people" : "person") : (many ? "records" : "record");
    }
};

// Risks of the original beside those of the release.
std::string risk_section(const ReportInput& input);
// How large the classes are.
std::string size_section(const ReportInput& input);
// What each quasi-identifier lost.
std::string attribute_section(const ReportInput& input);
// The chosen node of the lattice and those one step away.
std::string lattice_section(const ReportInput& input);

}  // namespace scrim::report::html
