#include "methods/statdb/noisy/noisy_table.h"

#include "kernel/core/field.h"
#include "kernel/core/json_depth.h"
#include "kernel/core/text.h"
#include "methods/statdb/framework.h"
#include "methods/statdb/noisy/dress.h"
#include "methods/statdb/query_groups.h"
#include "methods/statdb/titles.h"

#include <algorithm>

namespace scrim::statdb::noisy {
namespace {

// What was drawn, as the ledger keeps it: whole numbers, group by group.
std::string written(const std::vector<Int128>& drawn) {
    Json json = Json::array();
    for (const Int128 number : drawn) json.push_back(to_string(number));
    return json.dump();
}

Result<std::vector<Int128>> read(const std::string& text, std::size_t size) {
    const Json json = parse_json(text);
    std::vector<Int128> drawn;
    if (json.is_array())
        for (const Json& number : json)
            if (const auto parsed = number.is_string() ? parse_int128(number.get<std::string>()) : std::nullopt)
                drawn.push_back(*parsed);
    if (drawn.size() != size || !json.is_array() || json.size() != size)
        return input_error("the ledger's answer to this question is not one of this version");
    return drawn;
}

std::vector<Int128> draw_all(const StatTable& table, const Query& query, const Plan& plan, const QueryGroups& groups,
                             noise::Coins& coins, const Progress& progress) {
    std::vector<Int128> drawn;
    for (std::size_t c = 0; c < groups.size() && !progress.cancelled(); ++c) {
        const ExactSums sums = exact_sums(table, groups[c].rows, query.values, plan.clip, plan.ranks);
        for (const Measurement& measurement : plan.measurements) drawn.push_back(measurement.draw(sums, coins));
    }
    return drawn;
}

}  // namespace

std::string ledger_of(const std::string& file) { return file + ".ledger"; }

std::string subject_of(const StatTable& table) { return table.fingerprint(); }

Result<std::shared_ptr<NoisyTable>> NoisyTable::open(const std::string& file) {
    SCRIM_TRY(StatTable table, StatTable::open(file));
    return of(std::make_shared<const StatTable>(std::move(table)), file);
}

Result<std::shared_ptr<NoisyTable>> NoisyTable::of(std::shared_ptr<const StatTable> table, const std::string& file) {
    const auto& allowed = table->facts().frameworks;
    if (std::find(allowed.begin(), allowed.end(), dp_framework().name) == allowed.end())
        return input_error(format("{} was not built to answer with noise: build it with {}", quoted(file),
                                  field("frameworks", dp_framework().name)));
    SCRIM_TRY(auto ledger, ledger::Ledger::open(ledger_of(file), subject_of(*table)));
    return std::shared_ptr<NoisyTable>(new NoisyTable(std::move(table), std::move(ledger)));
}

Result<NoisyPrice> NoisyTable::price_of(const ledger::Purchase& purchase, bool again) {
    SCRIM_TRY(const auto accounts, ledger_->accounts());
    const auto own = std::find_if(accounts.begin(), accounts.end(), [&](const ledger::Account& account) {
        return account.recipient == purchase.recipient;
    });
    NoisyPrice price;
    price.again = again;
    price.unit = own->budget->unit();
    price.cost = again ? "0" : noise::shown(*own->budget->counted(purchase.cost));
    price.left = noise::shown(own->left());
    price.granted = noise::shown(own->budget->limit());
    return price;
}

Result<NoisyPrice> NoisyTable::price(const Query& query, const NoisyRequest& request) {
    SCRIM_TRY(const Plan plan, plan_of(query, table_->schema(), table_->facts().most_records(), request));
    SCRIM_CHECK(QueryGroups::of(table_->schema(), query));
    const ledger::Purchase purchase{request.recipient, plan.question, plan.cost};
    SCRIM_TRY(const auto known, ledger_->quote(purchase));
    return price_of(purchase, known.has_value());
}

Result<bool> NoisyTable::affords(const Query& query, const NoisyRequest& request) {
    SCRIM_TRY(const Plan plan, plan_of(query, table_->schema(), table_->facts().most_records(), request));
    return ledger_->affords({request.recipient, plan.question, plan.cost});
}

Result<NoisyAnswer> NoisyTable::ask(const Query& query, const NoisyRequest& request, Random& random,
                                    const Progress& progress) {
    SCRIM_TRY(const Plan plan, plan_of(query, table_->schema(), table_->facts().most_records(), request));
    SCRIM_TRY(const QueryGroups groups, QueryGroups::of(table_->schema(), query));
    NoisyAnswer answer = titled(query, request, plan, table_->facts());
    std::vector<std::string> titles = answer.group_titles;
    titles.insert(titles.end(), answer.value_titles.begin(), answer.value_titles.end());
    SCRIM_CHECK(check_titles(std::move(titles)));

    const ledger::Purchase purchase{request.recipient, plan.question, plan.cost};
    SCRIM_TRY(const ledger::Paid paid, ledger_->pay(purchase, [&]() -> Result<std::string> {
        noise::RandomCoins coins(random);
        const std::vector<Int128> drawn = draw_all(*table_, query, plan, groups, coins, progress);
        if (progress.cancelled()) return cancelled_error();
        return written(drawn);
    }));
    SCRIM_TRY(const std::vector<Int128> drawn, read(paid.answer, groups.size() * plan.measurements.size()));
    dress(answer, drawn, query, plan, groups, table_->schema());
    SCRIM_TRY(answer.price, price_of(purchase, paid.again));
    return answer;
}

}  // namespace scrim::statdb::noisy
