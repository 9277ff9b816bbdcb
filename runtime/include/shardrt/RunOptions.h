//===- RunOptions.h - options of shard-run ----------------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table that shard-run parses its command line by, and that its usage, man page
// and completion are made from.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDRT_RUNOPTIONS_H
#define SHARDRT_RUNOPTIONS_H

namespace shardrt {

/// One option of shard-run.
struct RunOption {
  /// With its dashes.
  const char *name;
  /// What stands for its value in usage; null where it takes none.
  const char *value;
  const char *help;
};

/// All options, in the order of the usage.
inline constexpr RunOption runOptions[] = {
    {"--backend", "host|mpi|cuda",
     "where ranks run: threads of this process (host, the default), or one process a rank on "
     "CUDA devices (cuda; started by torchrun, srun or mpirun); mpi is in no build yet"},
    {"--steps", "N", "steps to run (default 1)"},
    {"--data", "D", "batches to read (in no build yet: one seeded batch is used again every step)"},
    {"--seed", "S", "seed of initial values and of the batch (default 0)"},
    {"--save", "DIR",
     "where parameters and state are written to after the last step (in no build yet)"},
    {"--load", "DIR",
     "where parameters and state are read from before the first step (in no build yet)"},
    {"--timeout", "SECONDS",
     "seconds without any progress after which a run is ended (default 60)"},
    {"--poison", nullptr, "fill padding and dead buffers with NaN before every step"},
    {"--json", nullptr, "one JSON object on stdout instead of a line a step"},
    {"--progress", "auto|on|off",
     "show on stderr which step runs: auto is where stderr is a terminal and stdout is not"},
    {"--quiet", nullptr, "no progress"},
    {"--help", nullptr, "print this text"},
};

} // namespace shardrt

#endif // SHARDRT_RUNOPTIONS_H
