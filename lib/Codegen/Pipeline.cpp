//===- Pipeline.cpp - the codegen stage -------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "dialects/Dist/Dist.h"
#include "dialects/NN/NN.h"
#include "dialects/Sched/Sched.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Target/LLVM/NVVM/Target.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "shardc/Codegen/Codegen.h"
#include "shardc/Codegen/Passes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;
using namespace shardc;

/// Whether LLVM makes code for the chip. It would say so itself, a line for each try, and
/// go on with another chip.
static bool isChip(StringRef chip) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  llvm::Triple triple("nvptx64-nvidia-cuda");
  std::string error;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return false;
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget(target->createMCSubtargetInfo(triple, "", ""));
  return subtarget && subtarget->isCPUStringValid(chip);
}

FailureOr<CodegenTarget> CodegenTarget::parse(StringRef text) {
  if (text == "host")
    return CodegenTarget{};
  if (!text.consume_front("cuda"))
    return failure();
  if (text.empty())
    return CodegenTarget{true, "sm_90a"};
  if (!text.consume_front(":sm_"))
    return failure();
  std::string chip = ("sm_" + text).str();
  if (!isChip(chip))
    return failure();
  return CodegenTarget{true, chip};
}

void shardc::buildCodegenPipeline(OpPassManager &manager, const CodegenOptions &options) {
  FailureOr<CodegenTarget> target = CodegenTarget::parse(options.target);
  manager.addPass(createDecomposeSegments());
  manager.addPass(createLowerSegmentCollectives());
  LowerSegmentConvolutionsOptions convolutions;
  convolutions.target = options.target;
  manager.addPass(createLowerSegmentConvolutions(convolutions));
  LowerSegmentDotsOptions dots;
  // A target that does not parse is reported by this pass.
  dots.target = options.target;
  manager.addPass(createLowerSegmentDots(dots));
  if (succeeded(target) && target->isCuda)
    manager.addPass(createSplitSegmentReductions());
  manager.addPass(createOutlineKernels());
  manager.addPass(createVerifyCodegen());
  if (!options.compile || failed(target))
    return;
  if (target->isCuda) {
    CompileCudaImageOptions compile;
    compile.chip = target->chip;
    compile.toolkit = options.toolkit;
    manager.addPass(createGenerateCudaKernels());
    manager.addPass(createCompileCudaImage(compile));
    return;
  }
  GenerateHostKernelsOptions generate;
  generate.cpu = options.hostCpu;
  CompileHostImageOptions compile;
  compile.cpu = options.hostCpu;
  manager.addPass(createGenerateHostKernels(generate));
  manager.addPass(createCompileHostImage(compile));
}

void shardc::registerCodegenPipeline() {
  PassPipelineRegistration<CodegenOptions>(
      "shardc-codegen", "stage codegen: kernels for segments and their object code",
      buildCodegenPipeline);
}

void shardc::registerCodegenDialects(DialectRegistry &registry) {
  registry.insert<arith::ArithDialect, cf::ControlFlowDialect, dist::DistDialect, func::FuncDialect,
                  gpu::GPUDialect, LLVM::LLVMDialect, math::MathDialect, nn::NNDialect,
                  NVVM::NVVMDialect, sched::SchedDialect, scf::SCFDialect,
                  stablehlo::StableHLODialect>();
  arith::registerConvertArithToLLVMInterface(registry);
  cf::registerConvertControlFlowToLLVMInterface(registry);
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
  NVVM::registerNVVMTargetInterfaceExternalModels(registry);
}
