//===- PinShardings.cpp - shardings that the user gives ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// NAME=[{dp},{tp}]: the named argument or result gets the sharding as its own,
// the value of an op as a constraint. Errors are at the column of the pin.
//
//===----------------------------------------------------------------------===//

#include "dialects/Dist/Dist.h"
#include "shardc/Interfaces/Blocks.h"
#include "shardc/Sharding/OpPlacement.h"
#include "shardc/Sharding/Passes.h"
#include "shardc/Sharding/ValueNames.h"
#include "llvm/ADT/StringExtras.h"

namespace shardc {
#define GEN_PASS_DEF_PINSHARDINGSPASS
#include "shardc/Sharding/Passes.h.inc"
} // namespace shardc

using namespace mlir;

namespace shardc {
namespace {

/// Reads one pin, a character at a time.
class PinParser {
public:
  PinParser(StringRef text, unsigned number, MLIRContext *context)
      : text(text), number(number), context(context) {}

  /// The part before the sharding; an error when there is none.
  FailureOr<StringRef> parseName();
  FailureOr<dist::ShardingAttr> parseSharding(FlatSymbolRefAttr mesh);

  InFlightDiagnostic error(size_t position) const {
    return emitError(FileLineColLoc::get(context, "--pin-sharding", number + 1, position + 1));
  }
  /// Where the sharding begins.
  size_t getShardingStart() const { return start; }

private:
  void skipSpaces() {
    while (next < text.size() && text[next] == ' ')
      ++next;
  }
  bool consume(char c) {
    skipSpaces();
    if (next == text.size() || text[next] != c)
      return false;
    ++next;
    return true;
  }
  LogicalResult expect(char c, const Twine &where) {
    if (consume(c))
      return success();
    InFlightDiagnostic diag = error(next) << "expected '" << std::string(1, c) << "' " << where;
    if (next < text.size())
      diag << ", but got '" << text.substr(next, 1) << "'";
    else
      diag << ", but the pin ends";
    return diag;
  }
  FailureOr<int64_t> parseNumber(const Twine &what, int64_t least);
  FailureOr<dist::AxisRefAttr> parseAxis();
  FailureOr<dist::DimShardingAttr> parseDim();

  StringRef text;
  unsigned number;
  MLIRContext *context;
  size_t next = 0;
  size_t start = 0;
};

FailureOr<StringRef> PinParser::parseName() {
  size_t equal = text.find("=[");
  if (equal == StringRef::npos || equal == 0)
    return error(0) << "expected NAME=[{AXIS,...},...], such as w=[{},{tp}], but got '" << text
                    << "'";
  next = start = equal + 1;
  return text.take_front(equal).trim();
}

FailureOr<int64_t> PinParser::parseNumber(const Twine &what, int64_t least) {
  skipSpaces();
  size_t begin = next;
  while (next < text.size() && llvm::isDigit(text[next]))
    ++next;
  int64_t value = 0;
  if (text.slice(begin, next).getAsInteger(10, value) || value < least)
    return error(begin) << what << " must be a whole number of at least " << least;
  return value;
}

FailureOr<dist::AxisRefAttr> PinParser::parseAxis() {
  bool quoted = consume('"');
  size_t begin = next;
  auto belongs = [&](char c) {
    return quoted ? c != '"' : llvm::isAlnum(c) || c == '_' || c == '-' || c == '.';
  };
  while (next < text.size() && belongs(text[next]))
    ++next;
  StringRef name = text.slice(begin, next);
  if (name.empty())
    return error(begin) << "expected the name of a mesh axis, '?' or '}'";
  if (quoted && failed(expect('"', "after the name of an axis")))
    return failure();
  if (!consume(':'))
    return dist::AxisRefAttr::get(context, name);
  if (failed(expect('(', "of a sub-axis")))
    return failure();
  FailureOr<int64_t> before = parseNumber("the pre-size of a sub-axis", 1);
  if (failed(before) || failed(expect(')', "after the pre-size of a sub-axis")))
    return failure();
  FailureOr<int64_t> size = parseNumber("the size of a sub-axis", 2);
  if (failed(size))
    return failure();
  return dist::AxisRefAttr::get(context, name, *before, *size);
}

FailureOr<dist::DimShardingAttr> PinParser::parseDim() {
  if (failed(expect('{', "of a dimension")))
    return failure();
  SmallVector<dist::AxisRefAttr> axes;
  bool isClosed = true;
  while (!consume('}')) {
    if (!axes.empty() && failed(expect(',', "between axes")))
      return failure();
    if (consume('?')) {
      isClosed = false;
      if (failed(expect('}', "after '?'")))
        return failure();
      break;
    }
    FailureOr<dist::AxisRefAttr> axis = parseAxis();
    if (failed(axis))
      return failure();
    axes.push_back(*axis);
  }
  int64_t granule = 1;
  if (consume(':')) {
    FailureOr<int64_t> given = parseNumber("a granule", 1);
    if (failed(given))
      return failure();
    granule = *given;
  }
  return dist::DimShardingAttr::get(context, axes, isClosed, granule);
}

FailureOr<dist::ShardingAttr> PinParser::parseSharding(FlatSymbolRefAttr mesh) {
  if (failed(expect('[', "of a sharding")))
    return failure();
  SmallVector<dist::DimShardingAttr> dims;
  while (!consume(']')) {
    if (!dims.empty() && failed(expect(',', "between dimensions")))
      return failure();
    FailureOr<dist::DimShardingAttr> dim = parseDim();
    if (failed(dim))
      return failure();
    dims.push_back(*dim);
  }
  skipSpaces();
  if (next < text.size())
    return error(next) << "expected the end of the pin, but got '" << text.substr(next) << "'";
  return dist::ShardingAttr::get(context, mesh, dims);
}

/// A value of an op gets a constraint; constraints that stand there already give
/// way.
void constrainValue(Value value, dist::ShardingAttr sharding) {
  bool found = false;
  for (Operation *user : value.getUsers())
    if (auto constraint = dyn_cast<dist::ConstraintOp>(user)) {
      constraint.setShardingAttr(sharding);
      constraint->removeAttr("dist.priorities");
      found = true;
    }
  if (found && value.hasNUses(1))
    return;
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  auto constraint =
      dist::ConstraintOp::create(builder, value.getLoc(), value.getType(), value, sharding, 0);
  for (StringRef name : {"dist.layer", "dist.stage"})
    if (Attribute attr = value.getDefiningOp()->getAttr(name))
      constraint->setAttr(name, attr);
  value.replaceAllUsesExcept(constraint, constraint);
}

struct PinShardingsPass : impl::PinShardingsPassBase<PinShardingsPass> {
  using Base::Base;

