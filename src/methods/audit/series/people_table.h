// A table of people with their exact quasi-identifiers, and which classes of a release cover them.
#pragma once

#include "kernel/subject/subject.h"
#include "methods/audit/series/release_classes.h"
#include "methods/audit/series/spells.h"

namespace scrim::audit {

class PeopleTable {
public:
    // Numbers its people. Where it also has the sensitive column, whose values get their numbers too, it says who has
    // which value.
    static Result<PeopleTable> read(TableSource& source, const SeriesColumns& columns, const std::string& person,
                                    const hierarchy::Hierarchies& hierarchies, Numbering& people, Numbering& values,
                                    Progress& progress);

    // Adds everybody to the release with this number, whose groups are the classes, at the classes that one fits, by
    // the spell that one is in.
    Result<void> add_to(SeenRelease& release, std::size_t number, ReleaseClasses& classes,
                        const std::string& release_name, const Numbering& people, Spells& spells,
                        Progress& progress) const;

private:
    std::string name_;
    std::vector<std::string> quasi_identifiers_;
    std::vector<std::uint32_t> people_;      // by row
    std::vector<std::uint32_t> values_;      // by row: whose sensitive value is known; else empty
    std::vector<std::vector<Code>> points_;  // by quasi-identifier, then row: codes of the base
    std::vector<hierarchy::Attribute> bases_;
};

}  // namespace scrim::audit
