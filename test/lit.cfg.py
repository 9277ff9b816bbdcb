# The lit suite: every .mlir and .test file under test/ but for what has its
# own runner (unit, runtime, fuzz, perf).
import os
import shutil

import lit.formats

config.name = "shardc"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "unit", "runtime", "fuzz", "perf"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.shardc_build_root, "test")

config.environment["PATH"] = os.pathsep.join(
    [config.shardc_tools_dir, config.llvm_tools_dir, config.environment.get("PATH", "")]
)
config.substitutions.append(("%shardc_source_root", config.shardc_source_root))
config.substitutions.append(("%shardc_tools_dir", config.shardc_tools_dir))
config.substitutions.append(
    ("%shardc_lib_dir", os.path.join(config.shardc_build_root, "lib"))
)

# A plug-in with a sanitizer in it cannot be loaded by a program without.
if config.shardc_sanitize:
    config.available_features.add("sanitizer")

# A test that needs a tool says `REQUIRES: <tool>`; the common ones are checked
# here so that a missing one is one clear error and not many odd ones.
for tool in ["FileCheck", "not", "split-file"]:
    if not shutil.which(tool, path=config.environment["PATH"]):
        lit_config.fatal("'%s' was not found; install llvm-22-tools" % tool)
for tool in ["shard-opt", "shard-translate", "shardc", "shard-run", "mpirun", "mpicc", "ompi_info",
             "ptxas", "mlir-opt", "mlir-translate", "llc", "shardc-capi-test", "shard-reduce",
             "shard-lsp-server", "bash", "zsh", "fish", "man"]:
    if shutil.which(tool, path=config.environment["PATH"]):
        config.available_features.add(tool)
