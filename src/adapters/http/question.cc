#include "adapters/http/question.h"

#include "kernel/core/json.h"
#include "kernel/core/text.h"

#include <array>
#include <optional>

namespace scrim::server {
namespace {

constexpr std::size_t deepest = 12;
constexpr std::size_t most_columns = 100;
constexpr std::size_t most_names = 200;
constexpr std::size_t most_values = 10'000;
constexpr std::size_t longest_sql = 65'536;
constexpr std::size_t most_questions = 1'000;
constexpr std::uint64_t most_rows = 1'000;

ApiError refusal(std::string code, std::string message) { return {400, std::move(code), std::move(message)}; }

// A text that ends early for who reads it up to a NUL.
bool has_nul(const Json& json) {
    if (json.is_string()) return json.get_ref<const std::string&>().find('\0') != std::string::npos;
    if (!json.is_structured()) return false;
    for (const auto& [name, value] : json.items())
        if (name.find('\0') != std::string::npos || has_nul(value)) return true;
    return false;
}

// Brackets and names outside of texts, so that nothing deep or with many names, which takes long, is ever built.
bool is_complex(std::string_view body) {
    std::size_t depth = 0;
    std::array<std::size_t, deepest + 1> names{};  // of the object that is open at each depth
    bool text = false;
    for (std::size_t i = 0; i < body.size(); ++i) {
        const char c = body[i];
        if (text) {
            if (c == '\\') ++i;
            if (c == '"') text = false;
        } else if (c == '"') {
            text = true;
        } else if (c == '{' || c == '[') {
            if (++depth > deepest) return true;
            names[depth] = 0;
        } else if (c == ':') {
            if (++names[depth] > most_names) return true;
        } else if ((c == '}' || c == ']') && depth > 0) {
            --depth;
        }
    }
    return false;
}

Decoded<Json> parse(std::string_view body) {
    if (is_complex(body)) return refusal("too_complex", "the body is nested too deeply, or has too many names");
    Json json = Json::parse(body, nullptr, false);
    if (json.is_discarded()) return refusal("bad_json", "the body is not well-formed JSON in UTF-8");
    if (!json.is_object()) return refusal("bad_request", "the body must be a JSON object");
    if (has_nul(json)) return refusal("bad_request", "texts must not hold the character NUL");
    return json;
}

// Reads one question. Functions return false once something is wrong; error() then says what.
class Reader {
public:
    const ApiError& error() const { return *error_; }

    // Takes the members of an object by name; what is left is unknown.
    template <class Take>
    bool members(const Json& object, Take take) {
        if (!object.is_object()) return fail("bad_request", "a question must be a JSON object");
        for (const auto& [name, value] : object.items()) {
            const std::optional<bool> taken = take(name, value);
            if (!taken) return fail("unknown_field", format("there is no field {}", quoted(name)));
            if (!*taken) return false;
        }
        return true;
    }

    bool text(const std::string& name, const Json& value, std::string& out) {
        if (!value.is_string()) return fail("bad_request", format("{} must be a text", name));
        out = value.get<std::string>();
        return true;
    }

    // "0.1", "1/10", 0.1: as it was written.
    bool amount(const std::string& name, const Json& value, std::string& out) {
        if (!value.is_number() && !value.is_string())
            return fail("bad_request", format("{} must be a number, or a text such as \"0.1\"", name));
        out = value.is_string() ? value.get<std::string>() : value.dump();
        if (out.size() > 100) return fail("too_complex", format("{} is too long", name));
        return true;
    }

    bool number(const std::string& name, const Json& value, std::uint64_t least, std::uint64_t most,
                std::uint64_t& out) {
        if (!value.is_number_unsigned() || value.get<std::uint64_t>() < least || value.get<std::uint64_t>() > most)
            return fail("bad_request", format("{} must be a whole number from {} to {}", name, least, most));
        out = value.get<std::uint64_t>();
        return true;
    }

