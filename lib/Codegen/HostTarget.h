//===- HostTarget.h - the processor host kernels run on ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_CODEGEN_HOSTTARGET_H
#define SHARDC_LIB_CODEGEN_HOSTTARGET_H

#include "HostKernels.h"
#include "llvm/Target/TargetMachine.h"

namespace shardc::codegen {

/// A target machine for this host's kind of processor. `cpu`: "native",
/// "generic" (the baseline of the architecture), or a name LLVM knows. Null,
/// with the reason in `error`, when there is none.
std::unique_ptr<llvm::TargetMachine> createHostMachine(llvm::StringRef cpu, std::string &error);

/// What the emitter must know of that machine.
HostTarget describe(const llvm::TargetMachine &machine);

} // namespace shardc::codegen

#endif // SHARDC_LIB_CODEGEN_HOSTTARGET_H
