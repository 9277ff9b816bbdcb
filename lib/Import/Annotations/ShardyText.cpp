//===- ShardyText.cpp - Shardy's annotations as strings ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Programs that have been through XLA, and exported ones, carry what Shardy says in
// strings: a mesh in an attribute of the module, shardings in `mhlo.frontend_attributes`
// of arguments and ops, a manual computation as a call between two custom calls
// (`xla.sdy.GlobalToLocalShape`, `xla.sdy.LocalToGlobalShape`). They become the ops and
// attributes of `sdy` here; the `mhlo.sharding` beside one says the same and goes.
//
//===----------------------------------------------------------------------===//
#include "../ImportImpl.h"
#include "dialects/Sdy/Sdy.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace shardc {
namespace {

constexpr StringLiteral attributesName = "mhlo.frontend_attributes";
constexpr StringLiteral tilingName = "mhlo.sharding";
constexpr StringLiteral shardingName = "sdy.sharding";
constexpr StringLiteral shardingKey = "xla.sdy.sharding";

/// A custom call of that name, which copies of XLA may give a prefix.
bool isCallOf(Operation *op, StringRef target) {
  auto call = dyn_cast_if_present<stablehlo::CustomCallOp>(op);
  return call && call.getCallTargetName().ends_with(target);
}

/// Reads an attribute; null, and why in `reason`, for a text that is none.
Attribute parseText(std::string text, MLIRContext *context, std::string &reason) {
  // Some versions escape the quotes inside once more.
  for (size_t at = 0; (at = text.find("\\\"", at)) != std::string::npos;)
    text.erase(at, 1);
  if (isNestedTooDeeply(text)) {
    reason = "is nested too deeply";
    return {};
  }
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    if (reason.empty())
      reason = diagnostic.str();
  });
  Attribute attr = parseAttribute(text, context);
  if (StringRef(reason).contains("unregistered dialect"))
    reason = "is of a dialect that is not known";
  return attr;
}

class TextReader {
public:
  explicit TextReader(ModuleOp module) : module(module), context(module.getContext()) {}

  LogicalResult run();

private:
  /// What `key` says in the frontend attributes `given`; null for no such key. One
  /// located error for what is no AttrT.
  template <typename AttrT>
  FailureOr<AttrT> read(Attribute given, StringRef key, Location loc) {
    auto dictionary = dyn_cast_if_present<DictionaryAttr>(given);
    Attribute value = dictionary ? dictionary.get(key) : Attribute();
    std::string reason = "unknown syntax";
    if (auto text = dyn_cast_if_present<StringAttr>(value)) {
      reason.clear();
      value = parseText(text.str(), context, reason);
      if (!value)
        return emitError(loc) << "'" << key << "' cannot be read: " << reason;
    }
    if (value && !isa<AttrT>(value))
      return emitError(loc) << "'" << key << "' is " << value << ", which is of another kind";
    return dyn_cast_if_present<AttrT>(value);
  }
  /// The same for a sharding of each of some values, or one of one value.
  FailureOr<sdy::TensorShardingPerValueAttr> readShardings(Operation *op, StringRef key);

  LogicalResult readMeshes();
  LogicalResult readBorder(func::FuncOp function);
  LogicalResult readOp(Operation *op);
  LogicalResult readResultSharding(stablehlo::CustomCallOp call,
                                   sdy::TensorShardingPerValueAttr shardings);
  LogicalResult readManual(func::CallOp call);

  ModuleOp module;
  MLIRContext *context;
};

LogicalResult TextReader::readMeshes() {
  FailureOr<DictionaryAttr> meshes =
      read<DictionaryAttr>(module->getAttr(attributesName), "xla.sdy.meshes", module.getLoc());
  if (failed(meshes))
    return failure();
  if (!*meshes)
    return success();
  auto builder = OpBuilder::atBlockBegin(module.getBody());
  for (NamedAttribute entry : *meshes) {
    auto mesh = dyn_cast<sdy::MeshAttr>(entry.getValue());
    if (!mesh)
      return module.emitError() << "mesh '" << entry.getName().getValue() << "' is "
                                << entry.getValue() << ", which is no mesh";
    if (!module.lookupSymbol(entry.getName()))
      sdy::MeshOp::create(builder, module.getLoc(), entry.getName(), mesh);
  }
  return success();
}

FailureOr<sdy::TensorShardingPerValueAttr> TextReader::readShardings(Operation *op, StringRef key) {
  FailureOr<Attribute> attr = read<Attribute>(op->getAttr(attributesName), key, op->getLoc());
  if (failed(attr))
    return failure();
  if (auto one = dyn_cast_if_present<sdy::TensorShardingAttr>(*attr))
    return sdy::TensorShardingPerValueAttr::get(context, one);
  if (*attr && !isa<sdy::TensorShardingPerValueAttr>(*attr))
    return op->emitError() << "'" << key << "' is " << *attr << ", which is no sharding";
  return dyn_cast_if_present<sdy::TensorShardingPerValueAttr>(*attr);
}

