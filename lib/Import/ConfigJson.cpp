//===- ConfigJson.cpp - sizes from a config.json ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Reads the configuration file that Hugging Face models come with. The JSON
// library parses; positions of keys, which it doesn't keep, are found by a scan
// of the text that it has accepted.
//
//===----------------------------------------------------------------------===//
#include "ImportImpl.h"
#include "shardc/Import/Models.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include <nlohmann/json.hpp>

using namespace mlir;
using json = nlohmann::json;

namespace shardc {
namespace {

/// Notes where parsing fails instead of throwing.
class FaultFinder : public nlohmann::json_sax<json> {
public:
  size_t position = 0;
  std::string message;

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t &) override { return true; }
  bool string(string_t &) override { return true; }
  bool binary(binary_t &) override { return true; }
  bool start_object(std::size_t) override { return enter(); }
  bool key(string_t &) override { return true; }
  bool end_object() override { return leave(); }
  bool start_array(std::size_t) override { return enter(); }
  bool end_array() override { return leave(); }
  bool parse_error(std::size_t at, const std::string &,
                   const nlohmann::detail::exception &) override {
    position = at;
    message = "malformed JSON";
    return false;
  }

private:
  // Values are freed recursively; a configuration is a few levels deep.
  bool enter() {
    if (++depth <= 100)
      return true;
    message = "JSON is nested more than 100 levels deep";
    return false;
  }
  bool leave() {
    --depth;
    return true;
  }
  unsigned depth = 0;
};

/// Offsets of the keys of the outermost object of a well-formed text.
llvm::StringMap<size_t> findKeys(StringRef text) {
  llvm::StringMap<size_t> keys;
  unsigned depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '{' || c == '[')
      ++depth;
    else if (c == '}' || c == ']')
      --depth;
    if (c != '"')
      continue;
    size_t end = i + 1;
    while (text[end] != '"')
      end += text[end] == '\\' ? 2 : 1;
    if (depth == 1 && text.substr(end + 1).ltrim().starts_with(":"))
      keys.try_emplace(text.slice(i + 1, end), i);
    i = end;
  }
  return keys;
}

/// Reads keys with located errors.
class ConfigReader {
public:
  ConfigReader(StringRef text, StringRef path, MLIRContext *context)
      : text(text), path(path), context(context) {}

  FailureOr<ModelSpec> read();

private:
  LogicalResult parse();
  LogicalResult readLlama(ModelSpec &spec);
  LogicalResult readGPT2(ModelSpec &spec);

  InFlightDiagnostic error(StringRef key) {
    auto it = keys.find(key);
    return emitError(locationIn(text, path, it == keys.end() ? 0 : it->second, context));
  }
  bool has(StringRef key) const {
    auto it = root.find(key.str());
    return it != root.end() && !it->is_null();
  }
  LogicalResult size(StringRef key, int64_t &value, bool required = true);
  LogicalResult number(StringRef key, double &value);
  LogicalResult flag(StringRef key, bool &value);
  LogicalResult word(StringRef key, std::string &value, bool required = false);
  /// A key that must be absent, null or false.
  LogicalResult refuse(StringRef key, StringRef why);

  StringRef text, path;
  MLIRContext *context;
  json root;
  llvm::StringMap<size_t> keys;
};

LogicalResult ConfigReader::parse() {
  FaultFinder finder;
  std::string_view view(text.data(), text.size());
  if (!json::sax_parse(view, &finder)) {
    size_t offset = std::min(finder.position ? finder.position - 1 : 0, text.size());
    InFlightDiagnostic diag = emitError(locationIn(text, path, offset, context));
    if (offset >= text.rtrim().size())
      diag << "the file ends too early: ";
    return diag << finder.message;
  }
  root = json::parse(view, nullptr, /*allow_exceptions=*/false);
  if (!root.is_object())
    return emitError(locationIn(text, path, 0, context))
           << "expected a JSON object, as in a model's config.json";
  keys = findKeys(text);
  return success();
}

LogicalResult ConfigReader::size(StringRef key, int64_t &value, bool required) {
  if (!has(key)) {
    if (!required)
      return success();
    return error(key) << "key '" << key << "' is missing";
  }
  const json &found = root[key.str()];
  // Layers are ops, not only numbers.
  bool isLayers = key == "num_hidden_layers" || key == "n_layer";
  int64_t limit = int64_t(1) << (isLayers ? 14 : 26);
  if (!found.is_number_integer() || found.get<double>() < 1 || found.get<double>() > limit)
    return error(key) << "key '" << key << "' must be an integer from 1 to " << limit << ", but is "
                      << found.dump(-1, ' ', false, json::error_handler_t::replace);
  value = found.get<int64_t>();
  return success();
}

LogicalResult ConfigReader::number(StringRef key, double &value) {
  if (!has(key))
    return success();
  const json &found = root[key.str()];
  if (!found.is_number() || !(found.get<double>() > 0))
    return error(key) << "key '" << key << "' must be a positive number, but is "
                      << found.dump(-1, ' ', false, json::error_handler_t::replace);
  value = found.get<double>();
  return success();
}

LogicalResult ConfigReader::flag(StringRef key, bool &value) {
  if (!has(key))
    return success();
  const json &found = root[key.str()];
  if (!found.is_boolean())
    return error(key) << "key '" << key << "' must be true or false, but is "
                      << found.dump(-1, ' ', false, json::error_handler_t::replace);
  value = found.get<bool>();
  return success();
}

