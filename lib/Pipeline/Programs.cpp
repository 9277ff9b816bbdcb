//===- Programs.cpp - one program a stage -----------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// All programs grow together: an action goes to the end of its stage's program,
// a transfer to the ends of two. So each program is a restriction of one global
// order, and rendezvous can't deadlock.
//
//===----------------------------------------------------------------------===//
#include "Programs.h"
#include "Layers.h"
#include "dialects/StableHLO/StableHLO.h"

using namespace mlir;
using namespace shardc;

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

bool ProgramBuilder::isArgumentOf(BlockArgument arg, int64_t stage) {
  if (!cut.isInput(arg))
    return cut.getStage(arg) == stage;
  // Inputs are given to every stage that reads or returns them; one nobody reads
  // stays with its owner.
  bool read = false;
  for (OpOperand &operand : cut.getMain().getBody().front().getTerminator()->getOpOperands())
    if (operand.get() == arg && cut.getResultStage(operand.getOperandNumber()) == stage)
      return true;
  for (auto &unit : cut.getUnits())
    for (Value input : unit->inputs) {
      Value whole = input;
      auto row = dyn_cast<BlockArgument>(input);
      if (row && row.getOwner() != arg.getOwner())
        whole = cut.getRegion().getSlices()[row.getArgNumber()];
      if (whole != arg)
        continue;
      if (unit->stage == stage)
        return true;
      read = true;
    }
  return !read && cut.getStage(arg) == stage;
}

void ProgramBuilder::createPrograms() {
  func::FuncOp main = cut.getMain();
  Operation *ret = main.getBody().front().getTerminator();
  int64_t stages = cut.getStages();
  for (int64_t stage = 0; stage < stages; ++stage) {
    Program &program = programs.emplace_back();
    SmallVector<Type> inputs, results;
    for (BlockArgument arg : main.getArguments())
      if (isArgumentOf(arg, stage)) {
        program.arguments.push_back(arg.getArgNumber());
        inputs.push_back(arg.getType());
      }
    for (OpOperand &operand : ret->getOpOperands())
      if (cut.getResultStage(operand.getOperandNumber()) == stage) {
        program.results.push_back(operand.getOperandNumber());
        results.push_back(operand.get().getType());
      }
    std::string name = stages == 1 ? "program" : "program_" + std::to_string(stage);
    builder.setInsertionPoint(main);
    auto function = func::FuncOp::create(builder, main.getLoc(), name,
                                         builder.getFunctionType(inputs, results));
    program.function = function;
    if (stages > 1) {
      function->setAttr("dist.class_axis", builder.getStringAttr("pp"));
      function->setAttr("dist.class_coordinate", builder.getI64IntegerAttr(stage));
    }
    Block *body = function.addEntryBlock();
    // All at once: an argument's attributes cost a copy of everybody's.
    SmallVector<DictionaryAttr> argAttrs, resultAttrs;
    for (auto [arg, number] : llvm::zip_equal(body->getArguments(), program.arguments)) {
      arg.setLoc(main.getArgument(number).getLoc());
      program.values[{main.getArgument(number), -1}] = arg;
      SmallVector<NamedAttribute> attrs;
      if (auto dict = main.getArgAttrDict(number))
        for (NamedAttribute attr : dict) {
          if (attr.getName() == "dist.updated_by") {
            auto *it =
                llvm::find(program.results, unsigned(cast<IntegerAttr>(attr.getValue()).getInt()));
            attr = builder.getNamedAttr(attr.getName(),
                                        builder.getI64IntegerAttr(it - program.results.begin()));
          }
          attrs.push_back(attr);
        }
      argAttrs.push_back(builder.getDictionaryAttr(attrs));
    }
    function.setAllArgAttrs(argAttrs);
    for (unsigned number : program.results) {
      DictionaryAttr dict = main.getResultAttrDict(number);
      resultAttrs.push_back(dict ? dict : builder.getDictionaryAttr({}));
    }
    function.setAllResultAttrs(resultAttrs);
  }
}

/// The value whose elements `value`'s elements replace one by one, through
/// elementwise ops with single uses, if it is made so.
static Value elementwiseSource(Value value, const llvm::SetVector<Value> &inputs) {
  for (unsigned depth = 0; depth < 8; ++depth) {
    if (inputs.contains(value))
      return value;
    Operation *def = value.getDefiningOp();
    if (!def ||
        !isa<stablehlo::AddOp, stablehlo::SubtractOp, stablehlo::MulOp, stablehlo::DivOp>(def))
      return nullptr;
    Value next;
    for (Value operand : def->getOperands())
      if (operand.getType() == value.getType() && operand.hasOneUse())
        next = next ? next : operand;
    if (!next)
      return nullptr;
    value = next;
  }
  return nullptr;
}

