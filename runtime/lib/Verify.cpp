//===- Verify.cpp - checks of a whole plan --------------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mesh, communicators, kernels, tensors, programs and actions. The cost depends
// on the size of the file, never on the number of ranks.
//
//===----------------------------------------------------------------------===//
#include "Verify.h"

#include <algorithm>
#include <map>
#include <set>

using namespace shardrt;

namespace {
constexpr uint64_t maxExtent = uint64_t(1) << 48;
constexpr uint64_t maxRanks = uint64_t(1) << 31;
constexpr size_t maxDims = 16;

template <typename... Args>
Status invalid(const Args &...args) {
  return makeError(ErrorCode::InvalidFile, args...);
}

/// Half-open byte ranges that know whether a new one meets an old one.
class Ranges {
public:
  /// False if [offset, offset+bytes) overlaps a range inserted before. `owner`
  /// then names that one.
  bool insert(uint64_t offset, uint64_t bytes, const std::string &name, std::string &owner) {
    if (overlaps(offset, bytes, &owner))
      return false;
    if (bytes)
      ranges[offset] = {offset + bytes, name};
    return true;
  }
  bool overlaps(uint64_t offset, uint64_t bytes, std::string *owner) const {
    if (!bytes)
      return false;
    auto next = ranges.lower_bound(offset);
    if (next != ranges.end() && next->first < offset + bytes) {
      *owner = next->second.second;
      return true;
    }
    if (next == ranges.begin() || std::prev(next)->second.first <= offset)
      return false;
    *owner = std::prev(next)->second.second;
    return true;
  }

private:
  std::map<uint64_t, std::pair<uint64_t, std::string>> ranges;
};

class PlanVerifier {
public:
  explicit PlanVerifier(const Plan &plan) : plan(plan) {}
  Status run();

private:
  Status checkMesh();
  Status checkAxes(const std::vector<AxisRef> &axes, const std::string &what);
  Status checkCommunicator(const Communicator &comm);
  Status checkKernel(const Kernel &kernel);
  Status checkClasses();
  Status checkTensor(const Program &program, const Tensor &tensor, bool isOutput);
  Status checkUpdates(const Program &program);
  Status checkAction(const Program &program, size_t index);
  Status checkOverlaps(const Program &program, const Action &action);
  Status checkMembership(const Program &program, const Segment &segment);
  Status checkLoops(const Program &program);
  Status checkProgram(const Program &program);

  const Plan &plan;
  std::vector<std::vector<uint64_t>> alignments; // one per segment
  // What the first program to hold a tensor of this name says of it.
  std::map<std::pair<bool, std::string>, const Tensor *> named;
};
} // namespace

Status PlanVerifier::checkMesh() {
  uint64_t ranks = 1;
  if (plan.mesh.size() > maxDims)
    return invalid("the mesh has ", plan.mesh.size(), " axes, more than ", maxDims);
  std::set<std::string> names;
  for (const MeshAxis &axis : plan.mesh) {
    if (axis.size == 0)
      return invalid("mesh axis '", axis.name, "' has size 0");
    if (!names.insert(axis.name).second)
      return invalid("two mesh axes are named '", axis.name, "'");
    std::optional<uint64_t> product = checkedMul(ranks, axis.size);
    if (!product || *product > maxRanks)
      return invalid("the mesh has more than ", maxRanks, " ranks");
    ranks = *product;
  }
  return Status();
}

Status PlanVerifier::checkAxes(const std::vector<AxisRef> &axes, const std::string &what) {
  for (size_t i = 0; i < axes.size(); ++i) {
    const AxisRef &ref = axes[i];
    if (ref.axis >= plan.mesh.size())
      return invalid(what, " names mesh axis ", ref.axis, " of ", plan.mesh.size());
    uint64_t span = uint64_t(ref.divisor) * ref.size;
    if (span == 0 || plan.mesh[ref.axis].size % span)
      return invalid(what, " uses a sub-axis of size ", ref.size, " and divisor ", ref.divisor,
                     " of axis '", plan.mesh[ref.axis].name, "' of size ",
                     plan.mesh[ref.axis].size);
    for (size_t j = 0; j < i; ++j) {
      const AxisRef &other = axes[j];
      if (ref.size == 1 || other.size == 1 || ref.axis != other.axis)
        continue;
      bool disjoint =
          ref.divisor % (uint64_t(other.divisor) * other.size) == 0 || other.divisor % span == 0;
      if (!disjoint)
        return invalid(what, " uses axis '", plan.mesh[ref.axis].name, "' twice");
    }
  }
  return Status();
}

