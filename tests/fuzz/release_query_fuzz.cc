// Any bytes as a query about a release: refused in one line, or answered by intervals that are intervals, of the
// released records and, around them, of the original; and by estimates that are numbers.
#include "kernel/core/ratio.h"
#include "methods/query/answer_release.h"
#include "methods/query/released_reader.h"
#include "methods/statdb/query/parser.h"
#include "tests/check/memory_source.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace {

using scrim::QueryInterval;
using scrim::Ratio;
using scrim::querying::Released;

void require(bool holds, const char* claim) {
    if (holds) return;
    std::fprintf(stderr, "violated: %s\n", claim);
    std::abort();
}

Released table(std::vector<std::vector<scrim::checking::Cell>> rows) {
    scrim::checking::MemorySource source({"age", "zip", "ill", "income"}, std::move(rows));
    const scrim::querying::ColumnChoice all = [](const auto& names) {
        return scrim::Result<std::vector<std::string>>(names);
    };
    auto made = scrim::querying::read_table(source, {}, all, scrim::no_progress());
    require(made.ok(), "the table is one");
    return *std::move(made);
}

// Cells that stand for several values, and two records that were left out.
Released generalized() {
    Released made = table({{"[20, 29]", "885**", "flu", "1000"},
                           {"30-39", "*", "cough", std::nullopt},
                           {"41", "88512", "{flu, cough}", "1500"},
                           {"<20", std::nullopt, "flu", "1000"}});
    made.certified = true;
    made.original = 6;
    return made;
}

// Values, each record of which stands for three.
Released sample() {
    Released made =
        table({{"21", "88512", "flu", "1000"}, {"33", "88520", "cough", "1500"}, {"21", "88512", "flu", "2"}});
    made.certified = true;
    made.original = 9;
    made.drawn = scrim::querying::Drawn{std::vector<double>(made.rows.size(), 3), 2.0 / 3};
    return made;
}

std::optional<Ratio> number(const std::optional<scrim::StatBound>& bound) {
    return bound && bound->number ? Ratio::parse(bound->exact) : std::nullopt;
}

void require_interval(const QueryInterval& interval) {
    const auto lower = number(interval.lower), upper = number(interval.upper);
    require(!lower || !upper || *lower <= *upper, "the lower end is no higher");
    require(!interval.nothing || (!interval.lower && !interval.upper), "of nothing there is nothing to say");
}

void require_within(const QueryInterval& inner, const QueryInterval& outer) {
    const auto lower = number(inner.lower), upper = number(inner.upper);
    const auto least = number(outer.lower), most = number(outer.upper);
    require(!lower || !least || *least <= *lower, "the original's interval begins no later");
    require(!upper || !most || *most >= *upper, "the original's interval ends no earlier");
}

void require_sound(std::string_view text, const Released& released) {
    const auto syntax = scrim::statdb::query::parse_query_syntax(text, "");
    const auto answer = syntax ? scrim::querying::answer_release(released, *syntax, scrim::no_progress())
                               : scrim::Result<scrim::QueryAnswer>(syntax.error());
    if (!answer) {
        require(answer.error().kind == scrim::Error::Kind::input, "a refusal is the user's to mend");
        require(answer.error().message.find('\n') == std::string::npos, "a message is one line");
        return;
    }
    require(!answer->value_titles.empty(), "something is counted");
    for (const scrim::QueryRow& row : answer->rows) {
        require(row.groups.size() == answer->group_titles.size(), "a group for each title");
        require(row.values.size() == answer->value_titles.size(), "a value for each title");
        for (const scrim::QueryValue& value : row.values) {
            if (value.released) require_interval(*value.released);
            if (value.original) require_interval(*value.original);
            if (value.released && value.original && !value.released->nothing)
                require_within(*value.released, *value.original);
            if (value.estimate)
                require(std::isfinite(value.estimate->value) && value.estimate->standard_error >= 0,
                        "an estimate is a number");
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Released spans = generalized(), values = sample();
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    require_sound(text, spans);
    require_sound(text, values);
    return 0;
}
