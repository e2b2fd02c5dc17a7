// Randomized response: every value stays with a known chance, and is otherwise drawn from all values alike.
//
// Warner: Randomized response: a survey technique for eliminating evasive answer bias, JASA 1965, for two values; the
// same for any number of them is the random perturbation of Agrawal, Srikant, Thomas (SIGMOD 2005), with the bound on
// beliefs p + (1 - p) / |A| of Xiao, Tao (VLDB 2008).
#include "kernel/recode/perturb/chances.h"
#include "kernel/recode/perturb/column_parameters.h"
#include "kernel/recode/recoder.h"

namespace scrim::recode::perturb {
namespace {

// All values that the column may have: the leaves of its hierarchy, or those that occur; a missing one among them.
std::vector<Code> answers(const RecordColumn& column) {
    std::vector<Code> values;
    for (Code code = 0; code < column.values.domain().size(); ++code) values.push_back(code);
    return values;
}

Result<Perturbed> run_randomized_response(const Records& records, const models::Arguments& arguments, Random& random,
                                          Progress& progress) {
    const Ratio p = arguments.ratio("retention")->reduced();
    if (p >= Ratio(1))
        return input_error("randomized_response: retention must be below 1: with 1 every answer is the true one");
    if (p.denominator() > Int128{1'000'000'000})
        return input_error("randomized_response: retention may have at most nine decimals");
    Perturbed made = unchanged(records);
    made.design = {{"retention", p}};
    for (std::size_t i = 0; i < made.columns.size() && !progress.cancelled(); ++i) {
        const RecordColumn& column = records.column(i);
        const std::vector<Code> values = answers(column);
        if (values.size() < 2)
            return input_error(format("randomized_response: column {} has one value only, so that every answer is true",
                                      quoted(column.name)));
        made.columns[i].visit([&](auto codes) {
            using Narrow = typename decltype(codes)::value_type;
            for (auto& code : codes)
                if (!happens(p, random)) code = static_cast<Narrow>(values[random.below(values.size())]);
        });
        const auto size = static_cast<Int128>(values.size());
        // Of two true values, how much likelier can one make an answer than the other? 1 + p |A| / (1 - p).
        const Int128 rest = p.denominator() - p.numerator();
        made.design.emplace_back(format("exp_epsilon({})", column.name),
                                 Ratio(rest + p.numerator() * size, rest).reduced());
        made.design.emplace_back(format("belief({})", column.name),
                                 Ratio(p.numerator() * size + rest, p.denominator() * size).reduced());
        Transition transition;
        transition.chosen = i;
        transition.values = values;
        transition.retention = p;
        made.transitions.push_back(std::move(transition));
    }
    return made;
}

}  // namespace

const RecoderSpec& randomized_response_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "randomized_response";
        made.title = "Randomized response";
        made.citation =
            "Warner: Randomized response: a survey technique for eliminating evasive answer bias, JASA 1965; Agrawal, "
            "Srikant, Thomas: Privacy preserving OLAP, SIGMOD 2005.";
        made.summary =
            "Every value stays with the chance that you give, and is otherwise drawn from all values alike, record by "
            "record. Choose it for a sensitive column beside exact quasi-identifiers, where everybody's answer must be "
            "deniable to a stated degree.";
        made.promise =
            "Deniability: no answer is more than exp_epsilon times as likely for one true value as for another, so "
            "that each column is epsilon-locally differentially private in its values; several columns add up. Who "
            "took all values for equally likely before believes in none of them afterwards by more than belief says. "
            "Counts of the original can be estimated without bias from the retention probability.";
        made.limits =
            "The list of values that occur is released, unless a hierarchy names them all. Other columns are exact: "
            "what "
            "they tell about a value is not hidden, and a record's presence is not either. With few records, estimates "
            "vary widely.";
        made.parameters = {columns_parameter("all sensitive columns"),
                           {.name = "retention",
                            .title = "the chance with which a value stays before it is drawn from all values alike (of "
                                     "Warner's two answers, the truth is told with chance (1 + retention) / 2)",
                            .kind = Parameter::Kind::ratio,
                            .bound = Parameter::Bound::given,
                            .minimum = "0",
                            .maximum = "1",
                            .default_value = "0.5"}};
        made.form = Form::perturbed;
        made.perturbs = Perturbs::values;
        made.perturbs_role = Role::sensitive;
        made.perturb = run_randomized_response;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::perturb
