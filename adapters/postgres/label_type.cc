#include "label_type.h"

#include <unordered_map>

#include "as_owner.h"
#include "stored.h"

extern "C" {
#include "catalog/pg_namespace.h"
#include "common/hashfn.h"
#include "libpq/pqformat.h"
}

namespace scrim::postgres {
namespace {

constexpr std::size_t fixed = LabelImage::fixed;

Oid edges_relation = InvalidOid;
bool forget_soon = false;

void on_change(Datum, Oid relation) {
    if (!OidIsValid(relation) || relation == edges_relation) forget_soon = true;
}

LabelImage image_of(const struct varlena* value) {
    return LabelImage::read(reinterpret_cast<const char*>(value), VARSIZE(value));
}
std::string_view bytes_of(const struct varlena* value) {
    return {reinterpret_cast<const char*>(value), VARSIZE(value)};
}

// What a comparison has found out in this statement, for one other operand at a time.
struct Known {
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };
    std::string other;
    std::unordered_map<std::string, bool, Hash, std::equal_to<>> labels;
};

Known& known_of(FmgrInfo* function) {
    if (function->fn_extra == nullptr) {
        auto* known = new Known;
        try {
            in_server([&]() noexcept {
                auto* callback = static_cast<MemoryContextCallback*>(
                    MemoryContextAlloc(function->fn_mcxt, sizeof(MemoryContextCallback)));
                callback->func = [](void* made) { delete static_cast<Known*>(made); };
                callback->arg = known;
                MemoryContextRegisterResetCallback(function->fn_mcxt, callback);
            });
        } catch (...) {
            delete known;
            throw;
        }
        function->fn_extra = known;
    }
    return *static_cast<Known*>(function->fn_extra);
}

template <class Ask>
bool ask(FmgrInfo* function, std::string_view label, std::string_view other, Ask ask) {
    injected("in a comparison");
    Known& known = known_of(function);
    if (known.other != other) {
        known.other = other;
        known.labels.clear();
    }
    if (const auto found = known.labels.find(label); found != known.labels.end()) return found->second;
    if (known.labels.size() > 100'000) known.labels.clear();
    return known.labels.emplace(std::string(label), ask()).first->second;
}

struct varlena* label_at(FunctionCallInfo fcinfo, int argument) {
    return reinterpret_cast<struct varlena*>(PG_DETOAST_DATUM(PG_GETARG_DATUM(argument)));
}

// The text of any value, as scrim prints it.
char* text_at(FunctionCallInfo fcinfo, int argument) {
    const Oid type = getBaseType(get_fn_expr_argtype(fcinfo->flinfo, argument));
    if (type == BOOLOID) return pstrdup(PG_GETARG_BOOL(argument) ? "true" : "false");
    if (type == TEXTOID || type == VARCHAROID) return text_to_cstring(PG_GETARG_TEXT_PP(argument));
    Oid output;
    bool is_varlena;
    getTypeOutputInfo(type, &output, &is_varlena);
    const int style = DateStyle;
    DateStyle = USE_ISO_DATES;
    char* text = nullptr;
    PG_TRY();
    { text = OidOutputFunctionCall(output, PG_GETARG_DATUM(argument)); }
    PG_FINALLY();
    { DateStyle = style; }
    PG_END_TRY();
    return text;
}

struct varlena* written(const char* text, std::size_t size) {
    const std::size_t bytes = fixed + size;
    auto* made = static_cast<char*>(palloc0(bytes));
    SET_VARSIZE(made, bytes);
    made[LabelImage::header] = static_cast<char>(LabelImage::Kind::written);
    std::memcpy(made + fixed, text, size);
    return reinterpret_cast<struct varlena*>(made);
}

bool may(FunctionCallInfo fcinfo, Operator relation) {
    struct varlena *label = label_at(fcinfo, 0), *other = label_at(fcinfo, 1);
    return from_server([&] {
        return ask(fcinfo->flinfo, bytes_of(label), bytes_of(other),
                   [&] { return algebra().may(relation, image_of(label), image_of(other)); });
    });
}
bool may_value(FunctionCallInfo fcinfo, int label_argument, Operator relation) {
    struct varlena* label = label_at(fcinfo, label_argument);
    const char* value = text_at(fcinfo, 1 - label_argument);
    return from_server([&] {
        return ask(fcinfo->flinfo, bytes_of(label), value,
                   [&] { return algebra().may_value(relation, image_of(label), value); });
    });
}

}  // namespace

LabelAlgebra& algebra() {
    static LabelAlgebra made([](std::uint32_t dgh) {
        const Uncounted uncounted;
        return stored_dgh(dgh);
    });
    if (forget_soon || !OidIsValid(edges_relation)) {
        made.forget();
        forget_soon = false;
        edges_relation =
            in_server([]() noexcept { return get_relname_relid("dgh_edge", get_namespace_oid("scrim", false)); });
    }
    return made;
}

void watch_hierarchies() { CacheRegisterRelcacheCallback(on_change, 0); }

bool known_operator(Oid function, KnownOperator* known) noexcept {
    if (get_func_namespace(function) != get_namespace_oid("scrim", true)) return false;
    const char* name = get_func_name(function);
    constexpr struct {
        const char* name;
        Operator relation;
    } relations[] = {{"may_eq", Operator::equal},   {"may_ne", Operator::differ},
                     {"may_lt", Operator::less},    {"may_le", Operator::less_equal},
                     {"may_gt", Operator::greater}, {"may_ge", Operator::greater_equal},
                     {"may_like", Operator::like},  {"may_unlike", Operator::unlike}};
    for (const auto& one : relations) {
        const std::size_t length = std::strlen(one.name);
        if (std::strncmp(name, one.name, length) != 0) continue;
        const char* rest = name + length;
        if (*rest != '\0' && std::strcmp(rest, "_value") != 0 && std::strcmp(rest, "_from_value") != 0) continue;
        *known = {one.relation, std::strcmp(rest, "_from_value") != 0, *rest == '\0'};
        return true;
    }
    return false;
}

}  // namespace scrim::postgres