SmallVector<int64_t> ProgramBuilder::donationsOf(const Unit &unit) {
  SmallVector<int64_t> donated(unit.outputs.size() + unit.sums.size(), -1);
  for (unsigned i = 0; i < unit.sums.size(); ++i)
    donated[unit.outputs.size() + i] = unit.inputs.size() + i;
  if (unit.kind != UnitKind::Update && unit.kind != UnitKind::Step)
    return donated;
  func::FuncOp main = cut.getMain();
  Operation *ret = main.getBody().front().getTerminator();
  // Updates have outputs and returns in the thousands: both are looked up, not searched.
  llvm::DenseMap<Value, SmallVector<unsigned, 1>> returned;
  for (OpOperand &operand : ret->getOpOperands())
    returned[operand.get()].push_back(operand.getOperandNumber());
  llvm::DenseMap<Value, int64_t> inputNumbers;
  for (auto [number, input] : llvm::enumerate(unit.inputs))
    inputNumbers[input] = number;
  // True when nothing after the unit, returns included, reads the value.
  auto isLastReader = [&](Value value) {
    bool after = false;
    for (auto &other : cut.getUnits()) {
      if (after && other->inputs.contains(value))
        return false;
      after |= other.get() == &unit;
    }
    return !returned.contains(value);
  };
  llvm::DenseSet<Value> taken;
  auto give = [&](unsigned output, Value input) {
    auto number = inputNumbers.find(input);
    if (number == inputNumbers.end() || donated[output] >= 0 ||
        unit.outputs[output].getType() != input.getType() || !isLastReader(input) ||
        !taken.insert(input).second)
      return;
    donated[output] = number->second;
  };
  for (auto [index, output] : llvm::enumerate(unit.outputs)) {
    for (unsigned number : returned.lookup(output))
      if (int64_t arg = cut.getUpdatedArgument(number); arg >= 0)
        give(index, main.getArgument(arg));
    // Sums and intermediate values of the update; never a parameter or an input.
    Value source = elementwiseSource(output, unit.inputs);
    if (source && source.getDefiningOp() && source != output && source.hasOneUse() &&
        cut.getStage(source) == unit.stage)
      give(index, source);
  }
  return donated;
}

void ProgramBuilder::createSegments() {
  builder.setInsertionPoint(programs.front().function);
  bool staged = cut.getStages() > 1;
  for (auto &unit : cut.getUnits()) {
    std::string name = toString(unit->kind).str();
    if (staged)
      name += "_" + std::to_string(unit->stage);
    if (unit->level > 0)
      name += "_level" + std::to_string(unit->level);
    buildSegment(cut, *unit, name, donationsOf(*unit), builder);
  }
}

//===----------------------------------------------------------------------===//
// Actions
//===----------------------------------------------------------------------===//

Value ProgramBuilder::reshaped(Value value, ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(value.getType());
  return stablehlo::ReshapeOp::create(builder, value.getLoc(), type.clone(shape), value);
}

Value ProgramBuilder::zeros(Type type, Location loc) {
  auto tensor = cast<RankedTensorType>(type);
  TypedAttr zero = builder.getZeroAttr(tensor);
  return stablehlo::ConstantOp::create(builder, loc, cast<ElementsAttr>(zero));
}

Value ProgramBuilder::lookup(int64_t stage, Value value, int64_t microbatch) {
  Program &program = programs[stage];
  // What an action has given back, whatever it is: a region may yield a constant.
  if (auto it = program.values.find({value, microbatch}); it != program.values.end())
    if (it->second)
      return it->second;
  dist::MicrobatchOp region = cut.getRegion();
  bool inRegion = region && value.getParentRegion() == &region.getBody();
  int64_t key = inRegion && !cut.isReplicatedSetup(value.getDefiningOp()) ? microbatch : -1;
  if (Value known = program.values.lookup({value, key}))
    return known;
  auto row = cast<BlockArgument>(value);
  assert(row.getOwner() != &cut.getMain().getBody().front() && "argument is on another stage");
  Value whole = lookup(stage, region.getSlices()[row.getArgNumber()], -1);
  auto type = cast<RankedTensorType>(whole.getType());
  Value view = whole;
  if (cut.getMicrobatches() > 1) {
    SmallVector<int64_t> start(type.getRank(), 0), limit(type.getShape()),
        strides(type.getRank(), 1);
    start[0] = microbatch;
    limit[0] = microbatch + 1;
    SmallVector<int64_t> shape(type.getShape());
    shape[0] = 1;
    view = stablehlo::SliceOp::create(
        builder, value.getLoc(), type.clone(shape), whole, builder.getDenseI64ArrayAttr(start),
        builder.getDenseI64ArrayAttr(limit), builder.getDenseI64ArrayAttr(strides));
  }
  view = reshaped(view, cast<RankedTensorType>(value.getType()).getShape());
  return program.values[{value, key}] = view;
}

