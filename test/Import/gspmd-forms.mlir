// Every form of GSPMD's text: suffixes, groups, ties, metadata, tuples.
// RUN: split-file %s %t
// RUN: shardc import %t/suffixes.mlir | FileCheck %s
// RUN: shardc import %t/values.mlir | FileCheck %s --check-prefix=VALUES

// CHECK: dist.mesh @mesh <"axis0"=2, "axis1"=4>
// CHECK: "a", {{[^@]*}}dist.sharding = #dist.sharding<@mesh, [{"axis0"}, {"axis1"}]>
// CHECK: "b", {{[^@]*}}dist.sharding = #dist.sharding<@mesh, [{"axis1", "axis0"}, {}]>
// CHECK: "c", {{[^@]*}}dist.sharding = #dist.sharding<@mesh, [{"axis0"}, {}]>
// CHECK: "d", {{[^@]*}}dist.sharding = #dist.sharding<@mesh, [{}, {"axis1"}]>
// CHECK: "e", {{[^@]*}}dist.sharding = #dist.sharding<@mesh, [{}, {}]>
// CHECK: "f", dist.role = "{{[a-z]*}}"{{(, dist.weight_decay = true)?}}}
// CHECK: "g", dist.role = "{{[a-z]*}}"{{(, dist.weight_decay = true)?}}}
// CHECK: "h", {{[^@]*}}dist.sharding = #dist.sharding<@mesh, [{"axis0"}, {}]>

// VALUES: dist.mesh @mesh <"axis0"=2>
// VALUES: %[[R:.*]]:2 = stablehlo.reduce
// VALUES-DAG: dist.constraint %[[R]]#0 <@mesh, [{"axis0"}]>
// VALUES-DAG: dist.constraint %[[R]]#1 <@mesh, [{}]>

//--- suffixes.mlir
func.func @main(%a: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,4]<=[8] metadata={op_type=\22x\22 op_name=\22a}b{\22 source_line=3}}"},
                %b: tensor<8x8xf32> {mhlo.sharding = " { devices=[8,1]<=[2, 4]T(1, 0) } "},
                %c: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate shard_as 3}"},
                %d: tensor<8x8xf32> {mhlo.sharding = "{devices=[1,4,1,2]<=[2,4]T(1,0) last_tile_dims={replicated, replicated} shard_like 3}"},
                %e: tensor<8x8xf32> {mhlo.sharding = "{replicated metadata={}}"},
                %f: tensor<8x8xf32> {mhlo.sharding = "{unknown shard_as 1}"},
                %g: tensor<8x8xf32> {mhlo.sharding = "{manual}"},
                %h: tensor<8x8xf32> {mhlo.sharding = "{{devices=[2,1,4]0,1,2,3,4,5,6,7 last_tile_dims={replicated}}}"}) -> tensor<8x8xf32> {
  return %a : tensor<8x8xf32>
}
//--- values.mlir
func.func @main(%x: tensor<8x4xf32>, %y: tensor<8x4xi32>) -> (tensor<8xf32>, tensor<8xi32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = "stablehlo.reduce"(%x, %y, %z, %n) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>):
    %p = stablehlo.compare GT, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %p, %a, %c : tensor<i1>, tensor<f32>
    %w = stablehlo.select %p, %b, %d : tensor<i1>, tensor<i32>
    stablehlo.return %v, %w : tensor<f32>, tensor<i32>
  }) {mhlo.sharding = "{{devices=[2]<=[2]}, {replicated}}"} : (tensor<8x4xf32>, tensor<8x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>, tensor<8xi32>)
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xi32>
}
