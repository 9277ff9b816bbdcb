//===- Elements.cpp - where an element of a result comes from ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One rule an op: the element of the result at an index as an expression of
// elements of the operands. Nothing branches: where an op reads outside of an
// operand, the index is held inside and the value chosen afterwards.
//
//===----------------------------------------------------------------------===//
#include "Emitter.h"
#include "shardc/Interfaces/Types.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::stablehlo;
using namespace shardc;
using namespace shardc::codegen;

std::vector<const void *> Emitter::keyOf(Value tensor, const Index &index) const {
  std::vector<const void *> key{tensor.getAsOpaquePointer(),
                                reinterpret_cast<const void *>(uintptr_t(lanes))};
  for (const Index::Group &group : index.groups) {
    key.push_back(group.idx.value.getAsOpaquePointer());
    key.push_back(reinterpret_cast<const void *>(uintptr_t(group.dims * 2 + group.idx.laned)));
  }
  return key;
}

void Emitter::remember(Value tensor, const Index &index, Value value) {
  levels[levelOf(value)].elements[keyOf(tensor, index)] = value;
}

Value Emitter::element(Value tensor, const Index &index) {
  std::vector<const void *> key = keyOf(tensor, index);
  for (Level &level : llvm::reverse(levels))
    if (auto it = level.elements.find(key); it != level.elements.end())
      return it->second;

  Value result;
  if (auto it = pointers.find(tensor); it != pointers.end()) {
    result = load(it->second, typeOf(tensor).getElementType(), linear(index));
  } else if (Operation *op = tensor.getDefiningOp()) {
    result = elementOfOp(op, cast<OpResult>(tensor).getResultNumber(), index);
  }
  if (!result) {
    if (!unsupported)
      unsupported = tensor.getDefiningOp();
    result = make<LLVM::PoisonOp>(computeType(typeOf(tensor).getElementType()));
  }
  remember(tensor, index, result);
  return result;
}

