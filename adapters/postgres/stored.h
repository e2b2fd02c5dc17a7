// What the extension keeps in its tables: DGHs, policies and grants, read and written with the extension's own rights.
#pragma once

#include <string>
#include <vector>

#include "guard.h"

namespace scrim::postgres {

// The owner of the extension's tables. PostgreSQL code, as may jump.
Oid extension_owner() noexcept;

// A row of text, nothing for NULL.
using StoredRow = std::vector<std::optional<std::string>>;
std::vector<StoredRow> read_stored(const std::string& sql);
void change_stored(const std::string& sql);

// While one lives, what is read is what is there now, with the changes made before, and not what the statement's
// snapshot sees.
class OfNow {
public:
    OfNow() { ++count; }
    ~OfNow() { --count; }
    OfNow(const OfNow&) = delete;
    OfNow& operator=(const OfNow&) = delete;
    static int count;
};

std::optional<StoredDgh> stored_dgh(const std::string& name);
StoredDgh stored_dgh(std::uint32_t id);  // refuses one that is gone
std::optional<StoredPolicy> stored_policy(const std::string& name);

}  // namespace scrim::postgres
