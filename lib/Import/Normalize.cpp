//===- Normalize.cpp - canonical ops, no foreign attributes -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Leaves one way of saying each thing, so that later stages know one op where
// exporters use several.
//
//===----------------------------------------------------------------------===//
#include "ImportImpl.h"
#include "dialects/CHLO/CHLO.h"
#include "dialects/Dist/Dist.h"
#include "dialects/NN/NN.h"
#include "dialects/Sdy/Sdy.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "shardc/Import/Import.h"
#include "shardc/Import/Names.h"
#include "shardc/Interfaces/Decomposable.h"
#include "shardc/Interfaces/Remarks.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace shardc {
namespace {

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void replaceDot(stablehlo::DotOp dot) {
  int64_t last = dot.getLhs().getType().getRank() - 1;
  OpBuilder builder(dot);
  auto numbers = stablehlo::DotDimensionNumbersAttr::get(dot.getContext(), {}, {}, {last}, {0});
  auto general = stablehlo::DotGeneralOp::create(
      builder, dot.getLoc(), dot.getType(), dot.getLhs(), dot.getRhs(), numbers,
      dot.getPrecisionConfigAttr(), stablehlo::DotAlgorithmAttr());
  general->setDiscardableAttrs(dot->getDiscardableAttrDictionary());
  dot.replaceAllUsesWith(general.getResult());
  dot.erase();
}

/// Calls that say something of their operands and pass them on: where they are to be,
/// how they are laid out, what their sharding is.
bool isAnnotation(stablehlo::CustomCallOp call) {
  StringRef targets[] = {"Sharding",
                         "annotate_device_placement",
                         "LayoutConstraint",
                         "MoveToDevice",
                         "MoveToHost",
                         "xla.sdy.FuncResultSharding",
                         "xla.sdy.PropagationBarrier",
                         "xla.sdy.ShardingGroup"};
  StringRef target = call.getCallTargetName();
  // Checks of shapes, which are static here.
  if (target == "shape_assertion")
    return call->getNumResults() == 0;
  return llvm::is_contained(targets, target) && call->getNumResults() <= call->getNumOperands() &&
         llvm::equal(call->getResultTypes(),
                     call->getOperands().take_front(call->getNumResults()).getTypes());
}

/// An annotation changes no value, so it can go once it is read; a call computes
/// something that nothing here knows.
LogicalResult dropCustomCall(stablehlo::CustomCallOp call) {
  if (!isAnnotation(call))
    return call.emitOpError() << "of '@" << call.getCallTargetName() << "' is not supported"
                              << adviceForCall(call.getCallTargetName());
  if (call.getCallTargetName() != "Sharding" && call.getCallTargetName() != "shape_assertion")
    emitRemark(call.getLoc(), RemarkCategory::Import)
        << "annotation '@" << call.getCallTargetName() << "' is not used";
  call->replaceAllUsesWith(call->getOperands().take_front(call->getNumResults()));
  call.erase();
  return success();
}

LogicalResult normalizeOp(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([](stablehlo::DotOp dot) {
        replaceDot(dot);
        return success();
      })
      .Case([](stablehlo::ConvertOp convert) {
        if (convert.getOperand().getType() == convert.getType()) {
          convert.replaceAllUsesWith(convert.getOperand());
          convert.erase();
        }
        return success();
      })
      .Case([](stablehlo::CustomCallOp call) { return dropCustomCall(call); })
      .Case([](sdy::ConstantOp constant) {
        OpBuilder builder(constant);
        constant.replaceAllUsesWith(
            stablehlo::ConstantOp::create(builder, constant.getLoc(), constant.getValue())
                .getResult());
        constant.erase();
        return success();
      })
      .Default([](Operation *) { return success(); });
}

/// Erases what no result needs, users before what they use.
void eraseDeadOps(func::FuncOp main) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(main.getBody().front())))
    if (isOpTriviallyDead(&op))
      op.erase();
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// Whether a discardable attribute is ours to keep.
bool isOurs(StringAttr name) {
  StringRef text = name.getValue();
  return text.starts_with("dist.") || text.starts_with("shardc.");
}

DictionaryAttr onlyOurs(ArrayRef<NamedAttribute> attrs, MLIRContext *context) {
  NamedAttrList kept;
  for (NamedAttribute attr : attrs)
    if (isOurs(attr.getName()))
      kept.push_back(attr);
  return kept.getDictionary(context);
}

/// Keeps what other frameworks say of donated arguments, drops the rest.
void stripArgument(func::FuncOp main, unsigned index) {
  MLIRContext *context = main.getContext();
  Builder builder(context);
  // The accessor of all attributes gives null for none.
  DictionaryAttr given = main.getArgAttrDict(index);
  if (!given)
    return;
  NamedAttrList attrs(onlyOurs(given.getValue(), context));
  if (auto result = main.getArgAttrOfType<IntegerAttr>(index, "tf.aliasing_output"))
    if (result.getInt() >= 0 && result.getInt() < main.getNumResults() &&
        main.getResultTypes()[result.getInt()] == main.getArgumentTypes()[index]) {
      attrs.set("dist.updated_by", builder.getI64IntegerAttr(result.getInt()));
      attrs.set("dist.donated", builder.getUnitAttr());
    }
  if (auto donor = main.getArgAttrOfType<BoolAttr>(index, "jax.buffer_donor"))
    if (donor.getValue())
      attrs.set("dist.donated", builder.getUnitAttr());
  main.setArgAttrs(index, attrs.getDictionary(context));
}

