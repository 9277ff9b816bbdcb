// What Shardy says in strings is read as its ops and attributes: meshes, shardings of
// arguments, ops and results, manual computations (nested too), quotes escaped once or
// twice. A text that is no sharding is refused where it stands.
// RUN: split-file %s %t
// RUN: shardc import %t/permute.mlir | FileCheck %t/permute.mlir
// RUN: sed 's/\\22/\\\\\\22/g' %t/permute.mlir > %t/twice.mlir
// RUN: shardc import %t/twice.mlir | FileCheck %t/permute.mlir
// RUN: shardc check %t/permute.mlir 2>&1 | FileCheck %s --check-prefix=PERMUTE
// RUN: shardc import %t/nested.mlir | FileCheck %t/nested.mlir
// RUN: shardc check %t/nested.mlir 2>&1 | FileCheck %s --check-prefix=NESTED
// RUN: sed 's/xla.sdy.in_shardings/other/' %t/permute.mlir > %t/missing.mlir
// RUN: not shardc import %t/missing.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: sed '/GlobalToLocalShape/s/\[{\\22a\\22}, {}\]/[{\\22a\\22}/' %t/permute.mlir > %t/syntax.mlir
// RUN: not shardc import %t/syntax.mlir 2>&1 | FileCheck %s --check-prefix=SYNTAX
// RUN: sed 's/manual_axes{\\22a/manual_axes{\\22q/' %t/permute.mlir > %t/axis.mlir
// RUN: not shardc import %t/axis.mlir 2>&1 | FileCheck %s --check-prefix=AXIS
// RUN: not shardc import %t/stranger.mlir 2>&1 | FileCheck %t/stranger.mlir
// RUN: sed 's/xla.sdy.meshes = "[^"]*"/xla.sdy.meshes = "3"/' %t/permute.mlir > %t/mesh.mlir
// RUN: not shardc import %t/mesh.mlir 2>&1 | FileCheck %s --check-prefix=MESH

// PERMUTE: collectives per rank and step: permute 1
// PERMUTE: check passed
// NESTED: collectives per rank and step: all_gather 1
// NESTED: check passed
// MISSING: missing.mlir:4:10: error: call of '@xla.sdy.manual_computation_body' and the shapes around it have no 'xla.sdy.in_shardings'
// SYNTAX: syntax.mlir:3:10: error: 'xla.sdy.in_shardings' cannot be read:
// AXIS: axis.mlir:4:10: error: 'sdy.manual_computation' op is manual over axis 'q', which is not one of the mesh
// MESH: mesh.mlir:1:1: error: 'xla.sdy.meshes' is 3 : i64, which is of another kind

//--- permute.mlir
module @jit_func attributes {jax.uses_shape_polymorphism = false, mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22a\22=2]>}"}, mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x4xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh, [{\22a\22}, {}]>"}, mhlo.sharding = "{devices=[2,1]<=[2]}"}) -> (tensor<2x4xf32> {jax.result_info = "result", mhlo.sharding = "{devices=[2,1]<=[2]}"}) {
    %0 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%arg0) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22a\22}, {}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\22a\22}>"}} : (tensor<2x4xf32>) -> tensor<1x4xf32>
    %1 = call @xla.sdy.manual_computation_body(%0) : (tensor<1x4xf32>) -> tensor<1x4xf32>
    %2 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%1) {mhlo.frontend_attributes = {xla.sdy.manual_axes = "#sdy<manual_axes{\22a\22}>", xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22a\22}, {}]>]>"}} : (tensor<1x4xf32>) -> tensor<2x4xf32>
    %3 = stablehlo.custom_call @xla.sdy.FuncResultSharding(%2) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{\22a\22}, {}]>]>"}} : (tensor<2x4xf32>) -> tensor<2x4xf32>
    return %3 : tensor<2x4xf32>
  }
  func.func @xla.sdy.manual_computation_body(%arg0: tensor<1x4xf32>) -> tensor<1x4xf32> {
    %0 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<1x4xf32>) -> tensor<1x4xf32>
    return %0 : tensor<1x4xf32>
  }
}
// CHECK: dist.mesh @mesh <"a"=2>
// CHECK: @main(%arg0: {{.*}}dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>}) -> ({{.*}}dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>})
// CHECK: stablehlo.slice %{{.*}} [1:2, 0:1, 0:4]

