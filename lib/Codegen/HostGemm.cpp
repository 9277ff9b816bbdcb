//===- HostGemm.cpp - dot products in generated code ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// f32 products are the runtime's (sched.gemm). f64 ones call one function per
// module: B is packed into panels that stay in the first-level cache, and a
// tile of C lives in registers. Other types take plain loops.
//
//===----------------------------------------------------------------------===//
#include "DotAnalysis.h"
#include "HostKernels.h"
#include "shardc/Interfaces/Types.h"

using namespace mlir;
using namespace mlir::stablehlo;
using namespace shardc;
using namespace shardc::codegen;

static constexpr int64_t kDepth = 256;
static constexpr int64_t kRows = 4;
static constexpr StringLiteral kGemmName = "shardc_gemm_f64";

namespace {
/// Writes the body of the f64 product. Its arguments are run-time values, so
/// ops are created where they stand.
class GemmWriter {
public:
  GemmWriter(func::FuncOp function, const HostTarget &target)
      : b(OpBuilder::atBlockEnd(function.addEntryBlock())), loc(function.getLoc()), target(target),
        lanes(target.vectorBytes / 8), width(2 * lanes), f64(b.getF64Type()),
        vector(VectorType::get({lanes}, f64)), pointer(LLVM::LLVMPointerType::get(b.getContext())) {
    ValueRange args = function.getArguments();
    a = args[0], bMatrix = args[1], c = args[2], m = args[3], n = args[4], k = args[5];
    aM = args[6], aK = args[7], bK = args[8], bN = args[9], cM = args[10], cN = args[11];
  }

  void write() {
    Value panel = LLVM::AllocaOp::create(b, loc, pointer, f64, number(kDepth * width), 64);
    Value tile = LLVM::AllocaOp::create(b, loc, pointer, f64, number(width), 64);
    // k = 0 still writes C: one turn of depth 0.
    Value turns = max(k, number(1));
    loop(number(0), turns, kDepth, [&](Value k0) {
      Value depth = min(sub(k, k0), number(kDepth));
      Value first = compare(arith::CmpIPredicate::eq, k0, number(0));
      loop(number(0), n, width, [&](Value n0) {
        Value columns = min(sub(n, n0), number(width));
        pack(panel, k0, n0, depth, columns);
        Value wholeRows = mul(divide(m, kRows), number(kRows));
        loop(number(0), wholeRows, kRows,
             [&](Value m0) { block(panel, tile, kRows, m0, n0, k0, depth, columns, first); });
        loop(wholeRows, m, 1,
             [&](Value m0) { block(panel, tile, 1, m0, n0, k0, depth, columns, first); });
      });
    });
    func::ReturnOp::create(b, loc);
  }

private:
  OpBuilder b;
  Location loc;
  const HostTarget &target;
  int64_t lanes, width;
  Type f64;
  VectorType vector;
  Type pointer;
  Value a, bMatrix, c, m, n, k, aM, aK, bK, bN, cM, cN;

