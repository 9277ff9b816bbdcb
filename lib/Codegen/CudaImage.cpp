//===- CudaImage.cpp - PTX and cubins of CUDA kernels -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// `@cuda_kernels` -> NVVM -> PTX with libdevice linked in -> cubin by ptxas.
// Needs the toolkit's files, never a GPU or its driver.
//
//===----------------------------------------------------------------------===//
#include "CudaKernels.h"
#include "dialects/Sched/Sched.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "shardc/Codegen/Codegen.h"
#include "shardc/Codegen/Passes.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

namespace shardc {
#define GEN_PASS_DEF_GENERATECUDAKERNELS
#define GEN_PASS_DEF_COMPILECUDAIMAGE
#include "shardc/Codegen/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;
using namespace shardc::codegen;

static constexpr StringLiteral kModuleName = "cuda_kernels";

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// 32 bits index all elements of most kernels, at half the registers.
static unsigned indexBitsOf(func::FuncOp kernel) {
  int64_t most = 0;
  auto look = [&](Type type) {
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      most = std::max(most, tensor.getNumElements());
  };
  llvm::for_each(kernel.getArgumentTypes(), look);
  kernel.walk([&](Operation *op) { llvm::for_each(op->getResultTypes(), look); });
  return most < (int64_t(1) << 30) ? 32 : 64;
}

static LogicalResult emitCudaKernel(func::FuncOp kernel, gpu::GPUModuleOp module) {
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  Location loc = kernel.getLoc();
  Type pointer = LLVM::LLVMPointerType::get(kernel.getContext());
  unsigned operands = kernel.getNumArguments(), results = kernel.getNumResults();
  SmallVector<Type> pointers(operands + results + 1, pointer);
  auto function =
      gpu::GPUFuncOp::create(builder, loc, kernel.getName(), builder.getFunctionType(pointers, {}));
  function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  llvm::BitVector elementwise = elementwiseArguments(kernel);
  for (unsigned index = 0; index < pointers.size(); ++index) {
    bool isResult = index >= operands && index < operands + results;
    bool mayAlias = isResult ? elementwise.any() : index < operands && elementwise.test(index);
    if (!mayAlias)
      function.setArgAttr(index, LLVM::LLVMDialect::getNoAliasAttrName(), builder.getUnitAttr());
    if (!isResult)
      function.setArgAttr(index, LLVM::LLVMDialect::getReadonlyAttrName(), builder.getUnitAttr());
  }

  builder.setInsertionPointToStart(&function.getBody().front());
  TargetTraits traits;
  traits.gpu = true;
  traits.indexBits = indexBitsOf(kernel);
  Emitter emitter(builder, loc, traits);
  emitter.symbols = module;
  for (auto [argument, at] : llvm::zip(kernel.getArguments(), function.getArguments()))
    emitter.pointers[argument] = at;
  emitter.coordinates = function.getArguments().back();
  auto buffers = function.getArguments().drop_back();
  SmallVector<Value> all(buffers.begin(), buffers.end());
  CudaKernel generator(emitter, kernel, ArrayRef(all).drop_front(operands), all);
  FailureOr<LaunchShape> shape = generator.generate();
  if (failed(shape))
    return failure();
  gpu::ReturnOp::create(builder, loc);
  kernel->setAttr("sched.grid", builder.getDenseI64ArrayAttr({shape->blocks, 1, 1}));
  kernel->setAttr("sched.block", builder.getDenseI64ArrayAttr({shape->threads, 1, 1}));
  // Shared arrays are static: a launch asks for none.
  kernel->setAttr("sched.shared_bytes", builder.getI64IntegerAttr(0));
  function->setAttr("nvvm.maxntid", builder.getDenseI32ArrayAttr({int32_t(shape->threads), 1, 1}));
  return success();
}

namespace {
struct GenerateCudaKernels : shardc::impl::GenerateCudaKernelsBase<GenerateCudaKernels> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
    auto kernels = gpu::GPUModuleOp::create(builder, module.getLoc(), kModuleName);
    for (auto kernel : module.getOps<func::FuncOp>())
      if (kernel->hasAttr("sched.kernel") && failed(emitCudaKernel(kernel, kernels)))
        return signalPassFailure();
    if (kernels.getBody()->empty()) {
      kernels.erase();
      return;
    }
    module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(), builder.getUnitAttr());
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// PTX and cubin
//===----------------------------------------------------------------------===//

/// The toolkit's folder: the one asked for, else the environment's, else the
/// usual place. Empty, with `error` set, unless it has ptxas and libdevice.
static std::string findToolkit(StringRef asked, std::string &error) {
  SmallVector<std::string> candidates;
  if (!asked.empty()) {
    candidates.push_back(asked.str());
  } else {
    for (StringRef variable : {"CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"})
      if (auto value = llvm::sys::Process::GetEnv(variable))
        candidates.push_back(*value);
    candidates.push_back("/usr/local/cuda");
  }
  for (const std::string &folder : candidates)
    if (llvm::sys::fs::can_execute(folder + "/bin/ptxas") &&
        llvm::sys::fs::exists(folder + "/nvvm/libdevice/libdevice.10.bc"))
      return folder;
  error = "no CUDA toolkit with bin/ptxas and nvvm/libdevice/libdevice.10.bc in '" +
          llvm::join(candidates, "', '") +
          "'; install CUDA 13 (cuda-nvcc-13-0) or name its folder with 'toolkit='";
  return "";
}

/// First external symbol that PTX leaves open; empty when there is none.
static StringRef findExternal(StringRef ptx) {
  size_t at = ptx.find("\n.extern .func");
  if (at == StringRef::npos)
    return "";
  return ptx.substr(at + 1).take_until([](char c) { return c == ';'; }).trim();
}

namespace {
struct CompileCudaImage : shardc::impl::CompileCudaImageBase<CompileCudaImage> {
  using CompileCudaImageBase::CompileCudaImageBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    registerCodegenDialects(registry);
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto kernels = module.lookupSymbol<gpu::GPUModuleOp>(kModuleName);
    if (!kernels)
      return;
    std::string error;
    std::string folder = findToolkit(toolkit, error);
    if (folder.empty())
      return fail(error);
    OpBuilder builder(kernels);
    kernels.setTargetsAttr(builder.getArrayAttr(
        NVVM::NVVMTargetAttr::get(&getContext(), /*optLevel=*/3, "nvptx64-nvidia-cuda", chip,
                                  /*features=*/"")));
    if (failed(lower(module, folder)))
      return fail("CUDA kernels cannot be lowered to PTX for '" + chip + "'");
    auto binary = module.lookupSymbol<gpu::BinaryOp>(kModuleName);
    if (!binary)
      return fail("CUDA kernels gave no PTX for '" + chip + "'");
    auto object = cast<gpu::ObjectAttr>(binary.getObjects()[0]);
    std::string ptx = object.getObject().getValue().str();
    while (!ptx.empty() && ptx.back() == '\0')
      ptx.pop_back();
    if (StringRef open = findExternal(ptx); !open.empty())
      return fail("CUDA kernels leave a symbol open: " + open.str());
    FailureOr<std::string> cubin = assemble(ptx, folder, error);
    if (failed(cubin))
      return fail(error);
    builder.setInsertionPoint(binary);
    sched::ImageOp::create(builder, module.getLoc(), builder.getStringAttr(chip),
                           builder.getStringAttr(*cubin), builder.getStringAttr(ptx));
    binary.erase();
    module->removeAttr(gpu::GPUDialect::getContainerModuleAttrName());
  }

