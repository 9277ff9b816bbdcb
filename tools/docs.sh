#!/usr/bin/env bash
# Generates docs/dialects and docs/passes from the TableGen definitions, the list of what
# the compiler uses of StableHLO, and where the tools are built docs/man from their option
# tables and docs/passes/Examples.md by running every pass (SHARDC_BIN, default build/bin).
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
bin=${SHARDC_BIN:-build/bin}
pages=()
if [ -x "$bin/shardc" ] && [ -x "$bin/shard-opt" ] && [ -x "$bin/shard-reduce" ]; then
  tools/pass_examples.py "$bin/shard-opt" "$scratch/passes/Examples.md"
  tools/documents.sh "$bin" "$scratch/share"
  mkdir "$scratch/man"
  cp "$scratch"/share/man/man1/*.1 "$scratch/man"
  pages=(man)
fi
if [ ! -e "$scratch/passes/Examples.md" ] && [ -e docs/passes/Examples.md ]; then
  cp docs/passes/Examples.md "$scratch/passes"
fi
if [ "${1:-}" = --check ]; then
  for page in "${pages[@]}"; do
    diff -r "$scratch/$page" "docs/$page" || { echo "docs/$page is stale: run tools/docs.sh" >&2; exit 1; }
  done
  diff -r "$scratch/dialects" docs/dialects && diff -r "$scratch/passes" docs/passes ||
    { echo "docs are stale: run tools/docs.sh" >&2; exit 1; }
else
  rm -rf docs/dialects docs/passes
  cp -r "$scratch/dialects" "$scratch/passes" docs/
  for page in "${pages[@]}"; do
    rm -rf "docs/$page"
    cp -r "$scratch/$page" docs/
  done
fi
tools/stablehlo_accessors.py "$@"
