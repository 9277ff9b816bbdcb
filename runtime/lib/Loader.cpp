//===- Loader.cpp - bundle file to plan -----------------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the container (identifier, FlatBuffers structure, hash), then copies
// its tables into plain structs. Enumerations are range-checked here, because a
// FlatBuffers verifier lets any byte through; the rest is Verify.cpp's.
//
//===----------------------------------------------------------------------===//
#include "Verify.h"
#include "plan_generated.h"
#include "shardrt/Text.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

using namespace shardrt;

uint64_t shardrt::hashBytes(const void *data, size_t size) {
  const auto *bytes = static_cast<const uint8_t *>(data);
  uint64_t hash = 0xcbf29ce484222325ull;
  for (size_t i = 0; i < size; ++i)
    hash = (hash ^ bytes[i]) * 0x100000001b3ull;
  return hash;
}

namespace {
/// Copies tables; the first fault is kept and ends the copying of large parts.
class Decoder {
public:
  Status decode(const fb::Plan &in, Plan &out);

private:
  void fail(const std::string &message) {
    if (status.ok())
      status = makeError(ErrorCode::InvalidFile, message);
  }

  static std::string text(const flatbuffers::String *string) {
    return string ? string->str() : std::string();
  }

  template <typename To, typename From>
  To enumeration(From value, From maximum, const char *what) {
    if (value > maximum) {
      fail(std::string("unknown ") + what + " " + std::to_string(static_cast<unsigned>(value)));
      return To{};
    }
    return static_cast<To>(value);
  }
  DType dtype(fb::DType value) { return enumeration<DType>(value, fb::DType_MAX, "element type"); }
  StreamKind streamKind(fb::StreamKind value) {
    return enumeration<StreamKind>(value, fb::StreamKind_MAX, "stream kind");
  }

  // The verifier checks where a vector begins, not that its elements are
  // aligned: in a hostile file they may not be, so they are copied as bytes.
  template <typename T>
  static std::vector<T> numbers(const flatbuffers::Vector<T> *in) {
    std::vector<T> out(in ? in->size() : 0);
    if (!out.empty())
      std::memcpy(out.data(), in->Data(), out.size() * sizeof(T));
    return out;
  }
  static std::vector<AxisRef> axes(const flatbuffers::Vector<const fb::AxisRef *> *in) {
    std::vector<AxisRef> out;
    if (in)
      for (const fb::AxisRef *axis : *in)
        out.push_back({axis->axis(), axis->divisor(), axis->size()});
    return out;
  }
  BufferRef buffer(const void *in, const char *what) {
    if (!in) {
      fail(std::string("an operand '") + what + "' is missing");
      return {};
    }
    fb::BufferRef ref;
    std::memcpy(static_cast<void *>(&ref), in, sizeof(ref));
    return {ref.is_formal(), ref.index(), ref.offset(), ref.bytes()};
  }

  Tensor tensor(const fb::Tensor &in);
  Kernel kernel(const fb::Kernel &in);
  Instruction instruction(const fb::Instruction &in);
  Segment segment(const fb::Segment &in);
  Program program(const fb::Program &in);

  Status status;
};
} // namespace

Tensor Decoder::tensor(const fb::Tensor &in) {
  Tensor out;
  out.name = in.name()->str();
  out.role = enumeration<Role>(in.role(), fb::Role_MAX, "role");
  out.dtype = dtype(in.dtype());
  if (in.dims())
    for (const fb::DimLayout *dim : *in.dims())
      out.dims.push_back({dim->global(), dim->local(), dim->granule(), axes(dim->axes())});
  out.offset = in.offset();
  out.bytes = in.bytes();
  if (const fb::Init *init = in.init()) {
    out.init.kind = enumeration<InitKind>(init->kind(), fb::InitKind_MAX, "initial value");
    out.init.stream = init->stream();
    out.init.mean = init->mean();
    out.init.stddev = init->stddev();
    out.init.low = init->low();
    out.init.high = init->high();
  }
  out.updatedBy = in.updated_by();
  out.optimizerState = in.optimizer_state();
  out.partial = axes(in.partial());
  return out;
}

