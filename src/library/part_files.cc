// Histograms, plans and evidence in files.
#include "library/part_seals.h"
#include "methods/files/file.h"
#include "methods/plan/plan_file.h"
#include "scrim/plan.h"

#include <array>
#include <fstream>
#include <utility>

namespace scrim {
namespace {

constexpr std::pair<Seal, PartFile> seals[] = {{library::histogram_seal, PartFile::histogram},
                                               {planning::plan_seal, PartFile::plan},
                                               {library::evidence_seal, PartFile::evidence}};

}  // namespace

PartFile part_file(const std::string& path) {
    std::array<char, 8> first{};
    std::ifstream(path, std::ios::binary).read(first.data(), first.size());
    for (const auto& [seal, kind] : seals)
        if (seal.magic == std::string_view(first.data(), first.size())) return kind;
    return PartFile::none;
}

Result<std::string> read_part_file(const std::string& path) {
    constexpr std::size_t most = std::size_t{1} << 36;
    return files::read_file(path, most);
}

Result<void> write_part_file(const std::string& path, std::string_view bytes, bool owner_only) {
    return owner_only ? files::write_private_file(path, bytes) : files::write_file(path, bytes);
}

}  // namespace scrim
