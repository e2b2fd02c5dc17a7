#include "core/text.h"
#include "policy/policy_of_yaml.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace scrim {
namespace {

// One byte more than accepted, so that a larger file is refused as such.
constexpr std::size_t most_bytes_read = yaml_size_limit + 1;

Error cannot_read(const std::string& path, std::string_view reason) {
    return input_error(format("cannot read policy {}: {}", scrim::quoted(path), reason));
}

Result<Policy> parse_named(std::string_view yaml, const std::string& name, const std::string& folder) {
    SCRIM_TRY(const YamlNode root, parse_yaml(yaml, name));
    return policy_of_yaml(root, name, folder);
}

}  // namespace

Result<Policy> parse_policy(std::string_view yaml, const std::string& folder) {
    return parse_named(yaml, "policy", folder);
}

Result<Policy> read_policy(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) return cannot_read(path, "it is a folder; name a YAML file");
    std::ifstream file(path, std::ios::binary);
    if (!file) return cannot_read(path, std::strerror(errno));
    std::string text(most_bytes_read, '\0');
    file.read(text.data(), most_bytes_read);
    if (file.bad()) return cannot_read(path, std::strerror(errno));
    text.resize(static_cast<std::size_t>(file.gcount()));
    return parse_named(text, path, std::filesystem::path(path).parent_path().string());
}

}  // namespace scrim
