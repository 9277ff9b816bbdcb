//===- Repeats.cpp - where pieces of a line repeat --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Pieces that multiply with parameters are the letters of a word; where it says the same
// twice or more in a row, the repeated part is a layer, or several. Of several such
// places the one that covers most products counts first. Letters between two places are
// layers too: a block that differs. What multiplies with no parameter goes along with
// the letter before it, or after it where all layers have it so.
//
//===----------------------------------------------------------------------===//
#include "Layers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <map>

using namespace mlir;

namespace shardc {
namespace {

/// Longest part that may repeat, in letters.
constexpr unsigned maxPeriod = 256;

/// A place where a part of `period` letters repeats: letters [begin, end), of which
/// [exactBegin, exactEnd) repeat exactly and the others have the same products.
struct Run {
  unsigned begin = 0, end = 0, period = 0;
  unsigned exactBegin = 0, exactEnd = 0;
  unsigned products = 0;
};

class RepeatFinder {
public:
  RepeatFinder(ArrayRef<Piece> pieces,
               llvm::function_ref<SmallVector<uint64_t>(const Piece &)> parametersOf,
               llvm::function_ref<StringRef(uint64_t)> nameOf);
  Layering run();

private:
  std::optional<Run> findBest(unsigned low, unsigned high);
  void findRuns(unsigned low, unsigned high);
  bool ownParameters(unsigned begin, unsigned period, unsigned count);
  void align(Run &run, unsigned low, unsigned high);
  SmallVector<LayerRange> split(const Run &run);
  SmallVector<LayerRange> splitByNames(const Run &run);
  void fill(const Run &before, unsigned end);
  void extendFront(unsigned period);
  std::vector<LayerRange> toPieces();

  unsigned productsIn(unsigned begin, unsigned end) const { return prefix[end] - prefix[begin]; }
  uint64_t labelOf(unsigned letter) const { return pieces[letters[letter]].label; }
  uint64_t kindOf(unsigned letter) const { return pieces[letters[letter]].kind; }

