#!/usr/bin/env bash
# Manual pages and completion scripts, made by the tools from the tables that parse
# their command lines. Usage: tools/documents.sh BIN_DIR OUT_DIR
# Writes OUT_DIR/man/man1/*.1, OUT_DIR/bash-completion/completions/*,
# OUT_DIR/zsh/site-functions/_shardc, OUT_DIR/fish/vendor_completions.d/*.fish.
set -euo pipefail
bin=$1
out=$2
tools=(shardc shard-run shard-opt shard-translate shard-reduce shard-lsp-server)
mkdir -p "$out"/man/man1 "$out"/bash-completion/completions "$out"/zsh/site-functions \
  "$out"/fish/vendor_completions.d
commands=$("$bin/shardc" --help | sed -n "s/^  \([a-z][a-z]*\)  .*/\1/p")
for page in "${tools[@]}" $(printf "shardc-%s " $commands); do
  "$bin/shardc" man "$page" -o "$out/man/man1/$page.1"
done
# bash and fish look for a file of a command's name; each has all of them.
for tool in "${tools[@]}"; do
  "$bin/shardc" completion bash -o "$out/bash-completion/completions/$tool"
  "$bin/shardc" completion fish -o "$out/fish/vendor_completions.d/$tool.fish"
done
"$bin/shardc" completion zsh -o "$out/zsh/site-functions/_shardc"
