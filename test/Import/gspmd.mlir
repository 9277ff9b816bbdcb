// Annotations by tiles of devices: the mesh is what cuts the devices of all of them.
// RUN: split-file %s %t
// RUN: shardc import %t/mesh.mlir | FileCheck %s
// RUN: shardc import %t/lists.mlir --axis-map axis0=dp,axis1=tp | FileCheck %s --check-prefix=LISTS
// RUN: shardc import %t/three.mlir | FileCheck %s --check-prefix=THREE
// RUN: shardc import %t/unused.mlir --remarks 2>&1 | FileCheck %s --check-prefix=UNUSED
// RUN: shardc check %t/mesh.mlir --json | FileCheck %s --check-prefix=CHECKED

// CHECK: dist.mesh @mesh <"axis0"=2, "axis1"=4>
// CHECK: "a", {{[^@]*}}dist.sharding = #dist.sharding<@mesh, [{"axis0"}, {"axis1"}]>
// CHECK: "b", {{[^@]*}}dist.sharding = #dist.sharding<@mesh, [{"axis1"}, {"axis0"}]>
// CHECK: "c", {{[^@]*}}dist.sharding = #dist.sharding<@mesh, [{"axis0"}, {}]>
// CHECK: "d", {{[^@]*}}dist.sharding = #dist.sharding<@mesh, [{}, {"axis1"}]>
// CHECK: "e", {{[^@]*}}dist.sharding = #dist.sharding<@mesh, [{"axis0", "axis1"}, {}]>
// CHECK: "f", {{[^@]*}}dist.sharding = #dist.sharding<@mesh, [{"axis1", "axis0"}, {}]>
// CHECK: "g", {{[^@]*}}dist.sharding = #dist.sharding<@mesh, [{}, {}]>
// CHECK-SAME: -> (tensor<8x8xf32> {dist.name = "result0", dist.role = "output", dist.sharding = #dist.sharding<@mesh, [{"axis0"}, {}]>})
// CHECK: %[[A:.*]] = stablehlo.add
// CHECK: %[[B:.*]] = dist.constraint %[[A]] <@mesh, [{"axis0"}, {?}]>
// CHECK: %[[C:.*]] = stablehlo.add %[[B]],
// CHECK: dist.constraint %[[C]] <@mesh, [{}, {"axis1"}]>
// CHECK-NOT: custom_call
// CHECKED: "pass":true,{{.*}}"ranks":8

// LISTS: dist.mesh @mesh <"dp"=2, "tp"=2>
// LISTS: "a", {{[^@]*}}dist.sharding = #dist.sharding<@mesh, [{"dp"}, {"tp"}]>
// LISTS: "b", {{[^@]*}}dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>

// THREE: dist.mesh @mesh <"axis0"=2, "axis1"=3, "axis2"=2>
// THREE: "a", {{[^@]*}}dist.sharding = #dist.sharding<@mesh, [{"axis1"}, {"axis0", "axis2"}]>

// UNUSED-DAG: unused.mlir:1:17: remark: sharding annotation '{maximal device=1}' is not used: it places the value on one device alone
// UNUSED-DAG: unused.mlir:3:17: remark: sharding annotation '{devices=[4,1]0,1,3,2}' is not used: no axes of a mesh order its devices so
// UNUSED-DAG: unused.mlir:4:17: remark: sharding annotation '{devices=[2,1]<=[2]}' is not used: its devices are ordered by other axes than those of other annotations
// UNUSED: dist.mesh @mesh <"axis0"=2, "axis1"=2>
// UNUSED: "b", {{[^@]*}}dist.sharding = #dist.sharding<@mesh, [{"axis1", "axis0"}, {}]>
// UNUSED-NOT: remark

//--- mesh.mlir
func.func @main(%a: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,4]<=[8]}"},
                %b: tensor<8x8xf32> {mhlo.sharding = "{devices=[4,2]<=[2,4]T(1,0)}"},
                %c: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"},
                %d: tensor<8x8xf32> {mhlo.sharding = "{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dim_replicate}"},
                %e: tensor<8x8xf32> {mhlo.sharding = "{devices=[8,1]<=[8]}"},
                %f: tensor<8x8xf32> {mhlo.sharding = "{devices=[8,1]<=[2,4]T(1,0)}"},
                %g: tensor<8x8xf32> {mhlo.sharding = "{replicated}"})
    -> (tensor<8x8xf32> {mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dims={replicated}}"}) {
  %0 = stablehlo.add %a, %b : tensor<8x8xf32>
  %1 = stablehlo.custom_call @Sharding(%0) {backend_config = "unspecified_dims=[1]", mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.add %1, %c {mhlo.sharding = "{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dim_replicate}"} : tensor<8x8xf32>
  %3 = stablehlo.add %2, %d : tensor<8x8xf32>
  %4 = stablehlo.add %3, %e : tensor<8x8xf32>
  %5 = stablehlo.add %4, %f : tensor<8x8xf32>
  %6 = stablehlo.add %5, %g : tensor<8x8xf32>
  return %6 : tensor<8x8xf32>
}
//--- lists.mlir
func.func @main(%a: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,2]0,1,2,3}"},
                %b: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,1,2]0,2,1,3 last_tile_dim_replicate}"}) -> tensor<8x8xf32> {
  %0 = stablehlo.add %a, %b : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
//--- three.mlir
func.func @main(%a: tensor<6x8xf32> {mhlo.sharding = "{devices=[3,4]<=[2,3,2]T(1,0,2)}"}) -> tensor<6x8xf32> {
  return %a : tensor<6x8xf32>
}
//--- unused.mlir
func.func @main(%a: tensor<8x8xf32> {mhlo.sharding = "{maximal device=1}"},
                %b: tensor<8x8xf32> {mhlo.sharding = "{devices=[4,1]0,2,1,3}"},
                %c: tensor<8x8xf32> {mhlo.sharding = "{devices=[4,1]0,1,3,2}"},
                %d: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) -> tensor<8x8xf32> {
  return %a : tensor<8x8xf32>
}
