//===- HostTarget.cpp - the processor host kernels run on -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Picks processor and features, and creates the LLVM target machine for them.
//
//===----------------------------------------------------------------------===//
#include "HostTarget.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"

using namespace shardc;
using namespace shardc::codegen;

std::unique_ptr<llvm::TargetMachine> codegen::createHostMachine(llvm::StringRef cpu,
                                                                std::string &error) {
  static bool initialized = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)initialized;
  llvm::Triple triple(llvm::sys::getDefaultTargetTriple());
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  std::string name = cpu.str();
  llvm::SubtargetFeatures features;
  if (cpu == "native") {
    name = llvm::sys::getHostCPUName().str();
    for (const auto &feature : llvm::sys::getHostCPUFeatures())
      features.AddFeature(feature.getKey(), feature.getValue());
  } else if (cpu == "generic") {
    name = triple.isX86() ? "x86-64" : "generic";
  } else {
    std::unique_ptr<llvm::MCSubtargetInfo> info(target->createMCSubtargetInfo(triple, "", ""));
    if (!info || !info->isCPUStringValid(cpu)) {
      error = "LLVM knows no processor '" + name + "' for " + triple.getArchName().str() +
              "; use native or generic";
      return nullptr;
    }
  }
  llvm::TargetOptions options;
  // Multiplications and additions stay what the model says they are.
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  std::unique_ptr<llvm::TargetMachine> machine(
      target->createTargetMachine(triple, name, features.getString(), options, llvm::Reloc::PIC_,
                                  std::nullopt, llvm::CodeGenOptLevel::Aggressive));
  if (!machine)
    error = "LLVM cannot generate code for " + triple.str();
  return machine;
}

HostTarget codegen::describe(const llvm::TargetMachine &machine) {
  const llvm::MCSubtargetInfo &info = *machine.getMCSubtargetInfo();
  auto has = [&](llvm::StringRef feature) {
    return machine.getTargetTriple().isX86() && info.checkFeatures(("+" + feature).str());
  };
  HostTarget target;
  target.traits.fma = machine.getTargetTriple().isAArch64() || has("fma");
  if (has("avx512f"))
    target.vectorBytes = 64;
  else if (has("avx"))
    target.vectorBytes = 32;
  return target;
}
