// Parts of a table as a command line names them: tables in files, or files that `scrim histogram` and `scrim judge`
// wrote.
#pragma once

#include "scrim/histogram.h"
#include "scrim/input.h"
#include "scrim/plan.h"
#include "scrim/policy.h"

#include <string>
#include <vector>

namespace scrim::cli {

struct Parts {
    std::vector<std::string> paths;
    TableInput reading;  // how those are read that are tables

    // The first that is a table; its path is "" where none is.
    TableInput table() const;
    bool one_table() const;
    Result<std::vector<Histogram>> histograms(const Policy& policy, Progress& progress) const;
    Result<std::vector<Evidence>> evidence(const Policy& policy, Progress& progress) const;

private:
    TableInput table(const std::string& path) const;
};

// Reads a file that has to be of this kind, as T::parse does; errors begin with its name.
template <class T>
Result<T> read_part(const std::string& path) {
    SCRIM_TRY(const std::string bytes, read_part_file(path));
    auto parsed = T::parse(bytes);
    if (!parsed) return Error{parsed.error().kind, path + ": " + parsed.error().message};
    return parsed;
}

}  // namespace scrim::cli
