//===- Support.cpp - running compiled segments in tests ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Support.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/APFloat.h"
#include "gtest/gtest.h"
#include <cmath>
#include <cstring>
#include <dlfcn.h>
#include <random>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

static unsigned bytesOf(Type type) {
  return type.isInteger(1) ? 1 : type.getIntOrFloatBitWidth() / 8;
}

Buffer test::toBuffer(const Tensor &tensor, RankedTensorType type) {
  Type element = type.getElementType();
  unsigned bytes = bytesOf(element);
  Buffer buffer(type.getNumElements() * bytes);
  for (int64_t index = 0; index < type.getNumElements(); ++index) {
    uint64_t bits;
    if (auto floatType = dyn_cast<FloatType>(element)) {
      llvm::APFloat value(tensor.at(index));
      bool lossy;
      value.convert(floatType.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &lossy);
      bits = value.bitcastToAPInt().getZExtValue();
    } else {
      bits = uint64_t(tensor.intAt(index));
      if (element.isInteger(1))
        bits &= 1;
    }
    memcpy(buffer.data() + index * bytes, &bits, bytes);
  }
  return buffer;
}

Tensor test::fromBuffer(const Buffer &buffer, RankedTensorType type) {
  Type element = type.getElementType();
  unsigned bytes = bytesOf(element);
  std::vector<double> floats;
  std::vector<int64_t> ints;
  for (int64_t index = 0; index < type.getNumElements(); ++index) {
    uint64_t bits = 0;
    memcpy(&bits, buffer.data() + index * bytes, bytes);
    if (auto floatType = dyn_cast<FloatType>(element)) {
      llvm::APFloat value(floatType.getFloatSemantics(), llvm::APInt(bytes * 8, bits));
      bool lossy;
      value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &lossy);
      floats.push_back(value.convertToDouble());
    } else {
      ints.push_back(reference::IntFormat::of(element).wrap(int64_t(bits)));
    }
  }
  return isa<FloatType>(element) ? Tensor::fromFloats(type, floats) : Tensor::fromInts(type, ints);
}

Tensor test::randomTensor(RankedTensorType type, uint64_t seed, int64_t high) {
  std::mt19937_64 generator(seed);
  if (!isa<FloatType>(type.getElementType())) {
    std::vector<int64_t> values;
    for (int64_t index = 0; index < type.getNumElements(); ++index)
      values.push_back(generator() % (type.getElementType().isInteger(1) ? 2 : high));
    return Tensor::fromInts(type, values);
  }
  std::normal_distribution<double> normal;
  std::vector<double> values;
  for (int64_t index = 0; index < type.getNumElements(); ++index)
    values.push_back(normal(generator));
  Tensor exact = Tensor::fromFloats(type, values);
  return fromBuffer(toBuffer(exact, type), type);
}

std::vector<Tensor> test::randomArguments(func::FuncOp segment, uint64_t seed) {
  std::vector<Tensor> arguments;
  for (Type type : segment.getArgumentTypes())
    arguments.push_back(randomTensor(cast<RankedTensorType>(type), seed + arguments.size()));
  return arguments;
}

double test::relativeError(const Tensor &actual, const Tensor &expected) {
  double largest = 0, difference = 0;
  for (int64_t index = 0; index < expected.getNumElements(); ++index) {
    double a = actual.at(index), e = expected.at(index);
    if (a == e || (std::isnan(a) && std::isnan(e)))
      continue;
    if (!std::isfinite(a) || !std::isfinite(e))
      return INFINITY;
    difference = std::max(difference, std::abs(a - e));
  }
  for (int64_t index = 0; index < expected.getNumElements(); ++index)
    if (std::isfinite(expected.at(index)))
      largest = std::max(largest, std::abs(expected.at(index)));
  return difference / std::max(largest, 1e-6);
}

std::unique_ptr<MLIRContext> test::makeContext() {
  DialectRegistry registry;
  registerCodegenDialects(registry);
  auto context = std::make_unique<MLIRContext>(registry);
  context->loadAllAvailableDialects();
  return context;
}

Compiled::Compiled(MLIRContext &context, const std::string &text, const std::string &cpu) {
  module = parseSourceString<ModuleOp>(text, &context);
  if (!module) {
    ADD_FAILURE() << "does not parse:\n" << text;
    return;
  }
  original = OwningOpRef<ModuleOp>(module->clone());
  PassManager manager(&context);
  CodegenOptions options;
  options.hostCpu = cpu;
  buildCodegenPipeline(manager, options);
  if (failed(manager.run(*module))) {
    ADD_FAILURE() << "does not compile:\n" << text;
    return;
  }
  isValid = true;
  for (auto image : module->getOps<sched::ImageOp>()) {
    StringRef object = image.getObject();
    int file = memfd_create("kernels", 0);
    EXPECT_EQ(write(file, object.data(), object.size()), ssize_t(object.size()));
    library = dlopen(("/proc/self/fd/" + std::to_string(file)).c_str(), RTLD_NOW | RTLD_LOCAL);
    // The loader knows libraries by path: this one stays taken while it is loaded.
    descriptor = file;
    if (!library) {
      isValid = false;
      ADD_FAILURE() << dlerror();
    }
  }
}

Compiled::~Compiled() {
  if (library)
    dlclose(library);
  if (descriptor >= 0)
    close(descriptor);
}

func::FuncOp Compiled::getSegment() {
  for (auto function : module->getOps<func::FuncOp>())
    if (function->hasAttr("dist.segment"))
      return function;
  return {};
}

