#!/usr/bin/env bash
# Formats C++ sources with clang-format 22: those named, else all tracked ones.
# --check: only says what differs.
set -euo pipefail
check=0
if [ "${1:-}" = --check ]; then
  check=1
  shift
fi
files=("$@")
if [ ${#files[@]} -eq 0 ]; then
  cd "$(dirname "$0")/.."
  mapfile -t files < <(git ls-files '*.cpp' '*.h' '*.cc')
fi
if [ $check = 1 ]; then
  clang-format-22 --dry-run --Werror "${files[@]}"
else
  clang-format-22 -i "${files[@]}"
fi
