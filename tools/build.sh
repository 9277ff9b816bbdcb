#!/usr/bin/env bash
# Configures and builds one preset (default: release). Binaries land in
# build/bin. Usage: tools/build.sh [preset] [target...]
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:-release}
shift || true
launcher=()
if command -v ccache >/dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCMAKE_C_COMPILER_LAUNCHER=ccache); fi
cmake --preset "$preset" "${launcher[@]}" >/dev/null
dir=build
if [ "$preset" != release ]; then dir=build-$preset; fi
# Precompiled headers and ccache: only their contents count.
export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
cmake --build "$dir" -- "$@"
