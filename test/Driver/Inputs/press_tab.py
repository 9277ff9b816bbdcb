#!/usr/bin/env python3
# Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Types lines into an interactive shell, presses TAB, and waits for what must appear.

  press_tab.py SHELL FOLDER CASES

SHELL is bash or zsh; FOLDER is what tools/documents.sh made. A line of CASES is
`LINE | TEXT`: after LINE and TAB the terminal must show TEXT, where `LINE>MORE` stands for
the line completed by MORE. Each line is typed into a shell of its own, so that the scripts
are read as they are at the first TAB.
"""

import os
import pty
import re
import select
import sys
import time

SETUP = {
    "bash": (["bash", "--norc", "--noprofile", "-i"],
             "bind 'set bell-style none'; bind 'set enable-bracketed-paste off'; "
             "bind 'set show-all-if-ambiguous on'; "
             "source {folder}/bash-completion/completions/shardc; PS1='> '; echo REA''DY"),
    "zsh": (["zsh", "-f", "-i"],
            "PS1='> '; setopt nobeep; unsetopt zle_bracketed_paste; "
            "fpath=({folder}/zsh/site-functions $fpath); autoload -U compinit; "
            "compinit -u -D; echo REA''DY"),
}
LIMIT = 30


def wait_for(terminal, text, shown=""):
    """What the terminal shows until `text` appears in it; None when it doesn't."""
    end = time.time() + LIMIT
    while time.time() < end:
        ready, _, _ = select.select([terminal], [], [], 0.2)
        if ready:
            try:
                shown += os.read(terminal, 65536).decode(errors="replace")
            except OSError:
                return None, shown
            # Colours, and how a shell moves the cursor.
            shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|[\r\a]", "", shown)
        if text in shown:
            return shown, shown
    return None, shown


def press(shell, folder, line, text):
    arguments, setup = SETUP[shell]
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(TERM="dumb", COLUMNS="150", HOME="/nonexistent", INPUTRC="/dev/null")
        os.execvp(arguments[0], arguments)
    try:
        os.write(terminal, (setup.format(folder=folder) + "\n").encode())
        found, shown = wait_for(terminal, "\nREADY")
        if found is None:
            return "%s does not start: %r" % (shell, shown[-300:])
        os.write(terminal, line.encode() + b"\t")
        expected = text
        if text.startswith("LINE>"):
            expected = line + text[len("LINE>"):]
        found, shown = wait_for(terminal, expected)
        return None if found else "%s: %r: no %r in %r" % (shell, line, expected, shown[-600:])
    finally:
        os.close(terminal)
        os.waitpid(process, 0)


def main():
    shell, folder, cases = sys.argv[1:]
    wrong = []
    with open(cases, encoding="utf-8") as file:
        lines = [line for line in file.read().splitlines() if line]
    assert lines, "no cases"
    for case in lines:
        line, text = case.split(" | ")
        problem = press(shell, folder, line, text)
        if problem:
            wrong.append(problem)
    print("\n".join(wrong) or "%d lines are completed" % len(lines))
    return 1 if wrong else 0


sys.exit(main())