  ArrayRef<Piece> pieces;
  /// Pieces with products.
  std::vector<unsigned> letters;
  std::vector<unsigned> prefix;
  std::vector<SmallVector<uint64_t>> parameters;
  /// What the names of a letter's parameters have in front of the first number, and the
  /// number; nothing where they disagree.
  std::vector<std::optional<std::pair<std::string, unsigned>>> names;
  std::vector<Run> runs;
  llvm::DenseSet<uint64_t> taken;
  /// Layers as letters.
  std::vector<LayerRange> layers;
};

/// `params['layers_3']['w']`: "params['layers_" and 3.
std::optional<std::pair<std::string, unsigned>> indexIn(StringRef name) {
  size_t begin = name.find_first_of("0123456789");
  // Arguments without a name of their own are called arg0, arg1, …
  if (begin == StringRef::npos || begin == 0 || name.take_front(begin) == "arg")
    return std::nullopt;
  StringRef digits = name.drop_front(begin).take_while(llvm::isDigit);
  unsigned number;
  if (digits.getAsInteger(10, number))
    return std::nullopt;
  return std::pair(name.take_front(begin).str(), number);
}

} // namespace

RepeatFinder::RepeatFinder(ArrayRef<Piece> pieces,
                           llvm::function_ref<SmallVector<uint64_t>(const Piece &)> parametersOf,
                           llvm::function_ref<StringRef(uint64_t)> nameOf)
    : pieces(pieces) {
  prefix.push_back(0);
  for (auto [index, piece] : llvm::enumerate(pieces)) {
    if (piece.products == 0)
      continue;
    letters.push_back(index);
    prefix.push_back(prefix.back() + piece.products);
    parameters.push_back(parametersOf(piece));
    auto name = indexIn(nameOf(parameters.back().front()));
    for (uint64_t parameter : parameters.back())
      if (name != indexIn(nameOf(parameter)))
        name = std::nullopt;
    names.push_back(name);
  }
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// Whether each part has a parameter that no other has: a network that reads the same
/// parameters step after step has no layers.
bool RepeatFinder::ownParameters(unsigned begin, unsigned period, unsigned count) {
  llvm::DenseMap<uint64_t, unsigned> owner;
  const unsigned several = ~0u;
  for (unsigned letter = begin; letter < begin + period * count; ++letter)
    for (uint64_t parameter : parameters[letter]) {
      unsigned part = taken.contains(parameter) ? several : (letter - begin) / period;
      auto [it, isNew] = owner.try_emplace(parameter, part);
      if (!isNew && it->second != part)
        it->second = several;
    }
  llvm::DenseSet<unsigned> owners;
  for (auto [parameter, part] : owner)
    if (part != several)
      owners.insert(part);
  return owners.size() == count;
}

std::optional<Run> RepeatFinder::findBest(unsigned low, unsigned high) {
  std::optional<Run> best;
  for (unsigned period = 1; period <= std::min(maxPeriod, (high - low) / 2); ++period) {
    unsigned begin = low;
    for (unsigned next = low; next + period <= high; ++next) {
      if (next + period < high && labelOf(next) == labelOf(next + period))
        continue;
      // Letters [begin, next) are said again, `period` later.
      if (unsigned count = (next - begin) / period + 1; count > 1) {
        unsigned products = productsIn(begin, begin + count * period);
        if ((!best || products > best->products) && ownParameters(begin, period, count))
          best = Run{begin, begin + count * period, period, begin, next + period, products};
      }
      begin = next + 1;
    }
  }
  return best;
}

/// Moves the parts where the letters around say so: those with the same products continue
/// the repetition, and as many whole parts as possible are wanted.
void RepeatFinder::align(Run &run, unsigned low, unsigned high) {
  unsigned begin = run.exactBegin, end = run.exactEnd;
  while (begin > low && kindOf(begin - 1) == kindOf(begin - 1 + run.period))
    --begin;
  while (end < high && kindOf(end) == kindOf(end - run.period))
    ++end;
  // A block that differs interrupts a repetition; it goes on as it was.
  auto goesOn = [&](unsigned start) {
    return llvm::any_of(runs, [&](const Run &other) {
      return other.period == run.period && llvm::all_of(llvm::seq(run.period), [&](unsigned i) {
               return labelOf(start + i) == labelOf(other.begin + i);
             });
    });
  };
  unsigned bestCount = 0;
  for (unsigned shift = 0; shift < run.period; ++shift) {
    // Starts at the first place at or behind `begin` of this shift.
    unsigned start = run.exactBegin + shift;
    start -= (start - begin) / run.period * run.period;
    unsigned count = (end - start) / run.period;
    if (start + run.period > end || !ownParameters(start, run.period, count))
      continue;
    bool isSame = goesOn(run.exactBegin + shift);
    if (count <= bestCount && !isSame)
      continue;
    bestCount = count;
    run.begin = start;
    run.end = start + count * run.period;
    if (isSame)
      break;
  }
}

void RepeatFinder::findRuns(unsigned low, unsigned high) {
  // The places to look at, with an explicit stack: there may be many.
  SmallVector<std::pair<unsigned, unsigned>> pending = {{low, high}};
  unsigned most = 0;
  while (!pending.empty() && runs.size() < 64) {
    auto [begin, end] = pending.pop_back_val();
    std::optional<Run> run = findBest(begin, end);
    if (!run)
      continue;
    most = std::max(most, run->products);
    // Two equal products in a head make no layers beside a dozen of blocks.
    if (run->products * 8 < most)
      continue;
    align(*run, begin, end);
    for (unsigned letter = run->begin; letter < run->end; ++letter)
      taken.insert_range(parameters[letter]);
    runs.push_back(*run);
    pending.push_back({begin, run->begin});
    pending.push_back({run->end, end});
  }
  llvm::erase_if(runs, [&](const Run &run) { return run.products * 8 < most; });
  llvm::sort(runs, [](const Run &a, const Run &b) { return a.begin < b.begin; });
}

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

/// Layers as names count them, where these agree with the repetition: a layer is several
/// parts, or a part several layers.
SmallVector<LayerRange> RepeatFinder::splitByNames(const Run &run) {
  unsigned begin = std::min(run.begin, run.exactBegin), end = std::max(run.end, run.exactEnd);
  SmallVector<LayerRange> groups;
  for (unsigned letter = begin; letter < end; ++letter) {
    if (!names[letter] || names[letter]->first != names[begin]->first)
      return {};
    if (letter > begin && names[letter]->second < names[letter - 1]->second)
      return {};
    if (letter > begin && names[letter]->second == names[letter - 1]->second)
      groups.back().end = letter + 1;
    else
      groups.push_back({letter, letter + 1});
  }
  unsigned size = groups[groups.size() / 2].end - groups[groups.size() / 2].begin;
  bool agrees = size % run.period == 0 || (size > 1 && run.period % size == 0);
  for (size_t i = 0; i < groups.size(); ++i) {
    unsigned own = groups[i].end - groups[i].begin;
    bool isEdge = i == 0 || i + 1 == groups.size();
    agrees &= own == size || (isEdge && own < size);
  }
  llvm::erase_if(groups, [&](LayerRange group) { return group.end - group.begin != size; });
  return agrees && groups.size() > 1 ? groups : SmallVector<LayerRange>();
}

SmallVector<LayerRange> RepeatFinder::split(const Run &run) {
  if (SmallVector<LayerRange> named = splitByNames(run); !named.empty())
    return named;
  // A part that begins alike several times, equally far apart, is as many layers.
  unsigned size = run.period;
  SmallVector<unsigned> starts;
  for (unsigned i = 0; i < run.period; ++i)
    if (labelOf(run.begin + i) == labelOf(run.begin))
      starts.push_back(i);
  bool isEven = run.period % starts.size() == 0;
  for (auto [number, start] : llvm::enumerate(starts))
    isEven &= start == number * (run.period / starts.size());
  if (isEven)
    size = run.period / starts.size();
  SmallVector<LayerRange> ranges;
  for (unsigned begin = run.begin; begin < run.end; begin += size)
    ranges.push_back({begin, begin + size});
  return ranges;
}

/// Letters between a run and what follows: one layer, or several where a letter occurs
/// that layers before begin with. Few products go along with the layer before.
void RepeatFinder::fill(const Run &before, unsigned end) {
  uint64_t start = labelOf(layers.back().begin);
  unsigned begin = layers.back().end;
  if (begin >= end)
    return;
  if (2 * productsIn(begin, end) < productsIn(layers.back().begin, begin)) {
    layers.back().end = end;
    return;
  }
  layers.push_back({begin, end});
  for (unsigned letter = begin + 1; letter < end && end - begin > before.period; ++letter)
    if (labelOf(letter) == start) {
      layers.back().end = letter;
      layers.push_back({letter, end});
    }
}

/// Blocks in front of the first layer that begin alike and are as long.
void RepeatFinder::extendFront(unsigned period) {
  unsigned size = layers.front().end - layers.front().begin;
  while (size > 1 && size <= period && layers.front().begin >= size &&
         labelOf(layers.front().begin - size) == labelOf(layers.front().begin) &&
         ownParameters(layers.front().begin - size, size, 1))
    layers.insert(layers.begin(), {layers.front().begin - size, layers.front().begin});
}

/// Gives pieces without products to layers.
std::vector<LayerRange> RepeatFinder::toPieces() {
  // What stands between two layers, as most have it.
  auto labelsBetween = [&](unsigned from, unsigned to) {
    SmallVector<uint64_t> labels;
    for (unsigned piece = from + 1; piece < to; ++piece)
      labels.push_back(pieces[piece].label);
    return labels;
  };
  auto lastPiece = [&](size_t layer) { return letters[layers[layer].end - 1]; };
  auto firstPiece = [&](size_t layer) { return letters[layers[layer].begin]; };
  std::map<SmallVector<uint64_t>, unsigned> counts;
  SmallVector<uint64_t> usual;
  for (size_t i = 0; i + 1 < layers.size(); ++i) {
    SmallVector<uint64_t> between = labelsBetween(lastPiece(i), firstPiece(i + 1));
    if (unsigned count = ++counts[between]; count > counts[usual])
      usual = between;
  }
  unsigned length = usual.size();
  // The same at one place: sizes change along the line.
  auto betweenAt = [&](size_t layer) {
    SmallVector<uint64_t> labels = labelsBetween(lastPiece(layer), firstPiece(layer + 1));
    return labels.size() == length ? labels : usual;
  };
  auto countBehind = [&] {
    SmallVector<uint64_t> labels = betweenAt(layers.size() - 2);
    unsigned same = 0, piece = letters[layers.back().end - 1] + 1;
    while (same < length && piece + same < pieces.size() &&
           pieces[piece + same].label == labels[same])
      ++same;
    return same;
  };
  unsigned front = 0;
  SmallVector<uint64_t> first = betweenAt(0);
  while (front < length && firstPiece(0) > front &&
         pieces[firstPiece(0) - front - 1].label == first[length - front - 1])
    ++front;
  // Of what stands between layers, `length - behind` pieces belong to the layer after.
  unsigned behind = countBehind();
  if (behind + front < length && layers.size() > 2 && layers.back().end == letters.size() &&
      productsIn(layers.back().begin, layers.back().end) == 1) {
    // The last product of all, without what follows the others: a classifier as wide as
    // the layers before it.
    layers.pop_back();
    behind = countBehind();
  }
  unsigned ahead = behind + front < length ? 0 : length - behind;

  std::vector<LayerRange> result;
  for (size_t i = 0; i < layers.size(); ++i) {
    unsigned begin = firstPiece(i);
    if (i == 0) {
      begin -= ahead;
    } else if (ahead) {
      SmallVector<uint64_t> between = labelsBetween(lastPiece(i - 1), begin);
      bool isUsual = between.size() >= ahead &&
                     std::equal(between.end() - ahead, between.end(), usual.end() - ahead);
      begin -= isUsual ? ahead : 0;
    }
    if (i > 0)
      result.back().end = begin;
    result.push_back({begin, lastPiece(i) + 1});
  }
  result.back().end += behind;
  return result;
}

Layering RepeatFinder::run() {
  findRuns(0, letters.size());
  if (runs.empty())
    return {};
  Layering layering;
  for (size_t i = 0; i < runs.size(); ++i) {
    SmallVector<LayerRange> own = split(runs[i]);
    if (i > 0) {
      llvm::erase_if(own, [&](LayerRange range) { return range.begin < layers.back().end; });
      if (own.empty())
        continue;
      fill(runs[i - 1], own.front().begin);
    }
    layers.insert(layers.end(), own.begin(), own.end());
    layering.score += runs[i].products;
  }
  extendFront(runs.front().period);
  layering.layers = toPieces();
  for (LayerRange layer : layers)
    layering.covered += productsIn(layer.begin, layer.end);
  return layering;
}

Layering findRepeats(ArrayRef<Piece> pieces,
                     llvm::function_ref<SmallVector<uint64_t>(const Piece &)> parametersOf,
                     llvm::function_ref<StringRef(uint64_t)> nameOf) {
  return RepeatFinder(pieces, parametersOf, nameOf).run();
}

} // namespace shardc
