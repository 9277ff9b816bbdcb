#!/usr/bin/env python3
# Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What tests of figures share: one run of `shardc check`, and expectations."""

import json
import subprocess
import sys


def check(model, strategy, *options):
    """The JSON object of a check that passes."""
    command = ["shardc", "check", model, "--strategy", strategy, "--json", *options]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode or not json.loads(done.stdout)["pass"]:
        sys.exit("%s\nstatus %d\n%s%s" % (" ".join(command), done.returncode, done.stdout, done.stderr))
    result = json.loads(done.stdout)
    expect("arena of %s %s" % (model, strategy), result["arena_allocated"], result["arena_predicted"])
    return result


def text(command):
    """What a command that succeeds prints."""
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    if done.returncode:
        sys.exit("%s\nstatus %d\n%s" % (command, done.returncode, done.stderr))
    return done.stdout


def expect(what, got, wanted):
    if got != wanted:
        sys.exit("%s: %r, not %r" % (what, got, wanted))


def near(what, got, wanted, tolerance):
    if not abs(got - wanted) <= tolerance * abs(wanted):
        sys.exit("%s: %r is not within %g of %r" % (what, got, tolerance, wanted))
