//===- NNLayerOps.td - embedding, norms, activations -------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef NN_LAYER_OPS
#define NN_LAYER_OPS

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "dialects/NN/NNAttrs.td"

class NN_Op<string mnemonic, list<Trait> traits = []>
    : Op<NN_Dialect, mnemonic, !listconcat([Pure], traits)>;

def NN_Float : RankedTensorOf<[AnyFloat]>;
def NN_Int : RankedTensorOf<[AnyInteger]>;
/// i1: what may be seen; floats: what is added.
def NN_Mask : RankedTensorOf<[I1, AnyFloat]>;

def NN_EmbeddingOp : NN_Op<"embedding"> {
  let summary = "rows of a table by index";
  let description = [{
    out[i..., h] = table[ids[i...], h]; an index outside [0, V) gives zeros
    (which is what lets ranks hold parts of the vocabulary).

    (C1) table is [V, H]; (C2) the result is ids' shape and H; (C3) one element type.

    ```mlir
    %1 = nn.embedding %table, %ids : (tensor<512x64xf32>, tensor<8x32xi32>) -> tensor<8x32x64xf32>
    ```
  }];
  let arguments = (ins NN_Float:$table, NN_Int:$ids);
  let results = (outs NN_Float:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def NN_EmbeddingGradOp : NN_Op<"embedding_grad"> {
  let summary = "gradient of embedding for its table";
  let description = [{
    dtable[v, h] = sum of dout[i..., h] over all i with ids[i...] = v, summed in
    index order; indices outside [0, V) are dropped.

    (C1)-(C3) as for embedding.

    ```mlir
    %1 = nn.embedding_grad %ids, %dout : (tensor<8x32xi32>, tensor<8x32x64xf32>) -> tensor<512x64xf32>
    ```
  }];
  let arguments = (ins NN_Int:$ids, NN_Float:$dout);
  let results = (outs NN_Float:$dtable);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def NN_RmsNormOp : NN_Op<"rms_norm", [AllTypesMatch<["x", "result"]>]> {
  let summary = "root-mean-square norm over the last dimension";
  let description = [{
    y = x * rsqrt(mean(x*x) + eps) * weight, the mean over the last dimension.

    (C1) weight is [H], H the last extent of x.

    ```mlir
    %1 = nn.rms_norm %x, %w {eps = 1.0e-5 : f64} : tensor<8x32x64xf32>, tensor<64xf32>
    ```
  }];
  let arguments = (ins NN_Float:$x, NN_Float:$weight, F64Attr:$eps);
  let results = (outs NN_Float:$result);
  let assemblyFormat = "operands attr-dict `:` type($x) `,` type($weight)";
  let hasVerifier = 1;
}

def NN_RmsNormGradOp : NN_Op<"rms_norm_grad", [AllTypesMatch<["x", "dy", "dx"]>,
    AllTypesMatch<["weight", "dweight"]>]> {
  let summary = "gradients of rms_norm";
  let description = [{
    dx has the type of x; dweight the type of weight, summed over all rows.

    (C1) dy has the type of x.

    ```mlir
    %dx, %dw = nn.rms_norm_grad %x, %w, %dy {eps = 1.0e-5 : f64} : tensor<8x32x64xf32>, tensor<64xf32>
    ```
  }];
  let arguments = (ins NN_Float:$x, NN_Float:$weight, NN_Float:$dy, F64Attr:$eps);
  let results = (outs NN_Float:$dx, NN_Float:$dweight);
  let assemblyFormat = "operands attr-dict `:` type($x) `,` type($weight)";
  let hasVerifier = 1;
}

def NN_LayerNormOp : NN_Op<"layer_norm", [AllTypesMatch<["x", "result"]>,
    AllTypesMatch<["weight", "bias"]>]> {
  let summary = "layer norm over the last dimension";
  let description = [{
    y = (x - mean(x)) * rsqrt(var(x) + eps) * weight + bias, biased variance.

    (C1) weight and bias are [H], H the last extent of x.

    ```mlir
    %1 = nn.layer_norm %x, %w, %b {eps = 1.0e-5 : f64} : tensor<8x32x64xf32>, tensor<64xf32>
    ```
  }];
  let arguments = (ins NN_Float:$x, NN_Float:$weight, NN_Float:$bias, F64Attr:$eps);
  let results = (outs NN_Float:$result);
  let assemblyFormat = "operands attr-dict `:` type($x) `,` type($weight)";
  let hasVerifier = 1;
}

def NN_LayerNormGradOp : NN_Op<"layer_norm_grad", [AllTypesMatch<["x", "dy", "dx"]>,
    AllTypesMatch<["weight", "dweight", "dbias"]>]> {
  let summary = "gradients of layer_norm";
  let description = [{
    dx has the type of x; dweight and dbias the type of weight, summed over all
    rows.

    (C1) dy has the type of x.

    ```mlir
    %dx, %dw, %db = nn.layer_norm_grad %x, %w, %dy {eps = 1.0e-5 : f64} : tensor<8x32x64xf32>, tensor<64xf32>
    ```
  }];
  let arguments = (ins NN_Float:$x, NN_Float:$weight, NN_Float:$dy, F64Attr:$eps);
  let results = (outs NN_Float:$dx, NN_Float:$dweight, NN_Float:$dbias);
  let assemblyFormat = "operands attr-dict `:` type($x) `,` type($weight)";
  let hasVerifier = 1;
}

def NN_SoftmaxOp : NN_Op<"softmax", [AllTypesMatch<["x", "result"]>]> {
  let summary = "exponentials over their sum along one dimension";
  let description = [{
    y = exp(x - max(x)) / sum(exp(x - max(x))), maximum and sum over `dimension`.

    (C1) dimension is one of x.

    ```mlir
    %1 = nn.softmax %x {dimension = 1 : i64} : tensor<8x64xf32>
    ```
  }];
  let arguments = (ins NN_Float:$x, I64Attr:$dimension);
  let results = (outs NN_Float:$result);
  let assemblyFormat = "$x attr-dict `:` type($x)";
  let hasVerifier = 1;
}

def NN_SoftmaxGradOp : NN_Op<"softmax_grad", [AllTypesMatch<["y", "dy", "dx"]>]> {
  let summary = "gradient of softmax, from its result";
  let description = [{
    dx = y * (dy - sum(dy * y)), the sum over `dimension`.

    (C1) as for softmax.

    ```mlir
    %1 = nn.softmax_grad %y, %dy {dimension = 1 : i64} : tensor<8x64xf32>
    ```
  }];
  let arguments = (ins NN_Float:$y, NN_Float:$dy, I64Attr:$dimension);
  let results = (outs NN_Float:$dx);
  let assemblyFormat = "operands attr-dict `:` type($y)";
  let hasVerifier = 1;
}

def NN_GeluOp : NN_Op<"gelu", [SameOperandsAndResultType]> {
  let summary = "gaussian error linear unit";
  let description = [{
    erf: x/2 * (1 + erf(x/sqrt 2)); tanh: x/2 * (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))).

    ```mlir
    %1 = nn.gelu %x <tanh> : tensor<8x64xf32>
    ```
  }];
  let arguments = (ins NN_Float:$x, NN_GeluKindAttr:$kind);
  let results = (outs NN_Float:$result);
  let assemblyFormat = "$x $kind attr-dict `:` type($x)";
}

def NN_GeluGradOp : NN_Op<"gelu_grad", [SameOperandsAndResultType]> {
  let summary = "gradient of gelu";
  let description = [{
    ```mlir
    %1 = nn.gelu_grad %x, %dy <tanh> : tensor<8x64xf32>
    ```
  }];
  let arguments = (ins NN_Float:$x, NN_Float:$dy, NN_GeluKindAttr:$kind);
  let results = (outs NN_Float:$result);
  let assemblyFormat = "$x `,` $dy $kind attr-dict `:` type($x)";
}

def NN_SiluOp : NN_Op<"silu", [SameOperandsAndResultType]> {
  let summary = "x * logistic(x)";
  let description = [{
    ```mlir
    %1 = nn.silu %x : tensor<8x64xf32>
    ```
  }];
  let arguments = (ins NN_Float:$x);
  let results = (outs NN_Float:$result);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

def NN_SiluGradOp : NN_Op<"silu_grad", [SameOperandsAndResultType]> {
  let summary = "gradient of silu";
  let description = [{
    ```mlir
    %1 = nn.silu_grad %x, %dy : tensor<8x64xf32>
    ```
  }];
  let arguments = (ins NN_Float:$x, NN_Float:$dy);
  let results = (outs NN_Float:$result);
  let assemblyFormat = "operands attr-dict `:` type($x)";
}

#endif
