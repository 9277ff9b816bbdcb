//===- ModelSpec.cpp - built-in models and their overrides ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The table of built-in models, and the parser of "name:key=value,…".
//
//===----------------------------------------------------------------------===//
#include "shardc/Import/Models.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace shardc {
namespace {

/// Sizes above this are typing errors, and their products would overflow.
constexpr int64_t maxSize = int64_t(1) << 26;
/// Layers are ops, not only numbers: a graph of more is a slip of the keyboard.
constexpr int64_t maxLayers = int64_t(1) << 14;

/// A built-in model; `batch` 0 leaves the batch to the caller.
struct BuiltIn {
  const char *name;
  ModelFamily family;
  int64_t vocab, hidden, layers, heads, kvHeads, headDim, ffn, sequence, batch;
  double ropeTheta;
  bool tied;
};

constexpr BuiltIn builtIns[] = {
    {"tiny-llama", ModelFamily::Llama, 512, 64, 4, 8, 2, 8, 176, 32, 48, 1e4, false},
    {"tiny-gpt2", ModelFamily::GPT2, 512, 64, 4, 8, 8, 8, 256, 32, 48, 0, true},
    {"gpt2", ModelFamily::GPT2, 50257, 768, 12, 12, 12, 64, 3072, 1024, 0, 0, true},
    {"gpt3-175b", ModelFamily::GPT2, 50257, 12288, 96, 96, 96, 128, 49152, 2048, 0, 0, true},
    {"llama3-8b", ModelFamily::Llama, 128256, 4096, 32, 32, 8, 128, 14336, 8192, 0, 5e5, false},
    {"llama3-70b", ModelFamily::Llama, 128256, 8192, 80, 64, 8, 128, 28672, 8192, 0, 5e5, false},
    {"llama3-405b", ModelFamily::Llama, 128256, 16384, 126, 128, 8, 128, 53248, 8192, 0, 5e5,
     false},
};

/// Mixtures of experts: named here so that the refusal can say why.
constexpr StringRef expertModels[] = {"tiny-mixtral", "mixtral-8x7b"};

/// Points into the model string.
class SpecParser {
public:
  SpecParser(StringRef text, MLIRContext *context) : text(text), context(context) {}

  FailureOr<ModelSpec> parse();

private:
  Location at(StringRef part) const {
    unsigned column = part.data() - text.data() + 1;
    return FileLineColLoc::get(context, text, 1, column);
  }
  LogicalResult parseOverride(StringRef item, ModelSpec &spec);
  LogicalResult parseSize(StringRef key, StringRef value, int64_t &size);
  LogicalResult verifyHeads(const ModelSpec &spec);

