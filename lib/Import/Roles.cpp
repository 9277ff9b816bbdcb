//===- Roles.cpp - parameters, states, inputs -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Says what each argument of an imported graph is. Given roles win; what the
// graph updates is a parameter or a state; of the rest, an argument whose first
// dimension is not the batch is a parameter.
//
//===----------------------------------------------------------------------===//
#include "ImportImpl.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Import/Import.h"
#include "shardc/Interfaces/Remarks.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace shardc {

//===----------------------------------------------------------------------===//
// The option
//===----------------------------------------------------------------------===//

namespace {

/// Whether a name is of a form in which `*` stands for any text and `?` for a letter.
bool matchesForm(StringRef form, StringRef name) {
  // Where to go on when a guess of what `*` stands for turns out wrong.
  size_t star = StringRef::npos, resume = 0, at = 0, next = 0;
  while (next < name.size()) {
    if (at < form.size() && form[at] == '*') {
      star = at++;
      resume = next;
    } else if (at < form.size() && (form[at] == '?' || form[at] == name[next])) {
      ++at;
      ++next;
    } else if (star != StringRef::npos) {
      at = star + 1;
      next = ++resume;
    } else {
      return false;
    }
  }
  return form.drop_front(at).find_first_not_of('*') == StringRef::npos;
}

class RoleParser {
public:
  RoleParser(StringRef roles, func::FuncOp main)
      : roles(roles), main(main), exact(main.getNumArguments()), forms(main.getNumArguments()) {}

  FailureOr<SmallVector<std::optional<StringRef>>> parse();

private:
  InFlightDiagnostic error(StringRef part) {
    return emitError(
        FileLineColLoc::get(main.getContext(), "--role", 1, part.data() - roles.data() + 1));
  }
  StringRef nameOf(unsigned argument) {
    auto name = main.getArgAttrOfType<StringAttr>(argument, "dist.name");
    return name ? name.getValue() : StringRef();
  }
  LogicalResult parseItem(StringRef item);
  LogicalResult parseRange(StringRef range, StringRef role);
  LogicalResult parseName(StringRef name, StringRef role);
  LogicalResult set(unsigned argument, StringRef selector, StringRef role);

  StringRef roles;
  func::FuncOp main;
  /// Roles by index or name, and by form; the former win.
  SmallVector<std::optional<StringRef>> exact, forms;
};

LogicalResult RoleParser::set(unsigned argument, StringRef selector, StringRef role) {
  if (exact[argument])
    return error(selector) << "argument " << argument << " has a role already, '"
                           << *exact[argument] << "'";
  exact[argument] = role;
  return success();
}

LogicalResult RoleParser::parseRange(StringRef range, StringRef role) {
  auto [first, last] = range.split('-');
  if (!range.contains('-'))
    last = first;
  unsigned from = 0, to = 0;
  if (first.getAsInteger(10, from) || last.getAsInteger(10, to) || from > to)
    return error(range) << "expected an argument index, a range such as '0-13', or names such as "
                           "'layers.*', but got '"
                        << range << "'";
  if (to >= main.getNumArguments())
    return error(range) << "argument " << to << " does not exist; the graph has "
                        << main.getNumArguments() << " arguments";
  for (unsigned i = from; i <= to; ++i)
    if (failed(set(i, range, role)))
      return failure();
  return success();
}

LogicalResult RoleParser::parseName(StringRef name, StringRef role) {
  bool isForm = name.contains('*') || name.contains('?'), found = false;
  for (unsigned i = 0; i < main.getNumArguments(); ++i) {
    if (isForm ? !matchesForm(name, nameOf(i)) : nameOf(i) != name)
      continue;
    found = true;
    // The first form that an argument is of counts.
    if (isForm && !forms[i])
      forms[i] = role;
    if (!isForm && failed(set(i, name, role)))
      return failure();
  }
  if (found)
    return success();
  InFlightDiagnostic diag = error(name) << "no argument is called '" << name << "'";
  diag << "; the graph's arguments are ";
  for (unsigned i = 0; i < std::min(main.getNumArguments(), 4u); ++i)
    diag << (i ? ", '" : "'") << nameOf(i) << "'";
  if (main.getNumArguments() > 4)
    diag << " and " << main.getNumArguments() - 4 << " more";
  return diag;
}

LogicalResult RoleParser::parseItem(StringRef item) {
  // Names may hold '='.
  auto [selector, role] = item.rsplit('=');
  if (!llvm::is_contained({"param", "input", "state"}, role))
    return error(role.empty() ? item : role)
           << "expected a role such as '0-13=param', with param, input or "
              "state, but got '"
           << item << "'";
  bool isNumber = selector.find_first_not_of("0123456789-") == StringRef::npos;
  return isNumber ? parseRange(selector, role) : parseName(selector, role);
}

FailureOr<SmallVector<std::optional<StringRef>>> RoleParser::parse() {
  SmallVector<StringRef> items;
  if (!roles.empty())
    roles.split(items, ',');
  for (StringRef item : items)
    if (failed(parseItem(item)))
      return failure();
  for (auto [one, form] : llvm::zip(exact, forms))
    if (!one)
      one = form;
  return std::move(exact);
}

} // namespace

FailureOr<SmallVector<std::optional<StringRef>>> parseRoles(StringRef roles, func::FuncOp main) {
  return RoleParser(roles, main).parse();
}

namespace {

//===----------------------------------------------------------------------===//
// Inference
//===----------------------------------------------------------------------===//

/// Whether the argument only meets elementwise and shape-moving ops on its way:
/// the moments of an optimizer do, parameters are multiplied and summed.
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
      : main(main), given(given), updates(matchUpdates(main)), stacks(findStacks(main)),
        builder(main.getContext()) {}

