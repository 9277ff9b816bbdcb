#!/usr/bin/env bash
# Runs the whole test suite of a build: tools/test.sh [build folder] [ctest arguments…]
# Prints one line a test binary, what failed in full, and a summary; exits
# non-zero when anything failed. No test needs a network or a GPU.
set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${1:-$root/build}
[ $# -gt 0 ] && shift
if [ ! -f "$build/CTestTestfile.cmake" ]; then
  echo "error: '$build' holds no configured build; run: cmake --preset release && cmake --build build" >&2
  exit 2
fi
cd "$build" || exit 2
exec ctest --output-on-failure --no-tests=error -j "${SHARDC_TEST_JOBS:-1}" "$@"
