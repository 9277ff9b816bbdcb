// Given roles win, without remarks; faults in them are located by column.
// RUN: shard-opt %s --shardc-assign-roles="roles=0=param,1-2=state" --verify-diagnostics | FileCheck %s
// RUN: not shardc import %s --role 0-3=param 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not shardc import %s --role 0=weight 2>&1 | FileCheck %s --check-prefix=ROLE
// RUN: not shardc import %s --role 0 2>&1 | FileCheck %s --check-prefix=ITEM
// RUN: not shardc import %s --role 0=param,2-1=input 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: not shardc import %s --role 0-1=param,1=input 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not shardc import %s --role 0=param, 2>&1 | FileCheck %s --check-prefix=EMPTY

// CHECK: %arg0: tensor<4xf32> {dist.name = "a", dist.role = "param", dist.weight_decay = false}
// CHECK-SAME: %arg1: tensor<4xf32> {{{.*}}dist.name = "b", dist.optimizer_state, dist.role = "state"}
// CHECK-SAME: %arg2: tensor<i32> {{{.*}}dist.name = "c", dist.role = "state"}
// COUNT: --role:1:1: error: argument 3 does not exist; the graph has 3 arguments
// ROLE: --role:1:3: error: expected a role such as '0-13=param', with param, input or state, but got '0=weight'
// ITEM: --role:1:1: error: expected a role such as '0-13=param', with param, input or state, but got '0'
// ORDER: --role:1:9: error: expected an argument index, a range such as '0-13', or names such as 'layers.*', but got '2-1'
// TWICE: --role:1:11: error: argument 1 has a role already, 'param'
// EMPTY: --role:1:9: error: expected a role such as '0-13=param', with param, input or state, but got ''
func.func @main(%a: tensor<4xf32> {dist.name = "a"}, %b: tensor<4xf32> {dist.name = "b"}, %c: tensor<i32> {dist.name = "c"})
    -> (tensor<4xf32> {dist.name = "d"}) {
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}
