// What a model says of its arguments must not contradict itself; what nobody knows is
// harmless.
// RUN: split-file %s %t
// RUN: not shardc import %t/name.mlir 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not shardc import %t/update.mlir 2>&1 | FileCheck %s --check-prefix=UPDATE
// RUN: not shardc import %t/update-type.mlir 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not shardc import %t/role.mlir 2>&1 | FileCheck %s --check-prefix=ROLE
// RUN: not shardc import %t/init-kind.mlir 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: not shardc import %t/init-range.mlir 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not shardc import %t/init-key.mlir 2>&1 | FileCheck %s --check-prefix=KEY
// RUN: shardc import %t/unknown.mlir | FileCheck %s --check-prefix=UNKNOWN

// NAME: name.mlir:1:54: error: 'dist.name' of argument 1 is 'a', the name of argument 0 already
// NAME: name.mlir:1:17: note: named here
// NAME-NOT: error:
// UPDATE: update.mlir:1:64: error: 'dist.updated_by' of argument 1 is result 0, which updates argument 0 already
// UPDATE: update.mlir:1:17: note: updated by it
// UPDATE-NOT: error:
// TYPE: update-type.mlir:1:17: error: 'dist.updated_by' of argument 0 is result 0 of type 'tensor<2xf32>', but the argument has type 'tensor<4xf32>'
// TYPE-NOT: error:
// ROLE: role.mlir:1:17: error: 'dist.role' of argument 0 must be 'param', 'input' or 'state', not "weight"
// ROLE-NOT: error:
// KIND: init-kind.mlir:1:17: error: 'dist.init' of argument 0 must be a dictionary whose 'kind' is normal, norm_weight, abs_normal, zero, uniform_int or constant, not {kind = "uniform"}
// KIND-NOT: error:
// RANGE: init-range.mlir:1:17: error: 'dist.init' of argument 0 must have integers 'low' < 'high', but is {high = 3 : i64, kind = "uniform_int", low = 3 : i64}
// RANGE-NOT: error:
// KEY: init-key.mlir:1:17: error: 'dist.init' of argument 0 has 'sd', but only kind, low, high and value are known
// KEY-NOT: error:
// UNKNOWN: func.func @main(%arg0: tensor<4xf32> {dist.name = "x", dist.role = "input"})
// UNKNOWN-NOT: mhlo
// UNKNOWN: stablehlo.abs %arg0 : tensor<4xf32>

//--- name.mlir
func.func @main(%x: tensor<4xf32> {dist.name = "a"}, %y: tensor<4xf32> {dist.name = "a"}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
//--- update.mlir
func.func @main(%x: tensor<4xf32> {dist.updated_by = 0 : i64}, %y: tensor<4xf32> {dist.updated_by = 0 : i64}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
//--- update-type.mlir
func.func @main(%x: tensor<4xf32> {dist.updated_by = 0 : i64}, %y: tensor<2xf32>) -> tensor<2xf32> {
  return %y : tensor<2xf32>
}
//--- role.mlir
func.func @main(%x: tensor<4xf32> {dist.role = "weight"}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
//--- init-kind.mlir
func.func @main(%x: tensor<4xf32> {dist.init = {kind = "uniform"}}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
//--- init-range.mlir
func.func @main(%x: tensor<4xi32> {dist.init = {kind = "uniform_int", low = 3, high = 3}}) -> tensor<4xi32> {
  return %x : tensor<4xi32>
}
//--- init-key.mlir
func.func @main(%x: tensor<4xf32> {dist.init = {kind = "normal", sd = 0.1}}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
//--- unknown.mlir
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32, jax.uses_shape_polymorphism = false} {
  func.func public @main(%x: tensor<4xf32> {jax.arg_info = "x", mhlo.layout_mode = "default", foo.bar = [1, "y"]}) -> (tensor<4xf32> {jax.result_info = "", mhlo.layout_mode = "default"}) {
    %0 = stablehlo.abs %x {mhlo.frontend_attributes = {a = "b"}, xla_shape = "f32[4]"} : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
