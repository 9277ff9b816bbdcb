//===- Emitter.h - scalar and vector code of tensor elements ----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Kernels are generated element by element: the emitter turns "element `index`
// of this tensor value" into arithmetic on scalars, or on vectors of lanes, by
// walking up the ops that the kernel fuses. Host and CUDA kernels share it.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_CODEGEN_EMITTER_H
#define SHARDC_LIB_CODEGEN_EMITTER_H

#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "shardc/Interfaces/Blocks.h"
#include <map>

namespace shardc::codegen {

/// What the emitter must know of the machine.
struct TargetTraits {
  bool gpu = false;
  /// Whether fused multiply-add is one instruction (used in elementary
  /// functions only, never to contract the model's own arithmetic).
  bool fma = true;
  unsigned indexBits = 64;
};

/// One index: a scalar that all lanes share, a scalar base to which lane l adds
/// l (`laned`), or a vector with one index a lane.
struct Idx {
  mlir::Value value;
  bool laned = false;
  /// The scalar is known to be a multiple of this.
  int64_t multiple = 1;

  bool isVector() const;
  bool isUniform() const { return !laned && !isVector(); }
};

/// The index of an element of a tensor: consecutive dimensions may be merged
/// into groups that have one (row-major) index. Groups cover all dimensions.
struct Index {
  struct Group {
    unsigned dims;
    Idx idx;
  };
  llvm::SmallVector<int64_t> shape;
  llvm::SmallVector<Group> groups;
};

/// The type that elements are computed in: f32 for bf16 and f16, signless
/// integers; what is computed is rounded to the element type op by op.
mlir::Type computeType(mlir::Type element);
/// The type that elements have in memory: i8 for i1, i16 for bf16 and f16.
mlir::Type storageType(mlir::Type element);
/// Bytes of one element in memory.
int64_t storageBytes(mlir::Type element);

class Emitter {
public:
  using Value = mlir::Value;
  using Type = mlir::Type;

  Emitter(mlir::OpBuilder &builder, mlir::Location loc, TargetTraits target);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  const TargetTraits target;
  /// Width of the vectors that laned indices stand for.
  unsigned lanes = 1;
  /// Pointer of each tensor that lies in memory.
  llvm::DenseMap<Value, Value> pointers;
  /// Pointer to this rank's mesh coordinates.
  Value coordinates;
  /// Module that takes tables of constants.
  mlir::Operation *symbols = nullptr;
  /// Set when an op that has no element rule is met.
  mlir::Operation *unsupported = nullptr;

  // Code placement. Each pure op is placed in the outermost loop that all its
  // operands are available in, and made once there.
  template <typename OpTy, typename... Args>
  Value make(Args &&...args) {
    mlir::OpBuilder detached(builder.getContext());
    OpTy op = OpTy::create(detached, loc, std::forward<Args>(args)...);
    return place(op.getOperation());
  }
  Value place(mlir::Operation *op);
  /// Opens `for (iv = lower; iv < upper; iv += step)` and returns iv.
  Value beginLoop(Value lower, Value upper, Value step, mlir::ValueRange init = {});
  mlir::Block::BlockArgListType loopArgs();
  /// Closes the innermost loop; returns its results.
  mlir::ResultRange endLoop(mlir::ValueRange yields = {});
  /// Opens a region of `op` (a condition), closes it.
  void beginRegion(mlir::Operation *op, mlir::Block *block);
  void endRegion();

  // Constants and lanes.
  Type indexType();
  Value constant(Type type, double value);
  Value constantInt(Type type, int64_t value);
  Value constantIndex(int64_t value) { return constantInt(indexType(), value); }
  /// `scalar` or a vector of `lanes` of it.
  Type like(Type scalar, Value shape);
  Value splat(Value value);
  /// Makes all values vectors when one of them is.
  void unify(llvm::MutableArrayRef<Value> values);
  Value lane(Value vector, int64_t index);
  Value fromLanes(llvm::ArrayRef<Value> values);
  /// `function` of each lane.
  Value perLane(llvm::ArrayRef<Value> args,
                llvm::function_ref<Value(llvm::ArrayRef<Value>)> function);

  // Index arithmetic (Indices.cpp).
  Idx idxConstant(int64_t value);
  Idx idxAdd(Idx a, Idx b);
  Idx idxAdd(Idx a, int64_t b);
  Idx idxSub(Idx a, Idx b);
  Idx idxMul(Idx a, int64_t b);
  Idx idxDiv(Idx a, int64_t b);
  Idx idxRem(Idx a, int64_t b);
  Idx idxClamp(Idx a, int64_t low, int64_t high);
  /// a < b as i1 (signed).
  Value idxLess(Idx a, int64_t b);
  Value idxAtLeast(Idx a, int64_t b);
  Idx idxVector(Idx a);
  /// The index as integers of `type` (signless).
  Value idxValue(Idx a, Type type);
  Idx idxFrom(Value integer, bool isUnsigned);

  /// Index of dimension `dim`.
  Idx dimIndex(const Index &index, unsigned dim);
  /// Row-major index of the element.
  Idx linear(const Index &index);
  /// Index of an operand whose dimension j is dimension map[j] of `index`
  /// (-1: always 0).
  Index select(const Index &index, llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> map);
  /// The same element of the same elements in another shape.
  Index reshape(const Index &index, llvm::ArrayRef<int64_t> shape);
  /// The element at start + index * stride of an operand.
  Index slice(const Index &index, llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> start,
              llvm::ArrayRef<int64_t> strides);
  Index fromDims(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<Idx> dims);