using namespace scrim::postgres;

#define SCRIM_FUNCTION(name) \
    SCRIM_DECLARE(name)      \
    SCRIM_EXPORT Datum name(PG_FUNCTION_ARGS)

SCRIM_FUNCTION(label_in) {
    const char* text = PG_GETARG_CSTRING(0);
    PG_RETURN_POINTER(written(text, std::strlen(text)));
}
SCRIM_FUNCTION(label_out) {
    const LabelImage image = image_of(label_at(fcinfo, 0));
    PG_RETURN_CSTRING(pnstrdup(image.text.data(), image.text.size()));
}
SCRIM_FUNCTION(label_receive) {
    auto* message = reinterpret_cast<StringInfo>(PG_GETARG_POINTER(0));
    int bytes = 0;
    const char* text = pq_getmsgtext(message, message->len - message->cursor, &bytes);
    PG_RETURN_POINTER(written(text, static_cast<std::size_t>(bytes)));
}
SCRIM_FUNCTION(label_send) {
    const LabelImage image = image_of(label_at(fcinfo, 0));
    StringInfoData out;
    pq_begintypsend(&out);
    pq_sendtext(&out, image.text.data(), static_cast<int>(image.text.size()));
    PG_RETURN_BYTEA_P(pq_endtypsend(&out));
}
SCRIM_FUNCTION(label_text) {
    const LabelImage image = image_of(label_at(fcinfo, 0));
    PG_RETURN_TEXT_P(cstring_to_text_with_len(image.text.data(), static_cast<int>(image.text.size())));
}
SCRIM_FUNCTION(label_same) { PG_RETURN_BOOL(image_of(label_at(fcinfo, 0)) == image_of(label_at(fcinfo, 1))); }
SCRIM_FUNCTION(label_hash) {
    struct varlena* label = label_at(fcinfo, 0);
    const LabelImage image = image_of(label);
    const uint32 text =
        hash_bytes(reinterpret_cast<const unsigned char*>(image.text.data()), static_cast<int>(image.text.size()));
    PG_RETURN_INT32(static_cast<int32>(hash_combine(text, image.dgh * 8 + static_cast<uint32>(image.kind))));
}
SCRIM_FUNCTION(label_compare) {
    struct varlena *a = label_at(fcinfo, 0), *b = label_at(fcinfo, 1);
    PG_RETURN_INT32(from_server([&] { return algebra().compare(image_of(a), image_of(b)); }));
}
SCRIM_FUNCTION(label_covers) {
    struct varlena *a = label_at(fcinfo, 0), *b = label_at(fcinfo, 1);
    PG_RETURN_BOOL(from_server([&] { return algebra().covers(image_of(a), image_of(b)); }));
}

