// What every registered format keeps, whichever it is: a table that is written comes back, and is as it is written.
#include "adapters/duckdb/files/file_format.h"
#include "adapters/duckdb/files/sink.h"
#include "methods/files/data_formats.h"
#include "tests/engine/scratch.h"

#include <set>

namespace scrim::testing {
namespace formats_test {

using ::testing::HasSubstr;

class EveryFormat : public EngineTest {
protected:
    static Table table() {
        Table made;
        made.add("age", Column(std::make_shared<Domain>(Domain::of_numbers({-4, 12, 70}, 0, Domain::Kind::number)),
                               std::vector<Code>{0, 1, 2, 1}));
        made.add("city", Column(std::make_shared<Domain>(Domain::of_text({"Brno", "Ústí, \"dolní\""}, true)),
                                std::vector<Code>{1, 0, 2, 0}));
        return made;
    }
};

TEST_F(EveryFormat, HasNamesOfItsOwn) {
    std::set<std::string> names, extensions;
    for (const engine::FormatSpec* format : engine::formats()) {
        EXPECT_TRUE(names.insert(format->name).second) << format->name;
        EXPECT_NE(format->open, nullptr) << format->name;
        // Whoever writes a format can say whether a file of it is as written.
        EXPECT_EQ(format->copy_options != nullptr, format->why_not_as_written != nullptr) << format->name;
        for (const std::string& extension : format->extensions) {
            EXPECT_TRUE(extensions.insert(extension).second) << extension;
            EXPECT_EQ(engine::format_of("a." + extension).spec, format);
            EXPECT_EQ(engine::format_of("a." + extension + ".gz").spec, format);
        }
    }
    EXPECT_EQ(engine::format_of("a.unheard_of").spec, engine::formats().front());
}

TEST_F(EveryFormat, ComesBackAsItWasWritten) {
    for (const engine::FormatSpec* format : engine::formats())
        for (const std::string& extension : format->extensions)
            for (const char* compression : {"", ".gz", ".zst"}) {
                const std::string name = "t." + extension + compression;
                SCOPED_TRACE(name);
                const Result<void> written = engine::write_table(table(), path(name));
                if (!format->copy_options || (format->packed && *compression)) {
                    EXPECT_FALSE(written);
                    continue;
                }
                ASSERT_TRUE(written) << written.error().message;
                EXPECT_EQ(rows_of({.path = path(name)}), rows_of(table()));
                auto source = engine::open_source({.path = path(name)});
                ASSERT_TRUE(source);
                const auto read = (*source)->read((*source)->columns(), no_progress());
                ASSERT_TRUE(read);
                EXPECT_EQ(*(*source)->why_not_as_written(*read, no_progress()), "");
            }
}

TEST_F(EveryFormat, RefusesWhatIsOfAnother) {
    for (const engine::FormatSpec* format : engine::formats()) {
        SCOPED_TRACE(format->name);
        const std::string name = write("t." + format->extensions.front(), "x\n1\n");
        if (!format->many_tables) {
            EXPECT_THAT(message_of(read({.path = name, .table = "t"})), HasSubstr("in a DuckDB file"));
        }
        if (!format->dialects) {
            EXPECT_THAT(message_of(read({.path = name, .delimiter = ";"})), HasSubstr("only for CSV"));
        }
        if (format->packed) {
            EXPECT_THAT(message_of(read({.path = write("u." + format->extensions.front() + ".gz", "x")})),
                        HasSubstr("unpack it first"));
        }
    }
}

TEST_F(EveryFormat, OfAReleaseCanBeWritten) {
    for (const files::DataFormat& known : files::data_formats()) {
        const engine::FileFormat format = engine::format_of("data." + std::string(known.extension));
        EXPECT_NE(format.spec->copy_options, nullptr) << known.extension;
        EXPECT_EQ(known.empty_is_missing, format.spec->dialects) << known.extension;
    }
}

}  // namespace formats_test
}  // namespace scrim::testing
