#!/usr/bin/env python3
"""Fails where two types of one namespace have one name.

Of two classes shardc::X, private to different libraries, the linker takes the members of one for
both; what then happens shows only where nothing is inlined. Types in unnamed namespaces may
be called alike.
"""
import collections
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OPENS = re.compile(r"^(?:inline )?namespace ?([\w:]*) ?\{(?!\})")
CLOSES = re.compile(r"^\} // (?:anonymous )?namespace")
TYPE = re.compile(r"^(?:struct|class|enum class|enum) (\w+)(?: final)?(?: :.*)? ?\{")


def types(path):
    """Qualified names that a file defines outside of unnamed namespaces and classes."""
    scopes = []
    with open(path) as file:
        for line in file:
            opened = OPENS.match(line)
            if opened:
                scopes.append(opened.group(1))
            elif CLOSES.match(line) and scopes:
                scopes.pop()
            elif TYPE.match(line) and "" not in scopes:
                yield "::".join(scopes + [TYPE.match(line).group(1)])


def main():
    found = collections.defaultdict(set)
    for folder in ("dialects", "include", "lib"):
        for path in glob.glob(os.path.join(ROOT, folder, "**", "*"), recursive=True):
            if path.endswith((".h", ".cpp")):
                for name in types(path):
                    found[name].add(os.path.relpath(path, ROOT))
    twice = {name: paths for name, paths in sorted(found.items()) if len(paths) > 1}
    for name, paths in twice.items():
        print(f"{name} is defined in {' and in '.join(sorted(paths))}")
    print(f"{len(found)} types, {len(twice)} names given twice")
    return 1 if twice or not found else 0


if __name__ == "__main__":
    sys.exit(main())
