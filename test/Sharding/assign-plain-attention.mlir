// Attention spelled in products: the columns of query, key and value stay whole
// heads (four elements), so that rows of the output product follow.
//
// RUN: shard-opt %s --shardc-assign-shardings=strategy=tp=3 | FileCheck %s
// RUN: shardc check %s --strategy=tp=3 --json | FileCheck %s --check-prefix=RUNS

// CHECK: func.func @main(
// CHECK-SAME: %arg0: tensor<24x24xf32> {{[^%]*}}dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}:4]>
// CHECK-SAME: %arg1: tensor<24x24xf32> {{[^%]*}}dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}:4]>
// CHECK-SAME: %arg2: tensor<24x24xf32> {{[^%]*}}dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}:4]>
// CHECK-SAME: %arg3: tensor<24x24xf32> {{[^%]*}}dist.sharding = #dist.sharding<@mesh, [{"tp"}:4, {}]>

// RUNS: "collectives":{"all_reduce":1}
// RUNS-SAME: "param_bytes":3072
// RUNS-SAME: "pass":true
module {
  func.func @main(%wq: tensor<24x24xf32> {dist.role = "param"}, %wk: tensor<24x24xf32> {dist.role = "param"},
                  %wv: tensor<24x24xf32> {dist.role = "param"}, %wo: tensor<24x24xf32> {dist.role = "param"},
                  %x: tensor<2x5x24xf32> {dist.role = "input"}) -> tensor<2x5x24xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %q0 = stablehlo.dot_general %x, %wq, contracting_dims = [2] x [0] : (tensor<2x5x24xf32>, tensor<24x24xf32>) -> tensor<2x5x24xf32>
    %k0 = stablehlo.dot_general %x, %wk, contracting_dims = [2] x [0] : (tensor<2x5x24xf32>, tensor<24x24xf32>) -> tensor<2x5x24xf32>
    %v0 = stablehlo.dot_general %x, %wv, contracting_dims = [2] x [0] : (tensor<2x5x24xf32>, tensor<24x24xf32>) -> tensor<2x5x24xf32>
    %q = stablehlo.reshape %q0 : (tensor<2x5x24xf32>) -> tensor<2x5x6x4xf32>
    %k = stablehlo.reshape %k0 : (tensor<2x5x24xf32>) -> tensor<2x5x6x4xf32>
    %v = stablehlo.reshape %v0 : (tensor<2x5x24xf32>) -> tensor<2x5x6x4xf32>
    %s = stablehlo.dot_general %q, %k, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3] : (tensor<2x5x6x4xf32>, tensor<2x5x6x4xf32>) -> tensor<2x6x5x5xf32>
    %e = stablehlo.exponential %s : tensor<2x6x5x5xf32>
    %n = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<2x6x5x5xf32>, tensor<f32>) -> tensor<2x6x5xf32>
    %nb = stablehlo.broadcast_in_dim %n, dims = [0, 1, 2] : (tensor<2x6x5xf32>) -> tensor<2x6x5x5xf32>
    %p = stablehlo.divide %e, %nb : tensor<2x6x5x5xf32>
    %o = stablehlo.dot_general %v, %p, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3] : (tensor<2x5x6x4xf32>, tensor<2x6x5x5xf32>) -> tensor<2x6x4x5xf32>
    %t = stablehlo.transpose %o, dims = [0, 3, 1, 2] : (tensor<2x6x4x5xf32>) -> tensor<2x5x6x4xf32>
    %m = stablehlo.reshape %t : (tensor<2x5x6x4xf32>) -> tensor<2x5x24xf32>
    %y = stablehlo.dot_general %m, %wo, contracting_dims = [2] x [0] : (tensor<2x5x24xf32>, tensor<24x24xf32>) -> tensor<2x5x24xf32>
    return %y : tensor<2x5x24xf32>
  }
}
