//===- IndexForms.cpp - indices that count a dimension ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Frameworks wrap negative indices, clamp them, put them together and broadcast
// them; an iota in range comes out of all that as it was.
//
//===----------------------------------------------------------------------===//
#include "IndexForms.h"
#include "mlir/IR/TypeUtilities.h"
#include "shardc/Interfaces/Types.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace shardc::raising {

/// Ops in a row that are followed.
static constexpr unsigned maxDepth = 64;
/// Elements of a constant that are looked at.
static constexpr int64_t maxElements = 1 << 20;

/// Whether a type of integers has a number.
static bool holds(Type element, int64_t number) {
  auto type = dyn_cast<IntegerType>(element);
  if (!type || type.getWidth() > 64)
    return false;
  bool isUnsigned = type.isUnsigned() || type.getWidth() == 1;
  if (isUnsigned)
    return number >= 0 && (type.getWidth() >= 63 || number < int64_t(1) << type.getWidth());
  return type.getWidth() == 64 || (number >= -(int64_t(1) << (type.getWidth() - 1)) &&
                                   number < int64_t(1) << (type.getWidth() - 1));
}

/// A form whose numbers all fit the type, or nothing known.
static IndexForm fitted(IndexForm form, Value value) {
  Type element = getElementTypeOrSelf(value);
  if (form.kind == IndexForm::Unknown || !holds(element, form.least()) ||
      !holds(element, form.most()))
    return {};
  return form;
}

static IndexForm ofConstant(stablehlo::ConstantOp op, Plane plane) {
  auto values = dyn_cast<DenseIntElementsAttr>(op.getValue());
  RankedTensorType type = typeOf(op.getOutput());
  auto element = dyn_cast<IntegerType>(type.getElementType());
  if (!values || !element || element.getWidth() > 64 || type.getNumElements() == 0)
    return {};
  auto number = [&](const APInt &value) {
    bool isUnsigned = element.isUnsigned() || element.getWidth() == 1;
    return isUnsigned ? static_cast<int64_t>(value.getZExtValue()) : value.getSExtValue();
  };
  if (values.isSplat())
    return IndexForm::of(number(values.getSplatValue<APInt>()));
  if (type.getNumElements() > maxElements)
    return {};
  ArrayRef<int64_t> shape = type.getShape();
  SmallVector<int64_t> position(shape.size(), 0);
  llvm::BitVector counts(shape.size(), true);
  if (plane.dim >= 0)
    counts.reset(plane.dim);
  std::optional<int64_t> first;
  bool isNumber = true;
  for (const APInt &value : values.getValues<APInt>()) {
    if (plane.dim < 0 || position[plane.dim] == plane.at) {
      int64_t here = number(value);
      isNumber &= here == first.value_or(here);
      first = here;
      for (unsigned dim : counts.set_bits())
        if (here != position[dim])
          counts.reset(dim);
      if (!isNumber && counts.none())
        return {};
    }
    for (size_t dim = shape.size(); dim-- > 0;) {
      if (++position[dim] < shape[dim])
        break;
      position[dim] = 0;
    }
  }
  if (isNumber && first)
    return IndexForm::of(*first);
  int dim = counts.find_first();
  return dim < 0 ? IndexForm() : IndexForm::along(dim, shape[dim]);
}

IndexForm IndexForms::ofReshape(stablehlo::ReshapeOp op, Plane plane) {
  ArrayRef<int64_t> from = typeOf(op.getOperand()).getShape(), to = op.getType().getShape();
  // A dimension that counts the same elements on both sides.
  auto match = [](ArrayRef<int64_t> from, int64_t dim, ArrayRef<int64_t> to) {
    int64_t inner = 1;
    for (int64_t extent : from.drop_front(dim + 1))
      inner *= extent;
    int64_t other = 1;
    for (int64_t i = to.size(); i-- > 0; other *= to[i])
      if (other == inner && to[i] == from[dim] && to[i] != 1)
        return i;
    return int64_t(-1);
  };
  Plane inside;
  // The only index of a dimension picks nothing.
  if (plane.dim >= 0 && to[plane.dim] != 1) {
    inside = {match(to, plane.dim, from), plane.at};
    if (inside.dim < 0)
      return {};
  }
  IndexForm form = get(op.getOperand(), inside);
  if (form.kind != IndexForm::Index)
    return form;
  int64_t dim = match(from, form.dim, to);
  return dim < 0 || dim == plane.dim ? IndexForm() : IndexForm::along(dim, form.extent);
}