Status PlanVerifier::checkCommunicator(const Communicator &comm) {
  std::string what = "communicator '" + comm.name + "'";
  if (Status status = checkAxes(comm.axes, what); !status)
    return status;
  if (comm.members.empty())
    return Status();
  if (comm.axes.size() != 1)
    return invalid(what, " lists members but has ", comm.axes.size(), " axes");
  std::set<uint32_t> seen;
  for (uint32_t member : comm.members) {
    if (member >= comm.axes[0].size)
      return invalid(what, " has member ", member, " of ", comm.axes[0].size);
    if (!seen.insert(member).second)
      return invalid(what, " has member ", member, " twice");
  }
  return Status();
}

Status PlanVerifier::checkKernel(const Kernel &kernel) {
  if (!kernel.bufferBytes.empty() && kernel.bufferBytes.size() != kernel.numBuffers)
    return invalid("kernel '", kernel.symbol, "' takes ", kernel.numBuffers,
                   " buffers but declares ", kernel.bufferBytes.size(), " sizes");
  bool isHost = kernel.kind == Kernel::Kind::HostFunction;
  bool found = false;
  for (const Image &image : plan.images)
    found |= (image.target == "host") == isHost;
  if (!found)
    return invalid("kernel '", kernel.symbol, "' has no image for ",
                   isHost ? "the host" : "a CUDA device");
  uint64_t threads = uint64_t(kernel.block[0]) * kernel.block[1];
  threads = std::min<uint64_t>(threads, 1u << 20) * kernel.block[2];
  bool emptyGrid = !kernel.grid[0] || !kernel.grid[1] || !kernel.grid[2];
  if (!isHost && (emptyGrid || threads == 0 || threads > 1024))
    return invalid("kernel '", kernel.symbol, "' has ", threads, " threads a block",
                   emptyGrid ? " and an empty grid" : "",
                   "; 1 to 1024 and a non-empty grid are possible");
  return Status();
}

Status PlanVerifier::checkClasses() {
  if (plan.programs.empty())
    return invalid("the plan has no program");
  int32_t axis = plan.programs[0].classAxis;
  if (axis < 0) {
    if (plan.programs.size() > 1)
      return invalid("program '", plan.programs[0].name, "' is for all ranks, but there are ",
                     plan.programs.size(), " programs");
    return Status();
  }
  if (static_cast<size_t>(axis) >= plan.mesh.size())
    return invalid("program '", plan.programs[0].name, "' names mesh axis ", axis, " of ",
                   plan.mesh.size());
  uint32_t size = plan.mesh[axis].size;
  std::set<uint32_t> seen;
  for (const Program &program : plan.programs) {
    if (program.classAxis != axis)
      return invalid("program '", program.name, "' has class axis ", program.classAxis,
                     ", program '", plan.programs[0].name, "' has ", axis);
    if (program.classCoordinate >= size)
      return invalid("program '", program.name, "' is for coordinate ", program.classCoordinate,
                     " of ", size);
    if (!seen.insert(program.classCoordinate).second)
      return invalid("two programs are for coordinate ", program.classCoordinate, " of axis '",
                     plan.mesh[axis].name, "'");
  }
  if (seen.size() != size)
    return invalid("axis '", plan.mesh[axis].name, "' has ", size, " coordinates but ", seen.size(),
                   " programs");
  return Status();
}

