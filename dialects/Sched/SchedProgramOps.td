//===- SchedProgramOps.td - programs, actions, communicators -*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SCHED_PROGRAM_OPS
#define SCHED_PROGRAM_OPS

include "dialects/Sched/SchedKernelOps.td"

def Sched_ImageOp : Sched_Op<"image", [HasParent<"::mlir::ModuleOp">]> {
  let summary = "object code of all kernels for one target";
  let description = [{
    `object` is an ELF shared object ("host") or a cubin ("sm_90a" and the
    like); `ptx` goes with the latter. Bytes are kept in string attributes.

    (C1) target is not empty; (C2) object and ptx are not both empty.

    ```mlir
    sched.image "host" object "\7FELF"
    sched.image "sm_90a" object "\7FELF" ptx ".version 8.7"
    ```
  }];
  let arguments = (ins StrAttr:$target, StrAttr:$object, OptionalAttr<StrAttr>:$ptx);
  let assemblyFormat = "$target `object` $object (`ptx` $ptx^)? attr-dict";
  let hasVerifier = 1;
}

def Sched_CommunicatorOp : Sched_Op<"communicator",
    [Symbol, HasParent<"::mlir::ModuleOp">]> {
  let summary = "groups of ranks that operate together";
  let description = [{
    Ranks that differ only on `axes` form one group, ordered by coordinates,
    outer axis first. All communicators are created in the order of the module
    before the first step. `members` restricts the only axis to the coordinates
    that take part, in group order (pipeline links).

    (C1) axes are a non-empty list of `#dist.axis_ref` of the mesh; (C2) sub-axes divide their axis; (C3) with
    members there is one whole axis, and members are its coordinates, each once.

    ```mlir
    sched.communicator @tp over [#dist.axis_ref<"tp">] on @mesh
    sched.communicator @link over [#dist.axis_ref<"pp">] on @mesh members [0, 3]
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, ArrayAttr:$axes,
                       FlatSymbolRefAttr:$mesh,
                       OptionalAttr<DenseI64ArrayAttr>:$members);
  let assemblyFormat = [{
    $sym_name `over` $axes `on` $mesh (`members` $members^)? attr-dict
  }];
  let hasVerifier = 1;
}

def Sched_ProgramOp : Sched_Op<"program",
    [Symbol, NoTerminator, SingleBlock, NoRegionArguments, HasParent<"::mlir::ModuleOp">]> {
  let summary = "what every rank of one class runs in one step";
  let description = [{
    `arena` is the number of bytes of device memory it needs; every offset in
    it is relative to that. The body holds the tensors, then actions and views
    in the order in which the host enqueues them, then the outputs. With a
    class it is run by the ranks at that coordinate of that axis, else by all.

    (C1) arena >= 0; (C2) class axis and coordinate come together.

    ```mlir
    sched.program @program_0 arena 8192 class "pp" = 0 {
      %0 = sched.tensor "w" role "param" at 0 : tensor<8xf32>
      %1 = sched.action "0F0" @forward_0(%0) at [0, 64] : (tensor<8xf32>) -> tensor<8xf32>
      sched.output "y" role "output" %1 at 64 : tensor<8xf32>
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, I64Attr:$arena,
                       OptionalAttr<StrAttr>:$class_axis,
                       OptionalAttr<I64Attr>:$class_coordinate);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $sym_name `arena` custom<Number>($arena)
    (`class` $class_axis^ `=` custom<OptionalNumber>($class_coordinate))?
    attr-dict-with-keyword $body
  }];
  let hasVerifier = 1;
}

