// View: a view's definition with what the server knows of its query, its profile table and its policy.
#pragma once

#include "adapters/postgres/server.h"
#include "adapters/postgres/view_options.h"
#include "methods/views/policy/privacy_policy.h"
#include "methods/views/recoding/attribute.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::postgres {

struct Dgh {
    std::uint32_t id = 0;
    views::DghEdges edges;
};

struct View {
    views::ViewDefinition definition;
    std::vector<QueryColumn> columns;  // of its query
    std::vector<QueryColumn> profile;  // of its profile table
    std::string key;                   // the profile's column that the view's refers to
    std::optional<views::PrivacyPolicy> policy;
    std::map<std::string, Dgh> dghs;  // those that it names, by folded name
    std::uint32_t relation = 0;       // the server's number of the view
    std::string said;                 // its options, as one text

    // Refuses what cannot be asked, whatever the data are.
    static View describe(views::ViewDefinition definition, Server& server);

    const QueryColumn& column(std::string_view name) const;  // of the query; it has it
    bool profile_has(std::string_view name) const;
    const Dgh* dgh(const views::GeneralizedColumn& column) const;  // null for none

    struct Shown {
        enum class As { identifier, quasi, node, plain_sensitive, plain };
        std::string name;
        As as = As::plain;
        std::size_t index = 0;  // of a quasi-identifier, or a sensitive attribute
    };
    // What it shows: every column of the query, but not the one that the profile is found by.
    std::vector<Shown> shown() const;
};

}  // namespace scrim::postgres