Value Emitter::elementOfOp(Operation *op, unsigned result, const Index &index) {
  Type element = typeOf(op->getResult(result)).getElementType();
  if (isPointwise(op)) {
    SmallVector<Value> args;
    for (Value operand : op->getOperands())
      args.push_back(typeOf(operand).getRank() == 0 ? scalar(operand)
                                                    : this->element(operand, index));
    return pointwise(op, args);
  }
  auto at = [&](Value operand, const Index &where) { return this->element(operand, where); };
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](ConstantOp op) { return elementOfConstant(op, index); })
      .Case([&](IotaOp op) {
        Idx idx = dimIndex(index, op.getIotaDimension());
        Type computed = computeType(element);
        if (isa<IntegerType>(computed))
          return idxValue(idx, computed);
        Value number = idx.laned ? idxVector(idx).value : idx.value;
        return roundTo(make<arith::UIToFPOp>(like(computed, number), number), element);
      })
      .Case([&](BroadcastInDimOp op) {
        return at(op.getOperand(),
                  select(index, typeOf(op.getOperand()).getShape(), op.getBroadcastDimensions()));
      })
      .Case([&](ReshapeOp op) {
        return at(op.getOperand(), reshape(index, typeOf(op.getOperand()).getShape()));
      })
      .Case([&](TransposeOp op) {
        SmallVector<int64_t> map(op.getPermutation().size());
        for (auto [dim, from] : llvm::enumerate(op.getPermutation()))
          map[from] = dim;
        return at(op.getOperand(), select(index, typeOf(op.getOperand()).getShape(), map));
      })
      .Case([&](OptimizationBarrierOp op) { return at(op->getOperand(result), index); })
      .Case([&](SliceOp op) {
        return at(op.getOperand(), slice(index, typeOf(op.getOperand()).getShape(),
                                         op.getStartIndices(), op.getStrides()));
      })
      .Case([&](ReverseOp op) {
        ArrayRef<int64_t> shape = typeOf(op.getOperand()).getShape();
        SmallVector<Idx> dims;
        for (unsigned dim = 0; dim < shape.size(); ++dim) {
          Idx idx = dimIndex(index, dim);
          if (llvm::is_contained(op.getDimensions(), int64_t(dim)))
            idx = idxSub(idxConstant(shape[dim] - 1), idx);
          dims.push_back(idx);
        }
        return at(op.getOperand(), fromDims(shape, dims));
      })
      .Case([&](PadOp op) { return elementOfPad(op, index); })
      .Case([&](ConcatenateOp op) { return elementOfConcatenate(op, index); })
      .Case([&](DynamicSliceOp op) {
        ArrayRef<int64_t> shape = typeOf(op.getOperand()).getShape();
        SmallVector<Idx> dims;
        for (unsigned dim = 0; dim < shape.size(); ++dim)
          dims.push_back(idxAdd(
              startIndex(op.getStartIndices()[dim], Index(), shape[dim] - op.getSliceSizes()[dim]),
              dimIndex(index, dim)));
        return at(op.getOperand(), fromDims(shape, dims));
      })
      .Case([&](DynamicUpdateSliceOp op) { return elementOfUpdate(op, index); })
      .Case([&](GatherOp op) { return elementOfGather(op, index); })
      .Case([&](DotGeneralOp op) { return elementOfDot(op, index); })
      .Case([&](ConvolutionOp op) { return elementOfConvolution(op, index); })
      .Case([&](ReduceWindowOp op) {
        // All results come out of one walk over the window.
        SmallVector<Value> values = elementsOfReduceWindow(op, index);
        for (auto [other, value] : llvm::zip_equal(op.getResults(), values))
          remember(other, index, value);
        return values[result];
      })
      .Case([&](SelectAndScatterOp op) { return elementOfSelectAndScatter(op, index); })
      .Case([&](dist::ShardOffsetOp op) {
        SmallVector<dist::AxisRefAttr> axes(op.getAxes().getAsRange<dist::AxisRefAttr>());
        return idxValue(
            blockOffset(op.getGlobal(), op.getGranule(), axes, lookupMesh(op, op.getMeshAttr())),
            computeType(element));
      })
      .Case([&](dist::MaskOp op) {
        SmallVector<dist::AxisRefAttr> axes(op.getAxes().getAsRange<dist::AxisRefAttr>());
        Value value = at(op.getInput(), index);
        Value valid = isValid(dimIndex(index, op.getDim()), op.getGlobal(), op.getGranule(), axes,
                              lookupMesh(op, op.getMeshAttr()));
        if (!valid)
          return value;
        Type computed = computeType(element);
        Value fill;
        if (auto number = dyn_cast<FloatAttr>(op.getFill()))
          fill = constant(computed, number.getValueAsDouble());
        else
          fill = make<arith::ConstantOp>(
              computed, cast<TypedAttr>(builder.getIntegerAttr(
                            computed, cast<IntegerAttr>(op.getFill()).getValue())));
        SmallVector<Value> parts{valid, value, fill};
        unify(parts);
        return make<arith::SelectOp>(parts[0], parts[1], parts[2]);
      })
      .Case([&](dist::AllSliceOp op) {
        SmallVector<dist::AxisRefAttr> axes(op.getAxes().getAsRange<dist::AxisRefAttr>());
        dist::MeshAttr mesh = lookupMesh(op, op.getMeshAttr());
        ArrayRef<int64_t> shape = typeOf(op.getInput()).getShape();
        int64_t block = typeOf(op.getResult()).getDimSize(op.getDim());
        SmallVector<Idx> dims;
        for (unsigned dim = 0; dim < shape.size(); ++dim) {
          Idx idx = dimIndex(index, dim);
          if (dim == op.getDim()) {
            idx = idxAdd(idx, idxMul(position(axes, mesh), block));
            // Past the end is padding: any element serves.
            if (block * groupSize(axes, mesh) > shape[dim])
              idx = idxClamp(idx, 0, shape[dim] - 1);
          }
          dims.push_back(idx);
        }
        return at(op.getInput(), fromDims(shape, dims));
      })
      .Default([](Operation *) { return Value(); });
}

/// A start index held to [0, limit].
Idx Emitter::startIndex(Value tensor, const Index &at, int64_t limit) {
  if (limit == 0)
    return idxConstant(0);
  bool isUnsigned = typeOf(tensor).getElementType().isUnsignedInteger();
  return idxClamp(idxFrom(element(tensor, at), isUnsigned), 0, limit);
}

