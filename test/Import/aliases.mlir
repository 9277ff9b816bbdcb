// Aliases that XLA lists at the module are those of the arguments; nonsense is not.
// RUN: shard-opt %s --shardc-normalize-module | FileCheck %s
// CHECK: @main(%{{.*}}: tensor<4xf32> {dist.donated, dist.name = "p", dist.updated_by = 1 : i64}, %{{.*}}: tensor<4xf32> {dist.name = "x"}, %{{.*}}: tensor<4xf32> {dist.name = "q"})
module attributes {mhlo.input_output_alias = [
    {alias = {kind = "may_alias", parameter_index = array<i64>, parameter_number = 0 : i64}, output_index = array<i64: 1>},
    {alias = {kind = "may_alias", parameter_index = array<i64>, parameter_number = 2 : i64}, output_index = array<i64: 9>},
    {alias = {kind = "may_alias", parameter_index = array<i64>, parameter_number = 7 : i64}, output_index = array<i64: 0>}, "text"]} {
  func.func @main(%p: tensor<4xf32> {dist.name = "p"}, %x: tensor<4xf32> {dist.name = "x"}, %q: tensor<4xf32> {dist.name = "q"}) -> (tensor<4xf32>, tensor<4xf32>) {
    %0 = stablehlo.multiply %p, %x : tensor<4xf32>
    %1 = stablehlo.subtract %p, %q : tensor<4xf32>
    return %0, %1 : tensor<4xf32>, tensor<4xf32>
  }
}
