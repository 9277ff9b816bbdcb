//===- PartitionCheckerMeaning.cpp - what local values are parts of -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Terms of moves, sums and everything that is the same op on whole values. What
// elementwise ops mean where ranks count in their own blocks is in
// PartitionCheckerMeaningTags.cpp.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerMeaning.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::checker;
using dist::ReductionKind;

static uint64_t wordOf(Attribute attr) {
  return reinterpret_cast<uint64_t>(attr.getAsOpaquePointer());
}
static uint64_t wordOf(Type type) { return reinterpret_cast<uint64_t>(type.getAsOpaquePointer()); }

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

Term TermTable::get(ArrayRef<uint64_t> key) {
  auto at = numbers.find(key);
  if (at != numbers.end())
    return at->second;
  auto *copy = storage.Allocate<uint64_t>(key.size());
  std::copy(key.begin(), key.end(), copy);
  ArrayRef<uint64_t> kept(copy, key.size());
  keys.push_back(kept);
  return numbers[kept] = keys.size() - 1;
}

Meaning::Key Meaning::begin(Operation *op, OpResult result, bool withAttributes) {
  Key key = {reinterpret_cast<uint64_t>(op->getName().getAsOpaquePointer()),
             withAttributes ? wordOf(op->getPropertiesAsAttribute()) : 0,
             wordOf(getElementTypeOrSelf(result)), result.getResultNumber(), 0};
  return key;
}

/// Adds a word that is no operand.
static void addWord(SmallVectorImpl<uint64_t> &key, uint64_t word) {
  key.push_back(word);
  ++key[4];
}

ArrayRef<uint64_t> Meaning::operandsOf(Term term) const {
  ArrayRef<uint64_t> key = table.key(term);
  return key.front() < TermTable::LastHead ? key.drop_front() : key.drop_front(5 + key[4]);
}

Term Meaning::finish(Key &key, ArrayRef<Value> operands) {
  for (Value operand : operands)
    key.push_back(of(operand));
  return table.get(key);
}

Term Meaning::generic(Operation *op, OpResult result) {
  Key key = begin(op, result);
  return finish(key, SmallVector<Value>(op->getOperands()));
}

int64_t Meaning::extentOf(const Dim &dim) const {
  return dim.soft && dim.steps.empty() ? dim.local : dim.global;
}

void Meaning::addShape(Key &key, const Placement &placement) {
  for (const Dim &dim : placement.dims)
    addWord(key, dim.soft ? ~uint64_t(0) : uint64_t(dim.global));
}

uint64_t Meaning::countTerms(Operation *op, const Placement &result,
                             ArrayRef<std::pair<const Dim *, const Dim *>> summed) {
  uint64_t count = 1;
  for (auto [a, b] : summed)
    count *= !a->soft && !(a->elastic && b && !b->soft) ? a->global
             : b && !b->soft                            ? b->global
                                                        : a->local;
  // Where no operand depends on the index, the ranks that a sum is pending over
  // say how far it went.
  for (auto &entry : result.partial) {
    bool isExplained = llvm::any_of(op->getOperands(), [&](Value operand) {
      const Placement &placement = checker.get(operand);
      auto is = [&](unsigned atom) { return checker.getAtoms().overlap(atom, entry.first); };
      return llvm::any_of(placement.partial, [&](auto &other) { return is(other.first); }) ||
             llvm::any_of(placement.dims, [&](const Dim &dim) {
               return !dim.soft &&
                      llvm::any_of(dim.steps, [&](const Step &step) { return is(step.atom); });
             });
    });
    if (!isExplained)
      count *= checker.getAtoms().size(entry.first);
  }
  return count;
}

bool Meaning::losesVarying(Operation *op, const Placement &result) {
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    return llvm::any_of(checker.get(operand).varying,
                        [&](unsigned atom) { return !llvm::is_contained(result.varying, atom); });
  });
}

//===----------------------------------------------------------------------===//
// Arguments and regions
//===----------------------------------------------------------------------===//

void Meaning::seed(BlockArgument argument) {
  set(argument, table.get({TermTable::Argument, argument.getArgNumber()}));
}

void Meaning::enterMicrobatch(BlockArgument argument, Value slice) {
  Term whole = of(slice);
  // Microbatches of one number are that number.
  set(argument,
      table.is(whole, TermTable::Number) ? whole : table.get({TermTable::Microbatch, whole}));
}

