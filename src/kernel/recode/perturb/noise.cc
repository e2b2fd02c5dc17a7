// Noise: a random number is added to every value, or multiplied with it.
//
// Brand: Microdata protection through noise addition, 2002. `additive`: each column by itself, so that variances grow
// by a known factor and covariances stay. `correlated`: noise with the covariance of the data, drawn by its Cholesky
// factor, after which values are drawn together again (Kim 1986; Tendick, Matloff 1994), so that means, variances and
// covariances stay. `multiplicative`: a factor of mean 1, log-normal, so that signs and zeros stay and large values
// move further. Released numbers are on the grid of the column: as many decimals, whole days, full minutes.
//
// What is promised of means and covariances are bounds that noise of this size meets but for one draw in 10^11; a draw
// that misses one is thrown away.
#include "kernel/recode/perturb/column_parameters.h"
#include "kernel/recode/perturb/moments.h"
#include "kernel/recode/perturb/normal.h"
#include "kernel/recode/perturb/number_column.h"
#include "kernel/recode/recoder.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scrim::recode::perturb {
namespace {

enum class NoiseKind { additive, correlated, multiplicative };

// Standard deviations of a mean or covariance that count as never.
constexpr double never = 7;
constexpr int most_draws = 100;

// 1 + a²
Ratio one_plus_square(const Ratio& a) {
    const Ratio r = a.reduced();
    const Int128 p = r.numerator(), q = r.denominator();
    return Ratio(q * q + p * p, q * q);
}

class Noise {
public:
    Noise(const Records& records, NoiseKind kind, std::vector<Ratio> amounts)
        : kind_(kind), amounts_(std::move(amounts)), moments_{{}, Matrix(0), {}, {}, Matrix(0)} {
        for (std::size_t c = 0; c < records.chosen.size(); ++c) columns_.emplace_back(records.column(c));
        for (const NumberColumn& column : columns_) {
            std::vector<double>& values = values_.emplace_back(column.size());
            for (std::size_t i = 0; i < values.size(); ++i) {
                values[i] = column.missing(i) ? std::numeric_limits<double>::quiet_NaN() : column.value(i);
                gaps_ |= column.missing(i);
            }
        }
        moments_ = moments_of(values_);
    }

    Result<void> check() const;
    Result<std::vector<Column>> draw(Random& random, Progress& progress);
    std::vector<Kept> kept() const;

private:
    const std::string& name(std::size_t c) const { return columns_[c].column().name; }
    double amount(std::size_t c) const { return amounts_[c].to_double(); }
    double deviation(std::size_t c) const { return std::sqrt(moments_.covariance.at(c, c)); }
    // Of the noise, that of rounding to the grid included.
    double spread(std::size_t c) const;
    // How far the release's may be from the original's; nothing where no promise is made.
    std::optional<double> mean_bound(std::size_t c) const;
    std::optional<double> covariance_bound(std::size_t a, std::size_t b) const;
    Ratio factor(std::size_t a, std::size_t b) const {
        return a == b && kind_ == NoiseKind::additive ? one_plus_square(amounts_[a]) : Ratio(1);
    }
    bool fits(std::size_t a, std::size_t b) const;

    void noisy(std::vector<std::vector<Int128>>& units, Random& random) const;
    bool keeps(const std::vector<std::vector<Int128>>& units) const;

    NoiseKind kind_;
    std::vector<Ratio> amounts_;  // one per column
    std::vector<NumberColumn> columns_;
    std::vector<std::vector<double>> values_;  // NaN for missing ones
    bool gaps_ = false;                        // some value is missing
    Moments moments_;
    std::optional<Matrix> factor_;  // of Cholesky
};

Result<void> Noise::check() const {
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        if (kind_ == NoiseKind::multiplicative && columns_[c].column().values.domain().kind() != Domain::Kind::number)
            return input_error(
                format("noise: column {} holds dates, which nothing can be multiplied with; choose "
                       "kind=additive for it",
                       quoted(name(c))));
        if (deviation(c) <= 0)
            return input_error(
                format("noise: all values of column {} are the same, so that their standard deviation, "
                       "and noise in units of it, is 0; leave it out of columns",
                       quoted(name(c))));
    }
    return {};
}

double Noise::spread(std::size_t c) const {
    const double a = amount(c), step = columns_[c].step();
    double square = 0;
    switch (kind_) {
        case NoiseKind::additive: square = a * a * moments_.covariance.at(c, c); break;
        case NoiseKind::correlated: square = a * a * moments_.covariance.at(c, c) / (1 + a * a); break;
        case NoiseKind::multiplicative:
            square = a * a * (moments_.covariance.at(c, c) + moments_.means[c] * moments_.means[c]);
            break;
    }
    return std::sqrt(square + step * step / 3);
}

