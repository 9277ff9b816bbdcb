"""Safetensors files, right and wrong ones, for expect.test."""
import json
import pathlib
import struct
import sys

folder = pathlib.Path(sys.argv[1])


def write(name, header, data=b""):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    (folder / f"{name}.safetensors").write_bytes(struct.pack("<Q", len(text)) + text + data)


def tensor(name="y", dtype="F64", shape=(8,), offsets=(0, 64)):
    return {name: {"dtype": dtype, "shape": list(shape), "data_offsets": list(offsets)}}


zeros = struct.pack("<8d", *[0.0] * 8)
write("right", {"__metadata__": {"by": "hand"}, **tensor()}, zeros)
write("wrong", tensor(dtype="I32", offsets=(0, 32)), struct.pack("<8i", *[0] * 7, 1))
write("other", tensor("z"), zeros)
write("json", b"{]")
write("outside", tensor(offsets=(0, 128)), zeros)
write("bytes", tensor(offsets=(0, 8)), zeros)
write("huge", tensor(shape=(2**40, 2**40)), zeros)
write("shape", tensor(shape=(2, 4)), zeros)
write("empty", {})
write("deep", b"[" * 5000)
write("type", tensor(dtype="C64"), zeros)
(folder / "short.safetensors").write_bytes(b"\0" * 4)
(folder / "long.safetensors").write_bytes(struct.pack("<Q", 2**63) + b"{}")
