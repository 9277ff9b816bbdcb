#!/usr/bin/env bash
# From a fresh machine to a sharded training step: installs, builds, trains
# tiny-llama on 8 ranks (dp=2, tp=2, pp=2) beside one device, writes a report.
set -euo pipefail
cd "$(dirname "$0")/.."
tools/setup.sh
echo "== building (a few minutes the first time)"
tools/build.sh release shardc shard-run shard-opt shard-translate
bin=build/bin
out=build/quickstart
mkdir -p "$out"
strategy="dp=2,tp=2,pp=2,schedule=1f1b,microbatches=4"

echo
echo "== tiny-llama, 5 training steps: $strategy on 8 ranks beside one device"
$bin/shardc check tiny-llama --train adamw --steps 5 --strategy "$strategy"

echo
echo "== the same as a plan that stands by itself"
$bin/shardc compile tiny-llama --train adamw --strategy "$strategy" -o "$out/tiny-llama.shard"
$bin/shard-run "$out/tiny-llama.shard" --steps 5
$bin/shardc report "$out/tiny-llama.shard" -o "$out/report.html"
echo
echo "report: $out/report.html"
