//===- Tensor.cpp - values of the reference interpreter ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Construction, comparison and printing of tensors.
//
//===----------------------------------------------------------------------===//
#include "shardc/Reference/Tensor.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/Format.h"
#include <cmath>
#include <cstring>
#include <limits>

using namespace mlir;
using namespace shardc::reference;

IntFormat IntFormat::of(Type elementType) {
  if (elementType.isIndex())
    return {64, false};
  auto type = cast<IntegerType>(elementType);
  return {type.getWidth(), type.isUnsigned() || type.getWidth() == 1};
}

int64_t IntFormat::wrap(int64_t value) const {
  if (width >= 64)
    return value;
  uint64_t bits = static_cast<uint64_t>(value) << (64 - width);
  return isUnsigned ? static_cast<int64_t>(bits >> (64 - width))
                    : static_cast<int64_t>(bits) >> (64 - width);
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

Tensor Tensor::uninitialized(RankedTensorType type) {
  Tensor result;
  result.type = type;
  size_t size = type.getNumElements();
  if (isa<FloatType>(type.getElementType()))
    result.floats = std::make_shared<detail::Buffer<double>>(size);
  else
    result.ints = std::make_shared<detail::Buffer<int64_t>>(size);
  return result;
}

Tensor::Tensor(RankedTensorType type) : Tensor(splat(type, 0.0)) {}

Tensor Tensor::splat(RankedTensorType type, double value) {
  if (!isa<FloatType>(type.getElementType()))
    return splatInt(type, static_cast<int64_t>(value));
  Tensor result = uninitialized(type);
  MutableArrayRef<double> elements = result.getMutable<double>();
  std::fill(elements.begin(), elements.end(), value);
  return result;
}

Tensor Tensor::splatInt(RankedTensorType type, int64_t value) {
  Tensor result = uninitialized(type);
  MutableArrayRef<int64_t> elements = result.getMutable<int64_t>();
  std::fill(elements.begin(), elements.end(), IntFormat::of(type.getElementType()).wrap(value));
  return result;
}

Tensor Tensor::fromFloats(RankedTensorType type, ArrayRef<double> values) {
  assert(static_cast<int64_t>(values.size()) == type.getNumElements());
  Tensor result = uninitialized(type);
  llvm::copy(values, result.getMutable<double>().begin());
  return result;
}

Tensor Tensor::fromInts(RankedTensorType type, ArrayRef<int64_t> values) {
  assert(static_cast<int64_t>(values.size()) == type.getNumElements());
  Tensor result = uninitialized(type);
  IntFormat format = IntFormat::of(type.getElementType());
  MutableArrayRef<int64_t> elements = result.getMutable<int64_t>();
  for (auto [element, value] : llvm::zip_equal(elements, values))
    element = format.wrap(value);
  return result;
}

static double toDouble(const APFloat &value) {
  APFloat copy = value;
  bool losesInfo = false;
  copy.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  return copy.convertToDouble();
}

static int64_t toInt(const APInt &value, IntFormat format) {
  return format.isUnsigned ? static_cast<int64_t>(value.getZExtValue()) : value.getSExtValue();
}

FailureOr<Tensor> Tensor::fromAttribute(ElementsAttr attribute) {
  auto dense = dyn_cast<DenseElementsAttr>(attribute);
  auto type = dyn_cast<RankedTensorType>(attribute.getType());
  if (!dense || !type)
    return failure();
  if (isa<FloatType>(type.getElementType())) {
    if (dense.isSplat())
      return splat(type, toDouble(dense.getSplatValue<APFloat>()));
    Tensor result = uninitialized(type);
    double *out = result.getMutable<double>().data();
    for (const APFloat &value : dense.getValues<APFloat>())
      *out++ = toDouble(value);
    return result;
  }
  IntFormat format = IntFormat::of(type.getElementType());
  if (dense.isSplat())
    return splatInt(type, toInt(dense.getSplatValue<APInt>(), format));
  Tensor result = uninitialized(type);
  int64_t *out = result.getMutable<int64_t>().data();
  for (const APInt &value : dense.getValues<APInt>())
    *out++ = toInt(value, format);
  return result;
}

int64_t Tensor::poisonInt(Type elementType) {
  // Far outside any index or label, yet nowhere near overflow when added to.
  return IntFormat::of(elementType).wrap(std::numeric_limits<int32_t>::min() / 3);
}

Tensor Tensor::poison(RankedTensorType type) {
  if (isa<FloatType>(type.getElementType()))
    return splat(type, std::numeric_limits<double>::quiet_NaN());
  return splatInt(type, poisonInt(type.getElementType()));
}

//===----------------------------------------------------------------------===//
// Access
//===----------------------------------------------------------------------===//

double Tensor::at(int64_t index) const {
  if (isFloat())
    return get<double>()[index];
  int64_t value = get<int64_t>()[index];
  IntFormat format = IntFormat::of(getElementType());
  return format.isUnsigned ? static_cast<double>(static_cast<uint64_t>(value))
                           : static_cast<double>(value);
}

Tensor Tensor::withType(RankedTensorType newType) const {
  assert(newType.getNumElements() == getNumElements());
  assert(isa<FloatType>(newType.getElementType()) == isFloat());
  Tensor result = *this;
  result.type = newType;
  return result;
}

Tensor Tensor::reshaped(ArrayRef<int64_t> shape) const {
  return withType(RankedTensorType::get(shape, getElementType()));
}

bool Tensor::isBitIdentical(const Tensor &other) const {
  if (getShape() != other.getShape() || isFloat() != other.isFloat())
    return false;
  size_t bytes = static_cast<size_t>(getNumElements()) * sizeof(double);
  if (bytes == 0)
    return true;
  if (isFloat())
    return std::memcmp(get<double>().data(), other.get<double>().data(), bytes) == 0;
  return std::memcmp(get<int64_t>().data(), other.get<int64_t>().data(), bytes) == 0;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static void printElement(raw_ostream &os, const Tensor &tensor, int64_t index, unsigned digits) {
  if (!tensor.isFloat()) {
    IntFormat format = IntFormat::of(tensor.getElementType());
    int64_t value = tensor.intAt(index);
    if (format.width == 1)
      os << (value ? "true" : "false");
    else if (format.isUnsigned)
      os << static_cast<uint64_t>(value);
    else
      os << value;
    return;
  }
  double value = tensor.at(index);
  // One spelling of NaN, whatever its sign bit.
  if (std::isnan(value))
    os << "nan";
  else
    os << llvm::format("%.*g", static_cast<int>(digits), value);
}

static int64_t printNested(raw_ostream &os, const Tensor &tensor, size_t dim, int64_t index,
                           unsigned digits) {
  if (dim == tensor.getShape().size()) {
    printElement(os, tensor, index, digits);
    return index + 1;
  }
  os << '[';
  for (int64_t i = 0; i < tensor.getShape()[dim]; ++i) {
    if (i)
      os << ", ";
    index = printNested(os, tensor, dim + 1, index, digits);
  }
  os << ']';
  return index;
}

void Tensor::print(raw_ostream &os, unsigned digits, int64_t limit) const {
  if (!type) {
    os << "<no value>";
    return;
  }
  int64_t count = getNumElements();
  if (count <= limit) {
    if (count == 0)
      os << "[]";
    else
      printNested(os, *this, 0, 0, digits);
    os << " : " << type;
    return;
  }
  double least = at(0), greatest = at(0), sum = 0.0;
  for (int64_t i = 0; i < count; ++i) {
    double value = at(i);
    sum += value;
    // A NaN anywhere shows in all three.
    least = std::isnan(value) || value < least ? value : least;
    greatest = std::isnan(value) || value > greatest ? value : greatest;
  }
  os << "{first ";
  for (int64_t i = 0; i < std::min<int64_t>(count, 4); ++i) {
    printElement(os, *this, i, digits);
    os << ", ";
  }
  os << llvm::format("min %.*g, max %.*g, sum %.*g}", static_cast<int>(digits), least,
                     static_cast<int>(digits), greatest, static_cast<int>(digits), sum)
     << " : " << type;
}
