//===- ManPages.cpp - manual pages from tables of options -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Section 1 pages in the `man` macros. A tool with subcommands has a page, and each
// subcommand one, `shardc-check(1)`.
//
//===----------------------------------------------------------------------===//

#include "ToolDoc.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace shardc {
namespace {

/// Text as roff takes it literally.
std::string escape(StringRef text) {
  std::string out;
  for (char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  // A line that begins so is a macro.
  if (!out.empty() && (out.front() == '.' || out.front() == '\''))
    out = "\\&" + out;
  return out;
}

/// `--name=VALUE` with the value in italics.
std::string optionTag(const OptionDoc &option) {
  std::string tag = "\\fB" + escape(option.name) + "\\fR";
  if (option.value.empty())
    return tag;
  std::string separator = StringRef(option.name).starts_with("--") ? "=" : " ";
  std::string value = separator + "\\fI" + escape(option.value) + "\\fR";
  return tag + (option.isValueOptional ? "[" + value + "]" : value);
}

void printOptions(llvm::ArrayRef<OptionDoc> options, llvm::raw_ostream &os) {
  StringRef group;
  for (const OptionDoc &option : options) {
    if (option.group != group) {
      group = option.group;
      os << ".SS " << escape(group) << "\n";
    }
    os << ".TP\n" << optionTag(option) << "\n" << escape(option.help) << "\n";
  }
}

void printHeader(StringRef page, StringRef summary, llvm::raw_ostream &os) {
  os << ".TH " << escape(page.upper()) << " 1 \"\" \"shardc\" \"shardc manual\"\n"
     << ".SH NAME\n"
     << escape(page) << " \\- " << escape(summary) << "\n";
}

void printFooter(StringRef seeAlso, llvm::raw_ostream &os) {
  os << ".SH EXIT STATUS\n"
        ".TP\n\\fB0\\fR\nsuccess\n"
        ".TP\n\\fB1\\fR\nthe input was refused, or a check failed; one line with "
        "\\fBerror:\\fR on stderr says why and where\n"
        ".TP\n\\fB2\\fR\nbad usage\n"
        ".SH SEE ALSO\n"
     << seeAlso << "\n";
}

/// `\fBa\fR(1), \fBb\fR(1)`.
std::string references(llvm::ArrayRef<std::string> pages) {
  std::string text;
  for (StringRef page : pages)
    text += (text.empty() ? "" : ", ") + ("\\fB" + escape(page) + "\\fR(1)");
  return text;
}

} // namespace

bool printManPage(const ToolDoc &tool, StringRef name, llvm::raw_ostream &os) {
  const std::vector<std::string> tools = {"shardc",       "shard-lsp-server", "shard-opt",
                                          "shard-reduce", "shard-run",        "shard-translate"};
  if (name.empty()) {
    printHeader(tool.tool.name, tool.tool.summary, os);
    os << ".SH SYNOPSIS\n";
    if (tool.commands.empty())
      os << "\\fB" << escape(tool.tool.name) << "\\fR [\\fIoptions\\fR] "
         << escape(tool.tool.positional) << "\n";
    if (std::string what = explainArgument(tool, tool.tool.positional); !what.empty())
      os << ".SH " << tool.tool.positional << "\n" << escape(what) << ".\n";
    for (const CommandDoc &command : tool.commands)
      os << "\\fB" << escape(tool.tool.name + " " + command.name) << "\\fR [\\fIoptions\\fR] "
         << escape(command.positional) << "\n.br\n";
    if (!tool.tool.options.empty()) {
      os << ".SH OPTIONS\n";
      printOptions(tool.tool.options, os);
    }
    std::vector<std::string> others;
    if (!tool.commands.empty()) {
      os << ".SH COMMANDS\n";
      for (const CommandDoc &command : tool.commands) {
        os << ".TP\n\\fB" << escape(command.name) << "\\fR\n" << escape(command.summary) << "\n";
        others.push_back(tool.tool.name + "-" + command.name);
      }
    }
    for (const std::string &other : tools)
      if (other != tool.tool.name)
        others.push_back(other);
    printFooter(references(others), os);
    return true;
  }
  for (const CommandDoc &command : tool.commands) {
    if (command.name != name)
      continue;
    printHeader(tool.tool.name + "-" + command.name, command.summary, os);
    os << ".SH SYNOPSIS\n\\fB" << escape(tool.tool.name + " " + command.name)
       << "\\fR [\\fIoptions\\fR] " << escape(command.positional) << "\n";
    if (std::string what = explainArgument(tool, command.positional); !what.empty())
      os << ".SH " << StringRef(command.positional).trim("[]") << "\n" << escape(what) << ".\n";
    os << ".SH OPTIONS\n";
    printOptions(command.options, os);
    printFooter(references({tool.tool.name}), os);
    return true;
  }
  return false;
}

} // namespace shardc
