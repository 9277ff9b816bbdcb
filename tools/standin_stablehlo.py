#!/usr/bin/env python3
"""Builds the compiler against a stand-in of an installed StableHLO.

Usage: standin_stablehlo.py WORK [--headers] [--check N] [TARGET...]
The dialects StableHLO and CHLO of this tree are written to WORK/prefix as the original is
installed: its headers, namespaces, class names and libraries. Then the tree is configured in
WORK/build with -DSHARDC_STABLEHLO=WORK/prefix, and TARGETs are built there (default:
shardc shard-opt shard-translate shardc-import-tests). All that the switch changes is compiled so; minutes.
--headers: only the headers, no library, no build. --check N: the headers, and N sources of the
compiler that name the most classes are compiled against them, without code: half a minute.

Of the stand-in's accessors those are unavailable that docs/stablehlo-accessors.md does not list:
what compiles uses nothing beside the page. What is ours alone (its
last section, and short builders) the stand-in has; see docs/embedding.md.
"""
import argparse
import concurrent.futures
import glob
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import stablehlo_accessors  # noqa: E402

LLVM = os.environ.get("LLVM_TOOLS", "/usr/lib/llvm-22/bin")
CXX = os.environ.get("CXX", "clang++-22")
DEFAULT = ["shardc", "shard-opt", "shard-translate", "shardc-import-tests"]
# Of a dialect: the folder here, how files begin, and how they begin in the original.
DIALECTS = [("StableHLO", "StableHLO", "Stablehlo"), ("CHLO", "CHLO", "Chlo")]
GENERATED = [("Dialect.h.inc", "Ops.td", "-gen-dialect-decls"),
             ("Dialect.cpp.inc", "Ops.td", "-gen-dialect-defs"),
             ("Ops.h.inc", "Ops.td", "-gen-op-decls"), ("Ops.cpp.inc", "Ops.td", "-gen-op-defs"),
             ("Attrs.h.inc", "Attrs.td", "-gen-attrdef-decls"),
             ("Attrs.cpp.inc", "Attrs.td", "-gen-attrdef-defs"),
             ("Enums.h.inc", "Enums.td", "-gen-enum-decls"),
             ("Enums.cpp.inc", "Enums.td", "-gen-enum-defs")]


def run(words, **kwargs):
    subprocess.run(words, check=True, **kwargs)


# ---------------------------------------------------------------------------
# Sources
# ---------------------------------------------------------------------------

def renamed(text):
    """A source with the original's namespaces, classes and paths."""
    text = re.sub(r"^(inline )?namespace shardc_v1 \{\}?\n|^\} // namespace shardc_v1\n", "", text,
                  flags=re.M)
    text = text.replace("::shardc_v1", "").replace("shardc_v1::", "")
    # Our other name of the dialect class, which is its only one there.
    text = re.sub(r"^.*using StablehloDialect = StableHLODialect;\n", "", text, flags=re.M)
    text = text.replace("dialects/StableHLO/StableHLO.h", "stablehlo/dialect/StablehloOps.h")
    text = text.replace("dialects/CHLO/CHLO.h", "stablehlo/dialect/ChloOps.h")
    text = re.sub(r"dialects/(StableHLO|CHLO)/", "stablehlo/dialect/", text)
    for _, ours, theirs in DIALECTS:
        text = re.sub(rf"\b{ours}(?=_?[A-Z])", theirs, text)
    # Ours includes it: neither may guard the other.
    text = text.replace("SHARDC_DIALECTS_", "STABLEHLO_DIALECT_")
    # The condition in the header that chooses between the two.
    return re.sub(r"#ifdef SHARDC_EXTERNAL_STABLEHLO\n.*?\n#else\n(.*?)#endif // "
                  r"SHARDC_EXTERNAL_STABLEHLO\n", r"\1", text, flags=re.S)


def new_name(name):
    if name in ("StableHLO.h", "CHLO.h"):
        return {"StableHLO.h": "StablehloOps.h", "CHLO.h": "ChloOps.h"}[name]
    for _, ours, theirs in DIALECTS:
        name = re.sub(rf"^{ours}(?=[A-Z])", theirs, name)
    return name


def write_sources(folder):
    """Headers and definitions into `folder`; gives the sources by library."""
    sources = {}
    for dialect, _, theirs in DIALECTS:
        for path in sorted(glob.glob(os.path.join(ROOT, "dialects", dialect, "*"))):
            name = os.path.basename(path)
            if not name.endswith((".h", ".cpp", ".td")):
                continue
            with open(path) as file:
                text = renamed(file.read())
            target = os.path.join(folder, new_name(name))
            with open(target, "w") as file:
                file.write(text)
            if name.endswith(".cpp"):
                sources.setdefault(theirs + "Ops", []).append(target)
    return sources


def generate(include):
    folder = os.path.join(include, "stablehlo", "dialect")
    for _, _, theirs in DIALECTS:
        for suffix, td, mode in GENERATED:
            source = os.path.join(folder, theirs + td)
            if not os.path.exists(source):
                continue
            words = [os.path.join(LLVM, "mlir-tblgen"), mode, source, "-I", include,
                     "-I", "/usr/lib/llvm-22/include", "-o", os.path.join(folder, theirs + suffix)]
            if "dialect" in mode or "attrdef" in mode:
                words.append(("-attrdefs-dialect=" if "attrdef" in mode else "-dialect=") +
                             theirs.lower())
            run(words)