void Meaning::enterLoop(stablehlo::WhileOp loop) {
  uint64_t depth = 0;
  for (Operation *op = loop->getParentOp(); op; op = op->getParentOp())
    depth += isa<stablehlo::WhileOp>(op);
  for (Region *region : {&loop.getCond(), &loop.getBody()})
    for (BlockArgument argument : region->getArguments())
      set(argument, table.get({TermTable::Carried, depth, argument.getArgNumber()}));
}

/// Loops with equal initial values whose condition and body compute the same of what
/// they carry are equal.
Term Meaning::ofLoop(stablehlo::WhileOp loop, OpResult result) {
  Key key = begin(loop, result, /*withAttributes=*/false);
  SmallVector<Value> parts(loop.getOperand());
  llvm::append_range(parts, loop.getCond().front().getTerminator()->getOperands());
  llvm::append_range(parts, loop.getBody().front().getTerminator()->getOperands());
  return finish(key, parts);
}

//===----------------------------------------------------------------------===//
// Ops of the dist dialect
//===----------------------------------------------------------------------===//

Term Meaning::ofDist(Operation *op, OpResult result) {
  const Placement &placement = checker.get(result);
  if (auto region = dyn_cast<dist::MicrobatchOp>(op)) {
    Value yielded = region.getBody().front().getTerminator()->getOperand(result.getResultNumber());
    Key key = begin(op, result, /*withAttributes=*/false);
    // Which result it is does not matter.
    key[3] = 0;
    addWord(key, uint64_t(region.getKind(result.getResultNumber())));
    addWord(key, region.getCount());
    return finish(key, yielded);
  }
  if (auto offset = dyn_cast<dist::ShardOffsetOp>(op)) {
    if (placement.splat)
      return number(*placement.splat);
    return table.unknown();
  }
  if (auto start = dyn_cast<dist::StartOp>(op)) {
    Value inner = start->getRegion(0).front().getTerminator()->getOperand(0);
    return of(inner);
  }
  Value input = op->getOperand(result.getResultNumber());
  const Placement &source = checker.get(input);
  // What is handed round may be something else afterwards.
  if (isa<dist::PermuteOp>(op) && !source.varying.empty())
    return table.unknown();
  if (source.varying.size() != placement.varying.size() ||
      !std::is_permutation(source.varying.begin(), source.varying.end(), placement.varying.begin()))
    return table.unknown();
  if (auto reduce = dyn_cast<dist::AllReduceOp>(op))
    if (reduce.getKind() == ReductionKind::Max &&
        llvm::any_of(source.partial, [](auto &entry) { return entry.second == logSumExp; }))
      return table.get({TermTable::Scale, of(input)});
  return of(input);
}

//===----------------------------------------------------------------------===//
// Ops that are the same on whole values
//===----------------------------------------------------------------------===//

Term Meaning::ofSquares(Operation *op) {
  // A sum does not care how it is grouped: terms and how often each counts.
  Key terms;
  for (Value operand : op->getOperands()) {
    uint64_t count = 1;
    for (const Dim &dim : checker.get(operand).dims)
      count *= extentOf(dim);
    terms.push_back(table.get({TermTable::Tagged, of(operand), count}));
  }
  llvm::sort(terms);
  terms.insert(terms.begin(), TermTable::Squares);
  return table.get(terms);
}

static const Dim &dimOf(Checker &checker, Value value, unsigned index) {
  return checker.get(value).dims[index];
}

