//===- RuleProof.cpp - sharding rules proven by running them ----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Which splits a rule admits is read off the rule here once more, apart from
// propagation: each factor that needs no replication may be split by any axes, as
// long as no tensor gets an axis twice; sums may be pending in the operands of
// one linear group over an axis that the op is not split by.
//
//===----------------------------------------------------------------------===//

#include "RuleProof.h"
#include "lib/Reference/Mesh.h"
#include "mlir/Parser/Parser.h"
#include "shardc/OpModels/ShardingRules.h"
#include "shardc/Reference/Compare.h"
#include "shardc/Reference/Interpreter.h"
#include "shardc/Reference/Placement.h"
#include "shardc/Sharding/Partition.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::test;
using reference::Tensor;

namespace {
/// Keeps errors instead of printing them.
struct Listener {
  explicit Listener(MLIRContext *context)
      : handler(context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
            errors += diagnostic.str() + "\n";
          return success();
        }) {}
  std::string errors;
  ScopedDiagnosticHandler handler;
};
} // namespace

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

static std::string typesOf(llvm::ArrayRef<std::string> types) {
  std::string text;
  for (const std::string &type : types)
    text += (text.empty() ? "tensor<" : ", tensor<") + type + ">";
  return text;
}

Prover::Prover(MLIRContext *context, const ProofCase &proofCase, ArrayRef<int64_t> sizes)
    : context(context), proofCase(proofCase) {
  std::string axes, names, values, returns;
  for (auto [number, size] : llvm::enumerate(sizes))
    axes += (number ? ", \"" : "\"") + std::string(1, "xyz"[number]) + "\"=" + std::to_string(size);
  std::vector<std::string> suffixes;
  for (auto [number, argument] : llvm::enumerate(proofCase.arguments)) {
    StringRef type = StringRef(argument).take_until([](char c) { return c == '+' || c == '['; });
    suffixes.push_back(argument.substr(type.size()));
    names += (number ? ", %" : "%") + std::string(1, "abcdefgh"[number]) + ": tensor<" +
             type.str() + ">";
  }
  for (size_t number = 0; number < proofCase.results.size(); ++number)
    returns += (number ? ", %r#" : "%r#") + std::to_string(number);
  std::string types = typesOf(proofCase.results);
  std::string text = "dist.mesh @mesh <" + axes + ">\nfunc.func @main(" + names + ") -> (" + types +
                     ") {\n" + proofCase.before +
                     "\n%r:" + std::to_string(proofCase.results.size()) + " = " + proofCase.text +
                     "\nreturn " + returns + " : " + types + "\n}\n";
  Listener listener(context);
  if (!build(text)) {
    error = text + listener.errors;
    return;
  }
  auto function = module->lookupSymbol<func::FuncOp>("main");
  for (unsigned number = 0; number < suffixes.size(); ++number)
    arguments.push_back(argument(number, suffixes[number]));
  auto results = reference::interpret(function, arguments);
  if (failed(results))
    error = text + listener.errors;
  else
    expected = *results;
}

bool Prover::build(StringRef text) {
  module = parseSourceString<ModuleOp>(text, context);
  if (!module)
    return false;
  auto op = *module->getOps<dist::MeshOp>().begin();
  mesh = MeshView(FlatSymbolRefAttr::get(op.getSymNameAttr()), op.getMesh());
  Operation *it = subject(*module);
  if (it->getName().getStringRef() != proofCase.op || !isa<ShardableOpInterface>(it))
    return false;
  rule = cast<ShardableOpInterface>(it).getShardingRule();
  return true;
}

Operation *Prover::subject(ModuleOp from) const {
  return from.lookupSymbol<func::FuncOp>("main").getBody().front().getTerminator()->getPrevNode();
}

Tensor Prover::random(RankedTensorType type, int64_t low, int64_t high) {
  SmallVector<int64_t> ints;
  SmallVector<double> floats;
  std::normal_distribution<double> normal;
  for (int64_t i = 0; i < type.getNumElements(); ++i) {
    ints.push_back(low + static_cast<int64_t>(engine() % (high - low)));
    floats.push_back(normal(engine));
  }
  return isa<FloatType>(type.getElementType()) ? Tensor::fromFloats(type, floats)
                                               : Tensor::fromInts(type, ints);
}

