// Cotangents of reshards go where dist.adjoint says, those of constraints are constrained alike.
// RUN: shard-opt %s --shardc-differentiate | FileCheck %s

#whole = #dist.sharding<@mesh, [{}, {}]>
#shard = #dist.sharding<@mesh, [{"fsdp"}, {}]>
#adjoint = #dist.sharding<@mesh, [{"fsdp"}, {}], partial={sum:"dp"}>
#rows = #dist.sharding<@mesh, [{"dp", "fsdp"}, {?}]>

// CHECK-LABEL: @main
// CHECK: %[[W:.*]] = dist.reshard %arg0 <@mesh, [{}, {}]> {dist.adjoint = {{.*}}, dist.layer = 3 : i64, dist.regather}
// CHECK: %[[Y:.*]] = stablehlo.dot_general %arg1, %[[W]],
// CHECK: %[[C:.*]] = dist.constraint %[[Y]] <@mesh, [{"dp", "fsdp"}, {?}]> {priority = 2 : i64}
// CHECK: %[[SAME:.*]] = dist.reshard %[[C]] <@mesh, [{}, {}]> :
// CHECK: stablehlo.multiply %[[SAME]], %[[SAME]]
// Nothing but the reshard of a gradient moves: without dist.adjoint the cotangent passes.
// CHECK-NOT: dist.reshard
// CHECK: %[[DC:.*]] = dist.constraint %{{.*}} <@mesh, [{"dp", "fsdp"}, {?}]> {dist.phase = "backward", priority = 2 : i64}
// CHECK-NOT: dist.reshard
// CHECK: stablehlo.dot_general %{{.*}} {dist.phase = "backward"}
// CHECK: %[[DW:.*]] = dist.reshard %{{.*}} <@mesh, [{"fsdp"}, {}], partial={sum:"dp"}> {dist.gradient, dist.layer = 3 : i64, dist.phase = "backward"}
// CHECK: nn.adamw
module {
  dist.mesh @mesh <"dp"=2, "fsdp"=2>
  func.func @main(%w: tensor<4x4xf32> {dist.name = "w", dist.role = "param", dist.sharding = #shard},
                  %x: tensor<8x4xf32> {dist.name = "x", dist.role = "input"})
      -> (tensor<f32> {dist.role = "loss_sum"}, tensor<f32> {dist.role = "token_count"}) {
    %0 = dist.reshard %w <@mesh, [{}, {}]> {dist.adjoint = #adjoint, dist.layer = 3 : i64, dist.regather} : tensor<4x4xf32>
    %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %2 = dist.constraint %1 <@mesh, [{"dp", "fsdp"}, {?}]> {priority = 2 : i64} : tensor<8x4xf32>
    %3 = dist.reshard %2 <@mesh, [{}, {}]> : tensor<8x4xf32>
    %4 = stablehlo.multiply %3, %3 : tensor<8x4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    return %5, %one : tensor<f32>, tensor<f32>
  }
}
