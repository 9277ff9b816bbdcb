#!/usr/bin/env python3
# Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a program of MLIR's dialect shard over MPI and compares its results.

    run_with_mpi.py SHARD.mlir GLOBAL.mlir IMPORTED.mlir

SHARD.mlir and GLOBAL.mlir are what `shardc export` wrote of one model and strategy with
--form=shard and --form=global, IMPORTED.mlir is what `shardc import` wrote of the model.
Collectives become calls of MPI by mlir-opt's --convert-shard-to-mpi; ops of StableHLO
become linalg here, those few that are in `EMIT`. Every process gets its blocks of the
arguments, as GLOBAL.mlir places them, and what it computes is compared with its blocks of
what IMPORTED.mlir computes, evaluated in double precision. Needs mlir-opt, mlir-translate,
mpicc and mpirun of Open MPI.
"""
import array
import itertools
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

LIMIT = 1e-5
OP = re.compile(r"\s*%(\w+) = (\w+\.\w+) ([^:]*) : (.*)$")


def shape_of(type_):
    return [int(n) for n in re.findall(r"(\d+)x", type_)]


def operands(text):
    return re.findall(r"%(\w+)", text)


def contracted(text):
    left, right = re.search(r"contracting_dims = \[(\d+)\] x \[(\d+)\]", text).groups()
    return int(left), int(right)


# ---------------------------------------------------------------------------
# StableHLO as linalg
# ---------------------------------------------------------------------------

def emit_dot(name, args, text, types):
    """Two matrices, one dimension of each contracted."""
    left, right = contracted(text)
    result = types[-1]
    row = "(i, k)" if left == 1 else "(k, i)"
    column = "(k, j)" if right == 0 else "(j, k)"
    return [
        f"%z_{name} = arith.constant 0.0 : f32",
        f"%e_{name} = tensor.empty() : {result}",
        f"%f_{name} = linalg.fill ins(%z_{name} : f32) outs(%e_{name} : {result}) -> {result}",
        f"%{name} = linalg.generic {{indexing_maps = [affine_map<(i, j, k) -> {row}>, "
        f"affine_map<(i, j, k) -> {column}>, affine_map<(i, j, k) -> (i, j)>], iterator_types = "
        f'["parallel", "parallel", "reduction"]}} ins(%{args[0]}, %{args[1]} : {types[0]}, '
        f"{types[1]}) outs(%f_{name} : {result}) {{",
        "^bb0(%a: f32, %b: f32, %c: f32):",
        "  %p = arith.mulf %a, %b : f32",
        "  %s = arith.addf %c, %p : f32",
        "  linalg.yield %s : f32",
        f"}} -> {result}"]


EMIT = {
    "stablehlo.dot_general": emit_dot,
    "stablehlo.tanh": lambda n, a, t, y: [f"%{n} = math.tanh %{a[0]} : {y[-1]}"],
    "stablehlo.add": lambda n, a, t, y: [f"%{n} = arith.addf %{a[0]}, %{a[1]} : {y[-1]}"],
    "stablehlo.subtract": lambda n, a, t, y: [f"%{n} = arith.subf %{a[0]}, %{a[1]} : {y[-1]}"],
    "stablehlo.multiply": lambda n, a, t, y: [f"%{n} = arith.mulf %{a[0]}, %{a[1]} : {y[-1]}"],
    "stablehlo.constant": lambda n, a, t, y: [f"%{n} = arith.constant {t} : {y[-1]}"],
}


def to_linalg(text):
    """The program with linalg in place of StableHLO, as the function @step."""
    lines = ['module attributes {dlti.dl_spec = #dlti.dl_spec<"MPI:Implementation" = "OpenMPI">} {']
    for line in text.splitlines()[1:]:
        match = OP.match(line)
        if match and match.group(2).startswith("stablehlo."):
            name, op, rest, types = match.groups()
            lines += EMIT[op](name, operands(rest), rest, re.findall(r"tensor<[^>]*>", types))
        elif "func.func @main" in line:
            line = re.sub(r"\{$", "attributes {llvm.emit_c_interface} {", line.rstrip())
            lines.append(line.replace("@main", "@step"))
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------------------
# The model on one device
# ---------------------------------------------------------------------------

def evaluate(text, arguments):
    """Values of the results, as lists of doubles in row-major order."""
    values = {f"arg{i}": value for i, value in enumerate(arguments)}
    shapes = {}
    for line in text.splitlines():
        if "func.func @main" in line:
            shapes = {f"arg{i}": shape_of(t)
                      for i, t in enumerate(re.findall(r"%arg\d+: (tensor<[^>]*>)", line))}
        if line.strip().startswith("return "):
            return [values[name] for name in operands(line.split(":")[0])]
        match = OP.match(line)
        if not match:
            continue
        name, op, rest, types = match.groups()
        args = [values[a] for a in operands(rest)]
        shapes[name] = shape_of(re.findall(r"tensor<[^>]*>", types)[-1])
        if op == "stablehlo.dot_general":
            (left, right), (a, b) = contracted(rest), (shapes[n] for n in operands(rest))
            one = (lambda i, k: i * a[1] + k) if left == 1 else (lambda i, k: k * a[1] + i)
            two = (lambda k, j: k * b[1] + j) if right == 0 else (lambda k, j: j * b[1] + k)
            values[name] = [sum(args[0][one(i, k)] * args[1][two(k, j)] for k in range(a[left]))
                            for i in range(shapes[name][0]) for j in range(shapes[name][1])]
        elif op == "stablehlo.constant":
            values[name] = [float(re.search(r"<(.*)>", rest).group(1))] * math.prod(shapes[name])
        else:
            function = {"tanh": math.tanh, "add": lambda x, y: x + y, "subtract": lambda x, y: x - y,
                        "multiply": lambda x, y: x * y}[op.split(".")[1]]
            values[name] = [function(*xs) for xs in zip(*args)]
    raise ValueError("the program returns nothing")


# ---------------------------------------------------------------------------
# Blocks
# ---------------------------------------------------------------------------

def block(value, shape, sharding, mesh, rank):
    """A rank's block of a value; the last axis of the mesh varies fastest."""
    place, left = {}, rank
    for axis, size in reversed(mesh):
        place[axis], left = left % size, left // size
    ranges = []
    for extent, dim in zip(shape, re.findall(r"\{([^}]*)\}", sharding)):
        index, parts = 0, 1
        for axis in re.findall(r'"([^"]+)"', dim):
            size = dict(mesh)[axis]
            index, parts = index * size + place[axis], parts * size
        length = extent // parts
        ranges.append(range(index * length, (index + 1) * length))
    strides = [math.prod(shape[d + 1:]) for d in range(len(shape))]
    return [value[sum(i * s for i, s in zip(at, strides))] for at in itertools.product(*ranges)]


