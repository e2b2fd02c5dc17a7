#include "kernel/compare/random_workload.h"
#include "kernel/core/text.h"
#include "kernel/models/arguments.h"
#include "methods/files/file.h"
#include "methods/workload/workload.h"

namespace scrim::workload {
namespace {

const std::vector<Parameter>& parameters_of_random() {
    using Kind = Parameter::Kind;
    using Bound = Parameter::Bound;
    static const std::vector<Parameter> parameters = {
        {"n", "queries", Kind::integer, Bound::given, "1", "1000000", "1000"},
        {"dimensions", "columns that each query asks about", Kind::integer, Bound::given, "1", "100", "3"},
        {"selectivity", "share of all combinations of values that a query matches", Kind::ratio, Bound::given, "0", "1",
         "5%"},
        {"seed", "equal seeds draw equal queries", Kind::integer, Bound::given, "0", "", "1"}};
    return parameters;
}

bool names_random(const std::string& text) { return text == "random" || text.starts_with("random("); }

Result<std::vector<compare::CountQuery>> draw(const std::string& text, std::span<const compare::Attribute> attributes) {
    SCRIM_TRY(const Requirement asked, parse_requirement(text));
    SCRIM_TRY(const auto arguments, models::Arguments::make("random", parameters_of_random(), asked.arguments));
    compare::RandomWorkload wanted;
    wanted.queries = *arguments.whole("n");
    wanted.dimensions = *arguments.whole("dimensions");
    wanted.selectivity = arguments.ratio("selectivity")->to_double();
    wanted.seed = *arguments.whole("seed");
    if (wanted.selectivity <= 0 || wanted.selectivity >= 1)
        return input_error(format("workload {}: selectivity must be above 0 and below 1", quoted(text)));
    return compare::random_workload(attributes, wanted);
}

}  // namespace

Result<std::vector<compare::CountQuery>> read_workload(const std::string& text,
                                                       std::span<const compare::Attribute> attributes) {
    if (text.empty()) return draw("random", attributes);
    if (names_random(text)) {
        auto drawn = draw(text, attributes);
        if (!drawn && !drawn.error().message.starts_with("workload"))
            return input_error(format("workload {}: {}", quoted(text), drawn.error().message));
        return drawn;
    }
    SCRIM_TRY(const std::string content, files::read_file(text));
    std::vector<compare::CountQuery> queries;
    std::size_t number = 0;
    for (std::size_t begin = 0; begin < content.size();) {
        const std::size_t end = std::min(content.find('\n', begin), content.size());
        std::string_view line = std::string_view(content).substr(begin, end - begin);
        begin = end + 1;
        ++number;
        line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
        if (line.empty() || line.starts_with("--")) continue;
        auto query = parse_count_query(line, attributes);
        if (!query) {
            const std::string& message = query.error().message;
            return input_error(format("workload {}, line {}{}{}", quoted(text), with_thousands(number),
                                      message.starts_with("column ") ? ", " : ": ", message));
        }
        queries.push_back(std::move(*query));
    }
    if (queries.empty())
        return input_error(
            format("workload {} holds no query; write one condition per line, such as age BETWEEN 30 "
                   "AND 39, or use random",
                   quoted(text)));
    return queries;
}

}  // namespace scrim::workload
