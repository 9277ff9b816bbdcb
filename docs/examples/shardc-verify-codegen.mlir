// OPTIONS: --shardc-verify-codegen
module attributes {shardc.microbatches = 1 : i64, shardc.recompute = "none", shardc.strategy = "dp=2,tp=2", shardc.zero = 0 : i64} {
  dist.mesh @mesh <"dp"=2, "tp"=2>
  func.func private @step(%arg0: tensor<4x4xf32> {dist.name = "x"}, %arg1: tensor<4x3xf32> {dist.name = "w"}, %arg2: tensor<3x4xf32> {dist.name = "v"}) -> tensor<4x4xf32> attributes {dist.donate = array<i64: -1>, dist.segment = "step", dist.stage = 0 : i64} {
    %0 = sched.gemm %arg0, %arg1 {a_batch = array<i64>, a_k = 1 : i64, a_m = 4 : i64, b_batch = array<i64>, b_k = 3 : i64, b_n = 1 : i64, batch = array<i64>, c_batch = array<i64>, c_m = 3 : i64, c_n = 1 : i64, k = 4 : i64, m = 4 : i64, n = 3 : i64, sched.flops = 96 : i64} : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %1 = sched.launch @k_tanh_0(%0) {inplace = array<i64: 0>} : (tensor<4x3xf32>) -> tensor<4x3xf32>
    %2 = sched.gemm %1, %arg2 {a_batch = array<i64>, a_k = 1 : i64, a_m = 3 : i64, b_batch = array<i64>, b_k = 4 : i64, b_n = 1 : i64, batch = array<i64>, c_batch = array<i64>, c_m = 4 : i64, c_n = 1 : i64, k = 3 : i64, m = 4 : i64, n = 4 : i64, sched.flops = 96 : i64} : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
    %3 = dist.all_reduce %2 sum over ["tp"] on @mesh {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>]} : tensor<4x4xf32>
    return %3 : tensor<4x4xf32>
  }
  func.func @program(%arg0: tensor<4x4xf32> {dist.global_type = tensor<8x4xf32>, dist.name = "x", dist.role = "input", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}, %arg1: tensor<4x3xf32> {dist.global_type = tensor<4x6xf32>, dist.name = "w", dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.weight_decay = true}, %arg2: tensor<3x4xf32> {dist.global_type = tensor<6x4xf32>, dist.name = "v", dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>, dist.weight_decay = true}) -> (tensor<4x4xf32> {dist.global_type = tensor<8x4xf32>, dist.name = "y", dist.role = "output", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}) {
    %0 = call @step(%arg0, %arg1, %arg2) {dist.action = "step", dist.stage = 0 : i64} : (tensor<4x4xf32>, tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
  func.func private @k_tanh_0(%arg0: tensor<4x3xf32>) -> tensor<4x3xf32> attributes {sched.kernel} {
    %0 = stablehlo.tanh %arg0 : tensor<4x3xf32>
    return %0 : tensor<4x3xf32>
  }
}

