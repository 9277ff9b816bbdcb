//===- RandomProgram.cpp - random graphs, meshes, shardings -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Grows a graph op by op: operands are values that exist and fit, or new
// arguments. Values stay small in magnitude, so that no result overflows.
//
//===----------------------------------------------------------------------===//

#include "RandomGrower.h"
#include "shardc/OpModels/Cost.h"
#include "shardc/OpModels/ShardingRules.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;
using namespace shardc::test;

std::unique_ptr<MLIRContext> test::makeContext() {
  DialectRegistry registry;
  registry.insert<DistDialect, func::FuncDialect, nn::NNDialect, stablehlo::StableHLODialect>();
  registerShardingModels(registry);
  registerCostModels(registry);
  auto context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  return context;
}

MeshAttr test::randomMesh(Random &random, MLIRContext *context) {
  static const std::vector<std::vector<int64_t>> shapes = {
      {2}, {3}, {4}, {5}, {8}, {6}, {2, 2}, {2, 3}, {3, 2}, {4, 2}, {2, 4}, {2, 2, 2}};
  SmallVector<MeshAxisAttr> axes;
  const char *names[] = {"a", "b", "c"};
  for (auto [number, size] : llvm::enumerate(random.of(shapes)))
    axes.push_back(MeshAxisAttr::get(context, names[number], size));
  return MeshAttr::get(context, axes);
}

ShardingAttr test::randomSharding(Random &random, ArrayRef<int64_t> shape, FlatSymbolRefAttr name,
                                  MeshAttr mesh, bool open) {
  MLIRContext *context = mesh.getContext();
  SmallVector<SmallVector<AxisRefAttr>> axes(shape.size());
  for (MeshAxisAttr axis : mesh.getAxes()) {
    if (shape.empty() || random.chance(30))
      continue;
    // Whole, or cut in two sub-axes that go to different places or nowhere.
    bool cut = axis.getSize() % 2 == 0 && axis.getSize() > 2 && random.chance(35);
    if (!cut) {
      axes[random.below(shape.size())].push_back(AxisRefAttr::get(context, axis.getName()));
      continue;
    }
    int64_t major = random.chance(50) ? 2 : axis.getSize() / 2;
    if (random.chance(80))
      axes[random.below(shape.size())].push_back(
          AxisRefAttr::get(context, axis.getName(), 1, major));
    if (random.chance(80))
      axes[random.below(shape.size())].push_back(
          AxisRefAttr::get(context, axis.getName(), major, axis.getSize() / major));
  }
  SmallVector<DimShardingAttr> dims;
  for (auto [list, extent] : llvm::zip_equal(axes, shape)) {
    int64_t granule = random.chance(25) ? random.between(1, 3) : 1;
    bool closed = !open || random.chance(50);
    dims.push_back(DimShardingAttr::get(context, list, closed, list.empty() ? 1 : granule));
  }
  return ShardingAttr::get(context, name, dims);
}

void Grower::annotate(unsigned number, ArrayRef<int64_t> shape) {
  function.setArgAttr(number, "dist.name", builder.getStringAttr("arg" + std::to_string(number)));
  if (random.chance(75))
    function.setArgAttr(number, "dist.sharding",
                        randomSharding(random, shape, meshName, mesh, true));
  if (random.chance(10)) {
    SmallVector<int64_t> priorities;
    for (size_t dim = 0; dim < shape.size(); ++dim)
      priorities.push_back(random.below(3));
    function.setArgAttr(number, "dist.priorities", builder.getDenseI64ArrayAttr(priorities));
  }
}

Value Grower::argument(ArrayRef<int64_t> shape) {
  unsigned number = function.getNumArguments();
  (void)function.insertArgument(number, floats(shape), {}, loc());
  annotate(number, shape);
  function.setArgAttr(number, "dist.role", builder.getStringAttr("input"));
  auto init = builder.getDictionaryAttr(
      {builder.getNamedAttr("kind", builder.getStringAttr("norm_weight"))});
  // Half of them near zero, half near one.
  if (random.chance(50))
    function.setArgAttr(number, "dist.init", init);
  values.push_back(function.getArgument(number));
  return function.getArgument(number);
}

