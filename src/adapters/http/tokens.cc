#include "adapters/http/tokens.h"

#include "kernel/core/random.h"
#include "kernel/core/text.h"
#include "methods/files/digest.h"
#include "methods/files/file.h"
#include "methods/policy/yaml_tree.h"

#include <sys/stat.h>

#include <algorithm>
#include <set>

namespace scrim::server {
namespace {

constexpr std::string_view hash_start = "sha256:";

bool is_listed(const std::vector<std::string>& names, std::string_view name) {
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& some) { return some == "*" || some == name; });
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    unsigned difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned>(a[i] ^ b[i]);
    return difference == 0;
}

// A name that a log, a header and SQL can hold.
bool is_name(std::string_view name) {
    return !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.';
    });
}

class Reader {
public:
    explicit Reader(const std::string& file) : file_(file) {}

    Result<std::vector<Token>> read(const policy::YamlNode& root) {
        if (root.kind != policy::YamlNode::Kind::map || root.entries.size() != 1 || root.entries[0].key != "tokens" ||
            root.entries[0].value.kind != policy::YamlNode::Kind::list)
            return policy::yaml_error(file_, root.line, "expected a list of tokens under the key 'tokens'");
        std::vector<Token> tokens;
        std::set<std::string> names, hashes;
        for (const policy::YamlNode& item : root.entries[0].value.items) {
            SCRIM_TRY(Token token, read_token(item));
            if (!names.insert(token.caller.name).second)
                return policy::yaml_error(file_, item.line, format("{} comes twice", quoted(token.caller.name)));
            if (!hashes.insert(token.hash).second) return policy::yaml_error(file_, item.line, "this hash comes twice");
            tokens.push_back(std::move(token));
        }
        return tokens;
    }

private:
    Result<Token> read_token(const policy::YamlNode& node) {
        if (node.kind != policy::YamlNode::Kind::map)
            return policy::yaml_error(file_, node.line, "a token is a map with name, hash and role");
        Token token;
        std::string role;
        for (const policy::YamlNode::Entry& entry : node.entries) {
            if (entry.key == "name") {
                SCRIM_TRY(token.caller.name, text(entry));
            } else if (entry.key == "hash") {
                SCRIM_TRY(token.hash, text(entry));
            } else if (entry.key == "role") {
                SCRIM_TRY(role, text(entry));
            } else if (entry.key == "statdbs") {
                SCRIM_TRY(token.caller.statdbs, texts(entry));
            } else if (entry.key == "noisy") {
                SCRIM_TRY(token.caller.noisy, texts(entry));
            } else if (entry.key == "views") {
                SCRIM_TRY(token.caller.views, texts(entry));
            } else if (entry.key == "purposes") {
                SCRIM_TRY(token.caller.purposes, texts(entry));
            } else if (entry.key == "recipients") {
                SCRIM_TRY(token.caller.recipients, texts(entry));
            } else {
                return policy::yaml_error(
                    file_, entry.line,
                    format("there is no key {}; a token has name, hash, role, statdbs, noisy, views, "
                           "purposes and recipients",
                           quoted(entry.key)));
            }
        }
        if (!is_name(token.caller.name))
            return policy::yaml_error(file_, node.line, "a token needs a name: letters, digits, '_', '-' and '.'");
        if (role != "owner" && role != "analyst")
            return policy::yaml_error(file_, node.line, "a token needs a role: owner or analyst");
        token.caller.owner = role == "owner";
        const std::string_view hash = token.hash;
        const bool hex = hash.starts_with(hash_start) && hash.size() == hash_start.size() + 64 &&
                         hash.find_first_not_of("0123456789abcdef", hash_start.size()) == std::string_view::npos;
        if (!hex)
            return policy::yaml_error(
                file_, node.line, "a token needs a hash: sha256: and 64 hexadecimal digits, as scrim token prints it");
        token.hash = hash.substr(hash_start.size());
        return token;
    }

