// A foreign table that is an anonymization view: its options, its owner, and for which purpose it may be asked.
#pragma once

#include "adapters/postgres/view_options.h"

#include "guard.h"

namespace scrim::postgres {

struct ForeignView {
    Oid relation = InvalidOid, owner = InvalidOid;
    std::string name;
    Options options;
    std::vector<OptionColumn> columns;  // by attribute number less one; dropped ones have no name
    std::vector<Oid> types;             // of the columns

    static ForeignView read(Oid relation);
};

struct Purpose {
    std::string purpose, recipient;
};
// What the session asks for, if whoever asks may: owners may ask for anything, others for what is granted to them or,
// where nothing is, for no purpose at all. Who has one grant need not name it.
Purpose purpose_of_session(const ForeignView& view);

// Settings of the session.
extern char* purpose_setting;
extern char* recipient_setting;
extern int plan_setting;
enum class PlanSetting { automatic, anonymize_then_select, select_then_anonymize };

// PostgreSQL code. The role of a column, "" for none.
const char* role_of_column(Oid relation, AttrNumber attribute) noexcept;

}  // namespace scrim::postgres
