//===- ContractionOps.cpp - dot products and reductions ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Ops that sum over dimensions, brought to one matrix product or one row-wise
// combination.
//
//===----------------------------------------------------------------------===//
#include "Evaluation.h"
#include "Loops.h"
#include "dialects/StableHLO/StableHLO.h"

using namespace mlir;
using namespace mlir::stablehlo;
using namespace shardc::reference;

//===----------------------------------------------------------------------===//
// Dot products
//===----------------------------------------------------------------------===//

/// Transposes `x` so that `first`, `second`, `third` follow each other; gives
/// the same tensor when they do already.
static Tensor packed(const Tensor &x, ArrayRef<int64_t> first, ArrayRef<int64_t> second,
                     ArrayRef<int64_t> third) {
  SmallVector<int64_t> inStrides = stridesOf(x.getShape()), shape, strides;
  SmallVector<int64_t> order(first);
  llvm::append_range(order, second);
  llvm::append_range(order, third);
  for (int64_t dim : order) {
    shape.push_back(x.getShape()[dim]);
    strides.push_back(inStrides[dim]);
  }
  if (llvm::is_sorted(order))
    return x;
  return gatherBlock(RankedTensorType::get(shape, x.getElementType()), x, 0, strides);
}

static SmallVector<int64_t> otherDims(int64_t rank, ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  SmallVector<int64_t> dims;
  for (int64_t d = 0; d < rank; ++d)
    if (!llvm::is_contained(a, d) && !llvm::is_contained(b, d))
      dims.push_back(d);
  return dims;
}

static int64_t product(ArrayRef<int64_t> shape, ArrayRef<int64_t> dims) {
  int64_t size = 1;
  for (int64_t dim : dims)
    size *= shape[dim];
  return size;
}

static LogicalResult contract(Operation *op, Evaluation &e, ArrayRef<int64_t> lhsBatch,
                              ArrayRef<int64_t> rhsBatch, ArrayRef<int64_t> lhsContracted,
                              ArrayRef<int64_t> rhsContracted) {
  const Tensor &lhs = e.operands[0], &rhs = e.operands[1];
  RankedTensorType type = resultType(op);
  if (lhs.isFloat() != isa<FloatType>(type.getElementType()))
    return op->emitOpError() << "cannot be interpreted: the sums of " << lhs.getElementType()
                             << " products are to be " << type.getElementType();
  SmallVector<int64_t> rows = otherDims(lhs.getRank(), lhsBatch, lhsContracted);
  SmallVector<int64_t> columns = otherDims(rhs.getRank(), rhsBatch, rhsContracted);
  Tensor a = packed(lhs, lhsBatch, rows, lhsContracted);
  Tensor b = packed(rhs, rhsBatch, rhsContracted, columns);
  int64_t batch = product(lhs.getShape(), lhsBatch), m = product(lhs.getShape(), rows);
  int64_t k = product(lhs.getShape(), lhsContracted), n = product(rhs.getShape(), columns);
  Tensor result(type);
  withKind(result, [&](auto *kind) {
    using T = std::remove_pointer_t<decltype(kind)>;
    T *out = result.getMutable<T>().data();
    for (int64_t i = 0; i < batch; ++i)
      multiplyAdd(m, n, k, a.get<T>().data() + i * m * k, b.get<T>().data() + i * k * n,
                  out + i * m * n);
    if constexpr (std::is_same_v<T, int64_t>) {
      IntFormat format = IntFormat::of(type.getElementType());
      for (T &value : result.getMutable<T>())
        // A sum of booleans is true when any term is.
        value = format.width == 1 ? T(value != 0) : format.wrap(value);
    }
  });
  return e.give(result);
}

static LogicalResult evaluateDotGeneral(DotGeneralOp op, Evaluation &e) {
  DotDimensionNumbersAttr dims = op.getDotDimensionNumbers();
  return contract(op, e, dims.getLhsBatchingDimensions(), dims.getRhsBatchingDimensions(),
                  dims.getLhsContractingDimensions(), dims.getRhsContractingDimensions());
}

