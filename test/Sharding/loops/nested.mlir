// A loop within a loop, a row written at a place that data tells: partitioned, proven, and the same results.
// RUN: shardc import %s --role 0=input,1-2=param,3=input -o %t.mlir
// RUN: shard-opt %t.mlir --shardc-interpret=digits=6 -o /dev/null > %t.one
// RUN: shard-opt %t.mlir --shardc-stage-annotate=strategy=tp=2 --shardc-stage-propagate --shardc-stage-partition -o %t.part.mlir
// RUN: shard-opt %t.part.mlir --shardc-interpret=digits=6 -o /dev/null > %t.two
// RUN: diff %t.one %t.two
// RUN: shard-opt %t.mlir --shardc-stage-annotate=strategy=dp=3 --shardc-stage-propagate --shardc-stage-partition -o %t.part.mlir
// RUN: shard-opt %t.part.mlir --shardc-interpret=digits=6 -o /dev/null > %t.two
// RUN: diff %t.one %t.two
// RUN: shard-opt %t.mlir --shardc-stage-annotate=strategy=dp=2,tp=2 --shardc-stage-propagate --shardc-stage-partition -o %t.part.mlir
// RUN: shard-opt %t.part.mlir --shardc-interpret=digits=6 -o /dev/null > %t.two
// RUN: diff %t.one %t.two
// What data ends cannot be cut into microbatches: it may end elsewhere for each.
// RUN: not shard-opt %t.mlir --shardc-stage-annotate=strategy=dp=2,microbatches=2 2>&1 | FileCheck %s
// CHECK: error: 'stablehlo.while' op has no sharding rule and can't run in microbatches
func.func @main(%x: tensor<8x8xf32>, %w: tensor<8x16xf32>, %v: tensor<16x8xf32>, %n: tensor<i32>) -> (tensor<8x8xf32>, tensor<i32>, tensor<8x16xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %many = stablehlo.constant dense<7> : tensor<i32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %least = stablehlo.constant dense<1.0e-5> : tensor<f32>
  %scale = stablehlo.constant dense<3.0> : tensor<8x8xf32>
  %cache = stablehlo.constant dense<0.0> : tensor<8x16xf32>
  %r:3 = stablehlo.while(%a = %x, %i = %n, %c = %cache) : tensor<8x8xf32>, tensor<i32>, tensor<8x16xf32>
   cond {
    %abs = stablehlo.abs %a : tensor<8x8xf32>
    %max = stablehlo.reduce(%abs init: %low) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
    %p = stablehlo.compare GT, %max, %least, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %q = stablehlo.compare LT, %i, %many, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = stablehlo.and %p, %q : tensor<i1>
    stablehlo.return %both : tensor<i1>
  } do {
    %h = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    %row = stablehlo.slice %h [0:1, 0:16] : (tensor<8x16xf32>) -> tensor<1x16xf32>
    %c2 = stablehlo.dynamic_update_slice %c, %row, %i, %zero : (tensor<8x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<8x16xf32>
    %s:2 = stablehlo.while(%b = %h, %k = %i) : tensor<8x16xf32>, tensor<i32>
     cond {
      %q = stablehlo.compare GT, %k, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %q : tensor<i1>
    } do {
      %t = stablehlo.tanh %b : tensor<8x16xf32>
      %u = stablehlo.add %t, %c2 : tensor<8x16xf32>
      %k2 = stablehlo.subtract %k, %one : tensor<i32>
      stablehlo.return %u, %k2 : tensor<8x16xf32>, tensor<i32>
    }
    %y = stablehlo.dot_general %s#0, %v, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %z = stablehlo.multiply %y, %scale : tensor<8x8xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %z, %next, %c2 : tensor<8x8xf32>, tensor<i32>, tensor<8x16xf32>
  }
  return %r#0, %r#1, %r#2 : tensor<8x8xf32>, tensor<i32>, tensor<8x16xf32>
}
