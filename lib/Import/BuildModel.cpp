//===- BuildModel.cpp - transformer graphs ----------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Writes the forward graph of a ModelSpec with its loss. Parameters become
// arguments in the order of use; every op is located by its name in the model.
//
//===----------------------------------------------------------------------===//
#include "dialects/NN/NN.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "shardc/Import/Models.h"
#include "shardc/Interfaces/Types.h"
#include <cmath>

using namespace mlir;

namespace shardc {
namespace {

class ModelBuilder {
public:
  ModelBuilder(const ModelSpec &spec, MLIRContext *context)
      : spec(spec), context(context), builder(context), element(builder.getF32Type()) {}

  OwningOpRef<ModuleOp> build();

private:
  //===--- Naming and construction
  //------------------------------------------===//

  /// "layers.3.attention.wq" within layer 3, "norm" outside.
  std::string qualified(StringRef name) const {
    return layer < 0 ? name.str() : ("layers." + Twine(layer) + "." + name).str();
  }
  Location locate(StringRef name) { return NameLoc::get(builder.getStringAttr(qualified(name))); }
  template <typename Op, typename... Args>
  Op make(StringRef name, Args &&...args) {
    auto op = Op::create(builder, locate(name), std::forward<Args>(args)...);
    if (layer >= 0)
      op->setAttr("dist.layer", builder.getI64IntegerAttr(layer));
    return op;
  }
  RankedTensorType tensor(ArrayRef<int64_t> shape) const {
    return RankedTensorType::get(shape, element);
  }
  /// The argument of a parameter, made at its first use.
  Value param(StringRef name, ArrayRef<int64_t> shape, bool isNormWeight = false);
  Value input(StringRef name);

  //===--- Pieces
  //-----------------------------------------------------------===//

  Value add(StringRef name, Value a, Value b) { return make<stablehlo::AddOp>(name, a, b); }
  Value reshape(StringRef name, Value x, ArrayRef<int64_t> shape) {
    return make<stablehlo::ReshapeOp>(name, tensor(shape), x);
  }
  /// x @ weight [+ bias], contracting the last dimension of x with dimension
  /// `contracted` of the weight.
  Value linear(StringRef name, Value x, int64_t width);
  Value product(StringRef name, Value x, Value weight, int64_t contracted);
  Value norm(StringRef name, Value x);
  Value embed(Value tokens);
  /// Drops elements of x, where the model does.
  Value dropout(StringRef name, Value x);
  Value attention(Value x);
  Value feedForward(Value x);
  Value head(Value x);
  Value sum(StringRef name, Value x);
  void emitLoss(Value logits, Value labels);