LogicalResult TextReader::readBorder(func::FuncOp function) {
  for (BlockArgument argument : function.getArguments()) {
    unsigned index = argument.getArgNumber();
    FailureOr<sdy::TensorShardingAttr> sharding = read<sdy::TensorShardingAttr>(
        function.getArgAttr(index, attributesName), shardingKey, argument.getLoc());
    if (failed(sharding))
      return failure();
    if (!*sharding)
      continue;
    function.setArgAttr(index, shardingName, *sharding);
    function.removeArgAttr(index, tilingName);
  }
  for (unsigned index = 0; index < function.getNumResults(); ++index) {
    FailureOr<sdy::TensorShardingAttr> sharding = read<sdy::TensorShardingAttr>(
        function.getResultAttr(index, attributesName), shardingKey, function.getLoc());
    if (failed(sharding))
      return failure();
    if (!*sharding)
      continue;
    function.setResultAttr(index, shardingName, *sharding);
    function.removeResultAttr(index, StringAttr::get(context, tilingName));
  }
  return success();
}

LogicalResult TextReader::readResultSharding(stablehlo::CustomCallOp call,
                                             sdy::TensorShardingPerValueAttr shardings) {
  auto function = call->getParentOfType<func::FuncOp>();
  for (auto [value, operand, sharding] :
       llvm::zip(call.getResults(), call.getInputs(), shardings.getShardings())) {
    for (OpOperand &use : value.getUses()) {
      if (!isa<func::ReturnOp>(use.getOwner()) || use.getOwner()->getParentOp() != function)
        continue;
      function.setResultAttr(use.getOperandNumber(), shardingName, sharding);
      function.removeResultAttr(use.getOperandNumber(), StringAttr::get(context, tilingName));
    }
    value.replaceAllUsesWith(operand);
  }
  call.erase();
  return success();
}

LogicalResult TextReader::readOp(Operation *op) {
  FailureOr<sdy::TensorShardingPerValueAttr> shardings = readShardings(op, shardingKey);
  if (failed(shardings))
    return failure();
  if (!*shardings)
    return success();
  size_t given = shardings->getShardings().size();
  if (given != op->getNumResults())
    return op->emitError() << "'" << shardingKey << "' has " << given
                           << " shardings, but there are " << op->getNumResults() << " results";
  if (isCallOf(op, "xla.sdy.FuncResultSharding") && op->getNumOperands() == op->getNumResults())
    return readResultSharding(cast<stablehlo::CustomCallOp>(op), *shardings);
  if (isCallOf(op, "Sharding") && op->getNumOperands() == 1 && given == 1) {
    OpBuilder builder(op);
    auto constraint =
        sdy::ShardingConstraintOp::create(builder, op->getLoc(), op->getResult(0).getType(),
                                          op->getOperand(0), shardings->getShardings().front());
    op->replaceAllUsesWith(constraint);
    op->erase();
    return success();
  }
  op->setAttr(shardingName, *shardings);
  op->removeAttr(tilingName);
  return success();
}

