#!/usr/bin/env python3
"""Writes the models of this folder and what they compute.

Each model is a function written with JAX. Its StableHLO text is stored as
`NAME.mlir`, and its results in double precision, computed by JAX on the values
that `shardc check --seed 0` gives the arguments, as `NAME.safetensors`. The tests
need neither JAX nor this script: run it again, with JAX on the path and shardc
built, to add a model.

    python3 test/execution/jax/generate.py build/bin/shardc [NAME...]
"""
import json
import pathlib
import re
import struct
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_default_matmul_precision", "highest")
HERE = pathlib.Path(__file__).parent


# --- seeded values: as runtime/lib/Init.cpp defines them -------------------------

def philox4x32(counter, key):
    c = [np.asarray(x, np.uint64) for x in counter]
    k0, k1 = np.uint64(key[0]), np.uint64(key[1])
    mask = np.uint64(0xFFFFFFFF)
    for _ in range(10):
        p0, p1 = np.uint64(0xD2511F53) * c[0], np.uint64(0xCD9E8D57) * c[2]
        c = [(p1 >> np.uint64(32)) ^ c[1] ^ k0, p1 & mask,
             (p0 >> np.uint64(32)) ^ c[3] ^ k1, p0 & mask]
        k0, k1 = (k0 + np.uint64(0x9E3779B9)) & mask, (k1 + np.uint64(0xBB67AE85)) & mask
    return c


def stream_of(name):
    value = 0xCBF29CE484222325
    for byte in name.encode():
        value = ((value ^ byte) * 0x100000001B3) & (2**64 - 1)
    return value


def words(name, count):
    stream = stream_of(name)
    index = np.arange(count, dtype=np.uint64)
    zero = np.zeros(count, np.uint64)
    return philox4x32([index, zero, zero + np.uint64(stream & 0xFFFFFFFF),
                       zero + np.uint64(stream >> 32)], (0, 0))


def normal(name, count):
    w = words(name, count)
    unit = lambda low, high: (((high << np.uint64(32)) | low) >> np.uint64(11)) * 2.0**-53
    radius = np.sqrt(-2.0 * np.log(1.0 - unit(w[0], w[1])))
    return radius * np.cos(6.283185307179586476925286766559 * unit(w[2], w[3]))


def uniform_int(name, count, low, high):
    w = words(name, count)
    bits = [(int(h) << 32) | int(l) for l, h in zip(w[0], w[1])]
    return np.array([low + ((b * (high - low)) >> 64) for b in bits], object)


def seeded(name, shape, dtype, role, init):
    """The value of an argument, in double precision where it is a float."""
    count = int(np.prod(shape))
    kind = init.get("kind")
    floating = jnp.issubdtype(dtype, jnp.floating)
    if kind is None:
        kind = ("abs_normal" if role == "state" else "normal") if floating else (
            "zero" if role == "state" else "uniform_int")
    if kind == "zero":
        values = np.zeros(count)
    elif kind == "constant":
        values = np.full(count, float(init.get("value", 0)))
    elif kind == "uniform_int":
        values = uniform_int(name, count, int(init.get("low", 0)), int(init.get("high", 2)))
    else:
        values = 0.02 * normal(name, count)
        values = {"normal": values, "norm_weight": 1.0 + values,
                  "abs_normal": np.abs(values)}[kind]
    if dtype == np.bool_:
        values = np.asarray(values, np.int64) & 1
    return np.asarray(values).astype(np.float64 if floating else dtype).reshape(shape)


# --- files -----------------------------------------------------------------------