static LogicalResult evaluateDot(DotOp op, Evaluation &e) {
  return contract(op, e, {}, {}, {e.operands[0].getRank() - 1}, {0});
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

Operation *shardc::reference::singleCombiner(Block &body) {
  if (body.getNumArguments() != 2 || body.getOperations().size() != 2)
    return nullptr;
  Operation *op = &body.front(), *last = body.getTerminator();
  bool inOrder = op->getNumOperands() == 2 && op->getOperand(0) == body.getArgument(0) &&
                 op->getOperand(1) == body.getArgument(1);
  // Every op with a direct loop commutes.
  bool swapped = op->getNumOperands() == 2 && op->getOperand(0) == body.getArgument(1) &&
                 op->getOperand(1) == body.getArgument(0);
  bool returned = op->getNumResults() == 1 && last->getNumOperands() == 1 &&
                  last->getOperand(0) == op->getResult(0);
  return (inOrder || swapped) && returned && isa<AddOp, MulOp, MaxOp, MinOp, AndOp, OrOp>(op)
             ? op
             : nullptr;
}

/// A scalar repeated to `shape`.
static Tensor lifted(const Tensor &scalar, ArrayRef<int64_t> shape) {
  auto type = RankedTensorType::get(shape, scalar.getElementType());
  return scalar.isFloat() ? Tensor::splat(type, scalar.scalar())
                          : Tensor::splatInt(type, scalar.intAt(0));
}

FailureOr<SmallVector<Tensor>> shardc::reference::evaluateLifted(Block &body,
                                                                 ArrayRef<Tensor> arguments,
                                                                 const Evaluation &outer) {
  ArrayRef<int64_t> shape = arguments[0].getShape();
  llvm::DenseMap<Value, Tensor> values;
  for (auto [argument, value] : llvm::zip_equal(body.getArguments(), arguments))
    values[argument] = value;
  auto find = [&](Value value) -> FailureOr<Tensor> {
    if (auto it = values.find(value); it != values.end())
      return it->second;
    const Tensor *captured = outer.lookup ? outer.lookup(value) : nullptr;
    if (!captured || captured->getNumElements() != 1)
      return failure();
    return lifted(*captured, shape);
  };
  for (Operation &op : body) {
    Evaluation inner;
    inner.rank = outer.rank;
    inner.numRanks = outer.numRanks;
    for (Value operand : op.getOperands()) {
      FailureOr<Tensor> value = find(operand);
      if (failed(value))
        return op.emitOpError() << "cannot be interpreted in a body: an operand is neither "
                                   "computed there nor a scalar from outside";
      inner.operands.push_back(*value);
    }
    if (isa<stablehlo::ReturnOp>(op))
      return inner.operands;
    bool elementwise = op.getNumResults() == 1 && op.getNumRegions() == 0 &&
                       cast<RankedTensorType>(op.getResult(0).getType()).getNumElements() == 1;
    if (!elementwise ||
        isa<DotGeneralOp, DotOp, GatherOp, DynamicSliceOp, DynamicUpdateSliceOp>(op))
      return op.emitOpError() << "cannot be interpreted in a body: only elementwise ops of "
                                 "scalars can";
    if (isa<ReshapeOp, BroadcastInDimOp, TransposeOp, SliceOp>(op)) {
      // From one scalar to another.
      values[op.getResult(0)] = inner.operands[0];
      continue;
    }
    if (failed(Registry::get().evaluate(&op, inner)))
      return failure();
    Tensor result = std::move(inner.results[0]);
    if (result.getShape() != shape)
      result = lifted(result, shape);
    values[op.getResult(0)] = std::move(result);
  }
  return failure();
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

static LogicalResult evaluateReduce(ReduceOp op, Evaluation &e) {
  size_t count = op.getInputs().size();
  ArrayRef<int64_t> dims = op.getDimensions();
  SmallVector<int64_t> reduced(dims);
  llvm::sort(reduced);
  SmallVector<int64_t> kept = otherDims(e.operands[0].getRank(), reduced, {});
  int64_t rows = product(e.operands[0].getShape(), reduced);
  int64_t columns = product(e.operands[0].getShape(), kept);

  // One row of all results at a time, in row-major order of what is reduced.
  SmallVector<Tensor> inputs, sums;
  for (size_t i = 0; i < count; ++i) {
    inputs.push_back(packed(e.operands[i], reduced, kept, {}));
    sums.push_back(lifted(e.operands[count + i], {columns}));
  }
  Block &body = op.getBody().front();
  Operation *combiner = count == 1 ? singleCombiner(body) : nullptr;
  for (int64_t row = 0; row < rows; ++row) {
    if (combiner && combineDirectly(combiner, sums[0], 0, inputs[0], row * columns, columns))
      continue;
    SmallVector<Tensor> arguments(sums);
    for (const Tensor &input : inputs)
      arguments.push_back(gatherBlock(RankedTensorType::get({columns}, input.getElementType()),
                                      input, row * columns, {1}));
    FailureOr<SmallVector<Tensor>> next = evaluateLifted(body, arguments, e);
    if (failed(next))
      return failure();
    sums = *next;
  }
  for (auto [i, sum] : llvm::enumerate(sums))
    e.results.push_back(sum.withType(resultType(op, i)));
  return success();
}

void shardc::reference::addContractionOps(Registry &registry) {
  registry.add<DotGeneralOp>(evaluateDotGeneral);
  registry.add<DotOp>(evaluateDot);
  registry.add<ReduceOp>(evaluateReduce);
}
