// Every nn op parses, verifies and prints back, in both forms.

// RUN: shard-opt %s --verify-roundtrip | FileCheck %s
// RUN: shard-opt %s --mlir-print-op-generic | shard-opt | FileCheck %s

// CHECK-LABEL: @embedding
func.func @embedding(%table: tensor<512x64xf32>, %ids: tensor<8x32xi32>) -> tensor<512x64xf32> {
  // CHECK: nn.embedding %{{.*}}, %{{.*}} : (tensor<512x64xf32>, tensor<8x32xi32>) -> tensor<8x32x64xf32>
  %0 = nn.embedding %table, %ids : (tensor<512x64xf32>, tensor<8x32xi32>) -> tensor<8x32x64xf32>
  // CHECK: nn.embedding_grad
  %1 = nn.embedding_grad %ids, %0 : (tensor<8x32xi32>, tensor<8x32x64xf32>) -> tensor<512x64xf32>
  return %1 : tensor<512x64xf32>
}

// CHECK-LABEL: @norms
func.func @norms(%x: tensor<8x32x64xf32>, %w: tensor<64xf32>) {
  // CHECK: nn.rms_norm %{{.*}}, %{{.*}} {eps = 1.000000e-05 : f64} : tensor<8x32x64xf32>, tensor<64xf32>
  %0 = nn.rms_norm %x, %w {eps = 1.0e-5 : f64} : tensor<8x32x64xf32>, tensor<64xf32>
  // CHECK: nn.rms_norm_grad
  %1, %2 = nn.rms_norm_grad %x, %w, %0 {eps = 1.0e-5 : f64} : tensor<8x32x64xf32>, tensor<64xf32>
  // CHECK: nn.layer_norm
  %3 = nn.layer_norm %x, %w, %w {eps = 1.0e-5 : f64} : tensor<8x32x64xf32>, tensor<64xf32>
  // CHECK: nn.layer_norm_grad
  %4, %5, %6 = nn.layer_norm_grad %x, %w, %3 {eps = 1.0e-5 : f64} : tensor<8x32x64xf32>, tensor<64xf32>
  return
}

// CHECK-LABEL: @activations
func.func @activations(%x: tensor<8x64xbf16>) {
  // CHECK: nn.gelu %{{.*}} <tanh> : tensor<8x64xbf16>
  %0 = nn.gelu %x <tanh> : tensor<8x64xbf16>
  // CHECK: nn.gelu_grad %{{.*}}, %{{.*}} <erf> : tensor<8x64xbf16>
  %1 = nn.gelu_grad %x, %0 <erf> : tensor<8x64xbf16>
  // CHECK: nn.silu %{{.*}} : tensor<8x64xbf16>
  %2 = nn.silu %x : tensor<8x64xbf16>
  // CHECK: nn.silu_grad
  %3 = nn.silu_grad %x, %2 : tensor<8x64xbf16>
  return
}

// CHECK-LABEL: @attention
func.func @attention(%q: tensor<8x32x8x8xf32>, %k: tensor<8x32x2x8xf32>, %v: tensor<8x32x2x8xf32>) {
  // CHECK: nn.rope_table {theta = 1.000000e+04 : f64} : tensor<32x4xf32>
  %cos, %sin = nn.rope_table {theta = 1.0e4 : f64} : tensor<32x4xf32>
  // CHECK: nn.rope %{{.*}} : tensor<8x32x8x8xf32>, tensor<32x4xf32>
  %0 = nn.rope %q, %cos, %sin : tensor<8x32x8x8xf32>, tensor<32x4xf32>
  // CHECK: nn.rope %{{.*}} {inverse} :
  %1 = nn.rope %0, %cos, %sin {inverse} : tensor<8x32x8x8xf32>, tensor<32x4xf32>
  // CHECK: nn.attention %{{.*}} {causal, scale = 3.500000e-01 : f64}
  %out, %lse = nn.attention %q, %k, %v {causal, scale = 0.35 : f64}
      : (tensor<8x32x8x8xf32>, tensor<8x32x2x8xf32>, tensor<8x32x2x8xf32>) -> (tensor<8x32x8x8xf32>, tensor<8x8x32xf32>)
  // CHECK: nn.attention_grad
  %dq, %dk, %dv = nn.attention_grad %q, %k, %v, %out, %lse, %q {causal, scale = 0.35 : f64}
      : (tensor<8x32x8x8xf32>, tensor<8x32x2x8xf32>, tensor<8x32x2x8xf32>, tensor<8x32x8x8xf32>, tensor<8x8x32xf32>, tensor<8x32x8x8xf32>)
      -> (tensor<8x32x8x8xf32>, tensor<8x32x2x8xf32>, tensor<8x32x2x8xf32>)
  return
}

