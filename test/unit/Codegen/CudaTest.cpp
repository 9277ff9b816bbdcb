//===- CudaTest.cpp - CUDA kernels without a GPU ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The kernels' bodies are run on the CPU against the oracle, from aligned and
// from unaligned buffers and in two orders of threads; all of them assemble.
//
//===----------------------------------------------------------------------===//
#include "Emulator.h"
#include "NNCases.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"
#include <cstdlib>

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {
class CudaTest : public testing::TestWithParam<std::tuple<Case, const char *>> {};

/// More than one block, rows for whole blocks, scatters that overlap.
const Case kLarge[] = {
    {"large_rows",
     "(%x: tensor<3x5000x$T>, %y: tensor<600x70x$T>) -> (tensor<3x$T>, tensor<600x$T>, tensor<$T>)",
     R"(%z = stablehlo.constant dense<0.0> : tensor<$T>
        %n = stablehlo.constant dense<-1.0e30> : tensor<$T>
        %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<3x5000x$T>, tensor<$T>) -> tensor<3x$T>
        %1 = stablehlo.reduce(%y init: %n) applies stablehlo.maximum across dimensions = [1] : (tensor<600x70x$T>, tensor<$T>) -> tensor<600x$T>
        %2 = stablehlo.reduce(%y init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<600x70x$T>, tensor<$T>) -> tensor<$T>
        return %0, %1, %2 : tensor<3x$T>, tensor<600x$T>, tensor<$T>)"},
    {"large_elementwise", "(%x: tensor<300x128x$T>, %b: tensor<128x$T>) -> tensor<300x128x$T>",
     R"(%0 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<128x$T>) -> tensor<300x128x$T>
        %1 = stablehlo.multiply %x, %0 : tensor<300x128x$T>
        return %1 : tensor<300x128x$T>)"},
    {"scatter_windows",
     "(%t: tensor<6x40x$T>, %i: tensor<5x2xi32>, %u: tensor<5x2x33x$T>) -> tensor<6x40x$T>",
     R"(%0 = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
        ^bb0(%a: tensor<$T>, %b: tensor<$T>):
          %1 = stablehlo.add %a, %b : tensor<$T>
          stablehlo.return %1 : tensor<$T>
        }) : (tensor<6x40x$T>, tensor<5x2xi32>, tensor<5x2x33x$T>) -> tensor<6x40x$T>
        return %0 : tensor<6x40x$T>)"},
};

void runCase(const Case &value, const std::string &type) {
  auto context = makeContext();
  Emulated emulated(*context, moduleOf(value, type));
  ASSERT_TRUE(emulated.valid());
  auto original = *emulated.getOriginal().getOps<func::FuncOp>().begin();
  std::vector<Tensor> arguments = randomArguments(original, 7);
  auto expected = reference::interpret(original, arguments);
  ASSERT_TRUE(succeeded(expected));
  std::vector<Tensor> aligned = emulated.run(arguments, 0, false);
  std::vector<Tensor> backwards = emulated.run(arguments, 0, true);
  std::vector<Tensor> unaligned = emulated.run(arguments, 1, false);
  ASSERT_EQ(aligned.size(), expected->size());
  for (size_t index = 0; index < aligned.size(); ++index) {
    EXPECT_LE(relativeError(aligned[index], (*expected)[index]),
              aligned[index].isFloat() ? toleranceOf(type) : 0)
        << "result " << index;
    EXPECT_TRUE(aligned[index].isBitIdentical(backwards[index]))
        << "result " << index << " depends on the order of threads";
    EXPECT_TRUE(aligned[index].isBitIdentical(unaligned[index]))
        << "result " << index << " depends on alignment";
  }
}
} // namespace

TEST_P(CudaTest, agreesWithTheInterpreter) {
  runCase(std::get<0>(GetParam()), std::get<1>(GetParam()));
}

static std::string nameOf(const testing::TestParamInfo<CudaTest::ParamType> &info) {
  return std::string(std::get<0>(info.param).name) + "_" + std::get<1>(info.param);
}
INSTANTIATE_TEST_SUITE_P(Emulated, CudaTest,
                         testing::Combine(testing::ValuesIn(kCases),
                                          testing::Values("f64", "f32", "bf16")),
                         nameOf);
