// Server: what the anonymizer asks of the PostgreSQL backend that it runs in. The firewall between the two: neither
// side sees the other's headers, and every call may throw.
//
//   server.read("SELECT …", {CellType::text, CellType::whole}, [&](std::span<const Cell> row) { … });
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scrim::postgres {

// What a user can mend. It ends the statement with this message and hint.
class Refused : public std::runtime_error {
public:
    enum class Kind { definition, data, permission, unsupported, missing };

    explicit Refused(const std::string& message, std::string hint = "", Kind kind = Kind::definition)
        : std::runtime_error(message), hint_(std::move(hint)), kind_(kind) {}
    const std::string& hint() const { return hint_; }
    Kind kind() const { return kind_; }

private:
    std::string hint_;
    Kind kind_;
};

enum class CellType { whole, text, boolean };

// A value of a row. `text` lives as long as the row.
struct Cell {
    std::string_view text = {};
    std::int64_t number = 0;  // of whole numbers; 0 or 1 of a boolean
    bool is_null = true;
};

struct QueryColumn {
    enum class Kind { whole, text, time, boolean, exact, other };  // exact: equal values print alike
    std::string name;
    std::string type;  // as SQL writes it
    std::uint32_t type_id = 0;
    Kind kind = Kind::other;
};

struct StoredDgh {
    std::uint32_t id = 0;
    std::vector<std::pair<std::string, std::string>> edges;  // child, parent
};

struct StoredRule {
    std::string purpose, recipient, attribute, choice, retention;
};
struct StoredPolicy {
    std::string since;
    std::vector<StoredRule> rules;
};

class Server {
public:
    using OnRow = std::function<void(std::span<const Cell>)>;

    Server() = default;
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    virtual ~Server() = default;

    // What a query gives, by the view owner's rights. Refuses one that need not give the same rows when it is read
    // again.
    virtual std::vector<QueryColumn> describe(const std::string& query) = 0;
    // Every row of a query, by the view owner's rights, as the statement's snapshot has it.
    virtual void read(const std::string& sql, const std::vector<CellType>& types, const OnRow& row) = 0;

    // The same by the extension's own rights: of a query over its tables that says nothing else than ours.
    virtual void read_kept(const std::string& sql, const std::vector<CellType>& types, const OnRow& row) = 0;
    // By the view owner's rights, with the extension's tables at the top of its FROM by the extension's.
    virtual void read_lent(const std::string& sql, const std::vector<CellType>& types, const OnRow& row) = 0;
    // Refuses queries, by the view owner's rights, over tables that change without a materialized view of them being
    // told.
    virtual void check_followed(const std::vector<std::string>& queries) = 0;

    // What the extension keeps; by names in small letters.
    virtual std::optional<StoredDgh> dgh(const std::string& name) = 0;
    virtual std::optional<StoredPolicy> policy(const std::string& name) = 0;

    // Fills in the server's own header of a label, in its first four bytes.
    virtual void set_header(std::string& label) const = 0;
    // Now, in microseconds since 1970-01-01.
    virtual std::int64_t now() = 0;
    // Throws when the statement is to end.
    virtual void check_interrupts() = 0;
};

}  // namespace scrim::postgres
