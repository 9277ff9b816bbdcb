//===- Types.cpp - element types and small enumerations -------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names, sizes and conversions of element types.
//
//===----------------------------------------------------------------------===//
#include "shardrt/Types.h"

#include <cmath>
#include <cstring>
#include <limits>

using namespace shardrt;

uint64_t shardrt::elementSize(DType type) {
  switch (type) {
  case DType::F64:
  case DType::I64:
    return 8;
  case DType::F32:
  case DType::I32:
    return 4;
  case DType::BF16:
  case DType::F16:
  case DType::I16:
    return 2;
  case DType::I8:
  case DType::I1:
    return 1;
  }
  return 1;
}

const char *shardrt::name(DType type) {
  static const char *const names[] = {"f64", "f32", "bf16", "f16", "i64", "i32", "i8", "i1", "i16"};
  return names[static_cast<unsigned>(type)];
}

const char *shardrt::name(ReduceKind kind) {
  static const char *const names[] = {"sum", "max", "min", "prod"};
  return names[static_cast<unsigned>(kind)];
}

const char *shardrt::name(CollectiveKind kind) {
  static const char *const names[] = {"all_reduce", "all_gather", "reduce_scatter",
                                      "all_to_all", "broadcast",  "permute"};
  return names[static_cast<unsigned>(kind)];
}

const char *shardrt::name(StreamKind kind) {
  static const char *const names[] = {"compute", "collective", "point-to-point"};
  return names[static_cast<unsigned>(kind)];
}

bool shardrt::isFloat(DType type) {
  return type == DType::F64 || type == DType::F32 || type == DType::BF16 || type == DType::F16;
}

template <typename To, typename From>
static To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From), "sizes differ");
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

uint16_t shardrt::floatToBF16(float value) {
  uint32_t bits = bitCast<uint32_t>(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u)
    return static_cast<uint16_t>((bits >> 16) | 0x40u);
  return static_cast<uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

float shardrt::bf16ToFloat(uint16_t bits) {
  return bitCast<float>(static_cast<uint32_t>(bits) << 16);
}

uint16_t shardrt::floatToF16(float value) {
  uint32_t bits = bitCast<uint32_t>(value);
  uint32_t sign = (bits >> 16) & 0x8000u;
  uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u)
    return static_cast<uint16_t>(sign | 0x7e00u | ((magnitude >> 13) & 0x3ffu));
  // 65520 is the first value that rounds to infinity.
  if (magnitude >= 0x477ff000u)
    return static_cast<uint16_t>(sign | 0x7c00u);
  if (magnitude < 0x38800000u) {
    // Below 2^-14 the result counts units of 2^-24; the sum's own rounding to
    // nearest even is the one wanted.
    float units = bitCast<float>(magnitude) * 16777216.0f;
    return static_cast<uint16_t>(sign | static_cast<uint32_t>(std::nearbyint(units)));
  }
  uint32_t rounded = magnitude + 0xfffu + ((magnitude >> 13) & 1u);
  return static_cast<uint16_t>(sign | ((rounded - 0x38000000u) >> 13));
}

float shardrt::f16ToFloat(uint16_t bits) {
  uint32_t sign = static_cast<uint32_t>(bits & 0x8000u) << 16;
  uint32_t exponent = (bits >> 10) & 0x1fu;
  uint32_t fraction = bits & 0x3ffu;
  if (exponent == 0x1f)
    return bitCast<float>(sign | 0x7f800000u | (fraction << 13));
  if (exponent == 0) {
    float value = static_cast<float>(fraction) * 0x1p-24f;
    return sign ? -value : value;
  }
  return bitCast<float>(sign | ((exponent + 112u) << 23) | (fraction << 13));
}

template <typename T>
static T loadAs(const void *data, uint64_t index) {
  T value;
  std::memcpy(&value, static_cast<const char *>(data) + index * sizeof(T), sizeof(T));
  return value;
}

template <typename T>
static void storeAs(void *data, uint64_t index, T value) {
  std::memcpy(static_cast<char *>(data) + index * sizeof(T), &value, sizeof(T));
}

template <typename T>
static T saturate(double value) {
  if (std::isnan(value))
    return 0;
  // The upper bound of a 64-bit integer is not a double; compare with 2^63.
  double upper = std::ldexp(1.0, std::numeric_limits<T>::digits);
  if (value >= upper)
    return std::numeric_limits<T>::max();
  if (value <= -upper)
    return std::numeric_limits<T>::min();
  return static_cast<T>(value);
}

double shardrt::loadElement(const void *data, DType type, uint64_t index) {
  switch (type) {
  case DType::F64:
    return loadAs<double>(data, index);
  case DType::F32:
    return loadAs<float>(data, index);
  case DType::BF16:
    return bf16ToFloat(loadAs<uint16_t>(data, index));
  case DType::F16:
    return f16ToFloat(loadAs<uint16_t>(data, index));
  case DType::I64:
    return static_cast<double>(loadAs<int64_t>(data, index));
  case DType::I32:
    return loadAs<int32_t>(data, index);
  case DType::I16:
    return loadAs<int16_t>(data, index);
  case DType::I8:
    return loadAs<int8_t>(data, index);
  case DType::I1:
    return loadAs<uint8_t>(data, index) != 0;
  }
  return 0;
}

/// The bits of an integer. A plan's integer types hold unsigned values too: what the
/// signed type lacks and the unsigned one has is kept as such.
template <typename T>
static T integerBits(double value) {
  using Unsigned = std::make_unsigned_t<T>;
  double top = std::ldexp(1.0, std::numeric_limits<Unsigned>::digits);
  if (value >= std::ldexp(1.0, std::numeric_limits<T>::digits) && value < top)
    return static_cast<T>(static_cast<Unsigned>(value));
  return saturate<T>(value);
}

void shardrt::storeElement(void *data, DType type, uint64_t index, double value) {
  switch (type) {
  case DType::F64:
    return storeAs(data, index, value);
  case DType::F32:
    return storeAs(data, index, static_cast<float>(value));
  case DType::BF16:
    return storeAs(data, index, floatToBF16(static_cast<float>(value)));
  case DType::F16:
    return storeAs(data, index, floatToF16(static_cast<float>(value)));
  case DType::I64:
    return storeAs(data, index, integerBits<int64_t>(value));
  case DType::I32:
    return storeAs(data, index, integerBits<int32_t>(value));
  case DType::I16:
    return storeAs(data, index, integerBits<int16_t>(value));
  case DType::I8:
    return storeAs(data, index, integerBits<int8_t>(value));
  case DType::I1:
    return storeAs(data, index, static_cast<uint8_t>(value != 0));
  }
}

uint32_t shardrt::coordinateOn(const AxisRef &ref, const std::vector<uint32_t> &coords) {
  return (coords[ref.axis] / ref.divisor) % ref.size;
}
