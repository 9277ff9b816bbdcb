//===- LiftTest.cpp - per-device programs against lifted ones ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A random program of one device is written twice: with StableHLO's collectives, which
// import lifts to one global graph, and with those of `dist`, which the reference
// machine runs device by device. Every device must find its results in the global ones.
//
//===----------------------------------------------------------------------===//
#include "LiftPrograms.h"
#include "dialects/Dist/Dist.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "shardc/Import/Import.h"
#include "shardc/Reference/Interpreter.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {

using reference::Tensor;

class LiftTest : public ::testing::Test {
protected:
  LiftTest() {
    context.loadDialect<dist::DistDialect, func::FuncDialect, stablehlo::StablehloDialect>();
  }

  static func::FuncOp mainOf(ModuleOp module) { return module.lookupSymbol<func::FuncOp>("main"); }

  Tensor draw(std::mt19937_64 &random, ArrayRef<int64_t> shape) {
    auto type = RankedTensorType::get(shape, Float64Type::get(&context));
    std::uniform_real_distribution<double> values(-1, 1);
    std::vector<double> elements(type.getNumElements());
    for (double &element : elements)
      element = values(random);
    return Tensor::fromFloats(type, elements);
  }

  /// What device `device` has of a lifted result.
  static std::vector<double> blockOf(const Tensor &lifted, dist::ShardingAttr sharding,
                                     dist::MeshAttr mesh, int64_t device) {
    int64_t offset = 0, rest = lifted.getNumElements();
    if (sharding)
      for (auto [dim, split] : llvm::enumerate(sharding.getDims())) {
        if (split.getAxes().empty())
          break;
        EXPECT_EQ(split.getAxes().size(), 1u);
        int64_t stride = 1;
        bool behind = false;
        for (dist::MeshAxisAttr axis : mesh.getAxes()) {
          if (behind)
            stride *= axis.getSize();
          behind |= axis.getName() == split.getAxes()[0].getName();
        }
        int64_t extent = lifted.getShape()[dim];
        rest /= extent;
        offset += device / stride % extent * rest;
      }
    auto elements = lifted.get<double>();
    return std::vector<double>(elements.begin() + offset, elements.begin() + offset + rest);
  }

  void compare(uint64_t seed);

  MLIRContext context;
  unsigned collectives = 0, uniformResults = 0;
};

void LiftTest::compare(uint64_t seed) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  DeviceProgram program = growDeviceProgram(seed);
  collectives += program.collectives;
  std::string messages;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      messages += diagnostic.str() + "\n";
    return success();
  });
  OwningOpRef<ModuleOp> lifted = importText(program.global, "program.mlir", &context, {});
  ASSERT_TRUE(lifted) << messages << program.global;
  auto local = parseSourceString<ModuleOp>(program.local, &context);
  ASSERT_TRUE(local) << messages << program.local;

  std::mt19937_64 random(seed);
  SmallVector<Tensor> whole;
  SmallVector<SmallVector<Tensor>> parts(program.devices);
  func::FuncOp main = mainOf(*lifted);
  for (auto [index, isUniform] : llvm::enumerate(program.uniformArguments)) {
    auto type = cast<RankedTensorType>(main.getArgumentTypes()[index]);
    whole.push_back(draw(random, type.getShape()));
    int64_t size = program.extent * program.extent;
    ASSERT_EQ(whole.back().getNumElements(), isUniform ? size : size * program.devices);
    auto block = RankedTensorType::get({program.extent, program.extent}, type.getElementType());
    for (int64_t device = 0; device < program.devices; ++device)
      parts[device].push_back(Tensor::fromFloats(
          block, whole.back().get<double>().slice(isUniform ? 0 : device * size, size)));
  }
  auto integer = RankedTensorType::get({}, IntegerType::get(&context, 32));
  for (const std::vector<int64_t> &places : program.places)
    for (int64_t device = 0; device < program.devices; ++device)
      parts[device].push_back(Tensor::fromInts(integer, places[device]));

  auto global = reference::interpret(main, whole);
  ASSERT_TRUE(succeeded(global)) << messages;
  auto meshes = local->getOps<dist::MeshOp>();
  auto each = reference::interpretSpmd(mainOf(*local), (*meshes.begin()).getMesh(), parts);
  ASSERT_TRUE(succeeded(each)) << messages << program.local;

  auto own = lifted->getOps<dist::MeshOp>();
  ASSERT_FALSE(own.empty());
  for (size_t result = 0; result < global->size(); ++result) {
    auto sharding = main.getResultAttrOfType<dist::ShardingAttr>(result, "dist.sharding");
    uniformResults += (*global)[result].getRank() == 2;
    for (int64_t device = 0; device < program.devices; ++device) {
      std::vector<double> got =
          blockOf((*global)[result], sharding, (*own.begin()).getMesh(), device);
      auto wanted = (*each)[device][result].get<double>();
      ASSERT_EQ(got.size(), wanted.size());
      for (size_t i = 0; i < got.size(); ++i)
        ASSERT_NEAR(got[i], wanted[i], 1e-9 * std::max(1.0, std::abs(wanted[i])))
            << "device " << device << ", result " << result << ", element " << i << "\n"
            << program.global << "\n"
            << program.local;
    }
  }
}

TEST_F(LiftTest, RandomProgramsComputeTheSame) {
  constexpr uint64_t first = 1, count = 1000;
  llvm::outs() << "seeds " << first << " to " << first + count - 1 << "\n";
  for (uint64_t seed = first; seed < first + count; ++seed) {
    compare(seed);
    if (HasFatalFailure())
      return;
  }
  // The programs are worth comparing.
  EXPECT_GT(collectives, 3 * count);
  EXPECT_GT(uniformResults, count / 20);
}

} // namespace