/// Spells aliases of arguments and results that XLA lists at the module as JAX does.
void readAliases(ModuleOp module, func::FuncOp main) {
  auto aliases = module->getAttrOfType<ArrayAttr>("mhlo.input_output_alias");
  if (!aliases)
    return;
  Builder builder(module.getContext());
  for (Attribute entry : aliases) {
    auto fields = dyn_cast<DictionaryAttr>(entry);
    auto alias = fields ? fields.getAs<DictionaryAttr>("alias") : DictionaryAttr();
    auto number = alias ? alias.getAs<IntegerAttr>("parameter_number") : IntegerAttr();
    auto output = fields ? fields.getAs<DenseI64ArrayAttr>("output_index") : DenseI64ArrayAttr();
    if (!number || !output || output.size() > 1 || number.getInt() < 0 ||
        number.getInt() >= main.getNumArguments())
      continue;
    // A program of one result has no tuple of them to index.
    int64_t result = output.empty() ? 0 : output[0];
    if (!main.getArgAttr(number.getInt(), "tf.aliasing_output"))
      main.setArgAttr(number.getInt(), "tf.aliasing_output", builder.getI32IntegerAttr(result));
  }
}

void stripAttributes(ModuleOp module, func::FuncOp main) {
  readAliases(module, main);
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    stripArgument(main, i);
  MLIRContext *context = module.getContext();
  for (unsigned i = 0; i < main.getNumResults(); ++i)
    if (DictionaryAttr attrs = main.getResultAttrDict(i))
      main.setResultAttrs(i, onlyOurs(attrs.getValue(), context));
  auto strip = [&](Operation *op) {
    // Attributes of an embedder's own ops are for him to judge.
    if (op->getDialect() && isa<DecomposableOpInterface>(op) &&
        !isa<chlo::CHLODialect, nn::NNDialect, stablehlo::StableHLODialect>(op->getDialect()))
      return;
    op->setDiscardableAttrs(onlyOurs(llvm::to_vector(op->getDiscardableAttrs()), context));
  };
  main.walk(strip);
  strip(module);
  module.setSymNameAttr({});
}

/// One error at the first argument or result without a static tensor type.
LogicalResult verifySignature(func::FuncOp main) {
  auto check = [&](Type type, Location loc, const Twine &what) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return LogicalResult(emitError(loc)
                           << what << " has type " << type << ", but must be a ranked tensor");
    if (tensor.hasStaticShape())
      return success();
    return LogicalResult(emitError(loc) << what << " has type " << type
                                        << "; dynamic shapes are not supported, export the "
                                           "model with static shapes");
  };
  for (BlockArgument argument : main.getArguments())
    if (failed(check(argument.getType(), argument.getLoc(),
                     "argument #" + Twine(argument.getArgNumber()))))
      return failure();
  for (auto [index, type] : llvm::enumerate(main.getResultTypes()))
    if (failed(check(type, main.getLoc(), "result #" + Twine(index))))
      return failure();
  if (main.getNumResults() == 0)
    return main.emitError() << "'@" << main.getSymName()
                            << "' returns nothing, so there is nothing to compute; return the "
                               "model's outputs";
  return success();
}

} // namespace

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

void completeNames(func::FuncOp main) {
  Builder builder(main.getContext());
  auto complete = [&](unsigned count, StringRef prefix, auto get, auto set) {
    llvm::StringSet<> used;
    for (unsigned i = 0; i < count; ++i) {
      StringAttr given = get(i);
      std::string base = given && !given.empty() ? given.str() : (prefix + Twine(i)).str();
      std::string name = base;
      for (unsigned copy = 2; !used.insert(name).second; ++copy)
        name = base + "." + std::to_string(copy);
      set(i, builder.getStringAttr(name));
    }
  };
  complete(
      main.getNumArguments(), "arg",
      [&](unsigned i) { return main.getArgAttrOfType<StringAttr>(i, "dist.name"); },
      [&](unsigned i, StringAttr name) { main.setArgAttr(i, "dist.name", name); });
  complete(
      main.getNumResults(), "result",
      [&](unsigned i) { return main.getResultAttrOfType<StringAttr>(i, "dist.name"); },
      [&](unsigned i, StringAttr name) { main.setResultAttr(i, "dist.name", name); });
}

LogicalResult normalizeModule(ModuleOp module, int64_t unrollLimit) {
  func::FuncOp main = findEntry(module);
  if (!main)
    return failure();
  // A module that others parsed has the names of its locations only.
  nameArguments(main);
  flattenTuples(main);
  if (failed(readShardyText(module)))
    return failure();
  if (failed(verifySignature(main)) || failed(convertUpstream(module)))
    return failure();
  if (failed(convertTilings(module)))
    return failure();
  if (failed(inlineCalls(main)))
    return failure();
  inlineComputations(main);
  if (failed(resolveTuples(main)) || failed(resolveControlFlow(main, unrollLimit)))
    return failure();
  expandBatchNorms(main);
  if (failed(liftCollectives(module, main)) || failed(convertShardings(module, main)))
    return failure();

  // Whatever else is in the module served @main's calls, but for a mesh that
  // annotations of arguments refer to.
  for (Operation &op : llvm::make_early_inc_range(*module.getBody()))
    if (&op != main.getOperation() && !isa<dist::MeshOp>(op))
      op.erase();
  main.setSymName("main");
  main.setPublic();
  if (failed(sinkCaptures(main)) || failed(expandFunctions(main)) || failed(expandRandomBits(main)))
    return failure();

  SmallVector<Operation *> ops;
  main.getBody().walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops)
    if (failed(normalizeOp(op)))
      return failure();
  simplifyProducts(main);
  splitMerged(main);
  eraseDeadOps(main);
  simplifyProducts(main);
  batchIndices(main);
  eraseDeadOps(main);
  if (failed(verifyTypes(main)))
    return failure();
  if (failed(parametrizeWeights(main)))
    return failure();
  stripAttributes(module, main);
  completeNames(main);
  return success();
}

} // namespace shardc