LogicalResult ConfigReader::word(StringRef key, std::string &value, bool required) {
  if (!has(key)) {
    if (!required)
      return success();
    return error(key) << "key '" << key << "' is missing";
  }
  const json &found = root[key.str()];
  if (!found.is_string())
    return error(key) << "key '" << key << "' must be a string, but is "
                      << found.dump(-1, ' ', false, json::error_handler_t::replace);
  value = found.get<std::string>();
  return success();
}

LogicalResult ConfigReader::refuse(StringRef key, StringRef why) {
  if (!has(key) || root[key.str()] == false)
    return success();
  return error(key) << "key '" << key << "': " << why << " is not supported";
}

LogicalResult ConfigReader::readLlama(ModelSpec &spec) {
  spec.family = ModelFamily::Llama;
  std::string activation = "silu";
  int64_t positions = 2048;
  if (failed(size("vocab_size", spec.vocab)) || failed(size("hidden_size", spec.hidden)) ||
      failed(size("num_hidden_layers", spec.layers)) ||
      failed(size("num_attention_heads", spec.heads)) ||
      failed(size("intermediate_size", spec.ffn)))
    return failure();
  spec.kvHeads = spec.heads;
  if (!has("head_dim") && spec.hidden % spec.heads != 0)
    return error("num_attention_heads") << "hidden size " << spec.hidden << " is not a multiple of "
                                        << spec.heads << " heads, and there is no 'head_dim'";
  spec.headDim = spec.hidden / spec.heads;
  spec.normEps = 1e-6;
  if (failed(size("num_key_value_heads", spec.kvHeads, /*required=*/false)) ||
      failed(size("head_dim", spec.headDim, /*required=*/false)) ||
      failed(size("max_position_embeddings", positions, /*required=*/false)) ||
      failed(number("rms_norm_eps", spec.normEps)) ||
      failed(number("rope_theta", spec.ropeTheta)) ||
      failed(flag("tie_word_embeddings", spec.tied)) || failed(word("hidden_act", activation)) ||
      failed(refuse("attention_bias", "bias of attention")) ||
      failed(refuse("mlp_bias", "bias of the feed-forward layers")))
    return failure();
  if (activation != "silu")
    return error("hidden_act") << "activation '" << activation
                               << "' is not supported; supported: silu";
  if (has("rope_scaling"))
    emitWarning(locationIn(text, path, keys.lookup("rope_scaling"), context))
        << "'rope_scaling' is not applied: angles are those of 'rope_theta' "
           "alone";
  // Contexts of 128k tokens are what a model can take, not what it trains on.
  spec.sequence = std::min<int64_t>(positions, 8192);
  return success();
}

LogicalResult ConfigReader::readGPT2(ModelSpec &spec) {
  spec.family = ModelFamily::GPT2;
  spec.tied = true;
  std::string activation = "gelu_new";
  if (failed(size("vocab_size", spec.vocab)) || failed(size("n_embd", spec.hidden)) ||
      failed(size("n_layer", spec.layers)) || failed(size("n_head", spec.heads)) ||
      failed(size("n_positions", spec.sequence)))
    return failure();
  if (spec.hidden % spec.heads != 0)
    return error("n_head") << "embedding size " << spec.hidden << " is not a multiple of "
                           << spec.heads << " heads";
  spec.kvHeads = spec.heads;
  spec.headDim = spec.hidden / spec.heads;
  spec.ffn = 4 * spec.hidden;
  if (failed(size("n_inner", spec.ffn, /*required=*/false)) ||
      failed(number("layer_norm_epsilon", spec.normEps)) ||
      failed(flag("tie_word_embeddings", spec.tied)) ||
      failed(word("activation_function", activation)))
    return failure();
  if (activation != "gelu_new" && activation != "gelu_pytorch_tanh" && activation != "gelu")
    return error("activation_function")
           << "activation '" << activation << "' is not supported; supported: gelu, gelu_new";
  spec.geluErf = activation == "gelu";
  return success();
}

FailureOr<ModelSpec> ConfigReader::read() {
  ModelSpec spec;
  spec.source = path.str();
  std::string type;
  if (failed(parse()) || failed(word("model_type", type, /*required=*/true)))
    return failure();
  if (type == "mixtral") {
    error("model_type") << "model type 'mixtral' has experts, which are not "
                           "supported yet; supported: llama, gpt2";
    return failure();
  }
  if (type != "llama" && type != "gpt2") {
    error("model_type") << "model type '" << type << "' is not supported; supported: llama, gpt2";
    return failure();
  }
  if (failed(type == "llama" ? readLlama(spec) : readGPT2(spec)))
    return failure();
  StringRef culprit = has("num_key_value_heads") ? "num_key_value_heads" : "model_type";
  if (failed(spec.verify(locationIn(text, path, keys.lookup(culprit), context))))
    return failure();
  return spec;
}

} // namespace

FailureOr<ModelSpec> ModelSpec::parseConfig(StringRef json, StringRef path, MLIRContext *context) {
  if (json.trim().empty()) {
    emitError(locationIn(json, path, 0, context)) << "the file is empty";
    return failure();
  }
  return ConfigReader(json, path, context).read();
}

FailureOr<ModelSpec> ModelSpec::readConfig(StringRef path, MLIRContext *context) {
  auto file = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!file) {
    emitError(FileLineColLoc::get(context, path, 1, 1))
        << "cannot read the file: " << file.getError().message();
    return failure();
  }
  return parseConfig((*file)->getBuffer(), path, context);
}

} // namespace shardc
