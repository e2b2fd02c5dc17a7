// The foreign data wrapper: planning, running and explaining scans, and the check of options.
//
// What EXPLAIN shows is the same for every state of the data: the estimates are nominal.
#include <algorithm>

#include "as_owner.h"
#include "foreign_view.h"
#include "label_type.h"
#include "scan.h"

namespace scrim::postgres {
namespace {

constexpr double nominal_rows = 100'000, reached_share = 0.01;

enum PlanKind { anonymize_then_select = 0, select_then_anonymize = 1 };

// A comparison of a quasi-identifier with a constant, which a scan can decide by itself.
struct Pushed {
    AttrNumber attribute;
    Operator relation;
    List* any;  // Const
    bool images;
};

Node* without_relabel(Node* node) {
    while (node != nullptr && IsA(node, RelabelType))
        node = reinterpret_cast<Node*>(reinterpret_cast<RelabelType*>(node)->arg);
    return node;
}

Const* constant_of(Node* node) {
    node = without_relabel(node);
    if (node == nullptr || !IsA(node, Const) || reinterpret_cast<Const*>(node)->constisnull) return nullptr;
    return reinterpret_cast<Const*>(node);
}

Var* column_of(Node* node, const RelOptInfo* rel) {
    node = without_relabel(node);
    if (node == nullptr || !IsA(node, Var)) return nullptr;
    auto* column = reinterpret_cast<Var*>(node);
    return column->varno == static_cast<int>(rel->relid) && column->varlevelsup == 0 ? column : nullptr;
}

bool is_pushable(const RestrictInfo* info, const RelOptInfo* rel, Oid relation, Pushed* pushed) {
    // What a view with a security barrier asks first is asked first.
    if (info->security_level > rel->baserestrict_min_security) return false;
    Node* clause = reinterpret_cast<Node*>(info->clause);
    KnownOperator known;
    if (IsA(clause, OpExpr)) {
        auto* operation = reinterpret_cast<OpExpr*>(clause);
        if (list_length(operation->args) != 2 || !known_operator(get_opcode(operation->opno), &known)) return false;
        auto *left = static_cast<Node*>(linitial(operation->args)),
             *right = static_cast<Node*>(lsecond(operation->args));
        Var* column = column_of(known.label_first ? left : right, rel);
        Const* value = constant_of(known.label_first ? right : left);
        if (column == nullptr && known.other_is_label) {
            column = column_of(right, rel);
            value = constant_of(left);
            known.relation = LabelAlgebra::mirrored(known.relation);
            if (known.relation == Operator::like || known.relation == Operator::unlike) return false;
        } else if (!known.label_first) {
            known.relation = LabelAlgebra::mirrored(known.relation);
        }
        if (column == nullptr || value == nullptr) return false;
        *pushed = {column->varattno, known.relation, list_make1(value), known.other_is_label};
    } else if (IsA(clause, ScalarArrayOpExpr)) {
        auto* operation = reinterpret_cast<ScalarArrayOpExpr*>(clause);
        if (!operation->useOr || !known_operator(get_opcode(operation->opno), &known) || !known.label_first)
            return false;
        Var* column = column_of(static_cast<Node*>(linitial(operation->args)), rel);
        Const* array = constant_of(static_cast<Node*>(lsecond(operation->args)));
        if (column == nullptr || array == nullptr) return false;
        auto* values = DatumGetArrayTypeP(array->constvalue);
        int16 length;
        bool by_value;
        char align;
        get_typlenbyvalalign(ARR_ELEMTYPE(values), &length, &by_value, &align);
        Datum* elements;
        bool* nulls;
        int count;
        deconstruct_array(values, ARR_ELEMTYPE(values), length, by_value, align, &elements, &nulls, &count);
        List* any = NIL;
        for (int i = 0; i < count; ++i)
            if (!nulls[i])
                any =
                    lappend(any, makeConst(ARR_ELEMTYPE(values), -1, InvalidOid, length, elements[i], false, by_value));
        *pushed = {column->varattno, known.relation, any, known.other_is_label};
    } else {
        return false;
    }
    return pushed->attribute > 0 && std::strcmp(role_of_column(relation, pushed->attribute), "quasi_identifier") == 0;
}

void estimate_size(PlannerInfo* root, RelOptInfo* rel, Oid) {
    rel->tuples = nominal_rows;
    set_baserel_size_estimates(root, rel);
}

bool has_pushable(const RelOptInfo* rel, Oid relation) {
    ListCell* cell;
    Pushed pushed;
    foreach (cell, rel->baserestrictinfo)
        if (is_pushable(lfirst_node(RestrictInfo, cell), rel, relation, &pushed)) return true;
    return false;
}

void add_paths(PlannerInfo* root, RelOptInfo* rel, Oid relation) {
    const auto setting = static_cast<PlanSetting>(plan_setting);
    const bool can_select = has_pushable(rel, relation);
    const Cost each = cpu_tuple_cost + rel->baserestrictcost.per_tuple + cpu_operator_cost * 4;
    if (!can_select || setting != PlanSetting::select_then_anonymize)
        add_path(rel, reinterpret_cast<Path*>(make_foreign_path(root, rel, 1000, 1000 + nominal_rows * each,
                                                                list_make1(makeInteger(anonymize_then_select)))));
    if (can_select && setting != PlanSetting::anonymize_then_select)
        add_path(rel,
                 reinterpret_cast<Path*>(make_foreign_path(root, rel, 100, 100 + nominal_rows * reached_share * each,
                                                           list_make1(makeInteger(select_then_anonymize)))));
}

// fdw_private: kind, wanted attributes, and one list for each condition: attribute, relation, whether labels, then the
// constants.
ForeignScan* make_plan(PlannerInfo*, RelOptInfo* rel, Oid relation, ForeignPath* path, List* targets, List* clauses,
                       Plan* outer) {
    const int kind = intVal(linitial(path->fdw_private));
    List *local = NIL, *recheck = NIL, *conditions = NIL;
    ListCell* cell;
    foreach (cell, clauses) {
        auto* info = lfirst_node(RestrictInfo, cell);
        Pushed pushed;
        if (kind == select_then_anonymize && is_pushable(info, rel, relation, &pushed)) {
            conditions = lappend(
                conditions, list_make4(makeInteger(pushed.attribute), makeInteger(static_cast<int>(pushed.relation)),
                                       makeInteger(pushed.images), pushed.any));
            recheck = lappend(recheck, info->clause);
        } else {
            local = lappend(local, info);
        }
    }
    local = extract_actual_clauses(local, false);
    Bitmapset* used = nullptr;
    pull_varattnos(reinterpret_cast<Node*>(rel->reltarget->exprs), rel->relid, &used);
    pull_varattnos(reinterpret_cast<Node*>(local), rel->relid, &used);
    List* wanted = NIL;
    for (int member = -1; (member = bms_next_member(used, member)) >= 0;)
        wanted = lappend_int(wanted, member + FirstLowInvalidHeapAttributeNumber);
    return make_foreignscan(targets, local, rel->relid, NIL, list_make3(makeInteger(kind), wanted, conditions), NIL,
                            recheck, outer);
}

// PostgreSQL code: what a constant is to a comparison, an image or a text.
std::string_view operand(Const* value, bool is_label) {
    if (is_label) {
        struct varlena* image = PG_DETOAST_DATUM_COPY(value->constvalue);
        return {reinterpret_cast<const char*>(image), VARSIZE(image)};
    }
    const Oid type = getBaseType(value->consttype);
    if (type == BOOLOID) return DatumGetBool(value->constvalue) ? "true" : "false";
    Oid output;
    bool is_varlena;
    getTypeOutputInfo(type, &output, &is_varlena);
    const int style = DateStyle;
    DateStyle = USE_ISO_DATES;
    char* text = nullptr;
    PG_TRY();
    { text = OidOutputFunctionCall(output, value->constvalue); }
    PG_FINALLY();
    { DateStyle = style; }
    PG_END_TRY();
    return {text, std::strlen(text)};
}

void begin(ForeignScanState* node, int flags) {
    if (flags & EXEC_FLAG_EXPLAIN_ONLY) return;
    auto* plan = reinterpret_cast<ForeignScan*>(node->ss.ps.plan);
    EState* state = node->ss.ps.state;
    from_server([&] {
        const Uncounted uncounted;
        const TupleDesc shape = RelationGetDescr(node->ss.ss_currentRelation);
        std::vector<char> wanted(static_cast<std::size_t>(shape->natts), 0);
        auto* attributes = static_cast<List*>(lsecond(plan->fdw_private));
        for (int i = 0; i < list_length(attributes); ++i) {
            const int attribute = list_nth_int(attributes, i);
            if (attribute > 0) wanted[static_cast<std::size_t>(attribute) - 1] = 1;
            if (attribute == 0) std::fill(wanted.begin(), wanted.end(), 1);
        }
        std::vector<Scan::Condition> conditions;
        auto* pushed = static_cast<List*>(lthird(plan->fdw_private));
        for (int i = 0; i < list_length(pushed); ++i) {
            auto* one = static_cast<List*>(list_nth(pushed, i));
            Scan::Condition condition{static_cast<AttrNumber>(intVal(linitial(one))),
                                      static_cast<Operator>(intVal(lsecond(one))),
                                      {},
                                      intVal(lthird(one)) != 0};
            auto* any = static_cast<List*>(lfourth(one));
            for (int v = 0; v < list_length(any); ++v) {
                auto* value = static_cast<Const*>(list_nth(any, v));
                condition.any.emplace_back(in_server([&]() noexcept { return operand(value, condition.images); }));
            }
            conditions.push_back(std::move(condition));
        }
        MemoryContext context = in_server([&]() noexcept {
            return AllocSetContextCreate(state->es_query_cxt, "scrim scan", ALLOCSET_DEFAULT_SIZES);
        });
        auto scan = std::make_unique<Scan>(RelationGetRelid(node->ss.ss_currentRelation), state->es_snapshot, context,
                                           shape, std::move(wanted), conditions);
        in_server([&]() noexcept {
            auto* callback = static_cast<MemoryContextCallback*>(
                MemoryContextAlloc(state->es_query_cxt, sizeof(MemoryContextCallback)));
            callback->func = [](void* made) { delete static_cast<Scan*>(made); };
            callback->arg = scan.get();
            MemoryContextRegisterResetCallback(state->es_query_cxt, callback);
        });
        node->fdw_state = scan.release();
    });
}

TupleTableSlot* iterate(ForeignScanState* node) {
    TupleTableSlot* slot = node->ss.ss_ScanTupleSlot;
    ExecClearTuple(slot);
    from_server([&] {
        const Uncounted uncounted;
        static_cast<Scan*>(node->fdw_state)->next(slot);
    });
    return slot;
}

void rescan(ForeignScanState* node) {
    if (node->fdw_state != nullptr) from_server([&] { static_cast<Scan*>(node->fdw_state)->again(); });
}

void end(ForeignScanState* node) {
    if (node->fdw_state != nullptr) from_server([&] { static_cast<Scan*>(node->fdw_state)->finish(); });
}

void explain(ForeignScanState* node, ExplainState* out) {
    auto* plan = reinterpret_cast<ForeignScan*>(node->ss.ps.plan);
    const bool selects = intVal(linitial(plan->fdw_private)) == select_then_anonymize;
    ExplainPropertyText("Anonymization", selects ? "select, then anonymize" : "anonymize, then select", out);
    if (selects)
        ExplainPropertyInteger("Conditions on Labels", nullptr,
                               list_length(static_cast<List*>(lthird(plan->fdw_private))), out);
}

}  // namespace
}  // namespace scrim::postgres

