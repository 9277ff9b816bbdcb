//===- UnfuseTest.cpp - fused parameters cut in pieces ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Random programs with fused products, forward and with gradients and updates, compute
// the same before and after their parameters are cut.
//
//===----------------------------------------------------------------------===//
#include "RaiseTest.h"
#include "RaiseWriter.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {

using Value = Writer::Value;
using Tensors = SmallVector<reference::NamedTensor>;

class UnfuseTest : public RaiseTest {
protected:
  OwningOpRef<ModuleOp> importFused(StringRef text, bool keep) {
    ImportOptions options;
    options.roles = "0=input,1-2=param";
    options.raise = "off";
    options.keepFused = keep;
    OwningOpRef<ModuleOp> module = importText(text, "model.mlir", &context, options);
    EXPECT_TRUE(module) << text.str();
    if (!module || failed(verify(*module)) || failed(convertPrecision(*module, "fp64")))
      return {};
    return module;
  }

  static Tensors run(ModuleOp module, const Tensors &given) {
    auto steps = reference::runModule(module, {}, given);
    EXPECT_TRUE(succeeded(steps));
    return succeeded(steps) ? steps->front() : Tensors();
  }

  /// The part of `whole` that the value `name`, of the given shape, stands for.
  static reference::Tensor piece(StringRef name, ArrayRef<int64_t> shape,
                                 const reference::Tensor &whole) {
    int64_t begin = 0;
    name.rsplit('[').second.split(':').first.getAsInteger(10, begin);
    unsigned dim = 0;
    while (shape[dim] == whole.getShape()[dim])
      ++dim;
    int64_t inner = 1;
    for (int64_t extent : shape.drop_front(dim + 1))
      inner *= extent;
    std::vector<double> values;
    for (int64_t at = 0; at < whole.getNumElements(); ++at)
      if (int64_t index = at / inner % whole.getShape()[dim];
          index >= begin && index < begin + shape[dim])
        values.push_back(whole.at(at));
    return reference::Tensor::fromFloats(RankedTensorType::get(shape, whole.getElementType()),
                                         values);
  }

  /// `wholes` by the names and shapes of pieces.
  static Tensors cut(const Tensors &wholes, function_ref<StringRef(unsigned)> nameOf,
                     TypeRange types) {
    Tensors result;
    for (auto [index, type] : llvm::enumerate(types)) {
      StringRef name = nameOf(index), base = name;
      if (name.ends_with("]") && name.contains(':'))
        base = name.substr(0, name.rfind('['));
      for (const reference::NamedTensor &whole : wholes)
        if (whole.name == base)
          result.push_back(
              {name.str(), whole.role,
               name == base ? whole.value
                            : piece(name, cast<RankedTensorType>(type).getShape(), whole.value)});
    }
    EXPECT_EQ(result.size(), types.size());
    return result;
  }

  /// Whether the program's parameters were cut; checks that it computes the same.
  bool check(const std::string &text, uint64_t seed) {
    OwningOpRef<ModuleOp> fused = importFused(text, true), unfused = importFused(text, false);
    EXPECT_TRUE(fused && unfused);
    if (!fused || !unfused)
      return false;
    auto mainOf = [](ModuleOp module) { return module.lookupSymbol<func::FuncOp>("main"); };
    Tensors given;
    for (unsigned i = 0; i < mainOf(*fused).getNumArguments(); ++i) {
      auto type = cast<RankedTensorType>(mainOf(*fused).getArgumentTypes()[i]);
      std::string name = reference::argumentName(mainOf(*fused), i);
      given.push_back({name, "", reference::randomTensor(type, seed, name)});
    }
    func::FuncOp main = mainOf(*unfused);
    std::vector<std::string> names;
    for (unsigned i = 0; i < main.getNumArguments(); ++i)
      names.push_back(reference::argumentName(main, i));
    Tensors parts =
        cut(given, [&](unsigned i) { return StringRef(names[i]); }, main.getArgumentTypes());
    Tensors wanted = cut(
        run(*fused, given),
        [&](unsigned i) { return main.getResultAttrOfType<StringAttr>(i, "dist.name").getValue(); },
        main.getResultTypes());
    EXPECT_LE(reference::compareResults(run(*unfused, parts), wanted).error, 1e-12) << text;
    return main.getNumArguments() > mainOf(*fused).getNumArguments();
  }
};

