#!/usr/bin/env python3
"""Installs a build, moves it, and builds and runs the examples against it.

Usage: run.py BUILD_DIR [--keep DIR]
Each step prints `ok STEP` or `FAILED STEP` with what it said; the status is 1 when any failed.
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EXAMPLES = os.path.join(ROOT, "examples")


class Failed(Exception):
    pass


class Steps:
    """Runs commands and counts them."""

    def __init__(self):
        self.failed = 0
        self.passed = 0

    def run(self, name, words, expect=(), cwd=None, env=None, status=0):
        """The output; each of `expect` has to be in it."""
        result = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                errors="replace", cwd=cwd, env=env, timeout=600)
        missing = [text for text in expect if text not in result.stdout]
        if result.returncode != status or missing:
            self.failed += 1
            print(f"FAILED {name} (status {result.returncode}): {' '.join(words)}")
            for text in missing:
                print(f"  not in its output: {text}")
            print(result.stdout[-6000:])
            raise Failed(name)
        self.passed += 1
        print(f"ok {name}", flush=True)
        return result.stdout


def read_cache(build):
    """The compilers of the build, and its sanitizer."""
    found = {}
    with open(os.path.join(build, "CMakeCache.txt")) as cache:
        for line in cache:
            for name in ("CMAKE_C_COMPILER", "CMAKE_CXX_COMPILER", "SHARDC_SANITIZE"):
                if line.startswith(name + ":"):
                    found[name] = line.split("=", 1)[1].strip()
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--keep", help="work in this folder and leave it")
    options = parser.parse_args()
    build = os.path.abspath(options.build)
    work = os.path.abspath(options.keep) if options.keep else tempfile.mkdtemp(prefix="embedding-")
    os.makedirs(work, exist_ok=True)
    steps = Steps()
    prefix = os.path.join(work, "moved", "prefix")
    found = read_cache(build)
    if found.pop("SHARDC_SANITIZE", ""):
        print("left out: programs without the sanitizer cannot link this build")
        return 0
    configure = ["cmake", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0",
                 # Linking what is static takes longest of all.
                 "-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld"]
    configure += [f"-D{name}={path}" for name, path in found.items()]
    if shutil.which("ccache"):
        configure += ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"]

    def example(name, where, target, expect_configured=()):
        """Configures and builds; gives the program."""
        folder = os.path.join(work, f"{name}-{target}")
        source = os.path.join(EXAMPLES, name)
        steps.run(f"configure {name} ({target})", configure + where + ["-S", source, "-B", folder],
                  expect_configured)
        steps.run(f"build {name} ({target})", ["cmake", "--build", folder])
        return folder

    installed = [f"-DCMAKE_PREFIX_PATH={prefix}"]
    try:
        first = os.path.join(work, "first")
        steps.run("install", ["cmake", "--install", build, "--prefix", first])
        # What is installed may be moved: nothing in it may know where it was.
        shutil.rmtree(os.path.join(work, "moved"), ignore_errors=True)
        os.makedirs(os.path.dirname(prefix))
        os.rename(first, prefix)
        binary = os.path.join(prefix, "bin")
        plan = os.path.join(work, "net.shard")

        folder = example("c", installed, "installed")
        steps.run("run c", [os.path.join(folder, "from-c"), "tiny-llama:layers=1,batch=4",
                            "dp=2,tp=2", plan], ["check passed on 4 ranks", "net.shard: "])
        steps.run("refused in c", [os.path.join(folder, "from-c"), "no-such-model", "dp=2", plan],
                  ["error: "], status=1)

        folder = example("run-plan", installed, "installed")
        steps.run("run run-plan", [os.path.join(folder, "run-plan"), plan], ["elements, the first"])
        steps.run("installed shard-run", [os.path.join(binary, "shard-run"), plan], ["step 0"])

        folder = example("embedding", installed, "installed")
        steps.run("run embedding", [os.path.join(folder, "embedding")],
                  ['dist.all_reduce %', 'over ["tp"]', "check passed on 4 ranks", "bytes sent"])

        folder = example("own-dialect", installed, "installed")
        model = os.path.join(EXAMPLES, "own-dialect", "model.mlir")
        program = os.path.join(folder, "mine-compiler")
        steps.run("run own-dialect", [program, model, "dp=2,tp=2"],
                  # The op is whole in the program of a rank, its dimensions are local.
                  ["mine.gate", "tensor<4x16xf32>", "check passed on 4 ranks"])
        steps.run("own-dialect in stages", [program, model, "pp=1,dp=2,fsdp=2,microbatches=2"],
                  ["check passed on 4 ranks"])

        plugin = os.path.join(prefix, "lib", "ShardcPlugin.so")
        mlir_opt = os.path.join(os.environ.get("LLVM_TOOLS", "/usr/lib/llvm-22/bin"), "mlir-opt")
        graph = steps.run("installed shardc import",
                          [os.path.join(binary, "shardc"), "import", "tiny-llama:layers=1"],
                          ["nn.attention"])
        path = os.path.join(work, "graph.mlir")
        with open(path, "w") as file:
            file.write(graph)
        steps.run("installed plug-in",
                  [mlir_opt, path, f"--load-dialect-plugin={plugin}",
                   f"--load-pass-plugin={plugin}", "--pass-pipeline=builtin.module("
                   "shardc-stage-annotate{strategy=tp=2},shardc-stage-differentiate,"
                   "shardc-stage-propagate,shardc-stage-partition)"], ['dist.all_reduce'])

        # The switch to the original StableHLO, as far as it goes without one.
        steps.run("no StableHLO where it was said to be",
                  configure + ["-DSHARDC_BUILD_TESTS=OFF", f"-DSHARDC_STABLEHLO={prefix}",
                               "-S", ROOT, "-B", os.path.join(work, "original")],
                  ["there is no", "stablehlo/dialect/StablehloOps.h in it"], status=1)

        packages = [f"-DShardc_DIR={build}/lib/cmake/Shardc"]
        folder = example("embedding", packages, "build-tree")
        steps.run("run embedding from the build tree", [os.path.join(folder, "embedding")],
                  ["check passed on 4 ranks"])
    except Failed:
        pass
    finally:
        if not options.keep:
            shutil.rmtree(work, ignore_errors=True)
    print(f"{steps.passed} steps passed, {steps.failed} failed")
    return 1 if steps.failed else 0


if __name__ == "__main__":
    sys.exit(main())