  void run();

private:
  /// A role and why.
  struct Reasoned {
    StringRef role;
    std::string reason;
  };
  Reasoned infer(BlockArgument argument) const;
  std::optional<int64_t> findBatch();
  bool isTraining() const {
    return llvm::any_of(updates, [](auto update) { return update.has_value(); });
  }
  void setRole(unsigned index);
  void setResultRoles();

  func::FuncOp main;
  ArrayRef<std::optional<StringRef>> given;
  SmallVector<std::optional<unsigned>> updates;
  /// Arguments whose first dimension counts layers or steps.
  llvm::BitVector stacks;
  Builder builder;
  std::optional<int64_t> batch;
};

/// The batch size: the first dimension of what looks most like data.
std::optional<int64_t> RoleAssigner::findBatch() {
  auto leading = [](Value value) -> std::optional<int64_t> {
    auto type = cast<RankedTensorType>(value.getType());
    if (type.getRank() == 0)
      return std::nullopt;
    return type.getDimSize(0);
  };
  // The words of a random number generator's key are no examples.
  auto isKey = [](Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    return type.getElementType().isUnsignedInteger(32) && type.getRank() == 1 &&
           (type.getDimSize(0) == 2 || type.getDimSize(0) == 4);
  };
  SmallVector<BlockArgument> open;
  for (BlockArgument argument : main.getArguments())
    if (!updates[argument.getArgNumber()] && !given[argument.getArgNumber()] &&
        !stacks[argument.getArgNumber()] && !isKey(argument))
      open.push_back(argument);

  // A forward graph returns one value for each example.
  if (!isTraining()) {
    llvm::SmallSetVector<int64_t, 4> sizes;
    for (Value result : main.getBody().front().getTerminator()->getOperands())
      if (std::optional<int64_t> size = leading(result))
        sizes.insert(*size);
    if (sizes.size() == 1 && llvm::any_of(open, [&](BlockArgument argument) {
          return leading(argument) == sizes.front();
        }))
      return sizes.front();
  }
  // Integers are tokens and labels; booleans may be masks of any shape.
  for (BlockArgument argument : open) {
    Type element = getElementTypeOrSelf(argument.getType());
    if (isa<IntegerType>(element) && !element.isInteger(1))
      if (std::optional<int64_t> size = leading(argument))
        return size;
  }
  // Several values for each example agree; else data comes after parameters.
  llvm::MapVector<int64_t, unsigned> count;
  std::optional<int64_t> last;
  for (BlockArgument argument : open)
    if (std::optional<int64_t> size = leading(argument)) {
      last = size;
      ++count[*size];
    }
  if (isTraining())
    for (auto [size, times] : count)
      if (!last || times > count[*last])
        last = size;
  return last;
}

RoleAssigner::Reasoned RoleAssigner::infer(BlockArgument argument) const {
  unsigned index = argument.getArgNumber();
  if (updates[index]) {
    StringRef role = isOptimizerState(argument) ? "state" : "param";
    return {role, "result " + std::to_string(*updates[index]) + " is its value after the step"};
  }
  auto type = cast<RankedTensorType>(argument.getType());
  if (!isa<FloatType>(type.getElementType()))
    return {"input", "its elements are not floats"};
  if (type.getRank() == 0)
    return {"input", "it is a scalar that the graph does not update"};
  if (stacks[index]) {
    std::string start = "a loop over layers goes through its first dimension";
    if (batch && type.getRank() > 1 && type.getDimSize(1) == *batch)
      return {"input", start + ", and its second one is the batch, " + std::to_string(*batch)};
    return {"param", start};
  }
  if (batch && type.getDimSize(0) == *batch)
    return {"input", "its first dimension is the batch, " + std::to_string(*batch)};
  return {"param", "its first dimension is " + std::to_string(type.getDimSize(0)) +
                       (batch ? ", not the batch, " + std::to_string(*batch) : std::string())};
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

  auto type = cast<RankedTensorType>(argument.getType());
  if (role == "param")
    main.setArgAttr(index, "dist.weight_decay", builder.getBoolAttr(type.getRank() > 1));
  // A tensor beside a parameter belongs to the optimizer; a counter doesn't
  // count as its memory.
  if (role == "state" && type.getRank() > 0)
    main.setArgAttr(index, "dist.optimizer_state", builder.getUnitAttr());
}

void RoleAssigner::setResultRoles() {
  auto isFloatScalar = [](Type type) {
    auto tensor = cast<RankedTensorType>(type);
    return tensor.getRank() == 0 && isa<FloatType>(tensor.getElementType());
  };
  // A forward graph with one number among its results is a loss to train on.
  bool mayBeLoss = isTraining() || llvm::count_if(main.getResultTypes(), isFloatScalar) == 1;
  for (unsigned i = 0; i < main.getNumResults(); ++i) {
    if (main.getResultAttr(i, "dist.role"))
      continue;
    bool isLoss = mayBeLoss && isFloatScalar(main.getResultTypes()[i]);
    StringAttr role = builder.getStringAttr(isLoss ? "loss" : "output");
    for (auto [argument, update] : llvm::enumerate(updates))
      if (update == i) {
        role = main.getArgAttrOfType<StringAttr>(argument, "dist.role");
        if (auto name = main.getArgAttrOfType<StringAttr>(argument, "dist.name"))
          main.setResultAttr(i, "dist.name", name);
      }
    main.setResultAttr(i, "dist.role", role);
  }
}

void RoleAssigner::run() {
  batch = findBatch();
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
