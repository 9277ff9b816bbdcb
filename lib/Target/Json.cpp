//===- Json.cpp - plan bundles as text --------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "shardc/Target/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace shardc {
namespace {

/// Writes a plan to a JSON stream.
class Writer {
public:
  explicit Writer(llvm::raw_ostream &os) : json(os, 2) {}

  void write(const shardrt::Plan &plan) {
    json.object([&] {
      json.attribute("hash", std::to_string(plan.hash));
      json.attribute("model", plan.model);
      json.attribute("strategy", plan.strategy);
      json.attribute("precision", plan.precision);
      json.attribute("target", plan.target);
      json.attribute("producer", plan.producer);
      json.attribute("ranks", plan.numRanks());
      json.attribute("microbatches", plan.microbatches);
      json.attribute("collective_signature", std::to_string(plan.collectiveSignature));
      array("mesh", plan.mesh, [&](const shardrt::MeshAxis &axis) {
        json.attribute("name", axis.name);
        json.attribute("size", axis.size);
      });
      array("communicators", plan.communicators, [&](const shardrt::Communicator &comm) {
        json.attribute("name", comm.name);
        axes("axes", comm.axes);
        numbers("members", comm.members);
      });
      array("kernels", plan.kernels, [&](const shardrt::Kernel &kernel) {
        bool host = kernel.kind == shardrt::Kernel::Kind::HostFunction;
        json.attribute("symbol", kernel.symbol);
        json.attribute("kind", host ? "host" : "cuda");
        json.attribute("buffers", kernel.numBuffers);
        if (!host) {
          numbers("grid", llvm::ArrayRef<uint32_t>(kernel.grid));
          numbers("block", llvm::ArrayRef<uint32_t>(kernel.block));
          json.attribute("shared_bytes", kernel.sharedBytes);
        }
        json.attribute("flops", kernel.flops);
        json.attribute("source", kernel.source);
      });
      array("images", plan.images, [&](const shardrt::Image &image) {
        json.attribute("target", image.target);
        json.attribute("bytes", image.size);
        json.attribute("ptx_bytes", image.ptx.size());
      });
      array("segments", plan.segments, [&](const shardrt::Segment &segment) { write(segment); });
      array("programs", plan.programs, [&](const shardrt::Program &program) { write(program); });
    });
  }

private:
  template <typename Range, typename F>
  void array(llvm::StringRef key, const Range &range, F writeOne) {
    json.attributeArray(key, [&] {
      for (const auto &value : range)
        json.object([&] { writeOne(value); });
    });
  }

  template <typename Range>
  void numbers(llvm::StringRef key, const Range &range) {
    json.attributeArray(key, [&] {
      for (auto value : range)
        json.value(value);
    });
  }

  void axes(llvm::StringRef key, const std::vector<shardrt::AxisRef> &refs) {
    array(key, refs, [&](const shardrt::AxisRef &ref) {
      json.attribute("axis", ref.axis);
      json.attribute("divisor", ref.divisor);
      json.attribute("size", ref.size);
    });
  }

  void ref(llvm::StringRef key, const shardrt::BufferRef &buffer) {
    json.attributeObject(key, [&] { fields(buffer); });
  }
  void fields(const shardrt::BufferRef &buffer) {
    if (buffer.isFormal)
      json.attribute("formal", buffer.index);
    json.attribute("offset", buffer.offset);
    json.attribute("bytes", buffer.bytes);
  }

  void write(const shardrt::Segment &segment) {
    json.attribute("name", segment.name);
    json.attribute("stream", shardrt::name(segment.stream));
    numbers("formal_bytes", segment.formalBytes);
    json.attribute("scratch_bytes", segment.scratchBytes);
    json.attributeArray("streams", [&] {
      for (shardrt::StreamKind kind : segment.streams)
        json.value(shardrt::name(kind));
    });
    json.attribute("events", segment.numEvents);
    array("instructions", segment.instructions, [&](const shardrt::Instruction &instruction) {
      json.attribute("stream", instruction.stream);
      std::visit([&](const auto &op) { write(op); }, instruction.op);
      json.attribute("source", instruction.source);
    });
  }

