// Equal elements along a split dimension, merged with another one and taken apart again:
// how many there are is what the shardings say, not the least that would fit.
// RUN: shardc check %s --json | FileCheck %s
// CHECK: "collectives":{},{{.*}}"pass":true
module {
  dist.mesh @mesh <"dp"=2, "tp"=4>
  func.func @main(%x: tensor<4x8x6xf32> {dist.name = "x", dist.role = "input", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}, {}]>},
                  %w: tensor<4x6xf32> {dist.name = "w", dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>})
      -> (tensor<2x4x2x8xf32> {dist.name = "y"}) {
    %0 = stablehlo.reshape %x : (tensor<4x8x6xf32>) -> tensor<2x2x8x6xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 2, 3, 4] : (tensor<2x2x8x6xf32>) -> tensor<2x4x2x8x6xf32>
    %2 = stablehlo.reshape %1 : (tensor<2x4x2x8x6xf32>) -> tensor<16x8x6xf32>
    %3 = dist.constraint %2 <@mesh, [{"dp", "tp"}, {}, {}]> : tensor<16x8x6xf32>
    %4 = stablehlo.reshape %3 : (tensor<16x8x6xf32>) -> tensor<2x4x2x8x6xf32>
    %5 = stablehlo.broadcast_in_dim %w, dims = [1, 2] : (tensor<4x6xf32>) -> tensor<2x4x6xf32>
    %6 = stablehlo.dot_general %4, %5, batching_dims = [0, 1] x [0, 1], contracting_dims = [4] x [2] : (tensor<2x4x2x8x6xf32>, tensor<2x4x6xf32>) -> tensor<2x4x2x8xf32>
    return %6 : tensor<2x4x2x8xf32>
  }
}
