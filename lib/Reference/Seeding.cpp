//===- Seeding.cpp - seeded values of arguments -----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Reads `dist.init` and fills tensors by the runtime's generator.
//
//===----------------------------------------------------------------------===//
#include "shardc/Reference/Seeding.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace shardc::reference;
using shardrt::InitKind;
using shardrt::InitSpec;

uint64_t shardc::reference::streamOf(StringRef name) {
  uint64_t hash = 0xcbf29ce484222325ull;
  for (unsigned char c : name.bytes())
    hash = (hash ^ c) * 0x100000001b3ull;
  return hash;
}

std::string shardc::reference::argumentName(func::FuncOp function, unsigned index) {
  if (auto name = function.getArgAttrOfType<StringAttr>(index, "dist.name"))
    return name.str();
  return "arg" + std::to_string(index);
}

std::string shardc::reference::resultName(func::FuncOp function, unsigned index) {
  if (auto name = function.getResultAttrOfType<StringAttr>(index, "dist.name"))
    return name.str();
  return "result" + std::to_string(index);
}

static std::optional<double> numberOf(Attribute attribute) {
  if (auto value = dyn_cast_or_null<FloatAttr>(attribute))
    return value.getValueAsDouble();
  if (auto value = dyn_cast_or_null<IntegerAttr>(attribute))
    return static_cast<double>(value.getValue().getSExtValue());
  return std::nullopt;
}

FailureOr<InitSpec> shardc::reference::initOf(DictionaryAttr attributes, StringRef name,
                                              Type elementType) {
  InitSpec init;
  init.stream = streamOf(name);
  init.stddev = 0.02;
  init.high = 2;
  bool isFloat = isa<FloatType>(elementType);
  auto role = attributes ? attributes.getAs<StringAttr>("dist.role") : StringAttr();
  bool isState = role && role.getValue() == "state";
  if (isFloat)
    init.kind = isState ? InitKind::AbsNormal : InitKind::Normal;
  else
    init.kind = isState ? InitKind::Zero : InitKind::UniformInt;

  auto given = attributes ? attributes.getAs<DictionaryAttr>("dist.init") : DictionaryAttr();
  if (!given)
    return init;
  if (auto kind = given.getAs<StringAttr>("kind")) {
    auto parsed = llvm::StringSwitch<std::optional<InitKind>>(kind.getValue())
                      .Case("normal", InitKind::Normal)
                      .Case("norm_weight", InitKind::NormWeight)
                      .Case("abs_normal", InitKind::AbsNormal)
                      .Case("zero", InitKind::Zero)
                      .Case("uniform_int", InitKind::UniformInt)
                      .Case("constant", InitKind::Constant)
                      .Default(std::nullopt);
    if (!parsed)
      return failure();
    init.kind = *parsed;
  }
  if (auto low = numberOf(given.get("low")))
    init.low = static_cast<int64_t>(*low);
  if (auto high = numberOf(given.get("high")))
    init.high = static_cast<int64_t>(*high);
  if (auto value = numberOf(given.get("value")); value && init.kind == InitKind::Constant)
    init.mean = *value;
  return init;
}

Tensor shardc::reference::seedTensor(const InitSpec &init, RankedTensorType type, uint64_t seed) {
  Tensor result = Tensor::uninitialized(type);
  int64_t count = type.getNumElements();
  if (!result.isFloat()) {
    IntFormat format = IntFormat::of(type.getElementType());
    int64_t *out = result.getMutable<int64_t>().data();
    for (int64_t i = 0; i < count; ++i)
      out[i] = format.wrap(init.kind == InitKind::UniformInt
                               ? shardrt::uniformIntAt(seed, init.stream, i, init.low, init.high)
                               : static_cast<int64_t>(shardrt::initialValue(init, seed, i)));
    return result;
  }
  double *out = result.getMutable<double>().data();
  // Rounded as the runtime rounds when it stores.
  auto store = [&](auto round) {
    for (int64_t i = 0; i < count; ++i)
      out[i] = round(shardrt::initialValue(init, seed, i));
  };
  Type element = type.getElementType();
  if (element.isF32())
    store([](double x) { return static_cast<double>(static_cast<float>(x)); });
  else if (element.isBF16())
    store([](double x) {
      return static_cast<double>(shardrt::bf16ToFloat(shardrt::floatToBF16(static_cast<float>(x))));
    });
  else if (element.isF16())
    store([](double x) {
      return static_cast<double>(shardrt::f16ToFloat(shardrt::floatToF16(static_cast<float>(x))));
    });
  else
    store([](double x) { return x; });
  return result;
}

FailureOr<Tensor> shardc::reference::seedTensor(func::FuncOp function, unsigned argument,
                                                uint64_t seed) {
  auto type = dyn_cast<RankedTensorType>(function.getArgumentTypes()[argument]);
  if (auto global = function.getArgAttrOfType<TypeAttr>(argument, "dist.global_type"))
    type = dyn_cast<RankedTensorType>(global.getValue());
  DictionaryAttr attributes = function.getArgAttrDict(argument);
  if (!type)
    return function.emitOpError() << "has an argument " << argument << " that is no tensor";
  FailureOr<InitSpec> init =
      initOf(attributes, argumentName(function, argument), type.getElementType());
  if (failed(init))
    return function.emitOpError() << "has an unknown kind in 'dist.init' of argument " << argument
                                  << ": " << attributes.get("dist.init");
  return seedTensor(*init, type, seed);
}

FailureOr<SmallVector<Tensor>> shardc::reference::seedArguments(func::FuncOp function,
                                                                uint64_t seed) {
  SmallVector<Tensor> values;
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    FailureOr<Tensor> value = seedTensor(function, i, seed);
    if (failed(value))
      return failure();
    values.push_back(std::move(*value));
  }
  return values;
}

Tensor shardc::reference::randomTensor(RankedTensorType type, uint64_t seed, StringRef name,
                                       int64_t high) {
  InitSpec init;
  init.stream = streamOf(name);
  init.kind = isa<FloatType>(type.getElementType()) ? InitKind::Normal : InitKind::UniformInt;
  init.stddev = 1.0;
  init.high = high;
  return seedTensor(init, type, seed);
}
