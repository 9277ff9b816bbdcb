//===- Bootstrap.cpp - where this process stands in the run ---*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Variables of torchrun, Slurm and Open MPI. SHARDRT_PORT overrides the port
// that is otherwise derived from the launcher's.
//
//===----------------------------------------------------------------------===//
#include "Bootstrap.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

using namespace shardrt;

static constexpr uint16_t defaultPort = 29511;

namespace {
/// The first fault is kept.
class Reader {
public:
  explicit Reader(const Environment &environment) : environment(environment) {}

  bool has(const char *variable) const {
    const char *value = environment(variable);
    return value && *value;
  }
  std::string text(const char *variable) const {
    const char *value = environment(variable);
    return value ? value : "";
  }
  uint64_t number(const char *variable, uint64_t maximum) {
    const char *value = environment(variable);
    if (!value || !*value) {
      fail(std::string(variable) + " is not set");
      return 0;
    }
    char *end = nullptr;
    errno = 0;
    unsigned long long parsed = std::strtoull(value, &end, 10);
    if (errno || *end || *value == '-' || parsed > maximum) {
      fail(std::string(variable) + " is '" + value + "', not a number up to " +
           std::to_string(maximum));
      return 0;
    }
    return parsed;
  }
  void fail(const std::string &message) {
    if (status.ok())
      status = makeError(ErrorCode::InvalidArgument, message);
  }

  Status status;

private:
  const Environment &environment;
};
} // namespace

/// The first host of a Slurm list: "node[03-07,9],x" -> "node03".
static std::string firstHost(const std::string &list) {
  size_t end = list.find_first_of("[,");
  if (end == std::string::npos || list[end] == ',')
    return list.substr(0, end);
  size_t stop = list.find_first_of("-,]", end);
  if (stop == std::string::npos)
    return list.substr(0, end);
  return list.substr(0, end) + list.substr(end + 1, stop - end - 1);
}

static void readTorchrun(Reader &reader, ProcessPlace &place) {
  place.launcher = "torchrun";
  place.rank = reader.number("RANK", UINT32_MAX);
  place.size = reader.number("WORLD_SIZE", UINT32_MAX);
  place.localRank = reader.has("LOCAL_RANK") ? reader.number("LOCAL_RANK", UINT32_MAX) : place.rank;
  if (!reader.has("MASTER_ADDR"))
    return reader.fail("RANK is set but MASTER_ADDR is not");
  place.address = reader.text("MASTER_ADDR");
  place.port = reader.number("MASTER_PORT", 65534);
  // The launcher's own store may listen at that port.
  if (reader.has("TORCHELASTIC_RUN_ID"))
    ++place.port;
}

static void readSlurm(Reader &reader, ProcessPlace &place) {
  place.launcher = "Slurm";
  place.rank = reader.number("SLURM_PROCID", UINT32_MAX);
  place.size = reader.number("SLURM_NTASKS", UINT32_MAX);
  place.localRank = reader.number("SLURM_LOCALID", UINT32_MAX);
  if (reader.has("MASTER_ADDR"))
    place.address = reader.text("MASTER_ADDR");
  else if (reader.has("SLURM_STEP_NODELIST"))
    place.address = firstHost(reader.text("SLURM_STEP_NODELIST"));
  else if (reader.has("SLURM_JOB_NODELIST"))
    place.address = firstHost(reader.text("SLURM_JOB_NODELIST"));
  else
    reader.fail("SLURM_STEP_NODELIST is not set; set MASTER_ADDR");
  // Jobs that share a machine must not share a port.
  place.port =
      reader.has("MASTER_PORT")
          ? reader.number("MASTER_PORT", 65535)
          : 20000 + (reader.has("SLURM_JOB_ID") ? reader.number("SLURM_JOB_ID", UINT64_MAX) % 20000
                                                : 0);
}

static void readOpenMPI(Reader &reader, ProcessPlace &place) {
  place.launcher = "Open MPI";
  place.rank = reader.number("OMPI_COMM_WORLD_RANK", UINT32_MAX);
  place.size = reader.number("OMPI_COMM_WORLD_SIZE", UINT32_MAX);
  place.localRank = reader.number("OMPI_COMM_WORLD_LOCAL_RANK", UINT32_MAX);
  bool oneMachine = reader.has("OMPI_COMM_WORLD_LOCAL_SIZE") &&
                    reader.number("OMPI_COMM_WORLD_LOCAL_SIZE", UINT32_MAX) == place.size;
  if (reader.has("MASTER_ADDR"))
    place.address = reader.text("MASTER_ADDR");
  else if (!oneMachine)
    reader.fail("the run spans several machines; set MASTER_ADDR to the address "
                "of rank 0's (mpirun -x MASTER_ADDR=…)");
  place.port = reader.has("MASTER_PORT") ? reader.number("MASTER_PORT", 65535) : defaultPort;
}

Expected<ProcessPlace> shardrt::readProcessPlace(const Environment &environment) {
  Reader reader(environment);
  ProcessPlace place;
  if (reader.has("RANK") && reader.has("WORLD_SIZE"))
    readTorchrun(reader, place);
  else if (reader.has("OMPI_COMM_WORLD_RANK"))
    readOpenMPI(reader, place);
  else if (reader.has("SLURM_PROCID"))
    readSlurm(reader, place);
  if (reader.has("SHARDRT_PORT"))
    place.port = reader.number("SHARDRT_PORT", 65535);
  if (reader.status.ok() && place.rank >= place.size)
    reader.fail("rank " + std::to_string(place.rank) + " of " + std::to_string(place.size) +
                " processes (" + place.launcher + ")");
  if (!reader.status.ok())
    return reader.status;
  return place;
}
