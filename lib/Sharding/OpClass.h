//===- OpClass.h - what equal ops have in common ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Private to propagation. Layers are many and alike: ops of one class share one
// sharding rule, and lists of splits are numbers, so that what one op does with its
// operands is looked up for the next.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SHARDING_OPCLASS_H
#define SHARDC_LIB_SHARDING_OPCLASS_H

#include "shardc/Sharding/Projection.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <deque>
#include <memory>

namespace shardc::propagation {

/// Ops of the same name, properties and types.
struct OpClass {
  unsigned number = 0;
  /// One of them.
  mlir::Operation *example = nullptr;
  ShardingRule rule;
  llvm::SmallVector<mlir::RankedTensorType> operands, results;
  /// Groups of operands that each result is linear in.
  using Groups = llvm::SmallVector<llvm::SmallVector<unsigned>>;
  llvm::SmallVector<Groups> linear;
  /// For each operand: some result is linear in it.
  llvm::SmallVector<bool> isLinear;
  /// Some factor of the rule is a reduction.
  bool reduces = false;
  /// For each factor: an internal one of one operand alone, which takes any split.
  llvm::SmallVector<bool> takesAny;
  /// For each factor: the op takes any split of it that its users take. Products don't:
  /// what they split is a choice of its own.
  llvm::SmallVector<bool> takesWhatUsersTake;
  /// Constraints only: what they ask for, which dimensions they close, and how
  /// strongly (0 is the strongest).
  bool isConstraint = false;
  Placement asked;
  llvm::SmallVector<bool> closed;
  llvm::SmallVector<int64_t> priorities;

  /// Floating-point operations of one execution.
  int64_t getFlops() const;
};

/// Writes numbers to a string that serves as the key of a map.
class KeyBuilder {
public:
  void add(int64_t number) { write(&number, sizeof(number)); }
  void add(unsigned number) { write(&number, sizeof(number)); }
  void add(size_t number) { add(static_cast<int64_t>(number)); }
  void add(const void *pointer) { add(reinterpret_cast<int64_t>(pointer)); }
  void add(llvm::ArrayRef<Axis> axes);
  void add(llvm::ArrayRef<Split> splits);
  void add(llvm::ArrayRef<Partial> partial);
  void clear() { key.clear(); }
  llvm::StringRef str() const { return key; }

private:
  void write(const void *bytes, size_t size) {
    key.append(llvm::StringRef(static_cast<const char *>(bytes), size));
  }
  llvm::SmallString<256> key;
};

/// Numbers for lists of one kind: equal lists have equal numbers. The empty list
/// is number 0.
template <typename T>
class NumberedLists {
public:
  NumberedLists() { (void)number(llvm::ArrayRef<T>()); }
  unsigned number(llvm::ArrayRef<T> list) {
    key.clear();
    key.add(list);
    auto [entry, isNew] = numbers.try_emplace(key.str(), static_cast<unsigned>(lists.size()));
    if (isNew)
      lists.emplace_back(list.begin(), list.end());
    return entry->second;
  }
  llvm::ArrayRef<T> operator[](unsigned number) const { return lists[number]; }

private:
  KeyBuilder key;
  llvm::StringMap<unsigned> numbers;
  std::deque<llvm::SmallVector<T, 4>> lists;
};

/// The classes of the ops of one program.
class OpClasses {
public:
  explicit OpClasses(const MeshView &mesh) : mesh(mesh) {}
  /// Null when the op has no sharding rule.
  const OpClass *get(mlir::Operation *op);
  size_t size() const { return classes.size(); }

private:
  std::unique_ptr<OpClass> build(mlir::Operation *op) const;
  const MeshView &mesh;
  std::vector<std::unique_ptr<OpClass>> classes;
  /// By a hash of what makes the class.
  llvm::DenseMap<size_t, llvm::SmallVector<OpClass *, 1>> byHash;
};

/// Priorities of the dimensions of something that asks for a sharding: its
/// `dist.priorities`, or `otherwise` for all.
llvm::SmallVector<int64_t> prioritiesOf(mlir::Attribute attribute, int64_t rank, int64_t otherwise);

} // namespace shardc::propagation

#endif // SHARDC_LIB_SHARDING_OPCLASS_H
