// Fields: a JSON object whose keys are the fields of a request. Each is taken once; the first that cannot be taken, or
// that nobody took, is the error.
//
//   Fields fields(json);
//   fields.take("table", request.table);
//   fields.take("target", request.target);
//   SCRIM_CHECK(fields.done());
//
// null is as if the key were not there.
#pragma once

#include "kernel/core/json.h"
#include "scrim/call.h"
#include "scrim/input.h"
#include "scrim/policy.h"
#include "scrim/result.h"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scrim::calls {

class Fields {
public:
    Fields(const Json& object, const CallTables& tables);

    void take(std::string_view name, std::string& into);
    void take(std::string_view name, bool& into);
    void take(std::string_view name, double& into);
    template <std::unsigned_integral Number>
    requires(!std::same_as<Number, bool>) void take(std::string_view name, Number& into) {
        std::uint64_t number = into;
        take_number(name, static_cast<Number>(-1), number);
        into = static_cast<Number>(number);
    }
    void take(std::string_view name, std::vector<std::string>& into);  // a text stands for a list of one
    void take(std::string_view name, std::vector<int>& into);          // whole numbers
    void take(std::string_view name, std::vector<std::pair<std::string, std::string>>& into);  // an object of texts
    void take(std::string_view name, TableInput& into);  // a path, or an object: path, frame or histogram, …
    void take(std::string_view name, std::vector<TableInput>& into);
    // The path of a policy file, or what such a file holds; there a hierarchy may also be its rows, from leaf to top,
    // and "must_exist" may say that the table has all of its columns, those of identifiers included.
    void take(std::string_view name, Policy& into);
    void take(std::string_view name, std::vector<Requirement>& into);
    template <class T>
    void take(std::string_view name, std::optional<T>& into) {
        if (!given(name)) return;
        T value{};
        take(name, value);
        into = std::move(value);
    }

    // A number may be written as a text: 0.2 and "1/5".
    void take_exact(std::string_view name, std::string& into);
    bool given(std::string_view name) const;
    Result<void> done() const;

private:
    const Json* find(std::string_view name);
    void refuse(std::string_view name, std::string_view accepted);
    void take_number(std::string_view name, std::uint64_t most, std::uint64_t& into);
    void take_table(std::string_view name, const Json& value, TableInput& into);

    const Json& object_;
    CallTables tables_;
    std::vector<std::string> taken_;
    std::optional<Error> error_;
};

}  // namespace scrim::calls