/// Where a body's operands come from, and where its results go, are custom calls with
/// what else the computation has; newer text has all of it at the call as well.
LogicalResult TextReader::readManual(func::CallOp call) {
  Operation *in = nullptr, *out = nullptr;
  for (Value operand : call.getOperands()) {
    Operation *op = operand.getDefiningOp();
    if (!isCallOf(op, "xla.sdy.GlobalToLocalShape") || (in && in != op) ||
        op->getNumOperands() != op->getNumResults())
      return call.emitError() << "operands of '@" << call.getCallee()
                              << "' are not the results of one 'xla.sdy.GlobalToLocalShape'";
    in = op;
  }
  for (Value result : call.getResults())
    for (Operation *op : result.getUsers()) {
      if (!isCallOf(op, "xla.sdy.LocalToGlobalShape") || (out && out != op) ||
          op->getNumOperands() != op->getNumResults())
        return call.emitError() << "results of '@" << call.getCallee()
                                << "' are not the operands of one 'xla.sdy.LocalToGlobalShape'";
      out = op;
    }

  if (out)
    for (auto [operand, result] : llvm::zip(out->getOperands(), out->getResults()))
      if (operand.getDefiningOp() != call && !result.use_empty())
        return out->emitError() << "operand " << cast<OpResult>(result).getResultNumber()
                                << " is no result of '@" << call.getCallee()
                                << "', whose results it makes whole";

  // Of the call where it has the key, or else of a border.
  auto ofOneOf = [&](StringRef key, Operation *border) -> Operation * {
    auto own = call->getAttrOfType<DictionaryAttr>(attributesName);
    return (own && own.contains(key)) || !border ? call.getOperation() : border;
  };
  Operation *axesOp = ofOneOf("xla.sdy.manual_axes", in ? in : out);
  Operation *inOp = ofOneOf("xla.sdy.in_shardings", in),
            *outOp = ofOneOf("xla.sdy.out_shardings", out);
  FailureOr<sdy::ManualAxesAttr> axes = read<sdy::ManualAxesAttr>(
      axesOp->getAttr(attributesName), "xla.sdy.manual_axes", axesOp->getLoc());
  FailureOr<sdy::TensorShardingPerValueAttr> ins, outs;
  if (failed(axes) || failed(ins = readShardings(inOp, "xla.sdy.in_shardings")) ||
      failed(outs = readShardings(outOp, "xla.sdy.out_shardings")))
    return failure();
  auto none = sdy::TensorShardingPerValueAttr::get(context, {});
  if (!*ins && !in)
    ins = none;
  if (!*outs && !out)
    outs = none;
  if (!*axes || !*ins || !*outs)
    return call.emitError() << "call of '@" << call.getCallee() << "' and the shapes around it "
                            << "have no '"
                            << (!*axes  ? "xla.sdy.manual_axes"
                                : !*ins ? "xla.sdy.in_shardings"
                                        : "xla.sdy.out_shardings")
                            << "'";

  // A body takes and gives what the borders pass it, in any order.
  SmallVector<Value> operands;
  SmallVector<sdy::TensorShardingAttr> inShardings, outShardings;
  SmallVector<Type> types;
  auto pick = [&](ArrayRef<sdy::TensorShardingAttr> all, unsigned border, unsigned own,
                  bool isOfCall, SmallVectorImpl<sdy::TensorShardingAttr> &picked) {
    unsigned index = isOfCall ? own : border;
    if (index < all.size())
      picked.push_back(all[index]);
    return index < all.size();
  };
  bool complete = true;
  for (auto [index, operand] : llvm::enumerate(call.getOperands())) {
    unsigned border = cast<OpResult>(operand).getResultNumber();
    operands.push_back(in->getOperand(border));
    complete &= pick(ins->getShardings(), border, index, inOp == call, inShardings);
  }
  SmallVector<Value> locals, globals;
  for (auto [index, result] : llvm::enumerate(call.getResults())) {
    if (result.use_empty())
      continue;
    for (OpOperand &use : result.getUses()) {
      locals.push_back(result);
      globals.push_back(out->getResult(use.getOperandNumber()));
      types.push_back(globals.back().getType());
      complete &=
          pick(outs->getShardings(), use.getOperandNumber(), index, outOp == call, outShardings);
    }
  }
  if (!complete)
    return call.emitError() << "call of '@" << call.getCallee() << "' has " << operands.size()
                            << " operands and " << types.size() << " results, but only "
                            << inShardings.size() << " and " << outShardings.size()
                            << " have shardings";

  OpBuilder builder(call);
  auto manual = sdy::ManualComputationOp::create(
      builder, call.getLoc(), types, operands,
      sdy::TensorShardingPerValueAttr::get(context, inShardings),
      sdy::TensorShardingPerValueAttr::get(context, outShardings), *axes);
  SmallVector<Location> locations(operands.size(), call.getLoc());
  Block *body = builder.createBlock(&manual.getBody(), {}, call.getOperandTypes(), locations);
  for (auto [global, result] : llvm::zip(globals, manual.getResults()))
    global.replaceAllUsesWith(result);
  call->moveBefore(body, body->end());
  call->setOperands(body->getArguments());
  builder.setInsertionPointToEnd(body);
  sdy::ReturnOp::create(builder, call.getLoc(), locals);
  if (out)
    out->erase();
  if (in && in->use_empty())
    in->erase();
  call->removeAttr(attributesName);
  return verify(manual);
}

LogicalResult TextReader::run() {
  if (failed(readMeshes()))
    return failure();
  for (auto function : module.getOps<func::FuncOp>())
    if (failed(readBorder(function)))
      return failure();
  SmallVector<func::CallOp> bodies;
  SmallVector<Operation *> annotated;
  module.walk([&](Operation *op) {
    auto call = dyn_cast<func::CallOp>(op);
    if (call && call.getCallee().contains("xla.sdy.manual_computation_body"))
      bodies.push_back(call);
    else if (op->hasAttr(attributesName) && op != module)
      annotated.push_back(op);
  });
  for (Operation *op : annotated)
    if (failed(readOp(op)))
      return failure();
  for (func::CallOp call : bodies)
    if (failed(readManual(call)))
      return failure();
  return success();
}

} // namespace

LogicalResult readShardyText(ModuleOp module) { return TextReader(module).run(); }

} // namespace shardc
