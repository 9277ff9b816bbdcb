// The Llama graph: its parameters in order of use, one layer, the loss.
// RUN: shardc import tiny-llama:layers=2 -o - | FileCheck %s
// RUN: shardc import tiny-llama:layers=5,kv=3,heads=6,ffn=100,vocab=509,seq=33,batch=10,tied -o - | FileCheck %s --check-prefix=TIED
// RUN: shardc import llama3-8b --seq 128 --global-batch 4 -o - | FileCheck %s --check-prefix=BIG
// RUN: shardc import llama3-405b -o - | FileCheck %s --check-prefix=HUGE

// CHECK: module attributes {{{.*}}shardc.model = "tiny-llama:layers=2"
// CHECK: func.func @main(%[[E:.*]]: tensor<512x64xf32> {dist.name = "embed.weight", dist.role = "param", dist.weight_decay = true},
// CHECK-SAME: tensor<64xf32> {dist.init = {kind = "norm_weight"}, dist.name = "layers.0.attention_norm.weight", dist.role = "param", dist.weight_decay = false}
// CHECK-SAME: tensor<64x64xf32> {dist.name = "layers.0.attention.wq.weight"
// CHECK-SAME: tensor<64x16xf32> {dist.name = "layers.0.attention.wk.weight"
// CHECK-SAME: tensor<64x16xf32> {dist.name = "layers.0.attention.wv.weight"
// CHECK-SAME: tensor<64x64xf32> {dist.name = "layers.0.attention.wo.weight"
// CHECK-SAME: "layers.0.ffn_norm.weight"
// CHECK-SAME: tensor<64x176xf32> {dist.name = "layers.0.ffn.w_gate.weight"
// CHECK-SAME: tensor<64x176xf32> {dist.name = "layers.0.ffn.w_up.weight"
// CHECK-SAME: tensor<176x64xf32> {dist.name = "layers.0.ffn.w_down.weight"
// CHECK-SAME: "layers.1.ffn.w_down.weight"
// CHECK-SAME: "norm.weight"
// CHECK-SAME: tensor<64x512xf32> {dist.name = "head.weight"
// CHECK-SAME: %[[TOKENS:[a-z0-9]+]]: tensor<48x32xi32> {dist.init = {high = 512 : i64, kind = "uniform_int", low = 0 : i64}, dist.name = "tokens", dist.role = "input"}
// CHECK-SAME: %[[LABELS:[a-z0-9]+]]: tensor<48x32xi32> {{{.*}}dist.name = "labels", dist.role = "input"}
// CHECK-SAME: -> (tensor<f32> {dist.name = "loss_sum", dist.role = "loss_sum"}, tensor<f32> {dist.name = "token_count", dist.role = "token_count"}, tensor<48x32x512xf32> {dist.name = "logits", dist.role = "output"})
// CHECK: nn.embedding %[[E]], %[[TOKENS]]
// CHECK: nn.rope_table {theta = 1.000000e+04 : f64} : tensor<32x4xf32>
// CHECK: nn.rms_norm {{.*}}{dist.layer = 0 : i64, eps = 1.000000e-05 : f64}
// CHECK: %[[Q:.*]] = nn.rope {{.*}} : tensor<48x32x8x8xf32>, tensor<32x4xf32>
// CHECK: %[[K:.*]] = nn.rope {{.*}} : tensor<48x32x2x8xf32>, tensor<32x4xf32>
// CHECK: nn.attention %[[Q]], %[[K]], %{{.*}} {causal, dist.layer = 0 : i64, scale = 0.35355339059327373 : f64}
// CHECK: nn.silu
// CHECK: nn.attention {{.*}}dist.layer = 1
// CHECK: %[[LOGITS:.*]] = stablehlo.dot_general {{.*}} contracting_dims = [2] x [0] : (tensor<48x32x64xf32>, tensor<64x512xf32>)
// CHECK: %[[LOSS:.*]], %{{.*}} = nn.cross_entropy %[[LOGITS]], %[[LABELS]]
// CHECK: %[[SUM:.*]] = stablehlo.reduce(%[[LOSS]] init: %{{.*}}) applies stablehlo.add across dimensions = [0, 1]
// CHECK: stablehlo.compare {{ *}}GE, %[[LABELS]]
// CHECK: stablehlo.compare {{ *}}LT, %[[LABELS]]
// CHECK: return %[[SUM]], %{{.*}}, %[[LOGITS]]

// Heads of 8 keep their size: six of them are 48 wide. The head is the table.
// TIED: func.func @main(%[[E:.*]]: tensor<509x64xf32>
// TIED-SAME: tensor<64x48xf32> {dist.name = "layers.0.attention.wq.weight"
// TIED-SAME: tensor<64x24xf32> {dist.name = "layers.0.attention.wk.weight"
// TIED-SAME: tensor<48x64xf32> {dist.name = "layers.0.attention.wo.weight"
// TIED-SAME: tensor<64x100xf32> {dist.name = "layers.0.ffn.w_gate.weight"
// TIED-SAME: "layers.4.ffn.w_down.weight"
// TIED-NOT: head.weight
// TIED: tensor<10x33xi32>
// TIED: stablehlo.dot_general %{{.*}}, %[[E]], contracting_dims = [2] x [1] : (tensor<10x33x64xf32>, tensor<509x64xf32>) -> tensor<10x33x509xf32>

// BIG: tensor<128256x4096xf32> {dist.name = "embed.weight"
// BIG-SAME: tensor<4096x1024xf32> {dist.name = "layers.31.attention.wk.weight"
// BIG-SAME: tensor<4x128xi32>
// BIG: nn.rope_table {theta = 5.000000e+05 : f64} : tensor<128x64xf32>

// HUGE: tensor<128256x16384xf32> {dist.name = "embed.weight"
// HUGE-SAME: tensor<16384x53248xf32> {dist.name = "layers.125.ffn.w_up.weight"
// HUGE-SAME: tensor<16x8192xi32>
