//===- BuildPlan.cpp - from scheduled IR to a plan --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Mesh, communicators, kernels, images and programs; PlanSegments.cpp has the
// segments.
//
//===----------------------------------------------------------------------===//
#include "shardc/Schedule/BuildPlan.h"
#include "PlanSegments.h"
#include "shardc/Interfaces/Blocks.h"
#include "shardc/Interfaces/OpInterfaces.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace shardc;

namespace {
class PlanBuilder {
public:
  explicit PlanBuilder(ModuleOp module) : module(module) {}

  FailureOr<plan::Plan> run();

private:
  LogicalResult addMesh();
  LogicalResult addCommunicators();
  LogicalResult addKernels();
  LogicalResult addSegments();
  LogicalResult addProgram(sched::ProgramOp program);
  LogicalResult addTensor(sched::TensorOp op, plan::Program &program);
  LogicalResult addOutput(sched::OutputOp op, plan::Program &program);
  LogicalResult addAction(sched::ActionOp op, plan::Program &program);
  LogicalResult addLoop(sched::LoopOp op, plan::Program &program);
  LogicalResult addOps(mlir::Block &block, plan::Program &program);
  LogicalResult describeTensor(Operation *op, Type type, plan::Tensor &tensor);
  plan::ValueId idOf(Value value);
  void addProvenance();

  ModuleOp module;
  dist::MeshAttr mesh;
  plan::Plan plan;
  PlanSymbols symbols;
  llvm::StringMap<uint32_t> segmentIndex;
  std::vector<uint64_t> segmentFlops;
  llvm::DenseMap<Value, plan::ValueId> ids;
};
} // namespace

std::optional<plan::DType> shardc::planType(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    type = tensor.getElementType();
  if (type.isF64())
    return plan::DType::F64;
  if (type.isF32())
    return plan::DType::F32;
  if (type.isBF16())
    return plan::DType::BF16;
  if (type.isF16())
    return plan::DType::F16;
  if (type.isInteger(64))
    return plan::DType::I64;
  if (type.isInteger(32))
    return plan::DType::I32;
  if (type.isInteger(16))
    return plan::DType::I16;
  if (type.isInteger(8))
    return plan::DType::I8;
  if (type.isInteger(1))
    return plan::DType::I1;
  return std::nullopt;
}

static std::vector<plan::AxisRef> planAxes(ArrayRef<dist::AxisRefAttr> axes, dist::MeshAttr mesh) {
  std::vector<plan::AxisRef> all;
  for (dist::AxisRefAttr axis : axes)
    if (std::optional<unsigned> index = mesh.getAxisIndex(axis.getName()))
      all.push_back({*index, uint32_t(axis.getDivisor(mesh)), uint32_t(axis.getSize(mesh))});
  return all;
}

LogicalResult PlanBuilder::addMesh() {
  dist::MeshOp op = getMesh(module);
  if (!op)
    return success();
  mesh = op.getMesh();
  for (dist::MeshAxisAttr axis : mesh.getAxes())
    plan.mesh.push_back({axis.getName().str(), uint32_t(axis.getSize())});
  return success();
}

LogicalResult PlanBuilder::addCommunicators() {
  for (auto op : module.getOps<sched::CommunicatorOp>()) {
    if (!mesh)
      return op.emitOpError() << "needs the module to have one mesh";
    plan::Communicator comm;
    comm.name = op.getSymName().str();
    SmallVector<dist::AxisRefAttr> axes;
    for (Attribute axis : op.getAxes())
      axes.push_back(cast<dist::AxisRefAttr>(axis));
    comm.axes = planAxes(axes, mesh);
    if (std::optional<ArrayRef<int64_t>> members = op.getMembers())
      comm.members.assign(members->begin(), members->end());
    symbols.communicators[op.getSymName()] = plan.communicators.size();
    plan.communicators.push_back(std::move(comm));
  }
  return success();
}

