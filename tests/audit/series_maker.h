// Series for tests: by hand, and random ones that some true values gave rise to.
#pragma once

#include "kernel/core/random.h"
#include "methods/audit/series/seen_series.h"

#include <map>
#include <string>
#include <vector>

namespace scrim::testing {

// Series written with names: people and values get their numbers as they come.
//
//   NamedSeries series;
//   series.release();
//   series.group({"Bob", "Alice"}, {"flu", "cold"});
class NamedSeries {
public:
    void release();
    // The first person's value became another one, under the second name.
    void change(const std::string& before, const std::string& after);
    void group(const std::vector<std::string>& people, const std::vector<std::string>& published,
               std::uint64_t fakes = 0, audit::SeenGroup::Kind kind = audit::SeenGroup::Kind::counterfeits);

    std::uint32_t person(const std::string& name);
    Code value(const std::string& name);
    audit::SeenSeries series() const;
    std::vector<std::string> names(std::span<const Code> values) const;  // sorted

private:
    struct Group {
        std::vector<std::uint32_t> people;
        audit::SeenGroup seen;
    };
    std::map<std::string, std::uint32_t> people_;
    std::map<std::string, Code> values_;
    std::vector<std::vector<Group>> releases_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> changes_;
};

// Each value of a list once more.
audit::SeenGroup group_of(const std::vector<Code>& published, std::uint64_t fakes = 0,
                          audit::SeenGroup::Kind kind = audit::SeenGroup::Kind::counterfeits);

struct RandomSeries {
    std::uint32_t people = 5;
    Code values = 3;
    std::size_t releases = 2;
    bool counterfeits = true, substitutions = true;
    bool unsure = true;   // some people's quasi-identifiers fit several groups
    bool changes = true;  // some people's values become other ones: they are more people then
};

// Everybody gets a true value and releases tell the truth about them, so that something always fits.
audit::SeenSeries random_series(const RandomSeries& of, Random& random);

}  // namespace scrim::testing
