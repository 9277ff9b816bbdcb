//===- Advice.cpp - what to do without what is not supported ----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// An op, a call or a type that is refused is refused with the way round it.
//
//===----------------------------------------------------------------------===//
#include "../ImportImpl.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace shardc {
namespace {

/// Advice for names that begin with, or contain, one of some words.
struct Advice {
  SmallVector<StringRef, 0> words;
  StringRef text;
};

constexpr StringLiteral solvers =
    "; solve and factorize outside of the step, and pass the result in as an input";
constexpr StringLiteral parts = "; split the model into real and imaginary parts";
constexpr StringLiteral shapes = "; export the model with static shapes";
constexpr StringLiteral borders = "; pass values in as arguments and out as results";
constexpr StringLiteral quantized = "; export the model without quantization";

/// Ops by the beginning of their names; the first that fits counts.
ArrayRef<Advice> opAdvice() {
  static const Advice table[] = {
      {{"vhlo"}, "; convert it with 'stablehlo-opt --vhlo-legalize-to-stablehlo'"},
      {{"mhlo"}, "; convert it with 'mlir-hlo-opt --hlo-legalize-to-stablehlo'"},
      {{"sdy"}, "; of Shardy, annotations, collectives and computations are read"},
      {{"torch", "onnx", "tm_tensor", "tensorrt", "tf"}, "; export the model as StableHLO"},
      {{"quant", "stablehlo.uniform_"}, quantized},
      {{"stablehlo.cholesky", "stablehlo.triangular_solve"}, solvers},
      {{"stablehlo.fft"}, "; write the transform as a product with its matrix"},
      {{"stablehlo.complex", "stablehlo.real", "stablehlo.imag", "chlo.conj"}, parts},
      {{"stablehlo.dynamic_", "stablehlo.real_dynamic_slice", "stablehlo.set_dimension_size",
        "stablehlo.get_dimension_size", "stablehlo.compute_reshape_shape", "chlo.broadcast_",
        "chlo.dynamic_reshape", "chlo.minimum_broadcast_shapes", "shape."},
       shapes},
      {{"stablehlo.infeed", "stablehlo.outfeed", "stablehlo.send", "stablehlo.recv",
        "stablehlo.after_all", "stablehlo.create_token"},
       borders},
      {{"stablehlo.async_"}, "; export the model with synchronous collectives"},
      {{"stablehlo.map"}, "; apply the ops of its body to whole tensors"},
      {{"stablehlo.einsum", "stablehlo.unary_einsum"}, "; write it as dot_general"},
      {{"stablehlo.torch_index_select"}, "; write it as gather"},
      {{"chlo."}, "; convert it with 'stablehlo-opt --chlo-legalize-to-stablehlo'"},
  };
  return table;
}

/// Calls by words in the names of what they call; the first that fits counts.
ArrayRef<Advice> callAdvice() {
  static const Advice table[] = {
      {{"lapack", "cusolver", "hipsolver", "cublas_", "cu_lu_", "hip_lu_", "Cholesky", "Eigh", "Qr",
        "LuDecomposition", "Svd", "magma"},
       solvers},
      {{"callback", "python"}, "; a call into Python cannot be compiled, leave it out of the step"},
      {{"triton", "tpu_custom_call", "mosaic", "pallas"},
       "; export the model without hand-written kernels"},
      {{"cudnn", "cublas", "miopen", "te_", "flash", "fmha", "onednn", "AllocateBuffer"},
       "; export the model for no special device or library, such as by "
       "lower(..., lowering_platforms=('cpu',))"},
      {{"ApproxTopK", "TopK", "PartialReduce"},
       "; export the model with chlo.top_k, as by lax.top_k"},
      {{"dynamic", "Dynamic", "PadToStatic", "SliceToDynamic", "stablehlo."}, shapes},
  };
  return table;
}

} // namespace

StringRef adviceForOp(StringRef name) {
  for (const Advice &advice : opAdvice())
    for (StringRef word : advice.words)
      if (name.starts_with(word))
        return advice.text;
  return "";
}

StringRef adviceForCall(StringRef target) {
  for (const Advice &advice : callAdvice())
    for (StringRef word : advice.words)
      if (target.contains(word))
        return advice.text;
  return "; write what it computes in ops of StableHLO";
}

StringRef adviceForElements(StringRef type) {
  if (type.starts_with("complex"))
    return parts;
  if (type.contains("quant"))
    return quantized;
  if (type.starts_with("f") || type.starts_with("tf"))
    return "; convert them to bf16, f16 or f32 in the model";
  return "; convert them to i32 or float in the model";
}

bool isElementName(StringRef type) {
  return llvm::is_contained(
      {"f64", "f32", "f16", "bf16", "i1", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64"},
      type);
}

} // namespace shardc
