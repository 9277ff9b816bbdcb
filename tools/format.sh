#!/usr/bin/env bash
# Formats the C++ sources with clang-format 22. --check: only says what differs.
set -euo pipefail
cd "$(dirname "$0")/.."
mapfile -t files < <(git ls-files '*.cpp' '*.h' '*.cc')
if [ "${1:-}" = --check ]; then
  clang-format-22 --dry-run --Werror "${files[@]}"
else
  clang-format-22 -i "${files[@]}"
fi
