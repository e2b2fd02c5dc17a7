#include "methods/audit/databases/extent.h"
#include "methods/audit/databases/fresh_values.h"
#include "methods/audit/databases/guarantee.h"
#include "methods/audit/databases/perfect_privacy.h"
#include "methods/audit/databases/reader.h"
#include "methods/audit/databases/tokens.h"
#include "methods/files/file.h"
#include "scrim/audit.h"

#include <algorithm>

namespace scrim {
namespace audit::databases {
namespace {

constexpr std::size_t most_listed = 1'000;
constexpr double affordable_tuples = 20'000;

class Audit {
public:
    Audit(const ViewAuditRequest& request, Progress& progress)
        : request_(request), limits_(request.time_limit, progress), reading_(0, progress) {}

    Result<ViewAuditReport> run() {
        SCRIM_CHECK(read());
        SCRIM_CHECK(settle_attacker());
        SCRIM_CHECK(settle_guarantees());
        SCRIM_CHECK(settle_domain());
        SCRIM_CHECK(check_facts());
        describe();
        audit::databases::Extent extent(source_, program_, program_.facts, limits_);
        for (const audit::databases::AskedGuarantee& asked : asked_) {
            limits_.progress().stage(asked.guarantee->name);
            SCRIM_CHECK(answer(extent, asked));
        }
        limits_.progress().stage("possible databases");
        if (!request_.every_extent) SCRIM_CHECK(count_databases_of(extent));
        if (request_.list) SCRIM_CHECK(list_databases(extent));
        if (!request_.every_extent && !source_.secrets.empty()) SCRIM_CHECK(note_certain_secret(extent));
        add_notes();
        return std::move(report_);
    }

private:
    Result<void> read() {
        report_.name = request_.path.empty() ? "the audit" : request_.path;
        std::string text = request_.text;
        if (text.empty()) {
            SCRIM_TRY(text, files::read_file(request_.path, std::size_t{4} << 20));
        }
        SCRIM_TRY(source_, audit::databases::read_audit_program(text, report_.name));
        if (source_.published.empty() && source_.planned.empty())
            return input_error(
                format("{}: nothing is published or planned: there is nothing to audit", printable(report_.name)));
        return {};
    }

    Result<void> settle_attacker() {
        if (!request_.attacker.empty()) {
            const bool bare = request_.attacker == "pruning" && request_.l;
            SCRIM_TRY(attacker_,
                      audit::databases::parse_attacker(bare ? format("pruning({})", *request_.l) : request_.attacker));
        } else if (source_.attacker) {
            attacker_ = *source_.attacker;
        } else if (!source_.probabilities.empty()) {
            attacker_.kind = audit::databases::Attacker::Kind::independent;
        } else if (!source_.beliefs.empty()) {
            attacker_.kind = audit::databases::Attacker::Kind::given;
        }
        if (request_.l && attacker_.kind == audit::databases::Attacker::Kind::pruning) attacker_.l = *request_.l;
        if (attacker_.kind == audit::databases::Attacker::Kind::pruning && attacker_.l == 0)
            return input_error("pruning needs an l of 1 or more: fewer than l values are ruled out");
        if (attacker_.kind == audit::databases::Attacker::Kind::given && source_.beliefs.empty())
            return input_error(
                format("{}: the attacker is given, but there is no belief statement, for example: "
                       "belief 1/2 {{R(john, 3)}}.",
                       printable(report_.name)));
        return {};
    }

    Result<void> settle_guarantees() {
        std::optional<Ratio> epsilon;
        if (request_.epsilon) {
            SCRIM_TRY(epsilon, audit::databases::parse_share(*request_.epsilon));
        }
        for (const std::string& text : request_.guarantees) {
            SCRIM_TRY(audit::databases::AskedGuarantee asked, audit::databases::parse_guarantee(text));
            asked_.push_back(asked);
        }
        if (asked_.empty()) asked_ = source_.guarantees;
        if (asked_.empty()) {
            const bool secret = !source_.secrets.empty(), planned = !source_.planned.empty();
            for (const audit::databases::Guarantee* some : audit::databases::guarantees())
                if (some->by_default && (secret || !some->of_secret) && (planned || !some->further) &&
                    (epsilon || !some->takes_epsilon()))
                    asked_.push_back({some, some->takes_epsilon() ? epsilon : std::nullopt, 0});
        }
        for (audit::databases::AskedGuarantee& asked : asked_) {
            const std::string name = asked.guarantee->name;
            const bool bounded = asked.guarantee->takes_epsilon();
            if (bounded && epsilon) asked.epsilon = epsilon;
            if (bounded && !asked.epsilon)
                return input_error(format("{} needs a bound from 0 to 1, for example: guarantee {} 1/10.", name, name));
            if (asked.guarantee->of_secret && source_.secrets.empty())
                return input_error(format("{} needs a secret, for example: secret S(x) :- R(x, y).", name));
            if (asked.guarantee->further && source_.planned.empty())
                return input_error(format("{} needs planned views, for example: planned V(x) :- R(x, y).", name));
        }
        return {};
    }

