// A table of people with their exact quasi-identifiers, and which classes of a release cover them.
#pragma once

#include "audit/release_classes.h"
#include "check/subject.h"

namespace scrim {

class PeopleTable {
public:
    // Numbers its people.
    static Result<PeopleTable> read(TableSource& source, const std::string& person,
                                    const std::vector<std::string>& quasi_identifiers, const Hierarchies& hierarchies,
                                    Numbering& people, Progress& progress);

    // Adds everybody to the release, whose groups are the classes, at the classes that one fits.
    Result<void> add_to(SeenRelease& release, ReleaseClasses& classes, const std::string& release_name,
                        const Numbering& people, Progress& progress) const;

private:
    std::string name_;
    std::vector<std::string> quasi_identifiers_;
    std::vector<std::uint32_t> people_;      // by row
    std::vector<std::vector<Code>> points_;  // by quasi-identifier, then row: codes of the base
    std::vector<Base> bases_;
};

}  // namespace scrim