  void write(const shardrt::LaunchOp &op) {
    json.attribute("op", "launch");
    json.attribute("kernel", op.kernel);
    array("buffers", op.buffers, [&](const shardrt::BufferRef &buffer) { fields(buffer); });
  }
  void write(const shardrt::GemmOp &op) {
    json.attribute("op", "gemm");
    json.attribute("dtype", shardrt::name(op.dtype));
    numbers("batch", op.batch);
    numbers("a_batch", op.aBatch);
    numbers("b_batch", op.bBatch);
    numbers("c_batch", op.cBatch);
    for (auto [key, value] : {std::pair<const char *, uint64_t>{"m", op.m},
                              {"n", op.n},
                              {"k", op.k},
                              {"a_m", op.aM},
                              {"a_k", op.aK},
                              {"b_k", op.bK},
                              {"b_n", op.bN},
                              {"c_m", op.cM},
                              {"c_n", op.cN}})
      json.attribute(key, value);
    ref("a", op.a);
    ref("b", op.b);
    ref("c", op.c);
    json.attribute("accumulate", op.accumulate);
  }
  void write(const shardrt::CollectiveOp &op) {
    json.attribute("op", shardrt::name(op.kind));
    json.attribute("reduce", shardrt::name(op.reduce));
    json.attribute("dtype", shardrt::name(op.dtype));
    json.attribute("count", op.count);
    json.attribute("comm", op.comm);
    json.attribute("sequence", op.sequence);
    if (op.kind == shardrt::CollectiveKind::Permute) {
      json.attributeArray("digits", [&] {
        for (const shardrt::Digit &digit : op.digits)
          json.object([&] {
            json.attribute("size", digit.size);
            json.attribute("from", digit.from);
            json.attribute("to", digit.to);
          });
      });
      json.attribute("shift", op.shift);
    }
    ref("src", op.src);
    ref("dst", op.dst);
  }
  void write(const shardrt::PointToPointOp &op) {
    json.attribute("op", op.isSend ? "send" : "recv");
    json.attribute("dtype", shardrt::name(op.dtype));
    json.attribute("count", op.count);
    json.attribute("comm", op.comm);
    json.attribute("sequence", op.sequence);
    json.attribute("peer", op.peer);
    ref("buffer", op.buffer);
  }
  void write(const shardrt::CopyOp &op) {
    json.attribute("op", "copy");
    ref("src", op.src);
    ref("dst", op.dst);
  }
  void write(const shardrt::FillOp &op) {
    json.attribute("op", "fill");
    ref("dst", op.dst);
    json.attribute("value", op.value);
  }
  void write(const shardrt::RecordOp &op) {
    json.attribute("op", "record");
    json.attribute("event", op.event);
  }
  void write(const shardrt::WaitOp &op) {
    json.attribute("op", "wait");
    json.attribute("event", op.event);
  }

  void write(const shardrt::Tensor &tensor) {
    json.attribute("name", tensor.name);
    json.attribute("dtype", shardrt::name(tensor.dtype));
    array("dims", tensor.dims, [&](const shardrt::DimLayout &dim) {
      json.attribute("global", dim.global);
      json.attribute("local", dim.local);
      json.attribute("granule", dim.granule);
      axes("axes", dim.axes);
    });
    json.attribute("offset", tensor.offset);
    json.attribute("bytes", tensor.bytes);
    json.attribute("updated_by", tensor.updatedBy);
    json.attribute("optimizer_state", tensor.optimizerState);
  }

  void write(const shardrt::Program &program) {
    json.attribute("name", program.name);
    json.attribute("class_axis", program.classAxis);
    json.attribute("class_coordinate", program.classCoordinate);
    json.attribute("arena_bytes", program.arenaBytes);
    json.attribute("flops", program.flops);
    array("tensors", program.tensors, [&](const shardrt::Tensor &tensor) { write(tensor); });
    array("outputs", program.outputs, [&](const shardrt::Tensor &tensor) { write(tensor); });
    array("actions", program.actions, [&](const shardrt::Action &action) {
      json.attribute("name", action.name);
      json.attribute("segment", action.segment);
      json.attribute("stage", action.stage);
      json.attribute("microbatch", action.microbatch);
      numbers("formals", action.formals);
      json.attribute("scratch", action.scratch);
      numbers("waits", action.waits);
    });
    array("loops", program.loops, [&](const shardrt::Loop &loop) {
      json.attribute("first", loop.first);
      json.attribute("body", loop.body);
      json.attribute("end", loop.end);
      json.attribute("predicate", loop.predicate);
    });
  }

  llvm::json::OStream json;
};

} // namespace

std::string planToJson(const shardrt::Plan &plan) {
  std::string text;
  llvm::raw_string_ostream os(text);
  Writer(os).write(plan);
  os << "\n";
  return text;
}

std::string planToActionCsv(const shardrt::Plan &plan) {
  std::string text;
  for (const shardrt::Program &program : plan.programs) {
    llvm::SmallVector<llvm::StringRef> names;
    for (const shardrt::Action &action : program.actions)
      names.push_back(action.name);
    text += llvm::join(names, ",") + "\n";
  }
  return text;
}

} // namespace shardc
