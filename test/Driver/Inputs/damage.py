#!/usr/bin/env python3
# Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Damages a bundle in every region and gives it to every reader.

  damage.py BUNDLE FOLDER

One byte is changed in each of many places, the head and the tail included; the
file is cut short; bytes are added. A reader must refuse it: status 1, one line
`FILE: error: …`, nothing on stdout, its output file as it was. The container's
head (unlike the plan in it) has bytes that mean nothing: such a bundle may also
run, exactly as the whole one does.
"""

import concurrent.futures
import os
import shutil
import subprocess
import sys

OLD = b"what stood here before"
HEAD = 48
READERS = ["shard-run {plan}", "shard-run {plan} --json", "shardc report {plan} -o {out}",
           "shard-translate --shard-to-json {plan} -o {out}",
           "shard-translate --shard-to-action-csv {plan} -o {out}"]


def damaged(whole):
    size = len(whole)
    places = list(range(0, 32, 3)) + [size * part // 24 for part in range(1, 24)] + [size - 1]
    for place in places:
        yield place < HEAD, "byte %d" % place, whole[:place] + bytes([whole[place] ^ 0x41]) + whole[place + 1:]
    for length in (0, 3, 8, size // 2, size - 1):
        yield False, "cut to %d" % length, whole[:length]
    for more in (1, 4, 64):
        yield False, "longer by %d" % more, whole + b"\0" * more
    yield False, "twice", whole + whole
    yield False, "zeros", bytes(size)


def check(folder, what, reader, whole_run):
    plan, out = os.path.join(folder, "plan.shard"), os.path.join(folder, "out")
    command = reader.format(plan=plan, out=out)
    with open(out, "wb") as file:
        file.write(OLD)
    done = subprocess.run(command, shell=True, capture_output=True, timeout=60)
    error = done.stderr.decode(errors="replace")
    with open(out, "rb") as file:
        kept = file.read() == OLD
    if (done.returncode == 1 and not done.stdout and kept and error.count("\n") == 1 and
            error.startswith(plan + ": error: ")):
        return []
    if whole_run and (done.returncode, done.stdout, error) == (0, whole_run, ""):
        return []
    return ["%s: %s: status %d, %d bytes on stdout, output %s: %s" % (
        what, command, done.returncode, len(done.stdout), "kept" if kept else "lost", error[:300])]


def main():
    bundle, work = sys.argv[1:]
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    with open(bundle, "rb") as file:
        whole = file.read()
    wrong = []
    # The readers take the whole one, so that they do not refuse everything.
    for reader in READERS:
        command = reader.format(plan=bundle, out=os.path.join(work, "out"))
        done = subprocess.run(command, shell=True, capture_output=True, timeout=60)
        if done.returncode or done.stderr:
            wrong.append("whole: %s: status %d: %s" % (command, done.returncode, done.stderr[:300]))
        if reader == READERS[0]:
            whole_run = done.stdout

    def one(item):
        number, (may_run, what, data) = item
        folder = os.path.join(work, str(number))
        os.makedirs(folder)
        with open(os.path.join(folder, "plan.shard"), "wb") as file:
            file.write(data)
        # One reader takes each; all of them load in one way.
        if may_run:
            return check(folder, what, READERS[0], whole_run)
        return check(folder, what, READERS[number % len(READERS)], None)

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for lines in pool.map(one, enumerate(damaged(whole))):
            wrong += lines
    print("\n".join(wrong) or "every damage is refused")
    return 1 if wrong else 0


sys.exit(main())
