// A forward graph without microbatches: its training step, and its loss alone.

// RUN: shard-opt %s --shardc-differentiate="lr=0.5 betas=0.8,0.9 eps=1e-6 weight-decay=0.25 clip=2" --shardc-verify-differentiate | FileCheck %s
// RUN: shard-opt %s --shardc-differentiate=observe=true --shardc-verify-differentiate | FileCheck %s --check-prefix=OBSERVE
// RUN: shard-opt %s --shardc-differentiate=train=none --shardc-verify-differentiate | FileCheck %s --check-prefix=NONE
// RUN: shard-opt %s --shardc-differentiate=clip=0 | FileCheck %s --check-prefix=NOCLIP
// A step is left alone.
// RUN: shard-opt %s --shardc-differentiate -o %t
// RUN: shard-opt %t --shardc-differentiate | diff %t -

dist.mesh @mesh <"tp"=2>

func.func @main(%w: tensor<4x8xf32> {dist.name = "w", dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
                %b: tensor<8xf32> {dist.name = "b", dist.role = "param"},
                %g: tensor<8xf32> {dist.name = "g", dist.role = "param", dist.weight_decay = true},
                %x: tensor<2x4xf32> {dist.name = "x", dist.role = "input"})
    -> (tensor<f32> {dist.role = "loss_sum"}, tensor<f32> {dist.role = "token_count"},
        tensor<2x8xf32> {dist.name = "y", dist.role = "output"}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] {dist.layer = 0 : i64} : (tensor<2x4xf32>, tensor<4x8xf32>) -> tensor<2x8xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<8xf32>) -> tensor<2x8xf32>
  %2 = stablehlo.add %0, %1 : tensor<2x8xf32>
  %3 = nn.rms_norm %2, %g {eps = 1.0e-5 : f64, dist.layer = 3 : i64} : tensor<2x8xf32>, tensor<8xf32>
  %4 = nn.square_sum %3 : (tensor<2x8xf32>) -> tensor<f32>
  %count = stablehlo.constant dense<2.0> : tensor<f32>
  return %4, %count, %3 : tensor<f32>, tensor<f32>, tensor<2x8xf32>
}

// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<4x8xf32> {dist.name = "w", dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.updated_by = 1 : i64}
// CHECK-SAME: %[[B:[a-z0-9]+]]: tensor<8xf32> {dist.name = "b", dist.role = "param", dist.updated_by = 2 : i64}
// CHECK-SAME: %[[G:[a-z0-9]+]]: tensor<8xf32> {dist.name = "g", {{.*}}dist.updated_by = 3 : i64
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<2x4xf32> {dist.name = "x", dist.role = "input"}
// CHECK-SAME: %[[MW:[a-z0-9]+]]: tensor<4x8xf32> {dist.init = {kind = "zero"}, dist.name = "w.m", dist.optimizer_state, dist.role = "state", dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.updated_by = 4 : i64}
// CHECK-SAME: tensor<8xf32> {dist.init = {kind = "zero"}, dist.name = "b.m", dist.optimizer_state, dist.role = "state", dist.updated_by = 5 : i64}
// CHECK-SAME: dist.name = "g.m"
// CHECK-SAME: %[[VW:[a-z0-9]+]]: tensor<4x8xf32> {dist.init = {kind = "zero"}, dist.name = "w.v"
// CHECK-SAME: dist.name = "b.v"
// CHECK-SAME: dist.name = "g.v"
// CHECK-SAME: %[[STEP:[a-z0-9]+]]: tensor<f32> {dist.init = {kind = "zero"}, dist.name = "step", dist.role = "state", dist.updated_by = 10 : i64}
// CHECK-SAME: -> (tensor<f32> {dist.name = "loss", dist.role = "loss"}, tensor<4x8xf32> {dist.name = "w", dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>}
// CHECK-SAME: tensor<f32> {dist.name = "step", dist.role = "state"})

// Forward ops have no phase, gradients the layer of their op.
// CHECK: %[[Y:.*]] = stablehlo.dot_general {{.*}} {dist.layer = 0 : i64}
// CHECK: %[[DX:.*]], %[[DG:.*]] = nn.rms_norm_grad {{.*}}dist.layer = 3 : i64, dist.phase = "backward"
// CHECK: %[[DB:.*]] = stablehlo.reduce(%[[DX]] init: {{.*}} applies stablehlo.add across dimensions = [0] {{.*}}dist.phase = "backward"
// CHECK: %[[DW:.*]] = stablehlo.dot_general %[[X]], %[[DX]], contracting_dims = [0] x [0] {dist.layer = 0 : i64, dist.phase = "backward"}
// CHECK-NOT: "backward"
// Loss and gradients are divided once.
// CHECK: %[[LOSS:.*]] = stablehlo.divide {{.*}} {dist.phase = "update"} : tensor<f32>
// CHECK: %[[GW:.*]] = stablehlo.divide %[[DW]], {{.*}} {dist.phase = "update"} : tensor<4x8xf32>
// CHECK: %[[GB:.*]] = stablehlo.divide %[[DB]],
// CHECK: %[[GG:.*]] = stablehlo.divide %[[DG]],
// CHECK: %[[SUM:.*]] = nn.square_sum %[[GW]], %[[GB]], %[[GG]]
// CHECK: stablehlo.sqrt %[[SUM]]
// CHECK: %[[SCALE:.*]] = stablehlo.minimum
// CHECK: %[[T:.*]] = stablehlo.add %[[STEP]],
// CHECK: %[[W1:.*]], %[[MW1:.*]], %[[VW1:.*]] = nn.adamw %[[W]], %[[GW]], %[[MW]], %[[VW]], %[[T]], %[[SCALE]]
// CHECK-SAME: beta1 = 8.000000e-01 : f64, beta2 = 9.000000e-01 : f64
// CHECK-SAME: eps = 9.9999999999999995E-7 : f64, lr = 5.000000e-01 : f64, weight_decay = 2.500000e-01 : f64
// A vector does not decay unless it asks for it.
// CHECK: nn.adamw %[[B]], {{.*}}weight_decay = 0.000000e+00 : f64
// CHECK: nn.adamw %[[G]], {{.*}}weight_decay = 2.500000e-01 : f64
// CHECK: return %[[LOSS]], %[[W1]], {{.*}}, {{.*}}, %[[MW1]], {{.*}}, {{.*}}, %[[VW1]], {{.*}}, {{.*}}, %[[T]] :

// OBSERVE: -> (tensor<f32> {dist.name = "loss", dist.role = "loss"}, tensor<2x8xf32> {dist.name = "y", dist.role = "output"},
// OBSERVE-SAME: tensor<4x8xf32> {dist.name = "w.grad", dist.role = "gradient", dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>}, tensor<8xf32> {dist.name = "b.grad", dist.role = "gradient"},

// NONE: func.func @main(
// NONE-SAME: -> (tensor<f32> {dist.name = "loss", dist.role = "loss"}, tensor<2x8xf32> {dist.name = "y", dist.role = "output"})
// NONE-NOT: "backward"
// NONE: %[[LOSS:.*]] = stablehlo.divide {{.*}} {dist.phase = "update"} : tensor<f32>
// NONE: return %[[LOSS]],

// NOCLIP-NOT: nn.square_sum {{.*}}"update"
// NOCLIP: nn.adamw
