#include "adapters/cli/parts.h"

#include <utility>

namespace scrim::cli {
namespace {

Error not_this(const std::string& path, const std::string& what, const std::string& accepted) {
    return input_error(path + " holds " + what + "; " + accepted + " are accepted");
}

}  // namespace

TableInput Parts::table(const std::string& path) const {
    TableInput input = reading;
    input.path = path;
    return input;
}

TableInput Parts::table() const {
    for (const std::string& path : paths)
        if (part_file(path) == PartFile::none) return table(path);
    return reading;
}

bool Parts::one_table() const { return paths.size() == 1 && part_file(paths.front()) == PartFile::none; }

Result<std::vector<Histogram>> Parts::histograms(const Policy& policy, Progress& progress) const {
    std::vector<Histogram> made;
    for (const std::string& path : paths) {
        switch (part_file(path)) {
            case PartFile::none: {
                SCRIM_TRY(Histogram counted, Histogram::of(table(path), policy, progress));
                made.push_back(std::move(counted));
                break;
            }
            case PartFile::histogram: {
                SCRIM_TRY(Histogram read, read_part<Histogram>(path));
                made.push_back(std::move(read));
                break;
            }
            case PartFile::plan: return not_this(path, "a plan", "tables and histograms of them");
            case PartFile::evidence: return not_this(path, "evidence of a release", "tables and histograms of them");
        }
    }
    return made;
}

Result<std::vector<Evidence>> Parts::evidence(const Policy& policy, Progress& progress) const {
    std::vector<Evidence> made;
    for (const std::string& path : paths) {
        switch (part_file(path)) {
            case PartFile::none: {
                SCRIM_TRY(Evidence collected, Evidence::of(table(path), policy, progress));
                made.push_back(std::move(collected));
                break;
            }
            case PartFile::evidence: {
                SCRIM_TRY(Evidence read, read_part<Evidence>(path));
                made.push_back(std::move(read));
                break;
            }
            case PartFile::plan: return not_this(path, "a plan", "released tables and evidence of them");
            case PartFile::histogram: return not_this(path, "a histogram", "released tables and evidence of them");
        }
    }
    return made;
}

}  // namespace scrim::cli
