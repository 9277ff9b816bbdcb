// RUN: shard-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{the rule names a factor that it gives no size}}
func.func private @f() attributes {x = #sdy.op_sharding_rule<([i])->([j]) {i=2}>}

// -----

// expected-error @+1 {{expected factors such as i, j or z_1, but got 'ia'}}
func.func private @f() attributes {x = #sdy.op_sharding_rule<([ia])->([i]) {i=2}>}

// -----

// expected-error @+1 {{expected factors such as i, j or z_1, but got 'z_0'}}
func.func private @f() attributes {x = #sdy.op_sharding_rule<([z_0])->([i]) {i=2}>}

// -----

// expected-error @+1 {{factors must be given in order, with sizes of at least 1}}
func.func private @f() attributes {x = #sdy.op_sharding_rule<([i])->([j]) {j=2, i=2}>}

// -----

// expected-error @+1 {{factors must be given in order, with sizes of at least 1}}
func.func private @f() attributes {x = #sdy.op_sharding_rule<([i])->([i]) {i=0}>}

// -----

// expected-error @+1 {{expected one factor, but got 'ij'}}
func.func private @f() attributes {x = #sdy.op_sharding_rule<([i])->([i]) {ij=0}>}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{must have a body that takes and returns values of the types of its operands and results}}
  %0 = sdy.named_computation<"x">(%a) (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{has 1 operands, but 2 in_shardings}}
  %0 = sdy.named_computation<"x">(%a) in_shardings=[<@mesh, [{}]>, <@mesh, [{}]>] (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
