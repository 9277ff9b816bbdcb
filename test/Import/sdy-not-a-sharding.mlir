// RUN: not shardc import %s 2>&1 | FileCheck %s
// CHECK: sdy-not-a-sharding.mlir:[[@LINE+3]]:19: error: 'sdy.sharding' must be a #sdy.sharding, not 3 : i32
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%x: tensor<4xf32> {sdy.sharding = 3 : i32}) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
}
