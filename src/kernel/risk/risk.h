// Re-identification risk: how likely is it that a record is linked to its person?
//
// Prosecutor: the attacker knows that the person is in the table; a record's risk is 1 / (records of its class).
// Journalist: the attacker only knows a population that the table was drawn from; 1 / (people of its class). Marketer:
// the share of records an attacker links rightly on average. (El Emam & Dankar, "Protecting privacy using k-anonymity",
// JAMIA 2008; El Emam, "Guide to the De-Identification of Personal Health Information", 2013.)
#pragma once

#include "kernel/models/classes.h"
#include "scrim/check.h"

namespace scrim::risk {

// A fraction as reports show it.
Exact exact(const Ratio& ratio);

// `rows` are all that the classes count. Where that is people, somebody may be in several classes: with `people`
// (Evidence::people_by_class) whoever is at risk, or alone, in one of them counts once.
RiskReport measure_risks(const models::Classes& classes, std::uint64_t rows, const Ratio& threshold,
                         const Tuples* people = nullptr);

}  // namespace scrim::risk
