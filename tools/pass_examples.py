#!/usr/bin/env python3
"""Writes docs/passes/Examples.md: each pass on a small input, with what it gives.

    tools/pass_examples.py SHARD_OPT PAGE

The inputs are those of the tests: of the test files that run one pass alone, the one with
the least text; docs/examples/PASS.mlir wins where it exists. Everything on the page was run
to write it; tools/docs.sh --check runs it again and compares.
"""
import concurrent.futures
import glob
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# What these give is machine code.
UNSHOWN = {"shardc-compile-host-image": "test/Codegen/compile-host-image.mlir",
           "shardc-compile-cuda-image": "test/unit/Codegen"}
WIDTH, LINES = 150, 45


def all_passes():
    """Names and summaries, in the order of the road."""
    found = []
    for folder in ("Import", "Sharding", "Training", "Pipeline", "Codegen", "Schedule", "Interop",
                   "OpModels", "Reference"):
        path = os.path.join(ROOT, "include/shardc", folder, "Passes.td")
        with open(path) as file:
            text = file.read()
        for match in re.finditer(r'Pass<"(shardc-[a-z0-9-]+)"[^{]*\{\s*let summary = ((?:"[^"]*"\s*)+)',
                                 text):
            found.append((match.group(1), "".join(re.findall(r'"([^"]*)"', match.group(2)))))
    return found


def clean(chunk):
    """A part of a test file without what only the test reads."""
    lines = [line for line in chunk.splitlines()
             if not re.match(r"\s*// ?[A-Z0-9_]+(-[A-Z]+)*(\{[A-Z]+\})?:", line)
             and "expected-" not in line]
    text = "\n".join(lines).strip("\n")
    return re.sub(r"\n{2,}", "\n\n", text)


def shorten(text):
    lines = [line if len(line) <= WIDTH else line[:WIDTH] + " …" for line in text.splitlines()]
    if len(lines) > LINES:
        lines = lines[:LINES] + ["…"]
    return "\n".join(lines)


def run(tool, options, source):
    result = subprocess.run([tool, "-", *options], input=source, capture_output=True, text=True)
    return result.returncode, result.stdout


def candidates(name, tests):
    own = os.path.join(ROOT, "docs/examples", name + ".mlir")
    if os.path.exists(own):
        with open(own) as file:
            text = file.read()
        first, rest = text.split("\n", 1)
        yield first.removeprefix("// OPTIONS: ").split(), rest.strip("\n"), os.path.relpath(own, ROOT)
        return
    found = []
    for path, text in tests.items():
        for command in re.findall(r"// RUN: shard-opt ([^|\n]*)", text):
            words = re.findall(r'(?:[^\s"]|"[^"]*")+', command)
            passes = [w for w in words if w.startswith("--shardc-")]
            if len(passes) != 1 or re.match(r"--([a-z0-9-]+)", passes[0]).group(1) != name:
                continue
            options = [w.replace('"', "") for w in passes]
            for chunk in text.split("// -----"):
                if "expected-error" not in chunk and "func.func" in chunk:
                    found.append((len(clean(chunk)), path, options, clean(chunk)))
    for _, path, options, chunk in sorted(found):
        yield options, chunk, os.path.relpath(path, ROOT)


def example(tool, name, summary, tests):
    if name in UNSHOWN:
        return (f"## `--{name}`\n\n{summary}. Its result is machine code; "
                f"`{UNSHOWN[name]}` runs it.\n")
    for options, source, path in candidates(name, tests):
        code, output = run(tool, options, source)
        if code == 0 and output.strip():
            command = " ".join(f"'{o}'" if " " in o else o for o in options)
            return (f"## `--{name}`\n\n{summary}. From `{path}`:\n\n```mlir\n{shorten(source)}\n```\n\n"
                    f"`shard-opt input.mlir {command}` gives\n\n```mlir\n{shorten(output.strip())}\n```\n")
    return None


def main():
    tool, page = sys.argv[1:]
    tests = {}
    for path in sorted(glob.glob(os.path.join(ROOT, "test/**/*.mlir"), recursive=True)):
        if "/Inputs/" not in path and "/execution/" not in path:
            with open(path) as file:
                tests[path] = file.read()
    passes = all_passes()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        sections = list(pool.map(lambda p: example(tool, *p, tests), passes))
    missing = [name for (name, _), section in zip(passes, sections) if section is None]
    if missing:
        sys.exit("passes without an example that runs: " + ", ".join(missing))
    with open(page, "w") as file:
        file.write("# Each pass on a small input\n\nWritten by `tools/pass_examples.py`, which "
                   "runs every example; long lines and long outputs are cut.\n\n" +
                   "\n".join(sections))


if __name__ == "__main__":
    main()
