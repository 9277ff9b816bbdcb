//===- ApiTest.cpp - shardc as a library ------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The interface for embedders: pipelines, verbs on modules in memory, threads with
// contexts of their own, and ops of a foreign dialect that only say what they are
// made of.
//
//===----------------------------------------------------------------------===//

#include "shardc/Api.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "shardc/OpModels/ShardingRules.h"
#include "shardc/OpModels/TensorBuilder.h"
#include "gtest/gtest.h"
#include <thread>

using namespace mlir;
using namespace shardc;

namespace {

//===----------------------------------------------------------------------===//
// A foreign dialect
//===----------------------------------------------------------------------===//

/// square(x), or whatever the test wants it to be made of.
class SquareOp : public Op<SquareOp, OpTrait::OneOperand, OpTrait::OneResult, OpTrait::ZeroRegions,
                           OpTrait::ZeroSuccessors> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SquareOp)
  using Op::Op;
  static StringRef getOperationName() { return "foreign.square"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
};

/// cube(x), of which nothing else is known than what it is made of.
class CubeOp : public Op<CubeOp, OpTrait::OneOperand, OpTrait::OneResult, OpTrait::ZeroRegions,
                         OpTrait::ZeroSuccessors> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CubeOp)
  using Op::Op;
  static StringRef getOperationName() { return "foreign.cube"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
};

class ForeignDialect : public Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ForeignDialect)
  explicit ForeignDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<ForeignDialect>()) {
    addOperations<SquareOp, CubeOp>();
  }
  static StringRef getDialectNamespace() { return "foreign"; }
};

struct SquareSharding : ShardableOpInterface::ExternalModel<SquareSharding, SquareOp> {
  ShardingRule getShardingRule(Operation *op) const { return sharding::elementwiseRule(op); }
  /// A lie, where the test asks for one: the square of a sum is no sum of squares.
  SmallVector<SmallVector<unsigned>> getLinearOperandGroups(Operation *op, unsigned) const {
    if (op->hasAttr("linear"))
      return {{0}};
    return {};
  }
};

struct SquareDecomposition : DecomposableOpInterface::ExternalModel<SquareDecomposition, SquareOp> {
  FailureOr<SmallVector<Value>> decompose(Operation *op, OpBuilder &builder) const {
    TensorBuilder b(builder, op->getLoc());
    Value x = op->getOperand(0);
    if (op->hasAttr("endless")) {
      Operation *again = builder.clone(*op);
      return SmallVector<Value>(again->getResults());
    }
    if (op->hasAttr("short"))
      return SmallVector<Value>();
    if (op->hasAttr("transposed"))
      return SmallVector<Value>{b.transpose(x, {1, 0})};
    return SmallVector<Value>{b.mul(x, x)};
  }
};

/// x * square(x): made of an op of the same dialect.
struct CubeDecomposition : DecomposableOpInterface::ExternalModel<CubeDecomposition, CubeOp> {
  FailureOr<SmallVector<Value>> decompose(Operation *op, OpBuilder &builder) const {
    TensorBuilder b(builder, op->getLoc());
    Value x = op->getOperand(0);
    OperationState state(op->getLoc(), SquareOp::getOperationName(), x, x.getType());
    return SmallVector<Value>{b.mul(x, builder.create(state)->getResult(0))};
  }
};

struct ApiTest : ::testing::Test {
  DialectRegistry registry;
  std::unique_ptr<MLIRContext> context;
  std::unique_ptr<ScopedDiagnosticHandler> handler;
  std::vector<std::string> errors;

  void SetUp() override {
    registerAllDialects(registry);
    registry.insert<ForeignDialect>();
    registry.addExtension(+[](MLIRContext *context, ForeignDialect *) {
      SquareOp::attachInterface<SquareSharding, SquareDecomposition>(*context);
      CubeOp::attachInterface<CubeDecomposition>(*context);
    });
    context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
    context->loadAllAvailableDialects();
    handler =
        std::make_unique<ScopedDiagnosticHandler>(context.get(), [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
            errors.push_back(diagnostic.str());
          return success();
        });
  }

  OwningOpRef<ModuleOp> parse(StringRef text) {
    return parseSourceString<ModuleOp>(text, ParserConfig(context.get()));
  }
};

