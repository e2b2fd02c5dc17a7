// What is done when the module is loaded: its settings.
#include "changes.h"
#include "foreign_view.h"
#include "label_type.h"

#pragma GCC visibility push(default)
extern "C" {
PG_MODULE_MAGIC;
}
#pragma GCC visibility pop

namespace scrim::postgres {
namespace {

const config_enum_entry plans[] = {
    {"auto", 0, false}, {"anonymize_then_select", 1, false}, {"select_then_anonymize", 2, false}, {nullptr, 0, false}};
const config_enum_entry faults[] = {{"none", 0, false},          {"exception", 1, false},    {"unknown", 2, false},
                                    {"out_of_memory", 3, false}, {"server_error", 4, false}, {"spin", 5, false},
                                    {nullptr, 0, false}};

}  // namespace
}  // namespace scrim::postgres

using namespace scrim::postgres;

SCRIM_EXPORT void _PG_init(void) {
    DefineCustomStringVariable("scrim.purpose", "For which purpose anonymization views are asked.", nullptr,
                               &purpose_setting, "", PGC_USERSET, 0, nullptr, nullptr, nullptr);
    DefineCustomStringVariable("scrim.recipient", "Who receives what anonymization views show.", nullptr,
                               &recipient_setting, "", PGC_USERSET, 0, nullptr, nullptr, nullptr);
    DefineCustomEnumVariable("scrim.plan", "By which plan anonymization views are read; the answer is the same.",
                             nullptr, &plan_setting, 0, plans, PGC_USERSET, 0, nullptr, nullptr, nullptr);
    DefineCustomEnumVariable("scrim.fault", "For tests: a fault where C++ and the server meet.", nullptr,
                             &injected_fault, 0, faults, PGC_SUSET, GUC_NOT_IN_SAMPLE, nullptr, nullptr, nullptr);
    MarkGUCPrefixReserved("scrim");
    watch_hierarchies();
    watch_transactions();
}