/// A product with a fused weight, in some layout, and its pieces.
struct Fused {
  Value x, weight, bias, product;
  std::vector<Value> parts;
  std::vector<int64_t> extents;
  bool isTransposed = false;
};

Value matmul(Writer &w, const Value &a, const Value &b, int64_t da, int64_t db) {
  std::vector<int64_t> shape = {a.shape[1 - da], b.shape[1 - db]};
  Value result{"", shape};
  return w.define(shape, "stablehlo.dot_general " + a.name + ", " + b.name +
                             ", contracting_dims = [" + std::to_string(da) + "] x [" +
                             std::to_string(db) + "] : (" + Writer::type(a) + ", " +
                             Writer::type(b) + ") -> " + Writer::type(result));
}

Value slice(Writer &w, const Value &x, int64_t dim, int64_t begin, int64_t limit) {
  Value result{"", x.shape};
  result.shape[dim] = limit - begin;
  std::string ranges;
  for (int64_t each = 0; each < static_cast<int64_t>(x.shape.size()); ++each)
    ranges +=
        (each ? ", " : "") + (each == dim ? std::to_string(begin) + ":" + std::to_string(limit)
                                          : "0:" + std::to_string(x.shape[each]));
  return w.define(result.shape, "stablehlo.slice " + x.name + " [" + ranges + "] : (" +
                                    Writer::type(x) + ") -> " + Writer::type(result));
}

Fused randomFused(Writer &w) {
  Fused f;
  bool isEqual = w.chance(0.6);
  f.extents = isEqual ? std::vector<int64_t>{4, 4, 4} : std::vector<int64_t>{8, 2, 2};
  if (w.chance(0.3))
    f.extents = {6, 6};
  f.x = w.argument({6, 5});
  f.isTransposed = w.chance(0.5);
  f.weight = w.argument(f.isTransposed ? std::vector<int64_t>{12, 5} : std::vector<int64_t>{5, 12});
  Value right = f.weight;
  if (f.isTransposed && w.chance(0.5)) {
    right = w.transpose(right, {1, 0});
    f.product = matmul(w, f.x, right, 1, 0);
  } else {
    f.product = matmul(w, f.x, right, 1, f.isTransposed ? 1 : 0);
  }
  f.bias = w.argument({12});
  Value wide = w.chance(0.5) ? w.broadcast(f.bias, {6, 12}, {1})
                             : w.broadcast(w.reshape(f.bias, {1, 12}), {6, 12}, {0, 1});
  f.product = w.chance(0.5) ? w.binary("add", f.product, wide) : w.binary("add", wide, f.product);
  if (w.chance(0.3))
    f.product = w.binary("multiply", f.product, w.splat("1.5", {6, 12}));
  return f;
}