/// y = foreign.square(x w1) w2 with a loss, attributes of the op to be filled in.
std::string network(StringRef attributes = "") {
  return (R"mlir(
func.func @main(%x: tensor<8x16xf32> {dist.role = "input"},
                %w1: tensor<16x32xf32> {dist.role = "param"},
                %w2: tensor<32x16xf32> {dist.role = "param"})
    -> (tensor<f32> {dist.name = "loss_sum", dist.role = "loss_sum"},
        tensor<f32> {dist.name = "token_count", dist.role = "token_count"}) {
  %a = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %b = "foreign.square"(%a) )mlir" +
          attributes + R"mlir( : (tensor<8x32xf32>) -> tensor<8x32xf32>
  %y = stablehlo.dot_general %b, %w2, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %loss = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<f32>
  %count = stablehlo.constant dense<8.0> : tensor<f32>
  return %loss, %count : tensor<f32>, tensor<f32>
})mlir")
      .str();
}

//===----------------------------------------------------------------------===//
// Pipelines and verbs
//===----------------------------------------------------------------------===//

TEST_F(ApiTest, StagesByName) {
  PassManager pm(context.get());
  RoadOptions road;
  EXPECT_TRUE(failed(buildStagePipeline(pm, "no-such-stage", road)));
  EXPECT_TRUE(failed(buildStagePipeline(pm, "", road)));
  EXPECT_TRUE(failed(buildStages(pm, "partition", "annotate", road)));
  EXPECT_EQ(pm.size(), 0u);
  for (const Stage &stage : getRoad())
    EXPECT_TRUE(succeeded(buildStagePipeline(pm, stage.name, road)));
  PassManager whole(context.get());
  EXPECT_TRUE(succeeded(buildStages(whole, "", "", road)));
  EXPECT_EQ(whole.size(), pm.size());
}

TEST_F(ApiTest, VersionHasThreeNumbers) { EXPECT_EQ(getVersion().count('.'), 2u); }

TEST_F(ApiTest, GraphInMemoryStaysAsItIs) {
  OwningOpRef<ModuleOp> graph = parse(network());
  ASSERT_TRUE(graph);
  std::string before, after;
  llvm::raw_string_ostream(before) << *graph;
  ExplainOptions explain;
  explain.road.strategy = "dp=2";
  FailureOr<Explanation> explanation = explainModule(*graph, explain);
  ASSERT_TRUE(succeeded(explanation));
  EXPECT_EQ(explanation->ranks, 2);
  llvm::raw_string_ostream(after) << *graph;
  EXPECT_EQ(before, after);
}

TEST_F(ApiTest, WrongGraphIsOneError) {
  OwningOpRef<ModuleOp> graph = parse("func.func private @f()");
  ASSERT_TRUE(graph);
  EXPECT_TRUE(failed(importInPlace(*graph, ModelOptions())));
  EXPECT_EQ(errors.size(), 1u);
}

