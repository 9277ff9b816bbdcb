//===- Plan.cpp - mesh arithmetic of a plan -------------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranks, coordinates and groups.
//
//===----------------------------------------------------------------------===//
#include "shardrt/Plan.h"

using namespace shardrt;

uint32_t Communicator::size() const {
  if (!members.empty())
    return static_cast<uint32_t>(members.size());
  uint32_t size = 1;
  for (const AxisRef &axis : axes)
    size *= axis.size;
  return size;
}

uint32_t CollectiveOp::targetOf(uint32_t self, uint32_t size) const {
  uint64_t position = (uint64_t(self) + shift) % size, target = 0;
  for (const Digit &digit : digits)
    target += position / digit.from % digit.size * digit.to;
  return static_cast<uint32_t>(target);
}

uint32_t CollectiveOp::sourceOf(uint32_t self, uint32_t size) const {
  uint64_t position = 0;
  for (const Digit &digit : digits)
    position += uint64_t(self) / digit.to % digit.size * digit.from;
  return static_cast<uint32_t>((position + size - shift) % size);
}

uint64_t GemmOp::flops() const {
  uint64_t count = 2 * m * n * k;
  for (uint64_t extent : batch)
    count *= extent;
  return count;
}

uint64_t Plan::numRanks() const {
  uint64_t count = 1;
  for (const MeshAxis &axis : mesh)
    count *= axis.size;
  return count;
}

std::vector<uint32_t> Plan::coordsOf(uint64_t rank) const {
  std::vector<uint32_t> coords(mesh.size());
  for (size_t i = mesh.size(); i-- > 0;) {
    coords[i] = static_cast<uint32_t>(rank % mesh[i].size);
    rank /= mesh[i].size;
  }
  return coords;
}

uint64_t Plan::rankAt(const std::vector<uint32_t> &coords) const {
  uint64_t rank = 0;
  for (size_t i = 0; i < mesh.size(); ++i)
    rank = rank * mesh[i].size + coords[i];
  return rank;
}

uint32_t Plan::programOf(uint64_t rank) const {
  std::vector<uint32_t> coords = coordsOf(rank);
  for (uint32_t i = 0; i < programs.size(); ++i)
    if (programs[i].classAxis < 0 || coords[programs[i].classAxis] == programs[i].classCoordinate)
      return i;
  return 0; // verified plans leave no rank without a program
}

Group Plan::groupOf(uint32_t comm, uint64_t rank) const {
  const Communicator &communicator = communicators[comm];
  const std::vector<uint32_t> own = coordsOf(rank);
  Group group;
  bool isMember = false;
  uint32_t size = communicator.size();
  for (uint32_t position = 0; position < size; ++position) {
    std::vector<uint32_t> coords = own;
    uint32_t rest = position;
    for (size_t i = communicator.axes.size(); i-- > 0;) {
      const AxisRef &axis = communicator.axes[i];
      uint32_t coordinate =
          communicator.members.empty() ? rest % axis.size : communicator.members[position];
      rest /= axis.size;
      uint32_t &value = coords[axis.axis];
      value = value - coordinateOn(axis, own) * axis.divisor + coordinate * axis.divisor;
    }
    uint64_t other = rankAt(coords);
    if (other == rank) {
      isMember = true;
      group.self = position;
    }
    group.ranks.push_back(static_cast<uint32_t>(other));
  }
  if (!isMember)
    group.ranks.clear();
  return group;
}
