// RUN: shard-opt %s --split-input-file --verify-diagnostics

func.func @operands(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{has 1 operands, but 0 in_shardings}}
  %0 = sdy.manual_computation(%x) in_shardings=[] out_shardings=[<@mesh, [{}]>] manual_axes={"x"} (%a: tensor<8xf32>) {
    sdy.return %a : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @results(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{has 1 results, but 2 out_shardings}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>, <@mesh, [{}]>] manual_axes={"x"} (%a: tensor<8xf32>) {
    sdy.return %a : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @arguments(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{has 1 operands, but 2 arguments of the body}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"x"} (%a: tensor<8xf32>, %b: tensor<8xf32>) {
    sdy.return %a : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @returned(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{has 1 results, but its body returns 2}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"x"} (%a: tensor<8xf32>) {
    sdy.return %a, %a : tensor<8xf32>, tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @end(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{must end its body in 'sdy.return', not 'stablehlo.return'}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"x"} (%a: tensor<8xf32>) {
    stablehlo.return %a : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @keyword(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected 'in_shardings'}}
  %0 = sdy.manual_computation(%x) out_shardings=[<@mesh, [{}]>] manual_axes={"x"} (%a: tensor<8xf32>) {
    sdy.return %a : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
