// What the statements of scrim.run do in the database. Each is done with the rights of whoever calls it; what the
// extension keeps is changed by the extension, for stewards: roles that may use the server scrim.
#pragma once

#include "methods/views/language/statement.h"

#include "guard.h"

namespace scrim::postgres {

// Throws Refused for who is no steward.
void check_steward();

void create_view(views::CreateView create);
void drop_view(const views::DropView& drop);
void refresh(const views::RefreshView& refresh);
void grant(const views::Grant& grant);
// `grantee` and `view` exist; whoever asks owns the view.
void allow_purpose(Oid view, Oid grantee, const std::string& purpose, const std::string& recipient, bool revoke);

void create_dgh(const std::string& name);
void insert_dgh(const std::string& name, const std::vector<std::pair<std::string, std::string>>& edges);
void drop_dgh(const views::DropDgh& drop);
void create_policy(const std::string& name, const std::string& text, const std::string& source);
void drop_policy(const views::DropPolicy& drop);

// Runs a statement with the caller's rights, and gives the cells of its rows as text.
std::vector<std::vector<std::string>> run_as_caller(const std::string& sql);
void notice(const std::string& text);

}  // namespace scrim::postgres
