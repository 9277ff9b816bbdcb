//===- PartitionCheckerState.cpp - splits and placements --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The arithmetic of the checker's domain, kept apart from the compiler's own
// block arithmetic on purpose, and how placements are compared and printed.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerImpl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace mlir;
using namespace shardc;
using namespace shardc::checker;
using dist::AxisRefAttr;
using dist::ReductionKind;

//===----------------------------------------------------------------------===//
// Small things
//===----------------------------------------------------------------------===//

Pad checker::join(Pad a, Pad b) {
  if (a.isDirty() || b.isDirty())
    return Pad::dirty();
  if (a == b)
    return a;
  // A mix with infinities is no finite number.
  if (std::isinf(a.value) || std::isinf(b.value))
    return Pad::dirty();
  if (a.isBelowZero() && b.isBelowZero())
    return Pad::negative();
  return Pad::defined();
}

bool Placement::isPartialOver(unsigned atom) const {
  return llvm::any_of(partial, [&](auto &entry) { return entry.first == atom; });
}

bool Placement::operator==(const Placement &other) const {
  bool sameFrame = frame == other.frame || (frame && other.frame && *frame == *other.frame);
  return dims == other.dims && partial == other.partial && varying == other.varying &&
         splat == other.splat && tag == other.tag && indexDim == other.indexDim &&
         index == other.index && bounds == other.bounds && sameFrame;
}

void Placement::addPartial(unsigned atom, ReductionKind kind) {
  partial.push_back({atom, kind});
  llvm::sort(partial, [](auto &a, auto &b) { return a.first < b.first; });
}

void Placement::addVarying(unsigned atom) {
  if (!llvm::is_contained(varying, atom))
    varying.push_back(atom);
}

StringRef checker::kindName(ReductionKind kind) {
  return kind == logSumExp ? StringRef("logsumexp") : dist::stringifyReductionKind(kind);
}

bool checker::isFarBelow(double value, Type type) {
  auto number = dyn_cast<FloatType>(type);
  return number && value <= -APFloat::getLargest(number.getFloatSemantics()).convertToDouble() / 4;
}

std::optional<double> checker::splatValue(Attribute attr) {
  if (auto dense = dyn_cast<DenseElementsAttr>(attr)) {
    if (!dense.isSplat() && dense.getNumElements() != 1)
      return std::nullopt;
    attr = dense.getElementType().isFloat() ? Attribute(*dense.value_begin<FloatAttr>())
                                            : Attribute(*dense.value_begin<IntegerAttr>());
  }
  if (auto number = dyn_cast<FloatAttr>(attr))
    return number.getValueAsDouble();
  if (auto number = dyn_cast<IntegerAttr>(attr)) {
    const APInt &bits = number.getValue();
    bool isUnsigned = bits.getBitWidth() == 1 || number.getType().isUnsignedInteger();
    return isUnsigned ? bits.roundToDouble() : bits.signedRoundToDouble();
  }
  return std::nullopt;
}