Value Emitter::elementOfConstant(ConstantOp op, const Index &index) {
  auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!elements)
    return {};
  Type element = elements.getElementType(), computed = computeType(element);
  if (elements.isSplat()) {
    if (isa<FloatType>(element)) {
      bool exact;
      APFloat value = elements.getSplatValue<APFloat>();
      value.convert(cast<FloatType>(computed).getFloatSemantics(), APFloat::rmNearestTiesToEven,
                    &exact);
      return make<arith::ConstantOp>(computed,
                                     cast<TypedAttr>(builder.getFloatAttr(computed, value)));
    }
    return make<arith::ConstantOp>(computed, cast<TypedAttr>(builder.getIntegerAttr(
                                                 computed, elements.getSplatValue<APInt>())));
  }
  Value &table = tables[op];
  if (!table) {
    Type storage = storageType(element);
    SmallVector<Attribute> values;
    for (Attribute value : elements.getValues<Attribute>()) {
      APInt bits = isa<FloatAttr>(value) ? cast<FloatAttr>(value).getValue().bitcastToAPInt()
                                         : cast<IntegerAttr>(value).getValue();
      if (isa<FloatType>(storage))
        values.push_back(value);
      else
        values.push_back(
            builder.getIntegerAttr(storage, bits.zextOrTrunc(storage.getIntOrFloatBitWidth())));
    }
    OpBuilder module(builder.getContext());
    module.setInsertionPointToStart(&symbols->getRegion(0).front());
    auto type = LLVM::LLVMArrayType::get(storage, values.size());
    std::string name;
    unsigned number = 0;
    do
      name = "table_" + std::to_string(number++);
    while (SymbolTable::lookupSymbolIn(symbols, name));
    LLVM::GlobalOp::create(
        module, loc, type, /*isConstant=*/true, LLVM::Linkage::Internal, name,
        DenseElementsAttr::get(RankedTensorType::get({int64_t(values.size())}, storage), values),
        /*alignment=*/64);
    table =
        make<LLVM::AddressOfOp>(LLVM::LLVMPointerType::get(builder.getContext()), StringRef(name));
  }
  return load(table, element, linear(index));
}

Value Emitter::elementOfPad(PadOp op, const Index &index) {
  ArrayRef<int64_t> shape = typeOf(op.getOperand()).getShape();
  SmallVector<Idx> dims;
  Value valid;
  auto require = [&](Value condition) {
    if (!valid) {
      valid = condition;
      return;
    }
    SmallVector<Value> both{valid, condition};
    unify(both);
    valid = make<arith::AndIOp>(both[0], both[1]);
  };
  for (unsigned dim = 0; dim < shape.size(); ++dim) {
    int64_t low = op.getEdgePaddingLow()[dim], high = op.getEdgePaddingHigh()[dim];
    int64_t step = op.getInteriorPadding()[dim] + 1;
    Idx idx = dimIndex(index, dim);
    if (low == 0 && high <= 0 && step == 1) {
      dims.push_back(idx);
      continue;
    }
    if (shape[dim] == 0)
      return scalar(op.getPaddingValue());
    idx = idxAdd(idx, -low);
    int64_t span = (shape[dim] - 1) * step + 1;
    if (low > 0)
      require(idxAtLeast(idx, 0));
    if (high > 0)
      require(idxLess(idx, span));
    if (low > 0 || high > 0)
      idx = idxClamp(idx, 0, span - 1);
    if (step > 1) {
      Idx rest = idxVector(idxRem(idx, step));
      require(make<arith::CmpIOp>(arith::CmpIPredicate::eq, rest.value,
                                  constantInt(rest.value.getType(), 0)));
      idx = idxDiv(idx, step);
    }
    dims.push_back(idx);
  }
  Value inside = element(op.getOperand(), fromDims(shape, dims));
  if (!valid)
    return inside;
  SmallVector<Value> parts{valid, inside, scalar(op.getPaddingValue())};
  unify(parts);
  return make<arith::SelectOp>(parts[0], parts[1], parts[2]);
}