//--- nested.mlir
module attributes {mhlo.cross_program_prefetches = [], mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh_1 = #sdy.mesh<[\22a\22=2, \22b\22=2]>}"}, mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.use_auto_spmd_partitioning = false} {
func.func @main(%arg0: tensor<4x8xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh_1, [{\22a\22}, {\22b\22}]>"}}, %w : tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.custom_call @local_xla.sdy.GlobalToLocalShape(%arg0) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh_1, [{\22a\22}, {}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\22a\22}>"}} : (tensor<4x8xf32>) -> tensor<2x8xf32>
  %1 = call @local_xla.sdy.manual_computation_body_3(%0) {mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh_1, [{\22a\22}, {}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\22a\22}>", xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh_1, [{\22a\22}, {}]>]>"}} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %2 = stablehlo.custom_call @local_xla.sdy.LocalToGlobalShape(%1) {mhlo.frontend_attributes = {xla.sdy.manual_axes = "#sdy<manual_axes{\22a\22}>", xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh_1, [{\22a\22}, {}]>]>"}} : (tensor<2x8xf32>) -> tensor<4x8xf32>
  %3 = stablehlo.dot %2, %w {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh_1, [{\22a\22}, {\22b\22}]>]>"}} : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %4 = stablehlo.custom_call @Sharding(%3) {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh_1, [{\22a\22, ?}, {?}]>]>"}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %4 : tensor<4x8xf32>
}
func.func private @local_xla.sdy.manual_computation_body_3(%arg0: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %0 = stablehlo.custom_call @local_xla.sdy.GlobalToLocalShape(%arg0) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh_1, [{}, {\22b\22}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\22b\22}>"}} : (tensor<2x8xf32>) -> tensor<2x4xf32>
  %1 = call @local_xla.sdy.manual_computation_body_2(%0) {mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh_1, [{}, {\22b\22}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\22b\22}>", xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh_1, [{}, {\22b\22}]>]>"}} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = stablehlo.custom_call @local_xla.sdy.LocalToGlobalShape(%1) {mhlo.frontend_attributes = {xla.sdy.manual_axes = "#sdy<manual_axes{\22b\22}>", xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh_1, [{}, {\22b\22}]>]>"}} : (tensor<2x4xf32>) -> tensor<2x8xf32>
  return %2 : tensor<2x8xf32>
}
func.func private @local_xla.sdy.manual_computation_body_2(%arg0: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.multiply %arg0, %arg0 : tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
}
// CHECK: dist.mesh @mesh <"a"=2, "b"=2>
// CHECK: stablehlo.multiply %{{.*}} : tensor<2x2x2x4xf32>
// CHECK: %[[DOT:.*]] = stablehlo.dot_general
// CHECK: dist.constraint %[[DOT]] <@mesh, [{"a"}, {"b"}]>
// CHECK: dist.constraint %{{.*}} <@mesh, [{"a", ?}, {?}]>

//--- stranger.mlir
// CHECK: stranger.mlir:7:12: error: operand 1 is no result of '@xla.sdy.manual_computation_body', whose results it makes whole
// CHECK-NOT: error:
module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22a\22=2]>}"}} {
  func.func public @main(%arg0: tensor<2x4xf32>, %l: tensor<1x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>) {
    %0 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%arg0) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22a\22}, {}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\22a\22}>"}} : (tensor<2x4xf32>) -> tensor<1x4xf32>
    %1 = call @xla.sdy.manual_computation_body(%0) : (tensor<1x4xf32>) -> tensor<1x4xf32>
    %2:2 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%1, %l) {mhlo.frontend_attributes = {xla.sdy.manual_axes = "#sdy<manual_axes{\22a\22}>", xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22a\22}, {}]>, <@mesh, [{\22a\22}, {}]>]>"}} : (tensor<1x4xf32>, tensor<1x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
    return %2#0, %2#1 : tensor<2x4xf32>, tensor<2x4xf32>
  }
  func.func @xla.sdy.manual_computation_body(%arg0: tensor<1x4xf32>) -> tensor<1x4xf32> {
    return %arg0 : tensor<1x4xf32>
  }
}
