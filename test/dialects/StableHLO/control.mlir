// Loops, branches, compositions, tuples: as JAX prints them.
// RUN: shard-opt %s --verify-roundtrip | FileCheck %s
// RUN: shard-opt %s --mlir-print-op-generic | shard-opt | FileCheck %s

// CHECK-LABEL: @loop
func.func @loop(%x: tensor<3xf32>, %n: tensor<i32>) -> (tensor<i32>, tensor<3xf32>) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  // CHECK: %[[R:.*]]:2 = stablehlo.while(%[[I:iterArg.*]] = %{{.*}}, %[[V:iterArg.*]] = %arg0) : tensor<i32>, tensor<3xf32>
  %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %x) : tensor<i32>, tensor<3xf32>
   // CHECK-NEXT: cond {
   cond {
    // CHECK-NEXT: stablehlo.compare LT, %[[I]], %arg1
    %1 = stablehlo.compare  LT, %iterArg, %n,  SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  // CHECK: } do {
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    // CHECK: stablehlo.add %[[I]]
    %1 = stablehlo.add %iterArg, %one : tensor<i32>
    // CHECK-NEXT: stablehlo.multiply %[[V]], %arg0
    %2 = stablehlo.multiply %iterArg_0, %x : tensor<3xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<3xf32>
  }
  // CHECK: return %[[R]]#0, %[[R]]#1
  return %0#0, %0#1 : tensor<i32>, tensor<3xf32>
}

// A loop that carries nothing, and one with attributes.
// CHECK-LABEL: @odd_loops
func.func @odd_loops(%x: tensor<3xf32>, %p: tensor<i1>) {
  // CHECK: stablehlo.while(){{$}}
  stablehlo.while() cond {
    stablehlo.return %p : tensor<i1>
  } do {
    stablehlo.return
  }
  // CHECK: stablehlo.while(%{{.*}} = %arg0) : tensor<3xf32> attributes {note = 1 : i64}
  %0 = stablehlo.while(%y = %x) : tensor<3xf32> attributes {note = 1 : i64} cond {
    stablehlo.return %p : tensor<i1>
  } do {
    stablehlo.return %y : tensor<3xf32>
  }
  return
}

// CHECK-LABEL: @branches
func.func @branches(%i: tensor<i32>, %p: tensor<i1>, %x: tensor<3xf32>) -> tensor<3xf32> {
  // CHECK: "stablehlo.case"(%arg0) ({
  %0 = "stablehlo.case"(%i) ({
    %s = stablehlo.sine %x : tensor<3xf32>
    stablehlo.return %s : tensor<3xf32>
  }, {
    stablehlo.return %x : tensor<3xf32>
  }) : (tensor<i32>) -> tensor<3xf32>
  // CHECK: "stablehlo.if"(%arg1) ({
  %1 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<3xf32>
  }, {
    stablehlo.return %0 : tensor<3xf32>
  }) : (tensor<i1>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

func.func private @twice(%x: tensor<3xf32>) -> tensor<3xf32>

// CHECK-LABEL: @composite
func.func @composite(%x: tensor<3xf32>) -> tensor<3xf32> {
  // CHECK: stablehlo.composite "my.twice" %arg0 {composite_attributes = {factor = 2 : i64}, decomposition = @twice, version = 1 : i32} : (tensor<3xf32>) -> tensor<3xf32>
  %0 = stablehlo.composite "my.twice" %x {composite_attributes = {factor = 2 : i64}, decomposition = @twice, version = 1 : i32} : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: @tuples
func.func @tuples(%x: tensor<3xf32>, %i: tensor<i32>) -> tensor<i32> {
  // CHECK: %[[T:.*]] = stablehlo.tuple %arg0, %arg1 : tuple<tensor<3xf32>, tensor<i32>>
  %0 = stablehlo.tuple %x, %i : tuple<tensor<3xf32>, tensor<i32>>
  // CHECK: %[[N:.*]] = stablehlo.tuple %[[T]] : tuple<tuple<tensor<3xf32>, tensor<i32>>>
  %1 = stablehlo.tuple %0 : tuple<tuple<tensor<3xf32>, tensor<i32>>>
  // CHECK: stablehlo.get_tuple_element %[[N]][0] : (tuple<tuple<tensor<3xf32>, tensor<i32>>>) -> tuple<tensor<3xf32>, tensor<i32>>
  %2 = stablehlo.get_tuple_element %1[0] : (tuple<tuple<tensor<3xf32>, tensor<i32>>>) -> tuple<tensor<3xf32>, tensor<i32>>
  %3 = stablehlo.get_tuple_element %2[1] : (tuple<tensor<3xf32>, tensor<i32>>) -> tensor<i32>
  return %3 : tensor<i32>
}
