//===- Emulator.cpp - CUDA kernels on the CPU -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emulator.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "shardc/Codegen/Passes.h"
#include "gtest/gtest.h"
#include <dlfcn.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {
/// What the special registers of the running thread read as; known to the
/// generated code as @emulated_thread.
struct Thread {
  int32_t thread, block, threads, blocks;
  void (*barrier)();
};
constexpr StringLiteral kThreadName = "emulated_thread";

/// Makes a function of the host out of a CUDA kernel.
void translate(gpu::GPUFuncOp kernel, ModuleOp host) {
  OpBuilder b = OpBuilder::atBlockEnd(host.getBody());
  Location loc = kernel.getLoc();
  Type pointer = LLVM::LLVMPointerType::get(kernel.getContext());
  auto entry =
      func::FuncOp::create(b, loc, kernel.getName(), b.getFunctionType({pointer, pointer}, {}));
  b.setInsertionPointToStart(entry.addEntryBlock());
  IRMapping mapping;
  unsigned buffers = kernel.getNumArguments() - 1;
  for (unsigned index = 0; index < buffers; ++index) {
    Value slot = LLVM::GEPOp::create(b, loc, pointer, pointer, entry.getArgument(0),
                                     ArrayRef<LLVM::GEPArg>{int32_t(index)});
    mapping.map(kernel.getArgument(index), LLVM::LoadOp::create(b, loc, pointer, slot));
  }
  mapping.map(kernel.getArgument(buffers), entry.getArgument(1));
  for (Operation &op : kernel.getBody().front().without_terminator())
    b.clone(op, mapping);
  func::ReturnOp::create(b, loc);

  entry.walk([&](Operation *op) {
    int field = isa<NVVM::ThreadIdXOp>(op)   ? 0
                : isa<NVVM::BlockIdXOp>(op)  ? 1
                : isa<NVVM::BlockDimXOp>(op) ? 2
                : isa<NVVM::GridDimXOp>(op)  ? 3
                : isa<gpu::BarrierOp>(op)    ? 4
                                             : -1;
    if (field < 0)
      return;
    OpBuilder at(op);
    Value base = LLVM::AddressOfOp::create(at, loc, pointer, kThreadName);
    Value place = LLVM::GEPOp::create(at, loc, pointer, at.getI32Type(), base,
                                      ArrayRef<LLVM::GEPArg>{int32_t(field)});
    if (field < 4) {
      op->getResult(0).replaceAllUsesWith(LLVM::LoadOp::create(at, loc, at.getI32Type(), place));
    } else {
      Value barrier = LLVM::LoadOp::create(at, loc, pointer, place);
      auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(op->getContext()), {});
      LLVM::CallOp::create(at, loc, type, barrier);
    }
    op->erase();
  });
}

/// The threads of one block as fibers.
class ThreadBlock {
public:
  ThreadBlock(Thread &registers, int threads, function_ref<void()> body)
      : registers(registers), body(body), fibers(threads), done(threads, false),
        stacks(size_t(threads) * kStack) {
    current = this;
    for (int index = 0; index < threads; ++index) {
      getcontext(&fibers[index]);
      fibers[index].uc_stack.ss_sp = stacks.data() + size_t(index) * kStack;
      fibers[index].uc_stack.ss_size = kStack;
      fibers[index].uc_link = &scheduler;
      makecontext(&fibers[index], &ThreadBlock::start, 0);
    }
  }

  /// Runs every thread to its next barrier until all have finished.
  void run(bool backwards) {
    for (bool any = true; any;) {
      any = false;
      for (size_t turn = 0; turn < fibers.size(); ++turn) {
        running = backwards ? fibers.size() - 1 - turn : turn;
        if (done[running])
          continue;
        any = true;
        registers.thread = running;
        swapcontext(&scheduler, &fibers[running]);
      }
    }
  }

  static void barrier() {
    ThreadBlock *block = current;
    swapcontext(&block->fibers[block->running], &block->scheduler);
  }

private:
  static constexpr size_t kStack = 32 << 10;
  static ThreadBlock *current;

  static void start() {
    current->body();
    current->done[current->running] = true;
  }

  Thread &registers;
  function_ref<void()> body;
  std::vector<ucontext_t> fibers;
  std::vector<bool> done;
  std::vector<char> stacks;
  ucontext_t scheduler;
  size_t running = 0;
};
ThreadBlock *ThreadBlock::current = nullptr;
} // namespace