  // Memory (Memory.cpp).
  Value load(Value pointer, Type element, Idx index);
  /// A load from what the kernel itself writes: never moved or made only once.
  Value loadMutable(Value pointer, Type element, Idx index);
  void store(Value pointer, Type element, Idx index, Value value);
  Value address(Value pointer, Type element, Value index);
  Value fromStorage(Value raw, Type element);
  Value toStorage(Value value, Type element);
  /// `value` (of the compute type) rounded to what `element` can hold.
  Value roundTo(Value value, Type element);

  // Elements (Elements.cpp).
  Value element(Value tensor, const Index &index);
  /// Element of a tensor of rank 0.
  Value scalar(Value tensor) { return element(tensor, Index()); }

  // Pointwise ops (Pointwise.cpp): result of `op` for operand elements.
  static bool isPointwise(mlir::Operation *op);
  Value pointwise(mlir::Operation *op, llvm::ArrayRef<Value> args, bool round = true);
  Value convert(Value value, Type from, Type to);
  /// Results of a region of pointwise ops on scalars.
  llvm::SmallVector<Value> body(mlir::Region &region, llvm::ArrayRef<Value> args,
                                bool round = true);

  // Elementary functions (MathFunctions.cpp), on f32 and f64.
  /// `llvm.<name>`, an intrinsic of floats that all targets have.
  Value intrinsic(llvm::StringRef name, mlir::ValueRange args);
  Value elementary(llvm::StringRef name, llvm::ArrayRef<Value> args);
  /// a * b + c, rounded once where the target has an instruction for it.
  Value multiplyAdd(Value a, Value b, Value c);

  // Windows (Windows.cpp).
  /// Loops over all index tuples of `extents` in row-major order, each carrying
  /// values; vectors must be vectors from the beginning.
  llvm::SmallVector<Value> foldIndices(
      llvm::ArrayRef<int64_t> extents, llvm::ArrayRef<Value> initial,
      llvm::function_ref<llvm::SmallVector<Value>(llvm::ArrayRef<Idx>, llvm::ArrayRef<Value>)>
          step);

  // Places of this rank (Coordinates.cpp).
  Idx coordinate(dist::AxisRefAttr axis, dist::MeshAttr mesh);
  Idx position(llvm::ArrayRef<dist::AxisRefAttr> axes, dist::MeshAttr mesh);
  Idx blockOffset(int64_t global, int64_t granule, llvm::ArrayRef<dist::AxisRefAttr> axes,
                  dist::MeshAttr mesh);
  /// Whether local index `index` is within the dimension on this rank; null
  /// when it always is.
  Value isValid(Idx index, int64_t global, int64_t granule, llvm::ArrayRef<dist::AxisRefAttr> axes,
                dist::MeshAttr mesh);

private:
  unsigned levelOf(Value value);
  Value elementOfOp(mlir::Operation *op, unsigned result, const Index &index);
  Value elementOfGather(mlir::stablehlo::GatherOp op, const Index &index);
  Value elementOfDot(mlir::stablehlo::DotGeneralOp op, const Index &index);
  Value elementOfPad(mlir::stablehlo::PadOp op, const Index &index);
  Value elementOfConcatenate(mlir::stablehlo::ConcatenateOp op, const Index &index);
  Value elementOfUpdate(mlir::stablehlo::DynamicUpdateSliceOp op, const Index &index);
  Value elementOfConstant(mlir::stablehlo::ConstantOp op, const Index &index);
  Value elementOfConvolution(mlir::stablehlo::ConvolutionOp op, const Index &index);
  llvm::SmallVector<Value> elementsOfReduceWindow(mlir::stablehlo::ReduceWindowOp op,
                                                  const Index &index);
  Value elementOfSelectAndScatter(mlir::stablehlo::SelectAndScatterOp op, const Index &index);
  /// What tells elements apart that have been computed.
  std::vector<const void *> keyOf(Value tensor, const Index &index) const;
  void remember(Value tensor, const Index &index, Value value);
  Idx startIndex(Value tensor, const Index &at, int64_t limit);
  Value expF32(Value x);
  Value logF32(Value x);
  Value tanhF32(Value x);
  Value polynomial(Value x, llvm::ArrayRef<double> coefficients);
  Value divideInts(bool remainder, bool isUnsigned, Value a, Value b);
  Value powerInts(bool isUnsigned, Value a, Value b);
  Value shift(mlir::Operation *op, Value a, Value b);
  Value compareValues(mlir::stablehlo::CompareOp op, Value a, Value b);
  Value floatToInt(Value value, Type to, bool isUnsigned);
  bool isVectorAccess(Idx index) const;
  Value loadElements(Value pointer, Type element, Idx index, bool isMutable);
  void openLevel(mlir::Operation *op, mlir::Block *block);
  void closeLevel();

  struct Level {
    mlir::Operation *op = nullptr;
    mlir::Block *block = nullptr;
    llvm::DenseMap<unsigned, llvm::SmallVector<mlir::Operation *, 1>> made;
    std::map<std::vector<const void *>, Value> elements;
  };
  std::vector<Level> levels;
  llvm::DenseMap<mlir::Block *, unsigned> blockLevels;
  llvm::DenseMap<mlir::Operation *, Value> tables;
  std::map<std::pair<std::string, unsigned>, Idx> coordinateCache;
};

} // namespace shardc::codegen

#endif // SHARDC_LIB_CODEGEN_EMITTER_H