  void fail(const std::string &message) {
    getOperation().emitError() << message;
    signalPassFailure();
  }

  LogicalResult lower(ModuleOp module, StringRef folder) {
    OpPassManager manager(ModuleOp::getOperationName());
    OpPassManager &device = manager.nest<gpu::GPUModuleOp>();
    device.addPass(createSCFToControlFlowPass());
    ConvertGpuOpsToNVVMOpsOptions convert;
    convert.useBarePtrCallConv = true;
    device.addPass(createConvertGpuOpsToNVVMOps(convert));
    device.addPass(createReconcileUnrealizedCastsPass());
    GpuModuleToBinaryPassOptions binary;
    binary.toolkitPath = folder.str();
    binary.compilationTarget = "isa";
    manager.addPass(createGpuModuleToBinaryPass(binary));
    return runPipeline(manager, module);
  }

  FailureOr<std::string> assemble(StringRef ptx, StringRef folder, std::string &error) {
    SmallString<128> source, object, log;
    int descriptor;
    auto temporary = [&](StringRef suffix, SmallString<128> &path) {
      std::error_code code =
          llvm::sys::fs::createTemporaryFile("shardc-kernels", suffix, descriptor, path);
      if (code)
        error = "cannot create a temporary file: " + code.message();
      return !code;
    };
    llvm::scope_exit cleanup([&] {
      for (const SmallString<128> &path : {source, object, log})
        if (!path.empty())
          llvm::sys::fs::remove(path);
    });
    if (!temporary("ptx", source))
      return failure();
    llvm::raw_fd_ostream(descriptor, /*shouldClose=*/true) << ptx;
    for (auto [suffix, path] :
         {std::pair<StringRef, SmallString<128> *>("cubin", &object), {"log", &log}}) {
      if (!temporary(suffix, *path))
        return failure();
      llvm::raw_fd_ostream(descriptor, /*shouldClose=*/true);
    }
    std::string ptxas = (folder + "/bin/ptxas").str(), arch = "-arch=" + chip;
    StringRef args[] = {ptxas, arch, "-O3", "--split-compile=0", "-o", object, source};
    std::optional<StringRef> redirects[] = {std::nullopt, StringRef(log), StringRef(log)};
    std::string message;
    int code = llvm::sys::ExecuteAndWait(ptxas, args, std::nullopt, redirects, 0, 0, &message);
    if (code != 0) {
      if (auto text = llvm::MemoryBuffer::getFile(log))
        message += (*text)->getBuffer().take_until([](char c) { return c == '\n'; }).str();
      error = "ptxas refuses the kernels for '" + chip + "': " + message;
      return failure();
    }
    auto buffer = llvm::MemoryBuffer::getFile(object);
    if (!buffer) {
      error = "cannot read the assembled kernels: " + buffer.getError().message();
      return failure();
    }
    return (*buffer)->getBuffer().str();
  }
};
} // namespace
