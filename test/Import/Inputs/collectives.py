"""Compares the collectives of partitioned blocks with those of a built-in layer."""
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

shardc, shard_opt, inputs, scratch = sys.argv[1:]
pathlib.Path(scratch).mkdir(parents=True, exist_ok=True)
scratch = tempfile.mkdtemp(dir=scratch)
STRATEGIES = ["dp=2", "tp=2", "dp=2,tp=2"]


def count(model, raise_kinds, strategy):
    """Number of collectives of each kind in the forward graph."""
    graph = scratch + "/graph.mlir"
    subprocess.run([shardc, "import", model, "--raise=" + raise_kinds, "-o", graph], check=True,
                   stderr=subprocess.DEVNULL)
    text = subprocess.run([shard_opt, graph, "--shardc-stage-annotate=strategy=" + strategy,
                           "--shardc-stage-propagate", "--shardc-stage-partition"], check=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode()
    kinds = r"\bdist\.(all_reduce|all_gather|reduce_scatter|all_to_all|permute)\b"
    return collections.Counter(re.findall(kinds, text))


def show(counts):
    return ", ".join("%d %s" % (n, kind) for kind, n in sorted(counts.items())) or "none"


layers = {}
for family in ["tiny-llama", "tiny-gpt2"]:
    texts = []
    for strategy in STRATEGIES:
        one, two = (count("%s:layers=%d" % (family, n), "on", strategy) for n in (1, 2))
        layers[strategy] = two - one
        texts.append(strategy + ": " + show(two - one))
    print("layer of %s: %s" % (family, "; ".join(texts)))

# Blocks whose batch and heads are merged must be raised first: of one dimension that is
# both, no part is that of one rank.
blocks = sorted(pathlib.Path(inputs, "attention").glob("*.mlir"))
merged = sorted(pathlib.Path(inputs, "attention-merged").glob("*.mlir"))
for files, raise_kinds, name in [(blocks, "on", "raised"), (blocks, "off", "in their parts"),
                                 (merged, "on", "of merged heads raised")]:
    others = []
    for file in files:
        for strategy in STRATEGIES:
            found = count(str(file), raise_kinds, strategy)
            if found != layers[strategy]:
                others.append("%s %s: %s" % (file.stem, strategy, show(found)))
    print("%d blocks %s: %s" % (len(files), name, "; ".join(others) or "as the layers"))