void ProgramBuilder::run(Unit &unit, int64_t microbatch, StringRef action) {
  Program &program = programs[unit.stage];
  builder.setInsertionPointToEnd(&program.function.getBody().front());
  SmallVector<Value> operands;
  for (Value input : unit.inputs)
    operands.push_back(lookup(unit.stage, input, microbatch));
  for (unsigned sum : unit.sums) {
    Value &soFar = program.sums[sum];
    if (!soFar)
      soFar = zeros(cut.getYielded(sum).getType(), unit.segment.getLoc());
    operands.push_back(soFar);
  }
  auto call = func::CallOp::create(builder, unit.segment.getLoc(), unit.segment, operands);
  call->setAttr("dist.action", builder.getStringAttr(action));
  call->setAttr("dist.stage", builder.getI64IntegerAttr(unit.stage));
  if (microbatch >= 0)
    call->setAttr("dist.microbatch", builder.getI64IntegerAttr(microbatch));
  for (auto [index, output] : llvm::enumerate(unit.outputs))
    program.values[{output, microbatch}] = call.getResult(index);
  for (auto [index, sum] : llvm::enumerate(unit.sums))
    program.sums[sum] = call.getResult(unit.outputs.size() + index);
}

void ProgramBuilder::transfer(Value value, int64_t microbatch, StringRef what, bool early,
                              bool late) {
  int64_t from = cut.getStage(value);
  for (auto [to, isEarly] : cut.getConsumers(value)) {
    if (isEarly ? !early : !late)
      continue;
    int64_t channel = nextChannel++;
    auto annotate = [&](Operation *op, int64_t stage, StringRef verb) {
      std::string name = std::to_string(stage) + verb.str() + what.str();
      if (microbatch >= 0) {
        name += std::to_string(microbatch);
        op->setAttr("dist.microbatch", builder.getI64IntegerAttr(microbatch));
      }
      op->setAttr("dist.action", builder.getStringAttr(name));
      op->setAttr("dist.stage", builder.getI64IntegerAttr(stage));
    };
    builder.setInsertionPointToEnd(&programs[from].function.getBody().front());
    auto send = dist::SendOp::create(builder, value.getLoc(), lookup(from, value, microbatch),
                                     builder.getI64IntegerAttr(channel),
                                     builder.getI64IntegerAttr(to), builder.getStringAttr("pp"),
                                     FlatSymbolRefAttr::get(builder.getContext(), meshName));
    annotate(send, from, "SEND_");
    builder.setInsertionPointToEnd(&programs[to].function.getBody().front());
    auto recv = dist::RecvOp::create(builder, value.getLoc(), value.getType(),
                                     builder.getI64IntegerAttr(channel),
                                     builder.getI64IntegerAttr(from), builder.getStringAttr("pp"),
                                     FlatSymbolRefAttr::get(builder.getContext(), meshName));
    annotate(recv, to, "RECV_");
    programs[to].values[{value, microbatch}] = recv;
  }
}

void ProgramBuilder::transferOutputs(const Unit &unit, int64_t microbatch, StringRef what) {
  // One peer after the other, so that what goes to one peer can start together.
  for (Value output : unit.outputs)
    if (cut.getUnit(output) == &unit)
      transfer(output, microbatch, what, true, true);
}

