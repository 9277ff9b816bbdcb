// RUN: shard-opt %s --shardc-verify-partition=experiment-budget=0 --split-input-file --verify-diagnostics

// A loss over a vocabulary that ranks hold in parts, nine columns on two ranks.

// The softmax is put together from the ranks' own; a label is on one of them.

dist.mesh @mesh <"tp"=2>
func.func @loss(%logits: tensor<4x9xf32>, %labels: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %loss, %lse = nn.cross_entropy %logits, %labels : (tensor<4x9xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %loss, %lse : tensor<4xf32>, tensor<4xf32>
}
func.func @loss_local(
    %logits: tensor<4x5xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.global_type = tensor<4x9xf32>},
    %labels: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {dist.partition_of = @loss} {
  %zero = stablehlo.constant dense<0> : tensor<4xi32>
  %vocab = stablehlo.constant dense<9> : tensor<4xi32>
  %minus = stablehlo.constant dense<-1> : tensor<4xi32>
  %ones = stablehlo.constant dense<1> : tensor<5xi32>
  %zeroi = stablehlo.constant dense<0> : tensor<i32>
  %zerof = stablehlo.constant dense<0.0> : tensor<4xf32>
  %off = dist.shard_offset of 9 granule 1 over ["tp"] on @mesh : tensor<i32>
  %offs = stablehlo.broadcast_in_dim %off, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %local = stablehlo.subtract %labels, %offs : tensor<4xi32>
  %own = dist.mask %ones dim 0 of 9 granule 1 over ["tp"] on @mesh fill 0 : i32 : tensor<5xi32>
  %count = stablehlo.reduce(%own init: %zeroi) applies stablehlo.add across dimensions = [0] : (tensor<5xi32>, tensor<i32>) -> tensor<i32>
  %end = stablehlo.broadcast_in_dim %count, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %ge = stablehlo.compare GE, %local, %zero, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %lt = stablehlo.compare LT, %local, %end, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %here = stablehlo.and %ge, %lt : tensor<4xi1>
  %in = stablehlo.select %here, %local, %minus : tensor<4xi1>, tensor<4xi32>
  %m = dist.mask %logits dim 1 of 9 granule 1 over ["tp"] on @mesh fill -1.0e38 : f32 : tensor<4x5xf32>
  %loss0, %lse0 = nn.cross_entropy %m, %in : (tensor<4x5xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>)
  %diff = stablehlo.subtract %lse0, %loss0 : tensor<4xf32>
  %logit0 = stablehlo.select %here, %diff, %zerof : tensor<4xi1>, tensor<4xf32>
  %most = dist.all_reduce %lse0 max over ["tp"] on @mesh : tensor<4xf32>
  %less = stablehlo.subtract %lse0, %most : tensor<4xf32>
  %w0 = stablehlo.exponential %less : tensor<4xf32>
  %w = dist.all_reduce %w0 sum over ["tp"] on @mesh : tensor<4xf32>
  %logit = dist.all_reduce %logit0 sum over ["tp"] on @mesh : tensor<4xf32>
  %log = stablehlo.log %w : tensor<4xf32>
  %lse = stablehlo.add %most, %log : tensor<4xf32>
  %tge = stablehlo.compare GE, %labels, %zero, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %tlt = stablehlo.compare LT, %labels, %vocab, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %token = stablehlo.and %tge, %tlt : tensor<4xi1>
  %raw = stablehlo.subtract %lse, %logit : tensor<4xf32>
  %loss = stablehlo.select %token, %raw, %zerof : tensor<4xi1>, tensor<4xf32>
  return %loss, %lse : tensor<4xf32>, tensor<4xf32>
}

// -----

// The label's logit is not reduced.

dist.mesh @mesh <"tp"=2>
func.func @loss(%logits: tensor<4x9xf32>, %labels: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %loss, %lse = nn.cross_entropy %logits, %labels : (tensor<4x9xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %loss, %lse : tensor<4xf32>, tensor<4xf32>
}
func.func @loss_local(
    %logits: tensor<4x5xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.global_type = tensor<4x9xf32>},
    %labels: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {dist.partition_of = @loss} {
  %zero = stablehlo.constant dense<0> : tensor<4xi32>
  %vocab = stablehlo.constant dense<9> : tensor<4xi32>
  %minus = stablehlo.constant dense<-1> : tensor<4xi32>
  %ones = stablehlo.constant dense<1> : tensor<5xi32>
  %zeroi = stablehlo.constant dense<0> : tensor<i32>
  %zerof = stablehlo.constant dense<0.0> : tensor<4xf32>
  %off = dist.shard_offset of 9 granule 1 over ["tp"] on @mesh : tensor<i32>
  %offs = stablehlo.broadcast_in_dim %off, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %local = stablehlo.subtract %labels, %offs : tensor<4xi32>
  %own = dist.mask %ones dim 0 of 9 granule 1 over ["tp"] on @mesh fill 0 : i32 : tensor<5xi32>
  %count = stablehlo.reduce(%own init: %zeroi) applies stablehlo.add across dimensions = [0] : (tensor<5xi32>, tensor<i32>) -> tensor<i32>
  %end = stablehlo.broadcast_in_dim %count, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %ge = stablehlo.compare GE, %local, %zero, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %lt = stablehlo.compare LT, %local, %end, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %here = stablehlo.and %ge, %lt : tensor<4xi1>
  %in = stablehlo.select %here, %local, %minus : tensor<4xi1>, tensor<4xi32>
  %m = dist.mask %logits dim 1 of 9 granule 1 over ["tp"] on @mesh fill -1.0e38 : f32 : tensor<4x5xf32>
  %loss0, %lse0 = nn.cross_entropy %m, %in : (tensor<4x5xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>)
  %diff = stablehlo.subtract %lse0, %loss0 : tensor<4xf32>
  %logit0 = stablehlo.select %here, %diff, %zerof : tensor<4xi1>, tensor<4xf32>
  %most = dist.all_reduce %lse0 max over ["tp"] on @mesh : tensor<4xf32>
  %less = stablehlo.subtract %lse0, %most : tensor<4xf32>
  %w0 = stablehlo.exponential %less : tensor<4xf32>
  %w = dist.all_reduce %w0 sum over ["tp"] on @mesh : tensor<4xf32>
  %log = stablehlo.log %w : tensor<4xf32>
  %lse = stablehlo.add %most, %log : tensor<4xf32>
  %tge = stablehlo.compare GE, %labels, %zero, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %tlt = stablehlo.compare LT, %labels, %vocab, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %token = stablehlo.and %tge, %tlt : tensor<4xi1>
  // expected-error @+2 {{combines a partial value (sum:"tp") with a whole one, which each rank would count; reduce it first}}
  // expected-note @-5 {{the value comes from here}}
  %raw = stablehlo.subtract %lse, %logit0 : tensor<4xf32>
  %loss = stablehlo.select %token, %raw, %zerof : tensor<4xi1>, tensor<4xf32>
  return %loss, %lse : tensor<4xf32>, tensor<4xf32>
}

// -----

// The loss in place of the logarithm: every placement is right.

dist.mesh @mesh <"tp"=2>
func.func @loss(%logits: tensor<4x9xf32>, %labels: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // expected-note @+1 {{result 1 of '@loss' is computed here}}
  %loss, %lse = nn.cross_entropy %logits, %labels : (tensor<4x9xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %loss, %lse : tensor<4xf32>, tensor<4xf32>
}
// expected-note @+1 {{not settled by experiment}}
func.func @loss_local(
    %logits: tensor<4x5xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.global_type = tensor<4x9xf32>},
    %labels: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {dist.partition_of = @loss} {
  %zero = stablehlo.constant dense<0> : tensor<4xi32>
  %vocab = stablehlo.constant dense<9> : tensor<4xi32>
  %minus = stablehlo.constant dense<-1> : tensor<4xi32>
  %ones = stablehlo.constant dense<1> : tensor<5xi32>
  %zeroi = stablehlo.constant dense<0> : tensor<i32>
  %zerof = stablehlo.constant dense<0.0> : tensor<4xf32>
  %off = dist.shard_offset of 9 granule 1 over ["tp"] on @mesh : tensor<i32>
  %offs = stablehlo.broadcast_in_dim %off, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %local = stablehlo.subtract %labels, %offs : tensor<4xi32>
  %own = dist.mask %ones dim 0 of 9 granule 1 over ["tp"] on @mesh fill 0 : i32 : tensor<5xi32>
  %count = stablehlo.reduce(%own init: %zeroi) applies stablehlo.add across dimensions = [0] : (tensor<5xi32>, tensor<i32>) -> tensor<i32>
  %end = stablehlo.broadcast_in_dim %count, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %ge = stablehlo.compare GE, %local, %zero, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %lt = stablehlo.compare LT, %local, %end, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %here = stablehlo.and %ge, %lt : tensor<4xi1>
  %in = stablehlo.select %here, %local, %minus : tensor<4xi1>, tensor<4xi32>
  %m = dist.mask %logits dim 1 of 9 granule 1 over ["tp"] on @mesh fill -1.0e38 : f32 : tensor<4x5xf32>
  %loss0, %lse0 = nn.cross_entropy %m, %in : (tensor<4x5xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>)
  %diff = stablehlo.subtract %lse0, %loss0 : tensor<4xf32>
  %logit0 = stablehlo.select %here, %diff, %zerof : tensor<4xi1>, tensor<4xf32>
  %most = dist.all_reduce %lse0 max over ["tp"] on @mesh : tensor<4xf32>
  %less = stablehlo.subtract %lse0, %most : tensor<4xf32>
  %w0 = stablehlo.exponential %less : tensor<4xf32>
  %w = dist.all_reduce %w0 sum over ["tp"] on @mesh : tensor<4xf32>
  %logit = dist.all_reduce %logit0 sum over ["tp"] on @mesh : tensor<4xf32>
  %log = stablehlo.log %w : tensor<4xf32>
  %lse = stablehlo.add %most, %log : tensor<4xf32>
  %tge = stablehlo.compare GE, %labels, %zero, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %tlt = stablehlo.compare LT, %labels, %vocab, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %token = stablehlo.and %tge, %tlt : tensor<4xi1>
  %raw = stablehlo.subtract %lse, %logit : tensor<4xf32>
  %loss = stablehlo.select %token, %raw, %zerof : tensor<4xi1>, tensor<4xf32>
  // expected-error @+1 {{'func.return' op result 1 is another value of '@loss' than its result 1}}
  return %loss, %loss : tensor<4xf32>, tensor<4xf32>
}

// -----

// The last token of the vocabulary is ignored.

dist.mesh @mesh <"tp"=2>
func.func @loss(%logits: tensor<4x9xf32>, %labels: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // expected-note @+1 {{result 0 of '@loss' is computed here}}
  %loss, %lse = nn.cross_entropy %logits, %labels : (tensor<4x9xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %loss, %lse : tensor<4xf32>, tensor<4xf32>
}
// expected-note @+1 {{not settled by experiment}}
func.func @loss_local(
    %logits: tensor<4x5xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.global_type = tensor<4x9xf32>},
    %labels: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {dist.partition_of = @loss} {
  %zero = stablehlo.constant dense<0> : tensor<4xi32>
  %vocab = stablehlo.constant dense<8> : tensor<4xi32>
  %minus = stablehlo.constant dense<-1> : tensor<4xi32>
  %ones = stablehlo.constant dense<1> : tensor<5xi32>
  %zeroi = stablehlo.constant dense<0> : tensor<i32>
  %zerof = stablehlo.constant dense<0.0> : tensor<4xf32>
  %off = dist.shard_offset of 9 granule 1 over ["tp"] on @mesh : tensor<i32>
  %offs = stablehlo.broadcast_in_dim %off, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %local = stablehlo.subtract %labels, %offs : tensor<4xi32>
  %own = dist.mask %ones dim 0 of 9 granule 1 over ["tp"] on @mesh fill 0 : i32 : tensor<5xi32>
  %count = stablehlo.reduce(%own init: %zeroi) applies stablehlo.add across dimensions = [0] : (tensor<5xi32>, tensor<i32>) -> tensor<i32>
  %end = stablehlo.broadcast_in_dim %count, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %ge = stablehlo.compare GE, %local, %zero, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %lt = stablehlo.compare LT, %local, %end, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %here = stablehlo.and %ge, %lt : tensor<4xi1>
  %in = stablehlo.select %here, %local, %minus : tensor<4xi1>, tensor<4xi32>
  %m = dist.mask %logits dim 1 of 9 granule 1 over ["tp"] on @mesh fill -1.0e38 : f32 : tensor<4x5xf32>
  %loss0, %lse0 = nn.cross_entropy %m, %in : (tensor<4x5xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>)
  %diff = stablehlo.subtract %lse0, %loss0 : tensor<4xf32>
  %logit0 = stablehlo.select %here, %diff, %zerof : tensor<4xi1>, tensor<4xf32>
  %most = dist.all_reduce %lse0 max over ["tp"] on @mesh : tensor<4xf32>
  %less = stablehlo.subtract %lse0, %most : tensor<4xf32>
  %w0 = stablehlo.exponential %less : tensor<4xf32>
  %w = dist.all_reduce %w0 sum over ["tp"] on @mesh : tensor<4xf32>
  %logit = dist.all_reduce %logit0 sum over ["tp"] on @mesh : tensor<4xf32>
  %log = stablehlo.log %w : tensor<4xf32>
  %lse = stablehlo.add %most, %log : tensor<4xf32>
  // expected-error @+1 {{'stablehlo.compare' op computes a value that '@loss' does not have, and result 0 is made from it}}
  %tge = stablehlo.compare GE, %labels, %zero, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %tlt = stablehlo.compare LT, %labels, %vocab, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %token = stablehlo.and %tge, %tlt : tensor<4xi1>
  %raw = stablehlo.subtract %lse, %logit : tensor<4xf32>
  %loss = stablehlo.select %token, %raw, %zerof : tensor<4xi1>, tensor<4xf32>
  return %loss, %lse : tensor<4xf32>, tensor<4xf32>
}