# ---------------------------------------------------------------------------
# The processes
# ---------------------------------------------------------------------------

MAIN = """
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct { float *base, *data; int64_t offset, sizes[2], strides[2]; } Matrix;
typedef struct { Matrix at[RESULTS]; } Results;
void _mlir_ciface_step(Results *PARAMETERS);
int main(int argc, char **argv) {
  static const int64_t in[][2] = {IN}, out[][2] = {OUT};
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  char path[4096];
  snprintf(path, sizeof path, "%s/in.%d", argv[1], rank);
  FILE *file = fopen(path, "rb");
  Matrix args[ARGUMENTS];
  for (int i = 0; i < ARGUMENTS; ++i) {
    size_t count = in[i][0] * in[i][1];
    Matrix m = {0, 0, 0, {in[i][0], in[i][1]}, {in[i][1], 1}};
    m.base = m.data = malloc(count * sizeof(float));
    if (!file || fread(m.data, sizeof(float), count, file) != count)
      return 3;
    args[i] = m;
  }
  Results results;
  _mlir_ciface_step(&results CALL);
  snprintf(path, sizeof path, "%s/out.%d", argv[1], rank);
  file = fopen(path, "wb");
  for (int i = 0; i < RESULTS; ++i)
    for (int64_t row = 0; row < out[i][0]; ++row)
      fwrite(results.at[i].data + results.at[i].offset + row * results.at[i].strides[0],
             sizeof(float), out[i][1], file);
  fclose(file);
  MPI_Finalize();
  return 0;
}
"""

TO_LLVM = ["--convert-shard-to-mpi", "--canonicalize", "--convert-elementwise-to-linalg",
           "--one-shot-bufferize=bufferize-function-boundaries", "--convert-linalg-to-loops",
           "--lower-affine", "--expand-strided-metadata", "--lower-affine", "--convert-scf-to-cf",
           "--convert-math-to-libm", "--convert-to-llvm", "--reconcile-unrealized-casts"]


def mend(code):
    """Two faults of MLIR 22.1's lowering for Open MPI: it calls the operations ompi_mpi_sum,
    not ompi_mpi_op_sum, and takes a communicator, which is a pointer, for 32 bits."""
    code = re.sub(r"@ompi_mpi_(sum|max|min|prod)\b", r"@ompi_mpi_op_\1", code)
    return re.sub(r"(@MPI_Comm_split\(.*\n  %\d+ = load )i32(.*)align 4\n  (%\d+ = )sext i32 (%\d+) to i64",
                  r"\1i64\2align 8\n  \3add i64 \4, 0", code)