LogicalResult ProgramBuilder::runRegion(StringRef name) {
  auto emitError = [&] { return cut.getMain().emitError(); };
  PipelineSchedule schedule;
  int64_t microbatches = cut.getMicrobatches();
  if (cut.getStages() == 1) {
    auto &list = schedule.ranks.emplace_back();
    for (int64_t i = 0; i < microbatches; ++i)
      list.push_back({0, ActionKind::Microbatch, i});
  } else {
    std::optional<PipelineSchedule> made =
        generateSchedule(name, {cut.getStages(), microbatches, cut.hasBackward()}, emitError);
    if (!made)
      return failure();
    schedule = std::move(*made);
  }
  auto timed = simulateSchedule(schedule, cut.getStages(), emitError);
  if (!timed)
    return failure();

  // Transfers happen when what they carry is there, before actions that start
  // then.
  struct Event {
    int64_t time;
    bool starts;
    size_t order;
    const TimedAction *action;
  };
  SmallVector<Event> events;
  for (const TimedAction &action : *timed) {
    events.push_back({action.start, true, events.size(), &action});
    events.push_back({action.finish, false, events.size(), &action});
  }
  llvm::sort(events, [](const Event &a, const Event &b) {
    return std::tie(a.time, a.starts, a.order) < std::tie(b.time, b.starts, b.order);
  });
  for (const Event &event : events) {
    const PipelineAction &action = event.action->action;
    UnitKind kind = action.kind == ActionKind::Forward    ? UnitKind::Forward
                    : action.kind == ActionKind::Backward ? UnitKind::Backward
                                                          : UnitKind::Microbatch;
    Unit *unit = cut.findUnit(kind, action.stage);
    if (!unit)
      continue;
    if (event.starts)
      run(*unit, action.microbatch, toString(action));
    else
      transferOutputs(*unit, action.microbatch, toString(action.kind));
  }
  return success();
}

void ProgramBuilder::finishRegion() {
  dist::MicrobatchOp region = cut.getRegion();
  int64_t count = cut.getMicrobatches();
  for (unsigned index = 0; index < region.getNumResults(); ++index) {
    Unit *unit = cut.getYieldUnit(index);
    if (!unit)
      continue;
    Program &program = programs[unit->stage];
    builder.setInsertionPointToEnd(&program.function.getBody().front());
    Value result = region.getResult(index), yielded = cut.getYielded(index);
    Value &value = program.values[{result, -1}];
    if (cut.isSum(index)) {
      value = count > 1 ? program.sums[index] : lookup(unit->stage, yielded, 0);
      continue;
    }
    auto type = cast<RankedTensorType>(yielded.getType());
    SmallVector<int64_t> shape{1};
    llvm::append_range(shape, type.getShape());
    SmallVector<Value> rows;
    for (int64_t i = 0; i < count; ++i)
      rows.push_back(reshaped(lookup(unit->stage, yielded, i), shape));
    value = rows.front();
    if (count > 1)
      value = stablehlo::ConcatenateOp::create(builder, result.getLoc(), result.getType(), rows,
                                               builder.getI64IntegerAttr(0));
    program.values[{result, -1}] = value;
  }
}

void ProgramBuilder::finishPrograms() {
  Operation *ret = cut.getMain().getBody().front().getTerminator();
  for (auto [stage, program] : llvm::enumerate(programs)) {
    builder.setInsertionPointToEnd(&program.function.getBody().front());
    SmallVector<Value> results;
    for (unsigned number : program.results)
      results.push_back(lookup(stage, ret->getOperand(number), -1));
    func::ReturnOp::create(builder, program.function.getLoc(), results);
  }
}

LogicalResult ProgramBuilder::build(StringRef schedule) {
  createPrograms();
  createSegments();
  auto isOutside = [&](Value value) {
    return isa<BlockArgument>(value) ||
           (cut.getRegion() && value.getDefiningOp() == cut.getRegion().getOperation());
  };
  for (Value value : cut.getCrossing())
    if (isa<BlockArgument>(value))
      transfer(value, -1, "SETUP", true, false);
  auto runLevels = [&](UnitKind kind, StringRef what) {
    int64_t level = -1;
    SmallVector<Unit *> done;
    auto flush = [&] {
      for (Unit *unit : done)
        transferOutputs(*unit, -1, what);
      done.clear();
    };
    for (auto &unit : cut.getUnits()) {
      if (unit->kind != kind)
        continue;
      if (unit->level != level)
        flush();
      level = unit->level;
      std::string action = toString(kind).str();
      if (level > 0)
        action += "." + std::to_string(level);
      run(*unit, -1, action);
      done.push_back(unit.get());
    }
    flush();
  };
  runLevels(UnitKind::Setup, "SETUP");
  runLevels(UnitKind::Step, "STEP");
  if (cut.getRegion()) {
    if (failed(runRegion(schedule)))
      return failure();
    finishRegion();
  }
  for (Value value : cut.getCrossing())
    if (isOutside(value))
      transfer(value, -1, "UPDATE", false, true);
  runLevels(UnitKind::Update, "UPDATE");
  finishPrograms();
  return success();
}
