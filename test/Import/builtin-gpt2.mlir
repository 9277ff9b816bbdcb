// The GPT-2 graph: learned positions, biases, layer norms, tied head.
// RUN: shardc import tiny-gpt2:layers=1 -o - | FileCheck %s
// RUN: shardc import gpt3-175b -o - | FileCheck %s --check-prefix=BIG

// CHECK: func.func @main(%[[E:.*]]: tensor<512x64xf32> {dist.name = "embed.weight"
// CHECK-SAME: %[[P:[a-z0-9]+]]: tensor<32x64xf32> {dist.name = "pos_embed.weight"
// CHECK-SAME: tensor<64xf32> {dist.init = {kind = "norm_weight"}, dist.name = "layers.0.attention_norm.weight"
// CHECK-SAME: tensor<64xf32> {dist.name = "layers.0.attention_norm.bias"
// CHECK-SAME: tensor<64x64xf32> {dist.name = "layers.0.attention.wq.weight"
// CHECK-SAME: tensor<64xf32> {dist.name = "layers.0.attention.wq.bias", dist.role = "param", dist.weight_decay = false}
// CHECK-SAME: "layers.0.attention.wo.bias"
// CHECK-SAME: tensor<64x256xf32> {dist.name = "layers.0.ffn.w_in.weight"
// CHECK-SAME: tensor<256x64xf32> {dist.name = "layers.0.ffn.w_out.weight"
// CHECK-SAME: "norm.weight"
// CHECK-SAME: "norm.bias"
// CHECK-NOT: head.weight
// CHECK: %[[X:.*]] = nn.embedding %[[E]]
// CHECK: %[[W:.*]] = stablehlo.broadcast_in_dim %[[P]], dims = [1, 2] : (tensor<32x64xf32>) -> tensor<48x32x64xf32>
// CHECK: stablehlo.add %[[X]], %[[W]]
// CHECK: nn.layer_norm
// CHECK: stablehlo.broadcast_in_dim {{.*}}, dims = [2]
// CHECK-NOT: nn.rope
// CHECK: nn.gelu {{.*}}<tanh>
// CHECK: stablehlo.dot_general %{{.*}}, %[[E]], contracting_dims = [2] x [1]

// BIG: tensor<50257x12288xf32> {dist.name = "embed.weight"
// BIG-SAME: tensor<12288x49152xf32> {dist.name = "layers.95.ffn.w_in.weight"
// BIG-SAME: tensor<16x2048xi32>