def withhold(include):
    """Marks accessors that the page does not list."""
    used, _ = stablehlo_accessors.scan(stablehlo_accessors.classes())
    marked = 0
    for path in glob.glob(os.path.join(include, "stablehlo", "dialect", "*.h.inc")):
        prefix = "chlo::" if os.path.basename(path).startswith("Chlo") else ""
        with open(path) as file:
            text = file.read()

        def mark(match):
            nonlocal marked
            allowed = used.get(prefix + match.group(1), set())

            def one(line):
                nonlocal marked
                name = line.group(3)
                if name in allowed or stablehlo_accessors.INHERITED.match(name) or by_place(
                        match.group(0), name):
                    return line.group(0)
                marked += 1
                return (line.group(1) + '__attribute__((unavailable("it is not in docs/'
                        'stablehlo-accessors.md"))) ' + line.group(2))
            return re.sub(r"^(  )((?:static )?[\w:<>,& *]+? &?\*?((?:get|set|remove)[A-Z]\w*)\()",
                          one, match.group(0), flags=re.M)
        text = re.sub(r"^class (\w+(?:Op|Attr)) : public .*?^\};", mark, text, flags=re.M | re.S)
        with open(path, "w") as file:
            file.write(text)
    return marked


def by_place(body, name):
    """Accessors of operands, results and regions, and names of attributes: every op has
    them by the names of its definition."""
    declared = re.search(rf"^  ([\w:<>,& *]+?) {name}\(", body, re.M)
    kind = declared.group(1) if declared else ""
    return bool(re.search(r"Value|Operand|Result|Region|Block|StringAttr|OpFoldResult", kind)) or \
        name.endswith(("AttrName", "Mutable"))


# ---------------------------------------------------------------------------
# Commands
# ---------------------------------------------------------------------------

def flags(include):
    return ["-std=c++17", "-fno-exceptions", "-w", "-isystem", "/usr/lib/llvm-22/include",
            "-I", include]


def make_libraries(prefix, sources):
    include, lib = os.path.join(prefix, "include"), os.path.join(prefix, "lib")
    os.makedirs(lib, exist_ok=True)

    def compile_one(source):
        run([CXX, *flags(include), "-O0", "-fPIC", "-c", source, "-o", source + ".o"])
        return source + ".o"
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, files in sources.items():
            objects = list(pool.map(compile_one, files))
            run(["ar", "rcs", os.path.join(lib, f"lib{name}.a")] + objects)
    # The original has more libraries; what is in this one here is in the others.
    run(["ar", "rcs", os.path.join(lib, "libStablehloBase.a")])
    for path in glob.glob(os.path.join(include, "stablehlo", "dialect", "*.cpp*")):
        if not path.endswith(".inc"):
            os.unlink(path)


def check(include, count):
    """Compiles sources that name the most classes, against the headers alone."""
    named = []
    for path in stablehlo_accessors.sources():
        with open(path) as file:
            names = set(re.findall(r"\bstablehlo::\w+(?:Op|Attr)\b", file.read()))
        if path.endswith(".cpp"):
            named.append((len(names), path))
    chosen = [path for _, path in sorted(named, reverse=True)[:count]]
    build = os.environ.get("SHARDC_BUILD", os.path.join(ROOT, "build"))
    words = [CXX, "-std=c++17", "-fno-exceptions", "-isystem", "/usr/lib/llvm-22/include",
             "-isystem", include, "-DSHARDC_EXTERNAL_STABLEHLO",
             "-I", ROOT, "-I", os.path.join(ROOT, "include"), "-I", build,
             "-I", os.path.join(build, "include"), "-I", os.path.join(ROOT, "runtime", "include"),
             "-Wno-everything", "-fsyntax-only"]

    def one(path):
        done = subprocess.run(words + [path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True)
        return path, done.returncode, done.stdout
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, status, output in pool.map(one, chosen):
            name = os.path.relpath(path, ROOT)
            print(f"{'FAILED' if status else 'ok'} {name}")
            if status:
                failed += 1
                print(output[:3000])
    print(f"{len(chosen) - failed} sources compiled, {failed} failed")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n")[2][7:])
    parser.add_argument("work")
    parser.add_argument("--headers", action="store_true")
    parser.add_argument("--check", type=int)
    parser.add_argument("targets", nargs="*")
    options = parser.parse_args()
    work = os.path.abspath(options.work)
    prefix = os.path.join(work, "prefix")
    include = os.path.join(prefix, "include")
    shutil.rmtree(prefix, ignore_errors=True)
    os.makedirs(os.path.join(include, "stablehlo", "dialect"))
    sources = write_sources(os.path.join(include, "stablehlo", "dialect"))
    generate(include)
    if not options.headers and not options.check:
        # Its own sources use its own accessors.
        make_libraries(prefix, sources)
    print(f"{withhold(include)} accessors are not listed, and unavailable", flush=True)
    if options.check:
        return check(include, options.check)
    if options.headers:
        return 0
    build = os.path.join(work, "build")
    configure = ["cmake", "-G", "Ninja", "-S", ROOT, "-B", build, f"-DSHARDC_STABLEHLO={prefix}",
                 f"-DCMAKE_CXX_COMPILER={CXX}", "-DCMAKE_C_COMPILER=" + CXX.replace("++", ""),
                 "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O0",
                 "-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld", "-DSHARDC_CUDA=OFF"]
    if shutil.which("ccache"):
        configure.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
    run(configure)
    run(["ninja", "-C", build, "-k", "0"] + (options.targets or DEFAULT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