/// Ops that move elements.
IndexForm IndexForms::ofMoved(Operation *op, Plane plane) {
  using namespace stablehlo;
  return llvm::TypeSwitch<Operation *, IndexForm>(op)
      .Case([&](IotaOp iota) {
        int64_t dim = iota.getIotaDimension();
        return dim == plane.dim ? IndexForm::of(plane.at)
                                : IndexForm::along(dim, iota.getType().getDimSize(dim));
      })
      .Case([&](BroadcastInDimOp broadcast) {
        ArrayRef<int64_t> dims = broadcast.getBroadcastDimensions();
        RankedTensorType from = typeOf(broadcast.getOperand()), to = broadcast.getType();
        Plane inside;
        for (auto [in, out] : llvm::enumerate(dims))
          if (out == plane.dim)
            inside = {static_cast<int64_t>(in), from.getDimSize(in) == 1 ? 0 : plane.at};
        IndexForm form = get(broadcast.getOperand(), inside);
        if (form.kind == IndexForm::Index)
          form = IndexForm::along(dims[form.dim], to.getDimSize(dims[form.dim]));
        return form;
      })
      .Case([&](ReshapeOp reshape) { return ofReshape(reshape, plane); })
      .Case([&](TransposeOp transpose) {
        ArrayRef<int64_t> order = transpose.getPermutation();
        Plane inside = plane;
        if (plane.dim >= 0)
          inside.dim = order[plane.dim];
        IndexForm form = get(transpose.getOperand(), inside);
        if (form.kind == IndexForm::Index)
          form.dim = llvm::find(order, form.dim) - order.begin();
        return form;
      })
      .Case([&](SliceOp slice) {
        Plane inside = plane;
        if (plane.dim >= 0)
          inside.at = slice.getStartIndices()[plane.dim] + plane.at * slice.getStrides()[plane.dim];
        IndexForm form = get(slice.getOperand(), inside);
        if (form.kind != IndexForm::Index)
          return form;
        int64_t count = slice.getType().getDimSize(form.dim);
        bool isFront = slice.getStartIndices()[form.dim] == 0 &&
                       (slice.getStrides()[form.dim] == 1 || count == 1);
        return isFront ? IndexForm::along(form.dim, count) : IndexForm();
      })
      .Case([&](ConcatenateOp concat) {
        int64_t along = concat.getDimension();
        if (along != plane.dim)
          return concat.getInputs().size() == 1 ? get(concat.getInputs()[0], plane) : IndexForm();
        int64_t at = plane.at;
        for (Value part : concat.getInputs()) {
          int64_t extent = typeOf(part).getDimSize(along);
          if (at < extent)
            return get(part, {along, at});
          at -= extent;
        }
        return IndexForm();
      })
      .Default([](Operation *) { return IndexForm(); });
}

/// The truth of a comparison that is the same for all numbers of two forms.
static std::optional<bool> decide(stablehlo::ComparisonDirection direction, const IndexForm &a,
                                  const IndexForm &b) {
  using Direction = stablehlo::ComparisonDirection;
  bool isLess = a.most()<b.least(), isGreater = a.least()> b.most();
  bool isEqual = a == b;
  auto known = [](bool yes, bool no) {
    return yes ? std::optional(true) : no ? std::optional(false) : std::nullopt;
  };
  switch (direction) {
  case Direction::LT:
    return known(isLess, isEqual || a.least() >= b.most());
  case Direction::LE:
    return known(isEqual || a.most() <= b.least(), isGreater);
  case Direction::GT:
    return known(isGreater, isEqual || a.most() <= b.least());
  case Direction::GE:
    return known(isEqual || a.least() >= b.most(), isLess);
  case Direction::EQ:
    return known(isEqual, isLess || isGreater);
  case Direction::NE:
    return known(isLess || isGreater, isEqual);
  }
  return std::nullopt;
}

static IndexForm larger(const IndexForm &a, const IndexForm &b) {
  return a.least() >= b.most() ? a : b.least() >= a.most() ? b : IndexForm();
}

static IndexForm smaller(const IndexForm &a, const IndexForm &b) {
  return a.most() <= b.least() ? a : b.most() <= a.least() ? b : IndexForm();
}

