// Releases with drawn values beside their data: what they say first, what verify recomputes, and what it catches.
#include "tests/cli/forged.h"

#include "adapters/cli/cli.h"
#include "kernel/core/json.h"
#include "kernel/core/random.h"

#include <filesystem>
#include <functional>

namespace scrim::testing {
namespace publish_microdata_test {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class PublishMicrodataTest : public CliTest {
protected:
    PublishMicrodataTest() {
        SeededRandom random(3);
        std::string table = "age,born,city,zip,disease\n";
        for (int row = 0; row < 90; ++row)
            table += std::to_string(20 + random.below(40)) + ",19" + std::to_string(50 + random.below(40)) + "-0" +
                     std::to_string(1 + random.below(9)) + "-15," + (random.below(12) == 0 ? "" : "c") +
                     "abcdef"[random.below(6)] + ",885" + std::to_string(10 + random.below(20)) + ",d" +
                     std::to_string(random.below(4)) + "\n";
        folder_.write("t.csv", table);
        std::string cities, zips;
        for (const char c : std::string("abcdef")) {
            const std::string side = c < 'd' ? ";south;*\n" : ";north;*\n";
            cities += std::string("c") + c + side;
            cities += std::string(1, c) + side;
        }
        for (int zip = 10; zip < 30; ++zip)
            zips += "885" + std::to_string(zip) + ";885" + std::to_string(zip / 10) + "*;*\n";
        folder_.write("city.csv", cities);
        folder_.write("zip.csv", zips);
    }
    Outcome publish(const std::string& more) {
        return run_scrim(
            "publish t.csv --rows-are-persons --qi age,born,city=city.csv,zip=zip.csv --sensitive disease "
            "--require k_anonymity(k=5) --as microdata --out r --force " +
            more);
    }
    // Changes the drawn values and the certificate, and makes the checksums fit again.
    void forge(const std::function<void(std::string& drawn, Json& certificate)>& change) {
        testing::forge(folder_, "r", "microdata.csv", change);
    }
    Outcome verify(const std::string& more = "") { return run_scrim("verify r" + more); }
};

TEST_F(PublishMicrodataTest, EveryGeneralizedReleaseIsConfirmedWithItsDrawnValues) {
    for (const char* algorithm :
         {"cluster", "mondrian", "optimal --suppress 20%", "topdown", "extended_datafly --suppress 20%"}) {
        const Outcome made = publish(std::string("--algorithm ") + algorithm);
        ASSERT_EQ(made.code, cli::fine) << algorithm << ": " << made.err;
        EXPECT_THAT(made.out, HasSubstr("The values of microdata.csv are drawn by chance"));
        EXPECT_THAT(folder_.read("r/certificate.json"),
                    StartsWith("{\n  \"notice\": \"The values of microdata.csv are drawn by chance"));
        EXPECT_THAT(folder_.read("r/report.html"), HasSubstr("drawn by chance"));
        const std::string drawn = folder_.read("r/microdata.csv");
        EXPECT_EQ(drawn.find('['), std::string::npos) << algorithm;
        EXPECT_EQ(drawn.find(",*,"), std::string::npos) << algorithm;
        const Outcome alone = verify(), full = verify(" --original t.csv");
        EXPECT_EQ(alone.code, cli::fine) << algorithm << alone.out;
        EXPECT_EQ(full.code, cli::fine) << algorithm << full.out;
        EXPECT_THAT(alone.out, HasSubstr("ok    every row of microdata.csv lies in the spans of a record of its own"));
        EXPECT_THAT(alone.out, HasSubstr("ok    k_anonymity(k=5)"));
    }
}

TEST_F(PublishMicrodataTest, AValueOutsideOfItsSpanIsCaught) {
    ASSERT_EQ(publish("--algorithm mondrian").code, cli::fine);
    // The first row has the least age; a lower one leaves it the first, and outside of every class.
    forge([](std::string& drawn, Json&) {
        const std::size_t line = drawn.find('\n') + 1;
        drawn.replace(line, drawn.find(',', line) - line, "11");
    });
    const Outcome found = verify();
    EXPECT_EQ(found.code, cli::does_not_hold);
    EXPECT_THAT(found.out, HasSubstr("FAIL  every row of microdata.csv lies in the spans of a record of its own"));
}

TEST_F(PublishMicrodataTest, WhatIsSaidOfItIsRecounted) {
    ASSERT_EQ(publish("--algorithm mondrian").code, cli::fine);
    const std::string before = folder_.read("r/certificate.json"), drawn_before = folder_.read("r/microdata.csv");
    forge([](std::string&, Json& certificate) {
        Json& cells = certificate["microdata"]["columns"][0];
        cells["drawn"] = cells["drawn"].get<int>() - 1;
        cells["labels"] = 1;
    });
    EXPECT_THAT(verify().out, HasSubstr("FAIL  cells of microdata.csv that were drawn, by column"));
    folder_.write("r/certificate.json", before);
    // A row less.
    forge([](std::string& drawn, Json&) { drawn.erase(drawn.rfind('\n', drawn.size() - 2) + 1); });
    EXPECT_THAT(verify().out, HasSubstr("FAIL  microdata.csv has a row for each record: it has 89 rows"));
    folder_.write("r/certificate.json", before);
    folder_.write("r/microdata.csv", drawn_before);
    // Not said first, or of columns that are none.
    forge([](std::string&, Json& certificate) { certificate.erase("notice"); });
    EXPECT_THAT(verify().out, HasSubstr("its first line does not say what kind of release it is"));
    folder_.write("r/certificate.json", before);
    forge([](std::string&, Json& certificate) { certificate["microdata"]["columns"][0]["name"] = "disease"; });
    EXPECT_THAT(verify().out, HasSubstr("'microdata.columns' are not those that print spans"));
    folder_.write("r/certificate.json", before);
    forge([](std::string&, Json& certificate) { certificate.erase("microdata"); });
    EXPECT_THAT(verify().out, HasSubstr("a release has no use for 'microdata.csv'"));
}

TEST_F(PublishMicrodataTest, IsRefusedWhereNothingIsGeneralized) {
    const auto refused = [&](const std::string& more) { return publish(more).err; };
    EXPECT_THAT(refused("--algorithm anatomy --require l_diversity_distinct(l=2)"),
                HasSubstr("anatomy generalizes nothing, so that there is nothing to draw from; leave out --as"));
    EXPECT_THAT(run_scrim("publish t.csv --rows-are-persons --qi age --sensitive disease --drop born,city,zip "
                          "--algorithm noise --as microdata --out n")
                    .err,
                HasSubstr("noise generalizes nothing"));
    EXPECT_THAT(run_scrim("publish t.csv --rows-are-persons --qi age,born,city,zip --sensitive disease --require "
                          "k_anonymity(k=2) --as values --out n")
                    .err,
                HasSubstr("a release is written --as microdata, not 'values'"));
    EXPECT_THAT(refused("--explore"), HasSubstr("--as says how a release is written"));
    EXPECT_FALSE(std::filesystem::exists("n"));
}

}  // namespace publish_microdata_test
}  // namespace scrim::testing