std::optional<double> Noise::mean_bound(std::size_t c) const {
    return never * spread(c) / std::sqrt(moments_.records.at(c, c));
}

// Are the sums of products small enough to be compared exactly?
bool Noise::fits(std::size_t a, std::size_t b) const {
    const auto largest = [&](std::size_t c) {
        const double value = std::max(std::abs(moments_.least[c]), std::abs(moments_.most[c])) + 20 * spread(c);
        return value * std::pow(10.0, columns_[c].column().values.domain().scale());
    };
    const double n = moments_.records.at(a, b);
    return n * n * largest(a) * largest(b) * static_cast<double>(factor(a, b).denominator()) < 1e36;
}

std::optional<double> Noise::covariance_bound(std::size_t a, std::size_t b) const {
    if (kind_ == NoiseKind::multiplicative || !fits(a, b)) return std::nullopt;
    if (kind_ == NoiseKind::correlated && gaps_) return std::nullopt;
    const double sa = spread(a), sb = spread(b), da = deviation(a), db = deviation(b);
    const double square = 2 * (da * da * sb * sb + db * db * sa * sa) + 2 * sa * sa * sb * sb;
    return never * std::sqrt(square / moments_.records.at(a, b)) + columns_[a].step() * columns_[b].step() / 4;
}

void Noise::noisy(std::vector<std::vector<Int128>>& units, Random& random) const {
    Normal normal(random);
    const std::size_t width = columns_.size();
    std::vector<double> drawn(width);
    const double log_square = std::log1p(amount(0) * amount(0));
    for (std::size_t i = 0; i < columns_.front().size(); ++i) {
        for (double& z : drawn) z = normal.next();
        for (std::size_t c = 0; c < width; ++c) {
            if (columns_[c].missing(i)) continue;
            double value = values_[c][i];
            if (kind_ == NoiseKind::additive) {
                value += amount(c) * deviation(c) * drawn[c];
            } else if (kind_ == NoiseKind::correlated) {
                double noise = 0;
                for (std::size_t k = 0; k <= c; ++k) noise += factor_->at(c, k) * drawn[k];
                const double mean = moments_.means[c], a = amount(c);
                value = mean + (value - mean + a * noise) / std::sqrt(1 + a * a);
            } else {
                const double square = amounts_[c] == amounts_[0] ? log_square : std::log1p(amount(c) * amount(c));
                value *= std::exp(std::sqrt(square) * drawn[c] - square / 2);
            }
            units[c][i] = columns_[c].on_grid(value);
        }
    }
}

bool Noise::keeps(const std::vector<std::vector<Int128>>& units) const {
    std::vector<std::vector<double>> values = values_;
    for (std::size_t c = 0; c < units.size(); ++c) {
        const double unit = std::pow(10.0, -columns_[c].column().values.domain().scale());
        for (std::size_t i = 0; i < values[c].size(); ++i)
            if (!columns_[c].missing(i)) values[c][i] = static_cast<double>(units[c][i]) * unit;
    }
    const Moments now = moments_of(values);
    const auto near = [](double difference, std::optional<double> bound) {
        return !bound || std::abs(difference) <= *bound * (1 - 1e-6);
    };
    for (std::size_t a = 0; a < units.size(); ++a) {
        if (!near(now.means[a] - moments_.means[a], mean_bound(a))) return false;
        for (std::size_t b = 0; b <= a; ++b)
            if (!near(now.covariance.at(a, b) - factor(a, b).to_double() * moments_.covariance.at(a, b),
                      covariance_bound(a, b)))
                return false;
    }
    return true;
}

Result<std::vector<Column>> Noise::draw(Random& random, Progress& progress) {
    if (kind_ == NoiseKind::correlated) {
        factor_ = cholesky(moments_.covariance);
        if (!factor_)
            return input_error(
                "noise: too many values are missing for one covariance of all columns; choose kind=additive, or leave "
                "columns with missing values out");
    }
    std::vector<std::vector<Int128>> units(columns_.size(), std::vector<Int128>(columns_.front().size(), 0));
    for (int draws = 0; draws < most_draws && !progress.cancelled(); ++draws) {
        noisy(units, random);
        if (!keeps(units)) continue;
        std::vector<Column> columns;
        for (std::size_t c = 0; c < columns_.size(); ++c) columns.push_back(columns_[c].with(units[c]));
        return columns;
    }
    if (progress.cancelled()) return cancelled_error();
    return input_error(
        format("noise: {} are too few to keep means and covariances near those of the original; take "
               "less noise (amount)",
               counted(columns_.front().size(), "record", "records")));
}

