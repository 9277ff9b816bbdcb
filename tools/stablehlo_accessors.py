#!/usr/bin/env python3
"""Lists the classes and accessors of StableHLO that the compiler uses.

Usage: stablehlo_accessors.py [--check]
Writes docs/stablehlo-accessors.md; with --check only compares, and fails when the page is
stale. The page is the contract of a build against the original StableHLO: what is listed has
to exist there with the same meaning.

Sources are read as text. A use counts where the class of a variable can be seen in the same
function: a declaration, a parameter, a cast, a loop, what builds it. Templates over op classes are
not seen, but the classes they are instantiated with are. tools/standin_stablehlo.py compiles
the sources against an installation in which nothing else can be called.
"""
import glob
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join(ROOT, "docs", "stablehlo-accessors.md")
TBLGEN = os.environ.get("MLIR_TBLGEN", "/usr/lib/llvm-22/bin/mlir-tblgen")
CONFIG = os.environ.get("LLVM_CONFIG", "llvm-config-22")

# What the original does not have, with what takes its place there.
OURS = {
    ("ReduceOp", "getCombiner"): "a free function: the single op of the body",
    ("ReduceOp", "of"): "a free function that builds the op and its body",
    ("ReduceOp", "fillBody"): "a free function",
    ("ScatterOp", "getCombiner"): "a free function: the single op of the body",
    ("ReduceWindowOp", "getCombiner"): "a free function: the single op of the body",
}


def tablegen(td, mode):
    include = subprocess.run([CONFIG, "--includedir"], stdout=subprocess.PIPE, text=True,
                             check=True).stdout.strip()
    return subprocess.run(
        [TBLGEN, mode, "-I", include, "-I", ROOT, "-I", os.path.join(ROOT, "include"), td],
        stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT).stdout


def classes():
    """Class -> methods that its definition gives it; classes of CHLO begin with `chlo::`."""
    found = {}
    for td, mode, prefix in (("StableHLO/StableHLOOps.td", "-gen-op-decls", ""),
                             ("StableHLO/StableHLOAttrs.td", "-gen-attrdef-decls", ""),
                             ("CHLO/CHLOOps.td", "-gen-op-decls", "chlo::"),
                             ("CHLO/CHLOAttrs.td", "-gen-attrdef-decls", "chlo::")):
        text = tablegen(os.path.join(ROOT, "dialects", *td.split("/")), mode)
        # Adaptors and property structs end in other names.
        for match in re.finditer(r"^class (\w+(?:Op|Attr)) : public .*?^};", text, re.M | re.S):
            methods = set(re.findall(r"\b((?:get|set|remove|has|is|of|fill)\w*)\(", match.group(0)))
            found.setdefault(prefix + match.group(1), set()).update(methods)
    return found


# Every op and attribute of MLIR has these.
INHERITED = re.compile(
    r"^(get(Loc|Context|Operation\w*|ODS\w*|Attribute\w*|Attr|Properties\w*|Effects|Operands?|"
    r"Results?|ResultTypes|OperandTypes|Type|AttributeNameForIndex|DialectNamespace|Name|"
    r"Mnemonic|Checked|HashCode|AsOpaquePointer|Region|NumRegions|Body|Block|ParentOp)|get|"
    r"setOperand|hasTrait|is\w*|set(Inherent|Properties)\w*|fillProperties|"
    r"setPropertiesFromAttr)$")


def sources():
    for pattern in ("lib/**/*.cpp", "lib/**/*.h", "include/**/*.h", "dialects/*/*.cpp",
                    "dialects/*/*.h"):
        for path in sorted(glob.glob(os.path.join(ROOT, pattern), recursive=True)):
            if os.sep + "StableHLO" + os.sep not in path:
                yield path


def blank_comments(text):
    return re.sub(r"//[^\n]*", "", text)


