//===- RoleOption.cpp - roles that the user gives ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Reads --role: roles by index, by range, by name and by form of names.
//
//===----------------------------------------------------------------------===//
#include "../ImportImpl.h"
#include "shardc/Import/Import.h"

using namespace mlir;

namespace shardc {

namespace {

/// Whether a name is of a form in which `*` stands for any text and `?` for a letter.
bool matchesForm(StringRef form, StringRef name) {
  // Where to go on when a guess of what `*` stands for turns out wrong.
  size_t star = StringRef::npos, resume = 0, at = 0, next = 0;
  while (next < name.size()) {
    if (at < form.size() && form[at] == '*') {
      star = at++;
      resume = next;
    } else if (at < form.size() && (form[at] == '?' || form[at] == name[next])) {
      ++at;
      ++next;
    } else if (star != StringRef::npos) {
      at = star + 1;
      next = ++resume;
    } else {
      return false;
    }
  }
  return form.drop_front(at).find_first_not_of('*') == StringRef::npos;
}

class RoleParser {
public:
  RoleParser(StringRef roles, func::FuncOp main)
      : roles(roles), main(main), exact(main.getNumArguments()), forms(main.getNumArguments()) {}

  FailureOr<SmallVector<std::optional<StringRef>>> parse();

private:
  InFlightDiagnostic error(StringRef part) {
    return emitError(
        FileLineColLoc::get(main.getContext(), "--role", 1, part.data() - roles.data() + 1));
  }
  StringRef nameOf(unsigned argument) {
    auto name = main.getArgAttrOfType<StringAttr>(argument, "dist.name");
    return name ? name.getValue() : StringRef();
  }
  LogicalResult parseItem(StringRef item);
  LogicalResult parseRange(StringRef range, StringRef role);
  LogicalResult parseName(StringRef name, StringRef role);
  LogicalResult set(unsigned argument, StringRef selector, StringRef role);

  StringRef roles;
  func::FuncOp main;
  /// Roles by index or name, and by form; the former win.
  SmallVector<std::optional<StringRef>> exact, forms;
};

LogicalResult RoleParser::set(unsigned argument, StringRef selector, StringRef role) {
  if (exact[argument])
    return error(selector) << "argument " << argument << " has a role already, '"
                           << *exact[argument] << "'";
  exact[argument] = role;
  return success();
}

LogicalResult RoleParser::parseRange(StringRef range, StringRef role) {
  auto [first, last] = range.split('-');
  if (!range.contains('-'))
    last = first;
  unsigned from = 0, to = 0;
  if (first.getAsInteger(10, from) || last.getAsInteger(10, to) || from > to)
    return error(range) << "expected an argument index, a range such as '0-13', or names such as "
                           "'layers.*', but got '"
                        << range << "'";
  if (to >= main.getNumArguments())
    return error(range) << "argument " << to << " does not exist; the graph has "
                        << main.getNumArguments() << " arguments";
  for (unsigned i = from; i <= to; ++i)
    if (failed(set(i, range, role)))
      return failure();
  return success();
}

LogicalResult RoleParser::parseName(StringRef name, StringRef role) {
  bool isForm = name.contains('*') || name.contains('?'), found = false;
  for (unsigned i = 0; i < main.getNumArguments(); ++i) {
    if (isForm ? !matchesForm(name, nameOf(i)) : nameOf(i) != name)
      continue;
    found = true;
    // The first form that an argument is of counts.
    if (isForm && !forms[i])
      forms[i] = role;
    if (!isForm && failed(set(i, name, role)))
      return failure();
  }
  if (found)
    return success();
  InFlightDiagnostic diag = error(name) << "no argument is called '" << name << "'";
  diag << "; the graph's arguments are ";
  for (unsigned i = 0; i < std::min(main.getNumArguments(), 4u); ++i)
    diag << (i ? ", '" : "'") << nameOf(i) << "'";
  if (main.getNumArguments() > 4)
    diag << " and " << main.getNumArguments() - 4 << " more";
  return diag;
}

LogicalResult RoleParser::parseItem(StringRef item) {
  // Names may hold '='.
  auto [selector, role] = item.rsplit('=');
  if (!llvm::is_contained({"param", "input", "state"}, role))
    return error(role.empty() ? item : role)
           << "expected a role such as '0-13=param', with param, input or "
              "state, but got '"
           << item << "'";
  bool isNumber = selector.find_first_not_of("0123456789-") == StringRef::npos;
  return isNumber ? parseRange(selector, role) : parseName(selector, role);
}

FailureOr<SmallVector<std::optional<StringRef>>> RoleParser::parse() {
  SmallVector<StringRef> items;
  if (!roles.empty())
    roles.split(items, ',');
  for (StringRef item : items)
    if (failed(parseItem(item)))
      return failure();
  for (auto [one, form] : llvm::zip(exact, forms))
    if (!one)
      one = form;
  return std::move(exact);
}

} // namespace

FailureOr<SmallVector<std::optional<StringRef>>> parseRoles(StringRef roles, func::FuncOp main) {
  return RoleParser(roles, main).parse();
}

} // namespace shardc
