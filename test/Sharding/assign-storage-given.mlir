// A parameter whose sharding is given is stored and used as it says.
// RUN: shard-opt %s --shardc-assign-shardings=strategy=fsdp=4 | FileCheck %s

// CHECK: %{{.*}}: tensor<16x4xf32> {dist.name = "given", dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{}, {"fsdp"}]>}
// CHECK-SAME: %{{.*}}: tensor<4x8xf32> {dist.compute_sharding
module {
  dist.mesh @mesh <"fsdp"=4>
  func.func @main(
      %given: tensor<16x4xf32> {dist.name = "given", dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{}, {"fsdp"}]>},
      %other: tensor<4x8xf32> {dist.name = "other", dist.role = "param"},
      %x: tensor<8x16xf32> {dist.name = "x", dist.role = "input"}) -> (tensor<8x8xf32> {dist.role = "output"}) {
    %0 = stablehlo.dot_general %x, %given, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    %1 = stablehlo.dot_general %0, %other, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
}
