//===- Models.h - models built from their names -----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Transformer graphs from a handful of sizes: built-in names with overrides, or
// the config.json of a Hugging Face model.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_IMPORT_MODELS_H
#define SHARDC_IMPORT_MODELS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include <string>
#include <vector>

namespace shardc {

/// What a model is a variation of.
enum class ModelFamily {
  /// RMS norms, rotary embedding, grouped KV heads, gated FFN, no biases.
  Llama,
  /// Layer norms, learned positions, biases, GELU FFN.
  GPT2,
};

/// Sizes of a decoder-only transformer.
struct ModelSpec {
  /// Provenance: the text or file it comes from.
  std::string source;
  ModelFamily family = ModelFamily::Llama;
  int64_t vocab = 0;
  int64_t hidden = 0;
  int64_t layers = 0;
  int64_t heads = 0;
  int64_t kvHeads = 0;
  int64_t headDim = 0;
  int64_t ffn = 0;
  int64_t sequence = 0;
  /// Global batch; 0: the caller decides (see resolveBatch).
  int64_t batch = 0;
  double normEps = 1e-5;
  double ropeTheta = 1e4;
  /// The head is the embedding table.
  bool tied = false;
  /// GPT-2: GELU by erf instead of its tanh approximation.
  bool geluErf = false;
  /// Rate of dropout after the embedding, attention and the feed-forward network; its
  /// draws are a function of this seed and of the number of the step.
  double dropout = 0.0;
  uint32_t dropoutSeed = 0;

  /// Parses "tiny-llama:layers=5,kv=3,tied". Errors are located by column in
  /// the text.
  static mlir::FailureOr<ModelSpec> parse(llvm::StringRef text, mlir::MLIRContext *context);

  /// Reads a config.json of the Llama or GPT-2 family. Errors are located in
  /// the file.
  static mlir::FailureOr<ModelSpec> readConfig(llvm::StringRef path, mlir::MLIRContext *context);
  static mlir::FailureOr<ModelSpec> parseConfig(llvm::StringRef json, llvm::StringRef path,
                                                mlir::MLIRContext *context);

  /// Whether the text names a built-in model, with or without overrides.
  static bool isBuiltIn(llvm::StringRef text);

  /// Names of the built-in models.
  static std::vector<llvm::StringRef> getBuiltInNames();

  /// Sets the batch of a model that leaves it open to max(16, parts).
  void resolveBatch(int64_t parts);

  /// Checks that the sizes fit together; one error at `loc` when they don't.
  llvm::LogicalResult verify(mlir::Location loc) const;
};

/// Builds the forward graph with its loss, in fp32. Results: `loss_sum`,
/// `token_count`, `logits`. Needs a resolved batch and verified sizes.
mlir::OwningOpRef<mlir::ModuleOp> buildModel(const ModelSpec &spec, mlir::MLIRContext *context);

} // namespace shardc

#endif // SHARDC_IMPORT_MODELS_H
