#!/usr/bin/env python3
"""Writes the models of this folder and what they compute, as ../jax/generate.py does.

What is stacked in the file is one argument, or result, a row after import; the
stored results have the names and shapes of these.

    python3 test/execution/loops/generate.py build/bin/shardc [NAME...]
"""
import importlib.util
import pathlib
import re
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np

HERE = pathlib.Path(__file__).parent


def load(name, path):
    module_spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(module_spec)
    module_spec.loader.exec_module(module)
    return module


seeds = load("seeds", HERE.parent / "jax" / "generate.py")
models = load("models", HERE / "models.py")


def imported_shapes(shardc, path, roles):
    """Shapes of arguments and of results after import."""
    command = [shardc, "import", str(path), "-o", "-", "--role", roles]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    line = next(l for l in text.splitlines() if "func.func @main" in l)
    return [[tuple(int(d) for d in t.split("x")[:-1]) for t in re.findall(r"tensor<([^>]*)>", part)]
            for part in line.split(" -> ")]


def grouped(wholes, shapes):
    """Positions that each value has become: one, or one a row."""
    groups, at = [], 0
    for whole in wholes:
        count = 1 if shapes[at] == whole else whole[0]
        assert count == 1 or shapes[at] == whole[1:], (whole, shapes[at])
        groups.append(range(at, at + count))
        at += count
    assert at == len(shapes)
    return groups


def main():
    shardc, wanted = sys.argv[1], sys.argv[2:]
    for name, model in models.MODELS.items():
        if wanted and name not in wanted:
            continue
        narrow, args = model.build(jnp.float32)
        path = HERE / f"{name}.mlir"
        jax.config.update("jax_enable_x64", False)
        text = jax.jit(narrow, keep_unused=True).lower(*args).as_text()
        jax.config.update("jax_enable_x64", True)
        path.write_text(header(name, model) + text)

        arguments, results = seeds.imported_arguments(shardc, path, model.roles)
        flat, tree = jax.tree.flatten(args)
        shapes = imported_shapes(shardc, path, model.roles)
        groups = grouped([a.shape for a in flat], shapes[0])
        values = []
        for argument, group in zip(flat, groups):
            shape = argument.shape if len(group) == 1 else argument.shape[1:]
            parts = [seeds.seeded(arguments[i][0], shape, argument.dtype, *arguments[i][1:])
                     for i in group]
            values.append(parts[0] if len(group) == 1 else np.stack(parts))
        wide, _ = model.build(jnp.float64)
        out = jax.tree.leaves(jax.jit(wide)(*jax.tree.unflatten(tree, values)))
        tensors = {}
        groups = grouped([np.shape(v) for v in out], shapes[1])
        for value, group in zip(out, groups):
            rows = [value] if len(group) == 1 else list(value)
            for i, row in zip(group, rows):
                tensors[results[i]] = np.asarray(row, np.float64)
        if model.strategies:
            seeds.write_safetensors(HERE / f"{name}.safetensors", tensors)
        else:
            path.write_text(header(name, model, tensors) + text)
        print(name, sum(np.size(v) for v in tensors.values()), "values")


def printed(value):
    if np.ndim(value):
        return "[" + ", ".join(printed(v) for v in value) + "]"
    return "%.6g" % value


def header(name, model, tensors=None):
    roles = f' --role "{model.roles}"' if model.roles else ""
    lines = [f"// {model.__doc__.strip()}"]
    for strategy in model.strategies:
        lines.append(f'// RUN: shardc check %s --strategy "{strategy}"{roles}{model.options} '
                     f"--expect %S/{name}.safetensors --json | FileCheck %s")
    if model.strategies:
        lines.append('// CHECK: "pass":true')
    elif tensors:
        lines.append(f"// RUN: shardc import %s{roles}{model.options} | shard-opt "
                     "--shardc-interpret=digits=6 -o /dev/null | FileCheck %s --match-full-lines")
        for result, value in tensors.items():
            text = printed(value).replace("[[", "{{\\[\\[}}")
            lines.append(f"// CHECK: {result}: {text} : {{{{.*}}}}")
    return "\n".join(lines) + "\n\n"


if __name__ == "__main__":
    main()
