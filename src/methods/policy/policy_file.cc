#include "methods/files/file.h"
#include "methods/policy/policy_of_yaml.h"

#include <filesystem>

namespace scrim {
namespace {

Result<Policy> parse_named(std::string_view yaml, const std::string& name, const std::string& folder) {
    SCRIM_TRY(const policy::YamlNode root, policy::parse_yaml(yaml, name));
    return policy::policy_of_yaml(root, name, folder);
}

}  // namespace

Result<Policy> parse_policy(std::string_view yaml, const std::string& folder) {
    return parse_named(yaml, "policy", folder);
}

Result<Policy> read_policy(const std::string& path) {
    SCRIM_TRY(const std::string text, files::read_file(path, policy::yaml_size_limit));
    return parse_named(text, path, std::filesystem::path(path).parent_path().string());
}

}  // namespace scrim
