// Person tables: how many people each class of a release holds, and how many of them have each sensitive value.
//
// Where people have several records, a reader who counts the rows of a class does not know how many people hide there.
// These tables tell it, and nothing else: rows are not linked, not even within a class, because whoever knows one
// record of a person would then find the others, and how many records somebody has tells people apart by itself.
//
//   persons.csv     birth_date, sex, …, persons             one row for each class
//   persons_1.csv   birth_date, sex, …, diagnosis, persons  one row for each class and value of the first sensitive
//   column
#pragma once

#include "kernel/core/json.h"
#include "methods/release/released_table.h"

#include <string>
#include <vector>

namespace scrim::release {

// Of a generalized release that counts people.
Result<std::vector<ReleasedTable>> person_tables(const Dealing& dealing);
// What the certificate says of them: their files, in this format, and the column that counts.
Json persons_json(const Prepared& prepared, const std::string& format_name);

}  // namespace scrim::release
