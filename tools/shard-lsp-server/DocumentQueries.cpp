//===- DocumentQueries.cpp - what stands where in a file --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Hover, definitions, references, symbols, and the shardings that hover shows.
//
//===----------------------------------------------------------------------===//

#include "Document.h"
#include "dialects/Dist/Dist.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "shardc/Driver/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
namespace lsp = llvm::lsp;

namespace shardc {

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

/// The parsed file as a module: its only op, or a new one around copies of all.
static OwningOpRef<ModuleOp> asModule(Block &block, Location loc) {
  if (llvm::hasSingleElement(block))
    if (auto module = dyn_cast<ModuleOp>(block.front()))
      return module.clone();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  for (Operation &op : block)
    module->getBody()->push_back(op.clone());
  return module;
}

static std::string keyOf(StringRef location, unsigned index, bool isArgument) {
  return (location + (isArgument ? "#a" : "#r") + llvm::Twine(index)).str();
}

void Document::explain() {
  if (isExplained)
    return;
  isExplained = true;
  OwningOpRef<ModuleOp> module = asModule(block, FileLineColLoc::get(&context, name, 1, 1));
  bool isAnnotated = false, hasFunction = false;
  for (Operation &op : *module->getBody()) {
    isAnnotated |=
        op.getName().getStringRef() == "dist.mesh" || op.getName().getStringRef() == "sdy.mesh";
    hasFunction |= isa<func::FuncOp>(op);
  }
  isAnnotated |= StringRef(text).contains("mhlo.sharding");
  if (!options.isGiven && !isAnnotated) {
    whyNot = "no strategy; say it in the file: `// shardc: --strategy dp=2,tp=2`";
    return;
  }
  if (!hasFunction || isPastImport()) {
    whyNot = "shardings of this stage are in its attributes";
    return;
  }
  ExplainOptions explain;
  explain.model.model = name;
  explain.model.graph = *module;
  explain.model.roles = options.roles;
  explain.model.axisMap = options.axisMap;
  explain.road.strategy = options.strategy;
  explain.road.train = options.train;
  explain.onlyValues = true;
  FailureOr<Explanation> explanation = explainModel(&context, explain);
  if (failed(explanation)) {
    whyNot = "the strategy does not fit the model";
    return;
  }
  for (const auto &[axis, size] : explanation->mesh)
    meshText += (meshText.empty() ? "" : " x ") + axis + "=" + std::to_string(size);
  for (ExplainedValue &value : explanation->values)
    shardings[keyOf(value.location, value.index, /*isArgument=*/value.op.empty())].push_back(
        std::move(value));
}

/// What explain says of a value: of what stands at its place, what has its shape.
const ExplainedValue *Document::findSharding(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  bool isArgument = isa<BlockArgument>(value);
  unsigned index = isArgument ? cast<BlockArgument>(value).getArgNumber()
                              : cast<OpResult>(value).getResultNumber();
  auto found = shardings.find(keyOf(formatLocation(value.getLoc()), index, isArgument));
  if (!type || found == shardings.end())
    return nullptr;
  std::string shape;
  for (int64_t extent : type.getShape())
    shape += std::to_string(extent) + "x";
  for (const ExplainedValue &explained : found->second) {
    StringRef whole = explained.globalType;
    size_t x = whole.rfind('x');
    if ((x == StringRef::npos ? StringRef() : whole.take_front(x + 1)) == shape)
      return &explained;
  }
  return nullptr;
}

std::string Document::describeValue(Value value) {
  std::string out;
  llvm::raw_string_ostream os(out);
  bool isArgument = isa<BlockArgument>(value);
  unsigned index = isArgument ? cast<BlockArgument>(value).getArgNumber()
                              : cast<OpResult>(value).getResultNumber();
  os << "`" << value.getType() << "`\n\n";
  dist::ShardingAttr written;
  if (isArgument) {
    Operation *parent = value.getParentBlock()->getParentOp();
    os << "argument " << index << " of `" << parent->getName() << "`";
    auto function = dyn_cast<func::FuncOp>(parent);
    if (function) {
      if (auto role = function.getArgAttrOfType<StringAttr>(index, "dist.role"))
        os << ", role " << role.getValue();
      written = function.getArgAttrOfType<dist::ShardingAttr>(index, "dist.sharding");
    } else if (auto list = parent->getAttrOfType<ArrayAttr>("dist.arg_shardings")) {
      written = dyn_cast<dist::ShardingAttr>(list[index]);
    }
  } else {
    os << "result " << index << " of `" << value.getDefiningOp()->getName() << "`";
    if (auto list = value.getDefiningOp()->getAttrOfType<ArrayAttr>("dist.shardings"))
      written = dyn_cast<dist::ShardingAttr>(list[index]);
  }
  os << "\n\n";
  if (written)
    os << "written sharding `" << written << "`\n\n";
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) { return success(); });
  explain();
  const ExplainedValue *found = findSharding(value);
  if (!found) {
    if (!written && !whyNot.empty())
      os << "sharding: " << whyNot << "\n";
    else if (!written && isa<RankedTensorType>(value.getType()))
      os << "sharding: import makes another op of this one\n";
    return out;
  }
  const ExplainedValue &explained = *found;
  // Explanations are of single precision; the file has its own.
  auto type = cast<RankedTensorType>(value.getType());
  int64_t bytes = explained.globalBytes, localBytes = explained.localBytes;
  if (type.getElementType().isIntOrFloat() && type.getNumElements()) {
    int64_t width = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
    int64_t explainedWidth = std::max<int64_t>(1, bytes / type.getNumElements());
    bytes = type.getNumElements() * width;
    localBytes = localBytes / explainedWidth * width;
  }
  size_t x = StringRef(explained.localType).rfind('x');
  os << "**sharding** `" << explained.sharding << "` over mesh " << meshText << "; a rank holds `"
     << (x == StringRef::npos ? StringRef() : StringRef(explained.localType).take_front(x + 1))
     << type.getElementType() << "`, " << localBytes << " of " << bytes << " bytes\n\n";
  if (!explained.madeAs.empty())
    os << "made as `" << explained.madeAs << "`, and moved or reduced at once\n\n";
  if (!explained.source.empty() && explained.source != "-")
    os << "decided by: " << explained.source << "\n\n";
  for (auto [dim, reason] : llvm::enumerate(explained.reasons))
    os << "- dim " << dim << ": " << reason << "\n";
  return out;
}