Status PlanVerifier::checkTensor(const Program &program, const Tensor &tensor, bool isOutput) {
  std::string what =
      "program '" + program.name + "' " + (isOutput ? "output '" : "tensor '") + tensor.name + "'";
  if (tensor.dims.size() > maxDims)
    return invalid(what, " has ", tensor.dims.size(), " dimensions, more than ", maxDims);
  std::vector<AxisRef> axes = tensor.partial;
  uint64_t element = elementSize(tensor.dtype);
  std::optional<uint64_t> local = element, global = element;
  for (size_t d = 0; d < tensor.dims.size(); ++d) {
    const DimLayout &dim = tensor.dims[d];
    axes.insert(axes.end(), dim.axes.begin(), dim.axes.end());
    if (Status status = checkAxes(dim.axes, what); !status)
      return status;
    if (dim.granule == 0 || dim.granule > maxExtent || dim.global > maxExtent)
      return invalid(what, " dimension ", d, " has extent ", dim.global, " and granule ",
                     dim.granule);
    uint64_t block = localExtent(dim.global, dim.granule, dim.axes);
    if (block != dim.local)
      return invalid(what, " dimension ", d, " has local extent ", dim.local, ", its layout makes ",
                     block);
    local = local ? checkedMul(*local, dim.local) : local;
    global = global ? checkedMul(*global, dim.global) : global;
  }
  if (Status status = checkAxes(axes, what); !status)
    return status;
  if (!local || !global)
    return invalid(what, " is too large");
  if (*local != tensor.bytes)
    return invalid(what, " has ", tensor.bytes, " bytes, its layout makes ", *local);
  std::optional<uint64_t> end = checkedAdd(tensor.offset, tensor.bytes);
  if (!end || *end > program.arenaBytes)
    return invalid(what, " covers ", tensor.bytes, " bytes at ", tensor.offset, ", the arena has ",
                   program.arenaBytes);
  if (tensor.offset % element)
    return invalid(what, " is at ", tensor.offset, ", not a multiple of its element's ", element,
                   " bytes");
  if (isOutput
          ? tensor.role == Role::Input || tensor.role == Role::Scratch
          : tensor.role != Role::Param && tensor.role != Role::Input && tensor.role != Role::State)
    return invalid(what, " has role ", static_cast<unsigned>(tensor.role));
  if (!isOutput && !tensor.partial.empty())
    return invalid(what, " is a partial sum; only outputs may be");
  if (tensor.role == Role::Loss && globalElements(tensor.dims) != 1)
    return invalid(what, " is the loss but has ", globalElements(tensor.dims), " elements");
  if (tensor.init.kind == InitKind::UniformInt && tensor.init.low >= tensor.init.high)
    return invalid(what, " is to be filled from an empty range [", tensor.init.low, ", ",
                   tensor.init.high, ")");
  auto [first, isNew] = named.try_emplace({isOutput, tensor.name}, &tensor);
  const Tensor &other = *first->second;
  bool same = other.dtype == tensor.dtype && other.dims.size() == tensor.dims.size();
  for (size_t d = 0; same && d < tensor.dims.size(); ++d)
    same = other.dims[d].global == tensor.dims[d].global;
  if (!isNew && !same)
    return invalid(what, " has another shape or type in another program");
  return Status();
}

Status PlanVerifier::checkUpdates(const Program &program) {
  Ranges tensors;
  std::string owner;
  std::set<std::string> tensorNames, outputNames;
  for (const Tensor &tensor : program.tensors) {
    if (!tensorNames.insert(tensor.name).second)
      return invalid("program '", program.name, "' has two tensors named '", tensor.name, "'");
    if (!tensors.insert(tensor.offset, tensor.bytes, tensor.name, owner))
      return invalid("program '", program.name, "' tensor '", tensor.name, "' overlaps tensor '",
                     owner, "'");
  }
  for (const Tensor &output : program.outputs)
    if (!outputNames.insert(output.name).second)
      return invalid("program '", program.name, "' has two outputs named '", output.name, "'");
  // A value that moves to its tensor's place must not destroy another that is
  // still to move.
  Ranges moved;
  for (const Tensor &tensor : program.tensors) {
    if (tensor.updatedBy == -1)
      continue;
    std::string what = "program '" + program.name + "' tensor '" + tensor.name + "'";
    if (tensor.updatedBy < 0 || static_cast<size_t>(tensor.updatedBy) >= program.outputs.size())
      return invalid(what, " is updated by output ", tensor.updatedBy, " of ",
                     program.outputs.size());
    if (tensor.role == Role::Input)
      return invalid(what, " is an input but is updated");
    const Tensor &output = program.outputs[tensor.updatedBy];
    if (output.dtype != tensor.dtype || output.bytes != tensor.bytes)
      return invalid(what, " has ", tensor.bytes, " bytes of ", name(tensor.dtype), ", output '",
                     output.name, "' that updates it ", output.bytes, " of ", name(output.dtype));
    if (output.offset != tensor.offset)
      moved.insert(tensor.offset, tensor.bytes, tensor.name, owner);
  }
  for (const Tensor &tensor : program.tensors) {
    if (tensor.updatedBy == -1)
      continue;
    const Tensor &output = program.outputs[tensor.updatedBy];
    if (moved.overlaps(output.offset, output.bytes, &owner))
      return invalid("program '", program.name, "' output '", output.name, "' lies where tensor '",
                     owner, "' is written at the end of the step");
  }
  return Status();
}