    Result<void> settle_domain() {
        SCRIM_TRY(const audit::databases::TypedProgram bare,
                  audit::databases::type_program(
                      source_, [](std::size_t) { return 0u; }, report_.name));
        SCRIM_TRY(enough_, audit::databases::enough_fresh_values(bare, reading_));
        std::vector<std::uint32_t> fresh(bare.types.size(), 1);
        // Who believes something believes it of a certain domain: there, more values are not better.
        if (attacker_.kind == audit::databases::Attacker::Kind::all)
            fresh = audit::databases::affordable(bare, enough_, affordable_tuples);
        const auto asked = request_.fresh ? request_.fresh : source_.fresh;
        if (asked) fresh.assign(bare.types.size(), *asked);
        SCRIM_TRY(program_, audit::databases::type_program(
                                source_, [&](std::size_t type) { return fresh[type]; }, report_.name));
        enough_domain_ = true;
        for (std::size_t t = 0; t < program_.types.size(); ++t) {
            const audit::databases::ValueType& type = program_.types[t];
            if (type.places.empty()) continue;
            ViewDomain domain;
            domain.places = type.places;
            domain.constants.assign(type.values.begin(), type.values.begin() + type.constants);
            domain.fresh = type.fresh();
            domain.closed = type.closed;
            domain.enough = type.closed ? 0 : enough_[t];
            if (!type.closed && (enough_[t] == 0 || type.fresh() < enough_[t])) enough_domain_ = false;
            report_.domains.push_back(std::move(domain));
        }
        return {};
    }

    Result<void> check_facts() {
        const auto check = [&](const audit::databases::Database& database, audit::databases::Place place,
                               const std::string& what) -> Result<void> {
            SCRIM_TRY(const auto violation, audit::databases::find_violation(program_, database, reading_));
            if (!violation) return {};
            std::vector<std::string> tuples;
            for (const audit::databases::TupleId tuple : violation->tuples)
                tuples.push_back(program_.tuple_text(tuple));
            return input_error(format(
                "{}{} contradict the constraint '{}' of line {}: {}", audit::databases::place_text(report_.name, place),
                what, source_.constraints[violation->constraint].text,
                source_.constraints[violation->constraint].place.line, printable(join(tuples, ", "), 200)));
        };
        SCRIM_CHECK(check(program_.facts,
                          source_.facts.empty() ? audit::databases::Place{} : source_.facts.front().place,
                          "the facts"));
        for (const audit::databases::WeightedDatabase& belief : source_.beliefs) {
            audit::databases::Database database(program_.space.size());
            for (const audit::databases::Fact& fact : belief.facts) {
                SCRIM_TRY(const audit::databases::TupleId tuple, program_.tuple_of(source_, fact));
                database.set(tuple);
            }
            SCRIM_CHECK(check(database, belief.place, "the facts of this belief"));
        }
        const auto chances = audit::databases::chances_of(source_, program_, report_.name);
        if (!chances) return chances.error();
        return {};
    }

    void describe() {
        report_.attacker = to_text(attacker_);
        report_.attacker_words = attacker_words();
        report_.every_extent = request_.every_extent;
        report_.facts = program_.facts.tuples().size();
        report_.potential_tuples = program_.space.size();
        for (const audit::databases::Query& query : source_.secrets) report_.secrets.push_back(query.name);
        for (const audit::databases::Query& query : source_.published) report_.published.push_back(query.name);
        for (const audit::databases::Query& query : source_.planned) report_.planned.push_back(query.name);
    }