/// Elementwise ops: on numbers, and where they leave an index what it is.
IndexForm IndexForms::ofElementwise(Operation *op, Plane plane) {
  using namespace stablehlo;
  int64_t rank = typeOf(op->getResult(0)).getRank();
  auto operand = [&](unsigned i) {
    // A single bound or truth is for all elements.
    return get(op->getOperand(i), typeOf(op->getOperand(i)).getRank() == rank ? plane : Plane());
  };
  if (isa<SelectOp>(op)) {
    IndexForm truth = operand(0);
    if (truth.kind == IndexForm::Number)
      return operand(truth.number ? 1 : 2);
    IndexForm a = operand(1), b = operand(2);
    return a == b ? a : IndexForm();
  }
  if (!isa<ConvertOp, AddOp, SubtractOp, MulOp, DivOp, RemOp, MaxOp, MinOp, ClampOp, AndOp, OrOp,
           NotOp, CompareOp>(op))
    return {};
  SmallVector<IndexForm, 3> forms;
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    forms.push_back(operand(i));
    if (forms.back().kind == IndexForm::Unknown)
      return {};
  }
  auto isNumber = [&](unsigned i, int64_t number) { return forms[i] == IndexForm::of(number); };
  bool areNumbers =
      llvm::all_of(forms, [](const IndexForm &form) { return form.kind == IndexForm::Number; });
  int64_t number = 0;
  auto computed = [&](bool overflows) {
    return areNumbers && !overflows ? IndexForm::of(number) : IndexForm();
  };
  int64_t x = forms[0].number, y = forms.size() > 1 ? forms[1].number : 0;
  bool isTruth = getElementTypeOrSelf(op->getResult(0)).isInteger(1);
  return llvm::TypeSwitch<Operation *, IndexForm>(op)
      .Case([&](ConvertOp) {
        // All but 0 is true.
        return !isTruth ? forms[0] : areNumbers ? IndexForm::of(x != 0) : IndexForm();
      })
      .Case([&](CompareOp compare) {
        std::optional<bool> truth = decide(compare.getComparisonDirection(), forms[0], forms[1]);
        return truth ? IndexForm::of(*truth) : IndexForm();
      })
      .Case<AndOp, OrOp, NotOp>([&](Operation *) {
        if (!isTruth || !areNumbers)
          return IndexForm();
        return IndexForm::of(isa<NotOp>(op) ? !x : isa<AndOp>(op) ? x && y : x || y);
      })
      .Case([&](AddOp) {
        if (isTruth)
          return IndexForm();
        return isNumber(1, 0)   ? forms[0]
               : isNumber(0, 0) ? forms[1]
                                : computed(llvm::AddOverflow(x, y, number));
      })
      .Case([&](SubtractOp) {
        if (isTruth)
          return IndexForm();
        return isNumber(1, 0) ? forms[0] : computed(llvm::SubOverflow(x, y, number));
      })
      .Case([&](MulOp) {
        return isNumber(1, 1)   ? forms[0]
               : isNumber(0, 1) ? forms[1]
                                : computed(llvm::MulOverflow(x, y, number));
      })
      .Case([&](DivOp) { return isNumber(1, 1) ? forms[0] : IndexForm(); })
      .Case([&](RemOp) {
        bool keeps = forms[0].least() >= 0 && forms[1].least() > forms[0].most();
        return keeps ? forms[0] : IndexForm();
      })
      .Case([&](MaxOp) { return larger(forms[0], forms[1]); })
      .Case([&](MinOp) { return smaller(forms[0], forms[1]); })
      .Case([&](ClampOp) {
        IndexForm raised = larger(forms[1], forms[0]);
        return raised.kind == IndexForm::Unknown ? raised : smaller(raised, forms[2]);
      })
      .Default([](Operation *) { return IndexForm(); });
}

IndexForm IndexForms::compute(Value value, Plane plane) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumResults() != 1 || !isa<IntegerType>(getElementTypeOrSelf(value)))
    return {};
  if (auto constant = dyn_cast<stablehlo::ConstantOp>(op))
    return ofConstant(constant, plane);
  if (isa<stablehlo::IotaOp, stablehlo::BroadcastInDimOp, stablehlo::ReshapeOp,
          stablehlo::TransposeOp, stablehlo::SliceOp, stablehlo::ConcatenateOp>(op))
    return ofMoved(op, plane);
  // Integers that were something else have their own ways to become integers.
  if (!llvm::all_of(op->getOperandTypes(),
                    [](Type type) { return isa<IntegerType>(getElementTypeOrSelf(type)); }))
    return {};
  return ofElementwise(op, plane);
}

IndexForm IndexForms::get(Value value, Plane plane) {
  auto key = std::make_tuple(value.getAsOpaquePointer(), plane.dim, plane.at);
  if (auto it = known.find(key); it != known.end())
    return it->second;
  if (depth == maxDepth)
    return {};
  ++depth;
  IndexForm form = fitted(compute(value, plane), value);
  --depth;
  return known[key] = form;
}

} // namespace shardc::raising