Kernel Decoder::kernel(const fb::Kernel &in) {
  Kernel out;
  out.kind = enumeration<Kernel::Kind>(in.kind(), fb::KernelKind_MAX, "kernel kind");
  out.symbol = in.symbol()->str();
  out.numBuffers = in.num_buffers();
  auto extents = [&](const flatbuffers::Vector<uint32_t> *from, uint32_t *to, const char *what) {
    if (!from)
      return;
    if (from->size() > 3)
      return fail("kernel '" + out.symbol + "' has a " + what + " of rank " +
                  std::to_string(from->size()) + ", more than 3");
    for (uint32_t i = 0; i < from->size(); ++i)
      to[i] = from->Get(i);
  };
  extents(in.grid(), out.grid, "grid");
  extents(in.block(), out.block, "block");
  out.sharedBytes = in.shared_bytes();
  out.source = text(in.source());
  out.flops = in.flops();
  out.bufferBytes = numbers(in.buffer_bytes());
  return out;
}

Instruction Decoder::instruction(const fb::Instruction &in) {
  Instruction out;
  out.stream = in.stream();
  out.source = text(in.source());
  if (!in.op()) {
    fail("an instruction has no operation");
    return out;
  }
  switch (in.op_type()) {
  case fb::Op_Launch: {
    const fb::Launch *op = in.op_as_Launch();
    LaunchOp launch;
    launch.kernel = op->kernel();
    if (op->buffers())
      for (uint32_t i = 0; i < op->buffers()->size(); ++i)
        launch.buffers.push_back(
            buffer(op->buffers()->Data() + i * sizeof(fb::BufferRef), "buffer"));
    out.op = std::move(launch);
    break;
  }
  case fb::Op_Gemm: {
    const fb::Gemm *op = in.op_as_Gemm();
    GemmOp gemm;
    gemm.dtype = dtype(op->dtype());
    gemm.cType = op->c_dtype() ? dtype(*op->c_dtype()) : gemm.dtype;
    gemm.batch = numbers(op->batch());
    gemm.aBatch = numbers(op->a_batch());
    gemm.bBatch = numbers(op->b_batch());
    gemm.cBatch = numbers(op->c_batch());
    gemm.m = op->m();
    gemm.n = op->n();
    gemm.k = op->k();
    gemm.aM = op->a_m();
    gemm.aK = op->a_k();
    gemm.bK = op->b_k();
    gemm.bN = op->b_n();
    gemm.cM = op->c_m();
    gemm.cN = op->c_n();
    gemm.a = buffer(op->a(), "a");
    gemm.b = buffer(op->b(), "b");
    gemm.c = buffer(op->c(), "c");
    gemm.accumulate = op->accumulate();
    out.op = std::move(gemm);
    break;
  }
  case fb::Op_Collective: {
    const fb::Collective *op = in.op_as_Collective();
    CollectiveOp collective;
    collective.kind = enumeration<CollectiveKind>(op->kind(), fb::CollectiveKind_MAX, "collective");
    collective.reduce = enumeration<ReduceKind>(op->reduce(), fb::ReduceKind_MAX, "reduction");
    collective.dtype = dtype(op->dtype());
    collective.count = op->count();
    collective.comm = op->comm();
    collective.sequence = op->sequence();
    collective.root = op->root();
    collective.src = buffer(op->src(), "src");
    collective.dst = buffer(op->dst(), "dst");
    if (op->digits())
      for (const fb::Digit *digit : *op->digits())
        collective.digits.push_back({digit->size(), digit->from(), digit->to()});
    collective.shift = op->shift();
    out.op = std::move(collective);
    break;
  }
  case fb::Op_Send: {
    const fb::Send *op = in.op_as_Send();
    out.op =
        PointToPointOp{true,       dtype(op->dtype()),      op->count(), op->comm(), op->sequence(),
                       op->peer(), buffer(op->src(), "src")};
    break;
  }
  case fb::Op_Recv: {
    const fb::Recv *op = in.op_as_Recv();
    out.op =
        PointToPointOp{false,      dtype(op->dtype()),      op->count(), op->comm(), op->sequence(),
                       op->peer(), buffer(op->dst(), "dst")};
    break;
  }
  case fb::Op_Copy: {
    const fb::Copy *op = in.op_as_Copy();
    out.op = CopyOp{buffer(op->src(), "src"), buffer(op->dst(), "dst")};
    break;
  }
  case fb::Op_Fill: {
    const fb::Fill *op = in.op_as_Fill();
    out.op = FillOp{buffer(op->dst(), "dst"), op->value()};
    break;
  }
  case fb::Op_Record:
    out.op = RecordOp{in.op_as_Record()->event()};
    break;
  case fb::Op_Wait:
    out.op = WaitOp{in.op_as_Wait()->event()};
    break;
  default:
    fail("unknown operation " + std::to_string(static_cast<unsigned>(in.op_type())));
  }
  return out;
}

