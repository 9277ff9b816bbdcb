//===- Inline.cpp - one function of many ------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Frameworks put helpers (relu, softmax, whole layers) in private functions.
// Sharding wants to see through them, so they are inlined.
//
//===----------------------------------------------------------------------===//
#include "ImportImpl.h"
#include "dialects/Sdy/Sdy.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace shardc {

LogicalResult selectEntry(ModuleOp module, StringRef name) {
  auto entry = module.lookupSymbol<func::FuncOp>(name.ltrim('@'));
  if (!entry || entry.isExternal()) {
    InFlightDiagnostic diag = module.emitError()
                              << "the module has no function '@" << name.ltrim('@')
                              << "' with a body, which is the entry asked for";
    for (auto function : module.getOps<func::FuncOp>())
      if (!function.isExternal())
        diag.attachNote(function.getLoc()) << "'@" << function.getSymName() << "' declared here";
    return diag;
  }
  // The name that findEntry looks for first goes to nobody else.
  SymbolTable symbols(module);
  if (auto main = symbols.lookup<func::FuncOp>("main"); main && main != entry)
    if (failed(symbols.renameToUnique(main, {})))
      return module.emitError() << "'@main' cannot be renamed";
  for (auto function : module.getOps<func::FuncOp>())
    function.setPrivate();
  entry.setPublic();
  return success();
}

func::FuncOp findEntry(ModuleOp module) {
  if (auto main = module.lookupSymbol<func::FuncOp>("main")) {
    if (!main.isExternal())
      return main;
    main.emitError() << "'@main' has no body";
    return {};
  }
  SmallVector<func::FuncOp> candidates;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isExternal())
      candidates.push_back(function);
  if (candidates.size() == 1)
    return candidates.front();
  if (candidates.empty()) {
    module.emitError() << "the module has no public function";
    return {};
  }
  InFlightDiagnostic diag = module.emitError() << "the module has " << candidates.size()
                                               << " public functions and no '@main'; choose "
                                                  "one by --entry";
  for (func::FuncOp function : candidates)
    diag.attachNote(function.getLoc()) << "'@" << function.getSymName() << "' declared here";
  return {};
}

namespace {

/// Ops that a model may have once its calls are inlined: far above any real
/// one, and low enough to refuse calls that double a hundred times.
constexpr uint64_t maxOps = 20'000'000;

/// Checks calls before they are inlined, and counts what they expand to.
class CallGraph {
public:
  explicit CallGraph(ModuleOp module) : symbols(module) {}

  LogicalResult check(func::FuncOp function);
  func::FuncOp calleeOf(func::CallOp call) const {
    return symbols.lookup<func::FuncOp>(call.getCallee());
  }

private:
  FailureOr<uint64_t> expandedSize(func::FuncOp function);

  SymbolTable symbols;
  /// Ops of a checked function; 0 while it is being checked.
  llvm::DenseMap<Operation *, uint64_t> sizes;
};

FailureOr<uint64_t> CallGraph::expandedSize(func::FuncOp function) {
  if (auto it = sizes.find(function); it != sizes.end())
    return it->second;
  if (!function.getBody().hasOneBlock()) {
    function.emitError() << "'@" << function.getSymName()
                         << "' has branches between blocks, which are not "
                            "supported";
    return failure();
  }
  sizes[function] = 0;
  uint64_t size = 0;
  WalkResult result = function.walk([&](Operation *op) {
    ++size;
    auto call = dyn_cast<func::CallOp>(op);
    if (!call)
      return WalkResult::advance();
    func::FuncOp callee = calleeOf(call);
    if (!callee || callee.isExternal()) {
      call.emitError() << "call of '@" << call.getCallee() << "', which has no body";
      return WalkResult::interrupt();
    }
    FailureOr<uint64_t> calleeSize = expandedSize(callee);
    if (failed(calleeSize))
      return WalkResult::interrupt();
    if (*calleeSize == 0) {
      call.emitError() << "call of '@" << call.getCallee()
                       << "' is recursive; recursion is not supported";
      return WalkResult::interrupt();
    }
    size += *calleeSize;
    if (size > maxOps) {
      call.emitError() << "inlined calls expand to more than " << maxOps << " ops";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  sizes[function] = size;
  return size;
}

LogicalResult CallGraph::check(func::FuncOp function) {
  return failure(failed(expandedSize(function)));
}

/// Replaces one call by a copy of its callee's body.
void inlineCall(func::CallOp call, func::FuncOp callee) {
  OpBuilder builder(call);
  IRMapping mapping;
  Block &body = callee.getBody().front();
  // What the callee asks of its borders is asked of the values there.
  auto constrained = [&](Value value, Attribute attr) -> Value {
    auto sharding = dyn_cast_or_null<sdy::TensorShardingAttr>(attr);
    if (!sharding)
      return value;
    return sdy::ShardingConstraintOp::create(builder, call.getLoc(), value.getType(), value,
                                             sharding);
  };
  for (auto [argument, operand] : llvm::zip(body.getArguments(), call.getOperands()))
    mapping.map(argument,
                constrained(operand, callee.getArgAttr(argument.getArgNumber(), "sdy.sharding")));
  for (Operation &op : body.without_terminator()) {
    Operation *clone = builder.clone(op, mapping);
    clone->walk(
        [&](Operation *inner) { inner->setLoc(CallSiteLoc::get(inner->getLoc(), call.getLoc())); });
  }
  auto own = call->getAttrOfType<sdy::TensorShardingPerValueAttr>("sdy.sharding");
  for (auto [index, result] : llvm::enumerate(call.getResults())) {
    Value value = mapping.lookupOrDefault(body.getTerminator()->getOperand(index));
    value = constrained(value, callee.getResultAttr(index, "sdy.sharding"));
    if (own && index < own.getShardings().size())
      value = constrained(value, own.getShardings()[index]);
    result.replaceAllUsesWith(value);
  }
  call.erase();
}

} // namespace

LogicalResult inlineCalls(func::FuncOp main) {
  auto module = main->getParentOfType<ModuleOp>();
  resolveNamedOps(module);
  CallGraph graph(module);
  if (failed(graph.check(main)))
    return failure();
  // Callees may call in turn; the check has bounded how much.
  while (true) {
    SmallVector<func::CallOp> calls;
    main.walk([&](func::CallOp call) { calls.push_back(call); });
    if (calls.empty())
      return success();
    for (func::CallOp call : calls)
      inlineCall(call, graph.calleeOf(call));
  }
}

} // namespace shardc
