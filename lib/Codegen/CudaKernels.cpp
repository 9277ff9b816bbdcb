//===- CudaKernels.cpp - bodies of CUDA kernels -----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Elementwise work goes over the grid in strides, four elements a thread where
// alignment allows. Rows are reduced by a block each, other reductions by a
// thread a result. Nothing uses atomics: every result is computed in one order.
//
//===----------------------------------------------------------------------===//
#include "CudaKernels.h"
#include "ReduceNest.h"
#include "ScatterShape.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "shardc/Interfaces/Types.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::stablehlo;
using namespace shardc;
using namespace shardc::codegen;

static constexpr int64_t kThreads = 256;
static constexpr int64_t kMostBlocks = 8192;

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

Value CudaKernel::toIndex(Value i32) {
  if (e.target.indexBits == 32)
    return i32;
  return e.make<arith::ExtUIOp>(e.indexType(), i32);
}
Value CudaKernel::threadIdx() { return toIndex(e.make<NVVM::ThreadIdXOp>(e.builder.getI32Type())); }
Value CudaKernel::blockIdx() { return toIndex(e.make<NVVM::BlockIdXOp>(e.builder.getI32Type())); }
Value CudaKernel::blockDim() { return toIndex(e.make<NVVM::BlockDimXOp>(e.builder.getI32Type())); }
Value CudaKernel::gridDim() { return toIndex(e.make<NVVM::GridDimXOp>(e.builder.getI32Type())); }
void CudaKernel::barrier() { gpu::BarrierOp::create(e.builder, e.loc); }

LaunchShape CudaKernel::shapeFor(int64_t elements, unsigned lanes) const {
  int64_t threads =
      std::clamp<int64_t>(llvm::divideCeil(elements, lanes), 1, kThreads * kMostBlocks);
  int64_t block = std::min<int64_t>(kThreads, llvm::alignTo(threads, 32));
  return {int64_t(llvm::divideCeil(threads, block)), block};
}

void CudaKernel::stride(Value first, int64_t count, Value step, function_ref<void(Idx)> body) {
  Value iv = e.beginLoop(first, e.constantIndex(count), step);
  body(Idx{iv});
  e.endLoop();
}

SmallVector<Idx> CudaKernel::split(Idx index, ArrayRef<int64_t> extents) {
  SmallVector<Idx> indices(extents.size());
  for (size_t dim = extents.size(); dim-- > 0;) {
    indices[dim] = dim == 0 ? index : e.idxRem(index, extents[dim]);
    if (dim != 0)
      index = e.idxDiv(index, extents[dim]);
  }
  return indices;
}

Value CudaKernel::areAligned(unsigned bytes) {
  Type i64 = e.builder.getI64Type();
  Value bits = e.constantInt(i64, 0);
  for (Value pointer : pointers)
    bits = e.make<arith::OrIOp>(bits, e.make<LLVM::PtrToIntOp>(i64, pointer));
  Value low = e.make<arith::AndIOp>(bits, e.constantInt(i64, bytes - 1));
  return e.make<arith::CmpIOp>(arith::CmpIPredicate::eq, low, e.constantInt(i64, 0));
}

unsigned CudaKernel::laneCount() {
  int64_t widest = 1;
  auto look = [&](TypeRange types) {
    for (Type type : types)
      widest = std::max(widest, storageBytes(cast<RankedTensorType>(type).getElementType()));
  };
  look(kernel.getArgumentTypes());
  look(kernel.getResultTypes());
  return std::min<int64_t>(4, 16 / widest);
}

void CudaKernel::spreadWidth(ArrayRef<int64_t> shape, ArrayRef<unsigned> groups, unsigned width,
                             function_ref<void(const Index &)> body) {
  SmallVector<int64_t> extents;
  unsigned dim = 0;
  int64_t count = 1;
  for (unsigned dims : groups) {
    int64_t extent = 1;
    for (int64_t part : shape.slice(dim, dims))
      extent *= part;
    dim += dims;
    if (dim == shape.size())
      extent /= width;
    extents.push_back(extent);
    count *= extent;
  }
  Value first =
      e.make<arith::AddIOp>(Value(e.make<arith::MulIOp>(blockIdx(), blockDim())), threadIdx());
  Value step = e.make<arith::MulIOp>(gridDim(), blockDim());
  stride(first, count, step, [&](Idx at) {
    SmallVector<Idx> indices = split(at, extents);
    if (width > 1) {
      indices.back() = e.idxMul(indices.back(), width);
      indices.back().laned = true;
    }
    Index index;
    index.shape.assign(shape.begin(), shape.end());
    for (auto [dims, idx] : llvm::zip_equal(groups, indices))
      index.groups.push_back({dims, idx});
    e.lanes = width;
    body(index);
    e.lanes = 1;
  });
}

