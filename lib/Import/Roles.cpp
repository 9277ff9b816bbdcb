//===- Roles.cpp - parameters, states, inputs -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Says what each argument of an imported graph is. Given roles win. Of what a training
// step updates, that is a parameter on which the loss depends, the rest are states. Of
// what it does not update, the examples are inputs: the loop over them goes through most
// products, and through no parameter.
//
//===----------------------------------------------------------------------===//
#include "ImportImpl.h"
#include "Updates.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Import/Import.h"
#include "shardc/Interfaces/DimensionFlow.h"
#include "shardc/Interfaces/Remarks.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;

namespace shardc {
namespace {

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

bool isFloat(Value value) { return isa<FloatType>(typeOf(value).getElementType()); }

/// Whether the argument only meets elementwise and shape-moving ops on its way:
/// the moments of most optimizers do, parameters are multiplied and summed.
bool isOptimizerState(BlockArgument argument) {
  SmallVector<Value> pending = {argument};
  llvm::SmallDenseSet<Value> seen = {argument};
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    for (Operation *user : value.getUsers()) {
      if (isa<func::ReturnOp>(user))
        continue;
      bool moves =
          isa<stablehlo::BroadcastInDimOp, stablehlo::ReshapeOp, stablehlo::TransposeOp>(user);
      if (!moves && !isElementwise(user))
        return false;
      for (Value result : user->getResults())
        if (seen.insert(result).second)
          pending.push_back(result);
    }
  }
  return true;
}

class RoleAssigner {
public:
  RoleAssigner(func::FuncOp main, ArrayRef<std::optional<StringRef>> given)
      : main(main), results(main.getBody().front().getTerminator()->getOperands()), given(given),
        stacks(findStacks(main)), flow(main), reach(main), matcher(main),
        builder(main.getContext()) {}

  void run();

private:
  /// A role and why.
  struct Reasoned {
    StringRef role;
    std::string reason;
  };
  // Pairs, and the batch.
  void findUpdates();
  bool isTrainingStep(ArrayRef<BlockArgument> updated, ArrayRef<BlockArgument> open);
  bool mayEndTree(unsigned argument, unsigned result);
  SmallVector<unsigned> freeResults() const;
  bool hasBatch(Value value);
  // Parameters among what is updated.
  void findParameters();
  std::optional<unsigned> findNumber(ArrayRef<unsigned> among, bool isNamed);
  void findByLoss(ArrayRef<unsigned> outputs);
  bool servesOne(unsigned argument);
  void findByUpdates();

  /// The role that the option or the module gives.
  std::optional<StringRef> givenRole(unsigned argument);
  bool isExample(unsigned argument, int64_t &dim);
  bool isParameter(unsigned argument);
  Reasoned infer(BlockArgument argument);
  void setRole(unsigned index);
  std::optional<unsigned> findLoss();
  void setResultRoles();

