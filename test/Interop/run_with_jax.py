#!/usr/bin/env python3
"""Runs an exported program with JAX on CPU devices and compares its results.

    run_with_jax.py EXPORTED.mlir IMPORTED.mlir RESULTS.safetensors

EXPORTED.mlir is what `--shardc-export-stablehlo` (form=global) or
`--shardc-export-shardy` wrote of IMPORTED.mlir, whose arguments get the values that
`shardc check --seed 0` gives them. RESULTS.safetensors holds what to compare with, by
name of the result (see test/execution/jax). Needs JAX; no test of the suite runs it.
"""
import json
import math
import os
import pathlib
import re
import struct
import sys

exported, imported, results = sys.argv[1:4]
text = pathlib.Path(exported).read_text()
mesh = re.search(r"sdy\.mesh @\w+ = <\[([^\]]*)\]", text).group(1)
axes = [(m.group(1), int(m.group(2))) for m in re.finditer(r'"([^"]+)"=(\d+)', mesh)]
count = math.prod(size for _, size in axes)
os.environ["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={count}"

import jax  # noqa: E402  (the number of devices is read when JAX is loaded)
import numpy as np  # noqa: E402
from jax._src import compiler, xla_bridge  # noqa: E402
from jax._src.interpreters import mlir as jax_mlir  # noqa: E402
from jax._src.lib import xla_client  # noqa: E402
from jax._src.lib.mlir import ir  # noqa: E402
from jax.sharding import Mesh, NamedSharding, PartitionSpec  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "execution" / "jax"))
import generate  # noqa: E402


def signature(line):
    head, _, tail = line.partition(" -> ")
    return re.split(r"%arg\d+: ", head)[1:], re.findall(r'dist\.name = "([^"]*)"', tail)


def read_safetensors(path):
    raw = pathlib.Path(path).read_bytes()
    size, = struct.unpack("<Q", raw[:8])
    header = json.loads(raw[8:8 + size])
    return {n: np.frombuffer(raw[8 + size + e["data_offsets"][0]:8 + size + e["data_offsets"][1]],
                             np.float64).reshape(e["shape"]) for n, e in header.items()}


def partition_spec(part):
    found = re.search(r"#sdy\.sharding<@\w+, \[([^\]]*)\]", part)
    dims = re.findall(r"\{([^}]*)\}", found.group(1)) if found else []
    return PartitionSpec(*[tuple(re.findall(r'"([^"]+)"', d)) or None for d in dims])


line = next(l for l in pathlib.Path(imported).read_text().splitlines() if "func.func @main" in l)
arguments, names = signature(line)
parts = signature(next(l for l in text.splitlines() if "func.func @main" in l))[0]
devices = np.array(jax.devices()[:count]).reshape([size for _, size in axes])
grid = Mesh(devices, [name for name, _ in axes])

values = []
for argument, part in zip(arguments, parts):
    shape, kind = re.match(r"tensor<((?:\d+x)*)(\w+)>", argument).groups()
    dtype = {"f32": "float32", "f64": "float64", "bf16": "bfloat16", "i1": "bool"}.get(
        kind, kind.replace("ui", "uint") if "ui" in kind else kind.replace("i", "int"))
    init = {}
    if given := re.search(r"dist\.init = \{([^}]*)\}", argument):
        for entry in given.group(1).split(", "):
            key, value = entry.split(" = ")
            init[key] = value.split(" : ")[0].strip('"')
    name, role = [re.search(rf'dist\.{k} = "([^"]*)"', argument).group(1)
                  for k in ("name", "role")]
    value = generate.seeded(name, [int(s) for s in shape.split("x")[:-1]], np.dtype(dtype), role,
                            init).astype(dtype)
    values.append(jax.device_put(value, NamedSharding(grid, partition_spec(part))))

with jax_mlir.make_ir_context():
    module = ir.Module.parse(text)  # by JAX's own parser
    options = compiler.get_compile_options(
        num_replicas=1, num_partitions=count, device_assignment=np.arange(count).reshape(1, -1))
    options.executable_build_options.use_spmd_partitioning = True
    options.executable_build_options.use_shardy_partitioner = True
    backend = xla_bridge.get_backend()
    executable = compiler.backend_compile_and_load(
        backend, module, xla_client.DeviceList(tuple(devices.flat)), options, [])
out = executable.execute_sharded(values).disassemble_into_single_device_arrays()
expected = read_safetensors(results)
shards = executable.get_output_shardings() if hasattr(executable, "get_output_shardings") else []
worst = 0.0
compared = 0
for name, pieces, sharding in zip(names, out, shards):
    if name not in expected:
        continue
    whole = np.asarray(expected[name], np.float64)
    local = jax._src.sharding_impls.GSPMDSharding(list(devices.flat), sharding)
    for device, index in local.devices_indices_map(whole.shape).items():
        piece = np.asarray(pieces[list(devices.flat).index(device)], np.float64)
        error = np.max(np.abs(piece - whole[index]), initial=0) / max(np.max(np.abs(whole)), 1e-6)
        worst = max(worst, float(error))
    compared += 1
print(f"{count} devices, {compared} results compared, largest relative error {worst:.2e}")
sys.exit(0 if compared and worst <= 1e-5 else 1)