void CudaKernel::spread(ArrayRef<int64_t> shape, ArrayRef<unsigned> groups, unsigned lanes,
                        function_ref<void(const Index &)> body) {
  int64_t innermost = 1, elements = 1;
  for (int64_t extent : shape)
    elements *= extent;
  if (elements == 0)
    return;
  if (!groups.empty())
    for (int64_t extent : shape.take_back(groups.back()))
      innermost *= extent;
  if (lanes == 1 || innermost % lanes != 0)
    return spreadWidth(shape, groups, 1, body);
  Value aligned = areAligned(16);
  auto condition = scf::IfOp::create(e.builder, e.loc, aligned, /*withElseRegion=*/true);
  e.beginRegion(condition, condition.thenBlock());
  spreadWidth(shape, groups, lanes, body);
  e.endRegion();
  e.beginRegion(condition, condition.elseBlock());
  spreadWidth(shape, groups, 1, body);
  e.endRegion();
}

//===----------------------------------------------------------------------===//
// Elementwise kernels
//===----------------------------------------------------------------------===//

LaunchShape CudaKernel::generateLoop() {
  OperandRange values = kernelResults(kernel);
  RankedTensorType type = typeOf(values[0]);
  // Long sums: a thread each.
  bool isSum = kindOf(kernel) == KernelKind::Dot || kindOf(kernel) == KernelKind::Convolution;
  SmallVector<unsigned> groups = groupDimensions(type.getShape(), values);
  unsigned lanes = isSum ? 1 : laneCount();
  spread(type.getShape(), groups, lanes, [&](const Index &index) {
    SmallVector<Value> elements;
    for (Value value : values)
      elements.push_back(e.element(value, index));
    for (auto [pointer, value, element] : llvm::zip_equal(results, values, elements))
      e.store(pointer, typeOf(value).getElementType(), e.linear(index), element);
  });
  return shapeFor(type.getNumElements(), lanes);
}

