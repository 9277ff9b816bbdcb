//===- HostImage.cpp - object code of host kernels --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// `@host_kernels` -> LLVM dialect -> LLVM IR, in as many parts as there are
// threads -> objects -> one ELF shared object, linked by lld.
//
//===----------------------------------------------------------------------===//
#include "HostTarget.h"
#include "dialects/Sched/Sched.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Transforms/Passes.h"
#include "shardc/Codegen/Codegen.h"
#include "shardc/Codegen/Passes.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

namespace shardc {
#define GEN_PASS_DEF_GENERATEHOSTKERNELS
#define GEN_PASS_DEF_COMPILEHOSTIMAGE
#include "shardc/Codegen/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;
using namespace shardc::codegen;

static constexpr StringLiteral kModuleName = "host_kernels";

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {
struct GenerateHostKernels : shardc::impl::GenerateHostKernelsBase<GenerateHostKernels> {
  using GenerateHostKernelsBase::GenerateHostKernelsBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::string error;
    std::unique_ptr<llvm::TargetMachine> machine = createHostMachine(cpu, error);
    if (!machine) {
      module.emitError() << error;
      return signalPassFailure();
    }
    HostTarget target = describe(*machine);
    OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
    auto kernels = ModuleOp::create(builder, module.getLoc(), kModuleName);
    for (auto kernel : module.getOps<func::FuncOp>())
      if (kernel->hasAttr("sched.kernel") && failed(emitHostKernel(kernel, kernels, target)))
        return signalPassFailure();
    if (kernels.getBody()->empty())
      kernels.erase();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Linking
//===----------------------------------------------------------------------===//

/// Path of an ELF linker: lld of this LLVM, else what PATH has.
static std::string findLinker() {
#ifdef SHARDC_LLVM_BIN
  const StringRef folders[] = {SHARDC_LLVM_BIN};
  if (auto path = llvm::sys::findProgramByName("ld.lld", folders))
    return *path;
#endif
  for (StringRef name : {"ld.lld-22", "ld.lld", "ld.mold", "ld.gold", "ld.bfd", "ld"})
    if (auto path = llvm::sys::findProgramByName(name))
      return *path;
  return "";
}

/// Names the C math library when it is where systems keep it, so that the
/// image says itself what it needs.
static std::string findMathLibrary() {
  for (StringRef folder : {"/lib/x86_64-linux-gnu", "/lib/aarch64-linux-gnu", "/usr/lib64",
                           "/lib64", "/usr/lib", "/lib"}) {
    std::string path = (folder + "/libm.so.6").str();
    if (llvm::sys::fs::exists(path))
      return path;
  }
  return "";
}

/// Links relocatable objects into a shared object; fails with `error` set.
static FailureOr<std::string> link(ArrayRef<SmallVector<char, 0>> objects, std::string &error) {
  std::string linker = findLinker();
  if (linker.empty()) {
    error = "no linker found for host kernels; install lld-22 or binutils";
    return failure();
  }
  SmallVector<std::string> files;
  llvm::scope_exit cleanup([&] {
    for (const std::string &file : files)
      llvm::sys::fs::remove(file);
  });
  auto create = [&](StringRef suffix, int &descriptor) -> LogicalResult {
    SmallString<128> path;
    if (std::error_code code =
            llvm::sys::fs::createTemporaryFile("shardc-kernels", suffix, descriptor, path)) {
      error = "cannot create a temporary file: " + code.message();
      return failure();
    }
    files.push_back(std::string(path));
    return success();
  };
  SmallVector<StringRef> args{linker, "-shared", "-z", "noexecstack", "--build-id=none",
                              "-s",   "-o"};
  int descriptor;
  if (failed(create("so", descriptor)))
    return failure();
  llvm::raw_fd_ostream(descriptor, /*shouldClose=*/true);
  for (const SmallVector<char, 0> &object : objects) {
    if (failed(create("o", descriptor)))
      return failure();
    llvm::raw_fd_ostream stream(descriptor, /*shouldClose=*/true);
    stream.write(object.data(), object.size());
    stream.close();
    if (stream.has_error()) {
      error = "cannot write '" + files.back() + "': " + stream.error().message();
      stream.clear_error();
      return failure();
    }
  }
  for (const std::string &file : files)
    args.push_back(file);
  std::string math = findMathLibrary();
  if (!math.empty()) {
    args.push_back("--as-needed");
    args.push_back(math);
  }
  std::string message;
  if (int code = llvm::sys::ExecuteAndWait(linker, args, std::nullopt, {}, 0, 0, &message)) {
    error = "'" + linker + "' failed with code " + std::to_string(code) +
            (message.empty() ? "" : ": " + message);
    return failure();
  }
  auto buffer = llvm::MemoryBuffer::getFile(files.front());
  if (!buffer) {
    error = "cannot read the linked object: " + buffer.getError().message();
    return failure();
  }
  return (*buffer)->getBuffer().str();
}

//===----------------------------------------------------------------------===//
// Object code
//===----------------------------------------------------------------------===//

namespace {
struct CompileHostImage : shardc::impl::CompileHostImageBase<CompileHostImage> {
  using CompileHostImageBase::CompileHostImageBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    registerCodegenDialects(registry);
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto kernels = module.lookupSymbol<ModuleOp>(kModuleName);
    if (!kernels)
      return;
    if (failed(lower(kernels)))
      return signalPassFailure();
    std::string error;
    FailureOr<std::string> object = compile(kernels, error);
    if (failed(object)) {
      module.emitError() << error;
      return signalPassFailure();
    }
    OpBuilder builder(kernels);
    auto image = sched::ImageOp::create(builder, module.getLoc(), builder.getStringAttr("host"),
                                        builder.getStringAttr(*object), StringAttr());
    image->setAttr("sched.cpu", builder.getStringAttr(description));
    kernels.erase();
  }

  LogicalResult lower(ModuleOp kernels) {
    OpPassManager manager(ModuleOp::getOperationName());
    manager.addPass(createSCFToControlFlowPass());
    manager.addPass(createConvertMathToLibmPass());
    manager.addPass(createConvertMathToLLVMPass());
    manager.addPass(createArithToLLVMConversionPass());
    manager.addPass(createConvertControlFlowToLLVMPass());
    manager.addPass(createConvertFuncToLLVMPass());
    manager.addPass(createReconcileUnrealizedCastsPass());
    return runPipeline(manager, kernels);
  }

  /// Splits the module into parts that compile side by side. What several
  /// parts call (the matrix product) goes into each that needs it.
  SmallVector<OwningOpRef<ModuleOp>> split(ModuleOp kernels, unsigned parts) {
    SmallVector<OwningOpRef<ModuleOp>> modules;
    SmallVector<size_t> weights(parts, 0);
    for (unsigned part = 0; part < parts; ++part)
      modules.push_back(ModuleOp::create(kernels.getLoc()));
    SymbolTable symbols(kernels);
    for (auto entry : kernels.getOps<LLVM::LLVMFuncOp>()) {
      if (entry.isPrivate() || entry.isExternal())
        continue;
      // The entry and all that it reaches.
      SetVector<Operation *> reached;
      reached.insert(entry);
      size_t weight = 0;
      for (size_t next = 0; next < reached.size(); ++next)
        reached[next]->walk([&](Operation *op) {
          ++weight;
          if (auto call = dyn_cast<LLVM::CallOp>(op))
            if (call.getCallee())
              reached.insert(symbols.lookup(*call.getCallee()));
          if (auto address = dyn_cast<LLVM::AddressOfOp>(op))
            reached.insert(symbols.lookup(address.getGlobalName()));
        });
      unsigned part = std::min_element(weights.begin(), weights.end()) - weights.begin();
      weights[part] += weight;
      OpBuilder builder = OpBuilder::atBlockEnd(modules[part]->getBody());
      for (Operation *op : reached) {
        if (SymbolTable::lookupSymbolIn(*modules[part], SymbolTable::getSymbolName(op)))
          continue;
        Operation *copy = builder.clone(*op);
        if (auto function = dyn_cast<LLVM::LLVMFuncOp>(copy))
          if (op != entry && !function.isExternal())
            function.setLinkage(LLVM::Linkage::Internal);
      }
    }
    return modules;
  }

  FailureOr<std::string> compile(ModuleOp kernels, std::string &error) {
    unsigned parts =
        threads ? unsigned(threads) : llvm::hardware_concurrency().compute_thread_count();
    size_t functions = llvm::range_size(kernels.getOps<LLVM::LLVMFuncOp>());
    parts = std::clamp<size_t>(functions / 8, 1, parts);
    SmallVector<OwningOpRef<ModuleOp>> modules = split(kernels, parts);
    SmallVector<SmallVector<char, 0>> objects(parts);
    SmallVector<std::string> errors(parts);
    llvm::DefaultThreadPool pool(llvm::hardware_concurrency(parts));
    for (unsigned part = 0; part < parts; ++part)
      pool.async([&, part] { compilePart(*modules[part], objects[part], errors[part]); });
    pool.wait();
    for (const std::string &message : errors)
      if (!message.empty()) {
        error = message;
        return failure();
      }
    if (std::unique_ptr<llvm::TargetMachine> machine = createHostMachine(cpu, error))
      description = machine->getTargetCPU().str();
    return link(objects, error);
  }

  void compilePart(ModuleOp part, SmallVector<char, 0> &object, std::string &error) {
    std::unique_ptr<llvm::TargetMachine> machine = createHostMachine(cpu, error);
    if (!machine)
      return;
    llvm::LLVMContext context;
    std::unique_ptr<llvm::Module> module = translateModuleToLLVMIR(part, context, "kernels");
    if (!module) {
      error = "host kernels cannot be translated to LLVM IR";
      return;
    }
    module->setTargetTriple(machine->getTargetTriple());
    module->setDataLayout(machine->createDataLayout());
    for (llvm::Function &function : *module) {
      if (function.isDeclaration())
        continue;
      function.addFnAttr("target-cpu", machine->getTargetCPU());
      function.addFnAttr("target-features", machine->getTargetFeatureString());
      function.addFnAttr("prefer-vector-width", "512");
      function.addFnAttr(llvm::Attribute::NoUnwind);
    }
    if (llvm::Error failed = makeOptimizingTransformer(/*optLevel=*/3, /*sizeLevel=*/0,
                                                       machine.get())(module.get())) {
      error = llvm::toString(std::move(failed));
      return;
    }
    llvm::raw_svector_ostream stream(object);
    llvm::legacy::PassManager passes;
    if (machine->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile)) {
      error = "LLVM cannot emit object code for this host";
      return;
    }
    passes.run(*module);
  }

  std::string description;
};
} // namespace