bool checker::isNeutral(double value, ReductionKind kind, Type type) {
  // The ends of the type's range; a float's may be infinite or finite.
  double low = 0, high = 1;
  if (auto number = dyn_cast<FloatType>(type)) {
    high = APFloat::getLargest(number.getFloatSemantics()).convertToDouble();
    low = -high;
  } else if (auto number = dyn_cast<IntegerType>(type); number && number.getWidth() > 1) {
    unsigned width = number.getWidth();
    bool isUnsigned = number.isUnsigned();
    low = isUnsigned ? 0 : APInt::getSignedMinValue(width).signedRoundToDouble();
    high = isUnsigned ? APInt::getMaxValue(width).roundToDouble()
                      : APInt::getSignedMaxValue(width).signedRoundToDouble();
  }
  switch (kind) {
  case ReductionKind::Sum:
  case ReductionKind::Or:
    return value == 0;
  case ReductionKind::Prod:
    return value == 1;
  case ReductionKind::And:
    return type.isInteger(1) ? value == 1 : value == (low < 0 ? -1 : high);
  case ReductionKind::Max:
    return value <= low;
  case ReductionKind::Min:
    return value >= high;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Splits
//===----------------------------------------------------------------------===//

std::optional<Dim> Checker::makeDim(int64_t global, int64_t granule,
                                    ArrayRef<AxisRefAttr> axes) const {
  if (granule < 1)
    return std::nullopt;
  auto ceilDiv = [](int64_t a, int64_t b) { return (a + b - 1) / b; };
  Dim dim = Dim::whole(global);
  for (AxisRefAttr ref : axes) {
    SmallVector<unsigned, 2> list;
    if (!atoms.resolve(ref, list))
      return std::nullopt;
    int64_t parts = 1;
    for (unsigned atom : list)
      parts *= atoms.size(atom);
    dim.local = granule * ceilDiv(ceilDiv(dim.local, granule), parts);
    for (unsigned atom : list) {
      parts /= atoms.size(atom);
      dim.steps.push_back({atom, dim.local * parts});
    }
    // An axis of size 1 still rounds up to whole granules; that padding is on
    // every rank, and no atom can express it.
    if (list.empty())
      dim.local = dim.steps.empty() ? global : dim.steps.back().stride;
  }
  if (!dim.isWhole())
    dim.granule = granule;
  if (atoms.hasForks())
    atoms.rewrite(dim.steps);
  return dim;
}

bool Checker::isUneven(const Dim &dim) const {
  if (dim.soft)
    return false;
  int64_t extent = dim.global;
  for (const Step &step : dim.steps) {
    if (step.stride * atoms.size(step.atom) != extent)
      return true;
    extent = step.stride;
  }
  return false;
}

Pad Checker::padOf(const Placement &placement, unsigned index) const {
  const Dim &dim = placement.dims[index];
  if (dim.soft)
    return placement.splat ? Pad::fill(*placement.splat) : Pad::number();
  return isUneven(dim) ? dim.pad : Pad::defined();
}

bool Checker::resolve(ArrayAttr axes, SmallVectorImpl<unsigned> &list) const {
  return llvm::all_of(axes.getAsRange<AxisRefAttr>(),
                      [&](AxisRefAttr ref) { return atoms.resolve(ref, list); });
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static SmallVector<unsigned> atomsOf(const Dim &dim) {
  return llvm::map_to_vector(dim.steps, [](const Step &step) { return step.atom; });
}

/// A level whose first block is all that there is to split.
static bool isIdle(const Dim &dim, size_t level) {
  int64_t extent = dim.global;
  for (size_t outer = 0; outer < level; ++outer)
    extent = std::min(extent, dim.steps[outer].stride);
  return dim.steps[level].stride >= extent;
}

bool Checker::isAmbiguous(const Dim &dim) const {
  for (size_t level = 0; level < dim.steps.size(); ++level)
    if (isIdle(dim, level))
      return true;
  return dim.local == 1;
}

bool Checker::fitsInto(const Dim &derived, const Dim &declared) const {
  bool fits =
      derived.elastic ? derived.global >= declared.global : derived.global == declared.global;
  if (!fits || derived.local != declared.local)
    return false;
  size_t at = 0;
  for (size_t level = 0; level < declared.steps.size(); ++level) {
    if (at < derived.steps.size() && derived.steps[at] == declared.steps[level])
      ++at;
    else if (!isIdle(declared, level))
      return false;
  }
  return at == derived.steps.size();
}

std::string Checker::describe(const Dim &dim) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (dim.isWhole())
    os << "all of " << dim.global;
  else
    os << "blocks of " << dim.local << " of " << dim.global << " over {" << atoms.name(atomsOf(dim))
       << '}';
  return text;
}

std::string Checker::describePartial(const Placement &placement) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (size_t i = 0; i < placement.partial.size();) {
    ReductionKind kind = placement.partial[i].second;
    SmallVector<unsigned> list;
    size_t next = i;
    for (; next < placement.partial.size() && placement.partial[next].second == kind; ++next)
      list.push_back(placement.partial[next].first);
    os << (i ? ", " : "") << kindName(kind) << ':' << atoms.name(list);
    i = next;
  }
  return text;
}

std::string Checker::describe(const Placement &placement) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  llvm::interleaveComma(placement.dims, os,
                        [&](const Dim &dim) { os << '{' << atoms.name(atomsOf(dim)) << '}'; });
  os << ']';
  if (placement.isPartial())
    os << " partial={" << describePartial(placement) << '}';
  if (!placement.varying.empty())
    os << " with unrelated values along {" << atoms.name(placement.varying) << '}';
  return text;
}

