#include "adapters/postgres/maintenance.h"

#include "adapters/postgres/must.h"
#include "adapters/postgres/value_codes.h"
#include "adapters/postgres/view_sql.h"
#include "kernel/core/text.h"
#include "methods/views/recoding/view_recoding.h"

#include <functional>
#include <set>
#include <unordered_map>

namespace scrim::postgres {

using views::StoredEdition;

views::ViewAttribute edition_attribute(const View& view, std::size_t attribute, const Domain& values, bool has_null,
                                       const StoredEdition& stored) {
    const views::GeneralizedColumn& column = view.definition.quasi_identifiers[attribute];
    const Dgh* dgh = view.dgh(column);
    std::set<std::string> all;
    for (Code code = 0; code < values.values(); ++code) all.insert(values.label(code));
    // A stored box may show a value that no record has any more.
    if (dgh == nullptr)
        for (const auto& [group, box] : stored.groups)
            if (box[attribute] != "*") all.insert(box[attribute]);
    // A group that is shown as the top must not be taken for one of the only value below it.
    views::ViewAttribute made = must(
        views::ViewAttribute::make(column.column, dgh == nullptr ? nullptr : &dgh->edges,
                                   std::make_shared<const Domain>(Domain::of_text({all.begin(), all.end()}, has_null)),
                                   view.definition.unknown_value, /*nodes_apart=*/true),
        Refused::Kind::data);
    made.forbid_intervals();
    return made;
}

std::uint32_t checked_k(const View& view, std::int64_t read) {
    const std::string& table = view.definition.profile.table;
    if (read == ViewSql::negative_k)
        throw Refused(format("a profile in {} has a negative k", table), "k is 0 or more", Refused::Kind::data);
    if (read == ViewSql::missing_k && view.definition.missing_profile == views::ViewDefinition::MissingProfile::refuse)
        throw Refused(format("somebody has no profile in {} for this purpose and recipient", table),
                      "the view says MISSING PROFILE REFUSE", Refused::Kind::data);
    return read == ViewSql::missing_k ? views::ViewTuples::no_profile : static_cast<std::uint32_t>(read);
}

bool Maintenance::check_profile(const KeptEdition& edition) {
    bool unique = true;
    if (!view_.definition.has_profile()) return unique;
    const Reading doubles = ViewSql(view_, edition.purpose, edition.recipient, server_.now()).profile_doubles();
    server_.read(doubles.sql, doubles.types,
                 [&](std::span<const Cell> row) { unique = row[0].number == row[1].number; });
    return unique;
}

Maintenance::Records Maintenance::read_records(const KeptEdition& edition, const std::vector<std::string>* ids) {
    ViewSql sql(view_, edition.purpose, edition.recipient, server_.now());
    if (!check_profile(edition)) sql.combine_profiles();
    const Reading reading = sql.records(ids);
    const std::size_t dimensions = view_.definition.quasi_identifiers.size();
    Records records;
    std::vector<ValueCodes> codes;
    for (std::size_t a = 0; a < dimensions; ++a) codes.emplace_back(reading.types[a + 1]);
    server_.read(reading.sql, reading.types, [&](std::span<const Cell> row) {
        if (row[0].is_null)
            throw Refused("a materialized view needs an identifier for every record", "", Refused::Kind::data);
        records.ids.emplace_back(row[0].text);
        for (std::size_t a = 0; a < dimensions; ++a) codes[a].add(row[a + 1]);
        records.k.push_back(checked_k(view_, row[dimensions + 1].number));
    });
    for (const ValueCodes& values : codes) records.values.push_back(values.column());
    return records;
}

std::vector<views::ViewAttribute> Maintenance::attributes(const Records& records, const StoredEdition& stored) const {
    std::vector<views::ViewAttribute> made;
    for (std::size_t a = 0; a < records.values.size(); ++a)
        made.push_back(edition_attribute(view_, a, records.values[a].domain(), /*has_null=*/true, stored));  // may come
    return made;
}

std::size_t Maintenance::hierarchies() const {
    std::string all = view_.said;
    for (const auto& [name, dgh] : view_.dghs)
        for (const auto& [child, parent] : dgh.edges) all += '\n' + child + '\t' + parent;
    return std::hash<std::string>()(all);
}

void Maintenance::read_again(const KeptEdition& edition) {
    const Records read = read_records(edition, nullptr);
    const StoredEdition stored = read_edition(edition.number, read.values.size(), server_);
    views::EditionRecords records{read.ids, {}, read.k};
    std::vector<views::ViewAttribute> made = attributes(read, stored);
    for (std::size_t a = 0; a < made.size(); ++a) records.values.push_back(made[a].codes(read.values[a]));
    LiveEditions::Live live{std::make_unique<views::Edition>(std::move(made)), change_, hierarchies()};
    must(stored.members.empty() && stored.groups.empty() ? live.edition->begin(records)
                                                         : live.edition->resume(stored, records),
         Refused::Kind::data);
    store_.write(edition.number, live.edition->settle());
    live_.by_number[edition.number] = std::move(live);
}

// As it was before this change, with attributes that know the values of these records.
LiveEditions::Live& Maintenance::live(const KeptEdition& edition, const Records& records) {
    const std::size_t of = hierarchies(), dimensions = records.values.size();
    const auto knows_all = [&](const views::Edition& known) {
        for (std::size_t a = 0; a < dimensions; ++a) {
            const Domain& domain = records.values[a].domain();
            for (Code code = 0; code < domain.values(); ++code)
                if (!known.attributes()[a].find_code(domain.label(code))) return false;
        }
        return true;
    };
    const auto found = live_.by_number.find(edition.number);
    if (found != live_.by_number.end()) {
        LiveEditions::Live& live = found->second;
        if (live.of == of && live.change > change_ - changes_told && knows_all(*live.edition)) {
            const bool behind = live.change < change_ - 1;
            if (!behind || must(live.edition->follow(read_changes(edition.number, dimensions, live.change, server_)))) {
                live.change = change_;
                return live;
            }
        }
        live_.by_number.erase(found);
    }
    const StoredEdition stored = read_edition(edition.number, dimensions, server_);
    LiveEditions::Live live{std::make_unique<views::Edition>(attributes(records, stored)), change_, of};
    if (!must(live.edition->follow(stored))) throw std::runtime_error("a stored label is not found");
    return live_.by_number[edition.number] = std::move(live);
}

void Maintenance::read_changed(const KeptEdition& edition, const std::vector<std::string>& ids) {
    const Records records = read_records(edition, &ids);
    views::Edition& kept = *live(edition, records).edition;
    std::vector<std::vector<Code>> codes;
    for (std::size_t a = 0; a < records.values.size(); ++a)
        codes.push_back(kept.attributes()[a].codes(records.values[a]));
    std::unordered_map<std::string_view, std::size_t> row_of;
    for (std::size_t r = 0; r < records.ids.size(); ++r)
        if (!row_of.emplace(records.ids[r], r).second)
            throw Refused("a materialized view needs an identifier that names one record; one comes twice", "",
                          Refused::Kind::data);
    std::vector<Code> values(codes.size());
    for (const std::string& id : ids) {
        const auto row = row_of.find(id);
        if (row == row_of.end()) {
            kept.remove(id);
            continue;
        }
        for (std::size_t a = 0; a < codes.size(); ++a) values[a] = codes[a][row->second];
        kept.put(id, values, records.k[row->second]);
    }
    store_.write(edition.number, kept.settle());
}

void Maintenance::settle(const KeptView& kept, const Changed& changed) {
    std::vector<KeptEdition> fresh;
    if ((changed.profile || changed.whole) && view_.definition.has_profile() &&
        ViewSql(view_, "", "", server_.now()).has_purposes()) {
        const Reading purposes = ViewSql(view_, "", "", server_.now()).purposes();
        std::vector<std::pair<std::string, std::string>> named;
        server_.read(purposes.sql, purposes.types, [&](std::span<const Cell> row) {
            named.emplace_back(std::string(row[0].text), std::string(row[1].text));
        });
        for (const auto& [purpose, recipient] : named)
            if (kept.edition(purpose, recipient) == nullptr) fresh.push_back(store_.make(purpose, recipient));
    } else if (kept.editions.empty()) {
        fresh.push_back(store_.make("", ""));
    }
    for (const KeptEdition& edition : kept.editions)
        if (changed.whole)
            read_again(edition);
        else
            read_changed(edition, changed.ids);
    for (const KeptEdition& edition : fresh) read_again(edition);
}

}  // namespace scrim::postgres
