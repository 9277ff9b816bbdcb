// OPTIONS: --shardc-partition
module attributes {shardc.microbatches = 1 : i64, shardc.recompute = "none", shardc.strategy = "dp=2,tp=2", shardc.zero = 0 : i64} {
  dist.mesh @mesh <"dp"=2, "tp"=2>
  func.func @main(%arg0: tensor<8x4xf32> {dist.name = "x", dist.role = "input", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}, %arg1: tensor<4x6xf32> {dist.name = "w", dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.weight_decay = true}, %arg2: tensor<6x4xf32> {dist.name = "v", dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>, dist.weight_decay = true}) -> (tensor<8x4xf32> {dist.name = "y", dist.role = "output", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {"tp"}]>]} : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
    %1 = stablehlo.tanh %0 {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {"tp"}]>]} : tensor<8x6xf32>
    %2 = stablehlo.dot_general %1, %arg2, contracting_dims = [1] x [0] {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {}], partial={sum:"tp"}>]} : (tensor<8x6xf32>, tensor<6x4xf32>) -> tensor<8x4xf32>
    %3 = dist.reshard %2 <@mesh, [{"dp"}, {}]> {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>]} : tensor<8x4xf32>
    return %3 : tensor<8x4xf32>
  }
}

