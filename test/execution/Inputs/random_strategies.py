#!/usr/bin/env python3
# Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks random built-in models under random strategies.

usage: random_strategies.py FIRST_SEED CASES

Two training steps must equal one device, replicas must be bitwise identical, and what
a rank stores and computes must be its share: parameter bytes within 2 % and the padding
of uneven splits, FLOPs within 5 % and padding. Each case prints its seed before it runs.
"""

import random
import sys

from numbers_of_check import check, expect


def ceil(a, b):
    return -(-a // b)


def block(extent, granule, parts):
    return granule * ceil(ceil(extent, granule), parts)


class Model:
    """A small model of either family, often of sizes that nothing divides."""

    def __init__(self, rng):
        self.is_llama = rng.random() < 0.6
        self.layers = rng.randint(1, 4)
        self.head_dim = rng.choice([4, 6, 8])
        self.kv = rng.choice([1, 2, 2, 3, 4])
        self.heads = self.kv * rng.choice([1, 2, 3])
        self.hidden = rng.choice([16, 24, 30, 32])
        if not self.is_llama:
            self.kv = self.heads
            self.hidden = self.heads * self.head_dim
        self.ffn = rng.choice([20, 32, 37, 48])
        self.vocab = rng.choice([29, 48, 64, 101])
        self.seq = rng.choice([5, 8, 9, 12, 16])
        self.batch = rng.choice([4, 6, 8, 12])
        self.tied = not self.is_llama or rng.random() < 0.3

    def text(self):
        text = "tiny-llama:" if self.is_llama else "tiny-gpt2:"
        text += "layers=%d,heads=%d,hidden=%d" % (self.layers, self.heads, self.hidden)
        text += ",head-dim=%d,ffn=%d,vocab=%d" % (self.head_dim, self.ffn, self.vocab)
        text += ",seq=%d,batch=%d" % (self.seq, self.batch)
        if self.is_llama:
            text += ",kv=%d%s" % (self.kv, ",tied" if self.tied else "")
        return text

    def layer(self):
        """Shapes of a layer's parameters, the dimension that tensor parallelism splits
        (None: none; negative: where key/value heads can be split) and its granule."""
        h, d, f = self.hidden, self.head_dim, self.ffn
        q, kv = self.heads * d, self.kv * d
        result = [((h, q), 1, d), ((h, kv), -1, d), ((h, kv), -1, d), ((q, h), 0, d), ((f, h), 0, 1)]
        result += [((h,), None, 1)] * 2
        result += [((h, f), 1, 1)] * (2 if self.is_llama else 1)
        if not self.is_llama:
            result += [((h,), None, 1)] * 4
            result += [((q,), 0, d), ((kv,), -1, d), ((kv,), -1, d), ((f,), 0, 1)]
        return result

    def outer(self):
        """Those in front of the layers, and those behind them."""
        h = self.hidden
        first, last = [((self.vocab, h), 0, 1)], [((h,), None, 1)]
        if not self.is_llama:
            first.append(((self.seq, h), None, 1))
            last.append(((h,), None, 1))
        last += [((h, self.vocab), 1, 1)] if not self.tied else []
        return first, last


class Strategy:
    """One that the compiler accepts for the model."""

    def __init__(self, rng, model):
        while True:
            self.size = {key: rng.choice([1, 1, 2, 2, 3, 4]) for key in ("dp", "fsdp", "tp", "cp", "pp")}
            if 1 < self.ranks() <= 8 and self.size["pp"] <= model.layers:
                break
        self.zero = rng.choice([0, 1, 2, 3]) if self.size["fsdp"] == 1 else 0
        self.recompute = rng.random() < 0.3
        self.items = ["%s=%d" % item for item in self.size.items() if item[1] > 1]
        per_rank = ceil(model.batch, self.size["dp"] * self.size["fsdp"])
        counts = [m for m in range(1, 7) if model.batch % m == 0 and per_rank % m == 0]
        microbatches = rng.choice(counts)
        if microbatches > 1:
            self.items.append("microbatches=%d" % microbatches)
        if self.zero:
            self.items.append("zero=%d" % self.zero)
        if self.zero == 2 and rng.random() < 0.5:
            self.items.append("zero2-reduce=last")
        if self.recompute:
            self.items.append("recompute=full")
        fits = model.seq >= self.size["tp"] * self.size["cp"]
        if self.size["tp"] > 1 and fits and rng.random() < 0.6:
            self.items.append("sp=on")
            if rng.random() < 0.4:
                self.items.append("sp-regather=off")
        if self.size["pp"] > 1 and rng.random() < 0.5:
            self.items.append("schedule=gpipe")
        if (self.zero == 3 or self.size["fsdp"] > 1) and rng.random() < 0.3:
            self.items.append("resident=%d" % rng.choice([500, 4000, 100000]))
        if rng.random() < 0.4:
            names = list(self.size)
            rng.shuffle(names)
            self.items.append("order=" + "-".join(names))

    def ranks(self):
        count = 1
        for size in self.size.values():
            count *= size
        return count

    def text(self):
        return ",".join(self.items)

    def shards(self):
        """Ranks that store a parameter in parts, tensor parallelism aside."""
        if self.zero == 3:
            return self.size["dp"] * self.size["cp"]
        return self.size["fsdp"] * self.size["cp"] if self.size["fsdp"] > 1 else 1


def elements(shape):
    count = 1
    for extent in shape:
        count *= extent
    return count


def stored(parameter, tp, shards):
    """The most that a rank stores of a parameter, padding included."""
    shape, split, granule = parameter
    worst = 0
    for further in range(len(shape)):
        count = 1
        for dim, extent in enumerate(shape):
            if split is not None and split >= 0 and dim == split:
                extent = block(extent, granule, tp)
            count *= ceil(extent, shards) if dim == further else extent
        worst = max(worst, count)
    return worst


def check_parameters(model, strategy, result):
    tp, pp, shards = strategy.size["tp"], strategy.size["pp"], strategy.shards()
    first, last = model.outer()
    everything = first + model.layer() * model.layers + last
    # Norms are whole on all tensor-parallel ranks.
    least = sum(elements(p[0]) / (1 if p[1] is None else tp) for p in everything) / shards / pp
    # Learned positions go along with a split sequence.
    if not model.is_llama:
        along = (strategy.size["cp"] if shards == 1 else 1) * (tp if "sp=on" in strategy.items else 1)
        least -= model.seq * model.hidden * (1 - 1 / along) / shards / pp
    layers = model.layer() * ceil(model.layers, pp)
    # A tied table is stored where it is read.
    ends = [first + last] if pp == 1 else [first, last + (first if model.tied else [])]
    most = max(sum(stored(p, tp, shards) for p in layers + end) for end in ends)
    if not 0.98 * 4 * least <= result["param_bytes"] <= 1.02 * 4 * most:
        sys.exit("%d parameter bytes are not from %.0f to %.0f" % (result["param_bytes"], 0.98 * 4 * least, 1.02 * 4 * most))


def check_flops(model, strategy, result):
    size = strategy.size
    options = "dp=1,recompute=full" if strategy.recompute else "dp=1"
    whole = check(model.text(), options, "--train", "adamw", "--steps", "1")["flops"]
    batch, tp = size["dp"] * size["fsdp"], size["tp"]
    padded = ceil(model.batch, batch) * ceil(model.seq, size["cp"]) / model.batch / model.seq
    padded *= max(ceil(extent, tp) / extent for extent in (model.heads, model.kv, model.ffn, model.vocab))
    if not 0.99 * whole / strategy.ranks() <= result["flops"] <= 1.05 * whole * padded:
        sys.exit("%d FLOPs are not from %.0f to %.0f" % (result["flops"], 0.99 * whole / strategy.ranks(), 1.05 * whole * padded))


first_seed, cases = int(sys.argv[1]), int(sys.argv[2])
for seed in range(first_seed, first_seed + cases):
    rng = random.Random(seed)
    model = Model(rng)
    strategy = Strategy(rng, model)
    print("seed %d: %s --strategy %s" % (seed, model.text(), strategy.text()), flush=True)
    result = check(model.text(), strategy.text(), "--train", "adamw", "--steps", "2")
    expect("replicas", result["replicas_identical"], True)
    expect("ranks", result["ranks"], strategy.ranks())
    check_parameters(model, strategy, result)
    check_flops(model, strategy, result)