Value Grower::indices(ArrayRef<int64_t> shape, int64_t high) {
  unsigned number = function.getNumArguments();
  (void)function.insertArgument(number, RankedTensorType::get(shape, builder.getI32Type()), {},
                                loc());
  annotate(number, shape);
  function.setArgAttr(number, "dist.role", builder.getStringAttr("input"));
  function.setArgAttr(
      number, "dist.init",
      builder.getDictionaryAttr({builder.getNamedAttr("kind", builder.getStringAttr("uniform_int")),
                                 builder.getNamedAttr("low", builder.getI64IntegerAttr(-1)),
                                 builder.getNamedAttr("high", builder.getI64IntegerAttr(high))}));
  return function.getArgument(number);
}

Value Grower::ofShape(ArrayRef<int64_t> shape) {
  SmallVector<Value> fitting;
  for (Value value : values)
    if (shapeOf(value) == shape)
      fitting.push_back(value);
  return fitting.empty() || random.chance(25) ? argument(shape) : random.of(fitting);
}

Value Grower::any(int64_t low, int64_t high) {
  SmallVector<Value> fitting;
  for (Value value : values) {
    int64_t rank = shapeOf(value).size();
    if (rank >= low && rank <= high)
      fitting.push_back(value);
  }
  if (!fitting.empty() && !random.chance(15))
    return random.chance(60) ? fitting.back() : random.of(fitting);
  Shape shape;
  for (int64_t rank = random.between(std::max<int64_t>(low, 1), std::min<int64_t>(high, 3));
       rank > 0; --rank)
    shape.push_back(extent());
  return argument(shape);
}

void Grower::grow() {
  static const std::vector<std::pair<int, void (Grower::*)()>> kinds = {
      {14, &Grower::unary},    {20, &Grower::binary},    {18, &Grower::dot},
      {10, &Grower::reduce},   {14, &Grower::reshape},   {14, &Grower::move},
      {5, &Grower::indexed},   {5, &Grower::gathers},    {4, &Grower::constants},
      {8, &Grower::norms},     {8, &Grower::vocabulary}, {8, &Grower::attention},
      {6, &Grower::optimizer}, {6, &Grower::constraint}, {4, &Grower::microbatch}};
  int total = 0;
  for (auto &[weight, kind] : kinds)
    total += weight;
  int64_t pick = random.below(total);
  for (auto &[weight, kind] : kinds) {
    if (pick < weight)
      return (this->*kind)();
    pick -= weight;
  }
}

OwningOpRef<ModuleOp> Grower::run() {
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc());
  builder.setInsertionPointToEnd(module->getBody());
  mesh = randomMesh(random, context);
  meshName = FlatSymbolRefAttr::get(context, "mesh");
  MeshOp::create(builder, loc(), "mesh", mesh);
  function = func::FuncOp::create(builder, loc(), "main", builder.getFunctionType({}, {}));
  builder.setInsertionPointToEnd(function.addEntryBlock());
  for (int64_t count = random.between(2, 8); count > 0; --count) {
    grow();
    // Large tensors make the tests slow and no better.
    llvm::erase_if(values, [&](Value value) {
      return cast<RankedTensorType>(value.getType()).getNumElements() > 2000;
    });
  }
  SmallVector<Value> results;
  for (Operation &op : function.getBody().front())
    for (Value result : op.getResults())
      if (result.use_empty())
        results.push_back(result);
  if (results.empty())
    results.push_back(any());
  func::ReturnOp::create(builder, loc(), results);
  SmallVector<Type> types = llvm::map_to_vector(results, [](Value v) { return v.getType(); });
  function.setFunctionType(
      builder.getFunctionType(function.getBody().front().getArgumentTypes(), types));
  for (auto [number, value] : llvm::enumerate(results)) {
    function.setResultAttr(number, "dist.name",
                           builder.getStringAttr("r" + std::to_string(number)));
    if (random.chance(30))
      function.setResultAttr(number, "dist.sharding",
                             randomSharding(random, shapeOf(value), meshName, mesh, true));
  }
  return module;
}

OwningOpRef<ModuleOp> test::randomProgram(uint64_t seed, MLIRContext *context) {
  return Grower(seed, context).run();
}
