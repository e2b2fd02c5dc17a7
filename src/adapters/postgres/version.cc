#include "adapters/postgres/version.h"

#include "adapters/postgres/maintenance.h"
#include "adapters/postgres/must.h"
#include "kernel/core/text.h"
#include "kernel/models/model.h"

#include <algorithm>

namespace scrim::postgres {
namespace {

using views::ViewTuples;

LabelImage::Kind kind_of(const views::Labels& labels) {
    if (labels.axis().tree() != nullptr) return LabelImage::Kind::node;
    switch (labels.axis().kind()) {
        case views::LabelAxis::Kind::number: return LabelImage::Kind::number;
        case views::LabelAxis::Kind::time: return LabelImage::Kind::time;
        case views::LabelAxis::Kind::text: return LabelImage::Kind::text;
    }
    return LabelImage::Kind::text;
}

views::ViewAttribute attribute_of(const View& view, const views::GeneralizedColumn& column, const DomainPtr& values) {
    const Dgh* dgh = view.dgh(column);
    return must(views::ViewAttribute::make(column.column, dgh == nullptr ? nullptr : &dgh->edges, values,
                                           view.definition.unknown_value),
                Refused::Kind::data);
}

// Stops when the server wants the statement to end.
class OfServer final : public Progress {
public:
    explicit OfServer(Server& server) : server_(server) {}
    bool cancelled() const override {
        server_.check_interrupts();
        return false;
    }

private:
    Server& server_;
};

}  // namespace

Version::Images Version::images_of(const views::Labels& labels, const Dgh* dgh, const Server& server) {
    Images images;
    const hierarchy::Hierarchy* tree = labels.axis().tree();
    for (views::LabelId id = 0; id < labels.size(); ++id) {
        LabelImage image;
        image.kind = id == labels.hidden() ? LabelImage::Kind::hidden : kind_of(labels);
        image.dgh = dgh == nullptr ? 0 : dgh->id;
        image.text = labels.texts()[id];
        if (tree != nullptr)
            if (const auto node = tree->find_node(image.text)) {
                image.first = tree->nodes()[*node].span.lo;
                image.behind = tree->nodes()[*node].span.hi;
            }
        images.bytes.push_back(image.bytes());
        server.set_header(images.bytes.back());
    }
    return images;
}

std::shared_ptr<const Version> Version::make(View view, const std::string& purpose, const std::string& recipient,
                                             Server& server) {
    std::shared_ptr<Version> made(new Version(std::move(view)));
    made->purpose_ = purpose;
    made->recipient_ = recipient;
    made->moment_ = server.now();
    const views::ViewDefinition& definition = made->view_.definition;
    const auto first_row = [&](const Reading& reading, auto take) {
        server.read(reading.sql, reading.types, [&](std::span<const Cell> row) { take(row); });
    };
    if (definition.has_profile())
        first_row(made->sql().profile_doubles(),
                  [&](std::span<const Cell> row) { made->unique_profiles_ = row[0].number == row[1].number; });
    if (made->sql().has_time_limits())
        first_row(made->sql().next_end(), [&](std::span<const Cell> row) {
            if (!row[0].is_null) made->ends_ = row[0].number;
        });
    made->sensitive_.resize(definition.sensitive.size());
    for (std::size_t s = 0; s < definition.sensitive.size(); ++s) made->read_sensitive(s, server);
    if (definition.materialized && made->keep(server)) return made;
    bool one_each = !definition.has_profile() && definition.k <= 1;  // nobody asks for a group
    if (!one_each)
        first_row(made->sql().is_one_record_each(), [&](std::span<const Cell> row) { one_each = row[0].number != 0; });
    made->recode(made->read_tuples(server, !one_each), server);
    return made;
}

ViewSql Version::sql() const {
    ViewSql made(view_, purpose_, recipient_, moment_);
    if (!unique_profiles_) made.combine_profiles();
    if (kept_number_) made.kept_in(*kept_number_);
    return made;
}

ViewTuples Version::read_tuples(Server& server, bool persons) {
    const views::ViewDefinition& definition = view_.definition;
    const bool sensitive = !definition.require.empty();
    const Reading reading = sql().histogram(sensitive, persons);
    const std::size_t dimensions = definition.quasi_identifiers.size(), k_at = dimensions;
    const std::size_t looked_at = sensitive ? definition.sensitive.size() : 0;
    const std::size_t first_sensitive = k_at + (definition.block > 0 ? 2 : 1), person_at = first_sensitive + looked_at;
    const std::size_t count_at = person_at + (persons ? 1 : 0);
    std::vector<ValueCodes> sensitive_codes;
    ValueCodes person_codes;
    for (std::size_t a = 0; a < dimensions; ++a) codes_.emplace_back(reading.types[a]);
    for (std::size_t s = 0; s < looked_at; ++s) sensitive_codes.emplace_back(reading.types[first_sensitive + s]);
    if (persons) person_codes = ValueCodes(reading.types[person_at]);

    ViewTuples tuples;
    std::vector<std::int64_t> k;
    tuples.refused.assign(dimensions, 0);
    server.read(reading.sql, reading.types, [&](std::span<const Cell> row) {
        for (std::size_t a = 0; a < dimensions; ++a) codes_[a].add(row[a]);
        k.push_back(row[k_at].number);
        if (definition.block > 0) tuples.blocks.push_back(static_cast<std::uint32_t>(row[k_at + 1].number));
        for (std::size_t s = 0; s < looked_at; ++s) sensitive_codes[s].add(row[first_sensitive + s]);
        if (persons) person_codes.add(row[person_at]);
        tuples.counts.push_back(static_cast<std::uint32_t>(row[count_at].number));
        for (std::size_t a = 0; a < dimensions; ++a)
            if (row[count_at + 1 + a].number == 0) tuples.refused[a] = 1;
    });
    for (const std::int64_t asked : k) tuples.k.push_back(checked_k(view_, asked));
    for (std::size_t a = 0; a < dimensions; ++a) {
        const Column column = codes_[a].column();
        tuples.attributes.push_back(attribute_of(view_, definition.quasi_identifiers[a], column.domain_ptr()));
        tuples.values.push_back(tuples.attributes.back().codes(column));
        codes_[a].finish(tuples.attributes.back());
    }
    for (std::size_t s = 0; s < looked_at; ++s) {
        const Column column = sensitive_codes[s].column();
        tuples.sensitive.push_back(attribute_of(view_, definition.sensitive[s], column.domain_ptr()));
        tuples.sensitive_names.push_back(definition.sensitive[s].column);
        tuples.sensitive_values.push_back(tuples.sensitive.back().codes(column));
    }
    if (std::find(tuples.refused.begin(), tuples.refused.end(), 1) == tuples.refused.end()) tuples.refused.clear();
    std::vector<Code> sizes;
    for (const auto& attribute : tuples.attributes) sizes.push_back(attribute.hierarchy()->domain().size());
    index_ = TupleIndex(tuples.values, sizes, k, tuples.blocks);
    if (persons) tuples.set_persons(person_codes.column());
    return tuples;
}

void Version::recode(ViewTuples tuples, Server& server) {
    views::ViewRecoding::Models models;
    for (const Requirement& requirement : view_.definition.require)
        models.push_back(must(models::make_model(requirement)));
    auto recoding = must(views::ViewRecoding::make(std::move(tuples), std::move(models), view_.definition.recoders()),
                         Refused::Kind::data);
    OfServer progress(server);
    must(recoding->complete(progress), Refused::Kind::data);
    labels_ = std::make_unique<views::ViewLabels>(std::move(recoding));
    labels_->complete();
    for (std::size_t a = 0; a < view_.definition.quasi_identifiers.size(); ++a)
        images_.push_back(images_of(*labels_->labels(a), view_.dgh(view_.definition.quasi_identifiers[a]), server));
    lay_out_tuples(
        labels_->recoding().tuples().size(),
        [&](std::size_t a, std::uint32_t tuple) { return labels_->label(a, tuple); },
        [&](std::uint32_t tuple) { return labels_->is_hidden(tuple); });
}

void Version::lay_out_tuples(std::size_t count,
                             const std::function<views::LabelId(std::size_t, std::uint32_t)>& label_of,
                             const std::function<bool(std::uint32_t)>& is_hidden) {
    for (std::uint32_t t = 0; t < count; ++t) {
        for (std::size_t a = 0; a < images_.size(); ++a) shown_.push_back(label_of(a, t));
        shown_.push_back(is_hidden(t) ? 1 : 0);
    }
    for (std::size_t a = 0; a < images_.size(); ++a) {
        std::vector<std::vector<std::uint32_t>> by_label(images_[a].bytes.size());
        for (std::uint32_t t = 0; t < count; ++t)
            if (const views::LabelId label = shown(t)[a]; label != views::ViewLabels::none)
                by_label[label].push_back(t);
        Groups<std::uint32_t>& made = tuples_of_.emplace_back();
        for (const auto& of_label : by_label) made.add(of_label);
    }
}

void Version::read_sensitive(std::size_t attribute, Server& server) {
    const views::GeneralizedColumn& column = view_.definition.sensitive[attribute];
    Sensitive& made = sensitive_[attribute];
    const Dgh* dgh = view_.dgh(column);
    if (dgh == nullptr) return;
    const Reading reading = sql().sensitive_values(attribute);
    made.codes = ValueCodes(reading.types[0]);
    server.read(reading.sql, reading.types, [&](std::span<const Cell> row) { made.codes.add(row[0]); });
    made.attribute =
        std::make_unique<views::ViewAttribute>(attribute_of(view_, column, made.codes.column().domain_ptr()));
    made.codes.finish(*made.attribute);
    made.map = std::make_unique<views::LabelMap>(made.attribute->labels({}));
    made.images = images_of(*made.map->labels(), dgh, server);
}

std::vector<std::uint32_t> Version::matching(std::span<const Condition> conditions) const {
    // Through the condition that the fewest tuples satisfy.
    const auto each = [&](const Condition& condition, auto f) {
        for (views::LabelId label = 0; label < condition.passes.size(); ++label)
            if (condition.passes[label]) f(tuples_of_[condition.attribute][label]);
    };
    const Condition* best = nullptr;
    std::size_t least = SIZE_MAX;
    for (const Condition& condition : conditions) {
        std::size_t count = 0;
        each(condition, [&](std::span<const std::uint32_t> tuples) { count += tuples.size(); });
        if (count < least) best = &condition, least = count;
    }
    std::vector<std::uint32_t> matches;
    if (best == nullptr) return matches;
    each(*best, [&](std::span<const std::uint32_t> tuples) {
        for (const std::uint32_t t : tuples)
            if (std::all_of(conditions.begin(), conditions.end(), [&](const Condition& condition) {
                    const views::LabelId label = shown(t)[condition.attribute];
                    return label != views::ViewLabels::none && condition.passes[label];
                }))
                matches.push_back(t);
    });
    return matches;
}

std::string Version::reach(std::span<const std::uint32_t> matching) const {
    if (kept_) return reach_groups(matching);
    constexpr std::size_t most_values = 400;
    const ViewTuples& tuples = labels_->recoding().tuples();
    if (matching.empty()) return "false";
    std::vector<std::string> conditions;
    for (std::size_t a = 0; a < tuples.dimensions(); ++a) {
        const Domain& domain = tuples.attributes[a].hierarchy()->domain();
        std::vector<char> needed(domain.size());
        for (const std::uint32_t t : matching) needed[tuples.values[a][t]] = 1;
        if (domain.has_null() && needed[domain.null_code()]) continue;
        std::vector<std::string> values;
        for (Code code = 0; code < needed.size() && values.size() <= most_values; ++code)
            if (needed[code]) values.insert(values.end(), codes_[a].values(code).begin(), codes_[a].values(code).end());
        if (!values.empty() && values.size() <= most_values) conditions.push_back(sql().is_one_of(a, values));
    }
    return join(conditions, " AND ");
}

}  // namespace scrim::postgres
