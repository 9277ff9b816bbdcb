// What replicas keep of parameters (fsdp, zero=3), or reduce their gradients to (zero=2): the
// first dimension that stays even, else the one that leaves the least on a rank.
// RUN: shard-opt %s --shardc-assign-shardings=strategy=fsdp=4 | FileCheck %s --check-prefix=FSDP
// RUN: shard-opt %s "--shardc-assign-shardings=strategy=dp=2,fsdp=4" | FileCheck %s --check-prefix=HSDP
// RUN: shard-opt %s "--shardc-assign-shardings=strategy=dp=4,zero=2" | FileCheck %s --check-prefix=ZERO2
// RUN: shard-opt %s "--shardc-assign-shardings=strategy=dp=4,zero=2,zero2-reduce=last" | FileCheck %s --check-prefix=LAST
// RUN: shard-opt %s "--shardc-assign-shardings=strategy=fsdp=4,tp=2" 2>/dev/null | FileCheck %s --check-prefix=TP
// RUN: shard-opt %s "--shardc-assign-shardings=strategy=fsdp=4,resident=100" 2>&1 | FileCheck %s --check-prefix=STAY

// FSDP: tensor<16x12xf32> {dist.compute_sharding = #dist.sharding<@mesh, [{}, {}]>, dist.gradient_sharding = #dist.sharding<@mesh, [{"fsdp"}, {}]>, dist.name = "even",
// FSDP-SAME: dist.sharding = #dist.sharding<@mesh, [{"fsdp"}, {}]>}
// FSDP-SAME: dist.name = "second", dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{}, {"fsdp"}]>}
// 9 of 33 columns are fewer elements than 2 of 6 rows.
// FSDP-SAME: dist.name = "uneven", dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{}, {"fsdp"}]>}
// FSDP-SAME: dist.name = "one", dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{}, {"fsdp"}]>}
// FSDP-SAME: dist.name = "bias", dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{"fsdp"}]>}
// FSDP-SAME: tensor<f32> {dist.name = "scalar", dist.role = "param", dist.sharding = #dist.sharding<@mesh, []>}
// FSDP-SAME: dist.name = "x", dist.role = "input", dist.sharding = #dist.sharding<@mesh, [{"fsdp"}, {}]>}

// The sum over dp stays pending.
// HSDP: dist.gradient_sharding = #dist.sharding<@mesh, [{"fsdp"}, {}], partial={sum:"dp"}>, dist.name = "even", dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{"fsdp"}, {}]>}
// HSDP-SAME: dist.name = "x", dist.role = "input", dist.sharding = #dist.sharding<@mesh, [{"dp", "fsdp"}, {}]>}

// ZERO2: tensor<16x12xf32> {dist.gradient_sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.name = "even", dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{}, {}]>}

// LAST: shardc.zero = 2
// LAST-NOT: dist.gradient_sharding

// TP: tensor<16x12xf32> {dist.compute_sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.gradient_sharding = #dist.sharding<@mesh, [{"fsdp"}, {"tp"}]>,
// TP-SAME: tensor<6x8xf32> {dist.compute_sharding = #dist.sharding<@mesh, [{}, {}]>, dist.gradient_sharding = #dist.sharding<@mesh, [{}, {"fsdp"}], partial={sum:"tp"}>,

// STAY: strategy:1:8: remark: 2 of 5 parameters stay gathered through the step, 24 of 100 bytes a rank: 'one', 'bias'
// STAY-NOT: dist.resident
// STAY: dist.name = "one", dist.resident,
// STAY-SAME: dist.name = "bias", dist.resident,
func.func @main(
    %even: tensor<16x12xf32> {dist.name = "even", dist.role = "param"},
    %second: tensor<6x8xf32> {dist.name = "second", dist.role = "param"},
    %uneven: tensor<6x33xf32> {dist.name = "uneven", dist.role = "param"},
    %one: tensor<1x3xf32> {dist.name = "one", dist.role = "param"},
    %bias: tensor<3xf32> {dist.name = "bias", dist.role = "param"},
    %scalar: tensor<f32> {dist.name = "scalar", dist.role = "param"},
    %x: tensor<8x16xf32> {dist.name = "x", dist.role = "input"}) -> (tensor<8x12xf32> {dist.role = "output"}) {
  %0 = stablehlo.dot_general %x, %even, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x12xf32>) -> tensor<8x12xf32>
  return %0 : tensor<8x12xf32>
}