  Value number(int64_t value) {
    return arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(value));
  }
  Value add(Value x, Value y) { return arith::AddIOp::create(b, loc, x, y); }
  Value sub(Value x, Value y) { return arith::SubIOp::create(b, loc, x, y); }
  Value mul(Value x, Value y) { return arith::MulIOp::create(b, loc, x, y); }
  Value divide(Value x, int64_t y) { return arith::DivUIOp::create(b, loc, x, number(y)); }
  Value min(Value x, Value y) { return arith::MinSIOp::create(b, loc, x, y); }
  Value max(Value x, Value y) { return arith::MaxSIOp::create(b, loc, x, y); }
  Value compare(arith::CmpIPredicate predicate, Value x, Value y) {
    return arith::CmpIOp::create(b, loc, predicate, x, y);
  }
  Value at(Value base, Value index) {
    return LLVM::GEPOp::create(b, loc, pointer, f64, base, ArrayRef<LLVM::GEPArg>{index});
  }
  Value load(Type type, Value from) {
    return LLVM::LoadOp::create(b, loc, type, from, /*alignment=*/8);
  }
  void store(Value value, Value to) { LLVM::StoreOp::create(b, loc, value, to, /*alignment=*/8); }
  Value zeros() {
    return arith::ConstantOp::create(
        b, loc, DenseElementsAttr::get(vector, Attribute(b.getF64FloatAttr(0))));
  }
  Value splat(Value value) {
    Value poison = LLVM::PoisonOp::create(b, loc, vector);
    Value zero = arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(0));
    Value one = LLVM::InsertElementOp::create(b, loc, vector, poison, value, zero);
    SmallVector<int32_t> mask(lanes, 0);
    return LLVM::ShuffleVectorOp::create(b, loc, one, poison, ArrayRef<int32_t>(mask));
  }

  void loop(Value lower, Value upper, int64_t step, function_ref<void(Value)> body) {
    auto op = scf::ForOp::create(b, loc, lower, upper, number(step));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(op.getBody());
    body(op.getInductionVar());
  }
  void choose(Value condition, function_ref<void()> then, function_ref<void()> otherwise) {
    auto op = scf::IfOp::create(b, loc, condition, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(op.thenBlock());
    then();
    b.setInsertionPointToStart(op.elseBlock());
    otherwise();
  }
  /// Whether rows of `columns` elements with this stride are whole vectors.
  Value isWhole(Value columns, Value stride) {
    Value full = compare(arith::CmpIPredicate::eq, columns, number(width));
    Value unit = compare(arith::CmpIPredicate::eq, stride, number(1));
    return arith::AndIOp::create(b, loc, full, unit);
  }

  /// panel[p][j] = B[k0 + p][n0 + j], zero past the last column.
  void pack(Value panel, Value k0, Value n0, Value depth, Value columns) {
    Value whole = isWhole(columns, bN);
    Value corner = at(bMatrix, add(mul(k0, bK), mul(n0, bN)));
    loop(number(0), depth, 1, [&](Value p) {
      Value from = at(corner, mul(p, bK)), to = at(panel, mul(p, number(width)));
      choose(
          whole,
          [&] {
            for (int64_t part = 0; part < 2; ++part)
              store(load(vector, at(from, number(part * lanes))), at(to, number(part * lanes)));
          },
          [&] {
            loop(number(0), columns, 1,
                 [&](Value j) { store(load(f64, at(from, mul(j, bN))), at(to, j)); });
            Value zero = arith::ConstantOp::create(b, loc, b.getF64FloatAttr(0));
            loop(columns, number(width), 1, [&](Value j) { store(zero, at(to, j)); });
          });
    });
  }

  /// A tile of `rows` rows of C: (first turn ? 0 : C) + A * panel.
  void block(Value panel, Value tile, int64_t rows, Value m0, Value n0, Value k0, Value depth,
             Value columns, Value first) {
    SmallVector<Value> aRows, cRows, sums;
    for (int64_t row = 0; row < rows; ++row) {
      Value index = add(m0, number(row));
      aRows.push_back(at(a, add(mul(index, aM), mul(k0, aK))));
      cRows.push_back(at(c, add(mul(index, cM), mul(n0, cN))));
      sums.append(2, zeros());
    }
    auto inner = scf::ForOp::create(b, loc, number(0), depth, number(1), sums);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(inner.getBody());
      Value p = inner.getInductionVar();
      Value from = at(panel, mul(p, number(width)));
      Value parts[] = {load(vector, from), load(vector, at(from, number(lanes)))};
      Value step = mul(p, aK);
      SmallVector<Value> next;
      for (int64_t row = 0; row < rows; ++row) {
        Value element = splat(load(f64, at(aRows[row], step)));
        for (int64_t part = 0; part < 2; ++part) {
          Value sum = inner.getRegionIterArg(2 * row + part);
          if (target.traits.fma) {
            sum = LLVM::FMAOp::create(b, loc, vector, element, parts[part], sum);
          } else {
            Value product = arith::MulFOp::create(b, loc, element, parts[part]);
            sum = arith::AddFOp::create(b, loc, sum, product);
          }
          next.push_back(sum);
        }
      }
      scf::YieldOp::create(b, loc, next);
    }
    Value whole = isWhole(columns, cN);
    for (int64_t row = 0; row < rows; ++row)
      choose(
          whole, [&] { storeVectors(cRows[row], inner, row, first); },
          [&] {
            for (int64_t part = 0; part < 2; ++part)
              store(inner.getResult(2 * row + part), at(tile, number(part * lanes)));
            loop(number(0), columns, 1, [&](Value j) {
              Value to = at(cRows[row], mul(j, cN));
              Value value = load(f64, at(tile, j));
              choose(
                  first, [&] { store(value, to); },
                  [&] { store(arith::AddFOp::create(b, loc, load(f64, to), value), to); });
            });
          });
  }

  void storeVectors(Value row, scf::ForOp sums, int64_t number_, Value first) {
    for (int64_t part = 0; part < 2; ++part) {
      Value to = at(row, number(part * lanes));
      Value value = sums.getResult(2 * number_ + part);
      choose(
          first, [&] { store(value, to); },
          [&] { store(arith::AddFOp::create(b, loc, load(vector, to), value), to); });
    }
  }
};
} // namespace