def scan(known):
    """Uses: class -> accessors, and classes that are built or tested."""
    used = {name: set() for name in known}
    named = set()
    # An accessor that returns an attribute class: `dot.getDotDimensionNumbers().get…()`.
    returns = {}
    for name in known:
        if name.endswith("Attr"):
            returns.setdefault("get" + name[:-4], name)
    per_op = {("GatherOp", "getDimensionNumbers"): "GatherDimensionNumbersAttr",
              ("ConvolutionOp", "getDimensionNumbers"): "ConvDimensionNumbersAttr",
              ("ScatterOp", "getScatterDimensionNumbers"): "ScatterDimensionNumbersAttr",
              ("DotGeneralOp", "getAlgorithm"): "DotAlgorithmAttr"}
    names = "|".join(sorted(known, key=len, reverse=True))
    qualified = rf"(?:mlir::)?(?:stablehlo::)?({names})"
    declaration = re.compile(rf"\b{qualified}\s+(?:&\s*)?(\w+)\s*[,)=;({{:]")
    cast = re.compile(rf"\bauto\s+(?:&\s*)?(\w+)\s*=\s*[^;]*?<\s*{qualified}\s*>\s*\(")
    loop = re.compile(rf"\bfor\s*\(\s*auto\s+(\w+)\s*:[^;{{}}]*?<\s*{qualified}\s*>\s*\(")
    created = re.compile(rf"\bauto\s+(\w+)\s*=\s*{qualified}::create\(")
    attribute = re.compile(r"\bauto\s+(\w+)\s*=\s*(\w+)\.(get\w+)\(\)")
    numbers = re.compile(rf"\b{qualified}\s+(\w+)\s*=")
    direct = re.compile(rf"<\s*{qualified}\s*>\s*\([^()]*\)\s*\.\s*(\w+)\(")
    call = re.compile(r"\b(\w+)\s*(?:\.|->)\s*(\w+)\(\)?(?:\s*(?:\.|->)\s*(\w+)\()?")
    static = re.compile(rf"\b{qualified}::(\w+)\s*[(<]")
    anywhere = re.compile(rf"\b(?:stablehlo::(?=[A-Z])|(?=chlo::))({names})\b")

    def use(owner, method, chained=None):
        if method in known[owner] and not INHERITED.match(method):
            used[owner].add(method)
        result = per_op.get((owner, method)) or returns.get(method)
        if chained and result and chained in known.get(result, ()):
            use(result, chained)
        return result

    for path in sources():
        with open(path) as file:
            text = blank_comments(file.read())
        if "stablehlo" not in text.lower():
            continue
        named.update(anywhere.findall(text))
        if re.search(r"using namespace (mlir::)?stablehlo", text):
            named.update(re.findall(rf"\b({names})\b", text))
        # A function ends with a brace in the first column.
        for function in re.split(r"^}", text, flags=re.M):
            variables = {}
            for match in declaration.finditer(function):
                variables.setdefault(match.group(2), set()).add(match.group(1))
            for match in numbers.finditer(function):
                variables.setdefault(match.group(2), set()).add(match.group(1))
            for pattern in (cast, loop, created):
                for match in pattern.finditer(function):
                    variables.setdefault(match.group(1), set()).add(match.group(2))
            for match in attribute.finditer(function):
                for owner in variables.get(match.group(2), ()):
                    result = use(owner, match.group(3))
                    if result in known:
                        variables.setdefault(match.group(1), set()).add(result)
            for match in call.finditer(function):
                for owner in variables.get(match.group(1), ()):
                    use(owner, match.group(2), match.group(3))
            for match in direct.finditer(function):
                use(match.group(1), match.group(2))
            for match in static.finditer(function):
                if match.group(2) not in ("create", "get", "getOperationName"):
                    use(match.group(1), match.group(2))
    return used, named


def render(used, named):
    ops = sorted(name for name in named | {n for n in used if used[n]} if name.endswith("Op"))
    attributes = sorted(name for name in named | {n for n in used if used[n]}
                        if name.endswith("Attr"))
    lines = [
        "# What the compiler uses of StableHLO",
        "",
        "Generated by `tools/stablehlo_accessors.py`; `--check` fails when it is stale (the tests "
        "run it). A build with",
        "`-DSHARDC_STABLEHLO=PREFIX` needs each of these in the original, with the same meaning; "
        "see [embedding.md](embedding.md).",
        "Beside them every op has `create`, the accessors of its operands and results by "
        "position, and its region's `getBody`.",
        "Accessors in *italics* are ours alone.",
        "",
    ]
    for title, group in (("Ops", ops), ("Attributes", attributes)):
        lines += [f"## {title}", "", "| class | accessors |", "|---|---|"]
        for name in group:
            shown = [f"*{a}*" if (name, a) in OURS else f"`{a}`" for a in sorted(used[name])]
            lines.append(f"| `{name}` | {', '.join(shown)} |")
        lines.append("")
    ours = [(c, a) for (c, a) in sorted(OURS) if a in used.get(c, ())]
    if ours:
        lines += ["## Ours alone", "", "| accessor | in its place |", "|---|---|"]
        lines += [f"| `{c}::{a}` | {OURS[(c, a)]} |" for c, a in ours]
        lines.append("")
    return "\n".join(lines)


def main():
    page = render(*scan(classes()))
    if sys.argv[1:] == ["--check"]:
        try:
            with open(PAGE) as file:
                old = file.read()
        except OSError:
            old = ""
        if old != page:
            sys.stderr.write("docs/stablehlo-accessors.md is stale: run "
                             "tools/stablehlo_accessors.py\n")
            return 1
        return 0
    with open(PAGE, "w") as file:
        file.write(page)
    return 0


if __name__ == "__main__":
    sys.exit(main())
