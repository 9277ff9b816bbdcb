# What is installed, and how other projects find it: the package Shardc, made of
# exported targets Shardc::<part>. The same package works from the build tree.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Headers of the C++ interface lie in a folder of their own: `dialects/` is too
# plain a name for include/.
set(SHARDC_INSTALL_INCLUDEDIR ${CMAKE_INSTALL_INCLUDEDIR}/shardc-cxx)
set(SHARDC_INSTALL_CMAKEDIR ${CMAKE_INSTALL_LIBDIR}/cmake/Shardc)
# Where installed programs find MLIR, LLVM and the C library of shardc.
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
set(CMAKE_INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")

# shardc_export(<target> [name]): part of the package as Shardc::<name>, by
# default the target's name without `Shardc` in front.
function(shardc_export target)
  if(ARGC GREATER 1)
    set(name ${ARGV1})
  else()
    string(REGEX REPLACE "^Shardc" "" name ${target})
  endif()
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  install(TARGETS ${target} EXPORT ShardcTargets
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endfunction()

# shardc_install_package(): headers and package files; called last.
function(shardc_install_package)
  # One target that stands for the compiler as a library.
  add_library(ShardcShardc INTERFACE)
  target_link_libraries(ShardcShardc INTERFACE ShardcDriver)
  shardc_export(ShardcShardc Shardc)

  foreach(tree ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
    install(DIRECTORY ${tree}/include/shardc DESTINATION ${SHARDC_INSTALL_INCLUDEDIR}
      FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.h.inc"
      PATTERN CMakeFiles EXCLUDE)
    install(DIRECTORY ${tree}/dialects DESTINATION ${SHARDC_INSTALL_INCLUDEDIR}
      FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.h.inc"
      PATTERN CMakeFiles EXCLUDE)
  endforeach()
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/shardc-c DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING PATTERN "*.h")
  install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/shardc)

  # The installed package finds its headers from where it lies.
  set(SHARDC_CONFIG_INCLUDE_DIRS "\${PACKAGE_PREFIX_DIR}/${SHARDC_INSTALL_INCLUDEDIR}")
  set(SHARDC_CONFIG_C_INCLUDE_DIRS "\${PACKAGE_PREFIX_DIR}/${CMAKE_INSTALL_INCLUDEDIR}")
  set(SHARDC_CONFIG_PLUGIN "\${PACKAGE_PREFIX_DIR}/${CMAKE_INSTALL_LIBDIR}/ShardcPlugin.so")
  configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/ShardcConfig.cmake.in
    ${CMAKE_BINARY_DIR}/cmake/install/ShardcConfig.cmake
    INSTALL_DESTINATION ${SHARDC_INSTALL_CMAKEDIR})
  # Before 1.0 a minor version may change the interface.
  write_basic_package_version_file(${CMAKE_BINARY_DIR}/cmake/install/ShardcConfigVersion.cmake
    VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
  install(FILES ${CMAKE_BINARY_DIR}/cmake/install/ShardcConfig.cmake
    ${CMAKE_BINARY_DIR}/cmake/install/ShardcConfigVersion.cmake
    DESTINATION ${SHARDC_INSTALL_CMAKEDIR})
  install(EXPORT ShardcTargets NAMESPACE Shardc:: DESTINATION ${SHARDC_INSTALL_CMAKEDIR})

  # -DShardc_DIR=<build>/lib/cmake/Shardc
  set(build_dir ${CMAKE_BINARY_DIR}/lib/cmake/Shardc)
  set(SHARDC_CONFIG_INCLUDE_DIRS "${CMAKE_SOURCE_DIR}" "${CMAKE_SOURCE_DIR}/include"
    "${CMAKE_BINARY_DIR}" "${CMAKE_BINARY_DIR}/include")
  set(SHARDC_CONFIG_C_INCLUDE_DIRS "${CMAKE_SOURCE_DIR}/include")
  set(SHARDC_CONFIG_PLUGIN "${CMAKE_BINARY_DIR}/lib/ShardcPlugin.so")
  configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/ShardcConfig.cmake.in
    ${build_dir}/ShardcConfig.cmake INSTALL_DESTINATION lib/cmake/Shardc
    INSTALL_PREFIX ${CMAKE_BINARY_DIR})
  configure_file(${CMAKE_BINARY_DIR}/cmake/install/ShardcConfigVersion.cmake
    ${build_dir}/ShardcConfigVersion.cmake COPYONLY)
  export(EXPORT ShardcTargets NAMESPACE Shardc:: FILE ${build_dir}/ShardcTargets.cmake)
endfunction()
