# The library for other programs: libscrim.so, which shows include/scrim and scrim.h and hides the rest. Installed with
# find_package(scrim) and pkg-config; it brings its own DuckDB, under a name of its own.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

add_library(scrim_shared SHARED)
add_library(scrim::scrim ALIAS scrim_shared)
# The objects of all rooms so far: it also has what only other programs call.
foreach(room ${scrim_rooms})
    target_sources(scrim_shared PRIVATE $<TARGET_OBJECTS:${room}>)
endforeach()
target_link_libraries(scrim_shared PRIVATE scrim_c)
target_link_options(scrim_shared PRIVATE -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/exports.map)
set_target_properties(scrim_shared PROPERTIES LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/exports.map)
target_include_directories(scrim_shared INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(scrim_shared INTERFACE cxx_std_20)
set_target_properties(scrim_shared PROPERTIES OUTPUT_NAME scrim EXPORT_NAME scrim VERSION ${PROJECT_VERSION}
                      SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} INSTALL_RPATH "$ORIGIN")

install(TARGETS scrim_shared EXPORT scrim COMPONENT library LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES ${DUCKDB_DIR}/libscrim-duckdb.so DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library)
install(EXPORT scrim NAMESPACE scrim:: FILE scrim-targets.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/scrim COMPONENT library)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/scrim-config.cmake.in ${PROJECT_BINARY_DIR}/scrim-config.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/scrim)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/scrim-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/scrim-config.cmake ${PROJECT_BINARY_DIR}/scrim-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/scrim COMPONENT library)
configure_file(${PROJECT_SOURCE_DIR}/cmake/scrim.pc.in ${PROJECT_BINARY_DIR}/scrim.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/scrim.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)