LogicalResult PlanBuilder::addKernels() {
  bool cuda = false;
  for (auto image : module.getOps<sched::ImageOp>()) {
    cuda |= image.getTarget().starts_with("sm_");
    plan.images.push_back(
        {image.getTarget().str(), image.getObject().str(), image.getPtx().value_or("").str()});
  }
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function->hasAttr("sched.kernel"))
      continue;
    for (TypeRange types :
         {TypeRange(function.getArgumentTypes()), TypeRange(function.getResultTypes())})
      for (Type type : types)
        if (!sched::isBufferType(type))
          return function.emitError() << "a value of type " << type << " has no buffer";
    plan::Kernel kernel;
    kernel.cuda = cuda;
    kernel.symbol = function.getSymName().str();
    kernel.source = kernel.symbol;
    kernel.numBuffers = function.getNumArguments() + function.getNumResults();
    for (Type type : function.getArgumentTypes())
      kernel.bufferBytes.push_back(sched::byteSize(type));
    for (Type type : function.getResultTypes())
      kernel.bufferBytes.push_back(sched::byteSize(type));
    auto numbers = [&](StringRef name, std::vector<uint32_t> &into) {
      if (auto attr = function->getAttrOfType<DenseI64ArrayAttr>(name))
        into.assign(attr.asArrayRef().begin(), attr.asArrayRef().end());
    };
    numbers("sched.grid", kernel.grid);
    numbers("sched.block", kernel.block);
    if (auto attr = function->getAttrOfType<IntegerAttr>("sched.shared_bytes"))
      kernel.sharedBytes = attr.getInt();
    if (auto attr = function->getAttrOfType<IntegerAttr>("sched.flops"))
      kernel.flops = attr.getInt();
    else
      function.walk([&](CostOpInterface op) { kernel.flops += op.getDotFlops(); });
    symbols.kernels[function.getSymName()] = plan.kernels.size();
    plan.kernels.push_back(std::move(kernel));
  }
  return success();
}

LogicalResult PlanBuilder::addSegments() {
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function->hasAttr("sched.formals"))
      continue;
    uint64_t flops = 0;
    FailureOr<plan::Segment> segment = planSegment(function, symbols, plan, flops);
    if (failed(segment))
      return failure();
    segmentIndex[function.getSymName()] = plan.segments.size();
    plan.segments.push_back(std::move(*segment));
    segmentFlops.push_back(flops);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

static uint64_t hashName(StringRef name) {
  uint64_t hash = 0xcbf29ce484222325ull;
  for (unsigned char c : name)
    hash = (hash ^ c) * 0x100000001b3ull;
  return hash;
}

/// See docs/ir-conventions.md, dist.init.
static LogicalResult planInit(Operation *op, StringRef role, Type element, plan::Init &init) {
  init.stddev = 0.02;
  init.high = 2;
  bool isState = role == "state";
  if (isa<FloatType>(element))
    init.kind = isState ? plan::InitKind::AbsNormal : plan::InitKind::Normal;
  else
    init.kind = isState ? plan::InitKind::Zero : plan::InitKind::UniformInt;
  auto given = op->getAttrOfType<DictionaryAttr>("dist.init");
  if (!given)
    return success();
  auto number = [&](StringRef name) -> std::optional<double> {
    if (auto value = given.getAs<FloatAttr>(name))
      return value.getValueAsDouble();
    if (auto value = given.getAs<IntegerAttr>(name))
      return double(value.getValue().getSExtValue());
    return std::nullopt;
  };
  if (auto kind = given.getAs<StringAttr>("kind")) {
    auto parsed = llvm::StringSwitch<std::optional<plan::InitKind>>(kind.getValue())
                      .Case("normal", plan::InitKind::Normal)
                      .Case("norm_weight", plan::InitKind::NormWeight)
                      .Case("abs_normal", plan::InitKind::AbsNormal)
                      .Case("zero", plan::InitKind::Zero)
                      .Case("uniform_int", plan::InitKind::UniformInt)
                      .Case("constant", plan::InitKind::Constant)
                      .Default(std::nullopt);
    if (!parsed)
      return op->emitOpError() << "has unknown kind '" << kind.getValue() << "' in 'dist.init'";
    init.kind = *parsed;
  }
  if (auto low = number("low"))
    init.low = int64_t(*low);
  if (auto high = number("high"))
    init.high = int64_t(*high);
  if (auto value = number("value"); value && init.kind == plan::InitKind::Constant)
    init.mean = *value;
  return success();
}

