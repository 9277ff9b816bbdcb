//===- OpInterfaces.td - how ops join the compiler ---------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_INTERFACES
#define SHARDC_INTERFACES

include "mlir/IR/OpBase.td"

def ShardableOpInterface : OpInterface<"ShardableOpInterface"> {
  let cppNamespace = "::shardc";
  let description = [{
    An op that can run in parts. Attached to foreign ops as an external model.
  }];
  let methods = [
    InterfaceMethod<[{
      The op's sharding rule on its global types. Cheap: no more than one walk
      over its dimensions.
    }], "::shardc::ShardingRule", "getShardingRule", (ins)>,
    InterfaceMethod<[{
      Groups of operands in which result `result` is linear: if all operands of
      one group are partial sums over the same axes (and the others whole), the
      result is such a partial sum. add: {{0,1}}; multiply: {{0},{1}}.
    }], "::llvm::SmallVector<::llvm::SmallVector<unsigned>>", "getLinearOperandGroups",
      (ins "unsigned":$result), [{}], [{ return {}; }]>,
    InterfaceMethod<[{
      What operand `operand`'s padding must hold where factor `factor` is read
      across (a reduction over an unevenly split factor), as a scalar attribute
      of the operand's element type; null when the operand's padding is
      harmless. Default: the neutral element of the factor's reduction.
    }], "::mlir::TypedAttr", "getPaddingFill", (ins "unsigned":$operand, "unsigned":$factor),
      [{}], [{
        return ::shardc::detail::neutralElement($_op, operand, factor);
      }]>,
    InterfaceMethod<[{
      Builds the per-rank op(s) and gives one value a result. `operands` are
      local, already in the placement that `context` says and masked. Default: a
      clone with local operands and result types.
    }], "::mlir::FailureOr<::llvm::SmallVector<::mlir::Value>>", "localize",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::ValueRange":$operands,
           "const ::shardc::LocalizeContext &":$context), [{}], [{
        return ::shardc::detail::localizeByClone($_op, builder, operands, context);
      }]>
  ];
}

def DifferentiableOpInterface : OpInterface<"DifferentiableOpInterface"> {
  let cppNamespace = "::shardc";
  let description = [{
    An op with a reverse-mode gradient.
  }];
  let methods = [
    InterfaceMethod<[{
      Adds to `gradients` the cotangent of each operand that needs one, given
      the results' cotangents (null where no loss depends on a result). Emits
      a located error and fails where no gradient exists.
    }], "::llvm::LogicalResult", "buildGradients",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::ValueRange":$cotangents,
           "::shardc::GradientAccumulator &":$gradients)>
  ];
}

def CostOpInterface : OpInterface<"CostOpInterface"> {
  let cppNamespace = "::shardc";
  let description = [{
    What one execution of an op on its present types takes.
  }];
  let methods = [
    InterfaceMethod<[{
      Floating-point operations of dot products and convolutions: 2*m*n*k each.
      0 for everything else.
    }], "int64_t", "getDotFlops", (ins), [{}], [{ return 0; }]>,
    InterfaceMethod<[{
      All floating-point operations, counting one an element and operator.
    }], "int64_t", "getFlops", (ins), [{}], [{
      return ::shardc::detail::elementwiseFlops($_op);
    }]>
  ];
}

#endif
