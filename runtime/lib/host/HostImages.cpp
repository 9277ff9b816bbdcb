//===- HostImages.cpp - kernels from a shared object in memory -*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An image never touches the disk: it is written to an anonymous file and
// loaded through /proc. Its descriptor stays open while it is loaded, because
// the dynamic linker knows libraries by path and a reused descriptor number
// would give it the old library again.
//
//===----------------------------------------------------------------------===//
#include "HostState.h"

#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace shardrt;
using namespace shardrt::hal;

HostImages::~HostImages() {
  for (void *handle : handles)
    dlclose(handle);
  for (int file : files)
    close(file);
}

#if defined(__x86_64__)
static constexpr uint16_t hostMachine = EM_X86_64;
#elif defined(__aarch64__)
static constexpr uint16_t hostMachine = EM_AARCH64;
#else
static constexpr uint16_t hostMachine = EM_NONE;
#endif

static Status checkElf(const Image &image) {
  Elf64_Ehdr header;
  if (image.size < sizeof(header))
    return makeError(ErrorCode::InvalidFile, "the host image has ", image.size,
                     " bytes, too few for a shared object");
  std::memcpy(&header, image.data, sizeof(header));
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_type != ET_DYN)
    return makeError(ErrorCode::InvalidFile, "the host image is not a 64-bit ELF shared object");
  if (header.e_machine != hostMachine)
    return makeError(ErrorCode::Unavailable, "the host image is for ELF machine ", header.e_machine,
                     ", this one is ", hostMachine);
  return Status();
}

static Status loadImage(const Image &image, HostImages &images) {
  if (Status status = checkElf(image); !status)
    return status;
  auto failed = [](const char *call) {
    return makeError(ErrorCode::Internal, call, ": ", std::strerror(errno));
  };
  int file = memfd_create("shardrt-kernels", MFD_CLOEXEC);
  if (file < 0)
    return failed("memfd_create");
  images.files.push_back(file);
  for (uint64_t done = 0; done < image.size;) {
    ssize_t written = write(file, image.data + done, image.size - done);
    if (written < 0 && errno != EINTR)
      return failed("write");
    done += written > 0 ? static_cast<uint64_t>(written) : 0;
  }
  std::string path = "/proc/self/fd/" + std::to_string(file);
  void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return makeError(ErrorCode::InvalidFile, "cannot load the host image: ", dlerror());
  images.handles.push_back(handle);
  return Status();
}

Expected<std::unique_ptr<HostImages>> hal::loadHostImages(const Plan &plan) {
  auto images = std::make_unique<HostImages>();
  images->functions.resize(plan.kernels.size());
  bool used = false;
  for (const Kernel &kernel : plan.kernels)
    used |= kernel.kind == Kernel::Kind::HostFunction;
  if (!used)
    return images;
  for (const Image &image : plan.images)
    if (image.target == "host")
      if (Status status = loadImage(image, *images); !status)
        return status;
  for (size_t i = 0; i < plan.kernels.size(); ++i) {
    const Kernel &kernel = plan.kernels[i];
    if (kernel.kind != Kernel::Kind::HostFunction)
      continue;
    void *symbol = nullptr;
    for (void *handle : images->handles)
      if (!symbol)
        symbol = dlsym(handle, kernel.symbol.c_str());
    if (!symbol)
      return makeError(ErrorCode::InvalidFile, "no host image defines kernel '", kernel.symbol,
                       "'");
    images->functions[i] = reinterpret_cast<void (*)(void **, const int32_t *)>(symbol);
  }
  return images;
}