INSTANTIATE_TEST_SUITE_P(EmulatedNN, CudaTest,
                         testing::Combine(testing::ValuesIn(kNNCases),
                                          testing::Values("f64", "f32")),
                         nameOf);
INSTANTIATE_TEST_SUITE_P(EmulatedLarge, CudaTest,
                         testing::Combine(testing::ValuesIn(kLarge), testing::Values("f64", "f32")),
                         nameOf);

TEST(CudaRanksTest, masksByCoordinates) {
  auto context = makeContext();
  Emulated emulated(*context, R"(
    dist.mesh @mesh <"dp"=2, "tp"=3>
    func.func private @step(%x: tensor<5x30xf32>) -> tensor<5x30xf32> attributes {dist.segment = "step"} {
      %0 = dist.mask %x dim 1 of 88 granule 1 over ["tp"] on @mesh fill 7.0 : f32 : tensor<5x30xf32>
      return %0 : tensor<5x30xf32>
    })");
  ASSERT_TRUE(emulated.valid());
  auto segment = *emulated.getOriginal().getOps<func::FuncOp>().begin();
  std::vector<Tensor> arguments = randomArguments(segment, 3);
  for (int32_t rank = 0; rank < 3; ++rank) {
    std::vector<Tensor> actual = emulated.run(arguments, 0, false, {1, rank});
    ASSERT_EQ(actual.size(), 1u);
    for (int64_t row = 0; row < 5; ++row)
      for (int64_t column = 0; column < 30; ++column)
        EXPECT_EQ(actual[0].at(row * 30 + column),
                  rank * 30 + column < 88 ? arguments[0].at(row * 30 + column) : 7.0);
  }
}

/// All cases in one module for each type, as ptxas gets them.
class AssemblyTest : public testing::TestWithParam<std::tuple<const char *, const char *>> {};

TEST_P(AssemblyTest, leavesNothingOpen) {
  auto [type, chip] = GetParam();
  const char *home = getenv("CUDA_HOME");
  std::string toolkit = home ? home : "/usr/local/cuda";
  if (!llvm::sys::fs::can_execute(toolkit + "/bin/ptxas"))
    GTEST_SKIP() << "no CUDA toolkit in " << toolkit << "; kernels are not assembled";
  std::string text;
  for (const Case &value : kCases)
    text += std::string("func.func private @") + value.name + value.signature +
            " attributes {dist.segment = \"step\"} {\n" + value.body + "\n}\n";
  auto context = makeContext();
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(replaceAll(text, "$T", type), context.get());
  ASSERT_TRUE(module);
  PassManager manager(context.get());
  CodegenOptions options;
  options.target = std::string("cuda:") + chip;
  options.toolkit = toolkit;
  buildCodegenPipeline(manager, options);
  ASSERT_TRUE(succeeded(manager.run(*module)));
  sched::ImageOp image = *module->getOps<sched::ImageOp>().begin();
  EXPECT_EQ(image.getTarget(), chip);
  EXPECT_TRUE(image.getObject().starts_with("\x7f"
                                            "ELF"));
  StringRef ptx = *image.getPtx();
  EXPECT_TRUE(ptx.contains(std::string(".target ") + chip));
  EXPECT_FALSE(ptx.contains(".extern"));
  EXPECT_FALSE(ptx.contains("atom.")) << "no kernel may depend on the order of atomics";
  EXPECT_FALSE(ptx.contains("sqrt.approx"));
  EXPECT_TRUE(ptx.contains(".v4") || std::string(type) == "f64");
  size_t kernels = 0;
  for (auto kernel : module->getOps<func::FuncOp>())
    if (kernel->hasAttr("sched.kernel")) {
      ++kernels;
      EXPECT_TRUE(ptx.contains((".entry " + kernel.getName() + "(").str()));
    }
  EXPECT_GT(kernels, 30u);
}

INSTANTIATE_TEST_SUITE_P(Ptxas, AssemblyTest,
                         testing::Combine(testing::Values("f64", "f32", "bf16", "f16"),
                                          testing::Values("sm_80", "sm_90a")),
                         [](const testing::TestParamInfo<AssemblyTest::ParamType> &info) {
                           return std::string(std::get<0>(info.param)) + "_" +
                                  std::get<1>(info.param);
                         });
