// One case a constraint of the nn ops.

// RUN: shard-opt %s --split-input-file --verify-diagnostics

func.func @embedding_c1(%t: tensor<5x3x2xf32>, %i: tensor<4xi32>) {
  // expected-error@+1 {{'nn.embedding' op 'table' must have rank 2, but has rank 3}}
  %0 = nn.embedding %t, %i : (tensor<5x3x2xf32>, tensor<4xi32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @embedding_c2(%t: tensor<5x3xf32>, %i: tensor<4xi32>) {
  // expected-error@+1 {{'nn.embedding' op 'result' has shape [4, 5], but the shape of 'ids' and the table's row asks for [4, 3]}}
  %0 = nn.embedding %t, %i : (tensor<5x3xf32>, tensor<4xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @embedding_c3(%t: tensor<5x3xf32>, %i: tensor<4xi32>) {
  // expected-error@+1 {{'nn.embedding' op 'result' has element type 'f64', but 'table' has 'f32'}}
  %0 = nn.embedding %t, %i : (tensor<5x3xf32>, tensor<4xi32>) -> tensor<4x3xf64>
  return
}

// -----

func.func @embedding_grad_c2(%d: tensor<5x3xf32>, %i: tensor<4xi32>) {
  // expected-error@+1 {{'nn.embedding_grad' op 'dout' has shape [5, 3], but the shape of 'ids' and the table's row asks for [4, 3]}}
  %0 = nn.embedding_grad %i, %d : (tensor<4xi32>, tensor<5x3xf32>) -> tensor<7x3xf32>
  return
}

// -----

func.func @dynamic(%t: tensor<?x3xf32>, %i: tensor<4xi32>) {
  // expected-error@+1 {{'nn.embedding' op operand 0 has the dynamic shape 'tensor<?x3xf32>'; only static shapes are supported}}
  %0 = nn.embedding %t, %i : (tensor<?x3xf32>, tensor<4xi32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @rms_norm_c1(%x: tensor<2x64xf32>, %w: tensor<48xf32>) {
  // expected-error@+1 {{'nn.rms_norm' op 'weight' has shape [48], but the last dimension of 'x' asks for [64]}}
  %0 = nn.rms_norm %x, %w {eps = 1.0e-5 : f64} : tensor<2x64xf32>, tensor<48xf32>
  return
}

// -----

func.func @rms_norm_eps(%x: tensor<2x64xf32>, %w: tensor<64xf32>) {
  // expected-error@+1 {{'nn.rms_norm' op 'eps' must be a positive number, but is 0}}
  %0 = nn.rms_norm %x, %w {eps = 0.0 : f64} : tensor<2x64xf32>, tensor<64xf32>
  return
}

// -----

func.func @layer_norm_rank(%x: tensor<f32>, %w: tensor<1xf32>) {
  // expected-error@+1 {{'nn.layer_norm' op 'x' must have rank 1 or more, but has rank 0}}
  %0 = nn.layer_norm %x, %w, %w {eps = 1.0e-5 : f64} : tensor<f32>, tensor<1xf32>
  return
}

// -----

func.func @rope_table_c1() {
  // expected-error@+1 {{'nn.rope_table' op 'cos' must have rank 2, but has rank 1}}
  %0, %1 = nn.rope_table {theta = 1.0e4 : f64} : tensor<4xf32>
  return
}

// -----

func.func @rope_c1(%x: tensor<2x3x2x4xf32>, %c: tensor<3x4xf32>) {
  // expected-error@+1 {{'nn.rope' op 'cos' has shape [3, 4], but the sequence and half the last dimension of 'x' asks for [3, 2]}}
  %0 = nn.rope %x, %c, %c : tensor<2x3x2x4xf32>, tensor<3x4xf32>
  return
}

// -----

func.func @rope_odd(%x: tensor<2x3x2x5xf32>, %c: tensor<3x2xf32>) {
  // expected-error@+1 {{'nn.rope' op the last dimension of 'x' must be even, but is 5}}
  %0 = nn.rope %x, %c, %c : tensor<2x3x2x5xf32>, tensor<3x2xf32>
  return
}

// -----

func.func @attention_c1(%q: tensor<2x3x4x8xf32>, %k: tensor<3x3x2x8xf32>) {
  // expected-error@+1 {{'nn.attention' op 'q' has batch size 2, but 'k' has 3}}
  %0, %1 = nn.attention %q, %k, %k {scale = 1.0 : f64} : (tensor<2x3x4x8xf32>, tensor<3x3x2x8xf32>, tensor<3x3x2x8xf32>) -> (tensor<2x3x4x8xf32>, tensor<2x4x3xf32>)
  return
}

// -----

func.func @attention_c1_dim(%q: tensor<2x3x4x8xf32>, %k: tensor<2x3x2x4xf32>) {
  // expected-error@+1 {{'nn.attention' op 'q' has head dimension 8, but 'k' has 4}}
  %0, %1 = nn.attention %q, %k, %k {scale = 1.0 : f64} : (tensor<2x3x4x8xf32>, tensor<2x3x2x4xf32>, tensor<2x3x2x4xf32>) -> (tensor<2x3x4x8xf32>, tensor<2x4x3xf32>)
  return
}

// -----

func.func @attention_c2(%q: tensor<2x3x4x8xf32>, %k: tensor<2x3x3x8xf32>) {
  // expected-error@+1 {{'nn.attention' op 'q' has 4 heads, which the 3 heads of 'k' do not divide}}
  %0, %1 = nn.attention %q, %k, %k {scale = 1.0 : f64} : (tensor<2x3x4x8xf32>, tensor<2x3x3x8xf32>, tensor<2x3x3x8xf32>) -> (tensor<2x3x4x8xf32>, tensor<2x4x3xf32>)
  return
}

// -----

func.func @attention_c3(%q: tensor<2x3x4x8xf32>, %k: tensor<2x3x2x8xf32>) {
  // expected-error@+1 {{'nn.attention' op 'lse' has shape [2, 3, 4], but batch, heads and sequence of 'q' asks for [2, 4, 3]}}
  %0, %1 = nn.attention %q, %k, %k {scale = 1.0 : f64} : (tensor<2x3x4x8xf32>, tensor<2x3x2x8xf32>, tensor<2x3x2x8xf32>) -> (tensor<2x3x4x8xf32>, tensor<2x3x4xf32>)
  return
}

// -----

func.func @attention_c4(%q: tensor<2x3x4x8xf32>, %k: tensor<2x5x2x8xf32>) {
  // expected-error@+1 {{'nn.attention' op causal attention needs equal sequences, but 'q' has length 3 and 'k' has 5; a part of the queries needs a 'query_offset'}}
  %0, %1 = nn.attention %q, %k, %k {causal, scale = 1.0 : f64} : (tensor<2x3x4x8xf32>, tensor<2x5x2x8xf32>, tensor<2x5x2x8xf32>) -> (tensor<2x3x4x8xf32>, tensor<2x4x3xf32>)
  return
}

// -----

func.func @attention_c5_scalar(%q: tensor<2x3x4x8xf32>, %k: tensor<2x5x2x8xf32>, %o: tensor<1xi32>) {
  // expected-error@+1 {{'nn.attention' op 'query_offset' has shape [1], but a scalar asks for []}}
  %0, %1 = nn.attention %q, %k, %k, %o {causal, scale = 1.0 : f64} : (tensor<2x3x4x8xf32>, tensor<2x5x2x8xf32>, tensor<2x5x2x8xf32>, tensor<1xi32>) -> (tensor<2x3x4x8xf32>, tensor<2x4x3xf32>)
  return
}

// -----

func.func @attention_c5_causal(%q: tensor<2x3x4x8xf32>, %k: tensor<2x5x2x8xf32>, %o: tensor<i32>) {
  // expected-error@+1 {{'nn.attention' op has a 'query_offset', which only 'causal' attention reads}}
  %0, %1 = nn.attention %q, %k, %k, %o {scale = 1.0 : f64} : (tensor<2x3x4x8xf32>, tensor<2x5x2x8xf32>, tensor<2x5x2x8xf32>, tensor<i32>) -> (tensor<2x3x4x8xf32>, tensor<2x4x3xf32>)
  return
}

// -----

func.func @attention_c6(%q: tensor<2x3x4x8xf32>, %k: tensor<2x5x2x8xf32>, %m: tensor<2x4x5x3xi1>) {
  // expected-error@+1 {{'nn.attention' op 'mask' has shape [2, 4, 5, 3], but batch, heads and sequence of 'q' (or 1 each) and the sequence of 'k' asks for [2, 4, 3, 5]}}
  %0, %1 = nn.attention %q, %k, %k mask %m {scale = 1.0 : f64} : (tensor<2x3x4x8xf32>, tensor<2x5x2x8xf32>, tensor<2x5x2x8xf32>, tensor<2x4x5x3xi1>) -> (tensor<2x3x4x8xf32>, tensor<2x4x3xf32>)
  return
}

// -----

func.func @attention_c6_element(%q: tensor<2x3x4x8xf32>, %m: tensor<1x1x3x3xf64>) {
  // expected-error@+1 {{'nn.attention' op 'mask' has element type 'f64', but 'q' has 'f32'}}
  %0, %1 = nn.attention %q, %q, %q mask %m {scale = 1.0 : f64} : (tensor<2x3x4x8xf32>, tensor<2x3x4x8xf32>, tensor<2x3x4x8xf32>, tensor<1x1x3x3xf64>) -> (tensor<2x3x4x8xf32>, tensor<2x4x3xf32>)
  return
}

// -----

func.func @attention_c7(%q: tensor<2x3x4x8xf32>, %m: tensor<1x1x3x3xf32>) {
  // expected-error@+1 {{'nn.attention' op has a 'masked_value', which only a 'mask' of i1 reads}}
  %0, %1 = nn.attention %q, %q, %q mask %m {scale = 1.0 : f64, masked_value = -1.0 : f64} : (tensor<2x3x4x8xf32>, tensor<2x3x4x8xf32>, tensor<2x3x4x8xf32>, tensor<1x1x3x3xf32>) -> (tensor<2x3x4x8xf32>, tensor<2x4x3xf32>)
  return
}

// -----

func.func @attention_c8(%q: tensor<2x3x4x8xf32>) {
  // expected-error@+1 {{'nn.attention' op 'logit_cap' must be a positive number, but is 0}}
  %0, %1 = nn.attention %q, %q, %q {scale = 1.0 : f64, logit_cap = 0.0 : f64} : (tensor<2x3x4x8xf32>, tensor<2x3x4x8xf32>, tensor<2x3x4x8xf32>) -> (tensor<2x3x4x8xf32>, tensor<2x4x3xf32>)
  return
}

// -----

func.func @softmax_c1(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'nn.softmax' op 'dimension' must be in [0, 2), but is 2}}
  %0 = nn.softmax %x {dimension = 2 : i64} : tensor<2x3xf32>
  return
}

// -----

func.func @attention_grad_c1(%q: tensor<2x3x4x8xf32>, %k: tensor<2x3x2x8xf32>, %l: tensor<2x4x3xf32>) {
  // expected-error@+1 {{'nn.attention_grad' op 'dk' has type 'tensor<2x3x4x8xf32>', but 'k' has type 'tensor<2x3x2x8xf32>'}}
  %0, %1, %2 = nn.attention_grad %q, %k, %k, %q, %l, %q {scale = 1.0 : f64} : (tensor<2x3x4x8xf32>, tensor<2x3x2x8xf32>, tensor<2x3x2x8xf32>, tensor<2x3x4x8xf32>, tensor<2x4x3xf32>, tensor<2x3x4x8xf32>) -> (tensor<2x3x4x8xf32>, tensor<2x3x4x8xf32>, tensor<2x3x2x8xf32>)
  return
}

// -----

func.func @cross_entropy_c1(%x: tensor<2x3x5xf32>, %l: tensor<2x5xi32>) {
  // expected-error@+1 {{'nn.cross_entropy' op 'labels' has shape [2, 5], but 'logits' without its last dimension asks for [2, 3]}}
  %0, %1 = nn.cross_entropy %x, %l : (tensor<2x3x5xf32>, tensor<2x5xi32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
  return
}

// -----

func.func @cross_entropy_c2(%x: tensor<2x3x5xf32>, %l: tensor<2x3xi32>) {
  // expected-error@+1 {{'nn.cross_entropy' op 'loss' has type 'tensor<2x3xf64>', but 'lse' has type 'tensor<2x3xf32>'}}
  %0, %1 = nn.cross_entropy %x, %l : (tensor<2x3x5xf32>, tensor<2x3xi32>) -> (tensor<2x3xf64>, tensor<2x3xf32>)
  return
}

// -----

func.func @cross_entropy_grad_vocab(%x: tensor<2x3x5xf32>, %l: tensor<2x3xi32>, %d: tensor<2x3xf32>) {
  // expected-error@+1 {{'nn.cross_entropy_grad' op 'logits' has 5 columns, but 'vocab' is 9; a part of the vocabulary needs an 'offset'}}
  %0 = nn.cross_entropy_grad %x, %l, %d, %d {vocab = 9 : i64} : (tensor<2x3x5xf32>, tensor<2x3xi32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @square_sum_c1() {
  // expected-error@+1 {{'nn.square_sum' op needs at least one operand}}
  %0 = nn.square_sum : () -> tensor<f32>
  return
}

// -----

func.func @square_sum_c2(%x: tensor<2xf32>) {
  // expected-error@+1 {{'nn.square_sum' op 'result' has shape [2], but a scalar asks for []}}
  %0 = nn.square_sum %x : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @adamw_c2(%p: tensor<2xf32>) {
  // expected-error@+1 {{'nn.adamw' op 'step' has shape [2], but a scalar asks for []}}
  %0, %1, %2 = nn.adamw %p, %p, %p, %p, %p, %p {lr = 1.0e-3 : f64, beta1 = 0.9 : f64, beta2 = 0.95 : f64, eps = 1.0e-8 : f64, weight_decay = 0.1 : f64} : tensor<2xf32>, tensor<2xf32>
  return
}

// -----

func.func @adamw_beta(%p: tensor<2xf32>, %s: tensor<f32>) {
  // expected-error@+1 {{'nn.adamw' op 'beta2' must be in [0, 1), but is 1}}
  %0, %1, %2 = nn.adamw %p, %p, %p, %p, %s, %s {lr = 1.0e-3 : f64, beta1 = 0.9 : f64, beta2 = 1.0 : f64, eps = 1.0e-8 : f64, weight_decay = 0.1 : f64} : tensor<2xf32>, tensor<f32>
  return
}

// -----

func.func @dropout_none(%x: tensor<4xf32>) {
  // expected-error@+1 {{'nn.dropout' op has no mask and no key; one of them says what is kept}}
  %0 = nn.dropout %x, {rate = 0.1 : f64} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @dropout_both(%x: tensor<4xf32>, %m: tensor<4xi1>, %k: tensor<2xui32>) {
  // expected-error@+1 {{'nn.dropout' op has both a mask and a key; one of them says what is kept}}
  %0 = nn.dropout %x, mask %m key %k {rate = 0.1 : f64, stream = 0 : i64} : (tensor<4xf32>, tensor<4xi1>, tensor<2xui32>) -> tensor<4xf32>
  return
}

// -----

func.func @dropout_c2(%x: tensor<4xf32>, %m: tensor<5xi1>) {
  // expected-error@+1 {{'nn.dropout' op 'mask' has shape [5], but 'x' asks for [4]}}
  %0 = nn.dropout %x, mask %m {rate = 0.1 : f64} : (tensor<4xf32>, tensor<5xi1>) -> tensor<4xf32>
  return
}

// -----

func.func @dropout_c3(%x: tensor<4xf32>, %k: tensor<3xui32>) {
  // expected-error@+1 {{'nn.dropout' op 'key' has shape [3], but Philox asks for [2]}}
  %0 = nn.dropout %x, key %k {rate = 0.1 : f64, stream = 0 : i64} : (tensor<4xf32>, tensor<3xui32>) -> tensor<4xf32>
  return
}

// -----

func.func @dropout_c4(%x: tensor<4xf32>, %k: tensor<2xui32>) {
  // expected-error@+1 {{'nn.dropout' op has no 'stream'; it tells the draws of one key apart}}
  %0 = nn.dropout %x, key %k {rate = 0.1 : f64} : (tensor<4xf32>, tensor<2xui32>) -> tensor<4xf32>
  return
}

// -----

func.func @dropout_c4_mask(%x: tensor<4xf32>, %m: tensor<4xi1>) {
  // expected-error@+1 {{'nn.dropout' op has 'stream' without a key; it tells the draws of one key apart}}
  %0 = nn.dropout %x, mask %m {rate = 0.1 : f64, stream = 0 : i64} : (tensor<4xf32>, tensor<4xi1>) -> tensor<4xf32>
  return
}

// -----

func.func @dropout_c4_negative(%x: tensor<4xf32>, %k: tensor<2xui32>) {
  // expected-error@+1 {{'nn.dropout' op 'stream' must be 0 or more, but is -1}}
  %0 = nn.dropout %x, key %k {rate = 0.1 : f64, stream = -1 : i64} : (tensor<4xf32>, tensor<2xui32>) -> tensor<4xf32>
  return
}

// -----

func.func @dropout_c5(%x: tensor<4xf32>, %m: tensor<4xi1>) {
  // expected-error@+1 {{'nn.dropout' op 'rate' must be in [0, 1), but is 1}}
  %0 = nn.dropout %x, mask %m {rate = 1.0 : f64} : (tensor<4xf32>, tensor<4xi1>) -> tensor<4xf32>
  return
}

// -----

func.func @dropout_c6_whole(%x: tensor<4xf32>, %k: tensor<2xui32>, %i: tensor<i64>) {
  // expected-error@+1 {{'nn.dropout' op has 1 starts, but no 'whole' shape}}
  %0 = nn.dropout %x, key %k at(%i) {rate = 0.1 : f64, stream = 0 : i64} : (tensor<4xf32>, tensor<2xui32>, tensor<i64>) -> tensor<4xf32>
  return
}

// -----

func.func @dropout_c6_mask(%x: tensor<4xf32>, %m: tensor<4xi1>) {
  // expected-error@+1 {{'nn.dropout' op has a 'whole' shape without a key; only the draws of a key need it}}
  %0 = nn.dropout %x, mask %m {rate = 0.1 : f64, whole = array<i64: 4>} : (tensor<4xf32>, tensor<4xi1>) -> tensor<4xf32>
  return
}

// -----

func.func @dropout_c6_rank(%x: tensor<4x2xf32>, %k: tensor<2xui32>, %i: tensor<i64>) {
  // expected-error@+1 {{'nn.dropout' op has 3 starts and a 'whole' shape of rank 2, but 'x' has rank 2}}
  %0 = nn.dropout %x, key %k at(%i, %i, %i) {rate = 0.1 : f64, stream = 0 : i64, whole = array<i64: 8, 2>} : (tensor<4x2xf32>, tensor<2xui32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<4x2xf32>
  return
}

// -----

func.func @dropout_c6_scalar(%x: tensor<4xf32>, %k: tensor<2xui32>, %i: tensor<1xi64>) {
  // expected-error@+1 {{'nn.dropout' op 'start' has shape [1], but a scalar asks for []}}
  %0 = nn.dropout %x, key %k at(%i) {rate = 0.1 : f64, stream = 0 : i64, whole = array<i64: 8>} : (tensor<4xf32>, tensor<2xui32>, tensor<1xi64>) -> tensor<4xf32>
  return
}
