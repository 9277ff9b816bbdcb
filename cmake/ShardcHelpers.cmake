# Thin wrappers: one way to declare a dialect, a library, a tool.

include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
include_directories(${CMAKE_SOURCE_DIR} ${CMAKE_SOURCE_DIR}/include
                    ${CMAKE_BINARY_DIR} ${CMAKE_BINARY_DIR}/include)
separate_arguments(_llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
add_definitions(${_llvm_definitions})
# LLVM is packaged with RTTI and without exceptions; ours match it except that
# tools may catch what third-party libraries throw.
add_compile_options(-Wall -Wno-unused-parameter -Wno-inline-namespace-reopened-noninline)

# One precompiled header for everything that includes MLIR.
if(SHARDC_PCH)
  file(WRITE ${CMAKE_BINARY_DIR}/pch.cpp "\n")
  add_library(shardc-pch STATIC ${CMAKE_BINARY_DIR}/pch.cpp)
  target_precompile_headers(shardc-pch PRIVATE
    <mlir/Dialect/Func/IR/FuncOps.h>
    <mlir/Dialect/Linalg/IR/Linalg.h>
    <mlir/Dialect/Tensor/IR/Tensor.h>
    <mlir/Dialect/SCF/IR/SCF.h>
    <mlir/Dialect/Math/IR/Math.h>
    <mlir/IR/Builders.h>
    <mlir/IR/BuiltinOps.h>
    <mlir/IR/DialectImplementation.h>
    <mlir/IR/IRMapping.h>
    <mlir/IR/ImplicitLocOpBuilder.h>
    <mlir/IR/OpImplementation.h>
    <mlir/IR/PatternMatch.h>
    <mlir/IR/SymbolTable.h>
    <mlir/Interfaces/SideEffectInterfaces.h>
    <mlir/Interfaces/InferTypeOpInterface.h>
    <mlir/Pass/Pass.h>
    <mlir/Pass/PassManager.h>
    <mlir/Transforms/GreedyPatternRewriteDriver.h>
    <mlir/Transforms/DialectConversion.h>
    <llvm/ADT/TypeSwitch.h>
    <llvm/ADT/MapVector.h>)
endif()

function(_shardc_pch target)
  if(SHARDC_PCH)
    target_precompile_headers(${target} REUSE_FROM shardc-pch)
    # A precompiled header serves only code of its own kind: -fPIC, not -fPIE.
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "EXECUTABLE")
      set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
      target_compile_options(${target} PRIVATE -fPIC)
    endif()
  endif()
endfunction()

# Every generated header must exist before anything that may include it.
add_custom_target(shardc-headers)

# shardc_tablegen(<td> <out.inc> <generator args...>) in the current folder.
macro(shardc_tablegen td out)
  set(LLVM_TARGET_DEFINITIONS ${td})
  mlir_tablegen(${out} ${ARGN} -I${CMAKE_SOURCE_DIR} -I${CMAKE_SOURCE_DIR}/include)
endmacro()

# Closes a series of shardc_tablegen calls.
macro(shardc_tablegen_target target)
  add_public_tablegen_target(${target})
  add_dependencies(shardc-headers ${target})
endmacro()

# Stands for the headers: what the package adds to the commands of those who use it.
add_library(ShardcHeaders INTERFACE)
shardc_export(ShardcHeaders)

# shardc_library(<name> [SUBFOLDERS dirs...] [LINK libs...]): every .cpp of the folder
# and of the named ones in it.
function(shardc_library name)
  cmake_parse_arguments(ARG "" "" "LINK;SUBFOLDERS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  foreach(folder ${ARG_SUBFOLDERS})
    file(GLOB more CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp)
    list(APPEND sources ${more})
  endforeach()
  if(NOT sources)
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE ${ARG_LINK} ShardcHeaders)
    shardc_export(${name})
    return()
  endif()
  add_library(${name} STATIC ${sources})
  add_dependencies(${name} shardc-headers)
  target_link_libraries(${name} PUBLIC ${ARG_LINK} ShardcHeaders MLIR LLVM)
  _shardc_pch(${name})
  shardc_export(${name})
endfunction()

# shardc_shared(<name> <exports file> LINK libs...): every .cpp of the folder and all
# that it needs of shardc in one shared object that shows only the symbols of the
# file; so it lives beside other copies, and beside the original StableHLO. Links the
# MLIR and LLVM of the process.
function(shardc_shared name exports)
  cmake_parse_arguments(ARG "MODULE" "" "LINK" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  if(ARG_MODULE)
    add_library(${name} MODULE ${sources})
  else()
    add_library(${name} SHARED ${sources})
  endif()
  add_dependencies(${name} shardc-headers)
  target_link_libraries(${name} PRIVATE ${ARG_LINK} MLIR LLVM)
  target_link_options(${name} PRIVATE -Wl,--gc-sections
    -Wl,--version-script=${CMAKE_CURRENT_SOURCE_DIR}/${exports})
  set_target_properties(${name} PROPERTIES
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib
    LINK_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${exports}
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()

# shardc_tool(<name> LINK libs...)
function(shardc_tool name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  if(NOT sources)
    return()
  endif()
  add_executable(${name} ${sources})
  add_dependencies(${name} shardc-headers)
  target_link_libraries(${name} PRIVATE ${ARG_LINK} MLIR LLVM)
  _shardc_pch(${name})
  shardc_export(${name} ${name})
endfunction()
