#!/usr/bin/env python3
# Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks a model under every way to shard parameters, gradients and states.

usage: strategies.py MODEL [one-batch]    one-batch: without microbatches
"""

import sys

from numbers_of_check import check, expect

STRATEGIES = [
    "fsdp=4",
    "dp=2,fsdp=2",
    "dp=4,zero=2",
    "dp=4,zero=3",
    "fsdp=2,tp=2",
    "dp=2,fsdp=2,tp=2",
    "dp=2,pp=2,zero=3",
    "fsdp=4,recompute=full",
]
# Not of the uneven sizes, whose batch microbatches do not divide.
MORE = [
    "dp=2,fsdp=2,order=cp-tp-fsdp-pp-dp",
    "fsdp=2,tp=2,sp=on,recompute=full",
    "dp=2,cp=2,zero=3",
    "dp=4,zero=3,microbatches=4",
    "dp=4,zero=2,microbatches=4",
    "fsdp=2,pp=2,tp=2,schedule=1f1b,microbatches=4,recompute=full",
    "fsdp=2,pp=2,resident=20000,microbatches=2,schedule=gpipe",
]

model = sys.argv[1]
for strategy in STRATEGIES + ([] if "one-batch" in sys.argv else MORE):
    result = check(model, strategy, "--train", "adamw", "--steps", "5")
    expect("replicas of " + strategy, result["replicas_identical"], True)
    expect("losses of " + strategy, len(result["losses"]), 5)
for strategy in ("fsdp=4", "fsdp=2,pp=2"):
    check(model, strategy)