def Sched_TensorOp : Sched_Op<"tensor", [HasParent<"ProgramOp">]> {
  let summary = "a value that is there before the step";
  let description = [{
    Placed at byte `offset` of the arena. Other attributes of the function
    argument (`dist.global_type`, `dist.sharding`, `dist.init`,
    `dist.updated_by`, `dist.optimizer_state`) are kept on the op.

    (C1) offset >= 0; (C2) role is param, input or state.

    ```mlir
    %0 = sched.tensor "embed.weight" role "param" at 0 : tensor<512x64xf32>
    ```
  }];
  let arguments = (ins StrAttr:$tensor_name, StrAttr:$role, I64Attr:$offset);
  let results = (outs Sched_Tensor:$result);
  let assemblyFormat = [{
    $tensor_name `role` $role `at` custom<Number>($offset) attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

def Sched_OutputOp : Sched_Op<"output", [HasParent<"ProgramOp">]> {
  let summary = "a value that is there after the step";
  let description = [{
    (C1) offset >= 0; (C2) role is not empty.

    ```mlir
    sched.output "loss" role "loss" %3 at 640 : tensor<f32>
    ```
  }];
  let arguments = (ins StrAttr:$tensor_name, StrAttr:$role, Sched_Tensor:$value,
                       I64Attr:$offset);
  let assemblyFormat = [{
    $tensor_name `role` $role $value `at` custom<Number>($offset) attr-dict `:` type($value)
  }];
  let hasVerifier = 1;
}

def Sched_ViewOp : Sched_Op<"view", [Pure, ParentOneOf<["ProgramOp", "LoopOp"]>]> {
  let summary = "contiguous bytes of a value as a value of their own";
  let description = [{
    Starts `offset` bytes into the operand's buffer; nothing is copied.

    (C1) the result lies inside the operand.

    ```mlir
    %1 = sched.view %0 at 256 : tensor<4x64xi8> -> tensor<64xi8>
    ```
  }];
  let arguments = (ins Sched_Tensor:$input, I64Attr:$offset);
  let results = (outs Sched_Tensor:$result);
  let assemblyFormat = [{
    $input `at` custom<Number>($offset) attr-dict `:` type($input) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Sched_JoinOp : Sched_Op<"join", [Pure, HasParent<"ProgramOp">]> {
  let summary = "values that lie one after the other as one value";
  let description = [{
    Nothing is copied: the operands were placed so.

    (C1) the operands' bytes add up to the result's.

    ```mlir
    %2 = sched.join %0, %1 : (tensor<8xf32>, tensor<8xf32>) -> tensor<2x8xf32>
    ```
  }];
  let arguments = (ins Variadic<Sched_Tensor>:$parts);
  let results = (outs Sched_Tensor:$result);
  let assemblyFormat = "$parts attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Sched_ActionOp : Sched_Op<"action",
    [ParentOneOf<["ProgramOp", "LoopOp"]>, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "one execution of a segment";
  let description = [{
    `formals` are arena offsets, one a formal of the segment (one an argument,
    then one a result that takes over no argument's buffer); `scratch` is where
    the segment's scratch memory starts. `waits` are positions of earlier actions of the
    program that must have finished; actions on one stream are in order anyway.

    (C1) offsets are >= 0; (C2) waits are positions of earlier actions;
    (C3) the callee is a segment of this type with as many formals.

    ```mlir
    %1 = sched.action "1F3" @forward_1(%0) at [0, 64] scratch 128 waits [4] {stage = 1 : i64, microbatch = 3 : i64}
        : (tensor<8xf32>) -> tensor<8xf32>
    ```
  }];
  let arguments = (ins StrAttr:$action_name, FlatSymbolRefAttr:$segment,
                       Variadic<Sched_Tensor>:$inputs,
                       DenseI64ArrayAttr:$formals,
                       OptionalAttr<I64Attr>:$scratch,
                       OptionalAttr<DenseI64ArrayAttr>:$waits,
                       OptionalAttr<I64Attr>:$stage,
                       OptionalAttr<I64Attr>:$microbatch);
  let results = (outs Variadic<Sched_Tensor>:$results);
  let assemblyFormat = [{
    $action_name $segment `(` $inputs `)` `at` $formals
    (`scratch` custom<OptionalNumber>($scratch)^)? (`waits` $waits^)? attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Sched_LoopOp : Sched_Op<"loop", [ParentOneOf<["ProgramOp", "LoopOp"]>]> {
  let summary = "actions repeated while a condition holds";
  let description = [{
    The actions of the first region run, then one byte at arena offset
    `predicate` is read back; unless it is zero the actions of the second run
    and it begins again. What is carried lies at the arena offsets `places` all
    the time: the operands are there when the loop begins, the body has brought
    the next values there when it ends, and the results are there after it.
    Positions of actions, for waits, count those of both regions once.

    (C1) offsets are >= 0, one a carried value; (C2) results, and the arguments
    of both regions, have the operands' types; (C3) the first region yields an
    i1 scalar, the second the operands' types; (C4) a region holds actions,
    views and loops.

    ```mlir
    %1 = sched.loop(%0) at [64] while 128 : (tensor<8xf32>) -> tensor<8xf32> {
    ^bb0(%x: tensor<8xf32>):
      %p = sched.action "cond" @cond_0(%x) at [64, 128] : (tensor<8xf32>) -> tensor<i1>
      sched.yield %p : tensor<i1>
    } do {
    ^bb0(%x: tensor<8xf32>):
      %y = sched.action "body" @body_0(%x) at [64] : (tensor<8xf32>) -> tensor<8xf32>
      sched.yield %y : tensor<8xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<Sched_Tensor>:$inputs, DenseI64ArrayAttr:$places,
                       I64Attr:$predicate);
  let results = (outs Variadic<Sched_Tensor>:$results);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let assemblyFormat = [{
    `(` $inputs `)` `at` $places `while` custom<Number>($predicate) attr-dict
    `:` functional-type(operands, results) $cond `do` $body
  }];
  let hasRegionVerifier = 1;
}

def Sched_YieldOp : Sched_Op<"yield", [Pure, Terminator, HasParent<"LoopOp">]> {
  let summary = "ends a region of a loop";
  let description = [{
    Gives the condition, or the carried values of the next iteration.

    ```mlir
    sched.yield %y : tensor<8xf32>
    ```
  }];
  let arguments = (ins Variadic<Sched_Tensor>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

#endif