void (*Compiled::lookup(StringRef name))(void **, const int32_t *) {
  return reinterpret_cast<void (*)(void **, const int32_t *)>(dlsym(library, name.str().c_str()));
}

namespace {
/// Bytes behind an address that is aligned to 64 but for a shift.
class Memory {
public:
  Memory(size_t bytes, size_t shift)
      : storage(bytes + shift + 64, char(0xff)), bytes(bytes), shift(shift) {}

  char *data() {
    auto base = reinterpret_cast<uintptr_t>(storage.data());
    return reinterpret_cast<char *>((base + 63) / 64 * 64 + shift);
  }
  void assign(const Buffer &buffer) { memcpy(data(), buffer.data(), buffer.size()); }
  Buffer copy() { return Buffer(data(), data() + bytes); }

private:
  std::vector<char> storage;
  size_t bytes, shift;
};
} // namespace

/// The product by definition, in f64.
static Buffer runGemm(sched::GemmOp gemm, Buffer a, Buffer b) {
  auto typeOf = [](Value value) { return cast<RankedTensorType>(value.getType()); };
  Tensor left = fromBuffer(a, typeOf(gemm.getA())), right = fromBuffer(b, typeOf(gemm.getB()));
  RankedTensorType type = typeOf(gemm.getResult());
  Tensor out(type);
  llvm::MutableArrayRef<double> elements = out.getMutable<double>();
  int64_t batches = 1;
  for (int64_t extent : gemm.getBatch())
    batches *= extent;
  for (int64_t batch = 0; batch < batches; ++batch) {
    int64_t rest = batch, atA = 0, atB = 0, atC = 0;
    for (size_t dim = gemm.getBatch().size(); dim-- > 0;) {
      int64_t index = rest % gemm.getBatch()[dim];
      rest /= gemm.getBatch()[dim];
      atA += index * gemm.getABatch()[dim];
      atB += index * gemm.getBBatch()[dim];
      atC += index * gemm.getCBatch()[dim];
    }
    for (uint64_t m = 0; m < gemm.getM(); ++m)
      for (uint64_t n = 0; n < gemm.getN(); ++n) {
        double sum = 0;
        for (uint64_t k = 0; k < gemm.getK(); ++k)
          sum += left.at(atA + m * gemm.getAM() + k * gemm.getAK()) *
                 right.at(atB + k * gemm.getBK() + n * gemm.getBN());
        elements[atC + m * gemm.getCM() + n * gemm.getCN()] = sum;
      }
  }
  return toBuffer(out, type);
}

std::vector<Tensor> test::runSegment(func::FuncOp segment, const std::vector<Tensor> &arguments,
                                     function_ref<void(sched::LaunchOp, void **)> launch,
                                     unsigned shift, unsigned *inplaceRuns) {
  std::map<void *, std::shared_ptr<Memory>> memories;
  auto memoryOf = [&](Value value) -> std::shared_ptr<Memory> & {
    return memories[value.getAsOpaquePointer()];
  };
  // Memory starts as poison: what a kernel does not write shows.
  auto allocate = [&](Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    unsigned bytes = bytesOf(type.getElementType());
    memoryOf(value) = std::make_shared<Memory>(type.getNumElements() * bytes, shift * bytes);
    return memoryOf(value);
  };
  for (auto [index, argument] : llvm::enumerate(segment.getArguments()))
    allocate(argument)->assign(
        toBuffer(arguments[index], cast<RankedTensorType>(argument.getType())));
  std::vector<Tensor> results;
  for (Operation &op : segment.getBody().front()) {
    if (auto kernel = dyn_cast<sched::LaunchOp>(op)) {
      std::vector<void *> pointers;
      for (Value operand : kernel.getOperands())
        pointers.push_back(memoryOf(operand)->data());
      for (auto [index, result] : llvm::enumerate(kernel.getResults())) {
        int64_t inplace = kernel.getInplaceOperand(index);
        // The buffer is taken over as the scheduler would do it.
        if (inplace >= 0 && kernel.getOperand(inplace).hasOneUse()) {
          memoryOf(result) = memoryOf(kernel.getOperand(inplace));
          if (inplaceRuns)
            ++*inplaceRuns;
        } else {
          allocate(result);
        }
        pointers.push_back(memoryOf(result)->data());
      }
      launch(kernel, pointers.data());
    } else if (auto gemm = dyn_cast<sched::GemmOp>(op)) {
      allocate(gemm.getResult())
          ->assign(runGemm(gemm, memoryOf(gemm.getA())->copy(), memoryOf(gemm.getB())->copy()));
    } else if (auto reshape = dyn_cast<stablehlo::ReshapeOp>(op)) {
      memoryOf(reshape.getResult()) = memoryOf(reshape.getOperand());
    } else if (isa<func::ReturnOp>(op)) {
      for (Value value : op.getOperands())
        results.push_back(
            fromBuffer(memoryOf(value)->copy(), cast<RankedTensorType>(value.getType())));
    } else {
      ADD_FAILURE() << "cannot run " << op.getName().getStringRef().str();
      return {};
    }
  }
  return results;
}

std::vector<Tensor> Compiled::run(const std::vector<Tensor> &arguments,
                                  const std::vector<int32_t> &coordinates) {
  return runSegment(
      getSegment(), arguments,
      [&](sched::LaunchOp launch, void **buffers) {
        auto *kernel = lookup(launch.getKernel());
        if (!kernel) {
          ADD_FAILURE() << "no kernel " << launch.getKernel().str();
          return;
        }
        kernel(buffers, coordinates.data());
      },
      /*shift=*/1, &inplaceRuns);
}
