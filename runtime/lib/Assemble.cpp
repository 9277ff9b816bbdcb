//===- Assemble.cpp - whole tensors from local parts ----------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts the local parts of all ranks in their places, and compares the bits
// where several ranks hold one element.
//
//===----------------------------------------------------------------------===//
#include "SessionImpl.h"

#include <cstring>

using namespace shardrt;

namespace {
/// One whole tensor as bits; ranks fill in what they hold.
class Whole {
public:
  Whole(uint64_t elements, uint64_t element)
      : element(element), bytes(elements * element), owner(elements, -1) {}

  /// Places a run of elements; returns the first that a rank before holds with
  /// other bits, and sets `other` to that rank.
  std::optional<uint64_t> place(uint64_t at, const char *data, uint64_t length, int64_t rank,
                                int64_t &other) {
    std::optional<uint64_t> difference;
    for (uint64_t i = 0; i < length; ++i) {
      char *to = bytes.data() + (at + i) * element;
      const char *from = data + i * element;
      if (owner[at + i] < 0) {
        owner[at + i] = rank;
        std::memcpy(to, from, element);
      } else if (!difference && std::memcmp(to, from, element) != 0) {
        difference = at + i;
        other = owner[at + i];
      }
    }
    return difference;
  }

  std::optional<uint64_t> firstHole() const {
    for (uint64_t i = 0; i < owner.size(); ++i)
      if (owner[i] < 0)
        return i;
    return std::nullopt;
  }

  const uint64_t element;
  std::vector<char> bytes;

private:
  std::vector<int64_t> owner;
};
} // namespace

static const Tensor *find(const Program &program, const std::string &name, bool isOutput) {
  for (const Tensor &tensor : isOutput ? program.outputs : program.tensors)
    if (tensor.name == name)
      return &tensor;
  return nullptr;
}

Expected<GlobalTensor> Session::readGlobal(const std::string &name, Border border) {
  const Plan &plan = *impl->plan;
  if (impl->executors.size() != plan.numRanks())
    return makeError(ErrorCode::Unavailable, "cannot assemble '", name, "': this process runs ",
                     impl->executors.size(), " of ", plan.numRanks(), " ranks");
  const Tensor *first = nullptr;
  bool isOutput = false;
  for (bool output : {false, true}) {
    if (border == (output ? Border::Tensor : Border::Output))
      continue;
    for (const Program &program : plan.programs)
      if (!first && (first = find(program, name, output)))
        isOutput = output;
  }
  if (!first)
    return makeError(ErrorCode::InvalidArgument, "the plan has no tensor '", name, "'");
  GlobalTensor result;
  result.dtype = first->dtype;
  for (const DimLayout &dim : first->dims)
    result.shape.push_back(dim.global);
  uint64_t elements = globalElements(first->dims);
  uint64_t element = elementSize(first->dtype);
  std::map<uint32_t, Whole> parts;
  for (auto &executor : impl->executors) {
    const Tensor *tensor = find(executor->program, name, isOutput);
    if (!tensor)
      continue;
    std::vector<char> local;
    if (Status status = executor->read(*tensor, isOutput, local); !status)
      return status;
    Whole &whole =
        parts.try_emplace(partOf(*tensor, executor->coords), elements, element).first->second;
    int64_t rank = static_cast<int64_t>(executor->device.rank());
    forEachRun(tensor->dims, executor->coords, [&](uint64_t global, uint64_t at, uint64_t length) {
      int64_t other = -1;
      std::optional<uint64_t> index =
          whole.place(global, local.data() + at * element, length, rank, other);
      if (!index || !result.replicasIdentical)
        return;
      result.replicasIdentical = false;
      result.difference = "'" + name + "' element " + std::to_string(*index) + " of rank " +
                          std::to_string(other) + " and rank " + std::to_string(rank);
    });
  }
  result.values.assign(elements, 0.0);
  for (auto &[part, whole] : parts) {
    if (std::optional<uint64_t> hole = whole.firstHole())
      return makeError(ErrorCode::InvalidFile, "no rank holds element ", *hole, " of '", name, "'");
    for (uint64_t i = 0; i < elements; ++i) {
      double value = loadElement(whole.bytes.data(), result.dtype, i);
      // The first part is taken as it is, which keeps the sign of a zero.
      result.values[i] = &whole == &parts.begin()->second ? value : result.values[i] + value;
    }
  }
  return result;
}

Status Session::checkReplicas() {
  for (bool isOutput : {false, true}) {
    for (const std::string &name : isOutput ? outputNames() : tensorNames()) {
      Expected<GlobalTensor> tensor = readGlobal(name, isOutput ? Border::Output : Border::Tensor);
      if (!tensor)
        return tensor.status();
      if (!tensor->replicasIdentical)
        return makeError(ErrorCode::Mismatch, "replicas differ: ", tensor->difference);
    }
  }
  return Status();
}