Segment Decoder::segment(const fb::Segment &in) {
  Segment out;
  out.name = in.name()->str();
  out.stream = streamKind(in.stream());
  out.formalBytes = numbers(in.formal_bytes());
  out.scratchBytes = in.scratch_bytes();
  if (in.streams())
    for (auto kind : *in.streams())
      out.streams.push_back(streamKind(static_cast<fb::StreamKind>(kind)));
  if (out.streams.empty())
    out.streams.push_back(out.stream);
  out.numEvents = in.num_events();
  if (in.instructions())
    for (const fb::Instruction *i : *in.instructions()) {
      if (!status.ok())
        break;
      out.instructions.push_back(instruction(*i));
    }
  return out;
}

Program Decoder::program(const fb::Program &in) {
  Program out;
  out.name = in.name()->str();
  out.classAxis = in.class_axis();
  out.classCoordinate = in.class_coordinate();
  out.arenaBytes = in.arena_bytes();
  if (in.tensors())
    for (const fb::Tensor *t : *in.tensors())
      out.tensors.push_back(tensor(*t));
  if (in.outputs())
    for (const fb::Tensor *t : *in.outputs())
      out.outputs.push_back(tensor(*t));
  if (in.actions())
    for (const fb::Action *action : *in.actions())
      out.actions.push_back({action->name()->str(), action->segment(), action->stage(),
                             action->microbatch(), numbers(action->formals()), action->scratch(),
                             numbers(action->waits())});
  if (in.loops())
    for (const fb::Loop *loop : *in.loops())
      out.loops.push_back({loop->first(), loop->body(), loop->end(), loop->predicate()});
  out.flops = in.flops();
  return out;
}

Status Decoder::decode(const fb::Plan &in, Plan &out) {
  if (in.format_version() < firstPlanFormatVersion || in.format_version() > planFormatVersion)
    return makeError(ErrorCode::InvalidFile, "format version ", in.format_version(),
                     ", this runtime reads versions ", firstPlanFormatVersion, " to ",
                     planFormatVersion);
  if (const fb::Provenance *p = in.provenance()) {
    out.model = text(p->model());
    out.strategy = text(p->strategy());
    out.precision = text(p->precision());
    out.target = text(p->target());
    out.producer = text(p->producer());
  }
  if (in.mesh())
    for (const fb::MeshAxis *axis : *in.mesh())
      out.mesh.push_back({axis->name()->str(), axis->size()});
  if (in.communicators())
    for (const fb::Communicator *c : *in.communicators())
      out.communicators.push_back({c->name()->str(), axes(c->axes()), numbers(c->members())});
  if (in.kernels())
    for (const fb::Kernel *k : *in.kernels())
      out.kernels.push_back(kernel(*k));
  if (in.images())
    for (const fb::Image *image : *in.images())
      out.images.push_back({image->target()->str(), image->data() ? image->data()->data() : nullptr,
                            image->data() ? image->data()->size() : 0, text(image->ptx())});
  if (in.segments())
    for (const fb::Segment *s : *in.segments())
      out.segments.push_back(segment(*s));
  if (in.programs())
    for (const fb::Program *p : *in.programs())
      out.programs.push_back(program(*p));
  for (const Program &program : out.programs)
    if (!program.loops.empty() && in.format_version() != planFormatVersion)
      return makeError(ErrorCode::InvalidFile, "program '", program.name,
                       "' has loops, which format version ", in.format_version(), " has not");
  out.microbatches = in.microbatches();
  out.collectiveSignature = in.collective_signature();
  return status;
}

