# Every build option in one place.
option(SHARDC_BUILD_TESTS "build unit tests and configure lit" ON)
option(SHARDC_RUNTIME_ONLY "build only the LLVM-free runtime and shard-run" OFF)
option(SHARDC_CUDA "build the CUDA + NCCL backend when the toolkit is found" ON)
option(SHARDC_PCH "precompile the MLIR headers" ON)
set(SHARDC_STABLEHLO "" CACHE PATH
  "where the original StableHLO is installed, to build against it; empty: our subset")
set(SHARDC_SANITIZE "" CACHE STRING "address, undefined or thread")

if(SHARDC_SANITIZE)
  add_compile_options(-fsanitize=${SHARDC_SANITIZE} -fno-omit-frame-pointer -g1)
  add_link_options(-fsanitize=${SHARDC_SANITIZE})
  if(SHARDC_SANITIZE STREQUAL "undefined")
    # The packaged LLVM is built without the typeinfo that -fsanitize=vptr needs.
    add_compile_options(-fno-sanitize=vptr -fno-sanitize-recover=all)
  endif()
endif()