using namespace scrim::postgres;

SCRIM_DECLARE(scrim_wrapper)
SCRIM_DECLARE(scrim_check_options)

SCRIM_EXPORT Datum scrim_wrapper(PG_FUNCTION_ARGS) {
    (void)fcinfo;
    FdwRoutine* routine = makeNode(FdwRoutine);
    routine->GetForeignRelSize = estimate_size;
    routine->GetForeignPaths = add_paths;
    routine->GetForeignPlan = make_plan;
    routine->BeginForeignScan = begin;
    routine->IterateForeignScan = iterate;
    routine->ReScanForeignScan = rescan;
    routine->EndForeignScan = end;
    routine->ExplainForeignScan = explain;
    PG_RETURN_POINTER(routine);
}

SCRIM_EXPORT Datum scrim_check_options(PG_FUNCTION_ARGS) {
    List* options = untransformRelOptions(PG_GETARG_DATUM(0));
    const Oid catalog = PG_GETARG_OID(1);
    from_server([&] {
        for (int i = 0; i < list_length(options); ++i) {
            auto* option = static_cast<DefElem*>(list_nth(options, i));
            const char* value = in_server([&]() noexcept { return static_cast<const char*>(defGetString(option)); });
            if (catalog == ForeignTableRelationId)
                check_table_option(option->defname, value);
            else if (catalog == AttributeRelationId)
                check_column_option(option->defname, value);
            else
                throw Refused(std::string("invalid option \"") + option->defname + "\"",
                              "options belong to foreign tables and their columns");
        }
    });
    PG_RETURN_VOID();
}
