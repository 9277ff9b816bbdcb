//===- Completion.cpp - completion of shells from option tables -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Scripts are plain: words of commands and options, words of values where there is
// a list of them, files for all else. They call nothing while they complete.
//
//===----------------------------------------------------------------------===//

#include "ToolDoc.h"
#include "shardc/Import/Models.h"
#include "shardc/Interfaces/Remarks.h"
#include "shardc/Sharding/Strategy.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace shardc {
namespace {

/// Words that the value of an option may begin with.
std::vector<std::string> wordsFor(const OptionDoc &option) {
  std::vector<std::string> words = option.words;
  if (option.name == "--strategy" || option.name == "--vs")
    for (StringRef key : Strategy::getKeys())
      words.push_back(key.str() + "=");
  if (option.name == "--remarks") {
    words = {"all", "help"};
    for (const RemarkCategoryInfo &info : getRemarkCategories())
      words.push_back(info.name.str());
  }
  if (option.name == "--target")
    words = {"host", "cuda", "cuda:sm_"};
  return words;
}

/// Words that an argument may be beside a file.
std::vector<std::string> wordsForArgument(StringRef positional) {
  std::vector<std::string> words;
  if (positional.contains("MODEL"))
    for (StringRef name : ModelSpec::getBuiltInNames())
      words.push_back(name.str());
  for (StringRef word : wordsOfOption(positional))
    words.push_back(word.str());
  return words;
}

std::string joinWords(llvm::ArrayRef<std::string> words) { return llvm::join(words, " "); }

/// A function name made of a tool's name.
std::string identifier(StringRef name) {
  std::string text = "_" + name.str();
  std::replace(text.begin(), text.end(), '-', '_');
  return text;
}

//===----------------------------------------------------------------------===//
// bash
//===----------------------------------------------------------------------===//

void printBashCommand(const CommandDoc &command, StringRef indent, llvm::raw_ostream &os) {
  std::vector<std::string> names;
  os << indent << "case \"$prev\" in\n";
  for (const OptionDoc &option : command.options) {
    bool takesValue = !option.value.empty();
    names.push_back(
        option.name +
        (takesValue && !option.isValueOptional && StringRef(option.name).starts_with("--") ? "="
                                                                                           : ""));
    if (!takesValue || option.isValueOptional)
      continue;
    std::vector<std::string> words = wordsFor(option);
    os << indent << "  " << option.name << ") ";
    if (words.empty())
      os << "compopt -o default; COMPREPLY=(); return ;;\n";
    else
      os << "_shardc_words \"" << joinWords(words) << "\"; return ;;\n";
  }
  os << indent << "esac\n";
  os << indent << "case \"$cur\" in\n";
  for (const OptionDoc &option : command.options)
    if (option.isValueOptional)
      os << indent << "  " << option.name << "=*) cur=\"${cur#*=}\"; _shardc_words \""
         << joinWords(wordsFor(option)) << "\"; return ;;\n";
  os << indent << "  -*) COMPREPLY=($(compgen -W \"" << joinWords(names)
     << " --help\" -- \"$cur\"))\n"
     << indent << "      [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace; return ;;\n"
     << indent << "esac\n";
  os << indent << "COMPREPLY=($(compgen -W \"" << joinWords(wordsForArgument(command.positional))
     << "\" -- \"$cur\") $(compgen -f -- \"$cur\"))\n"
     << indent << "compopt -o filenames\n";
}

void printBash(const ToolDoc &tool, llvm::raw_ostream &os) {
  std::string function = identifier(tool.tool.name);
  // The last of a list of words is what is completed: dp=2,t<TAB>.
  os << "# Completion of " << tool.tool.name << " for bash. Made from the tables of its options.\n"
     << "_shardc_words() {\n"
        "  local head=\"\"\n"
        "  [[ $cur == *,* ]] && head=\"${cur%,*},\"\n"
        "  COMPREPLY=($(compgen -P \"$head\" -W \"$1\" -- \"${cur##*,}\"))\n"
        "  [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n"
        "}\n"
     << function
     << "() {\n"
        "  local cur=\"${COMP_WORDS[COMP_CWORD]}\" prev=\"\" line=\"\" i\n"
        "  COMPREPLY=()\n"
        "  (( COMP_CWORD > 0 )) && prev=\"${COMP_WORDS[COMP_CWORD-1]}\"\n"
        "  # bash takes '=' for a word of its own.\n"
        "  if [[ $cur == = ]]; then cur=\"\"\n"
        "  elif [[ $prev == = ]]; then prev=\"${COMP_WORDS[COMP_CWORD-2]}\"; fi\n";
  if (tool.commands.empty()) {
    printBashCommand(tool.tool, "  ", os);
  } else {
    std::vector<std::string> names;
    for (const CommandDoc &command : tool.commands)
      names.push_back(command.name);
    os << "  case \"${COMP_WORDS[1]}\" in\n";
    for (const CommandDoc &command : tool.commands) {
      os << "    " << command.name << ")\n";
      os << "      (( COMP_CWORD == 1 )) && { COMPREPLY=(\"$cur\"); return; }\n";
      printBashCommand(command, "      ", os);
      os << "      return ;;\n";
    }
    os << "  esac\n"
       << "  COMPREPLY=($(compgen -W \"" << joinWords(names)
       << " --help --version\" -- \"$cur\"))\n";
  }
  os << "}\ncomplete -F " << function << " " << tool.tool.name << "\n";
}

//===----------------------------------------------------------------------===//
// zsh
//===----------------------------------------------------------------------===//

/// Text inside of '…' and […] of a zsh specification.
std::string zshText(StringRef text) {
  std::string out;
  for (char c : text) {
    if (c == '\'')
      out += "'\\''";
    else if (c == '[' || c == ']' || c == ':' || c == '\\')
      out += std::string("\\") + c;
    else
      out += c;
  }
  return out;
}

void printZshArguments(const CommandDoc &command, StringRef indent, llvm::raw_ostream &os) {
  os << indent << "_arguments -s \\\n";
  for (const OptionDoc &option : command.options) {
    os << indent << "  '";
    if (StringRef(option.help).contains("may be repeated"))
      os << "*";
    os << option.name;
    bool isLong = StringRef(option.name).starts_with("--");
    if (!option.value.empty())
      os << (option.isValueOptional ? "=-" : isLong ? "=" : "");
    os << "[" << zshText(option.help) << "]";
    if (!option.value.empty()) {
      std::vector<std::string> words = wordsFor(option);
      os << (option.isValueOptional ? "::" : ":") << zshText(option.value) << ":";
      bool isList =
          option.name == "--strategy" || option.name == "--vs" || option.name == "--remarks";
      if (words.empty())
        os << "_files";
      else if (isList)
        os << "_sequence compadd -S \"\" - " << joinWords(words);
      else
        os << "(" << zshText(joinWords(words)) << ")";
    }
    os << "' \\\n";
  }
  std::vector<std::string> words = wordsForArgument(command.positional);
  os << indent << "  '--help[print help]'";
  if (!command.positional.empty()) {
    os << " \\\n" << indent << "  '*:" << zshText(command.positional) << ":";
    if (words.empty())
      os << "_files";
    else
      os << "{ compadd - " << joinWords(words) << "; _files }";
    os << "'";
  }
  os << "\n";
}

void printZsh(const ToolDoc &tool, llvm::raw_ostream &os) {
  std::string function = identifier(tool.tool.name);
  os << "#compdef " << tool.tool.name << "\n# Completion of " << tool.tool.name
     << " for zsh. Made from the tables of its options.\n"
     << function << "() {\n";
  if (tool.commands.empty()) {
    printZshArguments(tool.tool, "  ", os);
  } else {
    os << "  if (( CURRENT == 2 )); then\n    local -a commands=(\n";
    for (const CommandDoc &command : tool.commands)
      os << "      '" << command.name << ":" << zshText(command.summary) << "'\n";
    os << "    )\n    _describe command commands\n    return\n  fi\n"
       << "  local command=\"${words[2]}\"\n  shift words\n  (( CURRENT-- ))\n"
       << "  case \"$command\" in\n";
    for (const CommandDoc &command : tool.commands) {
      os << "    " << command.name << ")\n";
      printZshArguments(command, "      ", os);
      os << "      ;;\n";
    }
    os << "  esac\n";
  }
  os << "}\n"
     << "if [ \"$funcstack[1]\" = \"" << function << "\" ]; then\n  " << function
     << " \"$@\"\nelse\n  compdef " << function << " " << tool.tool.name << "\nfi\n";
}

//===----------------------------------------------------------------------===//
// fish
//===----------------------------------------------------------------------===//

std::string fishText(StringRef text) {
  std::string out = "'";
  for (char c : text) {
    if (c == '\'' || c == '\\')
      out += '\\';
    out += c;
  }
  return out + "'";
}

void printFishCommand(StringRef tool, const CommandDoc &command, StringRef condition,
                      llvm::raw_ostream &os) {
  std::string head = "complete -c " + tool.str() + (condition.empty() ? "" : " ") + condition.str();
  for (const OptionDoc &option : command.options) {
    StringRef name = option.name;
    os << head << (name.consume_front("--") ? " -l " : " -o ") << name.ltrim('-');
    if (!option.value.empty() && !option.isValueOptional) {
      std::vector<std::string> words = wordsFor(option);
      os << (words.empty() ? " -r" : " -x -a " + fishText(joinWords(words)));
    } else if (option.value.empty()) {
      os << " -f";
    } else {
      os << " -a " << fishText(joinWords(wordsFor(option)));
    }
    os << " -d " << fishText(option.help) << "\n";
  }
  std::vector<std::string> words = wordsForArgument(command.positional);
  if (!words.empty())
    os << head << " -a " << fishText(joinWords(words)) << "\n";
}

void printFish(const ToolDoc &tool, llvm::raw_ostream &os) {
  StringRef name = tool.tool.name;
  os << "# Completion of " << name << " for fish. Made from the tables of its options.\n";
  if (tool.commands.empty()) {
    printFishCommand(name, tool.tool, "", os);
    return;
  }
  for (const CommandDoc &command : tool.commands)
    os << "complete -c " << name << " -n __fish_use_subcommand -f -a " << command.name << " -d "
       << fishText(command.summary) << "\n";
  for (const CommandDoc &command : tool.commands)
    printFishCommand(name, command, "-n '__fish_seen_subcommand_from " + command.name + "'", os);
}

} // namespace

bool printCompletion(const ToolDoc &tool, StringRef shell, llvm::raw_ostream &os) {
  if (shell == "bash")
    printBash(tool, os);
  else if (shell == "zsh")
    printZsh(tool, os);
  else if (shell == "fish")
    printFish(tool, os);
  else
    return false;
  return true;
}

} // namespace shardc
