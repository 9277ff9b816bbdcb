//===- Completion.cpp - completion of shells from option tables -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Scripts are plain: words of commands and options, words of values where there is
// a list of them, files for all else. No tool runs while they complete.
//
//===----------------------------------------------------------------------===//

#include "ToolDoc.h"
#include "shardc/Import/Models.h"
#include "shardc/Import/Raising.h"
#include "shardc/Interfaces/Remarks.h"
#include "shardc/Sharding/Strategy.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace shardc {
namespace {

/// Whether the value is a list of words with commas between them.
bool isList(const OptionDoc &option) {
  return llvm::is_contained({"--strategy", "--vs", "--remarks", "--raise"}, option.name);
}

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
  if (option.name == "--raise") {
    words = {"on", "off"};
    for (unsigned kind = 0; kind < numRaiseKinds; ++kind)
      words.push_back(getRaiseKindName(static_cast<RaiseKind>(kind)).str());
  }
  if (option.name == "--target")
    words = {"host", "cuda", "cuda:sm_"};
  return words;
}

/// Words that an argument of a command may be.
std::vector<std::string> wordsForArgument(const ToolDoc &tool, const CommandDoc &command) {
  StringRef argument = StringRef(command.positional).trim("[]");
  std::vector<std::string> words;
  if (argument == "MODEL")
    for (StringRef name : ModelSpec::getBuiltInNames())
      words.push_back(name.str());
  if (argument == "PAGE")
    words = pagesOf(tool);
  for (StringRef word : wordsOfOption(argument))
    words.push_back(word.str());
  return words;
}

