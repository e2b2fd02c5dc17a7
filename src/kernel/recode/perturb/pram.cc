// PRAM, the post-randomization method: every value is drawn anew by the chances of a matrix, each record by itself.
//
// Kooiman, Willenborg, Gouweleeuw: PRAM: a method for disclosure limitation of microdata, Statistics Netherlands 1997.
// Without a matrix an invariant one is used: a value stays with chance `retention`, and is otherwise
// that of a record drawn at random, itself among them, so that the expected counts of all values are their counts.
#include "kernel/recode/perturb/column_parameters.h"
#include "kernel/recode/perturb/transition_matrix.h"
#include "kernel/recode/recoder.h"

namespace scrim::recode::perturb {
namespace {

Column drawn_by_matrix(const Column& column, const BoundMatrix& matrix, Random& random) {
    Column drawn(column.domain_ptr(), column.size());
    column.visit([&](auto before) {
        drawn.visit([&](auto after) {
            using Narrow = typename decltype(after)::value_type;
            for (std::size_t i = 0; i < before.size(); ++i)
                after[i] = static_cast<Narrow>(
                    matrix.transition.values[matrix.chances[matrix.row_of[before[i]]].draw(random)]);
        });
    });
    return drawn;
}

Column drawn_from_records(const Column& column, const Ratio& retention, Random& random) {
    std::vector<std::uint32_t> from(column.size());
    for (std::uint32_t i = 0; i < from.size(); ++i)
        from[i] = happens(retention, random) ? i : static_cast<std::uint32_t>(random.below(from.size()));
    return rearranged(column, from);
}

// Chances as counts: which leaves every expected count as it is.
Transition invariant(const Column& column, const Ratio& retention) {
    const Domain& domain = column.domain();
    std::vector<std::uint64_t> counts(domain.size(), 0);
    column.visit([&](auto codes) {
        for (const auto code : codes) ++counts[code];
    });
    Transition transition;
    transition.retention = retention;
    for (Code code = 0; code < domain.size(); ++code) {
        if (counts[code] == 0) continue;
        transition.values.push_back(code);
        transition.drawn.emplace_back(static_cast<Int128>(counts[code]), static_cast<Int128>(column.size()));
    }
    return transition;
}

Result<std::optional<TransitionMatrix>> matrix_of(const models::Arguments& arguments) {
    const bool file = arguments.given("file"), text = arguments.given("matrix");
    if (file && text) return input_error("pram: a matrix is given twice, by matrix and by file; give one");
    if ((file || text) && arguments.given("retention"))
        return input_error("pram: retention is for the invariant matrix; leave it out where a matrix is given");
    if (arguments.given("values") && !text)
        return input_error("pram: values names those of a matrix that is given by matrix; a file names its own");
    if (!file && !text) return std::optional<TransitionMatrix>();
    SCRIM_TRY(TransitionMatrix matrix,
              file ? TransitionMatrix::of_file(arguments.text("file"))
                   : TransitionMatrix::of_text(arguments.text("matrix"), arguments.list("values")));
    return std::optional(std::move(matrix));
}

Result<Perturbed> run_pram(const Records& records, const models::Arguments& arguments, Random& random,
                           Progress& progress) {
    SCRIM_TRY(const auto matrix, matrix_of(arguments));
    const Ratio retention = *arguments.ratio("retention");
    if (retention.reduced().denominator() > Int128{1} << 62) return input_error("pram: retention has too many digits");
    Perturbed made = unchanged(records);
    for (std::size_t i = 0; i < made.columns.size() && !progress.cancelled(); ++i) {
        const RecordColumn& column = records.column(i);
        Transition transition;
        if (matrix) {
            SCRIM_TRY(BoundMatrix bound, bind(*matrix, column));
            made.columns[i] = drawn_by_matrix(column.values, bound, random);
            transition = std::move(bound.transition);
        } else {
            made.columns[i] = drawn_from_records(column.values, retention, random);
            transition = invariant(column.values, retention);
            made.kept.push_back(Kept::values(column.name));
        }
        transition.chosen = i;
        made.transitions.push_back(std::move(transition));
    }
    if (!matrix) made.design = {{"retention", retention}};
    return made;
}

}  // namespace

const RecoderSpec& pram_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "pram";
        made.title = "Post-randomization (PRAM)";
        made.citation =
            "Kooiman, Willenborg, Gouweleeuw: PRAM: a method for disclosure limitation of microdata, Statistics "
            "Netherlands 1997.";
        made.summary =
            "Every value is drawn anew by the chances of a matrix, record by record: one that you give, or one that "
            "leaves all expected counts as they are. Choose it for categories, where counts must be estimable without "
            "bias and no single value is to be trusted.";
        made.promise =
            "Values were drawn by the chances that the certificate states, exactly, so that counts of the original can "
            "be estimated without bias; with the invariant matrix, the counts of the release are such estimates.";
        made.limits =
            "No privacy model: a value that is likely to stay is likely to be true, and rare values stay rare. With "
            "the invariant matrix the certificate states how often each value occurs in the original. Columns are "
            "drawn "
            "apart from each other, so that impossible combinations can arise.";
        made.parameters = {columns_parameter(),
                           {.name = "retention",
                            .title = "of the invariant matrix: the chance with which a value stays before it is drawn "
                                     "from all records",
                            .kind = Parameter::Kind::ratio,
                            .bound = Parameter::Bound::given,
                            .minimum = "0",
                            .maximum = "1",
                            .default_value = "0.8"},
                           {.name = "matrix",
                            .title = "rows of chances such as '0.9 0.1; 0.2 0.8', for the values in their order",
                            .kind = Parameter::Kind::text,
                            .bound = Parameter::Bound::given},
                           {.name = "values",
                            .title = "the values that the rows of matrix are for (default: those that occur, in order)",
                            .kind = Parameter::Kind::text,
                            .bound = Parameter::Bound::given},
                           {.name = "file",
                            .title = "CSV file with the matrix: a heading with the values, then a row for each, which "
                                     "begins with the value",
                            .kind = Parameter::Kind::text,
                            .bound = Parameter::Bound::given,
                            .file = true}};
        made.form = Form::perturbed;
        made.perturbs = Perturbs::values;
        made.perturb = run_pram;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::perturb
