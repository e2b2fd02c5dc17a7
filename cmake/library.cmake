# The library for other programs: libscrim.so, which shows include/scrim and scrim.h and hides the rest, and brings its
# own DuckDB, under a name of its own; and libscrim-core.so, the same without an engine, for tables in memory. Installed
# with find_package(scrim), find_package(scrim COMPONENTS core) and pkg-config.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# A library of the objects of these rooms: it also has what only other programs call. `needs`: what they are linked with.
function(scrim_shared_library target name component needs)
    add_library(${target} SHARED)
    foreach(room ${ARGN})
        target_sources(${target} PRIVATE $<TARGET_OBJECTS:${room}>)
    endforeach()
    target_link_libraries(${target} PRIVATE ${needs})
    target_link_options(${target} PRIVATE -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/exports.map)
    set_target_properties(${target} PROPERTIES LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/exports.map)
    target_include_directories(${target} INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_compile_features(${target} INTERFACE cxx_std_20)
    set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} VERSION ${PROJECT_VERSION}
                          SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} INSTALL_RPATH "$ORIGIN")
    install(TARGETS ${target} EXPORT ${name} COMPONENT ${component} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(EXPORT ${name} NAMESPACE scrim:: FILE ${name}-targets.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/scrim COMPONENT ${component})
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT ${component})
    install(FILES ${PROJECT_BINARY_DIR}/scrim-config.cmake ${PROJECT_BINARY_DIR}/scrim-config-version.cmake
            DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/scrim COMPONENT ${component})
    set(library ${name})
    configure_file(${PROJECT_SOURCE_DIR}/cmake/scrim.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT ${component})
endfunction()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/scrim-config.cmake.in ${PROJECT_BINARY_DIR}/scrim-config.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/scrim)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/scrim-config-version.cmake COMPATIBILITY SameMinorVersion)

list(REMOVE_ITEM scrim_rooms scrim_postgres)  # is loaded by servers alone: embedded.cmake
scrim_shared_library(scrim_shared scrim library scrim_c_sessions ${scrim_rooms})
add_library(scrim::scrim ALIAS scrim_shared)
set_target_properties(scrim_shared PROPERTIES EXPORT_NAME scrim)
install(FILES ${DUCKDB_DIR}/libscrim-duckdb.so DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)

# All rooms but those of the engine, and what refuses files in their place.
set(core_rooms ${scrim_rooms})
list(REMOVE_ITEM core_rooms scrim_engine scrim_libpq scrim_duckdb scrim_files_of_tables scrim_library_sync scrim_library scrim_c_sessions scrim_views)
scrim_room(no_files library/no_files scrim_core)
scrim_shared_library(scrim_core_shared scrim-core core "scrim_report;scrim_workload;scrim_plan;scrim_arrow"
                     ${core_rooms} scrim_no_files)
add_library(scrim::core ALIAS scrim_core_shared)
set_target_properties(scrim_core_shared PROPERTIES EXPORT_NAME core)