Value Emitter::elementOfConcatenate(ConcatenateOp op, const Index &index) {
  unsigned along = op.getDimension();
  SmallVector<int64_t> map;
  Idx idx = dimIndex(index, along);
  Value result;
  int64_t start = 0;
  for (Value part : op.getInputs()) {
    ArrayRef<int64_t> shape = typeOf(part).getShape();
    int64_t extent = shape[along];
    if (extent == 0)
      continue;
    SmallVector<Idx> dims;
    for (unsigned dim = 0; dim < shape.size(); ++dim)
      dims.push_back(dim == along ? idxClamp(idxAdd(idx, -start), 0, extent - 1)
                                  : dimIndex(index, dim));
    Value value = element(part, fromDims(shape, dims));
    if (result) {
      SmallVector<Value> parts{idxLess(idx, start), result, value};
      unify(parts);
      value = make<arith::SelectOp>(parts[0], parts[1], parts[2]);
    }
    result = value;
    start += extent;
  }
  return result;
}

Value Emitter::elementOfUpdate(DynamicUpdateSliceOp op, const Index &index) {
  ArrayRef<int64_t> shape = typeOf(op.getOperand()).getShape();
  ArrayRef<int64_t> size = typeOf(op.getUpdate()).getShape();
  SmallVector<Idx> dims;
  Value inside;
  for (unsigned dim = 0; dim < shape.size(); ++dim) {
    Idx idx = idxSub(dimIndex(index, dim),
                     startIndex(op.getStartIndices()[dim], Index(), shape[dim] - size[dim]));
    if (size[dim] != shape[dim]) {
      SmallVector<Value> bounds{idxAtLeast(idx, 0), idxLess(idx, size[dim])};
      if (inside)
        bounds.push_back(inside);
      unify(bounds);
      inside = bounds[0];
      for (Value bound : ArrayRef(bounds).drop_front())
        inside = make<arith::AndIOp>(inside, bound);
      idx = idxClamp(idx, 0, size[dim] - 1);
    }
    dims.push_back(idx);
  }
  Value update = element(op.getUpdate(), fromDims(size, dims));
  if (!inside)
    return update;
  SmallVector<Value> parts{inside, update, element(op.getOperand(), index)};
  unify(parts);
  return make<arith::SelectOp>(parts[0], parts[1], parts[2]);
}

Value Emitter::elementOfGather(GatherOp op, const Index &index) {
  GatherDimensionNumbersAttr numbers = op.getDimensionNumbers();
  ArrayRef<int64_t> shape = typeOf(op.getOperand()).getShape();
  RankedTensorType indices = typeOf(op.getStartIndices());
  int64_t vectorDim = numbers.getIndexVectorDim();

  // Where the index vector lies: batch dimensions of the result, in order.
  SmallVector<int64_t> batch;
  for (int64_t dim = 0, rank = index.shape.size(); dim < rank; ++dim)
    if (!llvm::is_contained(numbers.getOffsetDims(), dim))
      batch.push_back(dim);
  auto component = [&](std::optional<int64_t> which) {
    SmallVector<Idx> dims;
    unsigned next = 0;
    for (int64_t dim = 0; dim < indices.getRank(); ++dim)
      dims.push_back(dim == vectorDim ? idxConstant(*which) : dimIndex(index, batch[next++]));
    return fromDims(indices.getShape(), dims);
  };

  SmallVector<Idx> dims;
  unsigned offset = 0;
  for (int64_t dim = 0; dim < int64_t(shape.size()); ++dim) {
    Idx idx = idxConstant(0);
    auto batching = llvm::find(numbers.getOperandBatchingDims(), dim);
    if (batching != numbers.getOperandBatchingDims().end()) {
      int64_t at =
          numbers
              .getStartIndicesBatchingDims()[batching - numbers.getOperandBatchingDims().begin()];
      dims.push_back(dimIndex(index, batch[at < vectorDim ? at : at - 1]));
      continue;
    }
    auto mapped = llvm::find(numbers.getStartIndexMap(), dim);
    if (mapped != numbers.getStartIndexMap().end())
      idx = startIndex(op.getStartIndices(), component(mapped - numbers.getStartIndexMap().begin()),
                       shape[dim] - op.getSliceSizes()[dim]);
    if (!llvm::is_contained(numbers.getCollapsedSliceDims(), dim))
      idx = idxAdd(dimIndex(index, numbers.getOffsetDims()[offset++]), idx);
    dims.push_back(idx);
  }
  return element(op.getOperand(), fromDims(shape, dims));
}
