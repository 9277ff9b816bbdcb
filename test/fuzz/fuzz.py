#!/usr/bin/env python3
# Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mutates what people give the tools and checks how the tools take it.

Whatever the input: the exit status is 0, 1 or 2, never a signal and never a
timeout; status 1 comes with exactly one line `error:` on stderr (shard-opt may
report one a fault, so at least one there) and with nothing written; status 0
with no such line. The seed is printed; the same seed and count give the same
cases.

  fuzz.py --bin build/bin [--count 60] [--seed N] [--only KIND] [--keep DIR]
"""

import argparse
import collections
import glob
import json
import os
import random
import re
import resource
import shlex
import struct
import subprocess
import sys
import tempfile

import mutate_model
import mutate_structure

HERE = os.path.dirname(os.path.abspath(__file__))
INPUTS = os.path.join(HERE, "Inputs")
ERROR = re.compile(r"(^|[\s:])error: ")
# What a model is refused with: one error, and where it is.
LOCATED = re.compile(r"^\S.*:\d+:\d+: error: \S")
MEMORY = 8 << 30
TINY = "tiny-llama:layers=2,vocab=64,seq=8,batch=8,ffn=24"


def read(name):
    with open(os.path.join(INPUTS, name), "rb") as file:
        return file.read()


# ---------------------------------------------------------------------------
# Mutations
# ---------------------------------------------------------------------------

NUMBERS = ["0", "1", "-1", "2", "3", "7", "64", "4294967296", "9223372036854775807",
           "9223372036854775808", "-9223372036854775808", "1e400", "nan", "0x7F", "?", "1.5"]
WORDS = ["", "f32", "bf16", "i1", "tensor<", ">", "<", "}", "{", "[", "]", "(", ")", "%0", "@x",
         "\"", "#dist.sharding<", "->", ":", "=", "dense<", "\x00", "\xff", "\u00e9", "//", "loc("]


def mutate_bytes(rng, data):
    """A few changes of single bytes and of ranges."""
    data = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 4, 16])):
        if not data:
            break
        at = rng.randrange(len(data))
        how = rng.randrange(6)
        if how == 0:
            data[at] ^= 1 << rng.randrange(8)
        elif how == 1:
            data[at] = rng.choice([0, 1, 0x7F, 0x80, 0xFF, rng.randrange(256)])
        elif how == 2:
            del data[at:at + rng.choice([1, 4, 64, 1024])]
        elif how == 3:
            data[at:at] = bytes(rng.randrange(256) for _ in range(rng.choice([1, 4, 64])))
        elif how == 4:
            del data[at:]
        else:
            width = rng.choice([2, 4, 8])
            value = rng.choice([0, 1, -1, 1 << (8 * width - 1), rng.getrandbits(8 * width)])
            data[at:at + width] = (value & ((1 << 8 * width) - 1)).to_bytes(width, "little")
    return bytes(data)


def mutate_text(rng, data):
    """Changes of numbers, words and lines: most of what comes out still parses."""
    text = data.decode("utf-8", "replace")
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        how = rng.randrange(9)
        lines = text.split("\n")
        line = rng.randrange(len(lines))
        if how <= 2:
            numbers = list(re.finditer(r"\d+", text))
            if numbers:
                hit = rng.choice(numbers)
                new = rng.choice(NUMBERS + [str(int(hit.group()[:18]) + rng.choice([-1, 1, 8]))] * 8)
                text = text[:hit.start()] + new + text[hit.end():]
        elif how == 3:
            words = list(re.finditer(r"[A-Za-z_][\w.]*", text))
            if words:
                hit, other = rng.choice(words), rng.choice(words)
                text = text[:hit.start()] + other.group() + text[hit.end():]
        elif how == 4:
            at = rng.randrange(len(text) + 1)
            text = text[:at] + rng.choice(WORDS) + text[at + rng.choice([0, 0, 1, 5]):]
        elif how == 5:
            del lines[line]
            text = "\n".join(lines)
        elif how == 6:
            lines.insert(rng.randrange(len(lines)), lines[line])
            text = "\n".join(lines)
        elif how == 7:
            names = list(re.finditer(r"%\w+", text))
            if names:
                hit, other = rng.choice(names), rng.choice(names)
                text = text[:hit.start()] + other.group() + text[hit.end():]
        else:
            return mutate_bytes(rng, text.encode("utf-8", "surrogateescape"))
    return text.encode("utf-8", "surrogateescape")


def mutate_attributes(rng, data):
    """Changes of what the compiler's own attributes say, in IR that otherwise
    stays sound: what it must be ready for when people edit it."""
    text = data.decode()
    for _ in range(rng.choice([1, 1, 2])):
        kinds = [(r'"(dp|tp|pp|mesh)"', ['"dp"', '"tp"', '"pp"', '"xx"', '"tp":(1)2', '"tp":(2)2', '"tp":(3)0', '""']),
                 (r"\b(dim|granule|of|stage =|layer =|updated_by =|microbatch) -?\d+", None),
                 (r"\{\}(?=[,\]])", ['{"dp"}', '{"tp"}', '{?}', '{"tp"}:3', '{"dp","tp"}', '{"tp"}:0']),
                 (r"\b(sum|max|stack)\b", ["sum", "max", "min", "prod", "stack"]),
                 (r"\b(param|input|state|forward|backward|update|sum|loss_sum|token_count|output)\b",
                  ["param", "input", "state", "loss", "gradient", "output", "x"]),
                 (r"dist\.\w+ = ", ["dist.sharding = ", "dist.shardings = ", "dist.stage = ", "dist.x = ", "dist.role = "]),
                 (r"(?<=global_type = )tensor<[^>]*>", ["tensor<f32>", "tensor<3xf32>", "tensor<8x16xf64>", "i32"])]
        pattern, values = rng.choice(kinds)
        hits = list(re.finditer(pattern, text))
        if not hits:
            continue
        hit = rng.choice(hits)
        if values is None:
            new = hit.group(1) + " " + rng.choice(["0", "1", "2", "3", "7", "-1", "1000000", "9223372036854775807"])
        else:
            new = rng.choice(values)
        text = text[:hit.start()] + new + text[hit.end():]
    return text.encode()


def mutate_json(rng, data):
    config = json.loads(data)
    values = [0, -1, 1, 3, 1 << 31, 1 << 63, 1.5, 1e308, "", "x", None, True, [], {}, [1], "\u0000"]
    for _ in range(rng.choice([1, 1, 2])):
        key = rng.choice(sorted(config))
        how = rng.randrange(5)
        if how == 0:
            del config[key]
        elif how == 1 and isinstance(config[key], int):
            config[key] = max(-4, config[key] + rng.choice([-3, -1, 1, 2, 5]))
        elif how == 2:
            config[rng.choice(sorted(config) or [key]) + "_"] = 1
        else:
            config[key] = rng.choice(values)
        if not config:
            break
    text = json.dumps(config).encode()
    return mutate_bytes(rng, text) if rng.random() < 0.25 else text


KEYS = ["dp", "tp", "pp", "fsdp", "cp", "ep", "vpp", "zero", "sp", "sp-regather", "cp-mode", "schedule",
        "microbatches", "recompute", "grad-dtype", "zero2-reduce", "resident", "order", "DP", "", "tp "]
VALUES = ["1", "2", "3", "4", "8", "0", "-1", "", "on", "off", "1f1b", "gpipe", "zbh1", "full", "none", "every:2",
          "sqrt", "budget:1", "99999999999999999999", "2.5", "bf16", "dp-pp-fsdp-cp-tp", "tp-dp", "ring", "1048576",
          "0x2", " 2", "2 ", "\u00b2", "each"]


def random_strategy(rng):
    if rng.random() < 0.4:
        # A sound one with a single odd thing in it.
        parts = ["dp=2", "tp=2", "pp=2", "microbatches=2"]
        parts = rng.sample(parts, rng.randrange(len(parts) + 1))
        if rng.random() < 0.7:
            parts.insert(rng.randrange(len(parts) + 1), rng.choice(KEYS) + "=" + rng.choice(VALUES))
        text = ",".join(parts)
    else:
        text = rng.choice([",", ",", ",", ";", " ", ",,"]).join(
            rng.choice(KEYS) + rng.choice(["=", "=", "=", "", "==", ":"]) + rng.choice(VALUES)
            for _ in range(rng.randrange(5)))
    if rng.random() < 0.2:
        at = rng.randrange(len(text) + 1)
        text = text[:at] + rng.choice(["=", ",", "\n", "\u00e9", "'", "\\", "A" * 3000]) + text[at:]
    return text


def random_model(rng):
    keys = ["layers", "kv", "heads", "ffn", "vocab", "seq", "batch", "tied", "hidden", "xyz", ""]
    name = rng.choice(["tiny-llama", "tiny-gpt2", "tiny-llama", "tiny-mixtral", "tiny", "", "gpt2 "])
    parts = []
    for _ in range(rng.randrange(4)):
        key = rng.choice(keys)
        parts.append(key if rng.random() < 0.15 else
                     key + rng.choice(["=", "=", "=", ":"]) + rng.choice(
                         ["1", "2", "3", "5", "6", "7", "12", "0", "-1", "", "x", "1e3", "99999999999999999999"]))
    return name + (rng.choice([":", ":", ":", ",", "::"]) + ",".join(parts) if parts else "")


# ---------------------------------------------------------------------------
# Bundles
# ---------------------------------------------------------------------------

def payload_of(data):
    """Offset and length of the payload, and offset of its hash, in a bundle."""
    root, = struct.unpack_from("<I", data, 0)
    back, = struct.unpack_from("<i", data, root)
    table = root - back
    size, = struct.unpack_from("<H", data, table)
    field = lambda i: struct.unpack_from("<H", data, table + 4 + 2 * i)[0] if 4 + 2 * i < size else 0
    vector = root + field(0)
    vector += struct.unpack_from("<I", data, vector)[0]
    length, = struct.unpack_from("<I", data, vector)
    return vector + 4, length, root + field(1)


def fnv1a(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value


def mutate_bundle(rng, data):
    """Mostly the hash is made right again, so that what lies behind it is
    reached. Object code in the bundle is left alone then: it is run as it is,
    and no check can tell what wrong machine code will do."""
    if rng.random() < 0.3:
        return mutate_bytes(rng, data)
    data = bytearray(data)
    begin, length, at_hash = payload_of(data)
    code, code_end = data.find(b"\x7fELF"), -1
    if code >= 4:
        code_end = code + struct.unpack_from("<I", data, code - 4)[0]
    for _ in range(rng.choice([1, 1, 1, 3, 8])):
        at = begin + rng.randrange(length)
        if code <= at + 4 and at < code_end:
            # Most of a bundle is code: look around it.
            at = rng.choice([rng.randrange(begin, code), rng.randrange(code_end - 1, begin + length)])
            at = at if at < code else max(at, code_end)
            if at + 8 > begin + length:
                continue
        if rng.random() < 0.5:
            data[at] = rng.choice([0, 1, 0x7F, 0x80, 0xFF, rng.randrange(256), (data[at] + 1) & 255])
        else:
            at = begin + (at - begin + 3) // 4 * 4
            if (at + 4 <= code or at >= code_end) and at + 4 <= begin + length:
                old, = struct.unpack_from("<i", data, at)
                new = rng.choice([0, 1, -1, 2**31 - 1, -2**31, old + 1, old - 1, old + 4, old * 2, 64])
                struct.pack_into("<I", data, at, new & 0xFFFFFFFF)
    struct.pack_into("<Q", data, at_hash, fnv1a(data[begin:begin + length]))
    return bytes(data)


# ---------------------------------------------------------------------------
# Cases
# ---------------------------------------------------------------------------

STAGES = ["annotate", "differentiate", "propagate", "partition", "rematerialize", "pipeline", "schedule"]


def stage_pass(index, strategy):
    """Stage `index` of the road. Code generation is left out: it is the longest
    and takes what pipeline leaves, which is not edited by hand."""
    options = "=strategy=" + strategy if STAGES[index] == "annotate" else ""
    if STAGES[index] == "differentiate":
        options = "=train=adamw"
    return "--shardc-stage-" + STAGES[index] + options


class Fuzzer:
    def __init__(self, options):
        self.options = options
        self.rng = random.Random(options.seed)
        self.findings = []
        self.statuses = collections.Counter()
        self.folder = tempfile.TemporaryDirectory(prefix="shardc-fuzz-")
        self.bundles = None
        self.stages = {}
        self.turn = 0

    def tool(self, name):
        path = os.path.join(self.options.bin, name)
        return path if os.access(path, os.X_OK) else None

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data)
        return self.path(name)

    def execute(self, command):
        def limit():
            # A sanitizer reserves address space by the terabyte.
            if "ASAN_OPTIONS" not in os.environ:
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=self.options.timeout, preexec_fn=limit,
                              cwd=self.folder.name)

    def check(self, kind, command, output=None, several=False, located=False):
        """Runs a command and judges it."""
        if output and os.path.exists(output):
            os.unlink(output)
        fault = None
        stderr = ""
        try:
            done = self.execute(command)
            status = done.returncode
            stderr = done.stderr.decode("utf-8", "replace")
            errors = sum(bool(ERROR.search(line)) for line in stderr.split("\n"))
            self.statuses[kind, status] += 1
            if status < 0:
                fault = "killed by signal %d" % -status
            elif status not in (0, 1, 2):
                fault = "status %d" % status
            elif status == 0 and errors:
                fault = "status 0 with %d errors" % errors
            elif status == 1 and (errors < 1 or (errors > 1 and not several)):
                fault = "status 1 with %d lines of errors" % errors
            elif located and status and not any(LOCATED.search(line) for line in stderr.split("\n")):
                fault = "status %d without an error that has a place" % status
            elif status == 2 and not stderr.strip():
                fault = "status 2 without a word"
            elif status and output and os.path.exists(output):
                fault = "status %d, but the output file was written" % status
            elif status == 0 and output and not os.path.exists(output):
                fault = "status 0, but the output file was not written"
            elif status and not several and done.stdout.strip():
                fault = "status %d with text on stdout" % status
        except subprocess.TimeoutExpired:
            fault = "no end after %g s" % self.options.timeout
            self.statuses[kind, "timeout"] += 1
            status = None
        if not fault:
            return status
        number = len(self.findings)
        kept = []
        if self.options.keep:
            os.makedirs(self.options.keep, exist_ok=True)
            for argument in command[1:]:
                if argument.startswith(self.folder.name) and os.path.isfile(argument):
                    copy = os.path.join(self.options.keep,
                                        "%s-%d-%d-%s" % (kind, self.options.seed, number, os.path.basename(argument)))
                    with open(argument, "rb") as source, open(copy, "wb") as target:
                        target.write(source.read())
                    kept.append(copy)
        self.findings.append((kind, fault))
        print("FAIL %s: %s\n  %s" % (kind, fault, " ".join(shlex.quote(a) for a in command)))
        for copy in kept:
            print("  input kept as", copy)
        for line in stderr.strip().split("\n")[:12]:
            print("  |", line[:300])
        sys.stdout.flush()
        return None

    # One method a kind of case; each returns False where its tool is missing.

    def case_model(self):
        shardc = self.tool("shardc")
        if not shardc:
            return False
        data = mutate_text(self.rng, read("mlp.mlir"))
        model = self.write("model.mlir", data)
        output = self.path("out")
        if self.rng.random() < 0.6:
            self.check("model", [shardc, "import", model, "-o", output], output)
        else:
            self.check("model", [shardc, "compile", model, "--strategy",
                                 self.rng.choice(["dp=2", "tp=2", "dp=3,tp=3"]), "-o", output], output)
        return True

    def models(self):
        """Texts to mutate: those of the suite, or those that --models names."""
        if not hasattr(self, "texts"):
            paths = self.options.models or sorted(glob.glob(os.path.join(INPUTS, "*.mlir")) + glob.glob(
                os.path.join(HERE, "..", "Import", "Inputs", "**", "*.mlir"), recursive=True))
            self.texts = []
            for path in paths:
                with open(path, encoding="utf-8", errors="surrogateescape") as file:
                    self.texts.append((path, file.read()))
        return self.texts

    def case_import(self):
        """A model with one fault: it is refused where the fault is, or imported."""
        shardc = self.tool("shardc")
        if not shardc:
            return False
        return self.mutated(shardc, mutate_model.mutate, "import")

    def case_structure(self):
        """Another program of the same ops: imported, compiled or refused where it is wrong."""
        shardc = self.tool("shardc")
        if not shardc:
            return False
        return self.mutated(shardc, mutate_structure.mutate, "structure")

    def mutated(self, shardc, mutate, kind):
        path, text = self.models()[self.turn % len(self.models())]
        self.turn += 1
        data = mutate(self.rng, text).encode("utf-8", "surrogateescape")
        model = self.write(os.path.basename(path), data)
        output = self.path("out")
        status = self.check(kind, [shardc, "import", model, "-o", output], output, located=True)
        if status == 0 and self.rng.random() < self.options.deep:
            strategy = self.rng.choice(["dp=2", "tp=2", "dp=2,tp=2", "fsdp=2"])
            self.check(kind, [shardc, "compile", model, "--strategy", strategy, "-o", output], output)
        return True

    def case_config(self):
        shardc = self.tool("shardc")
        if not shardc:
            return False
        data = mutate_json(self.rng, read(self.rng.choice(["llama.json", "gpt2.json"])))
        model = self.write("config.json", data)
        output = self.path("out")
        self.check("config", [shardc, "import", model, "--global-batch", "4", "-o", output], output)
        return True

    def case_name(self):
        shardc = self.tool("shardc")
        if not shardc:
            return False
        output = self.path("out")
        self.check("name", [shardc, "import", random_model(self.rng), "-o", output], output)
        return True

    def case_strategy(self):
        shardc = self.tool("shardc")
        if not shardc:
            return False
        output = self.path("out")
        command = [shardc, "compile", TINY, "--strategy", random_strategy(self.rng), "-o", output]
        if self.rng.random() < 0.3:
            command += ["--train", "adamw"]
        self.check("strategy", command, output)
        return True

    def case_usage(self):
        shardc = self.tool("shardc")
        if not shardc:
            return False
        words = ["import", "compile", "check", "report", TINY, "--strategy", "dp=2", "-o", self.path("out"),
                 "--train", "adamw", "sgd", "--forward", "--lr", "x", "--betas", "0.9", "--steps", "0", "--seq", "-3",
                 "--precision", "fp8", "--json", "--backend", "tpu", "--role", "0-=param", "--nonsense", ""]
        command = [shardc] + [self.rng.choice(words[:4])] + self.rng.sample(words, self.rng.randrange(1, 5))
        self.check("usage", command)
        return True

    def staged(self, strategy, depth):
        """IR of the tiny model after `depth` stages; None when a tool is missing."""
        key = (strategy, depth)
        if key not in self.stages:
            shardc, opt = self.tool("shardc"), self.tool("shard-opt")
            output = self.path("staged.mlir")
            self.stages[key] = None
            if not shardc or not opt:
                return None
            command = [shardc, "import", TINY, "-o", output]
            if depth:
                before = self.staged(strategy, depth - 1)
                if before is None:
                    return None
                command = [opt, self.write("before.mlir", before), stage_pass(depth - 1, strategy), "-o", output]
            if self.execute(command).returncode == 0:
                with open(output, "rb") as file:
                    self.stages[key] = file.read()
        return self.stages[key]

    def case_ir(self):
        """IR of some stage, edited, through the stages that follow."""
        opt = self.tool("shard-opt")
        if not opt:
            return False
        strategy = self.rng.choice(["dp=2", "dp=2,tp=3", "dp=2,tp=2,pp=2,microbatches=2", "tp=4,zero=1,dp=2"])
        depth = self.rng.randrange(7)
        data = self.staged(strategy, depth)
        passes = [stage_pass(i, strategy) for i in range(depth, self.rng.randrange(depth, 7) + 1)]
        if data is None or self.rng.random() < 0.2:
            data, passes = read("local.mlir"), ["--shardc-verify-partition"]
        mutate = mutate_attributes if self.rng.random() < 0.6 else mutate_text
        model = self.write("ir.mlir", mutate(self.rng, data))
        output = self.path("out")
        self.check("ir", [opt, model, "-o", output] + passes, output, several=True)
        return True

    def make_bundles(self):
        """Sound bundles to start from; none when the compiler is missing."""
        if self.bundles is not None:
            return self.bundles
        self.bundles = []
        shardc = self.tool("shardc")
        for i, (model, strategy) in enumerate([
                (os.path.join(INPUTS, "mlp.mlir"), "dp=2"), (TINY, "dp=2,pp=2,microbatches=2")]):
            if not shardc:
                break
            output = self.path("sound-%d.shard" % i)
            done = self.execute([shardc, "compile", model, "--strategy", strategy, "-o", output])
            if done.returncode == 0:
                with open(output, "rb") as file:
                    self.bundles.append(file.read())
            else:
                print("note: no bundle of '%s' to mutate: %s" %
                      (model, done.stderr.decode("utf-8", "replace").strip()[:200]))
        return self.bundles

    def case_bundle(self):
        runner, translate = self.tool("shard-run"), self.tool("shard-translate")
        if not runner or not self.make_bundles():
            return False
        plan = self.write("plan.shard", mutate_bundle(self.rng, self.rng.choice(self.bundles)))
        how = self.rng.random()
        if how < 0.7 or not translate:
            # No code of a bundle is trusted less than the bundle: what is
            # executed here may loop, so time is bounded by the runner.
            self.check_run([runner, plan, "--steps", "1", "--timeout", "5"])
        else:
            self.check("bundle", [translate, "--shard-to-json", plan], several=True)
        return True

    def check_run(self, command):
        self.check("bundle", command, several=True)

    def run(self):
        kinds = {"model": 2, "import": 6, "structure": 4, "strategy": 4, "config": 3, "name": 2, "usage": 2, "ir": 3, "bundle": 2}
        if self.options.only:
            kinds = {self.options.only: 1}
        wheel = [kind for kind, weight in kinds.items() for _ in range(weight)]
        print("seed %d, %d cases" % (self.options.seed, self.options.count))
        done = collections.Counter()
        for i in range(self.options.count):
            # Each case draws from its own stream: one case's tool being absent
            # leaves the others as they were.
            self.rng.seed("%d/%d" % (self.options.seed, i))
            kind = wheel[i % len(wheel)]
            if getattr(self, "case_" + kind)():
                done[kind] += 1
            else:
                done["skipped"] += 1
        for kind in sorted(done):
            statuses = {str(status): count for (k, status), count in sorted(self.statuses.items(), key=str)
                        if k == kind}
            print("%-9s %4d %s" % (kind, done[kind], statuses or ""))
        print("%d findings" % len(self.findings))
        if done["skipped"] == self.options.count:
            print("fuzz.py: error: no tool was found in '%s'" % self.options.bin, file=sys.stderr)
            return 2
        return 1 if self.findings else 0


def main():
    parser = argparse.ArgumentParser(description="mutates the inputs of the tools")
    parser.add_argument("--bin", default=os.path.join(HERE, "..", "..", "build", "bin"))
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=["model", "import", "structure", "config", "name", "strategy", "usage", "ir", "bundle"])
    parser.add_argument("--models", nargs="+", help="model files that are mutated by the kinds import and structure, in turn")
    parser.add_argument("--deep", type=float, default=0.3,
                        help="how often a model that is still sound is compiled as well")
    parser.add_argument("--keep", help="folder for inputs that were taken badly")
    parser.add_argument("--timeout", type=float, default=30)
    options = parser.parse_args()
    options.bin = os.path.abspath(options.bin)
    return Fuzzer(options).run()


if __name__ == "__main__":
    sys.exit(main())
