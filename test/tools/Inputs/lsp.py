# Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Talks to shard-lsp-server as an editor does."""
import json
import subprocess
import threading


class Editor:
    """One server; messages are answered in order."""

    def __init__(self, start=True):
        self.server = subprocess.Popen(["shard-lsp-server"], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE)
        # A reply that does not come must not hold up the tests.
        watch = threading.Timer(120, self.server.kill)
        watch.daemon = True
        watch.start()
        self.number = 0
        self.diagnostics = {}
        if start:
            self.start()

    def start(self):
        self.capabilities = self.ask("initialize", {"capabilities": {}})["capabilities"]
        self.tell("initialized", {})

    def send(self, message):
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self.server.stdin.flush()

    def receive(self):
        length = 0
        while True:
            line = self.server.stdout.readline().strip()
            if not line:
                break
            key, value = line.split(b":")
            if key.lower() == b"content-length":
                length = int(value)
        assert length, "the server is gone: %s" % self.server.poll()
        return json.loads(self.server.stdout.read(length))

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def ask(self, method, params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        while True:
            message = self.receive()
            if message.get("id") == self.number:
                assert "error" not in message, message
                return message["result"]
            self.keep(message)

    def keep(self, message):
        assert message["method"] == "textDocument/publishDiagnostics", message
        self.diagnostics[message["params"]["uri"]] = message["params"]["diagnostics"]

    def open(self, uri, text):
        self.tell("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": "mlir", "version": 1, "text": text}})
        self.keep(self.receive())
        return self.diagnostics[uri]

    def change(self, uri, line, begin, end, text, version=2):
        self.tell("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": version},
            "contentChanges": [{"range": {"start": {"line": line, "character": begin},
                                          "end": {"line": line, "character": end}},
                                "text": text}]})
        self.keep(self.receive())
        return self.diagnostics[uri]

    def at(self, method, uri, line, character, **more):
        return self.ask("textDocument/" + method, {
            "textDocument": {"uri": uri}, "position": {"line": line, "character": character}, **more})

    def close(self):
        self.ask("shutdown", None)
        self.tell("exit", None)
        return self.server.wait(20)


def place(text, what, nth=0):
    """Line and column, from 0, of the nth time that `what` stands in a text."""
    offset = -1
    for _ in range(nth + 1):
        offset = text.index(what, offset + 1)
    return text.count("\n", 0, offset), offset - (text.rfind("\n", 0, offset) + 1)
