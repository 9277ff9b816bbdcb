// OPTIONS: --shardc-verify-schedule
module attributes {shardc.microbatches = 1 : i64, shardc.recompute = "none", shardc.strategy = "dp=2,tp=2", shardc.zero = 0 : i64} {
  dist.mesh @mesh <"dp"=2, "tp"=2>
  sched.communicator @comm_tp over [#dist.axis_ref<"tp">] on @mesh
  func.func private @step(%arg0: tensor<4x4xf32> {dist.name = "x"}, %arg1: tensor<4x3xf32> {dist.name = "w"}, %arg2: tensor<3x4xf32> {dist.name = "v"}) -> tensor<4x4xf32> attributes {dist.donate = array<i64: -1>, dist.segment = "step", dist.stage = 0 : i64, sched.events = 1 : i64, sched.formals = array<i64: 64, 48, 48, 64>, sched.largest_live = 64 : i64, sched.result_formals = array<i64: 3>, sched.scratch = 64 : i64} {
    %0 = sched.gemm %arg0, %arg1 {a_batch = array<i64>, a_k = 1 : i64, a_m = 4 : i64, b_batch = array<i64>, b_k = 3 : i64, b_n = 1 : i64, batch = array<i64>, c_batch = array<i64>, c_m = 3 : i64, c_n = 1 : i64, k = 4 : i64, m = 4 : i64, n = 3 : i64, sched.buffers = [#sched.buffer<scratch at 0 size 48>], sched.flops = 96 : i64, sched.stream = #sched.stream<compute>} : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %1 = sched.launch @k_tanh_0(%0) {inplace = array<i64: 0>, sched.buffers = [#sched.buffer<scratch at 0 size 48>], sched.stream = #sched.stream<compute>} : (tensor<4x3xf32>) -> tensor<4x3xf32>
    %2 = sched.gemm %1, %arg2 {a_batch = array<i64>, a_k = 1 : i64, a_m = 3 : i64, b_batch = array<i64>, b_k = 4 : i64, b_n = 1 : i64, batch = array<i64>, c_batch = array<i64>, c_m = 4 : i64, c_n = 1 : i64, k = 3 : i64, m = 4 : i64, n = 4 : i64, sched.buffers = [#sched.buffer<formal 3 at 0 size 64>], sched.flops = 96 : i64, sched.stream = #sched.stream<compute>} : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
    sched.record 0 on compute
    sched.wait 0 on collective
    %3 = dist.all_reduce %2 sum over ["tp"] on @mesh {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>], sched.buffers = [#sched.buffer<formal 3 at 0 size 64>], sched.comm = @comm_tp, sched.sequence = 0 : i64, sched.stream = #sched.stream<collective>} : tensor<4x4xf32>
    return %3 : tensor<4x4xf32>
  }
  sched.program @program arena 320 attributes {sched.largest_live = 320 : i64} {
    %0 = sched.tensor "x" role "input" at 0 {dist.global_type = tensor<8x4xf32>, dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>} : tensor<4x4xf32>
    %1 = sched.tensor "w" role "param" at 64 {dist.global_type = tensor<4x6xf32>, dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.weight_decay = true} : tensor<4x3xf32>
    %2 = sched.tensor "v" role "param" at 128 {dist.global_type = tensor<6x4xf32>, dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>, dist.weight_decay = true} : tensor<3x4xf32>
    %3 = sched.action "step" @step(%0, %1, %2) at [0, 64, 128, 192] scratch 256 {stage = 0 : i64} : (tensor<4x4xf32>, tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
    sched.output "y" role "output" %3 at 192 {dist.global_type = tensor<8x4xf32>, dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>} : tensor<4x4xf32>
  }
  func.func private @k_tanh_0(%arg0: tensor<4x3xf32>) -> tensor<4x3xf32> attributes {sched.kernel} {
    %0 = stablehlo.tanh %arg0 : tensor<4x3xf32>
    return %0 : tensor<4x3xf32>
  }
}

