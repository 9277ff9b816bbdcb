//===- CudaKernels.cpp - device code of a plan ----------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Libraries are loaded through the CUDA runtime, so that nothing here needs
// libcuda at link time.
//
//===----------------------------------------------------------------------===//
#include "CudaState.h"

using namespace shardrt;
using namespace shardrt::hal;

CudaKernels::~CudaKernels() {
  for (cudaLibrary_t library : libraries)
    (void)cudaLibraryUnload(library);
}

/// True if object code for `target` runs on a device of compute capability
/// major.minor: "sm_90a" on 9.0 only, "sm_80" on 8.0 and 8.6.
static bool fits(const std::string &target, int major, int minor) {
  if (target.compare(0, 3, "sm_") != 0)
    return false;
  size_t digits = target.find_first_not_of("0123456789", 3);
  std::string number = target.substr(3, digits == std::string::npos ? digits : digits - 3);
  if (number.size() < 2)
    return false;
  bool exact = digits != std::string::npos;
  int its = std::stoi(number.substr(0, 9));
  int have = major * 10 + minor;
  return exact ? its == have : its / 10 == major && its <= have;
}

Status CudaKernels::load(const Plan &plan, int device) {
  kernels.assign(plan.kernels.size(), nullptr);
  bool used = false;
  for (const Kernel &kernel : plan.kernels)
    used |= kernel.kind == Kernel::Kind::CudaFunction;
  if (!used)
    return Status();
  int major = 0, minor = 0;
  SHARDRT_CUDA(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
  SHARDRT_CUDA(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
  auto loadCode = [&](const void *code) {
    cudaLibrary_t library = nullptr;
    SHARDRT_CUDA(cudaLibraryLoadData(&library, code, nullptr, nullptr, 0, nullptr, nullptr, 0));
    libraries.push_back(library);
    return Status();
  };
  std::string targets;
  for (const Image &image : plan.images) {
    targets += (targets.empty() ? "" : ", ") + image.target;
    if (image.size && fits(image.target, major, minor))
      if (Status status = loadCode(image.data); !status)
        return status;
  }
  // PTX is compiled by the driver for whatever is there.
  for (const Image &image : plan.images)
    if (libraries.empty() && !image.ptx.empty())
      if (Status status = loadCode(image.ptx.c_str()); !status)
        return status;
  if (libraries.empty())
    return makeError(ErrorCode::Unavailable, "the plan has code for ", targets,
                     ", the device is sm_", major, minor);
  for (size_t i = 0; i < plan.kernels.size(); ++i) {
    const Kernel &kernel = plan.kernels[i];
    if (kernel.kind != Kernel::Kind::CudaFunction)
      continue;
    for (cudaLibrary_t library : libraries)
      if (!kernels[i] &&
          cudaLibraryGetKernel(&kernels[i], library, kernel.symbol.c_str()) != cudaSuccess) {
        kernels[i] = nullptr;
        (void)cudaGetLastError();
      }
    if (!kernels[i])
      return makeError(ErrorCode::InvalidFile, "no CUDA image defines kernel '", kernel.symbol,
                       "'");
    // More shared memory than every device gives must be asked for.
    constexpr uint32_t alwaysGiven = 48 * 1024;
    if (kernel.sharedBytes > alwaysGiven)
      SHARDRT_CUDA(cudaKernelSetAttributeForDevice(kernels[i],
                                                   cudaFuncAttributeMaxDynamicSharedMemorySize,
                                                   static_cast<int>(kernel.sharedBytes), device));
  }
  return Status();
}
