// One negative case a constraint of loops, branches, tuples.
// RUN: shard-opt %s --split-input-file --verify-diagnostics

func.func @while_c1(%x: tensor<3xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{result #0 has type 'tensor<4xf32>', but the carried value has type 'tensor<3xf32>'}}
  %0 = "stablehlo.while"(%x) ({
  ^bb0(%y: tensor<3xf32>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%y: tensor<3xf32>):
    stablehlo.return %y : tensor<3xf32>
  }) : (tensor<3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @while_c2(%x: tensor<3xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{condition returns 'tensor<3xf32>' at #0, but must return 'tensor<i1>'}}
  %0 = stablehlo.while(%y = %x) : tensor<3xf32> cond {
    // expected-note @+1 {{returned here}}
    stablehlo.return %y : tensor<3xf32>
  } do {
    stablehlo.return %y : tensor<3xf32>
  }
  return
}

// -----

func.func @while_c3(%x: tensor<3xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{body returns 0 values, but must return 1}}
  %0 = stablehlo.while(%y = %x) : tensor<3xf32> cond {
    stablehlo.return %p : tensor<i1>
  } do {
    stablehlo.return
  }
  return
}

// -----

func.func @case_c1(%i: tensor<i32>) {
  // expected-error @+1 {{has no branches, but needs one}}
  "stablehlo.case"(%i) : (tensor<i32>) -> ()
  return
}

// -----

func.func @case_c2(%i: tensor<i32>, %x: tensor<3xf32>) {
  // expected-error @+1 {{branch #1 returns 'tensor<i32>' at #0, but must return 'tensor<3xf32>'}}
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<3xf32>
  }, {
    // expected-note @+1 {{returned here}}
    stablehlo.return %i : tensor<i32>
  }) : (tensor<i32>) -> tensor<3xf32>
  return
}

// -----

func.func @if_c1(%x: tensor<3xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{false branch takes 1 values, but must take 0}}
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<3xf32>
  }, {
  ^bb0(%y: tensor<3xf32>):
    stablehlo.return %y : tensor<3xf32>
  }) : (tensor<i1>) -> tensor<3xf32>
  return
}

// -----

func.func @composite_missing(%x: tensor<3xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{decomposition '@nobody' is not a function}}
  %0 = stablehlo.composite "my.op" %x {decomposition = @nobody} : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

// expected-note @+1 {{which is}}
func.func private @op(%x: tensor<4xf32>) -> tensor<3xf32>

func.func @composite_c1(%x: tensor<3xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{has other types than its decomposition '@op'}}
  %0 = stablehlo.composite "my.op" %x {decomposition = @op} : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @tuple_c1(%x: tensor<3xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{result has type 'tuple<tensor<3xf32>>', but the operands give 'tuple<tensor<3xf32>, tensor<i1>>'}}
  %0 = "stablehlo.tuple"(%x, %p) : (tensor<3xf32>, tensor<i1>) -> tuple<tensor<3xf32>>
  return
}

// -----

func.func @get_tuple_element_c1(%t: tuple<tensor<3xf32>>) {
  // expected-error @+1 {{index 1 is out of range for a tuple of 1}}
  %0 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<3xf32>>) -> tensor<3xf32>
  return
}
