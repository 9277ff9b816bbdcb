//===- Tensor.h - values of the reference interpreter -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A dense row-major tensor: floats of any width are held as float64, integers
// and booleans as int64. Copies share their elements until one is written.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_REFERENCE_TENSOR_H
#define SHARDC_REFERENCE_TENSOR_H

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <memory>

namespace shardc::reference {

/// How an integer element type holds a number. Elements are kept in the range
/// of the type; a ui64 is kept as the int64 of the same bits.
struct IntFormat {
  unsigned width = 64;
  bool isUnsigned = false;

  /// Format of an integer element type.
  static IntFormat of(mlir::Type elementType);
  /// `value` modulo 2^width, in the range of the type.
  int64_t wrap(int64_t value) const;
};

namespace detail {
/// An array without initial values.
template <typename T>
struct Buffer {
  explicit Buffer(size_t size) : data(new T[size]), size(size) {}
  std::unique_ptr<T[]> data;
  size_t size;
};
} // namespace detail

/// A value. The empty tensor (of no type) stands for "no value".
class Tensor {
public:
  Tensor() = default;

  /// All elements zero.
  explicit Tensor(mlir::RankedTensorType type);
  /// Elements are to be written before they are read.
  static Tensor uninitialized(mlir::RankedTensorType type);
  /// All elements `value`, which is converted to the element type.
  static Tensor splat(mlir::RankedTensorType type, double value);
  /// All elements `value` of an integer type.
  static Tensor splatInt(mlir::RankedTensorType type, int64_t value);
  /// Row-major elements of a float type; as many as the type has.
  static Tensor fromFloats(mlir::RankedTensorType type, llvm::ArrayRef<double> values);
  /// Row-major elements of an integer type, wrapped to it.
  static Tensor fromInts(mlir::RankedTensorType type, llvm::ArrayRef<int64_t> values);
  /// The value of a dense attribute; failure for attributes that hold their
  /// elements in another way (no diagnostic).
  static llvm::FailureOr<Tensor> fromAttribute(mlir::ElementsAttr attribute);
  /// All elements poison: NaN, or a wild number of an integer type. Stands for
  /// undefined content, so that whatever reads it shows.
  static Tensor poison(mlir::RankedTensorType type);
  /// The poison of an integer type.
  static int64_t poisonInt(mlir::Type elementType);

  /// True when there is a value.
  explicit operator bool() const { return static_cast<bool>(type); }

  mlir::RankedTensorType getType() const { return type; }
  mlir::Type getElementType() const { return type.getElementType(); }
  llvm::ArrayRef<int64_t> getShape() const { return type.getShape(); }
  int64_t getRank() const { return type.getRank(); }
  int64_t getNumElements() const { return type.getNumElements(); }
  bool isFloat() const { return static_cast<bool>(floats); }

  /// The elements, of a tensor of the kind asked for: T is double or int64_t.
  template <typename T>
  llvm::ArrayRef<T> get() const {
    const auto &buffer = storage<T>();
    assert(buffer && "tensor of the other kind");
    return {buffer->data.get(), buffer->size};
  }
  /// The same for writing; copies the elements first if they are shared.
  template <typename T>
  llvm::MutableArrayRef<T> getMutable() {
    unshare<T>();
    auto &buffer = storage<T>();
    return {buffer->data.get(), buffer->size};
  }
  /// True when no other tensor shares the elements.
  bool isUnique() const { return floats ? floats.use_count() == 1 : ints.use_count() == 1; }

  /// Element `index` as a double, whatever the type.
  double at(int64_t index) const;
  /// The only element of a tensor of one element.
  double scalar() const { return at(0); }
  /// The same of an integer tensor, exact.
  int64_t intAt(int64_t index) const { return get<int64_t>()[index]; }

  /// The same elements under another type of the same kind and size.
  Tensor withType(mlir::RankedTensorType newType) const;
  /// The same elements in another shape of the same size.
  Tensor reshaped(llvm::ArrayRef<int64_t> shape) const;

  /// Same shape and the same bits (NaN equals a NaN of the same bits).
  bool isBitIdentical(const Tensor &other) const;

  /// Prints elements as nested lists, then the type. Floats get `digits`
  /// significant digits. Beyond `limit` elements only a summary is printed:
  /// first elements, minimum, maximum, sum.
  void print(llvm::raw_ostream &os, unsigned digits = 6, int64_t limit = 4096) const;

private:
  template <typename T>
  std::shared_ptr<detail::Buffer<T>> &storage();
  template <typename T>
  const std::shared_ptr<detail::Buffer<T>> &storage() const;
  template <typename T>
  void unshare() {
    auto &buffer = storage<T>();
    assert(buffer && "tensor of the other kind");
    if (buffer.use_count() == 1)
      return;
    auto copy = std::make_shared<detail::Buffer<T>>(buffer->size);
    std::copy(buffer->data.get(), buffer->data.get() + buffer->size, copy->data.get());
    buffer = std::move(copy);
  }

  mlir::RankedTensorType type;
  std::shared_ptr<detail::Buffer<double>> floats;
  std::shared_ptr<detail::Buffer<int64_t>> ints;
};

template <>
inline std::shared_ptr<detail::Buffer<double>> &Tensor::storage<double>() {
  return floats;
}
template <>
inline std::shared_ptr<detail::Buffer<int64_t>> &Tensor::storage<int64_t>() {
  return ints;
}
template <>
inline const std::shared_ptr<detail::Buffer<double>> &Tensor::storage<double>() const {
  return floats;
}
template <>
inline const std::shared_ptr<detail::Buffer<int64_t>> &Tensor::storage<int64_t>() const {
  return ints;
}

} // namespace shardc::reference

#endif // SHARDC_REFERENCE_TENSOR_H
