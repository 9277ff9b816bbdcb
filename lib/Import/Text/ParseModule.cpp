//===- ParseModule.cpp - text to a named module -----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Runs the MLIR parser, reports its first fault in terms of models, and keeps
// the names that values have in the text.
//
//===----------------------------------------------------------------------===//
#include "../ImportImpl.h"
#include "dialects/CHLO/CHLO.h"
#include "dialects/Dist/Dist.h"
#include "dialects/Sdy/Sdy.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "shardc/Import/Names.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

namespace shardc {
namespace {

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

/// The first error that the parser emitted.
struct Fault {
  std::optional<Location> loc;
  std::string message;
  SmallVector<std::pair<Location, std::string>> notes;
};

/// Offset in the text of a location within it, if it is one.
std::optional<size_t> offsetOf(StringRef text, StringRef name, Location loc) {
  auto place = dyn_cast<FileLineColLoc>(loc);
  if (!place || place.getFilename() != name)
    return std::nullopt;
  size_t offset = 0;
  for (unsigned line = 1; line < place.getLine(); ++line) {
    size_t newline = text.find('\n', offset);
    if (newline == StringRef::npos)
      return std::nullopt;
    offset = newline + 1;
  }
  return std::min(offset + std::max(place.getColumn(), 1u) - 1, text.size());
}

/// Whether a location, or one within it, is a place in a file.
bool hasPlace(Location loc) {
  bool found = false;
  loc->walk([&](Location inner) {
    found |= isa<FileLineColLoc>(inner);
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

/// Where the text uses a location that is only a name, `loc("dot.22")`, perhaps by way
/// of `#loc3 = loc("dot.22")`: the beginning of that line.
size_t placeOfNamed(StringRef text, Location loc) {
  StringRef name;
  loc->walk([&](Location inner) {
    if (auto named = dyn_cast<NameLoc>(inner); named && name.empty())
      name = named.getName();
    return WalkResult::advance();
  });
  auto lineOf = [&](size_t offset) {
    size_t begin = text.rfind('\n', offset);
    begin = begin == StringRef::npos ? 0 : begin + 1;
    return begin + text.drop_front(begin).find_first_not_of(" \t");
  };
  if (name.empty())
    return 0;
  size_t found = text.find(("\"" + name + "\"").str());
  if (found == StringRef::npos)
    return 0;
  StringRef line = text.drop_front(lineOf(found));
  if (!line.starts_with("#"))
    return lineOf(found);
  StringRef alias = line.take_until([](char c) { return c == ' ' || c == '='; });
  size_t use = text.find(("loc(" + alias + ")").str());
  return lineOf(use == StringRef::npos ? found : use);
}

/// The op whose attributes or types begin an offset: the last that stands where a
/// statement has its op.
StringRef opBefore(StringRef text, size_t offset) {
  StringRef before = text.take_front(offset);
  // A statement is seldom longer, and none of another op may be taken for it.
  before = before.take_back(1 << 14);
  llvm::Regex statement("(^|\n|=|\\{)[ \t\r\n]*\"?([a-z_0-9]+\\.[a-zA-Z_0-9.]+)\"?[ (<]");
  SmallVector<StringRef> match;
  StringRef name;
  while (statement.match(before, &match)) {
    name = match[2];
    before = before.drop_front(name.end() - before.begin());
  }
  return name;
}

/// The element type of a spelt tensor, "4x8xf32" of "tensor<4x8xf32>" as "f32"; empty for
/// what is none.
StringRef elementOf(StringRef tensor) {
  if (!tensor.consume_front("tensor<") || !tensor.consume_back(">"))
    return {};
  SmallVector<StringRef> match;
  return llvm::Regex("^([0-9]+x)*(.*)$").match(tensor, &match) ? match[2] : StringRef();
}

/// What a parser message means for who exported the model. Moves `offset` where
/// the fault lies elsewhere.
std::string explain(StringRef message, StringRef text, std::optional<size_t> &offset,
                    MLIRContext *context) {
  auto unsupported = [](StringRef op) {
    return ("op '" + op + "' is not supported" + adviceForOp(op)).str();
  };
  SmallVector<StringRef> match;
  if (llvm::Regex("custom op '([^']+)' is unknown").match(message, &match) ||
      llvm::Regex("unregistered operation '([^']+)'").match(message, &match) ||
      llvm::Regex("not found for custom op '([^']+)'").match(message, &match))
    return unsupported(match[1]);
  // The name is not in these messages, but before where they point.
  if (message.contains("unregistered dialect")) {
    if (llvm::Regex("^`?!\"?([A-Za-z_0-9]+)").match(message, &match))
      return ("types of dialect '" + match[1] + "' are not supported" + adviceForOp(match[1]))
          .str();
    if (llvm::Regex("#\"?([A-Za-z_0-9]+)").match(message, &match))
      return ("attributes of dialect '" + match[1] + "' are not supported" + adviceForOp(match[1]))
          .str();
    if (offset) {
      StringRef name = text.take_front(*offset).rtrim();
      if (name.consume_back("\"") && name.contains('"')) {
        *offset = name.rfind('"');
        return unsupported(name.drop_front(*offset + 1));
      }
    }
  }
  // Of an op that is not known, attributes and types may be met first.
  bool isUnknown = llvm::Regex("^unknown +(attribute|type) `").match(message) ||
                   message.contains("provides no type parsing hook") ||
                   message.contains("provides no attribute parsing hook");
  if (isUnknown && offset) {
    StringRef op = opBefore(text, *offset);
    if (!op.empty() && !RegisteredOperationName::lookup(op, context)) {
      *offset = op.data() - text.data();
      return unsupported(op);
    }
    if (text.drop_front(*offset).starts_with("token") ||
        text.take_front(*offset).ends_with("token"))
      return ("values of type '!stablehlo.token' are not supported" +
              adviceForOp("stablehlo.create_token"))
          .str();
  }
  if (llvm::Regex("^('[^']+' op (operand|result) #[0-9]+) must be .*, but got '([^']+)'$")
          .match(message, &match)) {
    StringRef element = elementOf(match[3]);
    if (match[3].starts_with("tensor<*") || match[3].contains('?'))
      return (match[1] + " has type '" + match[3] +
              "': dynamic shapes are not supported; export the model with static shapes")
          .str();
    if (!element.empty() && !isElementName(element))
      return (match[1] + " has type '" + match[3] + "': elements of '" + element +
              "' are not supported" + adviceForElements(element))
          .str();
  }
  if (llvm::Regex("^invalid properties .* for op ([^ ]+): Invalid attribute `([^`]+)` in property "
                  "conversion: (.*)$")
          .match(message, &match))
    return ("'" + match[1] + "' op attribute '" + match[2] + "' cannot be " + match[3]).str();
  if (message.ends_with("dense array attribute"))
    return (message + "; write it as array<i64: ...>").str();
  // Where the parser stumbles over the end, something is missing there.
  if (offset && *offset >= text.rtrim().size())
    return ("the file ends too early: " + message).str();
  return message.str();
}

//===----------------------------------------------------------------------===//
// Locations and names
//===----------------------------------------------------------------------===//

/// Gives every op and argument its place in the text. Exporters write names
/// (`loc("dot.22")`), which are kept, or that they know nothing.
class PlaceReader {
public:
  PlaceReader(const llvm::SourceMgr &sources, const AsmParserState &state, StringRef name)
      : sources(sources), state(state), name(name) {}

  void place(Operation *root) const {
    root->walk([&](Operation *op) {
      if (const auto *def = state.getOpDef(op))
        op->setLoc(placed(op->getLoc(), def->loc));
      for (Region &region : op->getRegions())
        for (Block &block : region)
          if (const auto *def = state.getBlockDef(&block))
            for (auto [argument, argumentDef] : llvm::zip(block.getArguments(), def->arguments))
              argument.setLoc(placed(argument.getLoc(), argumentDef.loc));
    });
  }

private:
  Location placed(Location loc, SMRange range) const {
    auto named = dyn_cast<NameLoc>(loc);
    bool isOpen = isa<UnknownLoc>(loc) || (named && isa<UnknownLoc>(named.getChildLoc()));
    if (!isOpen || !range.isValid())
      return loc;
    auto [line, column] = sources.getLineAndColumn(range.Start);
    Location file = FileLineColLoc::get(loc.getContext(), name, line, column);
    return named ? Location(NameLoc::get(named.getName(), file)) : file;
  }

  const llvm::SourceMgr &sources;
  const AsmParserState &state;
  StringRef name;
};

/// Whether exporters named an op, anywhere in its location.
bool isNamed(Location loc) {
  if (auto call = dyn_cast<CallSiteLoc>(loc))
    return isNamed(call.getCallee());
  if (auto fused = dyn_cast<FusedLoc>(loc))
    return llvm::any_of(fused.getLocations(), isNamed);
  return isa<NameLoc>(loc);
}

class NameReader {
public:
  explicit NameReader(const AsmParserState &state) : state(state) {}

  void nameValues(func::FuncOp function) const;

private:
  /// The spelling of a definition without its `%`; empty for `%12`, which says
  /// nothing.
  static StringRef spelling(SMRange range) {
    if (!range.isValid())
      return {};
    StringRef text(range.Start.getPointer(), range.End.getPointer() - range.Start.getPointer());
    text.consume_front("%");
    return text.find_first_not_of("0123456789") == StringRef::npos ? StringRef() : text;
  }
  StringRef nameOf(BlockArgument argument) const {
    const auto *def = state.getBlockDef(argument.getOwner());
    if (!def || argument.getArgNumber() >= def->arguments.size())
      return {};
    return spelling(def->arguments[argument.getArgNumber()].loc);
  }
  StringRef nameOf(Value value) const {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return nameOf(argument);
    auto result = cast<OpResult>(value);
    const auto *def = state.getOpDef(result.getOwner());
    if (!def || result.getOwner()->getNumResults() != 1 || def->resultGroups.empty())
      return {};
    return spelling(def->resultGroups.front().definition.loc);
  }

  const AsmParserState &state;
};

void NameReader::nameValues(func::FuncOp function) const {
  if (function.isExternal())
    return;
  // Names in locations come first.
  nameArguments(function);
  Builder builder(function.getContext());
  for (BlockArgument argument : function.getArguments()) {
    StringRef name = nameOf(argument);
    if (!name.empty() && !function.getArgAttr(argument.getArgNumber(), "dist.name"))
      function.setArgAttr(argument.getArgNumber(), "dist.name", builder.getStringAttr(name));
  }
  // `%probs = …` says as much as a location that names it.
  function.walk([&](Operation *op) {
    if (op->getNumResults() != 1 || isNamed(op->getLoc()))
      return;
    if (StringRef name = nameOf(op->getResult(0)); !name.empty())
      op->setLoc(NameLoc::get(builder.getStringAttr(name), op->getLoc()));
  });
  auto end = dyn_cast<func::ReturnOp>(function.back().getTerminator());
  if (!end)
    return;
  for (auto [index, value] : llvm::enumerate(end.getOperands())) {
    StringRef name = nameOf(value);
    if (!name.empty() && !function.getResultAttr(index, "dist.name"))
      function.setResultAttr(index, "dist.name", builder.getStringAttr(name));
  }
}

/// Parses and verifies; false, with the first error in `fault`, for a text at fault.
bool parseText(llvm::SourceMgr &sources, MLIRContext *context, Block &block, AsmParserState &state,
               Fault &fault) {
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() != DiagnosticSeverity::Error || fault.loc)
      return success(diagnostic.getSeverity() == DiagnosticSeverity::Error);
    fault.loc = diagnostic.getLocation();
    fault.message = diagnostic.str();
    // Notes on the compiler itself (its dialects, its generic form) tell who
    // exported a model nothing.
    for (Diagnostic &note : diagnostic.getNotes()) {
      std::string message = note.str();
      if (!StringRef(message).starts_with("Available dialects") &&
          !StringRef(message).starts_with("see current operation"))
        fault.notes.emplace_back(note.getLocation(), message);
    }
    return success();
  });
  // Ops have no narrow types; they are verified with those that hold them.
  bool isNarrow =
      mentionsNarrowTypes(sources.getMemoryBuffer(sources.getMainFileID())->getBuffer());
  ParserConfig config(context, /*verifyAfterParse=*/!isNarrow);
  LogicalResult parsed = parseAsmSourceFile(sources, &block, config, &state);
  if (isNarrow && succeeded(parsed)) {
    OwningOpRef<ModuleOp> whole = ModuleOp::create(UnknownLoc::get(context));
    auto &ops = whole->getBody()->getOperations();
    ops.splice(ops.begin(), block.getOperations());
    parsed = widenNarrowTypes(*whole);
    block.getOperations().splice(block.begin(), ops);
  }
  return succeeded(parsed) && !fault.loc;
}

} // namespace

OwningOpRef<ModuleOp> parseModule(StringRef text, StringRef name, MLIRContext *context) {
  context->loadDialect<chlo::CHLODialect, dist::DistDialect, func::FuncDialect, sdy::SdyDialect,
                       stablehlo::StableHLODialect>();
  loadUpstreamDialects(text, context);
  if (failed(checkLists(text, name, context)))
    return {};
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, name), SMLoc());

  Fault fault;
  std::optional<AsmParserState> state(std::in_place);
  auto block = std::make_unique<Block>();
  bool isParsed = parseText(sources, context, *block, *state, fault);
  if (!isParsed && StringRef(fault.message).contains("dense array attribute"))
    if (std::optional<std::string> newer = withArrays(text))
      return parseModule(*newer, name, context);
  if (!isParsed && fault.message.find("unregistered dialect") != std::string::npos) {
    // An attribute that is only a note of another compiler can go.
    Fault other;
    state.emplace();
    block = std::make_unique<Block>();
    bool wasStrict = !context->allowsUnregisteredDialects();
    context->allowUnregisteredDialects();
    if (parseText(sources, context, *block, *state, other)) {
      Operation *foreign = dropForeignAttributes(*block, locationIn(text, name, 0, context));
      isParsed = !foreign;
      if (foreign && !foreign->isRegistered())
        fault = {foreign->getLoc(),
                 ("unregistered operation '" + foreign->getName().getStringRef() + "'").str(),
                 {}};
    }
    context->allowUnregisteredDialects(!wasStrict);
  }
  if (!isParsed) {
    Location loc = fault.loc.value_or(UnknownLoc::get(context));
    if (!hasPlace(loc))
      loc = locationIn(text, name, placeOfNamed(text, loc), context);
    std::optional<size_t> offset = offsetOf(text, name, loc);
    std::string message = explain(fault.message, text, offset, context);
    if (offset)
      loc = locationIn(text, name, *offset, context);
    InFlightDiagnostic diag = emitError(loc) << message;
    for (auto &[noteLoc, note] : fault.notes)
      diag.attachNote(noteLoc) << note;
    return {};
  }

  PlaceReader places(sources, *state, name);
  for (Operation &op : *block)
    places.place(&op);
  // Before the text's own names are added, of which several may be alike.
  WalkResult given = block->walk([](func::FuncOp function) {
    bool isSound = function.isExternal() || succeeded(verifyGiven(function));
    return isSound ? WalkResult::advance() : WalkResult::interrupt();
  });
  if (given.wasInterrupted())
    return {};
  NameReader names(*state);
  block->walk([&](func::FuncOp function) { names.nameValues(function); });

  OwningOpRef<ModuleOp> module;
  if (llvm::hasSingleElement(*block))
    if (auto op = dyn_cast<ModuleOp>(block->front())) {
      op->remove();
      module = op;
    }
  if (!module) {
    module = ModuleOp::create(locationIn(text, name, 0, context));
    module->getBody()->getOperations().splice(module->getBody()->end(), block->getOperations());
  }
  return module;
}

} // namespace shardc
