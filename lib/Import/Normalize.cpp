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
#include "dialects/Dist/Dist.h"
#include "dialects/Sdy/Sdy.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "shardc/Import/Import.h"
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

/// An annotation changes no value, so it can go once it is read; a call computes
/// something that nothing here knows.
LogicalResult dropCustomCall(stablehlo::CustomCallOp call) {
  StringRef target = call.getCallTargetName();
  if (target != "Sharding" || call->getNumOperands() != 1 || call->getNumResults() != 1)
    return call.emitOpError() << "of '@" << target << "' is not supported";
  call.getResult(0).replaceAllUsesWith(call.getOperand(0));
  call.erase();
  return success();
}

/// PyTorch exporters assemble gradients by `tensor.insert_slice`. Into a splat
/// it is padding, which can be split; into anything else an update of a part.
LogicalResult replaceInsertSlice(tensor::InsertSliceOp insert) {
  auto source = cast<RankedTensorType>(insert.getSource().getType());
  auto target = cast<RankedTensorType>(insert.getType());
  bool isStatic =
      !ShapedType::isDynamicShape(insert.getStaticOffsets()) &&
      source.getShape() == insert.getStaticSizes() &&
      llvm::all_of(insert.getStaticStrides(), [](int64_t stride) { return stride == 1; });
  if (!isStatic)
    return insert.emitOpError() << "has computed offsets, strides or another "
                                   "rank, which are not supported";
  OpBuilder builder(insert);
  Location loc = insert.getLoc();
  ArrayRef<int64_t> low = insert.getStaticOffsets();
  Value result;
  SplatElementsAttr splat;
  if (matchPattern(insert.getDest(), m_Constant(&splat))) {
    SmallVector<int64_t> high, interior(low.size(), 0);
    for (auto [size, part, offset] : llvm::zip(target.getShape(), source.getShape(), low))
      high.push_back(size - part - offset);
    auto scalar = RankedTensorType::get({}, target.getElementType());
    Value padding = stablehlo::ConstantOp::create(
        builder, loc, DenseElementsAttr::get(scalar, splat.getSplatValue<Attribute>()));
    result =
        stablehlo::PadOp::create(builder, loc, insert.getSource(), padding, low, high, interior);
  } else {
    SmallVector<Value> starts;
    for (int64_t offset : low)
      starts.push_back(stablehlo::ConstantOp::create(
          builder, loc,
          DenseElementsAttr::get(RankedTensorType::get({}, builder.getI32Type()),
                                 builder.getI32IntegerAttr(offset))));
    result = stablehlo::DynamicUpdateSliceOp::create(builder, loc, insert.getDest(),
                                                     insert.getSource(), starts);
  }
  insert.replaceAllUsesWith(result);
  insert.erase();
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
      .Case([](stablehlo::OptimizationBarrierOp barrier) {
        barrier.replaceAllUsesWith(barrier.getOperand());
        barrier.erase();
        return success();
      })
      .Case([](stablehlo::CustomCallOp call) { return dropCustomCall(call); })
      .Case([](tensor::InsertSliceOp insert) { return replaceInsertSlice(insert); })
      .Case([](sdy::ConstantOp constant) {
        OpBuilder builder(constant);
        constant.replaceAllUsesWith(
            stablehlo::ConstantOp::create(builder, constant.getLoc(), constant.getValue())
                .getResult());
        constant.erase();
        return success();
      })
      .Default([](Operation *op) -> LogicalResult {
        // Its dialect is known for one op's sake.
        if (isa_and_present<tensor::TensorDialect>(op->getDialect()))
          return op->emitError() << "op '" << op->getName() << "' is not supported";
        return success();
      });
}

/// Erases what no result needs, users before what they use.
void eraseDeadOps(func::FuncOp main) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(main.getBody().front())))
    if (isOpTriviallyDead(&op))
      op.erase();
}

//===----------------------------------------------------------------------===//
// Elided constants
//===----------------------------------------------------------------------===//

/// Whether a constant's values were left out of the text.
bool isElided(stablehlo::ConstantOp constant) {
  auto resource = dyn_cast<DenseResourceElementsAttr>(constant.getValue());
  return resource && !resource.getRawHandle().getBlob();
}

/// Turns constants without values into parameters, which is what they were
/// before the exporter froze them.
void parametrizeElided(func::FuncOp main) {
  SmallVector<stablehlo::ConstantOp> elided;
  main.walk([&](stablehlo::ConstantOp constant) {
    if (isElided(constant))
      elided.push_back(constant);
  });
  Builder builder(main.getContext());
  for (auto [index, constant] : llvm::enumerate(elided)) {
    std::string name = "constant." + std::to_string(index);
    NamedAttrList attrs;
    attrs.set("dist.name", builder.getStringAttr(name));
    attrs.set("dist.role", builder.getStringAttr("param"));
    unsigned position = main.getNumArguments();
    (void)main.insertArgument(position, constant.getType(), attrs.getDictionary(main.getContext()),
                              constant.getLoc());
    constant.emitRemark() << "the values of this constant were left out of the "
                             "text; it becomes parameter '"
                          << name << "'";
    constant.getResult().replaceAllUsesWith(main.getArgument(position));
    constant.erase();
  }
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
        main.getResultTypes()[result.getInt()] == main.getArgumentTypes()[index])
      attrs.set("dist.updated_by", builder.getI64IntegerAttr(result.getInt()));
  if (auto donor = main.getArgAttrOfType<BoolAttr>(index, "jax.buffer_donor"))
    if (donor.getValue())
      attrs.set("dist.donated", builder.getUnitAttr());
  main.setArgAttrs(index, attrs.getDictionary(context));
}

void stripAttributes(ModuleOp module, func::FuncOp main) {
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    stripArgument(main, i);
  MLIRContext *context = module.getContext();
  for (unsigned i = 0; i < main.getNumResults(); ++i)
    if (DictionaryAttr attrs = main.getResultAttrDict(i))
      main.setResultAttrs(i, onlyOurs(attrs.getValue(), context));
  auto strip = [&](Operation *op) {
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

LogicalResult normalizeModule(ModuleOp module) {
  func::FuncOp main = findEntry(module);
  if (!main || failed(verifySignature(main)))
    return failure();
  convertTilings(module);
  if (failed(inlineCalls(main)) || failed(convertShardings(module, main)))
    return failure();

  // Whatever else is in the module served @main's calls, but for a mesh that
  // annotations of arguments refer to.
  for (Operation &op : llvm::make_early_inc_range(*module.getBody()))
    if (&op != main.getOperation() && !isa<dist::MeshOp>(op))
      op.erase();
  main.setSymName("main");
  main.setPublic();

  SmallVector<Operation *> ops;
  main.getBody().walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops)
    if (failed(normalizeOp(op)))
      return failure();
  eraseDeadOps(main);
  parametrizeElided(main);
  stripAttributes(module, main);
  completeNames(main);
  return success();
}

} // namespace shardc
