// ViewDefinition: what CREATE ANONYMIZATION_VIEW says, as the catalog keeps it.
//
//   CREATE [MATERIALIZED] ANONYMIZATION_VIEW patient_av
//     ON (SELECT name, birth, zipcode, disease, choice FROM patient)
//     WITH ANONYMIZATION_ID name
//     ANONYMIZATION_QUASI_ID (birth DGH_NAME birth_dgh, zipcode)
//     ANONYMIZATION_SENSITIVE_ATTR (disease DGH_NAME disease_dgh)
//     choice REFERENCES patient_choices(k, sa_level)          -- or: K 5 [LEVEL 1], the same for everybody
//     [KEY person]                                            -- the profile table's column, when not called like ours
//     [RECODE best | RECODE mondrian [BLOCK 1024]]            -- or another algorithm that keeps everybody's k
//     [REQUIRE t_closeness_equal(t=0.2), l_diversity_distinct(l=2)]
//     [DISCLOSE (birth IF birth_op, zipcode IF zip_op)]       -- NULL unless the profile's column says true
//     [RETAIN (disease UNTIL disease_until, birth FOR '2 years' SINCE admitted)]
//     [POLICY hospital]
//     [MISSING PROFILE STRICTEST | REFUSE] [UNKNOWN VALUE REFUSE | TOP];
//
// The first seven lines are the paper's (Fig. 5); the clauses in brackets after them come in any order.
#pragma once

#include "kernel/recode/recoder.h"
#include "scrim/policy.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scrim::views {

struct GeneralizedColumn {
    std::string column;
    std::string dgh;  // "" for none: a value is shown, or hidden
};

// Where each person's wishes are found.
struct ProfileReference {
    std::string column;  // of the view's query, the foreign key; "" when `k` is given for everybody
    std::string table;
    std::string k_column;
    std::string level_column;  // of the sensitive attributes' generalization, "" for none
    std::string key;           // the profile table's column that `column` refers to; "" for the one of the same name
};

struct Disclosure {
    std::string column;  // of the view
    std::string choice;  // boolean column of the profile table: the value is shown where it is true
};

// The value is shown up to a time: one that the profile table names, or so long after a date of the view's query.
struct Retention {
    std::string column;  // of the view
    std::string until;   // column of the profile table, or "" with the following
    std::string period;  // an SQL interval: "2 years"
    std::string since;   // column of the view's query
};

struct ViewDefinition {
    enum class MissingProfile { strictest, refuse };
    enum class UnknownValue { refuse, top };
    // Instead of an algorithm: of those with RecoderSpec::in_views, the one that loses least.
    static constexpr const char* best = "best";

    std::string name;
    bool materialized = false;
    std::string query;         // SQL without the parentheses around it
    std::string engine_query;  // the same for the engine: AVLIKE is '='
    std::string id;
    std::vector<GeneralizedColumn> quasi_identifiers;  // at least one
    std::vector<GeneralizedColumn> sensitive;
    ProfileReference profile;
    std::uint32_t k = 0, level = 0;  // for everybody, without a profile
    std::string recoder = best;      // an algorithm with RecoderSpec::own_k
    std::uint64_t block = 0;         // records recoded together, in the order of the identifier; 0 for all
    std::vector<Requirement> require;
    std::vector<Disclosure> disclose;
    std::vector<Retention> retain;
    std::string policy;  // "" for none
    MissingProfile missing_profile = MissingProfile::strictest;
    UnknownValue unknown_value = UnknownValue::refuse;

    bool has_profile() const { return !profile.column.empty(); }
    // The algorithms that it is recoded by.
    std::vector<const recode::RecoderSpec*> recoders() const;
};

// The statement that makes it: parsing the text gives the definition again.
std::string to_sql(const ViewDefinition& definition);

}  // namespace scrim::views
