// What a loop carries is placed in one way throughout; weights read in it are split, and their collectives stand in it.
// RUN: shardc import %s --role 0=input,1-2=param -o %t.mlir
// RUN: shard-opt %t.mlir --shardc-stage-annotate=strategy=tp=2 --shardc-stage-propagate -o %t.tp.mlir
// RUN: FileCheck %s --check-prefix=TP < %t.tp.mlir
// RUN: shard-opt %t.tp.mlir --shardc-stage-propagate | diff %t.tp.mlir -
// RUN: shard-opt %t.tp.mlir --shardc-stage-partition -o %t.part.mlir
// RUN: FileCheck %s --check-prefix=PART < %t.part.mlir
// RUN: shard-opt %t.mlir --shardc-stage-annotate=strategy=dp=2 --shardc-stage-propagate --shardc-stage-partition | FileCheck %s --check-prefix=DP
// The partitioned loop computes what the loop does.
// RUN: shard-opt %t.mlir --shardc-interpret=digits=6 -o /dev/null > %t.one
// RUN: shard-opt %t.part.mlir --shardc-interpret=digits=6 -o /dev/null > %t.two
// RUN: diff %t.one %t.two

// TP: %arg1: tensor<8x16xf32> {{.*}}dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>
// TP: %arg2: tensor<16x8xf32> {{.*}}dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>
// TP: stablehlo.while
// TP-SAME: dist.arg_shardings = [#dist.sharding<@mesh, [{}, {}]>, #dist.sharding<@mesh, []>]
// TP: dist.reshard
// TP-SAME: <@mesh, [{}, {}]>

// PART: stablehlo.while
// PART: stablehlo.dot_general %{{.*}}, %arg1, {{.*}} : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
// PART: %[[SUM:.*]] = dist.all_reduce
// PART: stablehlo.return
// PART-NOT: dist.all_reduce

// The condition asks for the greatest element of all ranks.
// DP: stablehlo.while({{.*}}) : tensor<2x8xf32>, tensor<i32>
// DP: dist.all_reduce %{{.*}} max over ["dp"]
// DP: stablehlo.return
// DP: do {
// DP-NOT: dist.all_reduce
// DP: return

func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %v: tensor<16x8xf32>) -> (tensor<4x8xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %many = stablehlo.constant dense<50> : tensor<i32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %least = stablehlo.constant dense<1.0e-5> : tensor<f32>
  %nothing = stablehlo.constant dense<0.0> : tensor<4x16xf32>
  %r:2 = stablehlo.while(%a = %x, %i = %zero) : tensor<4x8xf32>, tensor<i32>
   cond {
    %abs = stablehlo.abs %a : tensor<4x8xf32>
    %max = stablehlo.reduce(%abs init: %low) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %p = stablehlo.compare GT, %max, %least, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %q = stablehlo.compare LT, %i, %many, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = stablehlo.and %p, %q : tensor<i1>
    stablehlo.return %both : tensor<i1>
  } do {
    %h = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
    %relu = stablehlo.maximum %h, %nothing : tensor<4x16xf32>
    %y = stablehlo.dot_general %relu, %v, contracting_dims = [1] x [0] : (tensor<4x16xf32>, tensor<16x8xf32>) -> tensor<4x8xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %y, %next : tensor<4x8xf32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<4x8xf32>, tensor<i32>
}