TEST(ApiThreads, ContextsShareNothing) {
  // As many compilers as threads, each with its own context; one result.
  constexpr size_t count = 4;
  std::vector<std::vector<uint8_t>> bundles(count);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < count; ++i)
    threads.emplace_back([&bundles, i] {
      DialectRegistry registry;
      registerAllDialects(registry);
      MLIRContext context(registry, MLIRContext::Threading::DISABLED);
      context.loadAllAvailableDialects();
      ModelOptions model;
      model.model = "tiny-llama:layers=1,batch=4";
      RoadOptions road;
      road.strategy = "dp=2,tp=2";
      road.train = true;
      OwningOpRef<ModuleOp> module = loadModel(&context, model);
      if (!module)
        return;
      FailureOr<std::vector<uint8_t>> bundle = compileToBundle(*module, road);
      if (succeeded(bundle))
        bundles[i] = std::move(*bundle);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_FALSE(bundles[0].empty());
  for (const std::vector<uint8_t> &bundle : bundles)
    EXPECT_TRUE(bundle == bundles[0]);
}

//===----------------------------------------------------------------------===//
// Foreign ops
//===----------------------------------------------------------------------===//

TEST_F(ApiTest, ForeignOpIsCheckedAndTrained) {
  OwningOpRef<ModuleOp> graph = parse(network());
  ASSERT_TRUE(graph);
  for (StringRef strategy : {"dp=2,tp=2", "tp=3", "dp=2,microbatches=2"}) {
    CheckOptions check;
    check.road.strategy = strategy.str();
    check.road.train = true;
    check.steps = 2;
    FailureOr<CheckResult> result = checkModule(*graph, check);
    ASSERT_TRUE(succeeded(result)) << (errors.empty() ? "" : errors.front());
    EXPECT_TRUE(result->pass) << strategy.str() << ": " << result->failure;
  }
}

TEST_F(ApiTest, ForeignOpStaysWholeUntilCodegen) {
  OwningOpRef<ModuleOp> graph = parse(network());
  ASSERT_TRUE(graph);
  RoadOptions road;
  road.strategy = "dp=2,tp=2";
  PassManager pm(context.get());
  buildImportPipeline(pm, ModelOptions());
  ASSERT_TRUE(succeeded(buildStages(pm, "annotate", "pipeline", road)));
  ASSERT_TRUE(succeeded(pm.run(*graph))) << (errors.empty() ? "" : errors.front());
  int64_t count = 0;
  graph->walk([&](SquareOp op) {
    ++count;
    EXPECT_EQ(cast<RankedTensorType>(op->getResult(0).getType()).getShape(),
              ArrayRef<int64_t>({4, 16}));
  });
  EXPECT_EQ(count, 1);
}

TEST_F(ApiTest, OpWithoutRuleIsDecomposedAtImport) {
  std::string text = network();
  text.replace(text.find("foreign.square"), std::string("foreign.square").size(), "foreign.cube");
  OwningOpRef<ModuleOp> graph = parse(text);
  ASSERT_TRUE(graph);
  CheckOptions check;
  check.road.strategy = "dp=2,tp=2";
  check.road.train = true;
  FailureOr<CheckResult> result = checkModule(*graph, check);
  ASSERT_TRUE(succeeded(result)) << (errors.empty() ? "" : errors.front());
  EXPECT_TRUE(result->pass) << result->failure;
  ASSERT_TRUE(succeeded(importInPlace(*graph, ModelOptions())));
  int64_t squares = 0, cubes = 0;
  graph->walk([&](Operation *op) {
    squares += isa<SquareOp>(op);
    cubes += isa<CubeOp>(op);
  });
  EXPECT_EQ(squares, 1);
  EXPECT_EQ(cubes, 0);
}

TEST_F(ApiTest, WrongRuleIsFound) {
  // The contraction is split, so that its sum is pending where the op stands.
  for (bool isWrong : {false, true}) {
    errors.clear();
    // The attribute survives import: what it says is the op's own affair.
    OwningOpRef<ModuleOp> graph = parse(network(isWrong ? "{linear}" : ""));
    ASSERT_TRUE(graph);
    RoadOptions road;
    road.strategy = "tp=2";
    road.pins = {"arg0=[{},{tp}]", "arg1=[{tp},{}]", "arg2=[{},{}]"};
    PassManager pm(context.get());
    buildImportPipeline(pm, ModelOptions());
    ASSERT_TRUE(succeeded(buildStages(pm, "annotate", "partition", road)));
    EXPECT_EQ(succeeded(pm.run(*graph)), !isWrong) << (errors.empty() ? "" : errors.front());
    EXPECT_EQ(errors.size(), isWrong ? 1u : 0u);
  }
}

TEST_F(ApiTest, WrongDecompositionsAreErrors) {
  const std::pair<const char *, const char *> cases[] = {
      {"{endless}", "must not lead back to its own op"},
      {"{short}", "its decomposition gives 0 values"},
      {"{transposed}", "its decomposition gives 'tensor<32x8xf32>'"},
  };
  for (auto [attributes, message] : cases) {
    errors.clear();
    OwningOpRef<ModuleOp> graph = parse(network(attributes));
    ASSERT_TRUE(graph);
    EXPECT_TRUE(failed(decomposeAll(*graph)));
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_NE(errors[0].find(message), std::string::npos) << errors[0];
  }
}

TEST_F(ApiTest, DecompositionKeepsPlaceAndSharding) {
  OwningOpRef<ModuleOp> graph = parse(network("{dist.stage = 3 : i64, dist.layer = 1 : i64}"));
  ASSERT_TRUE(graph);
  EXPECT_TRUE(hasDecomposable(*graph));
  ASSERT_TRUE(succeeded(decomposeAll(*graph)));
  EXPECT_FALSE(hasDecomposable(*graph));
  int64_t count = 0;
  graph->walk([&](stablehlo::MulOp op) {
    ++count;
    EXPECT_EQ(op->getAttrOfType<IntegerAttr>("dist.stage").getInt(), 3);
    EXPECT_EQ(op->getAttrOfType<IntegerAttr>("dist.layer").getInt(), 1);
  });
  EXPECT_EQ(count, 1);
}

} // namespace
