// One KV head has no axis to be split over: its weights stay whole, and what
// annotation prints reads back.
// RUN: shardc import tiny-llama:kv=1,layers=1 | shard-opt --shardc-stage-annotate=strategy=tp=2 2>/dev/null | shard-opt | FileCheck %s
// RUN: not shard-opt %s --shardc-stage-annotate=strategy=tp=2 2>&1 | FileCheck %s --check-prefix=DECLARED
// CHECK: dist.name = "layers.0.attention.wk.weight"{{.*}}dist.sharding = #dist.sharding<@mesh, [{}, {}]>
// DECLARED: error: no function @main to shard; import the model first
func.func private @main(%a: tensor<4xf32>) -> tensor<4xf32>
