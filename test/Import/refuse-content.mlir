// Files that are not StableHLO text: one located error each, with the remedy.
// RUN: split-file %s %t

// RUN: not shardc import %t/missing.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: missing.mlir:1:1: error: cannot read the file: {{.*}}
// MISSING-NOT: error
// RUN: not shardc import %t 2>&1 | FileCheck %s --check-prefix=DIRECTORY
// DIRECTORY: :1:1: error: is a directory, not a model file
// RUN: python3 -c "print('module attributes {a = ' + '[' * 5000 + ']' * 5000 + '} {}')" > %t/deep.mlir
// RUN: not shardc import %t/deep.mlir 2>&1 | FileCheck %s --check-prefix=DEEP
// DEEP: deep.mlir:1:1023: error: is nested more than 1000 levels deep
// DEEP-NOT: error
// RUN: printf '' > %t/empty.mlir
// RUN: not shardc import %t/empty.mlir 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: empty.mlir:1:1: error: the file is empty
// RUN: printf '\3757zXZ\000\000' > %t/model.xz.mlir
// RUN: not shardc import %t/model.xz.mlir 2>&1 | FileCheck %s --check-prefix=XZ
// XZ: model.xz.mlir:1:1: error: is compressed by xz, {{.*}}; unpack it with 'unxz'
// RUN: printf 'BZh91AY' > %t/model.bz2.mlir
// RUN: not shardc import %t/model.bz2.mlir 2>&1 | FileCheck %s --check-prefix=BZIP2
// BZIP2: model.bz2.mlir:1:1: error: is compressed by bzip2, {{.*}}; unpack it with 'bunzip2'
// RUN: printf '\377\376f\000u\000' > %t/wide.mlir
// RUN: not shardc import %t/wide.mlir 2>&1 | FileCheck %s --check-prefix=WIDE
// WIDE: wide.mlir:1:1: error: is text in UTF-16, {{.*}}; convert it with 'iconv -f UTF-16 -t UTF-8'
// A mark that says UTF-8 is skipped, and counts for no column.
// RUN: printf '\357\273\277func.func @main(%%%%x: tensor<2xf32>) -> tensor<3xf32> { return %%%%x : tensor<2xf32> }' > %t/marked.mlir
// RUN: not shardc import %t/marked.mlir 2>&1 | FileCheck %s --check-prefix=MARKED
// MARKED: marked.mlir:1:55: error: {{.*}}type
// RUN: printf '\357\273\277func.func @main(%%%%x: tensor<2xf32>) -> tensor<2xf32> { return %%%%x : tensor<2xf32> }' > %t/mark.mlir
// RUN: shardc import %t/mark.mlir | FileCheck %s --check-prefix=MARK
// MARK: func.func @main
// RUN: not shardc import %t/comments.mlir 2>&1 | FileCheck %s --check-prefix=COMMENTS
// COMMENTS: comments.mlir:1:1: error: the file holds no model, only blanks and comments
// RUN: printf 'ML\357R\015StableHLO_v1.0.0\000\001\002' > %t/artifact.mlir
// RUN: not shardc import %t/artifact.mlir 2>&1 | FileCheck %s --check-prefix=ARTIFACT
// ARTIFACT: artifact.mlir:1:1: error: is a portable artifact of StableHLO (VHLO bytecode), not text; convert it with 'stablehlo-translate --deserialize FILE -o model.mlir'
// ARTIFACT-NOT: error:
// RUN: printf 'ML\357R\015MLIR22.1.0\000\001\002' > %t/bytecode.mlir
// RUN: not shardc import %t/bytecode.mlir 2>&1 | FileCheck %s --check-prefix=BYTECODE
// BYTECODE: bytecode.mlir:1:1: error: is MLIR bytecode (written by 'MLIR22.1.0'), not text; convert it with 'stablehlo-opt FILE -o model.mlir'
// BYTECODE-NOT: error:
// RUN: printf '\010\000\000\000ML\357R\015StableHLO' > %t/exported.mlir
// RUN: not shardc import %t/exported.mlir 2>&1 | FileCheck %s --check-prefix=EXPORTED
// EXPORTED: exported.mlir:1:1: error: is an export that holds StableHLO in binary form; write its text instead, as jax.export does by exported.mlir_module()
// EXPORTED-NOT: error:
// RUN: printf '\012\005jit_f\022\000parameter' > %t/hlo.pb.mlir
// RUN: not shardc import %t/hlo.pb.mlir 2>&1 | FileCheck %s --check-prefix=HLOPB
// HLOPB: hlo.pb.mlir:1:1: error: is an HLO module in binary form, not StableHLO text; convert it with 'xla-translate --hlo-to-stablehlo FILE -o model.mlir'
// HLOPB-NOT: error:
// RUN: printf '\010\010\022\007pytorch' > %t/onnx.mlir
// RUN: not shardc import %t/onnx.mlir 2>&1 | FileCheck %s --check-prefix=ONNX
// ONNX: onnx.mlir:1:1: error: is an ONNX model, not StableHLO text; convert it with 'python -m torch_mlir.tools.import_onnx FILE
// ONNX-NOT: error:
// RUN: printf 'PK\003\004archive/data.pkl' > %t/torch.mlir
// RUN: not shardc import %t/torch.mlir 2>&1 | FileCheck %s --check-prefix=TORCH
// TORCH: torch.mlir:1:1: error: is a zip archive (PyTorch's .pt and .pt2, NumPy's .npz), not StableHLO text; {{.*}}torch_mlir.fx.export_and_import
// TORCH-NOT: error:
// RUN: printf '\200\004\225abc' > %t/pickle.mlir
// RUN: not shardc import %t/pickle.mlir 2>&1 | FileCheck %s --check-prefix=PICKLE
// PICKLE: pickle.mlir:1:1: error: is a Python pickle, not StableHLO text
// PICKLE-NOT: error:
// RUN: printf '\100\000\000\000\000\000\000\000{"weight":1}' > %t/weights.mlir
// RUN: not shardc import %t/weights.mlir 2>&1 | FileCheck %s --check-prefix=WEIGHTS
// WEIGHTS: weights.mlir:1:1: error: is a safetensors file, not StableHLO text; it holds weights only, a model is a program
// WEIGHTS-NOT: error:
// RUN: not shardc import %t/source.mlir 2>&1 | FileCheck %s --check-prefix=SOURCE
// SOURCE: source.mlir:1:1: error: is source text, not a model; export StableHLO text, as JAX does by jax.jit(f).lower(...).as_text()
// SOURCE-NOT: error:
// RUN: not shardc import %t/hlo.txt.mlir 2>&1 | FileCheck %s --check-prefix=HLO
// HLO: hlo.txt.mlir:2:1: error: is HLO text, not StableHLO; convert it with 'xla-translate --hlo-text-to-stablehlo FILE -o model.mlir'
// RUN: printf 'abc\000def' > %t/binary.mlir
// RUN: not shardc import %t/binary.mlir 2>&1 | FileCheck %s --check-prefix=BINARY
// BINARY: binary.mlir:1:4: error: is a binary file, not StableHLO text; export text, as JAX does by lower(...).as_text()

