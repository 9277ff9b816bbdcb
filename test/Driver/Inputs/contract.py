#!/usr/bin/env python3
# Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds commands to their contract.

  contract.py CASES FOLDER

A line of CASES is `STATUS | COMMAND | TEXT`: the exit status that the command
must have and a text that its one error line must contain. `#` begins a comment.
In the command, @in is the folder of CASES, @tiny a small model, @out a file that
exists, @new one that doesn't. `MODEL` instead of a status stands for import,
compile and check of what follows, each refused with status 1.

A refused command (not 0) prints nothing to stdout, exactly one line with
`error:` to stderr, leaves @out as it was, makes no @new, and leaves no other file
behind. A command that succeeds prints no `error:`; with --json its stdout is one
JSON object. No command ends by a signal or runs longer than a minute.
"""

import concurrent.futures
import json
import os
import shutil
import subprocess
import sys

TINY = "tiny-llama:layers=2,vocab=64,seq=8,batch=8,ffn=24"
OLD = b"what stood here before"


def cases(path):
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            status, command, text = (part.strip() for part in line.split(" | "))
            if status == "MODEL":
                yield number, 1, "shardc import %s -o @out" % command, text
                yield number, 1, "shardc compile %s --strategy tp=2 -o @out" % command, text
                yield number, 1, "shardc check %s --strategy tp=2 --json" % command, text
            else:
                yield number, int(status), command, text


def run(case, source, folder):
    """What is wrong with one case, or None."""
    number, status, command, text = case
    os.makedirs(folder)
    out, new = os.path.join(folder, "out"), os.path.join(folder, "new")
    with open(out, "wb") as file:
        file.write(OLD)
    command = (command.replace("@in", source).replace("@tiny", TINY)
               .replace("@out", out).replace("@new", new))
    wrong = []
    try:
        done = subprocess.run(command, shell=True, capture_output=True, timeout=60)
    except subprocess.TimeoutExpired:
        return "line %d: %s\n  runs longer than a minute" % (number, command)
    error = done.stderr.decode(errors="replace")
    lines = [line for line in error.splitlines() if "error:" in line]
    if done.returncode != status:
        wrong.append("status %d, not %d" % (done.returncode, status))
    if status == 0:
        if lines:
            wrong.append("prints an error and succeeds")
        if text not in done.stdout.decode(errors="replace") + error:
            wrong.append("does not print '%s'" % text)
        if "--json" in command:
            try:
                json.loads(done.stdout)
            except ValueError:
                wrong.append("stdout is not one JSON object")
    else:
        if len(lines) != 1:
            wrong.append("%d error lines" % len(lines))
        if text not in "".join(lines):
            wrong.append("the error does not say '%s'" % text)
        if done.stdout:
            wrong.append("prints %d bytes to stdout" % len(done.stdout))
        with open(out, "rb") as file:
            if file.read() != OLD:
                wrong.append("touches the output file")
        if sorted(os.listdir(folder)) != ["out"]:
            wrong.append("leaves %s" % sorted(os.listdir(folder)))
    if wrong:
        return "line %d: %s\n  %s\n  stderr: %s" % (number, command, "; ".join(wrong), error[:1000])
    return None


def main():
    path, folder = sys.argv[1:]
    shutil.rmtree(folder, ignore_errors=True)
    todo = list(cases(path))
    assert todo, "no cases"
    source = os.path.dirname(os.path.abspath(path))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(
            lambda item: run(item[1], source, os.path.join(folder, str(item[0]))),
            enumerate(todo)))
    wrong = [result for result in results if result]
    print("\n".join(wrong + ["%d of %d cases pass" % (len(todo) - len(wrong), len(todo))]))
    return 1 if wrong else 0


sys.exit(main())
