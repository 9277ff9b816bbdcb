// One gather a parameter and stage; what stays is gathered outside of the microbatches.
// RUN: shard-opt %s --split-input-file --shardc-gather-parameters | FileCheck %s
// RUN: shard-opt %s --split-input-file --shardc-gather-parameters --shardc-wrap-microbatches=count=2 | FileCheck %s --check-prefix=REGION
// RUN: shard-opt %s --split-input-file --shardc-gather-parameters 2>&1 | FileCheck %s --check-prefix=PRICE

// CHECK-LABEL: @main
// CHECK-NOT: dist.compute_sharding
// CHECK: %[[TABLE:.*]] = dist.reshard %arg0 <@mesh, [{}, {}]> {dist.adjoint = #dist.sharding<@mesh, [{"fsdp"}, {}]>, dist.regather}
// CHECK-NEXT: nn.embedding %[[TABLE]],
// Two layers share a parameter: it is of neither.
// CHECK-NEXT: %[[W:.*]] = dist.reshard %arg1 <@mesh, [{}, {}]> {dist.adjoint = #dist.sharding<@mesh, [{"fsdp"}, {}]>, dist.regather}
// CHECK-NEXT: dot_general %{{.*}}, %[[W]],
// CHECK-NEXT: dot_general %{{.*}}, %[[W]],
// CHECK-NEXT: dot_general %{{.*}}, %[[W]],
// CHECK-NEXT: %[[OWN:.*]] = dist.reshard %arg2 <@mesh, [{}, {}]> {dist.adjoint = #dist.sharding<@mesh, [{"fsdp"}, {}]>, dist.layer = 1 : i64, dist.regather}
// CHECK-NEXT: dot_general %{{.*}}, %[[OWN]],
// The head reads the table again: the same gather, so that gradients are added first.
// CHECK-NEXT: dot_general %{{.*}}, %[[TABLE]],
// REGION-LABEL: @main
// REGION: dist.microbatch 2
// REGION: dist.reshard %arg0
// REGION: dist.reshard %arg1
// REGION: dist.reshard %arg2 {{.*}}dist.layer = 1
// REGION: dist.yield
module {
  dist.mesh @mesh <"fsdp"=2>
  func.func @main(
      %table: tensor<6x4xf32> {dist.name = "table", dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{"fsdp"}, {}]>, dist.compute_sharding = #dist.sharding<@mesh, [{}, {}]>, dist.gradient_sharding = #dist.sharding<@mesh, [{"fsdp"}, {}]>},
      %w: tensor<4x4xf32> {dist.name = "w", dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{"fsdp"}, {}]>, dist.compute_sharding = #dist.sharding<@mesh, [{}, {}]>, dist.gradient_sharding = #dist.sharding<@mesh, [{"fsdp"}, {}]>},
      %own: tensor<4x4xf32> {dist.name = "own", dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{"fsdp"}, {}]>, dist.compute_sharding = #dist.sharding<@mesh, [{}, {}]>, dist.gradient_sharding = #dist.sharding<@mesh, [{"fsdp"}, {}]>},
      %ids: tensor<8xi32> {dist.name = "ids", dist.role = "input"}) -> (tensor<8x6xf32> {dist.role = "output"}) {
    %0 = nn.embedding %table, %ids : (tensor<6x4xf32>, tensor<8xi32>) -> tensor<8x4xf32>
    %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] {dist.layer = 0 : i64} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] {dist.layer = 0 : i64} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] {dist.layer = 1 : i64} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %4 = stablehlo.dot_general %3, %own, contracting_dims = [1] x [0] {dist.layer = 1 : i64} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %5 = stablehlo.dot_general %4, %table, contracting_dims = [1] x [1] : (tensor<8x4xf32>, tensor<6x4xf32>) -> tensor<8x6xf32>
    return %5 : tensor<8x6xf32>
  }
}

// -----