    // {"age": [30, 50], "disease": ["flu"]}: what follows WHERE, "" for no condition.
    bool where(const Json& value, std::string& out) {
        if (!value.is_object()) return fail("bad_request", "where must be an object with a condition for each column");
        if (value.size() > most_columns) return fail("too_complex", "where has conditions for too many columns");
        std::vector<std::string> parts;
        for (const auto& [column, condition] : value.items()) {
            std::string part;
            if (!condition_on(column, condition, part)) return false;
            parts.push_back(std::move(part));
        }
        out = parts.empty() ? "" : " WHERE " + join(parts, " AND ");
        return true;
    }

    bool fail(std::string code, std::string message) {
        if (!error_) error_ = refusal(std::move(code), std::move(message));
        return false;
    }

private:
    static bool is_scalar(const Json& value) {
        return value.is_null() || value.is_string() || value.is_number() || value.is_boolean();
    }
    static std::string literal(const Json& value) {
        if (value.is_number()) return value.dump();
        if (value.is_boolean()) return value.get<bool>() ? "'true'" : "'false'";
        return sql_string(value.get_ref<const std::string&>());
    }

    bool condition_on(const std::string& column, const Json& value, std::string& out) {
        const std::string name = sql_name(column);
        if (is_scalar(value)) return one_of(column, Json::array({value}), out);
        if (value.is_array()) {
            if (value.size() == 2 && value[0].is_number() && value[1].is_number()) {
                out = format("{} BETWEEN {} AND {}", name, literal(value[0]), literal(value[1]));
                return true;
            }
            return one_of(column, value, out);
        }
        std::vector<std::string> parts;
        bool or_missing = false;
        const bool read = members(value, [&](const std::string& key, const Json& own) -> std::optional<bool> {
            std::string part;
            if (key == "from" || key == "to") {
                if (!is_scalar(own) || own.is_null())
                    return fail("bad_request", format("'{}' of {} must be a value", key, quoted(column)));
                part = format("{} {} {}", name, key == "from" ? ">=" : "<=", literal(own));
            } else if (key == "missing") {
                if (!own.is_boolean())
                    return fail("bad_request", format("'missing' of {} must be true or false", quoted(column)));
                or_missing = own.get<bool>();
                return true;
            } else if (key == "in" || key == "not") {
                if (!own.is_array())
                    return fail("bad_request", format("'{}' of {} must be a list", key, quoted(column)));
                if (!one_of(column, own, part)) return false;
                if (key == "not") part = format("NOT ({})", part);
            } else {
                return std::nullopt;
            }
            parts.push_back(std::move(part));
            return true;
        });
        if (!read) return false;
        if (parts.empty() && !or_missing)
            return fail("bad_request", format("the condition on {} is empty", quoted(column)));
        out = parts.empty() ? name + " IS NULL" : join(parts, " AND ");
        if (or_missing && !parts.empty()) out = format("({} OR {} IS NULL)", out, name);
        return true;
    }

    bool one_of(const std::string& column, const Json& values, std::string& out) {
        const std::string name = sql_name(column);
        std::vector<std::string> literals;
        bool missing = false;
        for (const Json& value : values) {
            if (!is_scalar(value))
                return fail("bad_request",
                            format("the condition on {} must be a value, a list of values, or an object with from, to, "
                                   "in or not",
                                   quoted(column)));
            if (++values_ > most_values) return fail("too_complex", "where has too many values");
            if (value.is_null())
                missing = true;
            else
                literals.push_back(literal(value));
        }
        if (literals.empty() && !missing)
            return fail("bad_request", format("the list of {} is empty: nobody would be counted", quoted(column)));
        if (literals.size() == 1) out = format("{} = {}", name, literals.front());
        if (literals.size() > 1) out = format("{} IN ({})", name, join(literals, ", "));
        if (missing) out = literals.empty() ? name + " IS NULL" : format("({} OR {} IS NULL)", out, name);
        return true;
    }

