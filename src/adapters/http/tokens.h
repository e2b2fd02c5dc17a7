// Tokens: who may ask, and what. The file holds hashes only, so that whoever reads it cannot ask.
//
//   tokens:
//     - name: ana
//       hash: sha256:9f86d0…            # scrim token ana prints a token and this entry
//       role: analyst                   # or owner
//       statdbs: [occ]                  # statistical databases; ['*'] for all
//       noisy: [wages]                  # those that may be asked for answers with noise only
//       views: [patient_av]             # anonymization views that are granted to ana, and may be read here; ['*'] for
//       all purposes: [research]            # narrower than what is granted; all without the key recipients: [lab]
//
// An empty list is a list of nothing: it allows nothing, whatever the key.
#pragma once

#include "scrim/result.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::server {

// Who asks.
struct Caller {
    std::string name;
    bool owner = false;
    std::vector<std::string> statdbs, views;                       // "*" for all
    std::optional<std::vector<std::string>> purposes, recipients;  // nothing for all
    std::vector<std::string> noisy;                                // beside `statdbs`

    bool may_ask(std::string_view statdb) const;
    // With noise, for which the ledger has to have a budget for the name.
    bool may_pay(std::string_view statdb) const;
    bool may_read(std::string_view view, std::string_view purpose, std::string_view recipient) const;
};

struct Token {
    std::string hash;  // 64 hexadecimal digits
    Caller caller;
};

// `name` is for messages.
Result<std::vector<Token>> parse_tokens(std::string_view yaml, const std::string& name);

// A new token of 256 bits, as text; and its entry for the file.
struct NewToken {
    std::string token;
    std::string entry;
};
enum class TokenKind { analyst, noisy, owner };
Result<NewToken> make_token(const std::string& name, TokenKind kind);

// The tokens of a file, which can be read anew while questions are answered.
class TokenFile {
public:
    // Refuses a file that others than its owner may change.
    static Result<std::unique_ptr<TokenFile>> open(const std::string& path);

    // Whose token it is; compares hashes in a time that does not depend on them.
    std::shared_ptr<const Caller> find(std::string_view token) const;
    // The tokens before stay where the file is not right.
    Result<std::size_t> reload();

private:
    explicit TokenFile(std::string path) : path_(std::move(path)) {}
    struct Known {
        std::string hash;
        std::shared_ptr<const Caller> caller;
    };

    std::string path_;
    mutable std::mutex mutex_;
    std::shared_ptr<const std::vector<Known>> known_;
};

}  // namespace scrim::server
