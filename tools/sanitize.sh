#!/usr/bin/env bash
# Builds the tools under a sanitizer and runs checks, plans and mutated inputs
# through them. Usage: tools/sanitize.sh [asan|ubsan]
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:-asan}
tools/build.sh "$preset" shardc shard-run shard-opt shard-translate
bin=build-$preset/bin
# LLVM's libraries are not instrumented: their allocators do not tell what they
# have handed out, and what they keep to the end is not our leak.
export ASAN_OPTIONS=detect_leaks=0:allow_user_poisoning=0
export UBSAN_OPTIONS=print_stacktrace=1
small=tiny-llama:layers=2,seq=16,batch=16
for strategy in "" "dp=5,tp=3" "dp=2,tp=2,pp=2,schedule=1f1b,microbatches=4,zero=1,recompute=full"; do
  "$bin/shardc" check "$small" --train adamw --steps 2 --strategy "$strategy"
done
"$bin/shardc" check tiny-gpt2:layers=2,batch=8 --train adamw --strategy "tp=4,pp=2,microbatches=2"
plan=$(mktemp --suffix=.shard)
trap 'rm -f "$plan"' EXIT
"$bin/shardc" compile "$small" --train adamw --strategy "dp=2,tp=2" -o "$plan"
"$bin/shard-run" "$plan" --steps 2
"$bin/shard-translate" --shard-to-json "$plan" >/dev/null
python3 test/fuzz/fuzz.py --bin "$bin" --count "${SHARDC_FUZZ_COUNT:-100}"
