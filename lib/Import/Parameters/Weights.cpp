//===- Weights.cpp - constants that are parameters --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Exporters freeze weights into constants, and leave the values of large ones out of
// the text or put them in resources behind it. What is large or has no values was a
// parameter, and becomes one again; the others become constants as any other.
//
//===----------------------------------------------------------------------===//
#include "../ImportImpl.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "shardc/Interfaces/Remarks.h"

using namespace mlir;

namespace shardc {
namespace {

/// Constants of at least this many bytes are parameters. Tables of angles and masks
/// of models that are written as such are smaller.
constexpr int64_t parameterBytes = 1 << 20;

/// Bytes of one element in a resource: booleans take a whole one.
int64_t elementBytes(Type element) { return llvm::divideCeil(element.getIntOrFloatBitWidth(), 8); }

/// The values of a resource as an ordinary constant; an error when their number is
/// not that of the type.
FailureOr<DenseElementsAttr> valuesOf(stablehlo::ConstantOp constant,
                                      DenseResourceElementsAttr resource) {
  auto type = cast<RankedTensorType>(resource.getType());
  ArrayRef<char> data = resource.getRawHandle().getBlob()->getData();
  int64_t expected = type.getNumElements() * elementBytes(type.getElementType());
  if (static_cast<int64_t>(data.size()) != expected)
    return constant.emitError() << "resource '" << resource.getRawHandle().getKey() << "' holds "
                                << data.size() << " bytes, but " << type << " has " << expected;
  if (!type.getElementType().isInteger(1))
    return DenseElementsAttr::getFromRawBuffer(type, data);
  SmallVector<bool> bits;
  for (char byte : data)
    bits.push_back(byte != 0);
  return DenseElementsAttr::get(type, bits);
}

/// The attribute of a module that says what its text calls resources.
constexpr StringRef resourceNames = "shardc.resources";

/// What a parameter made of a constant is called: as the exporter called its resource.
std::string nameFor(stablehlo::ConstantOp constant, unsigned index, DictionaryAttr inText) {
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(constant.getValue())) {
    StringRef key = resource.getRawHandle().getKey();
    if (auto name = inText ? inText.getAs<StringAttr>(key) : StringAttr())
      key = name.getValue();
    if (!key.starts_with("__"))
      return key.str();
  }
  return "constant." + std::to_string(index);
}

} // namespace

void nameResources(ModuleOp module, StringRef text) {
  auto isInText = [&](StringRef key) {
    return text.contains(("dense_resource<" + key + ">").str()) ||
           text.contains(("dense_resource<\"" + key + "\">").str());
  };
  NamedAttrList names;
  module.walk([&](Operation *op) {
    for (NamedAttribute attr : op->getAttrs()) {
      auto resource = dyn_cast<DenseResourceElementsAttr>(attr.getValue());
      if (!resource)
        continue;
      // A context that has met the key before appends a number.
      StringRef given = resource.getRawHandle().getKey(), key = given;
      while (!key.empty() && !isInText(key))
        key = key.substr(0, key.rfind('_') == StringRef::npos ? 0 : key.rfind('_'));
      if (!key.empty() && key != given)
        names.set(given, StringAttr::get(module.getContext(), key));
    }
  });
  if (!names.empty())
    module->setAttr(resourceNames, names.getDictionary(module.getContext()));
}

LogicalResult parametrizeWeights(func::FuncOp main) {
  auto module = main->getParentOfType<ModuleOp>();
  auto inText = module->getAttrOfType<DictionaryAttr>(resourceNames);
  module->removeAttr(resourceNames);
  SmallVector<stablehlo::ConstantOp> constants;
  main.walk([&](stablehlo::ConstantOp constant) { constants.push_back(constant); });
  Builder builder(main.getContext());
  unsigned index = 0;
  for (stablehlo::ConstantOp constant : constants) {
    auto type = cast<RankedTensorType>(constant.getType());
    auto resource = dyn_cast<DenseResourceElementsAttr>(constant.getValue());
    bool isElided = resource && !resource.getRawHandle().getBlob();
    if (resource && !isElided) {
      FailureOr<DenseElementsAttr> values = valuesOf(constant, resource);
      if (failed(values))
        return failure();
      if (values->isSplat() || !isa<FloatType>(type.getElementType()))
        resource = {};
    }
    int64_t bytes = type.getNumElements() * elementBytes(type.getElementType());
    bool isLarge = bytes >= parameterBytes && isa<FloatType>(type.getElementType()) &&
                   (resource || !constant.getValue().isSplat());
    if (!isElided && !isLarge) {
      if (auto given = dyn_cast<DenseResourceElementsAttr>(constant.getValue()))
        constant.setValueAttr(*valuesOf(constant, given));
      continue;
    }
    // Masks, positions and indices are no parameters.
    if (!isa<FloatType>(type.getElementType()))
      return constant.emitError() << "the values of this constant of type " << type
                                  << " were left out of the text; leave out those of resources "
                                     "only ('large_resource_limit'), or none";
    std::string name = nameFor(constant, index++, inText);
    NamedAttrList attrs;
    attrs.set("dist.name", builder.getStringAttr(name));
    attrs.set("dist.role", builder.getStringAttr("param"));
    unsigned position = main.getNumArguments();
    (void)main.insertArgument(position, type, attrs.getDictionary(main.getContext()),
                              constant.getLoc());
    InFlightDiagnostic remark = emitRemark(constant.getLoc(), RemarkCategory::Import);
    if (isElided)
      remark << "the values of this constant were left out of the text; it becomes parameter '"
             << name << "'";
    else
      remark << "this constant of " << bytes << " bytes becomes parameter '" << name
             << "'; its values are no part of the plan: they are seeded, or loaded with --load";
    constant.getResult().replaceAllUsesWith(main.getArgument(position));
    constant.erase();
  }
  return success();
}

} // namespace shardc
