//===- RandomGradientTest.cpp - gradients of random graphs ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Random graphs over every op that import keeps, with every attribute: the
// gradient of a weighted sum of the results, along a random direction, is what
// central differences say. Where the differences from left and right disagree, the
// graph has a kink, and the seed says nothing. A failure prints its seed; run it alone
// with SHARDC_TEST_SEED=N, others with SHARDC_TEST_FIRST and SHARDC_TEST_CASES.
//
//===----------------------------------------------------------------------===//

#include "../Sharding/RandomOps.h"
#include "TrainingTestUtils.h"
#include "dialects/CHLO/CHLO.h"
#include "shardc/Interfaces/OpInterfaces.h"
#include "shardc/OpModels/TensorBuilder.h"
#include <map>
#include <set>

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {

class RandomGradientTest : public TrainingTest {
protected:
  RandomGradientTest() {
    context.getOrLoadDialect<chlo::CHLODialect>();
    context.disableMultithreading();
  }

  void check(uint64_t seed);
  OwningOpRef<ModuleOp> lossOf(const OpWriter &writer, const std::string &text);
  /// Arguments at x + t * direction.
  FailureOr<double> loss(func::FuncOp primal, double t);

  std::string errors;
  ScopedDiagnosticHandler handler{&context, [this](Diagnostic &diagnostic) {
                                    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
                                      errors += diagnostic.str() + "\n";
                                    return success();
                                  }};
  Tensors arguments, direction;
  /// Programs compared, with a kink, refused, and without a parameter that matters.
  int64_t compared = 0, kinks = 0, refused = 0, idle = 0;
  /// Ops on the way from a parameter to the loss, in programs that were compared.
  std::map<std::string, int64_t> ops;
  std::set<std::string> refusals;
};

/// Makes the float arguments parameters, and the results one weighted sum.
OwningOpRef<ModuleOp> RandomGradientTest::lossOf(const OpWriter &writer, const std::string &text) {
  OwningOpRef<ModuleOp> module = parse(text);
  if (!module)
    return module;
  func::FuncOp function = mainOf(*module);
  OpBuilder builder(&context);
  for (BlockArgument argument : function.getArguments()) {
    unsigned number = argument.getArgNumber();
    auto type = cast<RankedTensorType>(argument.getType());
    function.setArgAttr(number, "dist.name", builder.getStringAttr("p" + std::to_string(number)));
    function.setArgAttr(
        number, "dist.role",
        builder.getStringAttr(isa<FloatType>(type.getElementType()) ? "param" : "input"));
  }
  auto terminator = cast<func::ReturnOp>(function.getBody().front().getTerminator());
  builder.setInsertionPoint(terminator);
  TensorBuilder b(builder, function.getLoc());
  auto scalar = RankedTensorType::get({}, builder.getF64Type());
  Value total = b.splat(scalar, 0.0);
  for (Value result : terminator.getOperands()) {
    auto type = cast<RankedTensorType>(result.getType());
    if (!isa<FloatType>(type.getElementType()))
      continue;
    auto flat = RankedTensorType::get({type.getNumElements()}, type.getElementType());
    Value weight = b.sine(b.add(b.mul(b.iota(flat, 0), 0.7), 0.3));
    total = b.add(total, b.reduceSumAll(b.mul(b.reshape(result, flat.getShape()), weight)));
  }
  Value one = b.splat(scalar, 1.0);
  terminator->setOperands({total, one});
  function.setFunctionType(builder.getFunctionType(function.getArgumentTypes(), {scalar, scalar}));
  function.setResAttrsAttr(nullptr);
  function.setResultAttr(0, "dist.role", builder.getStringAttr("loss_sum"));
  function.setResultAttr(1, "dist.role", builder.getStringAttr("token_count"));
  return module;
}

FailureOr<double> RandomGradientTest::loss(func::FuncOp primal, double t) {
  Tensors moved = arguments;
  for (auto [value, along] : llvm::zip_equal(moved, direction))
    if (value.isFloat())
      for (auto [x, d] : llvm::zip_equal(value.getMutable<double>(), along.get<double>()))
        x += t * d;
  FailureOr<SmallVector<Tensor>> outputs = reference::interpret(primal, moved);
  if (failed(outputs))
    return failure();
  return (*outputs)[0].scalar();
}

/// Counts the ops through which a float parameter reaches the loss.
void countOps(func::FuncOp function, std::map<std::string, int64_t> &ops) {
  llvm::SmallPtrSet<Operation *, 32> reaching;
  SmallVector<Value> todo(function.getBody().front().getTerminator()->getOperands());
  while (!todo.empty()) {
    Operation *op = todo.pop_back_val().getDefiningOp();
    if (op && reaching.insert(op).second)
      llvm::append_range(todo, op->getOperands());
  }
  llvm::DenseSet<Value> active;
  for (BlockArgument argument : function.getArguments())
    if (isa<FloatType>(getElementTypeOrSelf(argument.getType())))
      active.insert(argument);
  for (Operation &op : function.getBody().front())
    if (llvm::any_of(op.getOperands(), [&](Value v) { return active.contains(v); }) &&
        llvm::any_of(op.getResultTypes(),
                     [](Type type) { return isa<FloatType>(getElementTypeOrSelf(type)); })) {
      active.insert(op.result_begin(), op.result_end());
      if (reaching.contains(&op))
        ++ops[op.getName().getStringRef().str()];
    }
}

void RandomGradientTest::check(uint64_t seed) {
  errors.clear();
  OpWriter writer(seed, /*narrow=*/false);
  std::string text = writer.write();
  OwningOpRef<ModuleOp> forward = lossOf(writer, text);
  if (!forward) {
    ADD_FAILURE() << "seed " << seed << ": " << errors << text;
    return;
  }
  DifferentiateOptions options;
  options.observe = true;
  OwningOpRef<ModuleOp> step = run(*forward, createDifferentiate(options));
  if (!step) {
    StringRef message(errors);
    bool isRefusal = message.contains("has no gradient") && message.count('\n') == 1;
    bool isIdle = message.contains("nothing to train") || message.contains("depends on none");
    EXPECT_TRUE(isRefusal || isIdle) << "seed " << seed << ": " << errors << text;
    refused += isRefusal;
    idle += !isRefusal;
    if (isRefusal)
      refusals.insert(message.trim().str());
    return;
  }
  func::FuncOp primal = mainOf(*forward), training = mainOf(*step);
  arguments.clear();
  direction.clear();
  for (auto [index, type] : llvm::enumerate(primal.getArgumentTypes())) {
    auto tensorType = cast<RankedTensorType>(type);
    std::string name = "p" + std::to_string(index);
    Tensor value = reference::randomTensor(tensorType, seed, name);
    for (const OpWriter::Range &range : writer.ranges)
      if (range.argument == "%arg" + std::to_string(index)) {
        // Of the same range in which the graph is tested elsewhere.
        Random random(seed + index);
        auto format = reference::IntFormat::of(tensorType.getElementType());
        for (int64_t &x : value.getMutable<int64_t>())
          x = format.wrap(random.between(range.low, range.high - 1));
      }
    arguments.push_back(value);
    direction.push_back(reference::randomTensor(tensorType, seed + 1, name));
  }
  Tensors all = arguments;
  for (Type type : training.getArgumentTypes().drop_front(arguments.size()))
    all.push_back(Tensor(cast<RankedTensorType>(type)));
  FailureOr<SmallVector<Tensor>> results = reference::interpret(training, all);
  if (failed(results)) {
    ADD_FAILURE() << "seed " << seed << ": " << errors << text << print(*step);
    return;
  }
  // The parameters that have a gradient come in order; others are not reached.
  std::map<std::string, const Tensor *> gradients;
  for (unsigned i = 0; i < training.getNumResults(); ++i)
    if (roleOfResult(training, i) == "gradient")
      gradients[training.getResultAttrOfType<StringAttr>(i, "dist.name").getValue().str()] =
          &(*results)[i];
  double slope = 0, scale = 0;
  for (size_t index = 0; index < arguments.size(); ++index) {
    auto found = gradients.find("p" + std::to_string(index) + ".grad");
    if (found == gradients.end())
      continue;
    for (auto [g, d] :
         llvm::zip_equal(found->second->get<double>(), direction[index].get<double>())) {
      slope += g * d;
      scale += std::abs(g * d);
    }
  }
  double h = 1e-5, here = *loss(primal, 0);
  double right = (*loss(primal, h) - here) / h, left = (here - *loss(primal, -h)) / h;
  double near = (*loss(primal, h) - *loss(primal, -h)) / (2 * h);
  double far = (*loss(primal, 2 * h) - *loss(primal, -2 * h)) / (4 * h);
  // Rounding of the loss weighs as much as its size.
  scale = std::max({scale, std::abs(near), 1e-3 * std::abs(here), 1e-3});
  if (!(std::abs(right - left) <= 1e-2 * scale) || !(std::abs(near - far) <= 1e-4 * scale)) {
    ++kinks;
    return;
  }
  double difference = near + (near - far) / 3;
  ++compared;
  countOps(primal, ops);
  EXPECT_LE(std::abs(slope - difference), 2e-6 * scale)
      << "seed " << seed << ": the gradient says " << slope << ", differences " << difference
      << "\n"
      << print(*forward);
}

TEST_F(RandomGradientTest, EqualsDifferences) {
  if (int64_t seed = fromEnvironment("SHARDC_TEST_SEED", 0))
    return check(seed);
  int64_t cases = fromEnvironment("SHARDC_TEST_CASES", 2000);
  int64_t first = fromEnvironment("SHARDC_TEST_FIRST", 1);
  std::printf("seeds %lld to %lld\n", static_cast<long long>(first),
              static_cast<long long>(first + cases - 1));
  bool goesOn = std::getenv("SHARDC_TEST_VERBOSE");
  for (int64_t seed = first; seed < first + cases && (goesOn || !HasFailure()); ++seed)
    check(seed);
  std::printf("%lld compared, %lld at kinks, %lld refused, %lld without parameters\n",
              static_cast<long long>(compared), static_cast<long long>(kinks),
              static_cast<long long>(refused), static_cast<long long>(idle));
  if (goesOn)
    for (const std::string &refusal : refusals)
      std::printf("%s\n", refusal.c_str());
  // Seeds that say nothing prove nothing.
  EXPECT_GE(compared * 2, cases);
  EXPECT_LE(kinks * 20, cases);
  if (cases < 2000)
    return;
  // Every op that has a gradient was on the way to the loss.
  for (RegisteredOperationName name : context.getRegisteredOperations()) {
    StringRef dialect = name.getDialectNamespace();
    if ((dialect != "stablehlo" && dialect != "chlo") ||
        !name.hasInterface<DifferentiableOpInterface>())
      continue;
    std::string text = name.getStringRef().str();
    // Import makes a dot_general of dot; differences tell nothing of narrow floats.
    if (text != "stablehlo.dot" && text != "stablehlo.convert")
      EXPECT_GE(ops[text], 3) << text;
  }
}

} // namespace
