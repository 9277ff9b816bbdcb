#!/usr/bin/env python3
"""Runs every test suite of a build and adds up what passed and failed.

Usage: run_suites.py BUILD_DIR [substring of suite names to run]...
Suites: each GoogleTest binary (bin/*-tests), the lit tests, the fuzz harness, the examples
built against an installed copy, sources compiled against a stand-in of the original StableHLO,
and the checks that generated pages and formatting are up to date and names of types are unique.
"""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def run(command, **kwargs):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", **kwargs)


def gtest(binary):
    """(passed, failed, output) of one GoogleTest binary."""
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        result = run([binary, "--gtest_brief=1", f"--gtest_output=json:{report.name}"],
                     timeout=1800)
        try:
            data = json.load(open(report.name))
        except (OSError, ValueError):
            return 0, 1, result.stdout + f"\n{binary} ended early with status {result.returncode}\n"
    failed = data["failures"] + data.get("errors", 0)
    passed = data["tests"] - failed - data.get("disabled", 0)
    if result.returncode != 0 and failed == 0:
        failed = 1
    return passed, failed, result.stdout


def lit(build):
    tools = os.environ.get("LLVM_TOOLS", "/usr/lib/llvm-22/bin")
    result = run([os.path.join(tools, "lit"), "-v", os.path.join(build, "test")], timeout=3600)
    counts = {}
    for name, number in re.findall(r"^\s+([A-Z][A-Za-z ]+?)\s*:\s+(\d+)", result.stdout, re.M):
        counts[name] = int(number)
    passed = counts.get("Passed", 0) + counts.get("Expectedly Failed", 0)
    failed = sum(counts.get(name, 0) for name in
                 ("Failed", "Unresolved", "Timed Out", "Unexpectedly Passed"))
    if result.returncode != 0 and failed == 0:
        failed = 1
    if passed == 0 and failed == 0:
        failed = 1
    shown = "\n".join(line for line in result.stdout.splitlines() if not line.startswith("PASS:"))
    return passed, failed, shown if failed else ""


def command(words):
    result = run(words, cwd=ROOT, timeout=3600)
    ok = result.returncode == 0
    return int(ok), int(not ok), "" if ok else result.stdout


def fuzz(build):
    """One test a mutated input; the harness says how many it took badly."""
    result = run([sys.executable, os.path.join(ROOT, "test", "fuzz", "fuzz.py"),
                  "--bin", os.path.join(build, "bin"), "--count", "120"], timeout=1200)
    cases = re.search(r"(\d+) cases", result.stdout)
    findings = re.search(r"^(\d+) findings", result.stdout, re.M)
    if not cases or not findings or (result.returncode != 0 and findings.group(1) == "0"):
        return 0, 1, result.stdout
    failed = int(findings.group(1))
    return int(cases.group(1)) - failed, failed, result.stdout


def embedding(build):
    """One test a step: installed, moved, examples built and run against it."""
    result = run([sys.executable, os.path.join(ROOT, "test", "embedding", "run.py"), build],
                 timeout=1200)
    passed = len(re.findall(r"^ok ", result.stdout, re.M))
    failed = len(re.findall(r"^FAILED ", result.stdout, re.M))
    if result.returncode != 0 and failed == 0:
        failed = 1
    return passed, failed, result.stdout if failed else ""


def stablehlo(build):
    """One test a source of the compiler that is compiled as if against the original."""
    with tempfile.TemporaryDirectory(prefix="standin-") as work:
        result = run([sys.executable, os.path.join(ROOT, "tools", "standin_stablehlo.py"), work,
                      "--check", "4"], timeout=1200, env=dict(os.environ, SHARDC_BUILD=build))
    passed = len(re.findall(r"^ok ", result.stdout, re.M))
    failed = len(re.findall(r"^FAILED ", result.stdout, re.M))
    if result.returncode != 0 and failed == 0:
        failed = 1
    return passed, failed, result.stdout if failed else ""


def main():
    build = os.path.abspath(sys.argv[1])
    wanted = sys.argv[2:]
    suites = []
    for binary in sorted(glob.glob(os.path.join(build, "bin", "*-tests")) +
                         glob.glob(os.path.join(build, "**", "shardrt-tests"), recursive=True)):
        if os.access(binary, os.X_OK) and binary not in [s[2] for s in suites]:
            suites.append((os.path.basename(binary), gtest, binary))
    suites.append(("lit", lit, build))
    suites.append(("docs", command, ["tools/docs.sh", "--check"]))
    suites.append(("format", command, ["tools/format.sh", "--check"]))
    suites.append(("types", command, ["tools/unique_types.py"]))
    suites.append(("fuzz", fuzz, build))
    suites.append(("embedding", embedding, build))
    suites.append(("stablehlo", stablehlo, build))
    passed = failed = 0
    for name, runner, argument in suites:
        if wanted and not any(word in name for word in wanted):
            continue
        start = time.time()
        try:
            p, f, output = runner(argument)
        except subprocess.TimeoutExpired:
            p, f, output = 0, 1, f"{name} timed out\n"
        passed += p
        failed += f
        if f:
            sys.stdout.write(output)
        print(f"{name}: {p} passed, {f} failed ({time.time() - start:.0f} s)", flush=True)
    # A selection that matches nothing must not look like success.
    if not passed and not failed:
        failed = 1
        print("no suite ran")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