// A block of 8 of 32 queries.
// CHECK-LABEL: @attention_block
func.func @attention_block(%q: tensor<8x8x8x8xf32>, %k: tensor<8x32x2x8xf32>, %offset: tensor<i32>) {
  // CHECK: nn.attention %{{.*}}, %{{.*}}, %{{.*}}, %arg2 {causal, scale = 3.500000e-01 : f64}
  %out, %lse = nn.attention %q, %k, %k, %offset {causal, scale = 0.35 : f64}
      : (tensor<8x8x8x8xf32>, tensor<8x32x2x8xf32>, tensor<8x32x2x8xf32>, tensor<i32>) -> (tensor<8x8x8x8xf32>, tensor<8x8x8xf32>)
  // CHECK: nn.attention_grad {{.*}}, %arg2 {causal, scale = 3.500000e-01 : f64}
  %dq, %dk, %dv = nn.attention_grad %q, %k, %k, %out, %lse, %q, %offset {causal, scale = 0.35 : f64}
      : (tensor<8x8x8x8xf32>, tensor<8x32x2x8xf32>, tensor<8x32x2x8xf32>, tensor<8x8x8x8xf32>, tensor<8x8x8xf32>, tensor<8x8x8x8xf32>, tensor<i32>)
      -> (tensor<8x8x8x8xf32>, tensor<8x32x2x8xf32>, tensor<8x32x2x8xf32>)
  return
}

// CHECK-LABEL: @training
func.func @training(%logits: tensor<8x32x512xf32>, %labels: tensor<8x32xi32>, %offset: tensor<i32>,
                    %p: tensor<64x64xf32>, %s: tensor<f32>) {
  // CHECK: nn.cross_entropy
  %loss, %lse = nn.cross_entropy %logits, %labels : (tensor<8x32x512xf32>, tensor<8x32xi32>) -> (tensor<8x32xf32>, tensor<8x32xf32>)
  // CHECK: nn.cross_entropy_grad %{{.*}} {vocab = 512 : i64}
  %0 = nn.cross_entropy_grad %logits, %labels, %lse, %loss {vocab = 512 : i64}
      : (tensor<8x32x512xf32>, tensor<8x32xi32>, tensor<8x32xf32>, tensor<8x32xf32>) -> tensor<8x32x512xf32>
  // CHECK: nn.cross_entropy_grad %{{.*}} {vocab = 1000 : i64}
  %1 = nn.cross_entropy_grad %logits, %labels, %lse, %loss, %offset {vocab = 1000 : i64}
      : (tensor<8x32x512xf32>, tensor<8x32xi32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<i32>) -> tensor<8x32x512xf32>
  // CHECK: nn.square_sum
  %2 = nn.square_sum %p, %s : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
  // CHECK: nn.adamw
  %3, %4, %5 = nn.adamw %p, %p, %p, %p, %s, %s
      {lr = 1.0e-3 : f64, beta1 = 0.9 : f64, beta2 = 0.95 : f64, eps = 1.0e-8 : f64, weight_decay = 0.1 : f64}
      : tensor<64x64xf32>, tensor<f32>
  return
}

// CHECK-LABEL: @dropout
func.func @dropout(%x: tensor<8x32xbf16>, %m: tensor<8x32xi1>, %k: tensor<2xui32>, %i: tensor<i64>) {
  // CHECK: nn.dropout %arg0, mask %arg1 {rate = 1.000000e-01 : f64} : (tensor<8x32xbf16>, tensor<8x32xi1>) -> tensor<8x32xbf16>
  %0 = nn.dropout %x, mask %m {rate = 0.1 : f64} : (tensor<8x32xbf16>, tensor<8x32xi1>) -> tensor<8x32xbf16>
  // CHECK: nn.dropout %arg0, key %arg2 {rate = 1.000000e-01 : f64, stream = 3 : i64} : (tensor<8x32xbf16>, tensor<2xui32>) -> tensor<8x32xbf16>
  %1 = nn.dropout %x, key %k {rate = 0.1 : f64, stream = 3 : i64} : (tensor<8x32xbf16>, tensor<2xui32>) -> tensor<8x32xbf16>
  // CHECK: nn.dropout %arg0, key %arg2 at(%arg3, %arg3) {rate = 1.000000e-01 : f64, stream = 3 : i64, whole = array<i64: 16, 64>}
  %2 = nn.dropout %x, key %k at(%i, %i) {rate = 0.1 : f64, stream = 3 : i64, whole = array<i64: 16, 64>}
      : (tensor<8x32xbf16>, tensor<2xui32>, tensor<i64>, tensor<i64>) -> tensor<8x32xbf16>
  // CHECK: nn.dropout %arg0, key %arg2 at(%arg3, %arg3, %arg3, %arg3)
  %3 = nn.dropout %x, key %k at(%i, %i, %i, %i) {rate = 0.1 : f64, stream = 3 : i64, whole = array<i64: 16, 64>}
      : (tensor<8x32xbf16>, tensor<2xui32>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<8x32xbf16>
  return
}