TEST_F(UnfuseTest, ForwardEqualsFused) {
  uint64_t first = std::random_device()();
  unsigned cuts = 0;
  for (uint64_t seed = first; seed < first + 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Writer w(seed);
    Fused f = randomFused(w);
    Value y = f.product;
    int64_t dim = 1, unit = 1;
    bool isEqual = llvm::all_of(f.extents, [&](int64_t e) { return e == f.extents[0]; });
    if (isEqual && w.chance(0.4)) {
      // Pieces have a dimension of their own.
      unit = f.extents[0];
      y = w.reshape(y, {2, 3, 12 / unit, unit});
      dim = 2;
      if (w.chance(0.5)) {
        y = w.transpose(y, {2, 0, 1, 3});
        dim = 0;
      }
    } else if (w.chance(0.5)) {
      y = w.reshape(y, {2, 3, 12});
      dim = 2;
    }
    std::vector<Value> parts;
    int64_t begin = 0;
    for (int64_t extent : f.extents) {
      parts.push_back(slice(w, y, dim, begin / unit, (begin + extent) / unit));
      begin += extent;
    }
    // Slices that overlap are no pieces.
    bool overlaps = w.chance(0.15) && parts.size() > 2;
    if (overlaps)
      parts.push_back(slice(w, y, dim, f.extents[0] / unit, 12 / unit));
    bool isWhole = w.chance(0.15);
    for (Value &part : parts)
      part = w.reshape(w.unary("tanh", part), {w.product(part.shape)});
    if (isWhole) {
      // Somebody mixes all features.
      Value sorted = w.define(y.shape, "stablehlo.reverse " + y.name + ", dims = [" +
                                           std::to_string(dim) + "] : " + Writer::type(y));
      parts.push_back(w.reshape(sorted, {w.product(y.shape)}));
    }
    bool isCut = check(w.finish(parts), seed);
    EXPECT_EQ(isCut, !isWhole && !overlaps);
    cuts += isCut;
  }
  EXPECT_GT(cuts, 20u) << "seed " << first;
}

TEST_F(UnfuseTest, StepsEqualFused) {
  uint64_t first = std::random_device()();
  for (uint64_t seed = first; seed < first + 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Writer w(seed);
    Fused f = randomFused(w);
    std::vector<Value> gradients, parts;
    int64_t begin = 0;
    bool concatenates = w.chance(0.5);
    Value gradient;
    for (int64_t extent : f.extents) {
      Value part = slice(w, f.product, 1, begin, begin + extent);
      parts.push_back(part);
      Value one = w.unary("tanh", part);
      gradients.push_back(one);
      if (!concatenates) {
        Value padded{"", {6, 12}};
        Value zero = w.scalar("0.0");
        padded = w.define(padded.shape, "stablehlo.pad " + one.name + ", " + zero.name +
                                            ", low = [0, " + std::to_string(begin) +
                                            "], high = [0, " + std::to_string(12 - begin - extent) +
                                            "], interior = [0, 0] : (" + Writer::type(one) +
                                            ", tensor<f32>) -> tensor<6x12xf32>");
        gradient = begin ? w.binary("add", gradient, padded) : padded;
      }
      begin += extent;
    }
    if (concatenates) {
      std::string names, types;
      for (const Value &each : gradients) {
        names += (names.empty() ? "" : ", ") + each.name;
        types += (types.empty() ? "" : ", ") + Writer::type(each);
      }
      gradient = w.define({6, 12}, "stablehlo.concatenate " + names + ", dim = 1 : (" + types +
                                       ") -> tensor<6x12xf32>");
    }
    Value ofWeight =
        f.isTransposed ? matmul(w, gradient, f.x, 0, 0) : matmul(w, f.x, gradient, 0, 0);
    Value ofBias = w.reduce("add", "0.0", gradient, 0);
    Value ofX = matmul(w, gradient, f.weight, 1, f.isTransposed ? 0 : 1);
    auto updated = [&](const Value &value, const Value &gradient) {
      return w.binary("subtract", value,
                      w.binary("multiply", gradient, w.splat("0.1", value.shape)));
    };
    Value norm = w.reduce("add", "0.0",
                          w.reduce("add", "0.0", w.binary("multiply", ofWeight, ofWeight), 0), 0);
    std::vector<Value> results = {norm, updated(f.weight, ofWeight), updated(f.bias, ofBias), ofX};
    if (w.chance(0.5))
      results.push_back(ofWeight);
    EXPECT_TRUE(check(w.finish(results), seed));
  }
}

} // namespace