Status PlanVerifier::checkOverlaps(const Program &program, const Action &action) {
  const Segment &segment = plan.segments[action.segment];
  auto address = [&](const BufferRef &ref) {
    return (ref.isFormal ? action.formals[ref.index] : action.scratch) + ref.offset;
  };
  for (const Instruction &instruction : segment.instructions) {
    uint64_t src, dst, srcBytes, dstBytes;
    bool inPlace = false;
    if (auto *op = std::get_if<CollectiveOp>(&instruction.op)) {
      uint32_t size = plan.communicators[op->comm].size();
      CollectiveBytes bytes = *collectiveBytes(*op, size);
      src = address(op->src);
      dst = address(op->dst);
      srcBytes = bytes.src;
      dstBytes = bytes.dst;
      // Which slice is in place depends on the rank; any of them is accepted
      // here and the own one is asked for when the operation runs.
      if (op->kind == CollectiveKind::AllReduce || op->kind == CollectiveKind::Broadcast)
        inPlace = src == dst;
      else if (op->kind == CollectiveKind::AllGather)
        inPlace = src >= dst && srcBytes && (src - dst) % srcBytes == 0;
      else if (op->kind == CollectiveKind::ReduceScatter)
        inPlace = dst >= src && dstBytes && (dst - src) % dstBytes == 0;
    } else if (auto *op = std::get_if<CopyOp>(&instruction.op)) {
      src = address(op->src);
      dst = address(op->dst);
      srcBytes = dstBytes = op->src.bytes;
      inPlace = src == dst;
    } else {
      continue;
    }
    if (!inPlace && src < dst + dstBytes && dst < src + srcBytes)
      return invalid("program '", program.name, "' action '", action.name,
                     "': source and destination of ",
                     instruction.source.empty() ? segment.name : instruction.source, " overlap");
  }
  return Status();
}

Status PlanVerifier::checkAction(const Program &program, size_t index) {
  const Action &action = program.actions[index];
  std::string what = "program '" + program.name + "' action '" + action.name + "'";
  if (action.segment >= plan.segments.size())
    return invalid(what, " executes segment ", action.segment, " of ", plan.segments.size());
  const Segment &segment = plan.segments[action.segment];
  const std::vector<uint64_t> &alignment = alignments[action.segment];
  size_t count = segment.formalBytes.size();
  if (action.formals.size() != count)
    return invalid(what, " gives ", action.formals.size(), " buffers, segment '", segment.name,
                   "' takes ", count);
  for (size_t i = 0; i <= count; ++i) {
    uint64_t offset = i < count ? action.formals[i] : action.scratch;
    uint64_t bytes = i < count ? segment.formalBytes[i] : segment.scratchBytes;
    std::string buffer = i < count ? "buffer " + std::to_string(i) : "scratch";
    std::optional<uint64_t> end = checkedAdd(offset, bytes);
    if (!end || *end > program.arenaBytes)
      return invalid(what, ": ", buffer, " covers ", bytes, " bytes at ", offset,
                     ", the arena has ", program.arenaBytes);
    if (offset % alignment[i])
      return invalid(what, ": ", buffer, " is at ", offset, ", not a multiple of ", alignment[i]);
  }
  for (uint32_t wait : action.waits)
    if (wait >= index)
      return invalid(what, " waits for action ", wait, " but is itself action ", index);
  return checkOverlaps(program, action);
}

/// A communicator with listed members leaves ranks out; a program that uses it
/// must be for members only.
Status PlanVerifier::checkMembership(const Program &program, const Segment &segment) {
  for (const Instruction &instruction : segment.instructions) {
    const auto *collective = std::get_if<CollectiveOp>(&instruction.op);
    const auto *p2p = std::get_if<PointToPointOp>(&instruction.op);
    if (!collective && !p2p)
      continue;
    const Communicator &comm = plan.communicators[collective ? collective->comm : p2p->comm];
    if (comm.members.empty())
      continue;
    std::string what = "program '" + program.name + "' segment '" + segment.name +
                       "' uses communicator '" + comm.name + "'";
    const AxisRef &axis = comm.axes[0];
    if (program.classAxis < 0 || static_cast<uint32_t>(program.classAxis) != axis.axis)
      return invalid(what, ", to which not all its ranks belong");
    uint32_t own = (program.classCoordinate / axis.divisor) % axis.size;
    auto self = std::find(comm.members.begin(), comm.members.end(), own);
    if (self == comm.members.end())
      return invalid(what, ", of which it is no member");
    if (p2p && p2p->peer == static_cast<size_t>(self - comm.members.begin()))
      return invalid(what, " to ", p2p->isSend ? "send to" : "receive from", " itself");
  }
  return Status();
}

