//===- StableHLOLoopOps.td - loops, branches, compositions ---*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef STABLEHLO_LOOP_OPS
#define STABLEHLO_LOOP_OPS

include "dialects/StableHLO/StableHLOAttrs.td"

def StableHLO_WhileOp
    : StableHLO_CheckedOp<"while", [RecursiveMemoryEffects,
        DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "a body repeated while a condition holds";
  let description = [{
    Carries values: they begin as the operands, the body makes the next ones as
    long as the condition, asked of the present ones, is true, and the last ones
    are the results. Both regions may use values from outside.

    (C1) Results, and the arguments of both regions, have the operands' types.
    (C2) The condition returns an i1 scalar.
    (C3) The body returns the operands' types.

    ```mlir
    %r:2 = stablehlo.while(%i = %zero, %x = %x0) : tensor<i32>, tensor<8xf32>
     cond {
      %p = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %y = stablehlo.multiply %x, %x : tensor<8xf32>
      stablehlo.return %next, %y : tensor<i32>, tensor<8xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<StableHLO_Tensor>:$operand);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
}

def StableHLO_CaseOp : StableHLO_CheckedOp<"case", [RecursiveMemoryEffects]> {
  let summary = "one of several branches";
  let description = [{
    The results of the branch that `index` names; of the last one when the index
    is out of range.

    (C1) There is at least one branch.
    (C2) No branch takes arguments; each returns the results' types.

    ```mlir
    %y = "stablehlo.case"(%index) ({
      stablehlo.return %a : tensor<8xf32>
    }, {
      stablehlo.return %b : tensor<8xf32>
    }) : (tensor<i32>) -> tensor<8xf32>
    ```
  }];
  let arguments = (ins 0DTensorOf<[I32]>:$index);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
  let hasRegionVerifier = 1;
}

def StableHLO_IfOp : StableHLO_Op<"if", [RecursiveMemoryEffects]> {
  let summary = "one of two branches";
  let description = [{
    The results of the first branch where `pred` is true, else of the second.

    (C1) No branch takes arguments; each returns the results' types.

    ```mlir
    %y = "stablehlo.if"(%pred) ({
      stablehlo.return %a : tensor<8xf32>
    }, {
      stablehlo.return %b : tensor<8xf32>
    }) : (tensor<i1>) -> tensor<8xf32>
    ```
  }];
  let arguments = (ins 0DTensorOf<[I1]>:$pred);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
  let regions = (region SizedRegion<1>:$true_branch, SizedRegion<1>:$false_branch);
  let hasRegionVerifier = 1;
}

def StableHLO_CompositeOp
    : StableHLO_Op<"composite", [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "an operation given by the function that computes it";
  let description = [{
    Stands for a call of `decomposition`, under a name that says what it means.

    (C1) The decomposition is a function with the operands' and results' types.

    ```mlir
    %y = stablehlo.composite "my.op" %x {decomposition = @my_op} : (tensor<8xf32>) -> tensor<8xf32>
    ```
  }];
  let arguments = (ins
    Variadic<StableHLO_Tensor>:$inputs, StrAttr:$name,
    OptionalAttr<DictionaryAttr>:$composite_attributes,
    FlatSymbolRefAttr:$decomposition,
    DefaultValuedOptionalAttr<I32Attr, "0">:$version);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
  let assemblyFormat = [{
    $name $inputs attr-dict `:` functional-type(operands, results)
  }];
}

def StableHLO_TupleOp : StableHLO_CheckedOp<"tuple", [Pure]> {
  let summary = "values as one";
  let description = [{
    (C1) The result is the tuple of the operands' types.

    ```mlir
    %t = stablehlo.tuple %a, %b : tuple<tensor<8xf32>, tensor<i32>>
    ```
  }];
  let arguments = (ins Variadic<AnyTypeOf<[StableHLO_Tensor, AnyTuple]>>:$val);
  let results = (outs AnyTuple:$result);
  let assemblyFormat = [{
    $val attr-dict `:` custom<TupleType>(type($val), type($result))
  }];
}

def StableHLO_GetTupleElementOp : StableHLO_CheckedOp<"get_tuple_element", [Pure]> {
  let summary = "one value of a tuple";
  let description = [{
    (C1) The index is one of the tuple, and the result has the type at it.

    ```mlir
    %a = stablehlo.get_tuple_element %t[0] : (tuple<tensor<8xf32>, tensor<i32>>) -> tensor<8xf32>
    ```
  }];
  let arguments = (ins AnyTuple:$operand, ConfinedAttr<I32Attr, [IntNonNegative]>:$index);
  let results = (outs AnyTypeOf<[StableHLO_Tensor, AnyTuple]>:$result);
  let assemblyFormat = [{
    $operand `[` $index `]` attr-dict `:` functional-type(operands, results)
  }];
}

#endif