LogicalResult PlanBuilder::describeTensor(Operation *op, Type type, plan::Tensor &tensor) {
  auto local = cast<RankedTensorType>(type);
  std::optional<plan::DType> dtype = planType(local);
  if (!dtype)
    return op->emitOpError() << "has elements of " << local.getElementType()
                             << ", which a plan can't hold";
  tensor.dtype = *dtype;
  tensor.bytes = sched::byteSize(local);
  auto global = local;
  if (auto attr = op->getAttrOfType<TypeAttr>("dist.global_type"))
    global = cast<RankedTensorType>(attr.getValue());
  auto sharding = op->getAttrOfType<dist::ShardingAttr>("dist.sharding");
  if (global.getRank() != local.getRank() || (sharding && sharding.getRank() != local.getRank()))
    return op->emitOpError() << "has local type " << local << " and global type " << global;
  for (int64_t dim = 0; dim < local.getRank(); ++dim) {
    plan::DimLayout layout;
    layout.global = global.getDimSize(dim);
    layout.local = local.getDimSize(dim);
    if (sharding && mesh) {
      dist::DimShardingAttr split = sharding.getDims()[dim];
      layout.granule = split.getGranule();
      layout.axes = planAxes(split.getAxes(), mesh);
    }
    tensor.dims.push_back(std::move(layout));
  }
  if (sharding && mesh)
    for (dist::PartialAttr partial : sharding.getPartial())
      for (plan::AxisRef axis : planAxes(partial.getAxes(), mesh))
        tensor.partial.push_back(axis);
  return success();
}

plan::ValueId PlanBuilder::idOf(Value value) {
  while (auto view = value.getDefiningOp<sched::ViewOp>())
    value = view.getInput();
  plan::ValueId &id = ids[value];
  if (!id)
    id = ids.size();
  return id;
}

LogicalResult PlanBuilder::addTensor(sched::TensorOp op, plan::Program &program) {
  plan::Tensor tensor;
  tensor.name = op.getTensorName().str();
  tensor.role = llvm::StringSwitch<plan::Role>(op.getRole())
                    .Case("param", plan::Role::Param)
                    .Case("state", plan::Role::State)
                    .Default(plan::Role::Input);
  tensor.offset = op.getOffset();
  tensor.value = idOf(op);
  tensor.init.stream = hashName(tensor.name);
  if (auto attr = op->getAttrOfType<IntegerAttr>("dist.updated_by"))
    tensor.updatedBy = attr.getInt();
  tensor.optimizerState = op->hasAttr("dist.optimizer_state");
  auto type = cast<RankedTensorType>(op.getType());
  if (failed(describeTensor(op, type, tensor)) ||
      failed(planInit(op, op.getRole(), type.getElementType(), tensor.init)))
    return failure();
  program.tensors.push_back(std::move(tensor));
  return success();
}