/// Whether an argument of a command may be a file.
bool takesFile(const CommandDoc &command) {
  StringRef argument = StringRef(command.positional).trim("[]");
  return !argument.empty() && argument != "PAGE" && argument != "SHELL";
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

void printBashCommand(const ToolDoc &tool, const CommandDoc &command, StringRef indent,
                      llvm::raw_ostream &os) {
  std::vector<std::string> names;
  // `--name VALUE` and `--name=VALUE` are alike by now.
  os << indent << "case \"$option\" in\n";
  for (const OptionDoc &option : command.options) {
    bool takesValue = !option.value.empty();
    bool isLong = StringRef(option.name).starts_with("--");
    names.push_back(option.name + (takesValue && !option.isValueOptional && isLong ? "=" : ""));
    if (!takesValue)
      continue;
    std::vector<std::string> words = wordsFor(option);
    os << indent << "  " << option.name << (option.isValueOptional ? "=" : "") << ") ";
    if (words.empty())
      os << "_shardc_files; return ;;\n";
    else
      os << (isList(option) ? "_shardc_list" : "_shardc_words") << " \"" << joinWords(words)
         << "\"; return ;;\n";
  }
  os << indent << "esac\n"
     << indent << "case \"$cur\" in\n"
     << indent << "  -*) _shardc_words \"" << joinWords(names) << " --help\"; return ;;\n"
     << indent << "esac\n";
  std::vector<std::string> words = wordsForArgument(tool, command);
  os << indent << "_shardc_words \"" << joinWords(words) << "\"\n";
  if (takesFile(command))
    os << indent << "_shardc_files\n";
}

void printBash(const ToolDoc &tool, llvm::raw_ostream &os) {
  std::string function = identifier(tool.tool.name);
  os << "# Completion of " << tool.tool.name << " for bash. Made from the tables of its options.\n"
     << R"(# Sets words, cur (what is typed of the value) and option (what it is a value of; '--name='
# where they are one word). bash takes '=' and ':' for words of their own; the line does not.
_shardc_split() {
  local line="${COMP_LINE:0:COMP_POINT}" prev=""
  read -ra words <<< "$line"
  [[ -z $line || $line == *[[:space:]] ]] && words+=("")
  cur="${words[${#words[@]}-1]}" option="" lead=""
  (( ${#words[@]} > 1 )) && prev="${words[${#words[@]}-2]}"
  if [[ $cur == --*=* ]]; then
    option="${cur%%=*}"
    lead="$option="
    cur="${cur#*=}"
    [[ $1 == *" $option "* ]] && option="$option="
  elif [[ $prev == -* && $prev != *=* ]]; then
    option="$prev"
  fi
}
# Adds replies. Of a reply bash wants what stands behind the last '=' or ':' of the word.
_shardc_reply() {
  local typed="$lead$cur" head="" reply
  [[ $COMP_WORDBREAKS == *=* && $typed == *=* ]] && head="${typed%=*}="
  [[ $COMP_WORDBREAKS == *:* && ${typed#"$head"} == *:* ]] && head="${typed%:*}:"
  for reply in "$@"; do
    reply="$lead$reply"
    COMPREPLY+=("${reply#"$head"}")
    [[ $reply == *[=_] ]] && compopt -o nospace
  done
}
_shardc_words() {
  local IFS=$' \n'
  _shardc_reply $(compgen -W "$1" -- "$cur")
}
# The last of a list of words is what is completed: dp=2,t<TAB>.
_shardc_list() {
  local IFS=$' \n' head=""
  [[ $cur == *,* ]] && head="${cur%,*},"
  _shardc_reply $(compgen -P "$head" -W "$1" -- "${cur##*,}")
}
_shardc_files() {
  local IFS=$'\n'
  compopt -o filenames
  _shardc_reply $(compgen -f -- "$cur")
}
)" << function
     << "() {\n"
        "  local words cur option lead\n"
        "  COMPREPLY=()\n"
        "  _shardc_split \" ";
  std::vector<std::string> optional;
  auto note = [&](const CommandDoc &command) {
    for (const OptionDoc &option : command.options)
      if (option.isValueOptional && !llvm::is_contained(optional, option.name))
        optional.push_back(option.name);
  };
  note(tool.tool);
  for (const CommandDoc &command : tool.commands)
    note(command);
  os << joinWords(optional) << " \"\n";
  if (tool.commands.empty()) {
    printBashCommand(tool, tool.tool, "  ", os);
  } else {
    std::vector<std::string> names;
    for (const CommandDoc &command : tool.commands)
      names.push_back(command.name);
    os << "  if (( ${#words[@]} <= 2 )); then\n"
       << "    _shardc_words \"" << joinWords(names) << " --help --version\"\n"
       << "    return\n  fi\n"
       << "  case \"${words[1]}\" in\n";
    for (const CommandDoc &command : tool.commands) {
      os << "    " << command.name << ")\n";
      printBashCommand(tool, command, "      ", os);
      os << "      ;;\n";
    }
    os << "  esac\n";
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

void printZshArguments(const ToolDoc &tool, const CommandDoc &command, StringRef indent,
                       llvm::raw_ostream &os) {
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
      if (words.empty())
        os << "_files";
      else if (isList(option))
        os << "_sequence compadd -S \"\" - " << joinWords(words);
      else
        os << "(" << zshText(joinWords(words)) << ")";
    }
    os << "' \\\n";
  }
  std::vector<std::string> words = wordsForArgument(tool, command);
  os << indent << "  '--help[print help]'";
  if (!command.positional.empty()) {
    os << " \\\n" << indent << "  '*:" << zshText(command.positional) << ":";
    if (words.empty())
      os << "_files";
    else if (takesFile(command))
      os << "{ compadd - " << joinWords(words) << "; _files }";
    else
      os << "(" << joinWords(words) << ")";
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
    printZshArguments(tool, tool.tool, "  ", os);
  } else {
    os << "  if (( CURRENT == 2 )); then\n    local -a commands=(\n";
    for (const CommandDoc &command : tool.commands)
      os << "      '" << command.name << ":" << zshText(command.summary) << "'\n";
    os << "    )\n    _describe command commands\n    return\n  fi\n"
       << "  local command=\"${words[2]}\"\n  shift words\n  (( CURRENT-- ))\n"
       << "  case \"$command\" in\n";
    for (const CommandDoc &command : tool.commands) {
      os << "    " << command.name << ")\n";
      printZshArguments(tool, command, "      ", os);
      os << "      ;;\n";
    }
    os << "  esac\n";
  }
  // A file of completions is read at the first TAB after any of its tools, as a function that
  // is to complete for that tool, and gives way to the functions that it defines.
  os << "}\n"
     << "compdef " << function << " " << tool.tool.name << "\n"
     << "if [[ -n $funcstack && ${service:-} == " << tool.tool.name << " ]]; then\n  " << function
     << " \"$@\"\nfi\n";
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

void printFishCommand(const ToolDoc &tool, const CommandDoc &command, StringRef condition,
                      llvm::raw_ostream &os) {
  std::string head =
      "complete -c " + tool.tool.name + (condition.empty() ? "" : " ") + condition.str();
  for (const OptionDoc &option : command.options) {
    StringRef name = option.name;
    os << head << (name.consume_front("--") ? " -l " : " -o ") << name.ltrim('-');
    std::vector<std::string> words = wordsFor(option);
    std::string list = joinWords(words);
    if (isList(option))
      list = "(__shardc_list " + list + ")";
    if (option.value.empty())
      os << " -f";
    else if (words.empty())
      os << " -r";
    else
      os << (option.isValueOptional ? " -a " : " -x -a ") << fishText(list);
    os << " -d " << fishText(option.help) << "\n";
  }
  os << head << " -f -l help -d 'print help'\n";
  std::vector<std::string> words = wordsForArgument(tool, command);
  if (!words.empty())
    os << head << (takesFile(command) ? "" : " -f") << " -a " << fishText(joinWords(words)) << "\n";
}

void printFish(const ToolDoc &tool, llvm::raw_ostream &os) {
  StringRef name = tool.tool.name;
  os << "# Completion of " << name << " for fish. Made from the tables of its options.\n"
     << R"(# The command is the first word, whatever other words say.
function __shardc_runs
    set -l words (commandline -opc)
    test (count $words) -ge 2; and test $words[2] = $argv[1]
end
# The last of a list of words is what is completed: dp=2,t<TAB>.
function __shardc_list
    set -l token (commandline -ct | string replace -r '^--[a-z-]+=' '')
    set -l head (string match -r '^.*,' -- $token)
    for word in $argv
        echo "$head$word"
    end
end
)";
  if (tool.commands.empty()) {
    printFishCommand(tool, tool.tool, "", os);
    return;
  }
  os << "complete -c " << name << " -n 'test (count (commandline -opc)) -eq 1' -f -l help -d "
     << "'print help'\n"
     << "complete -c " << name << " -n 'test (count (commandline -opc)) -eq 1' -f -l version -d "
     << "'print the version'\n";
  for (const CommandDoc &command : tool.commands)
    os << "complete -c " << name << " -n 'test (count (commandline -opc)) -eq 1' -f -a "
       << command.name << " -d " << fishText(command.summary) << "\n";
  for (const CommandDoc &command : tool.commands)
    printFishCommand(tool, command, "-n '__shardc_runs " + command.name + "'", os);
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