def write_safetensors(path, tensors):
    header, data = {}, b""
    for name, value in tensors.items():
        raw = np.ascontiguousarray(value, np.float64).tobytes()
        header[name] = {"dtype": "F64", "shape": list(np.shape(value)),
                        "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def imported_arguments(shardc, path, roles):
    """Name, role and init of each argument after import."""
    command = [shardc, "import", str(path), "-o", "-"] + (["--role", roles] if roles else [])
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    line = next(l for l in text.splitlines() if "func.func @main" in l)
    head = line[:line.index(" -> ")] if " -> " in line else line
    arguments = []
    for part in re.split(r"%arg\d+: ", head)[1:]:
        name = re.search(r'dist\.name = "([^"]*)"', part).group(1)
        role = re.search(r'dist\.role = "([^"]*)"', part).group(1)
        init = {}
        found = re.search(r"dist\.init = \{([^}]*)\}", part)
        if found:
            for entry in found.group(1).split(", "):
                key, value = entry.split(" = ")
                init[key] = value.split(" : ")[0].strip('"')
        arguments.append((name, role, init))
    results = re.findall(r'dist\.name = "([^"]*)"', line[len(head):])
    return arguments, results


# Parts of one value: rows, `w[0]`, and pieces along some dimension, `w[0:16]`.
PART = re.compile(r"(arg[^\[]*|result\[\d+\])\[(\d+)(?::(\d+))?\]$")


def group(names):
    """Names of parts, `w[0]`, `w[1]`… or `w[0:4]`, `w[4:8]`…, belong to one value."""
    groups = []
    for name in names:
        part = PART.match(name)
        if part and int(part.group(2)) > 0 and groups and PART.match(groups[-1][-1]) and (
                PART.match(groups[-1][-1]).group(1) == part.group(1)):
            groups[-1].append(name)
        else:
            groups.append([name])
    return groups


def cut_dim(names, shape):
    """The dimension along which a value of a shape is cut into pieces."""
    end = int(PART.match(names[-1]).group(3))
    dims = [d for d, extent in enumerate(shape) if extent == end]
    assert len(dims) == 1, (names, shape)
    return dims[0]


def parts(names, value):
    """The value of each name of a group."""
    if len(names) == 1 and not PART.match(names[0]):
        return zip(names, [value])
    if not PART.match(names[0]).group(3):
        return zip(names, value)
    dim = cut_dim(names, value.shape)
    limits = [int(PART.match(n).group(3)) for n in names]
    return zip(names, np.split(np.asarray(value), limits[:-1], axis=dim))


def whole(names, shape, draw):
    """A value of a shape, of what `draw` gives for each name and its shape."""
    if len(names) == 1 and not PART.match(names[0]):
        return draw(names[0], shape)
    if not PART.match(names[0]).group(3):
        return np.stack([draw(n, shape[1:]) for n in names])
    dim = cut_dim(names, shape)
    pieces = []
    for n in names:
        begin, limit = int(PART.match(n).group(2)), int(PART.match(n).group(3))
        pieces.append(draw(n, shape[:dim] + (limit - begin,) + shape[dim + 1:]))
    return np.concatenate(pieces, axis=dim)


def main():
    sys.path.insert(0, str(HERE))
    import models
    shardc, wanted = sys.argv[1], sys.argv[2:]
    for name, model in models.MODELS.items():
        if wanted and name not in wanted:
            continue
        narrow, args = model.build(jnp.float32)
        donate = getattr(model, "donate", ())
        lowered = jax.jit(narrow, keep_unused=True, donate_argnums=donate).lower(*args)
        path = HERE / f"{name}.mlir"
        path.write_text(model.header(name) + lowered.as_text())

        arguments, results = imported_arguments(shardc, path, model.roles)
        flat, tree = jax.tree.flatten(args)
        of = {n: (role, init) for n, role, init in arguments}
        groups = group([n for n, _, _ in arguments])
        assert len(flat) == len(groups), (name, len(flat), groups)
        values = []
        for a, names in zip(flat, groups):
            values.append(whole(names, a.shape, lambda n, s: seeded(n, s, a.dtype, *of[n])))
        wide, _ = model.build(jnp.float64)
        inputs = jax.tree.unflatten(tree, values)
        out = jax.tree.leaves(jax.jit(wide)(*inputs))
        tensors = {n: np.asarray(part, np.float64)
                   for names, v in zip(group(results), out) for n, part in parts(names, v)}
        if "--train" in model.options:
            tensors = {"loss": np.asarray(out[0], np.float64)}
        if model.gradients:
            # Of the scalar result, for each parameter.
            params = [i for i, names in enumerate(groups) if of[names[0]][0] == "param"]
            def loss(chosen):
                full = list(values)
                for i, v in zip(params, chosen):
                    full[i] = v
                return jax.tree.leaves(wide(*jax.tree.unflatten(tree, full)))[0]
            gradients = jax.jit(jax.grad(loss))([jnp.asarray(values[i]) for i in params])
            for i, g in zip(params, gradients):
                for n, part in parts(groups[i], g):
                    tensors[n + ".grad"] = np.asarray(part)
        write_safetensors(HERE / f"{name}.safetensors", tensors)
        print(name, sum(np.size(v) for v in tensors.values()), "values")


if __name__ == "__main__":
    main()
