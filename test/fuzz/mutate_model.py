# Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mutations of model text that know its syntax.

Most of what comes out parses and is wrong in one place: a shape, a type, a list,
an operand, an op, a brace, a line.
"""

import re

SIZES = ["0", "1", "2", "3", "5", "7", "16", "65536", "4294967296", "9223372036854775807",
         "9223372036854775808", "-1", "?", "*", ""]
NUMBERS = ["0", "1", "-1", "2", "3", "100", "2147483648", "9223372036854775807", "-9223372036854775808",
           "99999999999999999999", "1.5", "nan", "true", "\"x\""]
ELEMENTS = ["f32", "f64", "f16", "bf16", "f8E4M3FN", "i1", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32",
            "si32", "i4", "i128", "index", "none", "complex<f32>", "tensor<f32>", "!quant.any<i8>", "vector<2xf32>"]
STRINGS = ["", "x", "{replicated}", "{devices=[2,1]<=[2]}", "{devices=[2,1]<=[", "{maximal device=0}", "{manual}",
           "mesh", "\\00", "\\", "add", "stablehlo.add", "a\\22b"]


def pick(rng, pattern, text):
    hits = list(re.finditer(pattern, text))
    return rng.choice(hits) if hits else None


def replace(hit, new, text, group=0):
    return text[:hit.start(group)] + new + text[hit.end(group):]


def change_size(rng, text):
    hit = pick(rng, r"(?<=[<x])(\d+)(?=x)", text)
    if not hit:
        return text
    near = str(max(0, int(hit.group()[:12]) + rng.choice([-1, 1])))
    return replace(hit, rng.choice(SIZES + [near] * 8), text)


def drop_dimension(rng, text):
    hit = pick(rng, r"(?<=[<x])\d+x", text)
    return replace(hit, rng.choice(["", "", hit.group() * 2, hit.group() * 9]), text) if hit else text


def change_element(rng, text):
    hit = pick(rng, r"(?<=[x<])(f32|f64|bf16|f16|i1|i8|i32|i64|ui32|ui8)(?=>)", text)
    return replace(hit, rng.choice(ELEMENTS), text) if hit else text


def change_number(rng, text):
    hit = pick(rng, r"(?<![\w.%#x<])-?\d+(\.\d+)?(e[+-]?\d+)?(?![\w.])", text)
    return replace(hit, rng.choice(NUMBERS), text) if hit else text


def change_list(rng, text):
    """Lists of dimensions: one more, one less, another order, twice the same."""
    hit = pick(rng, r"\[([\d, ]*)\]|(?<=array<i64: )([\d, ]+)", text)
    if not hit:
        return text
    items = [item for item in re.split(r"\s*,\s*", hit.group().strip("[] ")) if item]
    how = rng.randrange(5)
    if how == 0:
        items.append(rng.choice(SIZES[:6]))
    elif how == 1 and items:
        items.pop(rng.randrange(len(items)))
    elif how == 2:
        rng.shuffle(items)
    elif items:
        items[rng.randrange(len(items))] = rng.choice(items + SIZES)
    inside = ", ".join(items)
    return replace(hit, "[" + inside + "]" if hit.group().startswith("[") else inside, text)


def change_string(rng, text):
    hit = pick(rng, r'"[^"\n]*"', text)
    return replace(hit, '"' + rng.choice(STRINGS) + '"', text) if hit else text


def change_operand(rng, text):
    hit, other = pick(rng, r"%[\w:#]+", text), pick(rng, r"%\w+", text)
    if not hit:
        return text
    return replace(hit, rng.choice([other.group(), "%undefined", other.group() + "#1"]), text)


def change_op(rng, text):
    hit = pick(rng, r"\b(stablehlo|chlo|sdy|func|arith|math|linalg|tensor|tosa)\.\w+", text)
    other = pick(rng, r"\b(stablehlo|chlo|sdy|func|arith|math|linalg|tensor|tosa)\.\w+", text)
    if not hit:
        return text
    new = [other.group()] * 6 + ["stablehlo.fft", "stablehlo.nothing", "nothing.at_all", "stablehlo.while", "call",
                                 "stablehlo.all_reduce", "stablehlo.tuple", "stablehlo.return", "return"]
    return replace(hit, rng.choice(new), text)


def change_keyword(rng, text):
    hit, other = pick(rng, r"\b[A-Za-z_]\w*\b", text), pick(rng, r"\b[A-Za-z_]\w*\b", text)
    return replace(hit, other.group(), text) if hit else text


def drop_bracket(rng, text):
    hit = pick(rng, r"[\[\](){}<>]", text)
    return replace(hit, rng.choice(["", "", hit.group() * 2, "(", "}", ">"]), text) if hit else text


def drop_punctuation(rng, text):
    hit = pick(rng, r"[,:=\"@%#]|->", text)
    return replace(hit, rng.choice(["", hit.group() * 2, ","]), text) if hit else text


def change_line(rng, text):
    lines = text.split("\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    how = rng.randrange(4)
    if how == 0:
        del lines[at]
    elif how == 1:
        lines.insert(other, lines[at])
    elif how == 2:
        lines[at], lines[other] = lines[other], lines[at]
    else:
        del lines[at:at + rng.choice([2, 3, 10])]
    return "\n".join(lines)


def drop_attribute(rng, text):
    hit = pick(rng, r",? ?[\w.]+ = (\"[^\"\n]*\"|\[[^\]\n]*\]|[\w.#<>: -]+?)(?=[,}> )])", text)
    return replace(hit, rng.choice(["", hit.group() * 2]), text) if hit else text


def truncate(rng, text):
    return text[:rng.randrange(len(text) + 1)]


def change_bytes(rng, text):
    at = rng.randrange(len(text) + 1)
    noise = "".join(chr(rng.choice([0, 1, 10, 34, 92, 127, 233, 0x4E2D, rng.randrange(32, 127)]))
                    for _ in range(rng.choice([1, 2, 8])))
    return text[:at] + noise + text[at + rng.choice([0, 0, 1, 4]):]


MUTATORS = [change_size] * 3 + [drop_dimension] + [change_element] * 2 + [change_number] * 3 + [change_list] * 3 + [
    change_string, change_operand, change_operand, change_op, change_op, change_keyword, drop_bracket,
    drop_punctuation, change_line, change_line, drop_attribute, drop_attribute, truncate, change_bytes]


def mutate(rng, text):
    """The text with one fault, seldom two or three."""
    for _ in range(rng.choice([1, 1, 1, 1, 2, 3])):
        text = rng.choice(MUTATORS)(rng, text)
    return text