// RUN: not shardc import %t/truncated.mlir 2>&1 | FileCheck %s --check-prefix=TRUNCATED
// TRUNCATED: truncated.mlir:{{[234]}}:{{.*}}: error: the file ends too early: expected
// TRUNCATED-NOT: error
// RUN: not shardc import %t/unknown-op.mlir 2>&1 | FileCheck %s --check-prefix=OP
// OP: unknown-op.mlir:3:8: error: op 'stablehlo.fft' is not supported
// OP-NOT: {{error|note}}
// RUN: not shardc import %t/unknown-generic.mlir 2>&1 | FileCheck %s --check-prefix=GENERIC
// GENERIC: unknown-generic.mlir:2:8: error: op 'mhlo.add' is not supported; convert it with 'mlir-hlo-opt --hlo-legalize-to-stablehlo'
// RUN: not shardc import %t/unknown-dialect.mlir 2>&1 | FileCheck %s --check-prefix=DIALECT
// DIALECT: unknown-dialect.mlir:2:8: error: op 'torch.aten.relu' is not supported; export the model as StableHLO
// RUN: not shardc import %t/unknown-attribute.mlir 2>&1 | FileCheck %s --check-prefix=ATTRIBUTE
// ATTRIBUTE: unknown-attribute.mlir:1:{{.*}}: error: attributes of dialect 'thing' are not supported
// RUN: not shardc import %t/syntax.mlir 2>&1 | FileCheck %s --check-prefix=SYNTAX
// SYNTAX: syntax.mlir:2:25: error: {{.*}}
// SYNTAX-NOT: error
// RUN: not shardc import %t/invalid-op.mlir 2>&1 | FileCheck %s --check-prefix=INVALID
// INVALID: invalid-op.mlir:2:8: error: 'stablehlo.dot_general' op contracting dimension 1 of lhs has size 64, but dimension 0 of rhs has size 48
// INVALID-NOT: {{error|note}}
// RUN: not shardc import %t/dynamic-op.mlir 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// DYNAMIC: dynamic-op.mlir:2:8: error: 'stablehlo.abs' op operand #0 has type 'tensor<?x3xf32>'; dynamic shapes are not supported, export the model with static shapes
// DYNAMIC-NOT: error
// RUN: not shardc import %t/dynamic-argument.mlir 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// ARGUMENT: dynamic-argument.mlir:1:17: error: argument #0 has type 'tensor<?x3xf32>'; dynamic shapes are not supported
// ARGUMENT-NOT: error
// RUN: not shardc import %t/not-a-tensor.mlir 2>&1 | FileCheck %s --check-prefix=TENSOR
// TENSOR: not-a-tensor.mlir:1:17: error: argument #0 has type 'index', but must be a ranked tensor
// RUN: not shardc import %t/custom-call.mlir 2>&1 | FileCheck %s --check-prefix=CALL
// CALL: custom-call.mlir:2:8: error: 'stablehlo.custom_call' op of '@cholesky' is not supported
// RUN: not shardc import %t/dynamic-op.mlir --seq 4 2>&1 | FileCheck %s --check-prefix=SEQ
// SEQ: error: sequence length and batch are those of the graph; export it with others

