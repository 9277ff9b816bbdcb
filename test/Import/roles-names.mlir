// Roles by names and by forms of names; an index or whole name counts more than a form, an
// earlier form more than a later one. Scalars that a step counts up are states.
// RUN: shardc import %s --role "*mu*=state,p['w']=param,p*=input" --remarks=roles 2>&1 | FileCheck %s
// RUN: not shardc import %s --role "q*=param" 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not shardc import %s --role "p['w']=param,0=input" 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not shardc import %s --role "p?=weight" 2>&1 | FileCheck %s --check-prefix=ROLE

// CHECK-DAG: remark: argument 3 'count' gets role 'state': result 2 is its value after the step
// CHECK-DAG: remark: argument 4 'lr' gets role 'input': it is a scalar that the graph does not update
// CHECK: dist.name = "p['w']", dist.role = "param"
// CHECK: dist.name = "p['b']", dist.role = "input"
// CHECK: dist.name = "s[0].mu", {{[^}]*}}dist.role = "state"
// CHECK: dist.name = "count", dist.role = "state", dist.updated_by = 2 : i64
// NONE: --role:1:1: error: no argument is called 'q*'; the graph's arguments are 'p['w']', 'p['b']', 's[0].mu', 'count' and 1 more
// NONE-NOT: error:
// TWICE: --role:1:14: error: argument 0 has a role already, 'param'
// TWICE-NOT: error:
// ROLE: --role:1:4: error: expected a role such as '0-13=param', with param, input or state, but got 'p?=weight'
func.func @main(%w: tensor<4x4xf32> {dist.name = "p['w']"}, %b: tensor<4xf32> {dist.name = "p['b']"},
                %m: tensor<4x4xf32> {dist.name = "s[0].mu"}, %c: tensor<f32> {dist.name = "count"},
                %lr: tensor<f32> {dist.name = "lr"})
    -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>, tensor<f32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %g = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<4xf32>) -> tensor<4x4xf32>
  %mu = stablehlo.add %m, %g : tensor<4x4xf32>
  %rate = stablehlo.broadcast_in_dim %lr, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
  %d = stablehlo.multiply %rate, %mu : tensor<4x4xf32>
  %p = stablehlo.subtract %w, %d : tensor<4x4xf32>
  %next = stablehlo.add %c, %one : tensor<f32>
  %loss = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
  return %p, %mu, %next, %loss : tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>, tensor<f32>
}
