#!/usr/bin/env bash
# Installs what is missing, builds, runs every suite. Ends with one line
# `N passed, N failed` over all of them; fails when anything failed.
# SHARDC_SKIP_SETUP=1 skips the installation, SHARDC_PRESET picks a preset.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ -z "${SHARDC_SKIP_SETUP:-}" ]; then tools/setup.sh; fi
preset=${SHARDC_PRESET:-release}
tools/build.sh "$preset"
build=build
if [ "$preset" != release ]; then build=build-$preset; fi
exec python3 tools/run_suites.py "$build" "$@"