Tensor Prover::argument(unsigned number, StringRef values) {
  auto function = module->lookupSymbol<func::FuncOp>("main");
  auto type = cast<RankedTensorType>(function.getArgument(number).getType());
  int64_t low = -3, high = 4;
  if (type.getElementType().isInteger(1)) {
    low = 0;
    high = 2;
  }
  if (values.consume_front("[")) {
    values.consumeInteger(10, low);
    values.consume_front(",");
    values.consumeInteger(10, high);
  }
  Tensor tensor = random(type, low, high);
  if (values == "+")
    for (double &value : tensor.getMutable<double>())
      value = std::abs(value) + 0.125;
  return tensor;
}

//===----------------------------------------------------------------------===//
// What the rule admits
//===----------------------------------------------------------------------===//

/// Axes of the reductions that a result is left with.
static void addOwnPartial(const ShardingRule &rule, const FactorSplits &splits, unsigned result,
                          Placement &placement) {
  for (auto [number, factor] : llvm::enumerate(rule.factors)) {
    bool isThere = llvm::any_of(rule.results[result], [&, number = number](const DimFactors &dim) {
      return llvm::is_contained(dim, number);
    });
    if (factor.kind == FactorKind::Reduction && !isThere)
      placement.addPartial(factor.reduction, splits[number].axes);
  }
}

bool Prover::isValid(const FactorSplits &splits) const {
  for (const TensorFactors &operand : rule.operands)
    if (!composeTensor(operand, rule, splits))
      return false;
  for (auto [number, factors] : llvm::enumerate(rule.results)) {
    std::optional<Placement> placement = composeTensor(factors, rule, splits);
    if (!placement)
      return false;
    AxisList used = placement->dimAxes();
    for (auto [index, factor] : llvm::enumerate(rule.factors)) {
      bool isThere = llvm::any_of(factors, [&, index = index](const DimFactors &dim) {
        return llvm::is_contained(dim, index);
      });
      if (factor.kind != FactorKind::Reduction || isThere)
        continue;
      if (overlaps(used, splits[index].axes))
        return false;
      llvm::append_range(used, splits[index].axes);
    }
  }
  return true;
}

SmallVector<AxisList> Prover::pieces() const {
  SmallVector<AxisList> list;
  ArrayRef<dist::MeshAxisAttr> axes = mesh.getMesh().getAxes();
  if (axes.size() == 1 && axes.front().getSize() == 4)
    return {{Axis{0, 1, 2}}, {Axis{0, 2, 2}}};
  if (axes.size() == 1 && axes.front().getSize() == 6)
    return {{Axis{0, 1, 3}}, {Axis{0, 3, 2}}};
  for (auto [number, axis] : llvm::enumerate(axes))
    list.push_back({Axis{static_cast<unsigned>(number), 1, axis.getSize()}});
  return list;
}