std::vector<Kept> Noise::kept() const {
    std::vector<Kept> kept;
    for (std::size_t a = 0; a < columns_.size(); ++a) {
        if (const auto bound = mean_bound(a)) kept.push_back(Kept::mean(name(a), decimal_above(*bound)));
        for (std::size_t b = 0; b <= a; ++b)
            if (const auto bound = covariance_bound(b, a))
                kept.push_back(Kept::covariance(name(b), name(a), factor(b, a), decimal_above(*bound)));
    }
    return kept;
}

// One amount for all columns, or one for each.
Result<std::vector<Ratio>> amounts_of(const models::Arguments& arguments, const Records& records) {
    std::vector<Ratio> amounts;
    for (const std::string& text : arguments.list("amount")) {
        const auto amount = Ratio::parse(text);
        const bool plain = amount && *amount > Ratio(0) && *amount <= Ratio(1000) &&
                           amount->reduced().denominator() <= Int128{1'000'000};
        if (!plain)
            return input_error(
                format("noise: amount must be a number above 0 and at most 1000, with at most six "
                       "decimals, in standard deviations of the column, not {}",
                       quoted(text)));
        amounts.push_back(*amount);
    }
    if (amounts.size() == 1) amounts.resize(records.chosen.size(), amounts.front());
    if (amounts.size() != records.chosen.size())
        return input_error(
            format("noise: amount says {} for {}: give one for all, or one for each in the order of the "
                   "table",
                   counted(amounts.size(), "number", "numbers"), counted(records.chosen.size(), "column", "columns")));
    return amounts;
}

Result<Perturbed> run_noise(const Records& records, const models::Arguments& arguments, Random& random,
                            Progress& progress) {
    SCRIM_TRY(std::vector<Ratio> amounts, amounts_of(arguments, records));
    const std::string named = arguments.text("kind");
    const NoiseKind kind = named == "additive"     ? NoiseKind::additive
                           : named == "correlated" ? NoiseKind::correlated
                                                   : NoiseKind::multiplicative;
    if (kind == NoiseKind::correlated &&
        std::any_of(amounts.begin(), amounts.end(), [&](const Ratio& amount) { return !(amount == amounts[0]); }))
        return input_error("noise: correlated noise has one amount for all columns; give one");
    Perturbed made;
    for (std::size_t c = 0; c < records.chosen.size(); ++c)
        made.design.emplace_back(format("amount({})", records.column(c).name), amounts[c]);
    Noise noise(records, kind, std::move(amounts));
    SCRIM_CHECK(noise.check());
    SCRIM_TRY(made.columns, noise.draw(random, progress));
    made.kept = noise.kept();
    return made;
}

}  // namespace

const RecoderSpec& noise_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "noise";
        made.title = "Random noise";
        made.citation =
            "Brand: Microdata protection through noise addition, 2002; Kim: A method for limiting disclosure in "
            "microdata based on random noise and transformation, 1986; Tendick, Matloff: A modified random "
            "perturbation method for database security, ACM TODS 1994.";
        made.summary =
            "A random number is added to every value, in units of the column's standard deviation: each column by "
            "itself (additive), with the covariance of the data so that it stays what it is (correlated), or by a "
            "factor that keeps signs and zeros (multiplicative). Choose it for numbers and dates where means and "
            "covariances matter and single values do not.";
        made.promise =
            "Means are those of the original to within the bounds stated, and so are, of additive noise, covariances "
            "(variances times 1 + amount²), of correlated noise all of them. Bounds are wide for small tables.";
        made.limits =
            "No privacy model: a value is near its original one, so that rare values and records far from all others "
            "can be recognized, and where columns are correlated and noise is not, much of it can be filtered out "
            "(Kargupta, Datta, Wang, Sivakumar, ICDM 2003). Missing values stay missing; multiplied zeros stay zeros.";
        made.parameters = {columns_parameter("all quasi-identifiers that hold numbers or dates"),
                           {.name = "kind",
                            .title = "additive, correlated or multiplicative",
                            .kind = Parameter::Kind::text,
                            .bound = Parameter::Bound::given,
                            .default_value = "additive",
                            .choices = {"additive", "correlated", "multiplicative"}},
                           {.name = "amount",
                            .title = "standard deviation of the noise, in standard deviations of the column (of the "
                                     "factor, where it is multiplied): one for all columns, or one for each",
                            .kind = Parameter::Kind::text,
                            .bound = Parameter::Bound::given,
                            .default_value = "0.1"}};
        made.form = Form::perturbed;
        made.perturbs = Perturbs::numbers;
        made.perturb = run_noise;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::perturb