def build(program, folder, shapes_in, shapes_out):
    """Compiles the program and what calls it; gives the executable."""
    source = os.path.join(folder, "step.mlir")
    pathlib.Path(source).write_text(to_linalg(program))
    lowered = subprocess.run(["mlir-opt", source] + TO_LLVM, stdout=subprocess.PIPE, text=True,
                             check=True).stdout
    # What has served its turn is unknown to mlir-translate.
    lowered = re.sub(r"^module attributes \{.*\} \{", "module {", lowered)
    lowered = "".join(l for l in lowered.splitlines(True) if "shard.grid" not in l)
    code = os.path.join(folder, "step.ll")
    translated = subprocess.run(["mlir-translate", "--mlir-to-llvmir"], input=lowered, text=True,
                                stdout=subprocess.PIPE, check=True).stdout
    pathlib.Path(code).write_text(mend(translated))
    objects = [os.path.join(folder, "step.o"), os.path.join(folder, "main.c")]
    subprocess.run(["llc", "-filetype=obj", "-relocation-model=pic", code, "-o", objects[0]],
                   check=True)
    pairs = lambda shapes: ", ".join("{%d, %d}" % tuple(shape) for shape in shapes)
    text = MAIN.replace("PARAMETERS", "results" + ", Matrix *" * len(shapes_in))
    text = text.replace("CALL", "".join(f", &args[{i}]" for i in range(len(shapes_in))))
    text = text.replace("ARGUMENTS", str(len(shapes_in))).replace("RESULTS", str(len(shapes_out)))
    text = text.replace("{IN}", "{%s}" % pairs(shapes_in)).replace("{OUT}", "{%s}" % pairs(shapes_out))
    pathlib.Path(objects[1]).write_text(text)
    binary = os.path.join(folder, "step")
    subprocess.run(["mpicc"] + objects + ["-lm", "-o", binary], check=True)
    return binary


def signature(text):
    line = next(l for l in text.splitlines() if "func.func @main" in l)
    head, _, tail = line.partition(") -> ")
    return ([shape_of(t) for t in re.findall(r"%arg\d+: (tensor<[^>]*>)", head)],
            [shape_of(t) for t in re.findall(r"tensor<[^>]*>", tail)])


def main():
    program, whole, imported = (pathlib.Path(path).read_text() for path in sys.argv[1:4])
    axes = re.search(r"sdy\.mesh @\w+ = <\[([^\]]*)\]", whole).group(1)
    mesh = [(name, int(size)) for name, size in re.findall(r'"([^"]+)"=(\d+)', axes)]
    count = math.prod(size for _, size in mesh)
    line = next(l for l in whole.splitlines() if "sdy.manual_computation" in l)
    placed_in, placed_out = (re.findall(r"<@\w+, \[([^\]]*)\]>", part) for part in
                             re.search(r"in_shardings=(.*) out_shardings=(.*) manual", line).groups())
    shapes_in, shapes_out = signature(imported)
    arguments = [[math.sin(1 + i + 0.37 * at) / 2 for at in range(math.prod(shape))]
                 for i, shape in enumerate(shapes_in)]
    expected = evaluate(imported, arguments)
    with tempfile.TemporaryDirectory(prefix="mpi-") as folder:
        binary = build(program, folder, *signature(program))
        for rank in range(count):
            with open(os.path.join(folder, f"in.{rank}"), "wb") as file:
                for value, shape, placed in zip(arguments, shapes_in, placed_in):
                    array.array("f", block(value, shape, placed, mesh, rank)).tofile(file)
        subprocess.run(["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", str(count), binary,
                        folder], check=True, timeout=120)
        worst = 0.0
        for rank in range(count):
            found = array.array("f")
            with open(os.path.join(folder, f"out.{rank}"), "rb") as file:
                found.frombytes(file.read())
            wanted = [x for value, shape, placed in zip(expected, shapes_out, placed_out)
                      for x in block(value, shape, placed, mesh, rank)]
            if len(found) != len(wanted):
                sys.exit(f"rank {rank} has {len(found)} numbers, expected {len(wanted)}")
            largest = max(map(abs, wanted))
            worst = max([worst] + [abs(x - y) / largest for x, y in zip(found, wanted)])
    print(f"{count} processes, {len(expected)} results, largest error {worst:.1e}")
    return 0 if worst < LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