  StringRef text;
  MLIRContext *context;
  /// Where each key was given.
  llvm::StringMap<StringRef> given;
};

LogicalResult SpecParser::parseSize(StringRef key, StringRef value, int64_t &size) {
  int64_t limit = key == "layers" ? maxLayers : maxSize;
  if (value.getAsInteger(10, size) || size < 1 || size > limit)
    return emitError(at(value)) << "'" << key << "' must be an integer from 1 to " << limit
                                << ", but got '" << value << "'";
  return success();
}

LogicalResult SpecParser::parseOverride(StringRef item, ModelSpec &spec) {
  auto [key, value] = item.split('=');
  if (item.empty())
    return emitError(at(item)) << "expected an override such as 'layers=5'";
  if (!given.try_emplace(key, item).second)
    return emitError(at(key)) << "'" << key << "' is given twice";

  if (key == "tied") {
    if (!item.contains('=') || value == "true" || value == "1")
      spec.tied = true;
    else if (value == "false" || value == "0")
      spec.tied = false;
    else
      return emitError(at(value)) << "'tied' must be true or false, but got '" << value << "'";
    return success();
  }

  const std::pair<StringRef, int64_t *> sizes[] = {
      {"layers", &spec.layers}, {"hidden", &spec.hidden},    {"heads", &spec.heads},
      {"kv", &spec.kvHeads},    {"head-dim", &spec.headDim}, {"ffn", &spec.ffn},
      {"vocab", &spec.vocab},   {"seq", &spec.sequence},     {"batch", &spec.batch}};
  for (auto [name, size] : sizes) {
    if (name != key)
      continue;
    if (!item.contains('='))
      return emitError(at(key)) << "'" << key << "' needs a value, such as '" << key << "=4'";
    return parseSize(key, value, *size);
  }
  return emitError(at(key)) << "unknown key '" << key << "'; known: layers, hidden, heads, kv, "
                            << "head-dim, ffn, vocab, seq, batch, tied";
}

/// What several keys must agree on, located at the one that was given.
LogicalResult SpecParser::verifyHeads(const ModelSpec &spec) {
  StringRef culprit = text;
  for (StringRef key : {"kv", "heads", "head-dim"})
    if (auto it = given.find(key); it != given.end()) {
      culprit = it->second;
      break;
    }
  return spec.verify(at(culprit));
}

FailureOr<ModelSpec> SpecParser::parse() {
  StringRef name = text.split(':').first, overrides = text.split(':').second;
  if (llvm::is_contained(expertModels, name)) {
    emitError(at(name)) << "model '" << name
                        << "' has experts, which are not supported yet; use a "
                           "dense model such as tiny-llama";
    return failure();
  }
  const BuiltIn *model =
      llvm::find_if(builtIns, [&](const BuiltIn &known) { return known.name == name; });
  if (model == std::end(builtIns)) {
    InFlightDiagnostic diag = emitError(at(name)) << "unknown model '" << name << "'; known: ";
    llvm::interleaveComma(builtIns, diag, [&](const BuiltIn &known) { diag << known.name; });
    diag << ", or the path of a .mlir file or a config.json";
    return failure();
  }

  ModelSpec spec;
  spec.source = text.str();
  spec.family = model->family;
  spec.vocab = model->vocab;
  spec.hidden = model->hidden;
  spec.layers = model->layers;
  spec.heads = model->heads;
  spec.kvHeads = model->kvHeads;
  spec.headDim = model->headDim;
  spec.ffn = model->ffn;
  spec.sequence = model->sequence;
  spec.batch = model->batch;
  spec.ropeTheta = model->ropeTheta;
  spec.tied = model->tied;

  if (text.contains(':')) {
    SmallVector<StringRef> items;
    overrides.split(items, ',');
    for (StringRef item : items)
      if (failed(parseOverride(item, spec)))
        return failure();
    // A model whose heads all have keys and values of their own stays one.
    if (model->kvHeads == model->heads && !given.count("kv"))
      spec.kvHeads = spec.heads;
  }
  if (failed(verifyHeads(spec)))
    return failure();
  return spec;
}

} // namespace

FailureOr<ModelSpec> ModelSpec::parse(StringRef text, MLIRContext *context) {
  return SpecParser(text, context).parse();
}

bool ModelSpec::isBuiltIn(StringRef text) {
  StringRef name = text.split(':').first;
  return llvm::is_contained(expertModels, name) ||
         llvm::any_of(builtIns, [&](const BuiltIn &known) { return known.name == name; });
}

std::vector<StringRef> ModelSpec::getBuiltInNames() {
  std::vector<StringRef> names;
  for (const BuiltIn &known : builtIns)
    names.push_back(known.name);
  return names;
}

void ModelSpec::resolveBatch(int64_t parts) {
  if (batch == 0)
    batch = std::max<int64_t>(16, parts);
}

LogicalResult ModelSpec::verify(Location loc) const {
  if (heads % kvHeads != 0)
    return emitError(loc) << heads << " heads are not a multiple of " << kvHeads << " KV heads";
  if (family == ModelFamily::Llama && headDim % 2 != 0)
    return emitError(loc) << "head dimension " << headDim
                          << " is odd, but rotary embedding turns pairs";
  // The largest value must have a countable number of bytes.
  double widest = std::max({vocab, ffn, hidden, heads * headDim});
  double elements = widest * sequence * std::max<int64_t>(batch, 1);
  if (elements > double(int64_t(1) << 58))
    return emitError(loc) << "batch " << batch << " of " << sequence << " tokens by "
                          << static_cast<int64_t>(widest) << " elements is too large";
  return success();
}

} // namespace shardc