//--- source.mlir
import jax
//--- comments.mlir
// nothing

  // here
//--- hlo.txt.mlir
// dumped
HloModule jit_f, entry_computation_layout={()->f32[]}
//--- truncated.mlir
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
//--- unknown-op.mlir
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  // A comment before it.
  %0 = stablehlo.fft %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
//--- unknown-generic.mlir
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "mhlo.add"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
//--- unknown-dialect.mlir
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = torch.aten.relu %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
//--- unknown-attribute.mlir
func.func @main(%x: tensor<2xf32> {a = #thing.b<c>}) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
//--- syntax.mlir
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, = : tensor<2xf32>
  return %0 : tensor<2xf32>
}
//--- invalid-op.mlir
func.func @main(%x: tensor<32x64xf32>, %y: tensor<48x16xf32>) -> tensor<32x16xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<48x16xf32>) -> tensor<32x16xf32>
  return %0 : tensor<32x16xf32>
}
//--- dynamic-op.mlir
func.func @main(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = stablehlo.abs %x : tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
//--- dynamic-argument.mlir
func.func @main(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  return %x : tensor<?x3xf32>
}
//--- not-a-tensor.mlir
func.func @main(%x: index) {
  return
}
//--- custom-call.mlir
func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.custom_call @cholesky(%x) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
