# cmake --install: headers, library, program, JSON Schemas, and the package file behind find_package(exactblend).
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/exactblend)

install(TARGETS exactblend EXPORT exactblendTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS exactblend_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/schema DESTINATION ${CMAKE_INSTALL_DATADIR}/exactblend
        FILES_MATCHING PATTERN "*.json")
install(EXPORT exactblendTargets NAMESPACE exactblend:: DESTINATION ${package_dir})

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/exactblendConfig.cmake.in exactblendConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(exactblendConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/exactblendConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/exactblendConfigVersion.cmake
              ${CMAKE_CURRENT_LIST_DIR}/FindGMP.cmake
              ${CMAKE_CURRENT_LIST_DIR}/FindMD4C.cmake
              ${CMAKE_CURRENT_LIST_DIR}/FindGumbo.cmake
        DESTINATION ${package_dir})