#define SCRIM_ORDER(name, relation)                                                                          \
    SCRIM_FUNCTION(name) {                                                                                   \
        struct varlena *a = label_at(fcinfo, 0), *b = label_at(fcinfo, 1);                                   \
        PG_RETURN_BOOL(from_server([&] { return algebra().compare(image_of(a), image_of(b)) relation 0; })); \
    }
SCRIM_ORDER(label_before, <)
SCRIM_ORDER(label_not_behind, <=)
SCRIM_ORDER(label_behind, >)
SCRIM_ORDER(label_not_before, >=)

#define SCRIM_MAY(name, relation)                                                                    \
    SCRIM_FUNCTION(may_##name) { PG_RETURN_BOOL(may(fcinfo, Operator::relation)); }                  \
    SCRIM_FUNCTION(may_##name##_value) { PG_RETURN_BOOL(may_value(fcinfo, 0, Operator::relation)); } \
    SCRIM_FUNCTION(may_##name##_from_value) {                                                        \
        PG_RETURN_BOOL(may_value(fcinfo, 1, LabelAlgebra::mirrored(Operator::relation)));            \
    }
SCRIM_MAY(eq, equal)
SCRIM_MAY(ne, differ)
SCRIM_MAY(lt, less)
SCRIM_MAY(le, less_equal)
SCRIM_MAY(gt, greater)
SCRIM_MAY(ge, greater_equal)
SCRIM_MAY(like, like)
SCRIM_MAY(unlike, unlike)

namespace {

// One end of a label as text, or nothing.
Datum end_of(FunctionCallInfo fcinfo, bool high) {
    struct varlena* label = label_at(fcinfo, 0);
    char* text = from_server([&]() -> char* {
        const auto ends = algebra().ends(image_of(label));
        if (!ends) return nullptr;
        const std::string& end = high ? ends->high : ends->low;
        return in_server([&]() noexcept { return pnstrdup(end.data(), end.size()); });
    });
    if (text == nullptr) PG_RETURN_NULL();
    PG_RETURN_TEXT_P(cstring_to_text(text));
}

}  // namespace

SCRIM_FUNCTION(label_lower) { return end_of(fcinfo, false); }
SCRIM_FUNCTION(label_upper) { return end_of(fcinfo, true); }
// 'h' hidden, 'n' number, 't' time, 'd' a node of a DGH, 'x' text, 'w' written
SCRIM_FUNCTION(label_kind) {
    const LabelImage image = image_of(label_at(fcinfo, 0));
    const char* kinds = "hntdxw";
    PG_RETURN_TEXT_P(cstring_to_text_with_len(kinds + static_cast<int>(image.kind), 1));
}
SCRIM_FUNCTION(label_leaves) {
    const LabelImage image = image_of(label_at(fcinfo, 0));
    if (image.kind != LabelImage::Kind::node) PG_RETURN_NULL();
    PG_RETURN_INT32(static_cast<int32>(image.behind - image.first));
}
