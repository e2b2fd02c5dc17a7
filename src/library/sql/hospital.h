// A synthetic hospital: patients whose age, sex, home, work and diagnosis hang together as they do in life.
#pragma once

#include "kernel/core/random.h"
#include "kernel/core/table.h"

#include <string>

namespace scrim::library {

// Columns name, age, sex, zip, occupation, marital, diagnosis, stay_days.
Table make_hospital(Random& random, std::size_t patients);
// What people often take for anonymous: no names, ages in bands of five years, zip codes cut to three digits.
Table naively_deidentified(const Table& hospital);

std::string occupation_hierarchy();
std::string diagnosis_hierarchy();

}  // namespace scrim::library
