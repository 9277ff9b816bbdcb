#!/usr/bin/env bash
# Tests for shard-reduce: succeeds when a command shows the fault that is asked for.
#
#   interesting.sh fails   COMMAND...        it is refused or fails a check (status 1)
#   interesting.sh crashes COMMAND...        it ends by a signal
#   interesting.sh says TEXT COMMAND...      it prints TEXT to stdout or stderr
#   interesting.sh slow SECONDS COMMAND...   it takes longer
#
# For example:
#   shard-reduce model.mlir -o small.mlir \
#     --test 'tools/interesting.sh fails shardc check @ --strategy tp=2'
set -u
kind=${1:-}
shift || true
limit=${SHARDC_TEST_SECONDS:-50}
case "$kind" in
fails)
  timeout "$limit" "$@" >/dev/null 2>&1
  [ $? -eq 1 ]
  ;;
crashes)
  timeout "$limit" "$@" >/dev/null 2>&1
  status=$?
  # 124 is that of timeout itself.
  [ $status -gt 128 ]
  ;;
says)
  text=$1
  shift
  timeout "$limit" "$@" 2>&1 | grep -qF -- "$text"
  ;;
slow)
  seconds=$1
  shift
  timeout "$seconds" "$@" >/dev/null 2>&1
  [ $? -eq 124 ]
  ;;
*)
  sed -n '2,/^set/p' "$0" | grep '^#' >&2
  exit 2
  ;;
esac