// CHECK-LABEL: @main
// CHECK: %[[STAYS:.*]] = dist.reshard %arg0 <@mesh, [{}, {}]> {dist.resident}
// CHECK-NEXT: %[[SAME:.*]] = dist.reshard %[[STAYS]] <@mesh, [{}, {}]> {dist.adjoint = #dist.sharding<@mesh, [{"fsdp"}, {}]>}
// CHECK-NEXT: dot_general %{{.*}}, %[[SAME]],
// REGION-LABEL: @main
// REGION: %[[STAYS:.*]] = dist.reshard %arg0 <@mesh, [{}, {}]> {dist.resident}
// REGION: dist.microbatch 2
// REGION: dist.reshard %[[STAYS]] <@mesh, [{}, {}]> {dist.adjoint
module {
  dist.mesh @mesh <"fsdp"=2>
  func.func @main(
      %w: tensor<4x4xf32> {dist.name = "w", dist.role = "param", dist.resident, dist.sharding = #dist.sharding<@mesh, [{"fsdp"}, {}]>, dist.compute_sharding = #dist.sharding<@mesh, [{}, {}]>, dist.gradient_sharding = #dist.sharding<@mesh, [{"fsdp"}, {}]>},
      %x: tensor<8x4xf32> {dist.name = "x", dist.role = "input"}) -> (tensor<8x4xf32> {dist.role = "output"}) {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}

// -----

// Stages gather for themselves. 64 bytes on 2 ranks: 32 to gather, 32 to scatter, on the stage
// that has two of the three products.
// CHECK-LABEL: @main
// CHECK: dist.reshard %arg0 {{.*}}dist.stage = 0 : i64
// CHECK: dist.reshard %arg1 {{.*}}dist.stage = 1 : i64
// CHECK: dist.reshard %arg0 {{.*}}dist.stage = 1 : i64
// PRICE: strategy:1:1: remark: a rank of a pipeline stage sends up to 64 bytes for parameters in each forward pass of a microbatch, at most as many in each backward pass, and 64 bytes for gradients in each backward pass of a microbatch; zero=1 sends none of them between microbatches
module attributes {shardc.strategy = "fsdp=2,pp=2"} {
  dist.mesh @mesh <"pp"=2, "fsdp"=2>
  func.func @main(
      %v: tensor<4x4xf32> {dist.name = "v", dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{"fsdp"}, {}]>, dist.compute_sharding = #dist.sharding<@mesh, [{}, {}]>, dist.gradient_sharding = #dist.sharding<@mesh, [{"fsdp"}, {}]>},
      %w: tensor<4x4xf32> {dist.name = "w", dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{"fsdp"}, {}]>, dist.compute_sharding = #dist.sharding<@mesh, [{}, {}]>, dist.gradient_sharding = #dist.sharding<@mesh, [{"fsdp"}, {}]>},
      %x: tensor<8x4xf32> {dist.name = "x", dist.role = "input"}) -> (tensor<8x4xf32> {dist.role = "output"}) {
    %0 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] {dist.stage = 0 : i64} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] {dist.stage = 1 : i64} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %2 = stablehlo.dot_general %1, %v, contracting_dims = [1] x [0] {dist.stage = 1 : i64} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    return %2 : tensor<8x4xf32>
  }
}

// -----

// zero=2: nothing is gathered, gradients are scattered.
// CHECK-LABEL: @main
// CHECK: dist.reshard %arg0 <@mesh, [{}, {}]> {dist.adjoint = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.stage = 0 : i64}
// PRICE: strategy:1:11: remark: a rank of a pipeline stage sends up to 32 bytes for gradients in each backward pass of a microbatch; zero=1 sends none
module attributes {shardc.strategy = "dp=2,pp=2,zero=2"} {
  dist.mesh @mesh <"dp"=2, "pp"=2>
  func.func @main(
      %w: tensor<4x4xf32> {dist.name = "w", dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{}, {}]>, dist.gradient_sharding = #dist.sharding<@mesh, [{"dp"}, {}]>},
      %x: tensor<8x4xf32> {dist.name = "x", dist.role = "input"}) -> (tensor<8x4xf32> {dist.role = "output"}) {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] {dist.stage = 0 : i64} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}
