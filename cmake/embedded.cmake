# What runs inside a PostgreSQL server: the rooms that know neither DuckDB nor files of data, in one archive, which
# adapters/postgres links. A server can load neither sanitizers nor threads, so these rooms are compiled once more,
# quickly: without sanitizers, with loops in the calling thread.
set(embedded_rooms kernel/core kernel/language kernel/encode kernel/hierarchy kernel/models kernel/metrics kernel/compare
    kernel/deal kernel/subject kernel/risk kernel/recode kernel/series methods/files methods/policy methods/check
    methods/release methods/verify methods/sync methods/views adapters/libpq/cells adapters/postgres methods/statdb)
set(embedded_sources)
foreach(room ${embedded_rooms})
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${room}/*.cc)
    list(APPEND embedded_sources ${sources})
endforeach()
# No series is verified in a server, and no answer is paid from a ledger.
list(FILTER embedded_sources EXCLUDE REGEX "/methods/(verify/series|statdb/noisy)")
add_library(scrim_embedded STATIC EXCLUDE_FROM_ALL ${embedded_sources})
target_include_directories(scrim_embedded PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
target_compile_definitions(scrim_embedded PRIVATE SCRIM_ONE_THREAD SCRIM_VERSION="${PROJECT_VERSION}")
if(SCRIM_SANITIZE)
    target_compile_options(scrim_embedded PRIVATE -fno-sanitize=all -O1 -g0)
endif()
set_target_properties(scrim_embedded PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
target_precompile_headers(scrim_embedded PRIVATE <algorithm> <functional> <map> <memory> <numeric> <optional> <span> <string>
                          <unordered_map> <utility> <variant> <vector> <fmt/format.h> <nlohmann/json.hpp>)