InFlightDiagnostic Refusal::emit(bool isError) const {
  InFlightDiagnostic diagnostic =
      isError ? op->emitOpError() : op->emitRemark() << '\'' << op->getName() << "' op ";
  if (isError)
    diagnostic << message;
  else
    diagnostic << (unproven.empty() ? message : unproven)
               << "; where its values lie is proven, that they are the model's is not";
  if (origin)
    diagnostic.attachNote(*origin) << note;
  return diagnostic;
}

LogicalResult Checker::fail(Operation *op, const Twine &message, Value culprit, bool isOpen) {
  Refusal reason;
  reason.isOpen = isOpen || hasGuessed;
  reason.op = op;
  reason.message = message.str();
  if (culprit && slotOf.contains(culprit)) {
    reason.origin = culprit.getLoc();
    reason.note = "the value comes from here and is derived as " + describe(get(culprit));
  }
  if (!refusal)
    return reason.emit();
  *refusal = std::move(reason);
  return failure();
}

//===----------------------------------------------------------------------===//
// Agreement
//===----------------------------------------------------------------------===//

dist::ShardingAttr Checker::declaredOf(OpResult result) const {
  if (isGlobal)
    return {};
  auto list = result.getOwner()->getAttrOfType<ArrayAttr>("dist.shardings");
  if (!list || result.getResultNumber() >= list.size())
    return {};
  return dyn_cast<dist::ShardingAttr>(list[result.getResultNumber()]);
}

LogicalResult Checker::agree(Operation *op, const Twine &what, Placement &placement,
                             dist::ShardingAttr declared, Value producer) {
  auto print = [](dist::ShardingAttr sharding) {
    std::string text;
    llvm::raw_string_ostream(text) << sharding;
    return text;
  };
  if (declared.getDims().size() != placement.dims.size())
    return fail(op, what + " has " + Twine(placement.dims.size()) +
                        " dimensions, but its sharding has " + Twine(declared.getDims().size()));
  if (!placement.varying.empty())
    return fail(op,
                what + " holds unrelated values along {" + atoms.name(placement.varying) +
                    "}, but is declared " + print(declared),
                producer);

  // The reductions that are pending.
  Placement expected;
  for (dist::PartialAttr partial : declared.getPartial())
    for (AxisRefAttr ref : partial.getAxes()) {
      SmallVector<unsigned, 2> list;
      if (!atoms.resolve(ref, list))
        return fail(op, what + " has a sharding over '" + ref.getName() +
                            "', which is no axis of the mesh");
      for (unsigned atom : list)
        expected.addPartial(atom, partial.getKind());
    }
  if (atoms.hasForks())
    atoms.rewrite(expected.partial);
  // A part that is neutral everywhere is a partial value of any axes.
  if (!placement.isPartial() && placement.splat && *placement.splat == 0 &&
      llvm::all_of(expected.partial,
                   [](auto &entry) { return entry.second == ReductionKind::Sum; }))
    placement.partial = expected.partial;
  if (placement.partial != expected.partial) {
    std::string derived =
        placement.isPartial() ? "partial={" + describePartial(placement) + "}" : "no partial value";
    std::string wanted =
        expected.isPartial() ? "partial={" + describePartial(expected) + "}" : "no partial value";
    return fail(op, what + " is derived as " + derived + ", but is declared " + wanted, producer);
  }

  for (auto [index, dim, wanted] : llvm::enumerate(placement.dims, declared.getDims())) {
    std::optional<Dim> split = makeDim(dim.global, wanted.getGranule(), wanted.getAxes());
    if (!split)
      return fail(op, what + " has a sharding that does not fit the mesh: " + print(declared));
    if (dim.soft) {
      // Take the declared axes, in even blocks, as a hint.
      dim.steps = split->steps;
      dim.global = dim.local;
      for (Step &step : llvm::reverse(dim.steps)) {
        step.stride = dim.global;
        dim.global *= atoms.size(step.atom);
      }
      continue;
    }
    if (dim.steps != split->steps && fitsInto(dim, *split)) {
      // Ranks that need hold nothing hold more of the same.
      Pad pad = isUneven(dim) ? dim.pad : Pad::defined();
      bool elastic = dim.elastic;
      dim = *split;
      dim.elastic = elastic;
      dim.pad = pad;
      continue;
    }
    if (dim.steps != split->steps)
      return fail(op,
                  what + " is derived as " + describe(dim) + " in dimension " + Twine(index) +
                      ", but is declared as " + describe(*split),
                  producer,
                  isAmbiguous(dim) || isAmbiguous(*split) || isa<stablehlo::ReshapeOp>(op));
  }
  return success();
}

