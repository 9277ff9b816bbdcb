//===- HostSort.cpp - sorting on the host -----------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Each row is sorted by a bottom-up merge sort of places, stable whether asked
// for or not; then the operands are read in that order. Two rows of places are
// the only memory it takes.
//
//===----------------------------------------------------------------------===//
#include "HostKernels.h"
#include "shardc/Interfaces/Types.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::stablehlo;
using namespace shardc;
using namespace shardc::codegen;

/// A function of the C library.
static func::FuncOp libraryFunction(Operation *module, StringRef name, FunctionType type) {
  auto into = cast<ModuleOp>(module);
  if (auto function = into.lookupSymbol<func::FuncOp>(name))
    return function;
  OpBuilder builder = OpBuilder::atBlockBegin(into.getBody());
  auto function = func::FuncOp::create(builder, into.getLoc(), name, type);
  function.setPrivate();
  return function;
}

namespace {
class RowSorter {
public:
  RowSorter(Emitter &emitter, SortOp op)
      : e(emitter), op(op), shape(typeOf(op.getInputs()[0]).getShape()), dim(sortedDimension(op)),
        length(shape.empty() ? 1 : shape[dim]), i64(e.builder.getI64Type()) {}

  Value allocate() {
    Type pointer = LLVM::LLVMPointerType::get(e.builder.getContext());
    func::FuncOp function =
        libraryFunction(e.symbols, "malloc", e.builder.getFunctionType({i64}, {pointer}));
    first = func::CallOp::create(e.builder, e.loc, function,
                                 ValueRange{e.constantInt(i64, 2 * 8 * length)})
                .getResult(0);
    second = e.address(first, i64, e.constantInt(i64, length));
    return first;
  }
  void release() {
    func::FuncOp function =
        libraryFunction(e.symbols, "free", e.builder.getFunctionType({first.getType()}, {}));
    func::CallOp::create(e.builder, e.loc, function, ValueRange{first});
  }

  /// Places of the row at `others` in order: a pointer to them.
  Value sort(ArrayRef<Idx> others) {
    row.assign(others.begin(), others.end());
    Value iv = e.beginLoop(number(0), number(length), number(1));
    store(first, iv, iv);
    e.endLoop();
    if (length < 2)
      return first;
    Value level = e.beginLoop(number(0), number(llvm::Log2_64_Ceil(length)), number(1),
                              ValueRange{first, second});
    Value from = e.loopArgs()[0], to = e.loopArgs()[1];
    Value width = e.make<arith::ShLIOp>(number(1), level);
    Value span = e.make<arith::ShLIOp>(number(2), level);
    Value begin = e.beginLoop(number(0), number(length), span);
    merge(from, to, begin, held(add(begin, width)), held(add(begin, span)));
    e.endLoop();
    return e.endLoop(ValueRange{to, from})[0];
  }

  /// Index in the operands of element `place` of the row.
  Index at(Value place) {
    SmallVector<Idx> dims;
    unsigned next = 0;
    for (unsigned number = 0; number < shape.size(); ++number)
      dims.push_back(int64_t(number) == dim ? Idx{place} : row[next++]);
    return e.fromDims(shape, dims);
  }
  Value load(Value pointer, Value index) {
    return LLVM::LoadOp::create(e.builder, e.loc, i64, e.address(pointer, i64, index), 8);
  }

private:
  Emitter &e;
  SortOp op;
  ArrayRef<int64_t> shape;
  int64_t dim, length;
  Type i64;
  Value first, second;
  SmallVector<Idx> row;

  Value number(int64_t value) { return e.constantInt(i64, value); }
  Value add(Value a, Value b) { return e.make<arith::AddIOp>(a, b); }
  Value held(Value index) { return e.make<arith::MinSIOp>(index, number(length)); }
  void store(Value pointer, Value index, Value value) {
    LLVM::StoreOp::create(e.builder, e.loc, value, e.address(pointer, i64, index), 8);
  }

  void merge(Value from, Value to, Value begin, Value middle, Value end) {
    Value out = e.beginLoop(begin, end, number(1), ValueRange{begin, middle});
    Value left = e.loopArgs()[0], right = e.loopArgs()[1];
    // What is read past the end of a side is not used.
    auto read = [&](Value index) {
      return load(from, e.make<arith::MinSIOp>(index, number(length - 1)));
    };
    Value leftPlace = read(left), rightPlace = read(right);
    SmallVector<Value> args;
    for (Value input : op.getInputs())
      args.append({e.element(input, at(rightPlace)), e.element(input, at(leftPlace))});
    Value precedes = e.body(op.getComparator(), args)[0];
    auto below = [&](Value a, Value b) {
      return e.make<arith::CmpIOp>(arith::CmpIPredicate::slt, a, b);
    };
    Value leftEmpty =
        e.make<arith::XOrIOp>(below(left, middle), e.constantInt(e.builder.getI1Type(), 1));
    // Equal ones keep their order: the right one goes first only if it has to.
    Value takesRight =
        e.make<arith::AndIOp>(below(right, end), Value(e.make<arith::OrIOp>(leftEmpty, precedes)));
    store(to, out, e.make<arith::SelectOp>(takesRight, rightPlace, leftPlace));
    Value step = e.make<arith::ExtUIOp>(i64, takesRight);
    e.endLoop(ValueRange{add(left, e.make<arith::SubIOp>(number(1), step)), add(right, step)});
  }
};
} // namespace

void HostKernel::generateSort() {
  auto op = cast<SortOp>(rootOf(kernel));
  ArrayRef<int64_t> shape = typeOf(op.getInputs()[0]).getShape();
  int64_t dim = sortedDimension(op);
  SmallVector<int64_t> others;
  int64_t length = 1;
  for (int64_t number = 0; number < int64_t(shape.size()); ++number) {
    if (number == dim)
      length = shape[number];
    else
      others.push_back(shape[number]);
  }
  if (typeOf(op.getInputs()[0]).getNumElements() == 0)
    return;
  RowSorter sorter(e, op);
  sorter.allocate();
  nest(others, 1, [&](ArrayRef<Idx> row) {
    Value order = sorter.sort(row);
    Value iv = e.beginLoop(e.constantIndex(0), e.constantIndex(length), e.constantIndex(1));
    Index from = sorter.at(sorter.load(order, iv)), to = sorter.at(iv);
    for (auto [input, result] : llvm::zip_equal(op.getInputs(), op.getResults())) {
      Value value = e.element(input, from);
      for (auto [pointer, returned] : llvm::zip_equal(results, kernelResults(kernel)))
        if (returned == result)
          e.store(pointer, typeOf(result).getElementType(), e.linear(to), value);
    }
    e.endLoop();
  });
  sorter.release();
}
