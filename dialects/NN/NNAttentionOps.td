//===- NNAttentionOps.td - rotary embedding, attention -----*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef NN_ATTENTION_OPS
#define NN_ATTENTION_OPS

include "dialects/NN/NNLayerOps.td"

def NN_RopeTableOp : NN_Op<"rope_table", [AllTypesMatch<["cos", "sin"]>]> {
  let summary = "cosines and sines of rotary position embedding";
  let description = [{
    cos[p, i] = cos(p * theta^(-2i/D)), sin likewise, for positions p of [0, S) and i of
    [0, D/2), computed in float64 and rounded once. Has no operands: one table
    serves all layers.

    (C1) both results are [S, D/2] of one type.

    ```mlir
    %cos, %sin = nn.rope_table {theta = 1.0e4 : f64} : tensor<32x4xf32>
    ```
  }];
  let arguments = (ins F64Attr:$theta);
  let results = (outs NN_Float:$cos, NN_Float:$sin);
  let assemblyFormat = "attr-dict `:` type($cos)";
  let hasVerifier = 1;
}

def NN_RopeOp : NN_Op<"rope", [AllTypesMatch<["x", "result"]>, AllTypesMatch<["cos", "sin"]>]> {
  let summary = "rotary position embedding";
  let description = [{
    x is [B, S, H, D]. With x1, x2 the halves of the last dimension:
    y1 = x1*cos - x2*sin, y2 = x2*cos + x1*sin. `inverse` turns the other way,
    which is also the gradient.

    (C1) cos and sin are [S, D/2].

    ```mlir
    %1 = nn.rope %x, %cos, %sin : tensor<8x32x8x8xf32>, tensor<32x4xf32>
    ```
  }];
  let arguments = (ins NN_Float:$x, NN_Float:$cos, NN_Float:$sin, UnitAttr:$inverse);
  let results = (outs NN_Float:$result);
  let assemblyFormat = "operands attr-dict `:` type($x) `,` type($cos)";
  let hasVerifier = 1;
}

def NN_AttentionOp : NN_Op<"attention", [AttrSizedOperandSegments]> {
  let summary = "scaled dot-product attention with grouped key/value heads";
  let description = [{
    q is [B, S, H, D], k and v are [B, T, G, D]; query head h reads key/value
    head h / (H/G). out = softmax(scores) v, where scores start as scale * q k^T and
    then, in this order, become logit_cap * tanh(scores / logit_cap) with a
    `logit_cap`; scores + mask with a `mask` of floats; `masked_value` (negative
    infinity if absent) where a `mask` of i1 is false; and are hidden at
    t > query_offset + s with `causal`. lse[b, h, s] is the logarithm of the sum of
    exponentials of a row, kept for the gradient. A row whose every score is
    negative infinity gives zeros with `zero_hidden_rows` (and 0 as its lse), else
    it has no meaning.

    `query_offset` (a scalar of 0 or more, 0 if absent) is the global index of the
    first query where a rank holds a block of the sequence of queries and all keys.

    (C1) B and D agree; (C2) G divides H; (C3) out has q's type, lse is [B, H, S];
    (C4) causal without query_offset needs S = T; (C5) query_offset is a scalar and
    needs causal; (C6) mask is [B or 1, H or 1, S or 1, T], of i1 or of q's element
    type; (C7) masked_value needs a mask of i1; (C8) logit_cap is positive.

    ```mlir
    %out, %lse = nn.attention %q, %k, %v {causal, scale = 0.35 : f64}
        : (tensor<8x32x8x8xf32>, tensor<8x32x2x8xf32>, tensor<8x32x2x8xf32>) -> (tensor<8x32x8x8xf32>, tensor<8x8x32xf32>)
    ```
  }];
  let arguments = (ins NN_Float:$q, NN_Float:$k, NN_Float:$v, Optional<NN_Int>:$query_offset,
                       Optional<NN_Mask>:$mask, UnitAttr:$causal, F64Attr:$scale,
                       OptionalAttr<F64Attr>:$logit_cap, OptionalAttr<F64Attr>:$masked_value,
                       UnitAttr:$zero_hidden_rows);
  let results = (outs NN_Float:$out, NN_Float:$lse);
  let assemblyFormat = [{
    $q `,` $k `,` $v (`,` $query_offset^)? (`mask` $mask^)? attr-dict
    `:` functional-type(operands, results)
  }];
  let builders = [
    // Without a mask.
    OpBuilder<(ins "::mlir::Type":$out, "::mlir::Type":$lse, "::mlir::Value":$q,
                   "::mlir::Value":$k, "::mlir::Value":$v, "::mlir::Value":$queryOffset,
                   "::mlir::UnitAttr":$causal, "::mlir::FloatAttr":$scale), [{
      build($_builder, $_state, out, lse, q, k, v, queryOffset, ::mlir::Value(), causal, scale,
            ::mlir::FloatAttr(), ::mlir::FloatAttr(), ::mlir::UnitAttr());
    }]>
  ];
  let hasVerifier = 1;
}

