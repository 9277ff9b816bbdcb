//===- TestKernels.c - host kernels for the runtime's tests ---*- C -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each works on eight elements unless it says otherwise.
//
//===----------------------------------------------------------------------===//
#include <stdint.h>
#include <unistd.h>

/// out = 2 * in
void kernel_double(void **buffers, const int32_t *coords) {
  const float *in = (const float *)buffers[0];
  float *out = (float *)buffers[1];
  for (int i = 0; i < 8; ++i)
    out[i] = 2.0f * in[i];
}

/// x += 1
void kernel_increment(void **buffers, const int32_t *coords) {
  float *x = (float *)buffers[0];
  for (int i = 0; i < 8; ++i)
    x[i] += 1.0f;
}

/// out[i] = 100 * coords[0] + coords[1], two coordinates.
void kernel_coordinates(void **buffers, const int32_t *coords) {
  float *out = (float *)buffers[0];
  for (int i = 0; i < 8; ++i)
    out[i] = 100.0f * coords[0] + coords[1];
}

/// loss = sum of in
void kernel_sum(void **buffers, const int32_t *coords) {
  const float *in = (const float *)buffers[0];
  float sum = 0.0f;
  for (int i = 0; i < 8; ++i)
    sum += in[i];
  *(float *)buffers[1] = sum;
}

/// Never returns on the rank with coordinate 1.
void kernel_hang_on_one(void **buffers, const int32_t *coords) {
  while (coords[0] == 1)
    usleep(1000);
}

/// Takes a while on the rank with coordinate 1, then x += 1.
void kernel_slow_on_one(void **buffers, const int32_t *coords) {
  if (coords[0] == 1)
    usleep(300000);
  kernel_increment(buffers, coords);
}

/// The same as kernel_double, in the form that the stand-in for the CUDA
/// runtime launches: pointers to two buffers and to the coordinates.
void cuda_double(void **arguments) {
  void *buffers[2] = {*(void **)arguments[0], *(void **)arguments[1]};
  kernel_double(buffers, *(const int32_t **)arguments[2]);
}
const int cuda_double_arguments = 3;