void Checker::put(Value value, Placement placement) {
  if (observer)
    observer(value, placement);
  auto [at, inserted] = slotOf.try_emplace(value, slots.size());
  if (inserted && !freeSlots.empty())
    at->second = freeSlots.pop_back_val();
  else if (inserted)
    slots.emplace_back();
  Slot &slot = slots[at->second];
  slot.placement = std::move(placement);
  slot.usesLeft = std::distance(value.use_begin(), value.use_end());
}

/// Counts one use off.
void Checker::release(Value value) {
  auto at = slotOf.find(value);
  if (at == slotOf.end())
    return;
  Slot &slot = slots[at->second];
  if (slot.usesLeft > 1) {
    --slot.usesLeft;
    return;
  }
  slot.placement = Placement();
  freeSlots.push_back(at->second);
  slotOf.erase(at);
}

LogicalResult Checker::set(OpResult result, Placement placement) {
  Operation *op = result.getOwner();
  auto type = cast<RankedTensorType>(result.getType());
  Value producer = op->getNumOperands() ? op->getOperand(0) : Value();
  std::string what = "result " + std::to_string(result.getResultNumber());
  if (atoms.hasForks()) {
    for (Dim &dim : placement.dims)
      atoms.rewrite(dim.steps);
    atoms.rewrite(placement.partial);
    atoms.rewrite(placement.varying);
  }
  // Other ops may depend on where the value ends.
  if (!isElementwise(op) && !isa_and_nonnull<dist::DistDialect>(op->getDialect()) &&
      !isa<stablehlo::TransposeOp, stablehlo::BroadcastInDimOp>(op))
    for (Dim &dim : placement.dims)
      dim.elastic = false;
  for (auto [index, dim, extent] : llvm::enumerate(placement.dims, type.getShape()))
    if (dim.local != extent)
      return fail(op,
                  what + " is derived as " + describe(dim) + " in dimension " + Twine(index) +
                      ", but its type has " + Twine(extent) + " elements there",
                  producer);
  if (options.checkOpShardings)
    if (dist::ShardingAttr declared = declaredOf(result))
      if (failed(agree(op, what, placement, declared, producer)))
        return failure();

  // Each atom plays one part. A hint gives way to anything else.
  llvm::SmallDenseMap<unsigned, int> user;
  for (auto &entry : placement.partial)
    user[entry.first] = -1;
  for (bool soft : {false, true})
    for (auto [index, dim] : llvm::enumerate(placement.dims)) {
      if (dim.soft != soft)
        continue;
      if (soft && llvm::any_of(dim.steps, [&](Step &step) { return user.contains(step.atom); })) {
        dim = Dim::softOf(dim.local);
        continue;
      }
      for (const Step &step : dim.steps) {
        auto [at, inserted] = user.try_emplace(step.atom, index);
        if (inserted)
          continue;
        std::string first = at->second < 0 ? std::string("a pending reduction")
                                           : "dimension " + std::to_string(at->second);
        return fail(op,
                    what + " uses {" + atoms.name(step.atom) + "} for both " + first +
                        " and dimension " + Twine(index),
                    producer);
      }
    }
  if (atoms.hasForks())
    for (auto a = user.begin(); a != user.end(); ++a)
      for (auto b = std::next(a); b != user.end(); ++b)
        if (atoms.overlap(a->first, b->first))
          return giveUp(op,
                        what + " depends on both {" + atoms.name(a->first) + "} and {" +
                            atoms.name(b->first) + "}, which cut one axis in two ways",
                        producer);
  put(result, std::move(placement));
  return success();
}

LogicalResult Checker::requireNoPartial(Operation *op, ArrayRef<Value> operands) {
  for (Value operand : operands)
    if (get(operand).isPartial())
      return fail(op,
                  "reads a partial value (" + describePartial(get(operand)) +
                      ") but is not linear in it; reduce it first",
                  operand);
  return success();
}

LogicalResult Checker::requireWhole(Operation *op, Value operand, unsigned index,
                                    const Twine &why) {
  const Dim &dim = get(operand).dims[index];
  if (dim.isWhole())
    return success();
  return fail(op, why + " dimension " + Twine(index) + ", of which a rank holds " + describe(dim),
              operand);
}