def NN_AttentionGradOp : NN_Op<"attention_grad", [AttrSizedOperandSegments]> {
  let summary = "gradients of attention";
  let description = [{
    Probabilities are computed again from q, k and lse. `query_offset`, `mask` and
    the attributes are the attention's. The mask has no gradient.

    (C1) operands and results have the types of the attention's; (C2) as (C4) to
    (C8) there.

    ```mlir
    %dq, %dk, %dv = nn.attention_grad %q, %k, %v, %out, %lse, %dout {causal, scale = 0.35 : f64}
        : (tensor<8x32x8x8xf32>, tensor<8x32x2x8xf32>, tensor<8x32x2x8xf32>, tensor<8x32x8x8xf32>, tensor<8x8x32xf32>, tensor<8x32x8x8xf32>)
        -> (tensor<8x32x8x8xf32>, tensor<8x32x2x8xf32>, tensor<8x32x2x8xf32>)
    ```
  }];
  let arguments = (ins NN_Float:$q, NN_Float:$k, NN_Float:$v, NN_Float:$out,
                       NN_Float:$lse, NN_Float:$dout, Optional<NN_Int>:$query_offset,
                       Optional<NN_Mask>:$mask, UnitAttr:$causal, F64Attr:$scale,
                       OptionalAttr<F64Attr>:$logit_cap, OptionalAttr<F64Attr>:$masked_value,
                       UnitAttr:$zero_hidden_rows);
  let results = (outs NN_Float:$dq, NN_Float:$dk, NN_Float:$dv);
  let assemblyFormat = [{
    $q `,` $k `,` $v `,` $out `,` $lse `,` $dout (`,` $query_offset^)? (`mask` $mask^)? attr-dict
    `:` functional-type(operands, results)
  }];
  let builders = [
    // Without a mask.
    OpBuilder<(ins "::mlir::TypeRange":$results, "::mlir::Value":$q, "::mlir::Value":$k,
                   "::mlir::Value":$v, "::mlir::Value":$out, "::mlir::Value":$lse,
                   "::mlir::Value":$dout, "::mlir::Value":$queryOffset,
                   "::mlir::UnitAttr":$causal, "::mlir::FloatAttr":$scale), [{
      build($_builder, $_state, results, q, k, v, out, lse, dout, queryOffset, ::mlir::Value(),
            causal, scale, ::mlir::FloatAttr(), ::mlir::FloatAttr(), ::mlir::UnitAttr());
    }]>,
    OpBuilder<(ins "::mlir::Type":$dq, "::mlir::Type":$dk, "::mlir::Type":$dv,
                   "::mlir::Value":$q, "::mlir::Value":$k, "::mlir::Value":$v,
                   "::mlir::Value":$out, "::mlir::Value":$lse, "::mlir::Value":$dout,
                   "::mlir::Value":$queryOffset, "::mlir::UnitAttr":$causal,
                   "::mlir::FloatAttr":$scale), [{
      build($_builder, $_state, dq, dk, dv, q, k, v, out, lse, dout, queryOffset,
            ::mlir::Value(), causal, scale, ::mlir::FloatAttr(), ::mlir::FloatAttr(),
            ::mlir::UnitAttr());
    }]>
  ];
  let hasVerifier = 1;
}

#endif