Term Meaning::ofResult(Operation *op, OpResult result) {
  if (op->getDialect() && isa<dist::DistDialect>(op->getDialect()))
    return ofDist(op, result);
  const Placement &placement = checker.get(result);
  if (isa<stablehlo::OptimizationBarrierOp>(op))
    return of(op->getOperand(result.getResultNumber()));
  if (isa<func::CallOp>(op))
    return table.unknown();
  if (auto loop = dyn_cast<stablehlo::WhileOp>(op))
    return ofLoop(loop, result);
  if (placement.splat && placement.varying.empty() &&
      (*placement.splat == 0 || !placement.isPartial()))
    return number(*placement.splat);
  if (checker.isElementwise(op))
    return ofElementwise(op, result);

  using Pair = std::pair<const Dim *, const Dim *>;
  SmallVector<Value> operands(op->getOperands());
  auto dim = [&](unsigned operand, unsigned index) -> const Dim & {
    return dimOf(checker, operands[operand], index);
  };
  Key key = begin(op, result);
  // Local labels, ids and offsets stand for the global ones where the checker
  // has seen that they fit.
  bool usesOwn =
      isa<nn::EmbeddingOp, nn::EmbeddingGradOp, stablehlo::ScatterOp, nn::CrossEntropyOp,
          nn::CrossEntropyGradOp, nn::AttentionOp, nn::AttentionGradOp, nn::DropoutOp>(op);
  if (!usesOwn && losesVarying(op, placement))
    return table.unknown();

  return llvm::TypeSwitch<Operation *, Term>(op)
      .Case([&](stablehlo::ConstantOp constant) { return generic(op, result); })
      .Case([&](stablehlo::IotaOp iota) {
        return ofIota(placement, getElementTypeOrSelf(result), iota.getIotaDimension());
      })
      .Case([&](stablehlo::BroadcastInDimOp) {
        addWord(key, placement.dims.size());
        return finish(key, operands);
      })
      .Case<stablehlo::TransposeOp, stablehlo::ReverseOp, nn::RopeOp>(
          [&](Operation *) { return finish(key, operands); })
      .Case([&](stablehlo::ReshapeOp) {
        addShape(key, placement);
        const Placement &source = checker.get(operands[0]);
        auto runs = [](const Dim &dim) { return dim.local > 1 || !dim.isWhole(); };
        bool anySoft = llvm::any_of(source.dims, [&](auto &d) { return d.soft && runs(d); });
        bool anyHard = llvm::any_of(source.dims, [&](auto &d) { return !d.soft && runs(d); });
        if (anySoft && anyHard)
          for (const Dim &dim : source.dims)
            addWord(key, extentOf(dim));
        return finish(key, operands);
      })
      .Case([&](stablehlo::SliceOp slice) {
        key[1] = 0;
        const Placement &source = checker.get(operands[0]);
        for (unsigned i = 0; i < source.dims.size(); ++i) {
          int64_t extent = cast<RankedTensorType>(result.getType()).getDimSize(i);
          if (extent == source.dims[i].local || source.dims[i].soft) {
            addWord(key, ~uint64_t(0));
            continue;
          }
          // The step to an element that is not taken does not matter.
          addWord(key, slice.getStartIndices()[i]);
          addWord(key, extent);
          addWord(key, extent > 1 ? slice.getStrides()[i] : 1);
        }
        return finish(key, operands);
      })
      .Case([&](stablehlo::DynamicSliceOp slice) {
        key[1] = 0;
        for (unsigned i = 0; i < placement.dims.size(); ++i) {
          bool whole = slice.getSliceSizes()[i] == dim(0, i).local;
          addWord(key, whole ? ~uint64_t(0) : uint64_t(slice.getSliceSizes()[i]));
          // A start index is held in range, so that it does not matter here.
          if (whole)
            operands[1 + i] = Value();
        }
        for (Value operand : operands)
          key.push_back(operand ? of(operand) : ~uint64_t(0));
        return table.get(key);
      })
      .Case([&](stablehlo::DynamicUpdateSliceOp update) {
        for (unsigned i = 0; i < placement.dims.size(); ++i) {
          bool whole = dim(0, i).local == dim(1, i).local;
          addWord(key, whole ? ~uint64_t(0) : uint64_t(extentOf(dim(0, i))));
          addWord(key, whole ? ~uint64_t(0) : uint64_t(extentOf(dim(1, i))));
          if (whole)
            operands[2 + i] = Value();
        }
        for (Value operand : operands)
          key.push_back(operand ? of(operand) : ~uint64_t(0));
        return table.get(key);
      })
      .Case([&](stablehlo::PadOp pad) {
        for (unsigned i = 0; i < placement.dims.size(); ++i)
          if (pad.getEdgePaddingLow()[i] || pad.getEdgePaddingHigh()[i] ||
              pad.getInteriorPadding()[i])
            addWord(key, extentOf(dim(0, i)));
        return finish(key, operands);
      })
      .Case([&](stablehlo::ConcatenateOp concatenate) {
        for (unsigned i = 0; i < operands.size(); ++i)
          addWord(key, extentOf(dim(i, concatenate.getDimension())));
        return finish(key, operands);
      })
      .Case([&](stablehlo::GatherOp gather) {
        key[1] = wordOf(gather.getDimensionNumbersAttr());
        for (unsigned i = 0; i < gather.getSliceSizes().size(); ++i) {
          int64_t size = gather.getSliceSizes()[i], signedDim = i;
          auto numbers = gather.getDimensionNumbers();
          bool whole = size == dim(0, i).local &&
                       !llvm::is_contained(numbers.getCollapsedSliceDims(), signedDim) &&
                       !llvm::is_contained(numbers.getOperandBatchingDims(), signedDim);
          addWord(key, whole ? ~uint64_t(0) : uint64_t(size));
          // An index is held in range, which is that of the whole.
          addWord(key, extentOf(dim(0, i)));
        }
        return finish(key, operands);
      })
      .Case([&](stablehlo::ScatterOp scatter) {
        key[1] = wordOf(scatter.getScatterDimensionNumbersAttr());
        addWord(key, ofBody(scatter.getUpdateComputation()));
        addShape(key, placement);
        const Placement &updates = checker.get(scatter.getUpdates().front());
        SmallVector<Pair> summed;
        for (unsigned i = 0; i < updates.dims.size(); ++i)
          summed.push_back({&updates.dims[i], nullptr});
        addWord(key, countTerms(op, placement, summed));
        return finish(key, operands);
      })
      .Case([&](stablehlo::DotGeneralOp dot) {
        key[1] = wordOf(dot.getDotDimensionNumbersAttr());
        auto numbers = dot.getDotDimensionNumbers();
        SmallVector<Pair> summed;
        for (auto [l, r] : llvm::zip_equal(numbers.getLhsContractingDimensions(),
                                           numbers.getRhsContractingDimensions()))
          summed.push_back({&dim(0, l), &dim(1, r)});
        addWord(key, countTerms(op, placement, summed));
        return finish(key, operands);
      })
      .Case([&](stablehlo::DotOp) {
        Pair pair = {&checker.get(operands[0]).dims.back(), &dim(1, 0)};
        addWord(key, countTerms(op, placement, pair));
        return finish(key, operands);
      })
      .Case([&](stablehlo::ReduceOp reduce) {
        addWord(key, ofBody(reduce->getRegion(0)));
        SmallVector<Pair> summed;
        for (int64_t index : reduce.getDimensions())
          summed.push_back({&dim(0, index), nullptr});
        bool counts = !isa_and_nonnull<stablehlo::MaxOp, stablehlo::MinOp>(reduce.getCombiner());
        addWord(key, counts ? countTerms(op, placement, summed) : 0);
        return finish(key, operands);
      })
      .Case([&](stablehlo::ConvolutionOp convolution) {
        // All but the numbers of groups that a rank has.
        SmallVector<NamedAttribute> attributes;
        for (NamedAttribute attribute : cast<DictionaryAttr>(op->getPropertiesAsAttribute()))
          if (attribute.getName() != "feature_group_count" &&
              attribute.getName() != "batch_group_count")
            attributes.push_back(attribute);
        key[1] = wordOf(DictionaryAttr::get(op->getContext(), attributes));
        auto numbers = convolution.getDimensionNumbers();
        const ConvolutionGroups &groups = checker.getConvolutionGroups();
        addWord(key, groups.features);
        addWord(key, groups.batch);
        Pair pair = {&dim(1, numbers.getKernelInputFeatureDimension()), nullptr};
        addWord(key, groups.summed ? groups.summed : countTerms(op, placement, pair));
        // Equal outputs of a group are as many as the result has.
        if (dim(1, numbers.getKernelOutputFeatureDimension()).soft)
          addWord(key, extentOf(placement.dims[numbers.getOutputFeatureDimension()]));
        for (int64_t index : numbers.getInputSpatialDimensions())
          addWord(key, extentOf(dim(0, index)));
        for (int64_t index : numbers.getKernelSpatialDimensions())
          addWord(key, extentOf(dim(1, index)));
        return finish(key, operands);
      })
      .Case<stablehlo::ReduceWindowOp, stablehlo::SelectAndScatterOp, stablehlo::SortOp>(
          [&](Operation *) {
            for (Region &region : op->getRegions())
              addWord(key, ofBody(region));
            for (const Dim &dim : checker.get(operands[0]).dims)
              addWord(key, dim.soft ? uint64_t(dim.local) : 0);
            return finish(key, operands);
          })
      .Case([&](nn::EmbeddingOp) {
        // Rows past the end are zeros.
        const Placement &ids = checker.get(operands[1]);
        addWord(key, ids.tag == Placement::Shifted ? ids.frame->global : extentOf(dim(0, 0)));
        return finish(key, operands);
      })
      .Case([&](nn::EmbeddingGradOp) {
        addShape(key, placement);
        SmallVector<Pair> summed;
        for (unsigned i = 0; i < checker.get(operands[0]).dims.size(); ++i)
          summed.push_back({&dim(0, i), &dim(1, i)});
        // The blocks of rows hold no terms of the sum.
        addWord(key, countTerms(op, placement, summed));
        return finish(key, operands);
      })
      .Case<nn::RmsNormOp, nn::LayerNormOp>([&](Operation *) {
        addWord(key, placement.dims.back().local);
        return finish(key, operands);
      })
      .Case<nn::RmsNormGradOp, nn::LayerNormGradOp>([&](Operation *) {
        unsigned last = checker.get(operands[0]).dims.size() - 1;
        addWord(key, dim(0, last).local);
        if (result.getResultNumber() == 0)
          return finish(key, operands);
        SmallVector<Pair> summed;
        for (unsigned i = 0; i < last; ++i)
          summed.push_back({&dim(0, i), &dim(2, i)});
        addWord(key, countTerms(op, placement, summed));
        return finish(key, operands);
      })
      .Case<nn::CrossEntropyOp, nn::CrossEntropyGradOp>(
          [&](Operation *) { return ofCrossEntropy(op, result); })
      .Case([&](nn::SquareSumOp) { return ofSquares(op); })
      .Case([&](nn::AdamWOp) { return finish(key, operands); })
      .Case([&](nn::DropoutOp dropout) { return ofDropout(dropout, result); })
      .Case<nn::AttentionOp, nn::AttentionGradOp>([&](Operation *) {
        bool isGrad = isa<nn::AttentionGradOp>(op);
        unsigned known = isGrad ? 6 : 3;
        // Positions of a rank's own queries are those of the whole sequence.
        Value mask =
            isGrad ? cast<nn::AttentionGradOp>(op).getMask() : cast<nn::AttentionOp>(op).getMask();
        if (operands.size() > known + (mask ? 1 : 0)) {
          const Placement &offset = checker.get(operands[known]);
          bool own = offset.tag == Placement::Offset && offset.frame->sameBlocks(dim(0, 1));
          if (offset.tag == Placement::Offset && !own)
            return table.unknown();
          if (own || offset.splat == 0.0)
            operands.erase(operands.begin() + known);
        }
        // Which optional operands there are does not matter but for the mask.
        key[1] = 0;
        addWord(key, mask ? 1 : 0);
        for (StringRef name :
             {"causal", "scale", "logit_cap", "masked_value", "zero_hidden_rows"}) {
          Attribute attr = op->getAttr(name);
          addWord(key, attr ? wordOf(attr) : 0);
        }
        addWord(key, extentOf(dim(1, 1)));
        addWord(key, dim(0, 3).local);
        // How many queries share a key is known where either is.
        const Dim &heads = dim(0, 2), &groups = dim(1, 2);
        bool split = heads.soft || groups.soft;
        addWord(key, split ? ~uint64_t(heads.local / std::max<int64_t>(1, groups.local)) : 0);
        if (isGrad)
          for (unsigned operand : {0u, 5u})
            for (unsigned i : {1u, 2u})
              addWord(key, dim(operand, i).soft ? extentOf(dim(operand, i)) : ~uint64_t(0));
        return finish(key, operands);
      })
      .Default([&](Operation *) {
        if (op->getNumRegions())
          return table.unknown();
        for (Value operand : operands)
          for (const Dim &dim : checker.get(operand).dims)
            addWord(key, extentOf(dim));
        addShape(key, placement);
        return finish(key, operands);
      });
}

void Meaning::visit(Operation *op) {
  if (auto call = dyn_cast<func::CallOp>(op)) {
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, call.getCalleeAttr());
    Operation *end = callee.getBody().front().getTerminator();
    for (auto [result, value] : llvm::zip_equal(op->getResults(), end->getOperands()))
      set(result, of(value));
    return;
  }
  for (OpResult result : op->getResults())
    set(result, ofResult(op, result));
}