  LogicalResult pin(func::FuncOp function, dist::MeshOp mesh) {
    ValueNames names(function);
    llvm::StringMap<unsigned> pinned;
    // Names are of the function as it was: constraints come at the end.
    SmallVector<std::pair<const NamedValue *, dist::ShardingAttr>> found;
    for (auto [number, text] : llvm::enumerate(pins)) {
      PinParser parser(text, number, &getContext());
      FailureOr<StringRef> name = parser.parseName();
      if (failed(name))
        return failure();
      const NamedValue *named = names.lookup(*name);
      if (!named) {
        InFlightDiagnostic diag = parser.error(0) << "the model has no value '" << *name << "'";
        std::vector<std::string> similar = names.similar(*name);
        if (similar.empty())
          similar.push_back(names.getValues().front().name);
        diag << "; there is '";
        llvm::interleave(similar, diag, "', '");
        return diag << "'";
      }
      FailureOr<dist::ShardingAttr> sharding =
          parser.parseSharding(FlatSymbolRefAttr::get(mesh.getSymNameAttr()));
      if (failed(sharding) ||
          failed(sharding->verifyAgainst(named->value.getType(), mesh.getMesh(), [&] {
            return parser.error(parser.getShardingStart()) << "'" << *name << "': ";
          })))
        return failure();
      auto [before, isNew] = pinned.try_emplace(named->name, number);
      if (!isNew)
        return parser.error(0) << "'" << named->name << "' is pinned already, by pin "
                               << before->second + 1;
      found.push_back({named, *sharding});
    }
    SmallVector<Attribute> arguments(function.getNumArguments());
    SmallVector<Attribute> results(function.getNumResults());
    for (auto [named, sharding] : found) {
      if (named->result)
        results[*named->result] = sharding;
      else if (auto argument = dyn_cast<BlockArgument>(named->value))
        arguments[argument.getArgNumber()] = sharding;
      else
        constrainValue(named->value, sharding);
    }
    for (auto [index, sharding] : llvm::enumerate(arguments))
      if (sharding) {
        function.setArgAttr(index, "dist.sharding", sharding);
        function.removeArgAttr(index, StringAttr::get(&getContext(), "dist.priorities"));
      }
    for (auto [index, sharding] : llvm::enumerate(results))
      if (sharding)
        function.setResultAttr(index, "dist.sharding", sharding);
    return success();
  }

  void runOnOperation() final {
    if (pins.empty())
      return;
    dist::MeshOp mesh = getMesh(getOperation());
    if (!mesh) {
      emitError(getOperation().getLoc())
          << "the module has no mesh to pin shardings on, or more than one; run "
             "--shardc-declare-mesh";
      return signalPassFailure();
    }
    auto function = getOperation().lookupSymbol<func::FuncOp>("main");
    if (!function || function.isExternal()) {
      emitError(getOperation().getLoc())
          << "the module has no function @main to pin shardings in; import the model first";
      return signalPassFailure();
    }
    if (failed(pin(function, mesh)))
      return signalPassFailure();
  }
};

} // namespace
} // namespace shardc
