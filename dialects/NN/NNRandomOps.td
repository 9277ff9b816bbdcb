//===- NNRandomOps.td - dropout ----------------------------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef NN_RANDOM_OPS
#define NN_RANDOM_OPS

include "dialects/NN/NNLayerOps.td"

def NN_DropoutOp : NN_Op<"dropout", [AttrSizedOperandSegments, AllTypesMatch<["x", "result"]>]> {
  let summary = "elements dropped at random, the others scaled up";
  let description = [{
    y[i] = x[i] / (1 - rate) where element i is kept, 0 elsewhere. What is kept says
    either a `mask` (true: kept) or a `key`: then element i is kept if the first word
    of Philox4x32-10 of this key, for the counter (n mod 2^32, n div 2^32, stream mod
    2^32, stream div 2^32), is less than (1 - rate) 2^32, where n is the row-major
    index of the element in the whole tensor. So no mask is kept for the gradient, which
    is the same op on the cotangent, and every sharding, every number of microbatches
    and every recomputation drops the same elements. `stream` tells the draws of one
    key apart.

    A block of a larger tensor has `starts`, the index of its first element along each
    dimension, and `whole`, the shape of the larger tensor. A block of a block has
    several starts for each dimension, which add up.

    (C1) there is either mask or key; (C2) mask has x's shape; (C3) key is [2];
    (C4) stream is given with key only, and is 0 or more; (C5) rate is in [0, 1);
    (C6) starts and whole come together, with a key; whole has an extent for each
    dimension, starts are scalars, the same number, one or more, for each.

    ```mlir
    %1 = nn.dropout %x, mask %m {rate = 0.1 : f64}
        : (tensor<8x32x64xf32>, tensor<8x32x64xi1>) -> tensor<8x32x64xf32>
    %2 = nn.dropout %x, key %k {rate = 0.1 : f64, stream = 3 : i64}
        : (tensor<8x32x64xf32>, tensor<2xui32>) -> tensor<8x32x64xf32>
    ```
  }];
  let arguments = (ins NN_Float:$x, Optional<RankedTensorOf<[I1]>>:$mask,
                       Optional<RankedTensorOf<[UI32]>>:$key, Variadic<NN_Int>:$starts,
                       F64Attr:$rate, OptionalAttr<I64Attr>:$stream,
                       OptionalAttr<DenseI64ArrayAttr>:$whole);
  let results = (outs NN_Float:$result);
  let assemblyFormat = [{
    $x `,` (`mask` $mask^)? (`key` $key^)? (`at` `(` $starts^ `)`)? attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif
