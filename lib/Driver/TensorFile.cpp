//===- TensorFile.cpp - named tensors of a safetensors file ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "TensorFile.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;

namespace shardc {
namespace {

enum class Kind { Float, Signed, Unsigned, Unknown };

/// How an element is stored.
struct Format {
  Kind kind = Kind::Unknown;
  unsigned bytes = 0;
  const llvm::fltSemantics *semantics = nullptr;
};

Format formatOf(StringRef name) {
  using llvm::APFloat;
  return llvm::StringSwitch<Format>(name)
      .Case("F64", {Kind::Float, 8, &APFloat::IEEEdouble()})
      .Case("F32", {Kind::Float, 4, &APFloat::IEEEsingle()})
      .Case("F16", {Kind::Float, 2, &APFloat::IEEEhalf()})
      .Case("BF16", {Kind::Float, 2, &APFloat::BFloat()})
      .Case("I64", {Kind::Signed, 8})
      .Case("I32", {Kind::Signed, 4})
      .Case("I16", {Kind::Signed, 2})
      .Case("I8", {Kind::Signed, 1})
      .Case("U64", {Kind::Unsigned, 8})
      .Case("U32", {Kind::Unsigned, 4})
      .Case("U16", {Kind::Unsigned, 2})
      .Case("U8", {Kind::Unsigned, 1})
      .Case("BOOL", {Kind::Unsigned, 1})
      .Default({});
}

double elementAt(const char *data, const Format &format) {
  uint64_t bits = 0;
  for (unsigned byte = 0; byte < format.bytes; ++byte)
    bits |= uint64_t(static_cast<unsigned char>(data[byte])) << (8 * byte);
  if (format.kind == Kind::Unsigned)
    return static_cast<double>(bits);
  if (format.kind == Kind::Signed)
    return static_cast<double>(llvm::SignExtend64(bits, 8 * format.bytes));
  llvm::APFloat number(*format.semantics, llvm::APInt(8 * format.bytes, bits));
  bool losesInfo = false;
  number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return number.convertToDouble();
}

/// One entry of the header: `{"dtype": …, "shape": […], "data_offsets": [begin, end]}`.
FailureOr<NamedTensor> readTensor(StringRef name, const llvm::json::Value &entry, StringRef data,
                                  Location loc) {
  auto fail = [&](const Twine &what) {
    emitError(loc) << "tensor '" << name << "' " << what;
    return failure();
  };
  const llvm::json::Object *object = entry.getAsObject();
  const llvm::json::Array *shape = object ? object->getArray("shape") : nullptr;
  const llvm::json::Array *offsets = object ? object->getArray("data_offsets") : nullptr;
  std::optional<StringRef> type = object ? object->getString("dtype") : std::nullopt;
  if (!shape || !offsets || offsets->size() != 2 || !type)
    return fail("has no dtype, shape and two data_offsets");
  Format format = formatOf(*type);
  if (format.kind == Kind::Unknown)
    return fail("has type '" + *type + "', which is not read");

  NamedTensor tensor;
  uint64_t count = 1;
  for (const llvm::json::Value &size : *shape) {
    std::optional<int64_t> extent = size.getAsInteger();
    bool overflows = false;
    if (extent && *extent >= 0)
      count = llvm::SaturatingMultiply<uint64_t>(count, *extent, &overflows);
    if (!extent || *extent < 0 || overflows)
      return fail("has a shape that is none");
    tensor.shape.push_back(*extent);
  }
  std::optional<int64_t> begin = (*offsets)[0].getAsInteger(), end = (*offsets)[1].getAsInteger();
  if (!begin || !end || *begin < 0 || *end < *begin || uint64_t(*end) > data.size())
    return fail("lies outside of the file");
  if (count > data.size() || uint64_t(*end - *begin) != count * format.bytes)
    return fail("has " + Twine(*end - *begin) + " bytes, but its shape and type need " +
                Twine(count * format.bytes));
  tensor.values.reserve(count);
  for (uint64_t i = 0; i < count; ++i)
    tensor.values.push_back(elementAt(data.data() + *begin + i * format.bytes, format));
  return tensor;
}

} // namespace

FailureOr<NamedTensors> readTensors(StringRef bytes, Location loc) {
  uint64_t length = bytes.size() < 8 ? 0 : llvm::support::endian::read64le(bytes.data());
  if (bytes.size() < 8 || length > bytes.size() - 8)
    return emitError(loc) << "is not a safetensors file: its header does not fit into "
                          << bytes.size() << " bytes";
  // The parser goes down a level by a call.
  int64_t depth = 0, deepest = 0;
  for (char c : bytes.substr(8, length)) {
    depth += (c == '{' || c == '[') - (c == '}' || c == ']');
    deepest = std::max(deepest, depth);
  }
  if (deepest > 100)
    return emitError(loc) << "is not a safetensors file: its header is nested " << deepest
                          << " levels deep";
  llvm::Expected<llvm::json::Value> header = llvm::json::parse(bytes.substr(8, length));
  const llvm::json::Object *entries = header ? header->getAsObject() : nullptr;
  if (!entries) {
    std::string why = header ? "it is no object" : llvm::toString(header.takeError());
    return emitError(loc) << "is not a safetensors file: header: " << why;
  }
  NamedTensors tensors;
  for (const auto &[key, entry] : *entries) {
    StringRef name = key;
    if (name == "__metadata__")
      continue;
    FailureOr<NamedTensor> tensor = readTensor(name, entry, bytes.substr(8 + length), loc);
    if (failed(tensor))
      return failure();
    tensors[name.str()] = std::move(*tensor);
  }
  if (tensors.empty())
    return emitError(loc) << "holds no tensors";
  return tensors;
}

FailureOr<NamedTensors> readTensorFile(StringRef path, Location loc) {
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!file)
    return emitError(loc) << "cannot read the file: " << file.getError().message();
  return readTensors((*file)->getBuffer(), loc);
}

} // namespace shardc
