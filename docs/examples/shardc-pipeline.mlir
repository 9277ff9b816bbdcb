// OPTIONS: --shardc-pipeline
module attributes {shardc.microbatches = 1 : i64, shardc.recompute = "none", shardc.strategy = "dp=2,tp=2", shardc.zero = 0 : i64} {
  dist.mesh @mesh <"dp"=2, "tp"=2>
  func.func @main(%arg0: tensor<4x4xf32> {dist.global_type = tensor<8x4xf32>, dist.name = "x", dist.role = "input", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}, %arg1: tensor<4x3xf32> {dist.global_type = tensor<4x6xf32>, dist.name = "w", dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.weight_decay = true}, %arg2: tensor<3x4xf32> {dist.global_type = tensor<6x4xf32>, dist.name = "v", dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>, dist.weight_decay = true}) -> (tensor<4x4xf32> {dist.global_type = tensor<8x4xf32>, dist.name = "y", dist.role = "output", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {"tp"}]>]} : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %1 = stablehlo.tanh %0 {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {"tp"}]>]} : tensor<4x3xf32>
    %2 = stablehlo.dot_general %1, %arg2, contracting_dims = [1] x [0] {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {}], partial={sum:"tp"}>]} : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
    %3 = dist.all_reduce %2 sum over ["tp"] on @mesh {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>]} : tensor<4x4xf32>
    return %3 : tensor<4x4xf32>
  }
}

