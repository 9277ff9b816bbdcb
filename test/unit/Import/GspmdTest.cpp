//===- GspmdTest.cpp - tiles of devices against meshes ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Random shardings over random meshes are written as lists of devices; what import
// makes of the lists must give every device the same tile.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "shardc/Import/Import.h"
#include "shardc/Interfaces/Blocks.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace shardc;

namespace {

/// A sharding of a matrix: the axes (numbers in the mesh) of each dimension, outer
/// first; those left over hold copies.
struct Drawn {
  std::vector<int64_t> mesh;
  std::vector<unsigned> dims[2];

  std::vector<unsigned> copies() const {
    std::vector<unsigned> left;
    for (unsigned axis = 0; axis < mesh.size(); ++axis)
      if (!llvm::is_contained(dims[0], axis) && !llvm::is_contained(dims[1], axis))
        left.push_back(axis);
    return left;
  }
  int64_t parts(llvm::ArrayRef<unsigned> axes) const {
    int64_t count = 1;
    for (unsigned axis : axes)
      count *= mesh[axis];
    return count;
  }
  std::vector<int64_t> coordinates(int64_t device) const {
    std::vector<int64_t> result(mesh.size());
    for (size_t axis = mesh.size(); axis-- > 0;) {
      result[axis] = device % mesh[axis];
      device /= mesh[axis];
    }
    return result;
  }
  int64_t position(llvm::ArrayRef<unsigned> axes, llvm::ArrayRef<int64_t> at) const {
    int64_t result = 0;
    for (unsigned axis : axes)
      result = result * mesh[axis] + at[axis];
    return result;
  }
  int64_t devices() const {
    int64_t count = 1;
    for (int64_t size : mesh)
      count *= size;
    return count;
  }
  /// "{devices=[2,2,2]0,1,… last_tile_dim_replicate}"
  std::string text() const {
    std::vector<unsigned> left = copies();
    int64_t rows = parts(dims[0]), columns = parts(dims[1]), same = parts(left);
    std::vector<int64_t> order(devices());
    for (int64_t device = 0; device < devices(); ++device) {
      std::vector<int64_t> at = coordinates(device);
      order[(position(dims[0], at) * columns + position(dims[1], at)) * same + position(left, at)] =
          device;
    }
    std::string result = "{devices=[" + std::to_string(rows) + "," + std::to_string(columns) +
                         (same > 1 ? "," + std::to_string(same) : "") + "]";
    for (auto [index, device] : llvm::enumerate(order))
      result += (index ? "," : "") + std::to_string(device);
    return result + (same > 1 ? " last_tile_dim_replicate}" : "}");
  }
};

TEST(GspmdTest, DevicesHaveTheTilesOfTheList) {
  unsigned seed = std::random_device{}();
  if (const char *given = std::getenv("SHARDC_TEST_SEED"))
    seed = std::strtoul(given, nullptr, 10);
  SCOPED_TRACE("SHARDC_TEST_SEED=" + std::to_string(seed));
  std::mt19937 random(seed);
  MLIRContext context;

  for (unsigned trial = 0; trial < 60; ++trial) {
    // Several arguments over one mesh: each may cut it further.
    std::vector<int64_t> mesh;
    for (unsigned axis = 0; axis < 1 + random() % 3; ++axis)
      mesh.push_back(2 + random() % 3);
    std::vector<Drawn> drawn;
    std::string arguments;
    for (unsigned number = 0; number < 4; ++number) {
      Drawn one;
      one.mesh = mesh;
      std::vector<unsigned> axes(mesh.size());
      std::iota(axes.begin(), axes.end(), 0);
      std::shuffle(axes.begin(), axes.end(), random);
      for (unsigned axis : axes)
        if (unsigned place = random() % 3; place < 2)
          one.dims[place].push_back(axis);
      arguments += (number ? ", %a" : "%a") + std::to_string(number) +
                   ": tensor<1728x1728xf32> {mhlo.sharding = \"" + one.text() + "\"}";
      drawn.push_back(std::move(one));
    }
    std::string text = "func.func @main(" + arguments +
                       ") -> tensor<1728x1728xf32> {\n  return %a0 : tensor<1728x1728xf32>\n}\n";
    SCOPED_TRACE(text);
    std::string remarks;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      if (diagnostic.str().find("sharding annotation") != std::string::npos)
        remarks += diagnostic.str() + "\n";
      return success();
    });
    OwningOpRef<ModuleOp> module = importText(text, "text", &context, ImportOptions());
    ASSERT_TRUE(module);
    EXPECT_EQ(remarks, "");
    auto main = module->lookupSymbol<func::FuncOp>("main");
    dist::MeshOp declared = getMesh(*module);
    ASSERT_TRUE(declared);
    ASSERT_EQ(declared.getMesh().getNumRanks(), drawn.front().devices());
    for (auto [number, one] : llvm::enumerate(drawn)) {
      auto sharding = main.getArgAttrOfType<dist::ShardingAttr>(number, "dist.sharding");
      ASSERT_TRUE(sharding);
      for (int64_t device = 0; device < one.devices(); ++device) {
        llvm::SmallVector<int64_t> at = coordinatesOf(device, declared.getMesh());
        for (unsigned dim = 0; dim < 2; ++dim) {
          shardc::Block block = blockOf(1728, sharding.getDims()[dim], declared.getMesh(), at);
          int64_t expected = one.position(one.dims[dim], one.coordinates(device)) *
                             (1728 / one.parts(one.dims[dim]));
          EXPECT_EQ(block.offset, expected) << "argument " << number << ", device " << device;
        }
      }
    }
  }
}

} // namespace
