// Series begun before names were respelled (kernel/core/old_names.h) go on.
#include "methods/republish/series_rules.h"

#include <gtest/gtest.h>

namespace scrim::republication {
namespace old_names_test {

TEST(OldSeries, IsReadAndWrittenByCurrentNames) {
    for (const auto& [was, is] : {std::pair("generalised", "generalized"), std::pair("anatomised", "anatomized")}) {
        RepublishRequest request;
        request.method = "m_invariance";
        request.m = 3;
        request.form = was;
        const auto first = first_rules(request);
        ASSERT_TRUE(first.ok()) << first.error().message;
        EXPECT_EQ(first->form_name(), is);
        Json json = first->to_json();
        EXPECT_EQ(json["form"], is);
        json["form"] = was;
        const auto read = SeriesRules::from_json(json);
        ASSERT_TRUE(read.ok()) << read.error().message;
        EXPECT_EQ(read->form_name(), is);
        EXPECT_TRUE(next_rules(*read, request, 3).ok()) << "the form of the series, by its old name";
    }
}

}  // namespace old_names_test
}  // namespace scrim::republication
