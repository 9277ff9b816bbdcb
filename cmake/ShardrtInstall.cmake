# Installs the runtime and its package Shardrt: Shardrt::shardrt, the library that
# loads and runs plan bundles, without LLVM. Works from the build tree as well.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(shardrt_cmakedir ${CMAKE_INSTALL_LIBDIR}/cmake/Shardrt)
install(TARGETS shardrt shardrt-schema EXPORT ShardrtTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS shard-run EXPORT ShardrtTargets RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(TARGET shardrt-cuda)
  # Programs look for it in the lib folder next to theirs.
  install(TARGETS shardrt-cuda LIBRARY DESTINATION lib)
endif()
install(DIRECTORY ${CMAKE_CURRENT_LIST_DIR}/../runtime/include/shardrt
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/ShardrtConfig.cmake.in
  ${CMAKE_BINARY_DIR}/lib/cmake/Shardrt/ShardrtConfig.cmake
  INSTALL_DESTINATION ${shardrt_cmakedir})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/lib/cmake/Shardrt/ShardrtConfigVersion.cmake
  VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/lib/cmake/Shardrt/ShardrtConfig.cmake
  ${CMAKE_BINARY_DIR}/lib/cmake/Shardrt/ShardrtConfigVersion.cmake
  DESTINATION ${shardrt_cmakedir})
install(EXPORT ShardrtTargets NAMESPACE Shardrt:: DESTINATION ${shardrt_cmakedir})
export(EXPORT ShardrtTargets NAMESPACE Shardrt::
  FILE ${CMAKE_BINARY_DIR}/lib/cmake/Shardrt/ShardrtTargets.cmake)