/// A verifier whose limit on tables grows with the file, as every table takes
/// some of its bytes.
static flatbuffers::Verifier makeVerifier(const uint8_t *data, size_t size) {
  return flatbuffers::Verifier(data, size, /*max_depth=*/32,
                               /*max_tables=*/size / 4 + 64);
}

static Status decodeBundle(const void *data, size_t size, Plan &plan) {
  auto invalid = [](const auto &...args) { return makeError(ErrorCode::InvalidFile, args...); };
  if (size >= FLATBUFFERS_MAX_BUFFER_SIZE)
    return invalid("the file has ", size, " bytes, more than a bundle may have");
  // FlatBuffers needs aligned memory.
  std::vector<uint64_t> outer((size + 7) / 8);
  if (size)
    std::memcpy(outer.data(), data, size);
  const auto *bytes = reinterpret_cast<const uint8_t *>(outer.data());
  if (size < 8 || !flatbuffers::BufferHasIdentifier(bytes, fb::BundleIdentifier()))
    return invalid("not a plan bundle (no identifier '", fb::BundleIdentifier(),
                   "'); 'shardc compile' makes one of a model");
  flatbuffers::Verifier outerVerifier = makeVerifier(bytes, size);
  if (!fb::VerifyBundleBuffer(outerVerifier))
    return invalid("damaged bundle: the container is malformed");
  const fb::Bundle *bundle = fb::GetBundle(bytes);
  size_t payloadSize = bundle->payload()->size();
  // The payload is written first, and buffers are written from behind: nothing follows it but
  // what fills up its last word.
  size_t end = bundle->payload()->data() - bytes + (payloadSize + 3) / 4 * 4;
  if (end != size)
    return invalid("damaged bundle: it ends after ", end, " bytes, but the file has ", size);
  uint64_t hash = hashBytes(bundle->payload()->data(), payloadSize);
  if (hash != bundle->payload_hash())
    return invalid("damaged bundle: the payload's hash is ", hash, ", the file says ",
                   bundle->payload_hash());
  auto inner = std::make_shared<std::vector<uint64_t>>((payloadSize + 7) / 8);
  if (payloadSize)
    std::memcpy(inner->data(), bundle->payload()->data(), payloadSize);
  const auto *payload = reinterpret_cast<const uint8_t *>(inner->data());
  flatbuffers::Verifier innerVerifier = makeVerifier(payload, payloadSize);
  if (!innerVerifier.VerifyBuffer<fb::Plan>(nullptr))
    return invalid("damaged bundle: the payload is malformed");
  plan.hash = hash;
  plan.storage = inner;
  if (Status status = Decoder().decode(*flatbuffers::GetRoot<fb::Plan>(payload), plan); !status)
    return status;
  return verifyPlan(plan);
}

Expected<PlanFile> shardrt::loadPlan(const void *data, size_t size, const std::string &name) {
  auto plan = std::make_shared<Plan>();
  plan->path = name;
  if (Status status = decodeBundle(data, size, *plan); !status)
    // Names in the file may hold every letter.
    return Status(status.code(), name + ": error: " + oneLine(status.message()));
  return PlanFile(std::move(plan));
}

Expected<PlanFile> shardrt::loadPlan(const std::string &path) {
  auto failed = [&] {
    return makeError(ErrorCode::InvalidArgument, path,
                     ": error: cannot read the file: ", std::strerror(errno));
  };
  std::FILE *file = std::fopen(path.c_str(), "rb");
  if (!file)
    return failed();
  std::vector<char> bytes;
  char block[1 << 16];
  size_t got;
  while ((got = std::fread(block, 1, sizeof(block), file)) > 0)
    bytes.insert(bytes.end(), block, block + got);
  bool bad = std::ferror(file);
  Status status = bad ? failed() : Status();
  std::fclose(file);
  if (bad)
    return status;
  return loadPlan(bytes.data(), bytes.size(), path);
}