Emulated::Emulated(MLIRContext &context, const std::string &text) {
  module = parseSourceString<ModuleOp>(text, &context);
  if (!module) {
    ADD_FAILURE() << "does not parse:\n" << text;
    return;
  }
  original = OwningOpRef<ModuleOp>(module->clone());
  PassManager generate(&context);
  CodegenOptions options;
  options.target = "cuda";
  options.compile = false;
  buildCodegenPipeline(generate, options);
  generate.addPass(createGenerateCudaKernels());
  if (failed(generate.run(*module))) {
    ADD_FAILURE() << "does not compile:\n" << text;
    return;
  }
  auto device = module->lookupSymbol<gpu::GPUModuleOp>("cuda_kernels");
  hasKernels = bool(device);
  if (!hasKernels)
    return;

  OpBuilder b = OpBuilder::atBlockEnd(module->getBody());
  auto host = ModuleOp::create(b, device.getLoc(), "host_kernels");
  b.setInsertionPointToStart(host.getBody());
  auto words = LLVM::LLVMArrayType::get(b.getI32Type(), sizeof(Thread) / 4);
  LLVM::GlobalOp::create(b, device.getLoc(), words, /*isConstant=*/false, LLVM::Linkage::External,
                         kThreadName,
                         b.getZeroAttr(RankedTensorType::get({sizeof(Thread) / 4}, b.getI32Type())),
                         /*alignment=*/8);
  for (auto global : device.getOps<LLVM::GlobalOp>()) {
    b.setInsertionPointToEnd(host.getBody());
    b.clone(*global);
  }
  for (auto kernel : device.getOps<gpu::GPUFuncOp>())
    translate(kernel, host);
  PassManager compile(&context);
  CompileHostImageOptions single;
  single.threads = 1;
  compile.addPass(createCompileHostImage(single));
  if (failed(compile.run(*module))) {
    ADD_FAILURE() << "does not emulate:\n" << text;
    return;
  }
  for (auto image : module->getOps<sched::ImageOp>()) {
    StringRef object = image.getObject();
    descriptor = memfd_create("emulated", 0);
    EXPECT_EQ(write(descriptor, object.data(), object.size()), ssize_t(object.size()));
    library =
        dlopen(("/proc/self/fd/" + std::to_string(descriptor)).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
      ADD_FAILURE() << dlerror();
  }
}

Emulated::~Emulated() {
  if (library)
    dlclose(library);
  if (descriptor >= 0)
    close(descriptor);
}

void Emulated::launch(sched::LaunchOp op, void **buffers, const int32_t *coordinates,
                      bool backwards) {
  auto kernel = module->lookupSymbol<func::FuncOp>(op.getKernel());
  auto device = module->lookupSymbol<gpu::GPUModuleOp>("cuda_kernels");
  auto *function = reinterpret_cast<void (*)(void **, const int32_t *)>(
      dlsym(library, op.getKernel().str().c_str()));
  // Without kernels that reach the state it isn't linked in.
  auto *registers = static_cast<Thread *>(dlsym(library, kThreadName.data()));
  if (!function || !registers) {
    ADD_FAILURE() << "no kernel " << op.getKernel().str();
    return;
  }
  int64_t blocks = kernel->getAttrOfType<DenseI64ArrayAttr>("sched.grid")[0];
  int64_t threads = kernel->getAttrOfType<DenseI64ArrayAttr>("sched.block")[0];
  bool synchronizes = device.lookupSymbol(op.getKernel())
                          ->walk([](gpu::BarrierOp) { return WalkResult::interrupt(); })
                          .wasInterrupted();
  for (int64_t block = 0; block < blocks; ++block) {
    *registers =
        Thread{0, int32_t(block), int32_t(threads), int32_t(blocks), &ThreadBlock::barrier};
    auto body = [&] { function(buffers, coordinates); };
    if (synchronizes) {
      ThreadBlock(*registers, threads, body).run(backwards);
      continue;
    }
    for (int64_t thread = 0; thread < threads; ++thread) {
      registers->thread = backwards ? threads - 1 - thread : thread;
      body();
    }
  }
}

std::vector<Tensor> Emulated::run(const std::vector<Tensor> &arguments, unsigned shift,
                                  bool backwards, const std::vector<int32_t> &coordinates) {
  func::FuncOp segment;
  for (auto function : module->getOps<func::FuncOp>())
    if (function->hasAttr("dist.segment"))
      segment = function;
  return runSegment(
      segment, arguments,
      [&](sched::LaunchOp op, void **buffers) {
        launch(op, buffers, coordinates.data(), backwards);
      },
      shift);
}