    Result<std::string> text(const policy::YamlNode::Entry& entry) {
        if (entry.value.kind != policy::YamlNode::Kind::text)
            return policy::yaml_error(file_, entry.line, format("{} must be a text", entry.key));
        return entry.value.text;
    }

    Result<std::vector<std::string>> texts(const policy::YamlNode::Entry& entry) {
        if (entry.value.kind != policy::YamlNode::Kind::list)
            return policy::yaml_error(file_, entry.line, format("{} must be a list", entry.key));
        std::vector<std::string> all;
        for (const policy::YamlNode& item : entry.value.items) {
            if (item.kind != policy::YamlNode::Kind::text)
                return policy::yaml_error(file_, item.line, format("{} must be a list of texts", entry.key));
            all.push_back(item.text);
        }
        return all;
    }

    const std::string& file_;
};

}  // namespace

bool Caller::may_ask(std::string_view statdb) const { return owner || is_listed(statdbs, statdb); }

bool Caller::may_pay(std::string_view statdb) const { return may_ask(statdb) || is_listed(noisy, statdb); }

bool Caller::may_read(std::string_view view, std::string_view purpose, std::string_view recipient) const {
    if (owner) return true;
    return is_listed(views, view) && (!purposes || is_listed(*purposes, purpose)) &&
           (!recipients || is_listed(*recipients, recipient));
}

Result<std::vector<Token>> parse_tokens(std::string_view yaml, const std::string& name) {
    SCRIM_TRY(const policy::YamlNode root, policy::parse_yaml(yaml, name));
    return Reader(name).read(root);
}

Result<NewToken> make_token(const std::string& name, TokenKind kind) {
    if (!is_name(name))
        return input_error(format("{} is no name for a token: letters, digits, '_', '-' and '.'", quoted(name)));
    SystemRandom random;
    std::string token = "scrim_";
    for (int i = 0; i < 4; ++i) token += format("{:016x}", random.next());
    std::string entry = format("  - name: {}\n    hash: {}{}\n    role: {}\n", name, hash_start, files::sha256(token),
                               kind == TokenKind::owner ? "owner" : "analyst");
    if (kind == TokenKind::analyst) entry += "    statdbs: ['*']\n    views: ['*']\n";
    if (kind == TokenKind::noisy) entry += "    noisy: ['*']\n";
    return NewToken{std::move(token), std::move(entry)};
}

Result<std::unique_ptr<TokenFile>> TokenFile::open(const std::string& path) {
    std::unique_ptr<TokenFile> file(new TokenFile(path));
    SCRIM_TRY(const std::size_t count, file->reload());
    if (count == 0) return input_error(format("{} holds no token: nobody could ask", quoted(path)));
    return file;
}

std::shared_ptr<const Caller> TokenFile::find(std::string_view token) const {
    const std::string hash = files::sha256(token);
    std::shared_ptr<const std::vector<Known>> known;
    {
        const std::lock_guard lock(mutex_);
        known = known_;
    }
    std::shared_ptr<const Caller> found;
    for (const Known& some : *known)
        if (equal_in_constant_time(some.hash, hash)) found = some.caller;
    return found;
}

Result<std::size_t> TokenFile::reload() {
    struct stat status {};
    if (::stat(path_.c_str(), &status) == 0 && (status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        return input_error(format("others may change {}: chmod go-w it first", quoted(path_)));
    SCRIM_TRY(const std::string text, files::read_file(path_, policy::yaml_size_limit));
    SCRIM_TRY(std::vector<Token> tokens, parse_tokens(text, path_));
    auto known = std::make_shared<std::vector<Known>>();
    for (Token& token : tokens)
        known->push_back({std::move(token.hash), std::make_shared<const Caller>(std::move(token.caller))});
    const std::size_t count = known->size();
    const std::lock_guard lock(mutex_);
    known_ = std::move(known);
    return count;
}

}  // namespace scrim::server