    std::string attacker_words() const {
        switch (attacker_.kind) {
            case audit::databases::Attacker::Kind::all: return "anybody, whatever they believe";
            case audit::databases::Attacker::Kind::secret_focused:
                return "anybody who tells secrets apart, but not the databases that have one secret";
            case audit::databases::Attacker::Kind::independent:
                return source_.probabilities.empty()
                           ? "anybody who takes tuples as independent, whatever chances they give them"
                           : "one who takes tuples as independent, with the given probabilities (1/2 where none is "
                             "given)";
            case audit::databases::Attacker::Kind::pruning:
                return attacker_.l == 1 ? "one who thinks all databases equally likely"
                                        : format(
                                              "anybody who rules out up to {} of every person of the secret and "
                                              "thinks the other databases equally likely",
                                              counted(attacker_.l - 1, "value", "values"));
            case audit::databases::Attacker::Kind::uniform: return "one who thinks all databases equally likely";
            case audit::databases::Attacker::Kind::given:
                return "one who believes in the given databases, with the given weights";
        }
        return {};
    }

    Result<ViewGuarantee> ask(audit::databases::Extent& extent, const audit::databases::AskedGuarantee& asked) {
        if (asked.guarantee->of_program) return asked.guarantee->of_program(source_, report_.name, limits_);
        if (request_.every_extent)
            return audit::databases::on_every_extent(source_, program_, asked, attacker_, limits_);
        return extent.answer(asked, attacker_);
    }

    Result<void> answer(audit::databases::Extent& extent, const audit::databases::AskedGuarantee& asked) {
        auto answered = ask(extent, asked);
        if (limits_.progress().cancelled()) return cancelled_error();
        ViewGuarantee made;
        if (answered) {
            made = *std::move(answered);
        } else {
            // Too large, or no time left: undecided. Everything that is the user's to mend was found before.
            if (answered.error().kind == Error::Kind::fault) return answered.error();
            made.reason = answered.error().message;
        }
        SCRIM_CHECK(blame(extent, asked, made));
        made.name = asked.guarantee->name;
        if (asked.epsilon) made.parameter = asked.epsilon->to_string();
        if (asked.guarantee->takes_k()) made.parameter = std::to_string(asked.k);
        made.parameter_name = asked.guarantee->parameter;
        made.question = asked.guarantee->question;
        if (const auto place = made.question.find("{}"); place != std::string::npos)
            made.question.replace(place, 2, made.parameter);
        // What depends on possible databases only, and not on how likely they are.
        const bool without_numbers =
            asked.guarantee->in_world || attacker_.kind == audit::databases::Attacker::Kind::all;
        if (made.verdict != ViewVerdict::undecided && without_numbers && !request_.every_extent)
            made.any_domain = made.any_domain || enough_domain_;
        if (made.verdict == ViewVerdict::undecided) made.any_domain = false;
        report_.guarantees.push_back(std::move(made));
        return {};
    }

    // Is it what is planned that exposes?
    Result<void> blame(audit::databases::Extent& extent, const audit::databases::AskedGuarantee& asked,
                       ViewGuarantee& made) {
        if (!asked.guarantee->exposure || made.verdict != ViewVerdict::breached || source_.planned.empty() ||
            request_.every_extent)
            return {};
        const auto world = extent.published();
        if (!world) return world.error().kind == Error::Kind::cancelled ? Result<void>(world.error()) : Result<void>();
        const auto before = asked.guarantee->in_world(program_, **world, program_.facts, asked.k, limits_);
        if (!before)
            return before.error().kind == Error::Kind::cancelled ? Result<void>(before.error()) : Result<void>();
        made.reason += before->verdict == ViewVerdict::holds ? "; without the planned views it is not"
                                                             : "; what is published is enough for that";
        return {};
    }

    Result<void> count_databases_of(audit::databases::Extent& extent) {
        const auto count = [&](Result<const audit::databases::World*> world, std::string& text) -> Result<void> {
            if (!world)
                return world.error().kind == Error::Kind::cancelled ? Result<void>(world.error()) : Result<void>();
            const auto counted_ones = audit::databases::count_databases(program_, **world, limits_);
            if (counted_ones)
                text = counted_ones->get_str();
            else if (counted_ones.error().kind == Error::Kind::cancelled)
                return counted_ones.error();
            return {};
        };
        if (limits_.stop()) return {};
        SCRIM_CHECK(count(extent.at_first(), report_.databases));
        SCRIM_CHECK(count(extent.published(), report_.databases_published));
        SCRIM_CHECK(count(extent.planned(), report_.databases_planned));
        return {};
    }