  func::FuncOp main;
  OperandRange results;
  ArrayRef<std::optional<StringRef>> given;
  /// Arguments whose first dimension counts layers or steps.
  llvm::BitVector stacks;
  DimensionFlow flow;
  ArgumentReach reach;
  UpdateMatcher matcher;
  Builder builder;
  SmallVector<std::optional<unsigned>> updates;
  /// The graph is a training step: it returns parameters that have learned from examples.
  bool isStep = false;
  /// The loop over the examples, and their number.
  std::optional<unsigned> batchLoop;
  std::optional<int64_t> batch;
  /// Updated arguments on which the loss depends.
  llvm::BitVector parameters;
};

std::optional<StringRef> RoleAssigner::givenRole(unsigned argument) {
  if (given[argument])
    return given[argument];
  auto role = main.getArgAttrOfType<StringAttr>(argument, "dist.role");
  return role ? std::optional<StringRef>(role.getValue()) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Updates and the batch
//===----------------------------------------------------------------------===//

SmallVector<unsigned> RoleAssigner::freeResults() const {
  SmallVector<unsigned> free;
  for (unsigned i = 0; i < results.size(); ++i)
    if (!matcher.isTaken(i))
      free.push_back(i);
  return free;
}

bool RoleAssigner::hasBatch(Value value) {
  for (auto [dim, extent] : llvm::enumerate(typeOf(value).getShape()))
    if (batchLoop && extent > 1 && flow.loopOf(value, dim) == *batchLoop)
      return true;
  return false;
}

/// Whether what is carried on are parameters and states rather than activations that a
/// forward graph adds to. Sets the batch if so.
bool RoleAssigner::isTrainingStep(ArrayRef<BlockArgument> updated, ArrayRef<BlockArgument> open) {
  if (updated.empty())
    return false;
  batchLoop = findBatchLoop(flow, open, updated);
  bool descends = llvm::any_of(
      updated, [&](BlockArgument one) { return matcher.isDescent(one.getArgNumber()); });
  if (descends)
    return true;
  // A number that depends on what is updated and on what is not: a loss.
  llvm::BitVector ofUpdated(main.getNumArguments()), ofOpen(main.getNumArguments());
  for (BlockArgument one : updated)
    ofUpdated.set(one.getArgNumber());
  for (BlockArgument one : open)
    if (!batchLoop || flow.getLoop(*batchLoop).dimOf(one.getArgNumber()))
      ofOpen.set(one.getArgNumber());
  bool hasLoss = llvm::any_of(freeResults(), [&](unsigned result) {
    const llvm::BitVector &of = reach.of(results[result]);
    return isFloat(results[result]) && typeOf(results[result]).getRank() == 0 &&
           of.anyCommon(ofUpdated) && of.anyCommon(ofOpen);
  });
  if (!batchLoop)
    return hasLoss;
  // Features of hidden layers look like examples where activations look like parameters;
  // but they are not in the same dimension of all arguments, and in fewer products.
  const DimensionLoop &loop = flow.getLoop(*batchLoop);
  bool leads = llvm::all_of(loop.arguments, [&](const DimensionLoop::Place &place) {
    return place.dim == loop.arguments.front().dim;
  });
  bool hasTokens = llvm::any_of(loop.arguments, [&](const DimensionLoop::Place &place) {
    return !isFloat(main.getArgument(place.number));
  });
  if (leads && (hasLoss || hasTokens))
    return true;
  unsigned floats = llvm::count_if(main.getArguments(), [](BlockArgument argument) {
    return isFloat(argument) && typeOf(argument).getRank() > 0;
  });
  return updated.size() > 1 && (leads || 2 * updated.size() > floats);
}

/// Whether the result may be the next value of the argument where both stand beside such a
/// pair: at its end a tree of states meets the examples, and its results the loss.
bool RoleAssigner::mayEndTree(unsigned argument, unsigned result) {
  BlockArgument before = main.getArgument(argument);
  Value after = results[result];
  UpdateMatcher::Carry carry = matcher.carryOf(argument, result);
  SmallVector<unsigned> others = freeResults();
  llvm::erase(others, result);
  if (typeOf(after).getRank() == 0) {
    if (!isFloat(after))
      return carry.steps > 0 || typeOf(after).getElementType().isInteger(1);
    auto isAlike = [&](unsigned neighbour) {
      std::optional<unsigned> next =
          neighbour < main.getNumArguments() ? matcher.resultOf(neighbour) : std::nullopt;
      return next && results[*next].getType() == after.getType() &&
             matcher.carryOf(neighbour, *next).steps == carry.steps;
    };
    // Not the only number left: that is the loss.
    bool leavesLoss = llvm::any_of(
        others, [&](unsigned other) { return results[other].getType() == after.getType(); });
    return carry.steps > 0 && (leavesLoss || isAlike(argument - 1) || isAlike(argument + 1));
  }
  if (hasBatch(after) || hasBatch(before))
    return false;
  // What a loss depends on is no old state that is replaced.
  return carry.steps > 0 || after == before || !isFloat(before) ||
         llvm::none_of(others, [&](unsigned other) {
           return reach.of(results[other]).test(argument) && results[other] != before;
         });
}

void RoleAssigner::findUpdates() {
  matcher.matchCarried();
  SmallVector<BlockArgument> updated, open, params;
  for (BlockArgument argument : main.getArguments()) {
    unsigned index = argument.getArgNumber();
    std::optional<StringRef> role = givenRole(index);
    if (role && *role == "input" && matcher.resultOf(index))
      matcher.drop(index);
    if (typeOf(argument).getRank() == 0)
      continue;
    if (role && *role != "input")
      params.push_back(argument);
    // What is written into are caches and memories, not parameters.
    std::optional<unsigned> result = matcher.resultOf(index);
    if (result && isFloat(argument) && !matcher.carryOf(index, *result).overwrites)
      updated.push_back(argument);
    else if (!role || *role == "input")
      open.push_back(argument);
  }
  isStep = isTrainingStep(updated, open);
  if (!isStep) {
    // A forward graph: only what it says it updates, and caches that it writes into.
    for (BlockArgument argument : main.getArguments()) {
      unsigned index = argument.getArgNumber();
      if (std::optional<unsigned> result = matcher.resultOf(index))
        if (!matcher.isMarked(index) && !matcher.carryOf(index, *result).overwrites)
          matcher.drop(index);
    }
    open.append(updated.begin(), updated.end());
    llvm::sort(
        open, [](BlockArgument a, BlockArgument b) { return a.getArgNumber() < b.getArgNumber(); });
    batchLoop = findBatchLoop(flow, open, params, /*isForward=*/true);
  }
  if (batchLoop)
    for (const DimensionLoop::Place &place : flow.getLoop(*batchLoop).arguments)
      if (auto dim = flow.getLoop(*batchLoop).dimOf(place.number); dim && !batch)
        batch = typeOf(main.getArgument(place.number)).getDimSize(*dim);
  // One sequence, or what one device has of a program of many.
  auto isUnit = [](Value value) {
    return typeOf(value).getRank() > 1 && typeOf(value).getDimSize(0) == 1;
  };
  if (!batchLoop && llvm::any_of(open, isUnit) && (isStep || llvm::all_of(results, isUnit)))
    batch = 1;
  matcher.matchDonated();

  if (isStep)
    matcher.extend([&](unsigned argument, unsigned result) {
      return givenRole(argument) != StringRef("input") && mayEndTree(argument, result);
    });
  updates.assign(matcher.getUpdates().begin(), matcher.getUpdates().end());
}

//===----------------------------------------------------------------------===//
// Parameters among what is updated
//===----------------------------------------------------------------------===//

/// The first number among results that is called a loss; else, where it need not be
/// named, the first number.
std::optional<unsigned> RoleAssigner::findNumber(ArrayRef<unsigned> among, bool isNamed) {
  std::optional<unsigned> first;
  for (unsigned result : among) {
    if (!isFloat(results[result]) || typeOf(results[result]).getRank() != 0)
      continue;
    auto name = main.getResultAttrOfType<StringAttr>(result, "dist.name");
    if (name && name.getValue().contains_insensitive("loss"))
      return result;
    if (!first && !isNamed)
      first = result;
  }
  return first;
}

/// The loss depends on parameters, and not on states. So do other results, but some show
/// what the optimizer does: those depend on states as well.
void RoleAssigner::findByLoss(ArrayRef<unsigned> outputs) {
  llvm::BitVector floats(main.getNumArguments()), counters(main.getNumArguments());
  for (BlockArgument argument : main.getArguments()) {
    unsigned index = argument.getArgNumber();
    if (updates[index])
      (isFloat(argument) && !matcher.isCounter(index) ? floats : counters).set(index);
  }
  // What is called a loss, then what depends on least.
  std::optional<unsigned> loss = findNumber(outputs, /*isNamed=*/true);
  SmallVector<unsigned> order(outputs);
  auto rankOf = [&](unsigned result) {
    llvm::BitVector of = reach.of(results[result]);
    of &= floats;
    return std::tuple(result != loss, of.count(), result);
  };
  llvm::sort(order, [&](unsigned a, unsigned b) { return rankOf(a) < rankOf(b); });
  llvm::BitVector counted(main.getNumArguments());
  for (unsigned result : order) {
    llvm::BitVector more = reach.of(results[result]), counts = more;
    more &= floats;
    more.reset(parameters);
    counts &= counters;
    llvm::BitVector newCounts = counts;
    newCounts.reset(counted);
    bool showsStates = newCounts.any() || llvm::any_of(more.set_bits(), [&](unsigned argument) {
                         return isOptimizerState(main.getArgument(argument)) || servesOne(argument);
                       });
    if (parameters.any() && showsStates)
      continue;
    parameters |= more;
    counted |= counts;
  }
}

/// Whether parameters found so far learn by the argument, and others do not.
bool RoleAssigner::servesOne(unsigned argument) {
  bool serves = false, isSeparate = false;
  for (unsigned parameter : parameters.set_bits())
    (reach.of(results[*updates[parameter]]).test(argument) ? serves : isSeparate) = true;
  for (auto [other, result] : llvm::enumerate(updates))
    isSeparate |= result && other != argument && isFloat(main.getArgument(other)) &&
                  !reach.of(results[*result]).test(argument);
  return serves && isSeparate;
}

/// Without a loss: what examples bear on depends on all parameters, but the next moment
/// of one parameter does not depend on the moments of others.
void RoleAssigner::findByUpdates() {
  SmallVector<std::pair<unsigned, const llvm::BitVector *>> learned;
  for (auto [argument, result] : llvm::enumerate(updates)) {
    if (!result || !isFloat(main.getArgument(argument)))
      continue;
    const llvm::BitVector &of = reach.of(results[*result]);
    if (llvm::any_of(of.set_bits(), [&](unsigned other) {
          return !updates[other] && typeOf(main.getArgument(other)).getRank() > 0;
        }))
      learned.push_back({argument, &of});
  }
  for (auto [argument, result] : llvm::enumerate(updates)) {
    if (!result || !isFloat(main.getArgument(argument)))
      continue;
    bool isSeparate = llvm::any_of(learned, [&, argument = argument](auto &other) {
      return other.first != argument && !other.second->test(argument);
    });
    bool isNumber = typeOf(main.getArgument(argument)).getRank() == 0;
    if (!isSeparate && !isNumber &&
        (learned.size() > 1 || !isOptimizerState(main.getArgument(argument))))
      parameters.set(argument);
  }
  if (parameters.any())
    return;
  for (auto [argument, result] : llvm::enumerate(updates))
    if (result && isFloat(main.getArgument(argument)) &&
        !isOptimizerState(main.getArgument(argument)))
      parameters.set(argument);
}

void RoleAssigner::findParameters() {
  parameters.resize(main.getNumArguments());
  if (!isStep)
    return;
  SmallVector<unsigned> outputs;
  for (unsigned result = 0; result < results.size(); ++result) {
    if (llvm::is_contained(updates, std::optional<unsigned>(result)))
      continue;
    bool isOfExamples = false, isOfUpdated = false;
    for (unsigned argument : reach.of(results[result]).set_bits()) {
      isOfExamples |= !updates[argument] && typeOf(main.getArgument(argument)).getRank() > 0;
      isOfUpdated |= updates[argument] && isFloat(main.getArgument(argument));
    }
    if (isOfExamples && isOfUpdated)
      outputs.push_back(result);
  }
  if (outputs.empty())
    findByUpdates();
  else
    findByLoss(outputs);
}

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

/// Whether the argument holds examples, in dimension `dim`.
bool RoleAssigner::isExample(unsigned argument, int64_t &dim) {
  if (!batchLoop) {
    dim = 0;
    return batch && typeOf(main.getArgument(argument)).getDimSize(0) == *batch;
  }
  const DimensionLoop &loop = flow.getLoop(*batchLoop);
  if (std::optional<int64_t> found = loop.dimOf(argument)) {
    dim = *found;
    return true;
  }
  // As many of another kind, or examples of which only some go on.
  BlockArgument value = main.getArgument(argument);
  dim = 0;
  if (updates[argument] || value.use_empty() || stacks[argument] ||
      typeOf(value).getDimSize(0) != *batch || *batch <= 1)
    return false;
  const DimensionLoop &own = flow.getLoop(flow.loopOf(value, 0));
  if (own.arguments.size() != 1)
    return false;
  // A step adds over its examples to update parameters; a forward graph over features.
  if (isStep)
    return own.products == 0 || 4 * own.products >= loop.products;
  return own.sums == 0 &&
         (own.products == 0 ? own.mixers == 0
                            : own.products > 1 && 4 * own.products >= loop.products);
}

/// Whether an updated argument is a parameter. What keeps examples, or is written into,
/// is none, even where the loss depends on it.
bool RoleAssigner::isParameter(unsigned argument) {
  UpdateMatcher::Carry carry = matcher.carryOf(argument, *updates[argument]);
  bool isNumber = typeOf(main.getArgument(argument)).getRank() == 0;
  // A number that learns takes small steps.
  return parameters.test(argument) && !hasBatch(main.getArgument(argument)) &&
         !matcher.isCounter(argument) && !carry.overwrites &&
         (!isNumber || (carry.steps > 0 && !carry.isLoop()));
}

RoleAssigner::Reasoned RoleAssigner::infer(BlockArgument argument) {
  unsigned index = argument.getArgNumber();
  if (updates[index])
    return {isParameter(index) ? "param" : "state",
            "result " + std::to_string(*updates[index]) + " is its value after the step"};
  RankedTensorType type = typeOf(argument);
  if (!isa<FloatType>(type.getElementType()))
    return {"input", "its elements are not floats"};
  if (type.getRank() == 0)
    return {"input", "it is a scalar that the graph does not update"};
  int64_t dim = 0;
  bool isInput = isExample(index, dim);
  if (stacks[index]) {
    std::string start = "a loop over layers goes through its first dimension";
    if (isInput && dim == 1)
      return {"input", start + ", and its second one is the batch, " + std::to_string(*batch)};
    if (!isInput)
      return {"param", start};
  }
  if (isInput)
    return {"input", (dim == 0 ? "its first dimension" : "its dimension " + std::to_string(dim)) +
                         " is the batch, " + std::to_string(*batch)};
  std::string first = "its first dimension is " + std::to_string(type.getDimSize(0));
  if (batch && type.getDimSize(0) == *batch)
    return {"param", first + ", as many as the batch has, but not the batch"};
  return {"param", first + (batch ? ", not the batch, " + std::to_string(*batch) : "")};
}

void RoleAssigner::setRole(unsigned index) {
  BlockArgument argument = main.getArgument(index);
  auto name = main.getArgAttrOfType<StringAttr>(index, "dist.name");
  auto role = main.getArgAttrOfType<StringAttr>(index, "dist.role");
  if (given[index]) {
    role = builder.getStringAttr(*given[index]);
  } else if (!role) {
    Reasoned inferred = infer(argument);
    role = builder.getStringAttr(inferred.role);
    emitRemark(argument.getLoc(), RemarkCategory::Roles)
        << "argument " << index << " '" << (name ? name.getValue() : "") << "' gets role '"
        << inferred.role << "': " << inferred.reason;
  }
  main.setArgAttr(index, "dist.role", role);
  main.removeArgAttr(index, builder.getStringAttr("dist.donated"));
  main.removeArgAttr(index, builder.getStringAttr("dist.updated_by"));
  // The caller may call an updated argument an input; then it isn't updated.
  if (role == "input")
    updates[index].reset();
  if (updates[index])
    main.setArgAttr(index, "dist.updated_by", builder.getI64IntegerAttr(*updates[index]));

  auto type = typeOf(argument);
  if (role == "param")
    main.setArgAttr(index, "dist.weight_decay", builder.getBoolAttr(type.getRank() > 1));
  // A tensor beside a parameter belongs to the optimizer; a counter doesn't
  // count as its memory, nor does what is kept of examples.
  if (role == "state" && type.getRank() > 0 && (!updates[index] || (isStep && !hasBatch(argument))))
    main.setArgAttr(index, "dist.optimizer_state", builder.getUnitAttr());
}

/// The number that a step minimises, or that a forward graph can be trained on: the first
/// one that is called a loss, else the first one.
std::optional<unsigned> RoleAssigner::findLoss() {
  llvm::BitVector updated(results.size());
  for (std::optional<unsigned> update : updates)
    if (update)
      updated.set(*update);
  SmallVector<unsigned> numbers;
  for (auto [index, result] : llvm::enumerate(results)) {
    bool isGiven = static_cast<bool>(main.getResultAttr(index, "dist.role"));
    bool isNumber = isFloat(result) && typeOf(result).getRank() == 0;
    if (!isGiven && isNumber && !updated.test(index) && !isa<BlockArgument>(result))
      numbers.push_back(index);
  }
  // Several numbers of a forward graph are no loss.
  if (numbers.empty() || (updated.none() && numbers.size() > 1))
    return std::nullopt;
  // A rate that is shown depends on no parameter.
  SmallVector<unsigned> learned;
  for (unsigned number : numbers)
    if (reach.of(results[number]).anyCommon(parameters))
      learned.push_back(number);
  return findNumber(learned.empty() ? numbers : learned, /*isNamed=*/false);
}

void RoleAssigner::setResultRoles() {
  std::optional<unsigned> loss = findLoss();
  SmallVector<std::optional<unsigned>> replaced(results.size());
  for (auto [argument, update] : llvm::enumerate(updates))
    if (update)
      replaced[*update] = argument;
  for (unsigned i = 0; i < main.getNumResults(); ++i) {
    if (main.getResultAttr(i, "dist.role"))
      continue;
    StringAttr role = builder.getStringAttr(i == loss ? "loss" : "output");
    if (replaced[i]) {
      role = main.getArgAttrOfType<StringAttr>(*replaced[i], "dist.role");
      if (auto name = main.getArgAttrOfType<StringAttr>(*replaced[i], "dist.name"))
        main.setResultAttr(i, "dist.name", name);
    }
    main.setResultAttr(i, "dist.role", role);
  }
}

void RoleAssigner::run() {
  findUpdates();
  findParameters();
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    setRole(i);
  setResultRoles();
}

} // namespace

/// An argument and its next value live in one place: whichever is annotated says
/// where.
static LogicalResult tieShardings(func::FuncOp main) {
  for (BlockArgument argument : main.getArguments()) {
    unsigned number = argument.getArgNumber();
    auto next = main.getArgAttrOfType<IntegerAttr>(number, "dist.updated_by");
    if (!next)
      continue;
    unsigned result = next.getInt();
    Attribute before = main.getArgAttr(number, "dist.sharding");
    Attribute after = main.getResultAttr(result, "dist.sharding");
    if (before && after && before != after)
      return emitError(argument.getLoc())
             << "argument " << number << " is annotated " << before << ", but result " << result
             << ", its value after the step, " << after
             << "; annotate them alike, or give the argument role 'input'";
    if (before && !after)
      main.setResultAttr(result, "dist.sharding", before);
    if (after && !before)
      main.setArgAttr(number, "dist.sharding", after);
  }
  return success();
}

LogicalResult assignRoles(ModuleOp module, StringRef roles) {
  func::FuncOp main = findEntry(module);
  if (!main)
    return failure();
  auto given = parseRoles(roles, main);
  if (failed(given))
    return failure();
  RoleAssigner(main, *given).run();
  if (failed(tieShardings(main)))
    return failure();
  completeNames(main);
  inferInits(main);
  return success();
}

} // namespace shardc
