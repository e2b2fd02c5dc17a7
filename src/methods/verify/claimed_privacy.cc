#include "methods/verify/claimed_privacy.h"

#include "kernel/core/names.h"
#include "kernel/core/text.h"
#include "methods/verify/strict_json.h"

namespace scrim::verifier {
namespace {

constexpr std::size_t most_digits = 4000;

Result<Ratio> positive(JsonObject& object, const std::string& key) {
    SCRIM_TRY(const std::string text, object.text(key));
    const auto number = Ratio::parse(text);
    if (number && !number->infinite() && Ratio(0) < *number) return number->reduced();
    return input_error(format("'{}' is no exact number above 0: {}", object.path_of(key), quoted(text)));
}

// "3/800", of any size.
Result<BigRatio> cost(JsonObject& object) {
    SCRIM_TRY(const std::string text, object.text("cost"));
    const std::size_t bar = text.find('/');
    const std::string above = text.substr(0, bar), below = bar == text.npos ? "1" : text.substr(bar + 1);
    const auto digits = [](const std::string& part) {
        return !part.empty() && part.size() <= most_digits && part.find_first_not_of("0123456789") == part.npos &&
               part.front() != '0';
    };
    if (!digits(above) || !digits(below))
        return input_error(format("'{}' is no exact number above 0: {}", object.path_of("cost"), quoted(text)));
    BigRatio found{BigNatural(above), BigNatural(below)};
    found.canonicalize();
    return found;
}

Result<void> check_columns(const JsonObject& object, const std::string& key, const std::vector<std::string>& named,
                           const std::vector<std::string>& known) {
    for (const std::string& name : named)
        if (!contains(known, name))
            return input_error(
                format("'{}' names {}, which is no column of the release", object.path_of(key), quoted(name)));
    return {};
}

void note_unread_privacy(const JsonObject& object, std::vector<std::string>& unknown) {
    for (std::string& path : object.unread()) unknown.push_back(std::move(path));
}

Result<ClaimedDomain> parse_domain(JsonObject& object, const std::vector<std::string>& columns) {
    ClaimedDomain domain;
    SCRIM_TRY(domain.column, object.text("column"));
    SCRIM_CHECK(check_columns(object, "column", {domain.column}, columns));
    SCRIM_TRY(domain.from, object.text("from"));
    if (!contains({"hierarchy", "bounds", "observed"}, domain.from))
        return input_error(
            format("'{}' is {}, which is no source of values", object.path_of("from"), quoted(domain.from)));
    SCRIM_TRY(domain.values, object.count("values"));
    if (object.has("missing")) {
        SCRIM_TRY(domain.missing, object.flag("missing"));
    }
    if (domain.from != "bounds") return domain;
    for (auto& [key, bound] :
         {std::pair<std::string, std::optional<Ratio>*>{"lowest", &domain.lowest}, {"highest", &domain.highest}}) {
        SCRIM_TRY(const std::string text, object.text(key));
        *bound = Ratio::parse(text);
        if (!*bound || (*bound)->infinite())
            return input_error(format("'{}' is no number: {}", object.path_of(key), quoted(text)));
    }
    return domain;
}

}  // namespace

Result<ClaimedPrivacy> parse_privacy(JsonObject& object, const std::vector<std::string>& columns,
                                     std::vector<std::string>& unknown) {
    ClaimedPrivacy claimed;
    for (const char* words : {"unit", "neighbors", "mechanism", "public", "trust", "side_channels", "size"})
        SCRIM_CHECK(object.text(words));
    SCRIM_CHECK(object.flag("several_records"));
    SCRIM_TRY(const std::string costs, object.text("costs"));
    if (costs != "rho" && costs != "epsilon")
        return input_error(format("'{}' is {}, and costs are epsilon or rho", object.path_of("costs"), quoted(costs)));
    claimed.gaussian = costs == "rho";
    SCRIM_TRY(claimed.total, positive(object, "total"));
    if (object.has("epsilon") || object.has("delta")) {
        SCRIM_TRY(claimed.epsilon, positive(object, "epsilon"));
        SCRIM_TRY(claimed.delta, positive(object, "delta"));
        if (!claimed.gaussian || Ratio(1) <= *claimed.delta)
            return input_error(format("'{}' is said where it has no meaning", object.path_of("delta")));
    }
    SCRIM_TRY(claimed.per_person, object.count("per_person"));
    if (claimed.per_person < 1 || claimed.per_person > 1000)
        return input_error(format("'{}' is {}", object.path_of("per_person"), claimed.per_person));
    SCRIM_TRY(std::vector<JsonObject> domains, object.objects("domains"));
    for (JsonObject& one : domains) {
        SCRIM_TRY(ClaimedDomain domain, parse_domain(one, columns));
        claimed.domains.push_back(std::move(domain));
        note_unread_privacy(one, unknown);
    }
    SCRIM_TRY(std::vector<JsonObject> counts, object.objects("counts"));
    for (JsonObject& one : counts) {
        ClaimedNoise noise;
        SCRIM_TRY(noise.columns, one.texts("columns"));
        SCRIM_CHECK(check_columns(one, "columns", noise.columns, columns));
        SCRIM_TRY(noise.cells, one.count("cells"));
        SCRIM_TRY(noise.parameter, positive(one, claimed.gaussian ? "variance" : "rate"));
        SCRIM_TRY(noise.cost, cost(one));
        claimed.counts.push_back(std::move(noise));
        note_unread_privacy(one, unknown);
    }
    SCRIM_TRY(std::vector<JsonObject> choices, object.objects("choices"));
    for (JsonObject& one : choices) {
        ClaimedChoice choice;
        SCRIM_CHECK(one.count("candidates"));
        SCRIM_TRY(choice.epsilon, positive(one, "epsilon"));
        SCRIM_TRY(choice.cost, cost(one));
        claimed.choices.push_back(std::move(choice));
        note_unread_privacy(one, unknown);
    }
    note_unread_privacy(object, unknown);
    return claimed;
}

}  // namespace scrim::verifier
