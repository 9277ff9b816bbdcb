//===- ImportImpl.h - steps of import ---------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The steps that importText takes, one file each. Private to the library.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_IMPORT_IMPORTIMPL_H
#define SHARDC_LIB_IMPORT_IMPORTIMPL_H

#include "dialects/Sdy/Sdy.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <set>

namespace shardc {

/// Line and column, from 1, of a byte of a text.
struct TextPosition {
  unsigned line = 1;
  unsigned column = 1;
};
TextPosition positionOf(llvm::StringRef text, size_t offset);
mlir::Location locationIn(llvm::StringRef text, llvm::StringRef name, size_t offset,
                          mlir::MLIRContext *context);

/// Emits one error, located in the text, when its content shows that it isn't
/// StableHLO text.
llvm::LogicalResult recognizeText(llvm::StringRef text, llvm::StringRef name,
                                  mlir::MLIRContext *context);

/// Checks lists in a text that parsers of MLIR take for well-formed. One located error.
llvm::LogicalResult checkLists(llvm::StringRef text, llvm::StringRef name,
                               mlir::MLIRContext *context);

/// Whether brackets in a text are nested more deeply than parsers can follow.
bool isNestedTooDeeply(llvm::StringRef text);

/// How to do without an op that is not supported, "; convert it with …"; or nothing.
llvm::StringRef adviceForOp(llvm::StringRef name);
/// The same for a custom call, by the name of what it calls.
llvm::StringRef adviceForCall(llvm::StringRef target);
/// The same for values whose elements have a type, as MLIR spells it.
llvm::StringRef adviceForElements(llvm::StringRef type);
/// Whether a type, as MLIR spells it, is one that elements of ops may have.
bool isElementName(llvm::StringRef type);

/// Dimensions that a value may have: those that a plan can describe.
inline constexpr int64_t maxRank = 16;

/// Parses a text, and says of a fault what it means for the user. Arguments and
/// results of functions get their names (`dist.name`) from the text.
mlir::OwningOpRef<mlir::ModuleOp> parseModule(llvm::StringRef text, llvm::StringRef name,
                                              mlir::MLIRContext *context);

/// Whether a text may hold elements of a type that is only stored: of 2 or 4 bits, or floats
/// of 8.
bool mentionsNarrowTypes(llvm::StringRef text);

/// Gives such elements the narrowest type of ops that holds them, and ops that compute on them
/// what puts their results back into the narrow type; then verifies the module. One located
/// error for a cast of their bits.
llvm::LogicalResult widenNarrowTypes(mlir::ModuleOp module);

/// Checks the names, roles, updates and values that the module itself gives arguments
/// of `main`. One located error for the first that contradicts another or itself.
llvm::LogicalResult verifyGiven(mlir::func::FuncOp main);

/// Checks that every value of `main` has elements, of types that can be stored. One
/// located error for the first that has not.
llvm::LogicalResult verifyTypes(mlir::func::FuncOp main);

/// Loads those of MLIR's own dialects that occur in a text.
void loadUpstreamDialects(llvm::StringRef text, mlir::MLIRContext *context);

/// Turns ops of linalg, tensor, arith, math and TOSA into those of StableHLO, in all
/// functions. One located error for an op that has no counterpart.
llvm::LogicalResult convertUpstream(mlir::ModuleOp module);

/// Says products of matrices without the detours of exporters: weights repeated
/// along the batch, batches and heads merged, dimensions of size 1.
void simplifyProducts(mlir::func::FuncOp main);

/// Copies constants into the bodies of reductions, scatters and sorts that read them from
/// outside. One located error for a body that reads anything else.
mlir::LogicalResult sinkCaptures(mlir::func::FuncOp main);

/// Computes on the parts of dimensions what stands between reshapes that merge them
/// and reshapes that split them again.
void splitMerged(mlir::func::FuncOp main);

/// Makes indices of gather and scatter that count a dimension of the indices
/// dimensions of batches.
void batchIndices(mlir::func::FuncOp main);

/// Notes what the text calls resources, where the context knows them by other keys: it
/// has read the text before.
void nameResources(mlir::ModuleOp module, llvm::StringRef text);

/// Turns constants that are large, or whose values the text leaves out, into parameters,
/// with a remark each, and the values of other resources into ordinary constants. One
/// located error for a resource that does not fit its type.
llvm::LogicalResult parametrizeWeights(mlir::func::FuncOp main);

/// Gives `main` an argument and a result for each value of tuples that it takes and
/// returns.
void flattenTuples(mlir::func::FuncOp main);

/// Replaces what is taken out of tuples by what was put into them; calls must be
/// inlined. One located error for a tuple of other origin or use.
llvm::LogicalResult resolveTuples(mlir::func::FuncOp main);

/// The text with lists that older versions print as tensors written as arrays, place by
/// place; nothing where there are none.
std::optional<std::string> withArrays(llvm::StringRef text);

/// Drops discardable attributes of dialects that are not registered, with a remark each
/// at `loc`. Gives the first op where anything else is of such a dialect.
mlir::Operation *dropForeignAttributes(mlir::Block &block, mlir::Location loc);

/// Makes composites and custom calls that are named after an op that op, and other
/// composites calls of their decompositions.
void resolveNamedOps(mlir::ModuleOp module);

/// Makes ops and attributes of Shardy of what a module says of shardings in strings
/// (`mhlo.frontend_attributes`, `xla.sdy.*` custom calls). One located error for a text
/// that is no such thing.
mlir::LogicalResult readShardyText(mlir::ModuleOp module);

/// The function a module is about: @main, or the only public one. Emits an
/// error and gives null when there is no such function.
mlir::func::FuncOp findEntry(mlir::ModuleOp module);

/// Makes the function of that name what findEntry finds. Emits an error that lists
/// the functions there are, and fails, when there is none of that name with a body.
mlir::LogicalResult selectEntry(mlir::ModuleOp module, llvm::StringRef name);

/// Turns the annotations of Shardy in `main`, and the mesh they refer to, into
/// `dist.mesh`, `dist.sharding`, `dist.priorities`, `dist.constraint` and
/// `dist.reshard`. One located error for what cannot be obeyed.
llvm::LogicalResult convertShardings(mlir::ModuleOp module, mlir::func::FuncOp main);

/// Turns the annotations of GSPMD (`mhlo.sharding`) in all functions into those of
/// Shardy over a mesh that their devices have in common; its axes are called axis0,
/// axis1, … outer first. One remark for each that no mesh expresses, one located error
/// for one that is malformed or does not fit its value.
llvm::LogicalResult convertTilings(mlir::ModuleOp module);

/// Replaces computations of Shardy that only have a name by their bodies, and their
/// shardings by constraints; edges of its data flow go.
void inlineComputations(mlir::func::FuncOp main);

/// What Shardy's annotation says of an argument or of an op's result; null for none.
mlir::sdy::TensorShardingAttr shardyShardingOf(mlir::Value value);

/// Gives all values of a sharding group the sharding that one of them has, and removes
/// the group; one in which nothing is said stays. One located error for a group of values
/// of different shapes, or of different shardings.
llvm::LogicalResult shareGroupShardings(mlir::func::FuncOp main);

/// Checks what collectives of Shardy say of axes against the sharding that they lead to,
/// and rules of sharding (`sdy.sharding_rule`) against the op. One located error; a remark
/// for a rule that a user wrote, which is not used.
llvm::LogicalResult verifyShardyOp(mlir::Operation *op);

/// Adds the mesh that cuts a row of devices where the multiples of each number begin:
/// from {1, 2, 8}, axes of 4 and 2. Axes are called axis0, axis1, … outer first.
mlir::sdy::MeshOp createCutMesh(mlir::ModuleOp module, const std::set<int64_t> &cuts);

/// Renames axes of the module's mesh, "x=dp,y=tp", wherever they are named; errors
/// are located in the text.
llvm::LogicalResult renameAxes(mlir::ModuleOp module, llvm::StringRef map);

/// Replaces every call in `main` by the body of its callee.
llvm::LogicalResult inlineCalls(mlir::func::FuncOp main);

/// Leaves no branches and no loops but those whose end depends on data, and of these
/// at most `unrollLimit` ops; accesses at known indices become static.
llvm::LogicalResult resolveControlFlow(mlir::func::FuncOp main, int64_t unrollLimit);

/// Turns what the module holds of per-device programs (manual computations of
/// Shardy, `@SPMDFullToShardShape` to `@SPMDShardToFullShape`, a whole module with
/// collectives) into ordinary ops on global values, placed as the program places
/// them (docs/annotations.md). Calls must be inlined. One located error.
llvm::LogicalResult liftCollectives(mlir::ModuleOp module, mlir::func::FuncOp main);

/// Replaces functions of CHLO (but erf and erfc), tangents and reductions of precision
/// by ops that every stage knows. One located error for a format that is no type's.
llvm::LogicalResult expandFunctions(mlir::func::FuncOp main);

/// Replaces batch_norm_training, batch_norm_inference and batch_norm_grad by sums over
/// the batch and arithmetic; what they leave unused goes.
void expandBatchNorms(mlir::func::FuncOp main);

/// Replaces `rng` and `rng_bit_generator` by arithmetic on element indices. One located
/// error for types that no generator draws.
llvm::LogicalResult expandRandomBits(mlir::func::FuncOp main);

/// On a `@SPMDFullToShardShape`: names of the mesh axes that it makes manual. All
/// of them where it is absent.
inline constexpr llvm::StringLiteral manualAxesAttr = "shardc.manual_axes";

/// Cuts parameters that hold all layers, and what belongs to them, into one argument a
/// layer, where unrolled loops read them so. Needs roles.
void unstackArguments(mlir::func::FuncOp main);

/// Removes multiplications by a constant one.
void dropUnitFactors(mlir::func::FuncOp main);

/// Cuts parameters of products whose results are only read in slices (queries, keys and
/// values of one weight), and what belongs to them, into one argument a slice. Needs roles.
void unfuseArguments(mlir::func::FuncOp main);

/// Arguments that unrolled loops over layers read row by row: dimension 0 counts layers,
/// not examples.
llvm::BitVector findStacks(mlir::func::FuncOp main);

/// Says of ops of unrolled loops over stacked parameters which layer they are in
/// (`dist.layer`), and removes the marks that unrolling left.
void assignLayers(mlir::func::FuncOp main);

/// Gives ops that later steps have made within layers, and that go on with what layers
/// compute for the use of one layer alone, to that layer.
void completeLayers(mlir::func::FuncOp main);

/// Finds layers that stand one after another as blocks that are alike, and numbers their
/// ops and those that differentiate them (`dist.layer`), with a remark. Needs roles.
/// False where there are none, and where ops have layers already.
bool findLayers(mlir::func::FuncOp main);

/// Gives arguments and results of `main` that have no name one, and makes all
/// names distinct.
void completeNames(mlir::func::FuncOp main);

/// Tells, for arguments whose values cannot be arbitrary, how to draw them
/// (`dist.init`): indices below the extent they index, variances positive.
void inferInits(mlir::func::FuncOp main);

/// Roles by argument index, where the option gives one: "0-13=param,w*=param,lr=input".
/// An index or a whole name counts more than a form such as `w*`, and an earlier form
/// more than a later one. Errors are located in the text.
mlir::FailureOr<llvm::SmallVector<std::optional<llvm::StringRef>>>
parseRoles(llvm::StringRef roles, mlir::func::FuncOp main);

/// Whether an op computes each result element from the operand elements at the
/// same index.
bool isElementwise(mlir::Operation *op);

} // namespace shardc

#endif // SHARDC_LIB_IMPORT_IMPORTIMPL_H