  const ModelSpec &spec;
  MLIRContext *context;
  OpBuilder builder;
  FloatType element;
  Block *block = nullptr;
  int64_t layer = -1;
  Value table, cos, sin, dropoutKey;
  int64_t dropoutStream = 0;
  SmallVector<DictionaryAttr> paramAttrs, inputAttrs, resultAttrs;
  SmallVector<Value> results;
};

Value ModelBuilder::param(StringRef name, ArrayRef<int64_t> shape, bool isNormWeight) {
  NamedAttrList attrs;
  attrs.set("dist.name", builder.getStringAttr(qualified(name)));
  attrs.set("dist.role", builder.getStringAttr("param"));
  attrs.set("dist.weight_decay", builder.getBoolAttr(shape.size() > 1));
  if (isNormWeight)
    attrs.set("dist.init", builder.getDictionaryAttr(
                               builder.getNamedAttr("kind", builder.getStringAttr("norm_weight"))));
  // Inputs come after all parameters.
  Value value = block->insertArgument(paramAttrs.size(), tensor(shape), locate(name));
  paramAttrs.push_back(attrs.getDictionary(context));
  return value;
}

Value ModelBuilder::input(StringRef name) {
  NamedAttrList attrs, init;
  init.set("kind", builder.getStringAttr("uniform_int"));
  init.set("low", builder.getI64IntegerAttr(0));
  init.set("high", builder.getI64IntegerAttr(spec.vocab));
  attrs.set("dist.name", builder.getStringAttr(name));
  attrs.set("dist.role", builder.getStringAttr("input"));
  attrs.set("dist.init", init.getDictionary(context));
  inputAttrs.push_back(attrs.getDictionary(context));
  return block->addArgument(
      RankedTensorType::get({spec.batch, spec.sequence}, builder.getI32Type()), locate(name));
}

Value ModelBuilder::product(StringRef name, Value x, Value weight, int64_t contracted) {
  RankedTensorType type = typeOf(x);
  SmallVector<int64_t> shape(type.getShape());
  int64_t last = type.getRank() - 1;
  shape[last] = typeOf(weight).getDimSize(1 - contracted);
  auto numbers = stablehlo::DotDimensionNumbersAttr::get(context, {}, {}, {last}, {contracted});
  return make<stablehlo::DotGeneralOp>(name, tensor(shape), x, weight, numbers);
}

Value ModelBuilder::linear(StringRef name, Value x, int64_t width) {
  Value weight = param((name + ".weight").str(), {typeOf(x).getShape().back(), width});
  Value y = product(name, x, weight, 0);
  if (spec.family != ModelFamily::GPT2)
    return y;
  std::string biasName = (name + ".bias").str();
  Value bias = param(biasName, {width});
  Value wide = make<stablehlo::BroadcastInDimOp>(biasName, y.getType(), bias,
                                                 ArrayRef<int64_t>{typeOf(y).getRank() - 1});
  return add(biasName, y, wide);
}

Value ModelBuilder::norm(StringRef name, Value x) {
  Value weight = param((name + ".weight").str(), {spec.hidden},
                       /*isNormWeight=*/true);
  FloatAttr eps = builder.getF64FloatAttr(spec.normEps);
  if (spec.family == ModelFamily::Llama)
    return make<nn::RmsNormOp>(name, x.getType(), x, weight, eps);
  Value bias = param((name + ".bias").str(), {spec.hidden});
  return make<nn::LayerNormOp>(name, x.getType(), x, weight, bias, eps);
}

Value ModelBuilder::embed(Value tokens) {
  table = param("embed.weight", {spec.vocab, spec.hidden});
  RankedTensorType type = tensor({spec.batch, spec.sequence, spec.hidden});
  Value x = make<nn::EmbeddingOp>("embed", type, table, tokens);
  if (spec.family == ModelFamily::Llama) {
    RankedTensorType angles = tensor({spec.sequence, spec.headDim / 2});
    auto rope =
        make<nn::RopeTableOp>("rope", angles, angles, builder.getF64FloatAttr(spec.ropeTheta));
    cos = rope.getCos();
    sin = rope.getSin();
    return x;
  }
  Value positions = param("pos_embed.weight", {spec.sequence, spec.hidden});
  Value wide =
      make<stablehlo::BroadcastInDimOp>("pos_embed", type, positions, ArrayRef<int64_t>{1, 2});
  return add("pos_embed", x, wide);
}

Value ModelBuilder::dropout(StringRef name, Value x) {
  if (spec.dropout == 0.0)
    return x;
  return make<nn::DropoutOp>(name, x.getType(), x, /*mask=*/Value(), dropoutKey,
                             /*starts=*/ValueRange(), builder.getF64FloatAttr(spec.dropout),
                             builder.getI64IntegerAttr(dropoutStream++),
                             /*whole=*/DenseI64ArrayAttr());
}

Value ModelBuilder::attention(Value x) {
  int64_t batch = spec.batch, length = spec.sequence, dim = spec.headDim;
  auto heads = [&](StringRef name, int64_t count, bool turned) -> Value {
    Value y = linear(name, x, count * dim);
    y = reshape(name, y, {batch, length, count, dim});
    if (!turned || spec.family != ModelFamily::Llama)
      return y;
    return make<nn::RopeOp>(name, y.getType(), y, cos, sin,
                            /*inverse=*/UnitAttr());
  };
  Value q = heads("attention.wq", spec.heads, /*turned=*/true);
  Value k = heads("attention.wk", spec.kvHeads, /*turned=*/true);
  Value v = heads("attention.wv", spec.kvHeads, /*turned=*/false);
  auto attention =
      make<nn::AttentionOp>("attention", q.getType(), tensor({batch, spec.heads, length}), q, k, v,
                            /*query_offset=*/Value(), /*causal=*/builder.getUnitAttr(),
                            builder.getF64FloatAttr(1.0 / std::sqrt(double(dim))));
  Value y = reshape("attention", attention.getOut(), {batch, length, spec.heads * dim});
  return linear("attention.wo", y, spec.hidden);
}

Value ModelBuilder::feedForward(Value x) {
  if (spec.family == ModelFamily::GPT2) {
    Value y = linear("ffn.w_in", x, spec.ffn);
    auto kind =
        nn::GeluKindAttr::get(context, spec.geluErf ? nn::GeluKind::Erf : nn::GeluKind::Tanh);
    y = make<nn::GeluOp>("ffn.gelu", y.getType(), y, kind);
    return linear("ffn.w_out", y, spec.hidden);
  }
  Value gate = linear("ffn.w_gate", x, spec.ffn);
  Value up = linear("ffn.w_up", x, spec.ffn);
  gate = make<nn::SiluOp>("ffn.silu", gate.getType(), gate);
  Value y = make<stablehlo::MulOp>("ffn.gated", gate, up);
  return linear("ffn.w_down", y, spec.hidden);
}

Value ModelBuilder::head(Value x) {
  if (spec.tied)
    return product("head", x, table, 1);
  Value weight = param("head.weight", {spec.hidden, spec.vocab});
  return product("head", x, weight, 0);
}

/// The sum over all elements, a scalar.
Value ModelBuilder::sum(StringRef name, Value x) {
  Value zero = make<stablehlo::ConstantOp>(
      name, DenseElementsAttr::get(tensor({}), builder.getZeroAttr(element)));
  return stablehlo::ReduceOp::of<stablehlo::AddOp>(builder, locate(name), x, zero, {0, 1})
      .getResult(0);
}

void ModelBuilder::emitLoss(Value logits, Value labels) {
  RankedTensorType rows = tensor({spec.batch, spec.sequence});
  auto entropy = make<nn::CrossEntropyOp>("loss", rows, rows, logits, labels);
  Value lossSum = sum("loss_sum", entropy.getLoss());

  // A label outside the vocabulary marks a token that the loss ignores.
  auto limit = [&](int64_t value) -> Value {
    auto type = cast<RankedTensorType>(labels.getType());
    return make<stablehlo::ConstantOp>(
        "token_count", DenseElementsAttr::get(type, builder.getI32IntegerAttr(value)));
  };
  Value notBelow = make<stablehlo::CompareOp>("token_count", labels, limit(0),
                                              stablehlo::ComparisonDirection::GE);
  Value below = make<stablehlo::CompareOp>("token_count", labels, limit(spec.vocab),
                                           stablehlo::ComparisonDirection::LT);
  Value counted = make<stablehlo::AndOp>("token_count", notBelow, below);
  counted = make<stablehlo::ConvertOp>("token_count", rows, counted);
  Value tokenCount = sum("token_count", counted);

  auto result = [&](StringRef name, StringRef role, Value value) {
    NamedAttrList attrs;
    attrs.set("dist.name", builder.getStringAttr(name));
    attrs.set("dist.role", builder.getStringAttr(role));
    resultAttrs.push_back(attrs.getDictionary(context));
    results.push_back(value);
  };
  result("loss_sum", "loss_sum", lossSum);
  result("token_count", "token_count", tokenCount);
  result("logits", "output", logits);
}

OwningOpRef<ModuleOp> ModelBuilder::build() {
  Location loc = NameLoc::get(builder.getStringAttr(spec.source));
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  module.get()->setAttr("shardc.model", builder.getStringAttr(spec.source));
  builder.setInsertionPointToStart(module->getBody());
  auto main = func::FuncOp::create(builder, loc, "main", builder.getFunctionType({}, {}));
  block = main.addEntryBlock();
  builder.setInsertionPointToStart(block);

  Value tokens = input("tokens");
  Value labels = input("labels");
  if (spec.dropout != 0.0) {
    // A training step puts its number in place of the second word.
    auto words = RankedTensorType::get({2}, builder.getIntegerType(32, false));
    auto key = make<stablehlo::ConstantOp>(
        "dropout.key", DenseElementsAttr::get(words, ArrayRef<uint32_t>{spec.dropoutSeed, 0}));
    key->setAttr("dist.step_key", builder.getUnitAttr());
    dropoutKey = key;
  }
  Value x = dropout("embed.dropout", embed(tokens));
  for (layer = 0; layer < spec.layers; ++layer) {
    Value y = dropout("attention.dropout", attention(norm("attention_norm", x)));
    x = add("attention.residual", x, y);
    y = dropout("ffn.dropout", feedForward(norm("ffn_norm", x)));
    x = add("ffn.residual", x, y);
  }
  layer = -1;
  emitLoss(head(norm("norm", x)), labels);
  func::ReturnOp::create(builder, loc, results);

  main.setFunctionType(builder.getFunctionType(block->getArgumentTypes(),
                                               llvm::to_vector(ValueRange(results).getTypes())));
  SmallVector<DictionaryAttr> argAttrs(paramAttrs);
  argAttrs.append(inputAttrs);
  main.setAllArgAttrs(argAttrs);
  main.setAllResultAttrs(resultAttrs);
  return module;
}

} // namespace

OwningOpRef<ModuleOp> buildModel(const ModelSpec &spec, MLIRContext *context) {
  context->loadDialect<func::FuncDialect, nn::NNDialect, stablehlo::StableHLODialect>();
  return ModelBuilder(spec, context).build();
}

} // namespace shardc
