#include "adapters/postgres/kept_editions.h"

#include "adapters/postgres/view_options.h"
#include "kernel/core/text.h"

namespace scrim::postgres {
namespace {

using views::StoredEdition;

void add_groups(StoredEdition& stored, std::uint32_t number, std::size_t attributes, const std::string& where,
                Server& server) {
    std::string list = "grp";
    std::vector<CellType> types{CellType::whole};
    for (std::size_t a = 1; a <= attributes; ++a) {
        list += format(", box[{}]", a);
        types.push_back(CellType::text);
    }
    server.read_kept(
        format("SELECT {} FROM scrim.edition_group WHERE edition = {}{} ORDER BY grp", list, number, where), types,
        [&](std::span<const Cell> row) {
            auto& [group, box] = stored.groups.emplace_back();
            group = static_cast<std::uint32_t>(row[0].number);
            for (std::size_t a = 1; a <= attributes; ++a) box.emplace_back(row[a].text);
        });
}

void add_members(StoredEdition& stored, std::uint32_t number, const std::string& where, Server& server) {
    server.read_kept(format("SELECT id, grp, k FROM scrim.edition_member WHERE edition = {}{}", number, where),
                     {CellType::text, CellType::whole, CellType::whole}, [&](std::span<const Cell> row) {
                         stored.members.push_back({std::string(row[0].text), static_cast<std::uint32_t>(row[1].number),
                                                   static_cast<std::uint32_t>(row[2].number)});
                     });
}

}  // namespace

const KeptEdition* KeptView::edition(const std::string& purpose, const std::string& recipient) const {
    for (const KeptEdition& edition : editions)
        if (same_name(edition.purpose, purpose) && same_name(edition.recipient, recipient)) return &edition;
    return nullptr;
}

std::optional<KeptView> read_kept(std::uint32_t view, Server& server) {
    std::optional<KeptView> kept;
    server.read_kept(format("SELECT said, change FROM scrim.materialized WHERE view::oid = {}", view),
                     {CellType::text, CellType::whole}, [&](std::span<const Cell> row) {
                         kept = KeptView{std::string(row[0].text), row[1].number, {}};
                     });
    if (kept)
        server.read_kept(
            format("SELECT number::int8, purpose, recipient FROM scrim.edition WHERE view::oid = {} ORDER BY number",
                   view),
            {CellType::whole, CellType::text, CellType::text}, [&](std::span<const Cell> row) {
                kept->editions.push_back(
                    {static_cast<std::uint32_t>(row[0].number), std::string(row[1].text), std::string(row[2].text)});
            });
    return kept;
}

StoredEdition read_edition(std::uint32_t number, std::size_t attributes, Server& server) {
    StoredEdition stored;
    add_groups(stored, number, attributes, "", server);
    add_members(stored, number, format(" AND grp <> {}", views::MaintainedGroups::absent), server);
    return stored;
}

StoredEdition read_changes(std::uint32_t number, std::size_t attributes, std::int64_t after, Server& server) {
    StoredEdition stored;
    const std::string where = format(" AND change > {}", after);
    add_groups(stored, number, attributes, where, server);
    add_members(stored, number, where, server);
    return stored;
}

StoredEdition read_groups(std::uint32_t number, std::size_t attributes, Server& server) {
    StoredEdition stored;
    add_groups(stored, number, attributes, "", server);
    return stored;
}

std::vector<std::pair<std::uint32_t, std::uint64_t>> read_sizes(std::uint32_t number, Server& server) {
    std::vector<std::pair<std::uint32_t, std::uint64_t>> sizes;
    server.read_kept(
        format("SELECT grp, count(*) FROM scrim.edition_member WHERE edition = {} AND grp <> {} GROUP BY grp", number,
               views::MaintainedGroups::absent),
        {CellType::whole, CellType::whole}, [&](std::span<const Cell> row) {
            sizes.emplace_back(static_cast<std::uint32_t>(row[0].number), static_cast<std::uint64_t>(row[1].number));
        });
    return sizes;
}

}  // namespace scrim::postgres