LogicalResult PlanBuilder::addOutput(sched::OutputOp op, plan::Program &program) {
  plan::Tensor tensor;
  tensor.name = op.getTensorName().str();
  tensor.role = llvm::StringSwitch<plan::Role>(op.getRole())
                    .Case("param", plan::Role::Param)
                    .Case("state", plan::Role::State)
                    .Case("loss", plan::Role::Loss)
                    .Default(plan::Role::Output);
  tensor.offset = op.getOffset();
  tensor.value = idOf(op.getValue());
  if (failed(describeTensor(op, op.getValue().getType(), tensor)))
    return failure();
  program.outputs.push_back(std::move(tensor));
  return success();
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

LogicalResult PlanBuilder::addAction(sched::ActionOp op, plan::Program &program) {
  auto it = segmentIndex.find(op.getSegment());
  if (it == segmentIndex.end())
    return op.emitOpError() << "runs '" << op.getSegment() << "', which is not scheduled";
  const plan::Segment &segment = plan.segments[it->second];
  auto function = module.lookupSymbol<func::FuncOp>(op.getSegment());
  auto resultFormals = function->getAttrOfType<DenseI64ArrayAttr>("sched.result_formals");
  plan::Action action;
  action.name = op.getActionName().str();
  action.segment = it->second;
  action.stage = op.getStage().value_or(0);
  action.microbatch = op.getMicrobatch() ? int32_t(*op.getMicrobatch()) : -1;
  action.formals.assign(op.getFormals().begin(), op.getFormals().end());
  action.scratch = op.getScratch().value_or(0);
  if (std::optional<ArrayRef<int64_t>> waits = op.getWaits())
    action.waits.assign(waits->begin(), waits->end());
  action.before.assign(segment.formalBytes.size(), 0);
  action.after.assign(segment.formalBytes.size(), 0);
  for (auto [index, operand] : llvm::enumerate(op.getInputs()))
    action.before[index] = idOf(operand);
  for (auto [index, result] : llvm::enumerate(op.getResults())) {
    int64_t formal = resultFormals[index];
    if (segment.isArgument[formal] && segment.after[formal] == 0)
      ids[result] = action.before[formal];
    action.after[formal] = idOf(result);
  }
  program.flops += segmentFlops[it->second];
  program.actions.push_back(std::move(action));
  return success();
}

LogicalResult PlanBuilder::addLoop(sched::LoopOp op, plan::Program &program) {
  size_t index = program.loops.size();
  program.loops.emplace_back();
  plan::Loop loop;
  loop.predicate = op.getPredicate();
  for (auto [number, input] : llvm::enumerate(op.getInputs())) {
    plan::Loop::Carried carried;
    carried.offset = op.getPlaces()[number];
    carried.bytes = sched::byteSize(input.getType());
    carried.before = idOf(input);
    // One name for what is carried, in whichever iteration.
    carried.value = idOf(op.getResult(number));
    ids[op.getCond().getArgument(number)] = carried.value;
    ids[op.getBody().getArgument(number)] = carried.value;
    loop.carried.push_back(carried);
  }
  loop.first = program.actions.size();
  if (failed(addOps(op.getCond().front(), program)))
    return failure();
  loop.body = program.actions.size();
  loop.predicateValue = idOf(op.getCond().front().getTerminator()->getOperand(0));
  if (failed(addOps(op.getBody().front(), program)))
    return failure();
  loop.end = program.actions.size();
  for (auto [number, value] : llvm::enumerate(op.getBody().front().getTerminator()->getOperands()))
    loop.carried[number].next = idOf(value);
  program.loops[index] = std::move(loop);
  plan.formatVersion = 2;
  return success();
}

LogicalResult PlanBuilder::addOps(mlir::Block &block, plan::Program &program) {
  for (Operation &inner : block) {
    LogicalResult result = success();
    if (auto tensor = dyn_cast<sched::TensorOp>(inner))
      result = addTensor(tensor, program);
    else if (auto action = dyn_cast<sched::ActionOp>(inner))
      result = addAction(action, program);
    else if (auto loop = dyn_cast<sched::LoopOp>(inner))
      result = addLoop(loop, program);
    else if (auto output = dyn_cast<sched::OutputOp>(inner))
      result = addOutput(output, program);
    if (failed(result))
      return failure();
  }
  return success();
}

LogicalResult PlanBuilder::addProgram(sched::ProgramOp op) {
  plan::Program program;
  program.name = op.getSymName().str();
  program.arenaBytes = op.getArena();
  if (std::optional<StringRef> axis = op.getClassAxis()) {
    std::optional<unsigned> index = mesh ? mesh.getAxisIndex(*axis) : std::nullopt;
    if (!index)
      return op.emitOpError() << "is for a class of axis '" << *axis
                              << "', which the mesh does not have";
    program.classAxis = *index;
    program.classCoordinate = *op.getClassCoordinate();
  }
  ids.clear();
  // The rows of a stack are the stack.
  for (auto join : op.getOps<sched::JoinOp>()) {
    plan::ValueId id = idOf(join);
    for (Value part : join.getParts()) {
      while (auto view = part.getDefiningOp<sched::ViewOp>())
        part = view.getInput();
      ids[part] = id;
    }
  }
  if (failed(addOps(op.getBody().front(), program)))
    return failure();
  plan.programs.push_back(std::move(program));
  return success();
}

void PlanBuilder::addProvenance() {
  auto text = [&](StringRef name) {
    auto attr = module->getAttrOfType<StringAttr>(name);
    return attr ? attr.getValue().str() : std::string();
  };
  plan.provenance.model = text("shardc.model");
  plan.provenance.strategy = text("shardc.strategy");
  plan.provenance.precision = text("shardc.precision");
  plan.provenance.target = plan.images.empty() ? "host" : plan.images.front().target;
  plan.provenance.producer = "shardc";
  int32_t last = 0;
  for (const plan::Program &program : plan.programs)
    for (const plan::Action &action : program.actions)
      last = std::max(last, action.microbatch);
  plan.microbatches = last + 1;
}

FailureOr<plan::Plan> PlanBuilder::run() {
  if (failed(addMesh()) || failed(addCommunicators()) || failed(addKernels()) ||
      failed(addSegments()))
    return failure();
  for (auto program : module.getOps<sched::ProgramOp>())
    if (failed(addProgram(program)))
      return failure();
  if (plan.programs.empty())
    return module.emitError() << "module has no scheduled program; run --shardc-schedule";
  addProvenance();
  plan.collectiveSignature = plan::collectiveSignature(plan);
  return std::move(plan);
}

FailureOr<plan::Plan> shardc::buildPlan(ModuleOp module) { return PlanBuilder(module).run(); }