/// That loops are nested and stay in the program: then every walk over them ends.
Status PlanVerifier::checkLoops(const Program &program) {
  std::vector<const Loop *> open;
  for (size_t i = 0; i < program.loops.size(); ++i) {
    const Loop &loop = program.loops[i];
    std::string what = "program '" + program.name + "' loop " + std::to_string(i);
    if (loop.first > loop.body || loop.body > loop.end || loop.first == loop.end ||
        loop.end > program.actions.size())
      return invalid(what, " has actions ", loop.first, " to ", loop.end, ", its body from ",
                     loop.body, ", of ", program.actions.size());
    if (i && loop.first < program.loops[i - 1].first)
      return invalid(what, " begins at action ", loop.first, ", before loop ", i - 1);
    while (!open.empty() && open.back()->end <= loop.first)
      open.pop_back();
    if (!open.empty()) {
      const Loop &outer = *open.back();
      uint32_t limit = loop.first < outer.body ? outer.body : outer.end;
      if (loop.end > limit)
        return invalid(what, " ends at action ", loop.end, ", the part it begins in at ", limit);
    }
    open.push_back(&loop);
    if (open.size() > maxLoopDepth)
      return invalid(what, " is in ", open.size() - 1, " others, more than ", maxLoopDepth - 1);
    if (loop.predicate >= program.arenaBytes)
      return invalid(what, " reads its condition at ", loop.predicate, ", the arena has ",
                     program.arenaBytes);
  }
  if (program.loops.empty())
    return Status();
  if (program.classAxis >= 0)
    return invalid("program '", program.name,
                   "' has loops but is for one class; only what all ranks run may repeat");
  for (const Action &action : program.actions)
    if (plan.segments[action.segment].stream != StreamKind::Compute)
      return invalid("program '", program.name, "' has loops, but its action '", action.name,
                     "' is not on the compute stream");
  return Status();
}

Status PlanVerifier::checkProgram(const Program &program) {
  if (program.arenaBytes > maxExtent)
    return invalid("program '", program.name, "' has an arena of ", program.arenaBytes, " bytes");
  for (const Tensor &tensor : program.tensors)
    if (Status status = checkTensor(program, tensor, false); !status)
      return status;
  for (const Tensor &output : program.outputs)
    if (Status status = checkTensor(program, output, true); !status)
      return status;
  if (Status status = checkUpdates(program); !status)
    return status;
  std::set<uint32_t> used;
  for (size_t i = 0; i < program.actions.size(); ++i) {
    if (Status status = checkAction(program, i); !status)
      return status;
    uint32_t segment = program.actions[i].segment;
    if (!used.insert(segment).second)
      continue;
    if (Status status = checkMembership(program, plan.segments[segment]); !status)
      return status;
  }
  return checkLoops(program);
}

Status PlanVerifier::run() {
  if (Status status = checkMesh(); !status)
    return status;
  std::set<std::string> names;
  for (const Communicator &comm : plan.communicators) {
    if (!names.insert(comm.name).second)
      return invalid("two communicators are named '", comm.name, "'");
    if (Status status = checkCommunicator(comm); !status)
      return status;
  }
  for (const Kernel &kernel : plan.kernels)
    if (Status status = checkKernel(kernel); !status)
      return status;
  alignments.resize(plan.segments.size());
  for (size_t i = 0; i < plan.segments.size(); ++i)
    if (Status status = verifySegment(plan, plan.segments[i], alignments[i]); !status)
      return status;
  if (Status status = checkClasses(); !status)
    return status;
  for (const Program &program : plan.programs)
    if (Status status = checkProgram(program); !status)
      return status;
  return Status();
}

Status shardrt::verifyPlan(const Plan &plan) { return PlanVerifier(plan).run(); }
