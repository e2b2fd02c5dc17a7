// Case files: worked examples and refusals as data. tests/cases/**/*.case; each run in them is one test.
//
//     # Where the example comes from, and how its numbers were computed by hand.
//     --- file patients.csv
//     age,disease
//     20,flu
//     --- bytes latin1.csv                     C escapes (\n \t \0 \\ \xE9); line ends of the case file do not count
//     age,disease\n20,\xE9\n
//     --- folder results
//     --- run a title for the test
//     check patients.csv --qi age --sensitive disease --json
//     --- exit 1                               unless 0
//     --- json                                 paths into standard output, which must be one JSON object
//     models.k_anonymity.k = 1                 equal, as JSON values; numbers by value
//     models.l_diversity_entropy.l ~ 1.7548    equal when rounded to the digits written
//     models.k_map absent
//     --- prints                               each line occurs in standard output
//     --- writes age.csv                       the run makes this file with this content
//     --- refused                              exit code 2, standard output empty, one line "scrim: …" on standard
//     'age'                                    error in which each line occurs
//
// A run sees the files above it, in a fresh folder, and must leave no others; without `refused` it must say nothing on
// standard error. Arguments are words, quoted as '…' or "…" where they hold spaces, over as many lines as needed. Lines
// that begin with # are comments, everywhere; blank lines at the end of a section do not count.
#pragma once

#include "scrim/result.h"

#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::testing {

struct JsonExpectation {
    std::string path;
    enum class Kind { equal, near, absent } kind = Kind::equal;
    std::string value;
};

struct CaseRun {
    std::string name;  // for GoogleTest: folder, file and title
    std::vector<std::string> words;
    std::map<std::string, std::string> files;  // content by name
    std::vector<std::string> folders;

    int exit_code = 0;
    std::vector<JsonExpectation> json;
    std::vector<std::string> prints;
    std::map<std::string, std::string> writes;
    std::optional<std::vector<std::string>> refused;
};

inline void PrintTo(const CaseRun& run, std::ostream* out) {
    for (const std::string& word : run.words) *out << word << ' ';
}

// The runs of a case; `name` begins their names. An error names the line.
Result<std::vector<CaseRun>> parse_case(std::string_view text, const std::string& name);

}  // namespace scrim::testing
