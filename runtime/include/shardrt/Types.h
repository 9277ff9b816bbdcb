//===- Types.h - element types and small enumerations ---------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The enumerations of a plan (same values as in schema/plan.fbs), and the
// conversion of elements to and from double.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDRT_TYPES_H
#define SHARDRT_TYPES_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace shardrt {

enum class DType : uint8_t { F64, F32, BF16, F16, I64, I32, I8, I1, I16 };
enum class Role : uint8_t { Param, Input, State, Output, Loss, Scratch };
enum class ReduceKind : uint8_t { Sum, Max, Min, Prod };
enum class CollectiveKind : uint8_t {
  AllReduce,
  AllGather,
  ReduceScatter,
  AllToAll,
  Broadcast,
  Permute
};
/// One queue on the device a rank runs on.
enum class StreamKind : uint8_t { Compute, Collective, PointToPoint };
inline constexpr unsigned numStreamKinds = 3;

/// Bytes of one element (an I1 takes a whole byte).
uint64_t elementSize(DType type);

/// "f32", "bf16", …
const char *name(DType type);
/// "sum", "max", …
const char *name(ReduceKind kind);
/// "all_reduce", "all_gather", …
const char *name(CollectiveKind kind);
/// "compute", "collective", "point-to-point"
const char *name(StreamKind kind);

/// True for F64, F32, BF16 and F16.
bool isFloat(DType type);

/// Rounding to nearest, ties to even; NaN stays NaN.
uint16_t floatToBF16(float value);
float bf16ToFloat(uint16_t bits);
uint16_t floatToF16(float value);
float f16ToFloat(uint16_t bits);

/// Element `index` of an array of `type`. An I64 beyond 2^53 is rounded.
double loadElement(const void *data, DType type, uint64_t index);
/// Rounds `value` to `type` (through float for the 16-bit types) and stores it;
/// integers are truncated towards zero and saturate, NaN becomes 0; an I1 is
/// `value != 0`.
void storeElement(void *data, DType type, uint64_t index, double value);

/// A (sub-)axis of the mesh: coordinate = (coords[axis] / divisor) % size.
struct AxisRef {
  uint32_t axis = 0;
  uint32_t divisor = 1;
  uint32_t size = 1;
};

/// Coordinate of a device on a (sub-)axis. `coords` has one entry per mesh
/// axis.
uint32_t coordinateOn(const AxisRef &ref, const std::vector<uint32_t> &coords);

} // namespace shardrt

#endif // SHARDRT_TYPES_H
