//===- NNTrainingOps.td - losses and optimizer updates -----*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef NN_TRAINING_OPS
#define NN_TRAINING_OPS

include "dialects/NN/NNAttentionOps.td"

def NN_CrossEntropyOp : NN_Op<"cross_entropy"> {
  let summary = "negative log likelihood of labels under logits";
  let description = [{
    lse[i...] = log sum_v exp(logits[i..., v]), loss = lse - logits[label]; a
    label outside [0, V) gives loss 0 (an ignored token).

    (C1) labels' shape is logits' without the last dimension; (C2) loss and lse have that shape.

    ```mlir
    %loss, %lse = nn.cross_entropy %logits, %labels : (tensor<8x32x512xf32>, tensor<8x32xi32>) -> (tensor<8x32xf32>, tensor<8x32xf32>)
    ```
  }];
  let arguments = (ins NN_Float:$logits, NN_Int:$labels);
  let results = (outs NN_Float:$loss, NN_Float:$lse);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def NN_CrossEntropyGradOp : NN_Op<"cross_entropy_grad"> {
  let summary = "gradient of cross_entropy for the logits";
  let description = [{
    dlogits[i..., v] = (exp(logits - lse) - (v == label)) * dloss; zero where
    the token is ignored. `offset` (a scalar) is the global index of the first
    column when the vocabulary is split and `vocab` its whole extent: labels are global indices.

    (C1)-(C2) as for cross_entropy; dloss has lse's type.

    ```mlir
    %1 = nn.cross_entropy_grad %logits, %labels, %lse, %dloss {vocab = 512}
        : (tensor<8x32x512xf32>, tensor<8x32xi32>, tensor<8x32xf32>, tensor<8x32xf32>) -> tensor<8x32x512xf32>
    ```
  }];
  let arguments = (ins NN_Float:$logits, NN_Int:$labels, NN_Float:$lse,
                       NN_Float:$dloss, Optional<NN_Int>:$offset, I64Attr:$vocab);
  let results = (outs NN_Float:$dlogits);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def NN_SquareSumOp : NN_Op<"square_sum"> {
  let summary = "sum of the squares of all elements of all operands";
  let description = [{
    One scalar. Variadic so that partitioning reduces once for each set of
    axes, not once for each operand. The sum is over operands in order.

    (C1) at least one operand; (C2) the result is a scalar.

    ```mlir
    %1 = nn.square_sum %a, %b : (tensor<8x64xf32>, tensor<64xf32>) -> tensor<f32>
    ```
  }];
  let arguments = (ins Variadic<NN_Float>:$values);
  let results = (outs NN_Float:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def NN_AdamWOp : NN_Op<"adamw", [AllTypesMatch<["param", "grad", "m", "v", "new_param", "new_m", "new_v"]>,
    AllTypesMatch<["step", "scale"]>]> {
  let summary = "one AdamW update of one parameter";
  let description = [{
    g = grad * scale; m' = b1 m + (1-b1) g; v' = b2 v + (1-b2) g^2;
    p' = p - lr * ( (m'/(1-b1^t)) / (sqrt(v'/(1-b2^t)) + eps) + weight_decay * p ), with
    t = step, a scalar that counts from 1 (Loshchilov and Hutter, 2019).

    (C1) param, grad, m, v have one shape; (C2) step and scale are scalars.

    ```mlir
    %p, %m1, %v1 = nn.adamw %param, %grad, %m, %v, %step, %scale
        {lr = 1.0e-3 : f64, beta1 = 0.9 : f64, beta2 = 0.95 : f64, eps = 1.0e-8 : f64, weight_decay = 0.1 : f64}
        : tensor<64x64xf32>, tensor<f32>
    ```
  }];
  let arguments = (ins NN_Float:$param, NN_Float:$grad, NN_Float:$m, NN_Float:$v,
      NN_Float:$step, NN_Float:$scale, F64Attr:$lr, F64Attr:$beta1, F64Attr:$beta2,
      F64Attr:$eps, F64Attr:$weight_decay);
  let results = (outs NN_Float:$new_param, NN_Float:$new_m, NN_Float:$new_v);
  let assemblyFormat = [{
    operands attr-dict `:` type($param) `,` type($step)
  }];
  let hasVerifier = 1;
}

#endif