std::vector<ProofAssignment> Prover::assignments() {
  std::vector<ProofAssignment> list;
  if (!error.empty())
    return list;
  SmallVector<unsigned> splittable;
  bool isLarge = false;
  for (auto [number, factor] : llvm::enumerate(rule.factors))
    if (factor.kind != FactorKind::NeedReplication) {
      splittable.push_back(number);
      isLarge |= factor.size > 2;
    }
  auto op = cast<ShardableOpInterface>(subject(*module));

  // What may be done with one axis: factors split by it, or a pending group.
  struct Choice {
    uint64_t factors = 0;
    SmallVector<unsigned> group;
  };
  std::vector<Choice> choices(1);
  Axis any{0, 1, 2};
  for (uint64_t bits = 1; bits < uint64_t(1) << splittable.size(); ++bits) {
    FactorSplits splits(rule.factors.size());
    for (auto [bit, factor] : llvm::enumerate(splittable))
      if (bits >> bit & 1)
        splits[factor].axes = {any};
    if (isValid(splits))
      choices.push_back({bits, {}});
  }
  for (const auto &group : op.getLinearOperandGroups(0)) {
    bool forAll = true;
    for (unsigned result = 1; result < rule.results.size(); ++result)
      forAll &= llvm::is_contained(op.getLinearOperandGroups(result), group);
    // A constant can't be pending, but zero is every sum of zeros.
    for (unsigned operand : group) {
      Value value = subject(*module)->getOperand(operand);
      forAll &= isa<BlockArgument>(value) || isZeroConstant(value);
    }
    if (forAll)
      choices.push_back({0, group});
  }
  // Ops that hand each operand on by itself.
  if (rule.results.size() > 1 && rule.results.size() == rule.operands.size())
    for (unsigned number = 0; number < rule.results.size(); ++number)
      if (op.getLinearOperandGroups(number) == SmallVector<SmallVector<unsigned>>{{number}})
        choices.push_back({0, {number}});

  SmallVector<AxisList> axes = pieces();
  SmallVector<unsigned> counter(axes.size());
  while (true) {
    for (bool reversed : {false, true})
      for (int64_t granule : {1, 2}) {
        if ((granule > 1 && !isLarge) || (reversed && axes.size() < 2))
          continue;
        ProofAssignment assignment;
        assignment.splits.resize(rule.factors.size());
        bool isBoth = false;
        for (size_t i = 0; i < axes.size(); ++i) {
          size_t number = reversed ? axes.size() - 1 - i : i;
          const Choice &choice = choices[counter[number]];
          for (auto [bit, factor] : llvm::enumerate(splittable)) {
            if (!(choice.factors >> bit & 1))
              continue;
            isBoth |= !assignment.splits[factor].axes.empty();
            llvm::append_range(assignment.splits[factor].axes, axes[number]);
            // A granule of the whole factor would split nothing.
            assignment.splits[factor].granule = rule.factors[factor].size > 2 ? granule : 1;
          }
          if (!choice.group.empty())
            assignment.pending.push_back({choice.group, axes[number]});
        }
        // The order matters where two axes split one factor.
        if ((isBoth || !reversed) && isValid(assignment.splits))
          list.push_back(std::move(assignment));
      }
    size_t digit = 0;
    while (digit < axes.size() && ++counter[digit] == choices.size())
      counter[digit++] = 0;
    if (digit == axes.size())
      return list;
  }
}

//===----------------------------------------------------------------------===//
// Running it
//===----------------------------------------------------------------------===//

std::string Prover::describe(const ProofAssignment &assignment) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << proofCase.text << " on " << mesh.getMesh() << ", factors";
  for (auto [factor, split] : llvm::zip_equal(rule.factors, assignment.splits))
    os << " " << factor.size << ":" << mesh.toAttr(split);
  for (const auto &[group, axes] : assignment.pending) {
    os << ", pending in operands";
    for (unsigned operand : group)
      os << " " << operand;
    for (const Axis &axis : axes)
      os << " over " << mesh.toAttr(axis);
  }
  return text;
}

/// x as a sum of `count` numbers at random.
static std::vector<Tensor> summands(const Tensor &x, int64_t count,
                                    llvm::function_ref<Tensor(RankedTensorType)> random) {
  std::vector<Tensor> parts{x};
  for (int64_t part = 1; part < count; ++part) {
    parts.push_back(random(x.getType()));
    if (x.isFloat()) {
      for (auto [sum, term] :
           llvm::zip_equal(parts[0].getMutable<double>(), parts[part].get<double>()))
        sum -= term;
      continue;
    }
    auto format = reference::IntFormat::of(x.getElementType());
    for (auto [sum, term] :
         llvm::zip_equal(parts[0].getMutable<int64_t>(), parts[part].get<int64_t>()))
      sum = format.wrap(sum - term);
  }
  return parts;
}

