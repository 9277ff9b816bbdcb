//===- Loops.h - the loops everything is made of ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Elementwise maps that reuse the storage of operands nobody else needs, copies
// between strided blocks, and one matrix product.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_REFERENCE_LOOPS_H
#define SHARDC_LIB_REFERENCE_LOOPS_H

#include "shardc/Reference/Tensor.h"
#include "llvm/ADT/SmallVector.h"
#include <cstring>
#include <type_traits>

namespace shardc::reference {

/// `f` of each element, as a tensor of `type` (elements of kind Out).
template <typename Out, typename In, typename F>
Tensor map(Tensor x, mlir::RankedTensorType type, F f) {
  int64_t count = x.getNumElements();
  if constexpr (std::is_same_v<Out, In>) {
    if (x.isUnique()) {
      Out *data = x.getMutable<Out>().data();
      for (int64_t i = 0; i < count; ++i)
        data[i] = f(data[i]);
      return x.withType(type);
    }
  }
  Tensor result = Tensor::uninitialized(type);
  const In *in = x.get<In>().data();
  Out *out = result.getMutable<Out>().data();
  for (int64_t i = 0; i < count; ++i)
    out[i] = f(in[i]);
  return result;
}

/// `f` of each pair of elements of two tensors of one shape.
template <typename Out, typename In, typename F>
Tensor map(Tensor x, Tensor y, mlir::RankedTensorType type, F f) {
  int64_t count = x.getNumElements();
  if constexpr (std::is_same_v<Out, In>) {
    if (x.isUnique()) {
      const In *right = y.get<In>().data();
      Out *left = x.getMutable<Out>().data();
      for (int64_t i = 0; i < count; ++i)
        left[i] = f(left[i], right[i]);
      return x.withType(type);
    }
    if (y.isUnique()) {
      const In *left = x.get<In>().data();
      Out *right = y.getMutable<Out>().data();
      for (int64_t i = 0; i < count; ++i)
        right[i] = f(left[i], right[i]);
      return y.withType(type);
    }
  }
  Tensor result = Tensor::uninitialized(type);
  const In *left = x.get<In>().data();
  const In *right = y.get<In>().data();
  Out *out = result.getMutable<Out>().data();
  for (int64_t i = 0; i < count; ++i)
    out[i] = f(left[i], right[i]);
  return result;
}

/// Row-major strides of a shape.
llvm::SmallVector<int64_t> stridesOf(llvm::ArrayRef<int64_t> shape);

/// Steps through all indices of a shape in row-major order.
class Odometer {
public:
  explicit Odometer(llvm::ArrayRef<int64_t> shape) : shape(shape), index(shape.size(), 0) {
    for (int64_t extent : shape)
      done |= extent == 0;
  }
  bool isDone() const { return done; }
  llvm::ArrayRef<int64_t> get() const { return index; }
  void next() {
    for (size_t d = shape.size(); d-- > 0;) {
      if (++index[d] < shape[d])
        return;
      index[d] = 0;
    }
    done = true;
  }

private:
  llvm::SmallVector<int64_t> shape;
  llvm::SmallVector<int64_t> index;
  bool done = false;
};

/// A loop nest over `shape` with one stride a dimension on each side, adjacent
/// dimensions merged and single ones dropped where the strides allow.
struct StridedLoops {
  llvm::SmallVector<int64_t> shape, out, in;
  StridedLoops(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> outStrides,
               llvm::ArrayRef<int64_t> inStrides);
};

/// out[sum i*outStride] = in[sum i*inStride] over all indices i of `shape`.
template <typename T>
void copyStrided(T *out, llvm::ArrayRef<int64_t> outStrides, const T *in,
                 llvm::ArrayRef<int64_t> inStrides, llvm::ArrayRef<int64_t> shape) {
  StridedLoops loops(shape, outStrides, inStrides);
  llvm::ArrayRef<int64_t> outer = llvm::ArrayRef<int64_t>(loops.shape).drop_back();
  int64_t count = loops.shape.back(), outStep = loops.out.back(), inStep = loops.in.back();
  if (count == 0)
    return;
  for (Odometer odometer(outer); !odometer.isDone(); odometer.next()) {
    T *to = out;
    const T *from = in;
    for (auto [i, outStride, inStride] : llvm::zip(odometer.get(), loops.out, loops.in)) {
      to += i * outStride;
      from += i * inStride;
    }
    if (outStep == 1 && inStep == 1) {
      std::memcpy(to, from, count * sizeof(T));
    } else if (outStep == 1 && inStep == 0) {
      std::fill(to, to + count, *from);
    } else {
      for (int64_t i = 0; i < count; ++i)
        to[i * outStep] = from[i * inStep];
    }
  }
}

/// Calls `f` with a null pointer of the element kind of `tensor` (double or
/// int64_t), so that one lambda serves both.
template <typename F>
void withKind(const Tensor &tensor, F f) {
  if (tensor.isFloat())
    f(static_cast<double *>(nullptr));
  else
    f(static_cast<int64_t *>(nullptr));
}

/// copyStrided between tensors of one kind, from element offsets on.
void copyBlock(Tensor &out, int64_t outOffset, llvm::ArrayRef<int64_t> outStrides, const Tensor &in,
               int64_t inOffset, llvm::ArrayRef<int64_t> inStrides, llvm::ArrayRef<int64_t> shape);

/// A new tensor of `type` read from `in` with the given strides.
Tensor gatherBlock(mlir::RankedTensorType type, const Tensor &in, int64_t inOffset,
                   llvm::ArrayRef<int64_t> inStrides);

/// c[i, j] += sum over k, in order, of a[i, k] * b[k, j]; row-major, dense.
void multiplyAdd(int64_t m, int64_t n, int64_t k, const double *a, const double *b, double *c);
void multiplyAdd(int64_t m, int64_t n, int64_t k, const int64_t *a, const int64_t *b, int64_t *c);

} // namespace shardc::reference

#endif // SHARDC_LIB_REFERENCE_LOOPS_H