    std::optional<ApiError> error_;
    std::size_t values_ = 0;
};

Decoded<StatQuestion> count_of(const Json& json) {
    Reader reader;
    StatQuestion question;
    std::string where;
    const bool read = reader.members(json, [&](const std::string& name, const Json& value) -> std::optional<bool> {
        if (name == "where") return reader.where(value, where);
        if (name == "statdb") return reader.text(name, value, question.statdb);
        if (name == "framework") return reader.text(name, value, question.framework);
        return std::nullopt;
    });
    if (!read) return reader.error();
    question.sql = "SELECT COUNT(*) FROM StatDB" + where;
    return question;
}

// "median" of "weight" as MEDIAN("weight").
Decoded<std::string> measured(const std::string& measure, const std::string& of) {
    if (measure == "count" && of.empty()) return std::string("COUNT(*)");
    if (measure == "count") return refusal("bad_request", "a count is of people, not 'of' a column");
    for (const std::string_view known : {"sum", "avg", "median", "min", "max"})
        if (known == measure)
            return of.empty() ? Decoded<std::string>(refusal("bad_request", format("{} needs a column, 'of'", measure)))
                              : format("{}({})", measure, sql_name(of));
    return refusal("bad_request", "'measure' is count, sum, avg, median, min or max");
}

// The body as JSON, then `decode` it.
template <class T, class Decode>
Decoded<T> decode(std::string_view body, Decode read) {
    Decoded<Json> parsed = parse(body);
    if (const ApiError* error = std::get_if<ApiError>(&parsed)) return *error;
    return read(std::get<Json>(parsed));
}

}  // namespace

std::string sql_name(std::string_view name) {
    std::string out = "\"";
    for (const char c : name) out.append(c == '"' ? 2 : 1, c);
    return out + "\"";
}

std::string sql_string(std::string_view text) {
    std::string out = "'";
    for (const char c : text) out.append(c == '\'' ? 2 : 1, c);
    return out + "'";
}

Decoded<StatQuestion> decode_count(std::string_view body) { return decode<StatQuestion>(body, count_of); }

Decoded<StatQuestion> decode_group(std::string_view body) {
    return decode<StatQuestion>(body, [](const Json& json) -> Decoded<StatQuestion> {
        Reader reader;
        StatQuestion question;
        std::string where, by;
        std::uint64_t level = 0;
        const bool read = reader.members(json, [&](const std::string& name, const Json& value) -> std::optional<bool> {
            if (name == "where") return reader.where(value, where);
            if (name == "statdb") return reader.text(name, value, question.statdb);
            if (name == "framework") return reader.text(name, value, question.framework);
            if (name == "by") return reader.text(name, value, by);
            if (name == "level") return reader.number(name, value, 0, 1'000, level);
            return std::nullopt;
        });
        if (!read) return reader.error();
        if (by.empty()) return refusal("bad_request", "'by' must name the column to group by");
        const std::string group = level == 0 ? sql_name(by) : format("level({}, {})", sql_name(by), level);
        question.sql = format("SELECT {}, COUNT(*) FROM StatDB{} GROUP BY {}", group, where, group);
        return question;
    });
}

Decoded<StatQuestion> decode_sql(std::string_view body) {
    return decode<StatQuestion>(body, [](const Json& json) -> Decoded<StatQuestion> {
        Reader reader;
        StatQuestion question;
        const bool read = reader.members(json, [&](const std::string& name, const Json& value) -> std::optional<bool> {
            if (name == "sql") return reader.text(name, value, question.sql);
            if (name == "statdb") return reader.text(name, value, question.statdb);
            if (name == "framework") return reader.text(name, value, question.framework);
            return std::nullopt;
        });
        if (!read) return reader.error();
        if (question.sql.empty()) return refusal("bad_request", "'sql' must be a question");
        if (question.sql.size() > longest_sql) return refusal("too_complex", "the question is too long");
        return question;
    });
}

Decoded<NoisyQuestion> decode_noisy(std::string_view body) {
    return decode<NoisyQuestion>(body, [](const Json& json) -> Decoded<NoisyQuestion> {
        Reader reader;
        NoisyQuestion question;
        NoisyRequest& request = question.request;
        std::string where, by, measure = "count", of;
        std::uint64_t level = 0;
        bool in_words = false;
        const bool read = reader.members(json, [&](const std::string& name, const Json& value) -> std::optional<bool> {
            if (name == "sql") return reader.text(name, value, request.sql);
            if (name == "statdb") return reader.text(name, value, question.statdb);
            if (name == "epsilon") return reader.amount(name, value, request.epsilon);
            if (name == "rho") return reader.amount(name, value, request.rho);
            if (name == "lowest") return reader.amount(name, value, request.lowest);
            if (name == "highest") return reader.amount(name, value, request.highest);
            if (name == "confidence") return reader.amount(name, value, request.confidence);
            in_words = true;
            if (name == "where") return reader.where(value, where);
            if (name == "by") return reader.text(name, value, by);
            if (name == "level") return reader.number(name, value, 0, 1'000, level);
            if (name == "measure") return reader.text(name, value, measure);
            if (name == "of") return reader.text(name, value, of);
            return std::nullopt;
        });
        if (!read) return reader.error();
        if (in_words && !request.sql.empty())
            return refusal("bad_request",
                           "a question is in 'sql', or it has 'where', 'by', 'level', 'measure' and 'of'");
        if (request.sql.size() > longest_sql) return refusal("too_complex", "the question is too long");
        if (!request.sql.empty()) return question;
        if (by.empty() && level > 0) return refusal("bad_request", "'level' is of a column that 'by' names");
        const auto what = measured(measure, of);
        if (const ApiError* error = std::get_if<ApiError>(&what)) return *error;
        const std::string& aggregate = std::get<std::string>(what);
        const std::string group = by.empty()   ? ""
                                  : level == 0 ? sql_name(by)
                                               : format("level({}, {})", sql_name(by), level);
        request.sql = by.empty() ? format("SELECT {} FROM StatDB{}", aggregate, where)
                                 : format("SELECT {}, {} FROM StatDB{} GROUP BY {}", group, aggregate, where, group);
        return question;
    });
}

Decoded<BatchQuestions> decode_batch(std::string_view body) {
    return decode<BatchQuestions>(body, [](const Json& json) -> Decoded<BatchQuestions> {
        Reader reader;
        const Json* list = nullptr;
        const bool read = reader.members(json, [&](const std::string& name, const Json& value) -> std::optional<bool> {
            if (name != "questions") return std::nullopt;
            list = &value;
            return true;
        });
        if (!read) return reader.error();
        if (list == nullptr || !list->is_array() || list->empty())
            return refusal("bad_request", "'questions' must be a list of questions");
        if (list->size() > most_questions)
            return refusal("too_complex", format("a batch has at most {} questions", with_thousands(most_questions)));
        BatchQuestions questions;
        for (const Json& one : *list) questions.push_back(count_of(one));
        return questions;
    });
}

Decoded<ViewQuestion> decode_view(std::string_view body, std::string_view view) {
    return decode<ViewQuestion>(body, [&](const Json& json) -> Decoded<ViewQuestion> {
        Reader reader;
        ViewQuestion question;
        std::string where;
        std::vector<std::string> columns;
        const bool read = reader.members(json, [&](const std::string& name, const Json& value) -> std::optional<bool> {
            if (name == "where") return reader.where(value, where);
            if (name == "purpose") return reader.text(name, value, question.purpose);
            if (name == "recipient") return reader.text(name, value, question.recipient);
            if (name == "limit") return reader.number(name, value, 1, most_rows, question.limit);
            if (name == "offset") return reader.number(name, value, 0, 1'000'000'000'000, question.offset);
            if (name != "columns") return std::nullopt;
            if (!value.is_array() || value.size() > 1'000)
                return reader.fail("bad_request", "columns must be a list of names");
            for (const Json& column : value) {
                std::string text;
                if (!reader.text("a column", column, text)) return false;
                columns.push_back(sql_name(text));
            }
            return true;
        });
        if (!read) return reader.error();
        question.select =
            format("SELECT {} FROM {}{}", columns.empty() ? "*" : join(columns, ", "), sql_name(view), where);
        return question;
    });
}

}  // namespace scrim::server
