// A model without results has nothing to compute.
// RUN: not shardc import %s 2>&1 | FileCheck %s
// CHECK: no-results.mlir:[[@LINE+2]]:3: error: '@main' returns nothing, so there is nothing to compute; return the model's outputs
module {
  func.func @main(%x: tensor<4xf32>) {
    return
  }
}
