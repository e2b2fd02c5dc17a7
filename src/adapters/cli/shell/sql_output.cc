#include "adapters/cli/shell/sql_output.h"

#include "adapters/cli/shell/sql_csv.h"
#include "adapters/cli/shell/sql_json.h"
#include "adapters/cli/shell/sql_table.h"

namespace scrim::cli {

std::unique_ptr<SqlOutput> make_output(SqlFormat format, std::ostream& out, std::ostream& err) {
    switch (format) {
        case SqlFormat::csv: return std::make_unique<CsvOutput>(out, err);
        case SqlFormat::json: return std::make_unique<JsonOutput>(out);
        case SqlFormat::table: break;
    }
    return std::make_unique<TableOutput>(out);
}

}  // namespace scrim::cli
