#include "library/calls/fields.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <map>

namespace scrim::calls {
namespace {

const Json no_fields = Json::object();

// Rows of texts as the file of a hierarchy holds them: every cell in quotes, so that none is taken apart.
Result<std::string> text_of_rows(const Json& rows) {
    const auto is_text = [](const Json& cell) { return cell.is_string(); };
    std::string text;
    for (const Json& row : rows) {
        if (!row.is_array() || row.empty() || !std::all_of(row.begin(), row.end(), is_text))
            return input_error("a row of a hierarchy is a list of texts, from leaf to top");
        for (const Json& cell : row) {
            text += text.empty() || text.back() == '\n' ? "\"" : ",\"";
            for (const char letter : cell.get_ref<const std::string&>()) text.append(letter == '"' ? 2 : 1, letter);
            text += '"';
        }
        text += '\n';
    }
    return text;
}

// What a policy file would hold, hierarchies in it as paths or as rows. With "must_exist": true its columns are named
// for this very table.
Result<Policy> policy_of(Json policy) {
    std::map<std::string, std::string> texts;
    const auto said = policy.find("must_exist");
    const bool must_exist = said != policy.end() && *said == true;
    if (said != policy.end() && said->is_boolean()) policy.erase(said);
    if (const auto columns = policy.find("columns"); columns != policy.end() && columns->is_object())
        for (auto& [name, column] : columns->items()) {
            if (!column.is_object() || !column.contains("hierarchy") || !column["hierarchy"].is_array()) continue;
            SCRIM_TRY(texts[name], text_of_rows(column["hierarchy"]));
            column.erase("hierarchy");
        }
    SCRIM_TRY(Policy read, parse_policy(policy.dump()));
    for (ColumnPolicy& column : read.columns) {
        if (const auto text = texts.find(column.name); text != texts.end())
            column.hierarchy_text = std::move(text->second);
        column.must_exist = must_exist;
    }
    return read;
}

}  // namespace

Fields::Fields(const Json& object, const CallTables& tables)
    : object_(object.is_object() ? object : no_fields), tables_(tables) {
    if (!object.is_object()) error_ = input_error("a request is an object of fields");
}

bool Fields::given(std::string_view name) const {
    const auto found = object_.find(std::string(name));
    return found != object_.end() && !found->is_null();
}

const Json* Fields::find(std::string_view name) {
    taken_.emplace_back(name);
    return given(name) ? &*object_.find(std::string(name)) : nullptr;
}

void Fields::refuse(std::string_view name, std::string_view accepted) {
    if (!error_) error_ = input_error(field(name) + ": " + std::string(accepted) + " is accepted");
}

void Fields::take(std::string_view name, std::string& into) {
    const Json* value = find(name);
    if (!value) return;
    if (!value->is_string()) return refuse(name, "a text");
    into = value->get<std::string>();
}

void Fields::take(std::string_view name, bool& into) {
    const Json* value = find(name);
    if (!value) return;
    if (!value->is_boolean()) return refuse(name, "true or false");
    into = value->get<bool>();
}

void Fields::take(std::string_view name, double& into) {
    const Json* value = find(name);
    if (!value) return;
    if (!value->is_number()) return refuse(name, "a number");
    into = value->get<double>();
}

void Fields::take_number(std::string_view name, std::uint64_t most, std::uint64_t& into) {
    const Json* value = find(name);
    if (!value) return;
    if (!value->is_number_unsigned() || value->get<std::uint64_t>() > most)
        return refuse(name, format("a whole number from 0 to {}", most));
    into = value->get<std::uint64_t>();
}

void Fields::take_exact(std::string_view name, std::string& into) {
    const Json* value = find(name);
    if (!value) return;
    if (!value->is_string() && !value->is_number()) return refuse(name, "a number, or a fraction as a text,");
    into = value->is_string() ? value->get<std::string>() : value->dump();
}

void Fields::take(std::string_view name, std::vector<std::string>& into) {
    const Json* value = find(name);
    if (!value) return;
    if (value->is_string()) {
        into = {value->get<std::string>()};
        return;
    }
    const auto is_text = [](const Json& item) { return item.is_string(); };
    if (!value->is_array() || !std::all_of(value->begin(), value->end(), is_text))
        return refuse(name, "a text or a list of texts");
    into = value->get<std::vector<std::string>>();
}

void Fields::take(std::string_view name, std::vector<int>& into) {
    const Json* value = find(name);
    if (!value) return;
    const auto is_number = [](const Json& item) {
        return item.is_number_integer() && item.get<std::int64_t>() >= INT32_MIN &&
               item.get<std::int64_t>() <= INT32_MAX;
    };
    if (!value->is_array() || !std::all_of(value->begin(), value->end(), is_number))
        return refuse(name, "a list of whole numbers");
    into = value->get<std::vector<int>>();
}

void Fields::take(std::string_view name, std::vector<std::pair<std::string, std::string>>& into) {
    const Json* value = find(name);
    if (!value) return;
    if (!value->is_object()) return refuse(name, "an object of texts");
    for (const auto& [key, item] : value->items()) {
        if (!item.is_string()) return refuse(name, "an object of texts");
        into.emplace_back(key, item.get<std::string>());
    }
}

void Fields::take_table(std::string_view name, const Json& value, TableInput& into) {
    if (value.is_string()) {
        into.path = value.get<std::string>();
        return;
    }
    if (!value.is_object()) return refuse(name, "a path, or an object with a path or a frame,");
    Fields inner(value, tables_);
    std::optional<std::uint64_t> frame, histogram;
    inner.take("path", into.path);
    inner.take("frame", frame);
    inner.take("histogram", histogram);
    inner.take("table", into.table);
    inner.take("query", into.query);
    inner.take("delimiter", into.delimiter);
    inner.take("null", into.null_strings);
    inner.take("header", into.header);
    if (frame && *frame >= tables_.frames.size())
        return refuse(name, format("one of {} frames", tables_.frames.size()));
    if (histogram && *histogram >= tables_.histograms.size())
        return refuse(name, format("one of {} histograms", tables_.histograms.size()));
    if (frame) into.frame = tables_.frames[*frame];
    if (histogram) into.histogram = tables_.histograms[*histogram];
    if (const auto read = inner.done(); !read && !error_) error_ = read.error();
}

void Fields::take(std::string_view name, TableInput& into) {
    if (const Json* value = find(name)) take_table(name, *value, into);
}

void Fields::take(std::string_view name, std::vector<TableInput>& into) {
    const Json* value = find(name);
    if (!value) return;
    if (!value->is_array()) return refuse(name, "a list of tables");
    for (const Json& item : *value) take_table(name, item, into.emplace_back());
}

void Fields::take(std::string_view name, Policy& into) {
    const Json* value = find(name);
    if (!value) return;
    if (!value->is_string() && !value->is_object())
        return refuse(name, "the path of a policy file, or what one holds,");
    auto read = value->is_string() ? read_policy(value->get<std::string>()) : policy_of(*value);
    if (read)
        into = *std::move(read);
    else if (!error_)
        error_ = read.error();
}

void Fields::take(std::string_view name, std::vector<Requirement>& into) {
    std::vector<std::string> texts;
    take(name, texts);
    for (const std::string& text : texts) {
        const auto read = parse_requirement(text);
        const Result<void> valid = read ? validate(*read) : Result<void>(read.error());
        if (valid)
            into.push_back(*read);
        else if (!error_)
            error_ = valid.error();
    }
}

Result<void> Fields::done() const {
    if (error_) return *error_;
    for (const auto& [name, value] : object_.items())
        if (std::find(taken_.begin(), taken_.end(), name) == taken_.end())
            return input_error("there is no field " + quoted(name) + did_you_mean(name, taken_));
    return {};
}

}  // namespace scrim::calls
