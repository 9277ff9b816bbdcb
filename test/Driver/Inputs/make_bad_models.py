#!/usr/bin/env python3
# Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes to a folder the bad models that a text file can't hold."""

import json
import os
import sys

CONFIG = {"model_type": "llama", "hidden_size": 64, "intermediate_size": 176, "num_hidden_layers": 2,
          "num_attention_heads": 8, "num_key_value_heads": 2, "vocab_size": 512,
          "max_position_embeddings": 32, "rms_norm_eps": 1e-6, "rope_theta": 10000.0}


def config(**changes):
    return json.dumps({key: value for key, value in {**CONFIG, **changes}.items()
                       if value is not None}).encode()


FILES = {
    "empty.mlir": b"",
    "empty.json": b"",
    "binary.mlir": b"abc\0def",
    "binary.json": b"\x7fELF\0\1\2",
    "artifact.mlir": b"ML\xefR\1\2",
    "broken.json": b'{"model_type": "llama",\n "hidden_size": }',
    "list.json": b"[1, 2, 3]",
    "keyless.json": config(hidden_size=None),
    "illtyped.json": config(hidden_size="64"),
    "negative.json": config(vocab_size=-512),
    "family.json": config(model_type="t5"),
    "layers.json": config(num_hidden_layers=1000000),
    "good.json": config(),
}
for name, contents in FILES.items():
    with open(os.path.join(sys.argv[1], name), "wb") as file:
        file.write(contents)
