#!/usr/bin/env bash
# Generates docs/dialects and docs/passes from the TableGen definitions.
# --check: writes nothing, fails when a page is stale.
set -euo pipefail
cd "$(dirname "$0")/.."
tblgen=${MLIR_TBLGEN:-/usr/lib/llvm-22/bin/mlir-tblgen}
include=(-I "$("${LLVM_CONFIG:-llvm-config-22}" --includedir)" -I . -I include)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/dialects" "$scratch/passes"
for pair in StableHLO:stablehlo NN:nn Dist:dist Sched:sched; do
  folder=${pair%%:*} name=${pair##*:}
  "$tblgen" -gen-dialect-doc -dialect="$name" "${include[@]}" "dialects/$folder/${folder}Ops.td" >"$scratch/dialects/$folder.md"
done
for td in include/shardc/*/Passes.td; do
  folder=$(basename "$(dirname "$td")")
  { echo "# Passes of $folder"; echo; "$tblgen" -gen-pass-doc "${include[@]}" "$td"; } >"$scratch/passes/$folder.md"
done
if [ "${1:-}" = --check ]; then
  diff -r "$scratch/dialects" docs/dialects && diff -r "$scratch/passes" docs/passes ||
    { echo "docs are stale: run tools/docs.sh" >&2; exit 1; }
else
  rm -rf docs/dialects docs/passes
  cp -r "$scratch/dialects" "$scratch/passes" docs/
fi
