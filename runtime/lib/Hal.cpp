//===- Hal.cpp - backends by name -----------------------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Picks a backend; a CUDA one lives in a plug-in, so that programs start on
// machines without CUDA. Also names operations for messages.
//
//===----------------------------------------------------------------------===//
#include "shardrt/Hal.h"
#include "Plugin.h"

#include <cstdlib>
#include <dlfcn.h>

using namespace shardrt;
using namespace shardrt::hal;

Event::~Event() = default;
Stream::~Stream() = default;
Device::~Device() = default;
Backend::~Backend() = default;

std::string hal::describe(const Plan &plan, const Label &label) {
  std::ostringstream os;
  if (label.instruction) {
    const Instruction &instruction = *label.instruction;
    auto on = [&](uint32_t comm) { os << " on '" << plan.communicators[comm].name << "'"; };
    if (auto *op = std::get_if<LaunchOp>(&instruction.op)) {
      os << "kernel '" << plan.kernels[op->kernel].symbol << "'";
    } else if (auto *op = std::get_if<GemmOp>(&instruction.op)) {
      os << "gemm " << op->m << 'x' << op->n << 'x' << op->k;
    } else if (auto *op = std::get_if<CollectiveOp>(&instruction.op)) {
      os << name(op->kind) << " #" << op->sequence;
      on(op->comm);
    } else if (auto *op = std::get_if<PointToPointOp>(&instruction.op)) {
      os << (op->isSend ? "send #" : "recv #") << op->sequence;
      on(op->comm);
    } else if (std::holds_alternative<CopyOp>(instruction.op)) {
      os << "copy";
    } else if (std::holds_alternative<FillOp>(instruction.op)) {
      os << "fill";
    }
    if (!instruction.source.empty())
      os << " (" << instruction.source << ")";
  }
  if (label.action)
    os << (os.str().empty() ? "action '" : " of action '") << label.action->name << "'";
  return os.str();
}

/// Where the plug-in may be: a path named by the user, then the lib folder
/// beside the program's own, then the dynamic linker's places.
static std::vector<std::string> pluginPaths(const std::string &file) {
  std::vector<std::string> paths;
  if (const char *folder = std::getenv("SHARDRT_PLUGIN_DIR"))
    paths.push_back(std::string(folder) + "/" + file);
  char *self = realpath("/proc/self/exe", nullptr);
  if (self) {
    std::string folder(self);
    std::free(self);
    folder.resize(folder.rfind('/'));
    paths.push_back(folder + "/../lib/" + file);
    paths.push_back(folder + "/" + file);
  }
  paths.push_back(file);
  return paths;
}

static Expected<std::unique_ptr<Backend>> createCudaBackend(PlanFile plan,
                                                            const BackendOptions &options) {
  auto unavailable = [](const std::string &reason) {
    return makeError(ErrorCode::Unavailable, "no CUDA device: ", reason, "; use --backend host");
  };
  // A plug-in that is there but does not load says more than one that is not.
  std::string reason;
  void *library = nullptr;
  for (const std::string &path : pluginPaths("libshardrt-cuda.so")) {
    library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library)
      break;
    std::string error = dlerror();
    bool absent = error.find("libshardrt-cuda.so: cannot open") != std::string::npos;
    if (reason.empty() && !absent)
      reason = error;
  }
  if (!library)
    return unavailable(reason.empty() ? "this build has no CUDA backend (it needs the CUDA "
                                        "toolkit and NCCL at configure time)"
                                      : reason);
  auto *create = reinterpret_cast<CreateBackendFn>(dlsym(library, createBackendSymbol));
  if (!create)
    return unavailable(dlerror());
  Expected<std::unique_ptr<Backend>> backend =
      Status(ErrorCode::Internal, "the plug-in did not answer");
  create(std::move(plan), options, backend);
  if (!backend && backend.status().code() == ErrorCode::Unavailable)
    return unavailable(backend.message());
  return backend;
}

Expected<std::unique_ptr<Backend>> hal::createBackend(const std::string &name, PlanFile plan,
                                                      const BackendOptions &options) {
  if (name == "host")
    return createHostBackend(std::move(plan), options);
  if (name == "cuda")
    return createCudaBackend(std::move(plan), options);
  if (name == "mpi")
    return makeError(ErrorCode::Unavailable, "this build has no MPI backend; use --backend host");
  return makeError(ErrorCode::InvalidArgument, "unknown backend '", name,
                   "'; host, mpi and cuda exist");
}
