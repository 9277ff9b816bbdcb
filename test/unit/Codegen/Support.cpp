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
  return isa<FloatType>(element) ? Tensor::fromFloats(type, floats)
                                 : Tensor::fromInts(type, ints);
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
    close(file);
    if (!library) {
      isValid = false;
      ADD_FAILURE() << dlerror();
    }
  }
}

Compiled::~Compiled() {
  if (library)
    dlclose(library);
}

func::FuncOp Compiled::getSegment() {
  for (auto function : module->getOps<func::FuncOp>())
    if (function->hasAttr("dist.segment"))
      return function;
  return {};
}

void (*Compiled::lookup(StringRef name))(void **, const int32_t *) {
  return reinterpret_cast<void (*)(void **, const int32_t *)>(
      dlsym(library, name.str().c_str()));
}

/// The product by definition, on f32 buffers.
static Buffer runGemm(sched::GemmOp gemm, const Buffer &a, const Buffer &b) {
  auto type = cast<RankedTensorType>(gemm.getResult().getType());
  Buffer c(type.getNumElements() * sizeof(float));
  auto *left = reinterpret_cast<const float *>(a.data());
  auto *right = reinterpret_cast<const float *>(b.data());
  auto *out = reinterpret_cast<float *>(c.data());
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
          sum += double(left[atA + m * gemm.getAM() + k * gemm.getAK()]) *
                 right[atB + k * gemm.getBK() + n * gemm.getBN()];
        out[atC + m * gemm.getCM() + n * gemm.getCN()] = sum;
      }
  }
  return c;
}

std::vector<Tensor> Compiled::run(const std::vector<Tensor> &arguments,
                                  const std::vector<int32_t> &coordinates) {
  func::FuncOp segment = getSegment();
  std::map<void *, std::shared_ptr<Buffer>> buffers;
  auto bufferOf = [&](Value value) -> std::shared_ptr<Buffer> & {
    return buffers[value.getAsOpaquePointer()];
  };
  for (auto [index, argument] : llvm::enumerate(segment.getArguments()))
    bufferOf(argument) = std::make_shared<Buffer>(
        toBuffer(arguments[index], cast<RankedTensorType>(argument.getType())));
  std::vector<Tensor> results;
  for (Operation &op : segment.getBody().front()) {
    if (auto launch = dyn_cast<sched::LaunchOp>(op)) {
      std::vector<void *> pointers;
      for (Value operand : launch.getOperands())
        pointers.push_back(bufferOf(operand)->data());
      for (auto [index, result] : llvm::enumerate(launch.getResults())) {
        auto type = cast<RankedTensorType>(result.getType());
        int64_t inplace = launch.getInplaceOperand(index);
        // The buffer is taken over as the scheduler would do it.
        if (inplace >= 0 && launch.getOperand(inplace).hasOneUse()) {
          bufferOf(result) = bufferOf(launch.getOperand(inplace));
          ++inplaceRuns;
        } else {
          // Poison: what a kernel does not write shows.
          bufferOf(result) = std::make_shared<Buffer>(
              type.getNumElements() * bytesOf(type.getElementType()), char(0xff));
        }
        pointers.push_back(bufferOf(result)->data());
      }
      auto *kernel = lookup(launch.getKernel());
      if (!kernel) {
        ADD_FAILURE() << "no kernel " << launch.getKernel().str();
        return {};
      }
      kernel(pointers.data(), coordinates.data());
    } else if (auto gemm = dyn_cast<sched::GemmOp>(op)) {
      bufferOf(gemm.getResult()) = std::make_shared<Buffer>(
          runGemm(gemm, *bufferOf(gemm.getA()), *bufferOf(gemm.getB())));
    } else if (auto reshape = dyn_cast<stablehlo::ReshapeOp>(op)) {
      bufferOf(reshape.getResult()) = bufferOf(reshape.getOperand());
    } else if (isa<func::ReturnOp>(op)) {
      for (Value value : op.getOperands())
        results.push_back(
            fromBuffer(*bufferOf(value), cast<RankedTensorType>(value.getType())));
    } else {
      ADD_FAILURE() << "cannot run " << op.getName().getStringRef().str();
      return {};
    }
  }
  return results;
}
