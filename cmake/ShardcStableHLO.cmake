# -DSHARDC_STABLEHLO=PREFIX: builds against the original StableHLO installed there
# (its headers in include/stablehlo, its static libraries in lib) instead of the
# dialects of this tree. docs/embedding.md says what such a build needs beyond this.
find_path(SHARDC_STABLEHLO_INCLUDE_DIR stablehlo/dialect/StablehloOps.h
  PATHS ${SHARDC_STABLEHLO} ${SHARDC_STABLEHLO}/include NO_DEFAULT_PATH)
if(NOT SHARDC_STABLEHLO_INCLUDE_DIR)
  message(FATAL_ERROR "SHARDC_STABLEHLO=${SHARDC_STABLEHLO}: there is no "
    "stablehlo/dialect/StablehloOps.h in it or in its include folder")
endif()

set(SHARDC_STABLEHLO_LIBRARIES)
# In order of dependence, users first.
foreach(name StablehloOps ChloOps StablehloBroadcastUtils StablehloTypeInference
             StablehloAssemblyFormat StablehloBase Version)
  find_library(SHARDC_STABLEHLO_${name} ${name}
    PATHS ${SHARDC_STABLEHLO}/lib ${SHARDC_STABLEHLO}/lib64 NO_DEFAULT_PATH)
  if(SHARDC_STABLEHLO_${name})
    list(APPEND SHARDC_STABLEHLO_LIBRARIES ${SHARDC_STABLEHLO_${name}})
  elseif(name MATCHES "^(StablehloOps|ChloOps|StablehloBase)$")
    message(FATAL_ERROR "SHARDC_STABLEHLO=${SHARDC_STABLEHLO}: lib${name}.a is not in its "
      "lib folder; StableHLO must be built against the same MLIR, ${MLIR_DIR}")
  endif()
endforeach()

add_compile_definitions(SHARDC_EXTERNAL_STABLEHLO)
include_directories(SYSTEM ${SHARDC_STABLEHLO_INCLUDE_DIR})
foreach(name ShardcStableHLODialect ShardcCHLODialect)
  add_library(${name} INTERFACE)
  target_link_libraries(${name} INTERFACE ${SHARDC_STABLEHLO_LIBRARIES} ShardcHeaders MLIR LLVM)
  target_compile_definitions(${name} INTERFACE SHARDC_EXTERNAL_STABLEHLO)
  target_include_directories(${name} SYSTEM INTERFACE ${SHARDC_STABLEHLO_INCLUDE_DIR})
  shardc_export(${name})
endforeach()