func::FuncOp codegen::getHostGemm(ModuleOp module, const HostTarget &target) {
  if (auto function = module.lookupSymbol<func::FuncOp>(kGemmName))
    return function;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  Type pointer = LLVM::LLVMPointerType::get(module.getContext());
  SmallVector<Type> types(3, pointer);
  types.append(9, builder.getI64Type());
  auto function =
      func::FuncOp::create(builder, module.getLoc(), kGemmName, builder.getFunctionType(types, {}));
  function.setPrivate();
  // One copy for all callers keeps compilation short.
  function->setAttr("passthrough", builder.getStrArrayAttr({"noinline"}));
  for (unsigned index = 0; index < 3; ++index)
    function.setArgAttr(index, LLVM::LLVMDialect::getNoAliasAttrName(), builder.getUnitAttr());
  GemmWriter(function, target).write();
  return function;
}

LogicalResult HostKernel::generateDot() {
  auto dot = cast<DotGeneralOp>(rootOf(kernel));
  bool isF64 = true;
  for (Value value : {dot.getLhs(), dot.getRhs(), dot.getResult()})
    isF64 &= typeOf(value).getElementType().isF64();
  if (isF64 && succeeded(generateFastDot(dot)))
    return success();
  generateNaiveDot(dot);
  return success();
}

LogicalResult HostKernel::generateFastDot(DotGeneralOp dot) {
  StridedView lhs = viewOf(dot.getLhs()), rhs = viewOf(dot.getRhs());
  OutputView out = outputOf(dot);
  if (out.value != kernelResults(kernel)[0])
    return failure();
  std::optional<GemmDims> found = gemmDims(dot, lhs, rhs, out.strides);
  if (!found || !e.pointers.count(lhs.base) || !e.pointers.count(rhs.base))
    return failure();
  GemmDims dims = *found;
  Value a = e.pointers[lhs.base], b = e.pointers[rhs.base], c = results[0];
  // Columns should be contiguous in C and fill the tile.
  if (dims.cM == 1 && dims.m >= 8 && (dims.cN != 1 || dims.n < 8))
    std::swap(a, b), dims = dims.transposed();
  Type f64 = e.builder.getF64Type();
  func::FuncOp gemm = getHostGemm(cast<ModuleOp>(e.symbols), target);
  nest(dims.batch, 1, [&](ArrayRef<Idx> batch) {
    auto offset = [&](Value pointer, ArrayRef<int64_t> strides) {
      Idx sum = e.idxConstant(0);
      for (auto [idx, stride] : llvm::zip_equal(batch, strides))
        sum = e.idxAdd(sum, e.idxMul(idx, stride));
      return e.address(pointer, f64, sum.value);
    };
    SmallVector<Value> args{offset(a, dims.aBatch), offset(b, dims.bBatch), offset(c, dims.cBatch)};
    for (int64_t value :
         {dims.m, dims.n, dims.k, dims.aM, dims.aK, dims.bK, dims.bN, dims.cM, dims.cN})
      args.push_back(e.constantIndex(value));
    func::CallOp::create(e.builder, e.loc, gemm, args);
  });
  return success();
}

void HostKernel::generateNaiveDot(DotGeneralOp dot) {
  // Through whatever surrounds the dot: elements of the kernel's result.
  Value value = kernelResults(kernel)[0];
  fill(value, results[0]);
}
