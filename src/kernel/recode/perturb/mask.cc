// MASK: k-anonymous classes of quasi-identifiers alone, and sensitive values that are dealt out anew where a class
// shows one too often.
//
// R. C.-W. Wong, A. W.-C. Fu, K. Wang, J. Pei, Minimality Attack in Privacy Preserving Data Publishing, VLDB 2007. The
// classes are groups of exactly k near records, in the order of a shuffle (equal_groups.h): which people share one
// depends on quasi-identifiers and on chance. What happens to the values is in redeal.h. Records that are left when as
// many as possible are in groups of k are left out; chance says which.
#include "kernel/core/text.h"
#include "kernel/recode/perturb/centroids.h"
#include "kernel/recode/perturb/column_parameters.h"
#include "kernel/recode/perturb/equal_groups.h"
#include "kernel/recode/perturb/present.h"
#include "kernel/recode/perturb/redeal.h"
#include "kernel/recode/recoder.h"

#include <algorithm>

namespace scrim::recode::perturb {
namespace {

// The one chosen column that is sensitive, by its place among those chosen.
Result<std::size_t> sensitive_place(const Records& records) {
    std::vector<std::size_t> places;
    for (std::size_t c = 0; c < records.chosen.size(); ++c)
        if (records.column(c).role == Role::sensitive) places.push_back(c);
    if (places.size() == 1) return places.front();
    return input_error(format(
        "mask deals the values of one sensitive column, and there {}; {}", places.empty() ? "is none" : "are more",
        places.empty() ? "give one that role" : "release the others in tables of their own (make them identifiers)"));
}

Result<PointGroups> classes_of(const Records& records, const std::vector<std::size_t>& quasi_identifiers,
                               std::uint32_t k, Random& random) {
    SCRIM_TRY(std::vector<Present> parts, by_present_columns(records, quasi_identifiers, k, "mask", "k"));
    PointGroups classes;
    for (Present& part : parts) {
        random.shuffle(std::span(part.records));
        part.records.resize(part.records.size() / k * k);
        const PointSet points = part.points(records);
        std::vector<std::uint32_t> all(points.size());
        for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
        const PointGroups groups = equal_groups(points, all, k);
        for (std::size_t g = 0; g < groups.size(); ++g) {
            for (const std::uint32_t member : groups[g]) classes.members.push_back(part.records[member]);
            classes.end_group();
        }
    }
    return classes;
}

Error too_frequent_error(const RecordColumn& column, const std::vector<Code>& values, Code value,
                         const PointGroups& classes, std::uint32_t k, std::uint32_t m) {
    const Domain& domain = column.values.domain();
    return input_error(format(
        "mask: {} of {} occurs {}, and {} of {} records {} room for {}, {} in each; ask for a smaller m{}",
        value < domain.values() ? quoted(domain.label(value)) : "a missing value", quoted(column.name),
        counted(
            static_cast<std::uint64_t>(std::count_if(classes.members.begin(), classes.members.end(),
                                                     [&](std::uint32_t record) { return values[record] == value; })),
            "time", "times"),
        counted(classes.size(), "class", "classes"), k, classes.size() == 1 ? "has" : "have",
        with_thousands(classes.size() * (k / m)), k / m,
        k % m == 0 ? "" : format(", or a k that is a multiple of {}", m)));
}

Result<Perturbed> run_mask(const Records& records, const models::Arguments& arguments, Random& random,
                           Progress& progress) {
    const auto k = static_cast<std::uint32_t>(*arguments.whole("k")),
               m = static_cast<std::uint32_t>(*arguments.whole("m"));
    if (k < m)
        return input_error(
            format("mask: k is {} and m is {}: a value has at least one of the k records of a class, so k must be at "
                   "least m",
                   k, m));
    SCRIM_TRY(const std::size_t sensitive, sensitive_place(records));
    std::vector<std::size_t> quasi_identifiers;
    for (std::size_t c = 0; c < records.chosen.size(); ++c)
        if (c != sensitive) quasi_identifiers.push_back(c);
    SCRIM_TRY(const PointGroups classes, classes_of(records, quasi_identifiers, k, random));
    if (progress.cancelled()) return cancelled_error();

    const RecordColumn& column = records.column(sensitive);
    std::vector<Code> values(records.count);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = column.values[i];
    const auto dealt = redeal(values, classes, m, random);
    if (!dealt) {
        const Code value = *too_frequent(values, classes, m);
        return too_frequent_error(column, values, value, classes, k, m);
    }

    Perturbed made;
    const bool all = classes.members.size() == records.count;
    if (!all) {
        made.rows = classes.members;
        std::sort(made.rows.begin(), made.rows.end());
    }
    for (std::size_t c = 0; c < records.chosen.size(); ++c) {
        Column changed =
            c == sensitive ? Column(column.values.domain_ptr(), dealt->values) : with_centroids(records, c, classes);
        made.columns.push_back(all ? std::move(changed) : rearranged(changed, made.rows));
        const RecordColumn& of = records.column(c);
        if (c == sensitive)
            made.kept.push_back(all ? Kept::margin({of.name}) : Kept::subset({of.name}));
        else if (all || !of.is_numeric())
            made.kept.push_back(kept_by_centroids(of));
    }
    made.design = {{"k", Ratio(k)}, {"m", Ratio(m)}};
    made.details = {{"classes", with_thousands(classes.size())},
                    {"failed", counted(dealt->failed, "class", "classes")},
                    {"dealt out anew", format("{} of {} records", with_thousands(dealt->pool * k),
                                              with_thousands(classes.members.size()))}};
    if (!all)
        made.details.emplace_back("left out", counted(records.count - classes.members.size(), "record", "records"));
    return made;
}

}  // namespace

const RecoderSpec& mask_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "mask";
        made.title = "Diversity that is safe from the minimality attack (MASK)";
        made.citation =
            "R. C.-W. Wong, A. W.-C. Fu, K. Wang, J. Pei: Minimality attack in privacy preserving data publishing, "
            "VLDB 2007.";
        made.summary =
            "Groups of exactly k near records print the same quasi-identifiers. Where a sensitive value has more than "
            "1/m of a group, the group's values are dealt out anew, together with those of groups that chance adds. "
            "Choose it where attackers know the algorithm, and most values must stay with their group.";
        made.promise =
            "Every class has at least k records, and no sensitive value more than 1/m of it. Whoever knows "
            "everybody's quasi-identifiers, how often each value occurs and this algorithm, and has no other reason "
            "to give one person a value rather than another, believes of nobody with more than 1/m that the person "
            "has a given value.";
        made.limits =
            "Sensitive values may be another's, and which are is not told. Values that mean the same count as "
            "different ones, and columns that are neither quasi-identifiers nor sensitive stand beside the values as "
            "they are. Fewer than k records, drawn by chance, are left out where groups of k do not come out even, "
            "and as many of those that miss the same quasi-identifiers.";
        made.parameters = {{.name = "k",
                            .title = "records of a group",
                            .kind = Parameter::Kind::integer,
                            .bound = Parameter::Bound::given,
                            .minimum = "1",
                            .maximum = "1000000000",
                            .default_value = "6"},
                           {.name = "m",
                            .title = "a sensitive value has at most 1/m of a class",
                            .kind = Parameter::Kind::integer,
                            .bound = Parameter::Bound::given,
                            .minimum = "1",
                            .maximum = "1000000000",
                            .default_value = "3"}};
        made.form = Form::perturbed;
        made.blind = true;
        made.perturbs = Perturbs::values;
        made.changes_sensitive = true;
        made.classes = true;
        made.minimality_safe = true;
        made.perturb = run_mask;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::perturb