std::string Document::describeOp(Operation *op) {
  std::string out;
  llvm::raw_string_ostream os(out);
  os << "**" << op->getName() << "**\n\n";
  if (auto function = dyn_cast<func::FuncOp>(op))
    os << "`@" << function.getSymName() << " : " << function.getFunctionType() << "`\n\n";
  else if (op->getNumOperands() || op->getNumResults())
    os << "`(" << op->getOperandTypes() << ") -> (" << op->getResultTypes() << ")`\n\n";
  for (NamedAttribute attr : op->getAttrs()) {
    if (isa<func::FuncOp>(op) && !attr.getName().strref().contains('.'))
      continue;
    std::string value;
    llvm::raw_string_ostream(value) << attr.getValue();
    constexpr size_t most = 200;
    if (value.size() > most)
      value = value.substr(0, most) + "…";
    os << "- " << attr.getName().strref() << " = `" << value << "`\n";
  }
  os << "\n";
  for (OpResult result : op->getResults())
    os << describeValue(result);
  return out;
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

static bool contains(SMRange range, const char *place) {
  return range.isValid() && range.Start.getPointer() <= place && place < range.End.getPointer();
}

std::optional<Document::Found> Document::find(lsp::Position position) {
  if (!isParsed)
    return std::nullopt;
  const llvm::MemoryBuffer *buffer = sources.getMemoryBuffer(sources.getMainFileID());
  const char *place = buffer->getBufferStart() + places.offsetOf(position);
  auto use = [&](const AsmParserState::SMDefinition &definition) -> SMRange {
    if (contains(definition.loc, place))
      return definition.loc;
    for (SMRange range : definition.uses)
      if (contains(range, place))
        return range;
    return {};
  };
  for (const AsmParserState::OperationDefinition &op : state.getOpDefs()) {
    if (contains(op.loc, place))
      return Found{&op, {}, nullptr, false, op.loc};
    for (SMRange range : op.symbolUses)
      if (contains(range, place))
        return Found{&op, {}, nullptr, true, range};
    for (const auto &group : op.resultGroups)
      if (SMRange range = use(group.definition); range.isValid()) {
        // `%0#1` is a result of its group.
        unsigned index = group.startIndex, within = 0;
        const char *end = range.End.getPointer();
        StringRef name(range.Start.getPointer(), end - range.Start.getPointer());
        if (!name.contains('#') && *end == '#')
          name = StringRef(range.Start.getPointer(),
                           buffer->getBufferEnd() - range.Start.getPointer());
        StringRef number = name.split('#').second.take_while(llvm::isDigit);
        if (!number.empty() && !number.getAsInteger(10, within) &&
            index + within < op.op->getNumResults())
          index += within;
        return Found{&op, op.op->getResult(index), &group.definition, false, range};
      }
  }
  for (const AsmParserState::BlockDefinition &one : state.getBlockDefs())
    for (auto [index, argument] : llvm::enumerate(one.arguments))
      if (SMRange range = use(argument); range.isValid())
        return Found{nullptr, one.block->getArgument(index), &argument, false, range};
  return std::nullopt;
}

std::optional<lsp::Hover> Document::hover(lsp::Position position) {
  std::optional<Found> found = find(position);
  if (!found)
    return std::nullopt;
  lsp::Hover hover(rangeOf(found->range));
  if (found->value) {
    StringRef name(found->range.Start.getPointer(),
                   found->range.End.getPointer() - found->range.Start.getPointer());
    hover.contents.value = ("**" + name + "** ").str() + describeValue(found->value);
  } else {
    hover.contents.value = describeOp(found->op->op);
  }
  return hover;
}

std::vector<lsp::Location> Document::define(lsp::Position position) {
  std::optional<Found> found = find(position);
  if (!found)
    return {};
  if (found->definition)
    return {locationOf(found->definition->loc)};
  return {locationOf(found->op->loc)};
}

std::vector<lsp::Location> Document::findReferences(lsp::Position position) {
  std::vector<lsp::Location> places;
  std::optional<Found> found = find(position);
  if (!found)
    return places;
  auto add = [&](const AsmParserState::SMDefinition &definition) {
    places.push_back(locationOf(definition.loc));
    for (SMRange range : definition.uses)
      places.push_back(locationOf(range));
  };
  if (found->definition) {
    add(*found->definition);
  } else if (found->isSymbol || !found->op->symbolUses.empty()) {
    places.push_back(locationOf(found->op->loc));
    for (SMRange range : found->op->symbolUses)
      places.push_back(locationOf(range));
  } else {
    for (const auto &group : found->op->resultGroups)
      add(group.definition);
  }
  return places;
}

std::vector<lsp::DocumentSymbol> Document::listSymbols() {
  std::vector<lsp::DocumentSymbol> symbols;
  if (isParsed)
    for (const AsmParserState::OperationDefinition &op : state.getOpDefs())
      if (auto symbol = op.op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName())) {
        bool isFunction = isa<FunctionOpInterface>(op.op);
        lsp::DocumentSymbol one("@" + symbol.getValue(),
                                isFunction ? lsp::SymbolKind::Function : lsp::SymbolKind::Field,
                                rangeOf(op.scopeLoc), rangeOf(op.loc));
        one.detail = op.op->getName().getStringRef().str();
        symbols.push_back(std::move(one));
      }
  return symbols;
}

} // namespace shardc