    Result<void> list_databases(audit::databases::Extent& extent) {
        const auto world = extent.planned();
        if (!world) return world.error().kind == Error::Kind::cancelled ? Result<void>(world.error()) : Result<void>();
        report_.listed = true;
        audit::databases::Sat sat(limits_);
        audit::databases::WorldFormula formula(sat, **world);
        for (;;) {
            const auto found = sat.solve();
            if (!found) return limits_.progress().cancelled() ? Result<void>(cancelled_error()) : Result<void>();
            if (!*found) break;
            if (report_.possible.size() == most_listed) return {};
            const audit::databases::Database database = formula.database();
            report_.possible.push_back(program_.database_text(database));
            sat.add({formula.differs(database)});
        }
        report_.list_complete = true;
        std::sort(report_.possible.begin(), report_.possible.end());
        return {};
    }

    // Where there is only one secret from the start, nothing moves and nothing is protected.
    Result<void> note_certain_secret(audit::databases::Extent& extent) {
        const auto first = extent.at_first();
        if (!first) return {};
        std::vector<audit::databases::Condition> certain;
        if (attacker_.kind == audit::databases::Attacker::Kind::independent) {
            SCRIM_TRY(const std::vector<audit::databases::Fraction> chances,
                      audit::databases::chances_of(source_, program_, report_.name));
            for (audit::databases::TupleId tuple = 0; tuple < chances.size(); ++tuple) {
                if (chances[tuple] == 1) certain.push_back({{}, {{tuple}}});
                if (chances[tuple] == 0) certain.push_back({{tuple}, {}});
            }
        }
        const audit::databases::World world = audit::databases::restricted(**first, std::move(certain));
        if (world.contradictory || !audit::databases::satisfies(world, program_.facts)) return {};
        const auto exposed = audit::databases::secret_exposure(program_, world, program_.facts, limits_);
        if (!exposed)
            return exposed.error().kind == Error::Kind::cancelled ? Result<void>(exposed.error()) : Result<void>();
        if (exposed->verdict == ViewVerdict::breached)
            report_.notes.push_back(
                "The secret is certain before anything is published: no belief in it can move, so that guarantees "
                "about "
                "beliefs hold without protecting anything.");
        return {};
    }

    void add_notes() {
        const auto asked = [&](auto is) {
            return std::any_of(asked_.begin(), asked_.end(), [&](const auto& some) { return is(*some.guarantee); });
        };
        if (report_.facts == 0 && !request_.every_extent)
            report_.notes.push_back("There are no facts: the database is empty.");
        if (!source_.planned.empty())
            report_.notes.push_back(
                "NDE, NSE, NBR, BBR, k_anonymity and perfect_privacy are about published and planned "
                "views together, NFBR and BFBR about what the planned ones add.");
        if (!enough_domain_)
            report_.notes.push_back(
                "The fresh values are not known to stand for all others: a verdict without a witness database is "
                "decided for these values only. More with fresh N.");
        if (attacker_.kind != audit::databases::Attacker::Kind::all &&
            asked([](const audit::databases::Guarantee& some) { return some.revision; }))
            report_.notes.push_back(
                "Beliefs are about databases over these values; other values may give other numbers.");
        if (asked([](const audit::databases::Guarantee& some) { return some.takes_epsilon(); }))
            report_.notes.push_back(
                "BBR and BFBR bound the belief in every value of the whole secret, and in every "
                "single row of it.");
        if (request_.every_extent)
            report_.notes.push_back(
                "Decided for all facts over these values. For any number of values the question is "
                "undecidable.");
        if (asked([](const audit::databases::Guarantee& some) { return some.of_program != nullptr; }) &&
            !source_.constraints.empty())
            report_.notes.push_back("perfect_privacy is about attackers who do not know the constraints.");
    }

    const ViewAuditRequest& request_;
    audit::databases::Limits limits_;
    audit::databases::Limits reading_;  // what must be done in any case has no time limit
    ViewAuditReport report_;
    audit::databases::AuditProgram source_;
    audit::databases::Attacker attacker_;
    std::vector<audit::databases::AskedGuarantee> asked_;
    audit::databases::TypedProgram program_;
    std::vector<std::uint32_t> enough_;
    bool enough_domain_ = false;
};

}  // namespace
}  // namespace audit::databases

bool ViewAuditReport::holds() const {
    return std::all_of(guarantees.begin(), guarantees.end(),
                       [](const ViewGuarantee& some) { return some.verdict == ViewVerdict::holds; });
}

Result<ViewAuditReport> audit_views(const ViewAuditRequest& request, Progress& progress) {
    return audit::databases::Audit(request, progress).run();
}

}  // namespace scrim