std::string Prover::check(const ProofAssignment &assignment) {
  Listener listener(context);
  OwningOpRef<ModuleOp> copy = module->clone();
  auto function = copy->lookupSymbol<func::FuncOp>("main");
  Operation *op = subject(*copy);
  Builder builder(context);
  int64_t ranks = reference::rankCount(mesh.getMesh());
  std::vector<SmallVector<Tensor>> locals(ranks);
  for (SmallVector<Tensor> &local : locals)
    local.resize(arguments.size());

  auto emitError = [&] { return function.emitError(); };
  for (auto [number, factors] : llvm::enumerate(rule.operands)) {
    Placement placement = *composeTensor(factors, rule, assignment.splits);
    Placement whole = placement;
    for (const auto &[group, axes] : assignment.pending)
      if (llvm::is_contained(group, number))
        placement.addPartial(dist::ReductionKind::Sum, axes);
    dist::ShardingAttr sharding = mesh.toAttr(placement);
    auto argument = dyn_cast<BlockArgument>(op->getOperand(number));
    if (!argument) {
      // Zero is its own sum, whole.
      op->getOperand(number).getDefiningOp()->setAttr(
          "dist.shardings", builder.getArrayAttr(Attribute(mesh.toAttr(whole))));
      continue;
    }
    unsigned index = argument.getArgNumber();
    function.setArgAttr(index, "dist.sharding", sharding);
    AxisList pending = placement.partialAxes();
    auto digits = reference::digitsOf(mesh.getMesh(), mesh.toAttrs(pending));
    int64_t count = shardc::partsOf(pending);
    std::vector<Tensor> parts = summands(
        arguments[index], count, [&](RankedTensorType type) { return random(type, -3, 4); });
    for (int64_t part = 0; part < count; ++part) {
      auto cut = reference::splitTensor(parts[part], mesh.toAttr(whole), mesh.getMesh(), emitError);
      if (failed(cut))
        return listener.errors;
      for (int64_t rank = 0; rank < ranks; ++rank)
        if (reference::positionIn(*digits, rank) == part)
          locals[rank][index] = (*cut)[rank];
    }
  }
  SmallVector<Attribute> shardings;
  for (auto [number, factors] : llvm::enumerate(rule.results)) {
    Placement placement = *composeTensor(factors, rule, assignment.splits);
    addOwnPartial(rule, assignment.splits, number, placement);
    bool separate = rule.results.size() > 1 && rule.results.size() == rule.operands.size();
    for (const auto &[group, axes] : assignment.pending)
      if (!separate || llvm::is_contained(group, number) ||
          llvm::is_contained(cast<ShardableOpInterface>(op).getLinearOperandGroups(number), group))
        placement.addPartial(dist::ReductionKind::Sum, axes);
    shardings.push_back(mesh.toAttr(placement));
    function.setResultAttr(number, "dist.sharding", shardings.back());
  }
  op->setAttr("dist.shardings", builder.getArrayAttr(shardings));

  std::string before;
  llvm::raw_string_ostream(before) << *copy;
  if (failed(partitionFunction(function, getMesh(*copy))))
    return listener.errors + before;
  auto results = reference::interpretSpmd(function, mesh.getMesh(), locals);
  std::string after;
  llvm::raw_string_ostream(after) << *copy;
  if (failed(results))
    return listener.errors + before + after;
  for (auto [number, reference] : llvm::enumerate(expected)) {
    SmallVector<Tensor> own;
    for (const SmallVector<Tensor> &rank : *results)
      own.push_back(rank[number]);
    auto value = reference::assembleTensor(own, cast<dist::ShardingAttr>(shardings[number]),
                                           mesh.getMesh(), reference.getType(), emitError);
    if (failed(value))
      return listener.errors + before + after;
    double off = reference::relativeError(*value, reference);
    if (off <= 1e-9)
      continue;
    std::string numbers;
    llvm::raw_string_ostream os(numbers);
    os << "result " << number << " is off by " << off << "\n";
    value->print(os);
    os << "\nexpected\n";
    reference.print(os);
    return numbers + "\n" + before + after;
  }
  return "";
}