LaunchShape CudaKernel::generateConcatenate() {
  auto op = kernelResults(kernel)[0].getDefiningOp<ConcatenateOp>();
  RankedTensorType type = typeOf(op.getResult());
  unsigned along = op.getDimension(), lanes = laneCount();
  SmallVector<int64_t> start(type.getRank(), 0), strides(type.getRank(), 1);
  int64_t largest = 1;
  for (Value part : op.getInputs()) {
    ArrayRef<int64_t> shape = typeOf(part).getShape();
    spread(shape, groupDimensions(shape, part, along), lanes, [&](const Index &index) {
      Value value = e.element(part, index);
      Index place = e.slice(index, type.getShape(), start, strides);
      e.store(results[0], type.getElementType(), e.linear(place), value);
    });
    start[along] += shape[along];
    largest = std::max(largest, typeOf(part).getNumElements());
  }
  return shapeFor(largest, lanes);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

Value CudaKernel::sharedArray(Value like, int64_t threads) {
  OpBuilder module(e.builder.getContext());
  module.setInsertionPointToStart(&e.symbols->getRegion(0).front());
  Type type = LLVM::LLVMArrayType::get(like.getType(), threads);
  std::string name;
  for (unsigned number = 0; name.empty() || SymbolTable::lookupSymbolIn(e.symbols, name); ++number)
    name = (kernel.getName() + "_shared_" + Twine(number)).str();
  LLVM::GlobalOp::create(module, e.loc, type, /*isConstant=*/false, LLVM::Linkage::Internal, name,
                         Attribute(), /*alignment=*/16, /*addrSpace=*/3);
  return e.make<LLVM::AddressOfOp>(LLVM::LLVMPointerType::get(e.builder.getContext(), 3),
                                   StringRef(name));
}

Value CudaKernel::combineBlock(Value value, int64_t threads, Value shared,
                               function_ref<Value(Value, Value)> combine) {
  Type type = value.getType();
  auto slot = [&](Value index) -> Value {
    return LLVM::GEPOp::create(e.builder, e.loc, shared.getType(), type, shared,
                               ArrayRef<LLVM::GEPArg>{index});
  };
  auto load = [&](Value at) -> Value { return LLVM::LoadOp::create(e.builder, e.loc, type, at); };
  Value thread = threadIdx();
  LLVM::StoreOp::create(e.builder, e.loc, value, slot(thread));
  barrier();
  // A tree: always the same pairs.
  for (int64_t half = threads / 2; half > 0; half /= 2) {
    Value active = e.make<arith::CmpIOp>(arith::CmpIPredicate::ult, thread, e.constantIndex(half));
    auto condition = scf::IfOp::create(e.builder, e.loc, active, /*withElseRegion=*/false);
    e.beginRegion(condition, condition.thenBlock());
    Value mine = load(slot(thread));
    Value other = load(slot(e.make<arith::AddIOp>(thread, e.constantIndex(half))));
    LLVM::StoreOp::create(e.builder, e.loc, combine(mine, other), slot(thread));
    e.endRegion();
    barrier();
  }
  Value total = load(slot(e.constantIndex(0)));
  // The next use of the array must not overtake this read.
  barrier();
  return total;
}

LaunchShape CudaKernel::generateReduce() {
  SmallVector<ReduceOp> ops = reductionsOf(kernel);
  ReduceShape shape(ops.front());
  RankedTensorType input = typeOf(ops.front().getInputs()[0]);
  int64_t rows = 1, depth = 1;
  for (int64_t extent : shape.keptExtents)
    rows *= extent;
  for (int64_t extent : shape.reducedExtents)
    depth *= extent;

  auto storeAll = [&](ReduceOp op, Idx place, ArrayRef<Value> values) {
    for (auto [value, result] : llvm::zip_equal(values, op.getResults()))
      for (auto [pointer, returned] : llvm::zip_equal(results, kernelResults(kernel)))
        if (returned == result)
          e.store(pointer, typeOf(result).getElementType(), place, value);
  };

  // A block a row pays when rows are long; it needs a neutral element.
  bool byBlock = (shape.innermostReduced || rows == 1) && depth >= 64 &&
                 llvm::all_of(ops, [&](ReduceOp op) { return Reduction(e, op).hasNeutral(); });
  if (!byBlock) {
    spreadWidth(shape.keptExtents, SmallVector<unsigned>(shape.keptExtents.size(), 1), 1,
                [&](const Index &index) {
                  SmallVector<Idx> kept;
                  for (const Index::Group &group : index.groups)
                    kept.push_back(group.idx);
                  for (ReduceOp op : ops) {
                    Reduction reduction(e, op);
                    storeAll(op, e.linear(index),
                             ReduceNest(e, reduction, shape, 1).runSerial(kept));
                  }
                });
    return shapeFor(rows, 1);
  }

  int64_t threads = depth >= 4096 ? 1024 : std::min<int64_t>(llvm::PowerOf2Ceil(depth), 256);
  SmallVector<Value> shared;
  for (ReduceOp op : ops)
    shared.push_back(sharedArray(Reduction(e, op).neutrals()[0], threads));
  stride(blockIdx(), rows, gridDim(), [&](Idx row) {
    SmallVector<Idx> indices(input.getRank(), e.idxConstant(0));
    for (auto [dim, idx] : llvm::zip_equal(shape.kept, split(row, shape.keptExtents)))
      indices[dim] = idx;
    for (auto [op, array] : llvm::zip_equal(ops, shared)) {
      Reduction reduction(e, op);
      Value iv = e.beginLoop(threadIdx(), e.constantIndex(depth), e.constantIndex(threads),
                             reduction.neutrals());
      for (auto [dim, idx] : llvm::zip_equal(shape.reduced, split(Idx{iv}, shape.reducedExtents)))
        indices[dim] = idx;
      Value sum = e.loopArgs()[0];
      Value next =
          reduction.combine(sum, reduction.elements(e.fromDims(input.getShape(), indices)))[0];
      Value mine = e.endLoop(next)[0];
      Value total = combineBlock(mine, threads, array,
                                 [&](Value a, Value b) { return reduction.combine(a, b)[0]; });
      Value first =
          e.make<arith::CmpIOp>(arith::CmpIPredicate::eq, threadIdx(), e.constantIndex(0));
      auto condition = scf::IfOp::create(e.builder, e.loc, first, /*withElseRegion=*/false);
      e.beginRegion(condition, condition.thenBlock());
      storeAll(op, row, reduction.combine(reduction.initial(), total));
      e.endRegion();
    }
  });
  return {std::min<int64_t>(rows, kMostBlocks * 8), threads};
}

//===----------------------------------------------------------------------===//
// Scatters
//===----------------------------------------------------------------------===//

LaunchShape CudaKernel::generateScatterRows(ScatterOp op) {
  // Each block owns some rows and goes through all updates in order; a thread
  // always handles the same columns, so nothing has to be synchronised.
  ScatterShape shape(op);
  int64_t rows = shape.inputType.getDimSize(0);
  int64_t columns = shape.inputType.getNumElements() / std::max<int64_t>(rows, 1);
  int64_t updates = 1;
  for (int64_t extent : shape.scatterExtents)
    updates *= extent;
  int64_t blocks = std::min<int64_t>(rows, 1024);
  int64_t perBlock = llvm::divideCeil(rows, blocks);
  blocks = llvm::divideCeil(rows, perBlock);
  int64_t threads = std::min<int64_t>(kThreads, llvm::alignTo(columns, 32));
  Value step = e.constantIndex(threads);
  Idx firstRow = e.idxMul(Idx{blockIdx()}, perBlock);
  Value endRow = e.make<arith::MinSIOp>(e.idxAdd(firstRow, perBlock).value, e.constantIndex(rows));

  auto columnsOf = [&](function_ref<void(ArrayRef<Idx>)> body) {
    stride(threadIdx(), columns, step,
           [&](Idx column) { body(split(column, shape.windowExtents)); });
  };
  Value row = e.beginLoop(firstRow.value, endRow, e.constantIndex(1));
  columnsOf([&](ArrayRef<Idx> inner) {
    SmallVector<Idx> dims{Idx{row}};
    dims.append(inner.begin(), inner.end());
    Index at = e.fromDims(shape.inputType.getShape(), dims);
    for (auto [input, pointer] : llvm::zip_equal(op.getInputs(), results))
      e.store(pointer, typeOf(input).getElementType(), e.linear(at), e.element(input, at));
  });
  e.endLoop();
  stride(e.constantIndex(0), updates, e.constantIndex(1), [&](Idx update) {
    SmallVector<Idx> scatter = split(update, shape.scatterExtents);
    auto [start, fits] = shape.start(e, scatter);
    Value low = e.make<arith::CmpIOp>(arith::CmpIPredicate::sge, start[0].value, firstRow.value);
    Value high = e.make<arith::CmpIOp>(arith::CmpIPredicate::slt, start[0].value, endRow);
    Value mine = e.make<arith::AndIOp>(fits, e.make<arith::AndIOp>(low, high));
    auto condition = scf::IfOp::create(e.builder, e.loc, mine, /*withElseRegion=*/false);
    e.beginRegion(condition, condition.thenBlock());
    columnsOf([&, from = ArrayRef<Idx>(start)](ArrayRef<Idx> inner) {
      shape.combine(e, from, scatter, inner, results);
    });
    e.endRegion();
  });
  return {blocks, threads};
}

LaunchShape CudaKernel::generateScatter() {
  auto op = kernelResults(kernel)[0].getDefiningOp<ScatterOp>();
  ScatterShape shape(op);
  if (shape.isRows())
    return generateScatterRows(op);
  // One block: windows may overlap anywhere, so updates are taken one by one.
  int64_t updates = 1, window = 1;
  for (int64_t extent : shape.scatterExtents)
    updates *= extent;
  for (int64_t extent : shape.windowExtents)
    window *= extent;
  Value step = e.constantIndex(kThreads);
  stride(threadIdx(), shape.inputType.getNumElements(), step, [&](Idx at) {
    Index index;
    index.shape.assign(shape.inputType.getShape().begin(), shape.inputType.getShape().end());
    index.groups.push_back({unsigned(index.shape.size()), at});
    for (auto [input, pointer] : llvm::zip_equal(op.getInputs(), results))
      e.store(pointer, typeOf(input).getElementType(), at, e.element(input, index));
  });
  barrier();
  stride(e.constantIndex(0), updates, e.constantIndex(1), [&](Idx update) {
    SmallVector<Idx> scatter = split(update, shape.scatterExtents);
    auto [start, fits] = shape.start(e, scatter);
    auto condition = scf::IfOp::create(e.builder, e.loc, fits, /*withElseRegion=*/false);
    e.beginRegion(condition, condition.thenBlock());
    stride(threadIdx(), window, step, [&, from = ArrayRef<Idx>(start)](Idx at) {
      shape.combine(e, from, scatter, split(at, shape.windowExtents), results);
    });
    e.endRegion();
    barrier();
  });
  return {1, kThreads};
}

FailureOr<LaunchShape> CudaKernel::generate() {
  LaunchShape shape;
  switch (kindOf(kernel)) {
  case KernelKind::Loop:
  case KernelKind::Dot:
  case KernelKind::Convolution:
    shape = generateLoop();
    break;
  case KernelKind::Concatenate:
    shape = generateConcatenate();
    break;
  case KernelKind::Reduce:
    shape = generateReduce();
    break;
  case KernelKind::Scatter:
    shape = generateScatter();
    break;
  case KernelKind::Sort:
    shape = generateSort();
    break;
  }
  if (e.unsupported)
    return e.unsupported->emitOpError() << "cannot be part of a kernel";
  return shape;
}
