#!/usr/bin/env python3
# Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks training and inference of a model whose sequence is split.

usage: sequence.py MODEL STRATEGY...

Each strategy is checked for five steps; `forward:STRATEGY` without training,
`bf16:STRATEGY` in that precision.
"""

import sys

from numbers_of_check import check, expect

for strategy in sys.argv[2:]:
    options = ["--train", "adamw", "--steps", "5"]
    if strategy.startswith("forward:"):
        options, strategy = [], strategy[len("forward:"):]
    elif strategy.startswith("bf16:"):
        options += ["--precision", "bf16"]
        strategy = strategy[len("bf16:"):]
    result = check(sys.argv[1], strategy, *options)
    expect("replicas of " + strategy, result["replicas_identical"], True)
