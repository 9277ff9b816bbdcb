# Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mutations of model text that keep its types right.

Most of what comes out is a program again, only another one: operands change places, ops
go or do something else, sizes and element types change everywhere at once, attributes
count differently. What reads it has to compile it, or to say what is wrong with it.
"""

import re

import mutate_model

LINE = re.compile(r"^(\s*)(%[\w]+)(:\d+)? = (\"?)([a-z_0-9]+\.[a-z_0-9]+)(\"?)(.*)$")
ELEMENTS = ["f32", "f64", "bf16", "f16", "i32", "i64", "i8", "ui32", "i1"]
UNARY = ["abs", "ceil", "cosine", "exponential", "floor", "log", "log_plus_one", "logistic", "negate", "rsqrt", "sign",
         "sine", "sqrt", "tanh", "cbrt", "round_nearest_even"]
BINARY = ["add", "subtract", "multiply", "divide", "maximum", "minimum", "power", "remainder", "atan2"]


def results(lines):
    """Line -> (name, type) of ops with one result, as far as the text shows it."""
    found = {}
    for at, line in enumerate(lines):
        match = LINE.match(line)
        if not match or match.group(3):
            continue
        type_ = re.search(r"(?:-> |: )(tensor<[^>]*>)\s*(?:loc\(.*\))?$", line)
        if type_:
            found[at] = (match.group(2), type_.group(1))
    return found


def arguments(lines):
    """(name, type) of what a function takes, with the line."""
    return [(at, name, type_) for at, line in enumerate(lines) if "func.func" in line
            for name, type_ in re.findall(r"(%\w+): (tensor<[^>]*>)", line)]


def operands(line):
    """Uses in a line, without what it defines."""
    start = line.find(" = ")
    return [hit for hit in re.finditer(r"%\w+(?:#\d+)?", line) if hit.start() > start]


def swap_operands(rng, text):
    lines = text.split("\n")
    several = [at for at, line in enumerate(lines) if LINE.match(line) and len(operands(line)) > 1]
    if not several:
        return text
    at = rng.choice(several)
    first, second = sorted(rng.sample(operands(lines[at]), 2), key=lambda hit: hit.start())
    line = lines[at]
    lines[at] = (line[:first.start()] + second.group() + line[first.end():second.start()] + first.group() +
                 line[second.end():])
    return "\n".join(lines)


def other_operand(rng, text):
    """Another value of the same type in an operand's place, of before it mostly."""
    lines = text.split("\n")
    known = results(lines)
    by_name = {name: type_ for name, type_ in known.values()}
    by_name.update({name: type_ for _, name, type_ in arguments(lines)})
    places = [(at, hit) for at, line in enumerate(lines) if LINE.match(line) for hit in operands(line)
              if hit.group() in by_name]
    if not places:
        return text
    at, hit = rng.choice(places)
    alike = [name for line, (name, type_) in known.items() if type_ == by_name[hit.group()] and
             (line < at or rng.random() < 0.05)]
    alike += [name for line, name, type_ in arguments(lines) if type_ == by_name[hit.group()]]
    if alike:
        lines[at] = lines[at][:hit.start()] + rng.choice(alike) + lines[at][hit.end():]
    return "\n".join(lines)


def one_line_ops(lines, known):
    """Where ops without regions stand, of those that `results` gives."""
    return [at for at in known if not lines[at].rstrip().endswith(("{", "("))]


def delete_op(rng, text):
    """An op goes; what used it uses its operand, or another value of its type."""
    lines = text.split("\n")
    known = results(lines)
    whole = one_line_ops(lines, known)
    if not whole:
        return text
    at = rng.choice(whole)
    name, type_ = known[at]
    alike = [n for line, (n, t) in known.items() if t == type_ and line < at]
    alike += [n for line, n, t in arguments(lines) if t == type_ and line < at]
    own = [hit.group() for hit in operands(lines[at]) if hit.group() in alike]
    if not alike:
        return text
    new = rng.choice(own or alike)
    # Names are unique in a function; its end is where the next one begins.
    end = next((i for i in range(at + 1, len(lines)) if "func.func" in lines[i]), len(lines))
    for i in range(at + 1, end):
        lines[i] = re.sub(re.escape(name) + r"(?![\w#])", lambda hit: new, lines[i])
    del lines[at]
    return "\n".join(lines)


def repeat_op(rng, text):
    """An op is computed once more, and its copy is used in one place."""
    lines = text.split("\n")
    known = results(lines)
    whole = one_line_ops(lines, known)
    if not whole:
        return text
    at = rng.choice(whole)
    name = known[at][0]
    uses = [i for i in range(at + 1, len(lines)) if re.search(re.escape(name) + r"(?![\w#])", lines[i])]
    if uses:
        use = rng.choice(uses)
        lines[use] = re.sub(re.escape(name) + r"(?![\w#])", "%copy", lines[use], count=1)
    lines.insert(at + 1, lines[at].replace(name + " =", "%copy =", 1))
    return "\n".join(lines)


def change_function(rng, text):
    """An op of as many operands and the same types."""
    for names in rng.sample([UNARY, BINARY], 2):
        hit = mutate_model.pick(rng, r"stablehlo\.(%s)\b(?! across)" % "|".join(names), text)
        if hit:
            return mutate_model.replace(hit, rng.choice(names), text, 1)
    return text


def change_size_everywhere(rng, text):
    hit = mutate_model.pick(rng, r"(?<=[<x])(\d+)(?=x)", text)
    if not hit:
        return text
    size = int(hit.group())
    new = rng.choice([size + 1, max(1, size - 1), size * 2, max(1, size // 2), 1, 3, 12])
    text = re.sub(r"(?<=[<x])%d(?=x)" % size, str(new), text)
    # Ends of slices and sizes of windows that take in all of it.
    return re.sub(r"(?<=:)%d(?=[\],:])" % size, str(new), text) if rng.random() < 0.7 else text


def change_element_everywhere(rng, text):
    hit = mutate_model.pick(rng, r"(?<=[x<])(%s)(?=>)" % "|".join(ELEMENTS), text)
    if not hit:
        return text
    new = rng.choice(ELEMENTS)
    return re.sub(r"(?<=[x<])%s(?=>)" % hit.group(), new, text)


def change_dimension(rng, text):
    """A number in an attribute that names or counts dimensions, starts, groups."""
    hit = mutate_model.pick(
        rng, r"(?:dims? = |dimensions? = |dim_numbers = |array<i64: |x \[|= \[|sizes = \[|dimension = |dense<\[\[)"
        r"[\[\d, bfoi]*?(\d+)", text)
    if not hit:
        return text
    near = int(hit.group(1)) + rng.choice([-1, 1, 1, 2])
    return mutate_model.replace(hit, str(near), text, 1)


def change_annotation(rng, text):
    """What is said of devices: axes, tiles, groups, how many there are."""
    patterns = [(r"\[\{[^\]\[]*\}\](?=>)", lambda hit: hit.group().replace("{}", "{\"x\"}", 1)),
                (r"(?<=\{)\"\w+\"(?=[},])", lambda hit: rng.choice(["\"x\"", "\"model\"", "\"_axis_0\"", "?", ""])),
                (r"(?<==)\d+(?=[,\]])", lambda hit: str(rng.choice([1, 2, 3, 4, 8]))),
                (r"num_(?:partitions|replicas) = (\d+)", lambda hit: hit.group().replace(
                    hit.group(1), str(rng.choice([0, 1, 2, 3, 8, 1 << 40])))),
                (r"handle = \d+", lambda hit: "handle = %d" % rng.choice([-1, 0, 1, 7])),
                (r"dense<\[\[[\d, \[\]-]*\]\]>", lambda hit: hit.group().replace(
                    rng.choice(re.findall(r"\d+", hit.group())), str(rng.choice([-1, 0, 1, 9])), 1))]
    rng.shuffle(patterns)
    for pattern, new in patterns:
        hit = mutate_model.pick(rng, pattern, text)
        if hit:
            return mutate_model.replace(hit, new(hit), text)
    return text


def swap_lines(rng, text):
    """Two neighbouring ops in the other order."""
    lines = text.split("\n")
    pairs = [at for at in range(len(lines) - 1) if LINE.match(lines[at]) and LINE.match(lines[at + 1])]
    if pairs:
        at = rng.choice(pairs)
        lines[at], lines[at + 1] = lines[at + 1], lines[at]
    return "\n".join(lines)


def change_results(rng, text):
    """What a function returns, in another order."""
    hit = mutate_model.pick(rng, r"(?<=\n)\s*(?:func\.)?return (%[^:\n]*) :", text)
    if not hit:
        return text
    values = hit.group(1).split(", ")
    rng.shuffle(values)
    return mutate_model.replace(hit, ", ".join(values), text, 1)


MUTATORS = [swap_operands] * 3 + [other_operand] * 3 + [delete_op] * 3 + [repeat_op] + [change_function] * 2 + [
    change_size_everywhere] * 3 + [change_element_everywhere] * 3 + [change_dimension] * 3 + [
        change_annotation] * 3 + [swap_lines, change_results]


def mutate(rng, text):
    """Another program, or nearly one."""
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        text = rng.choice(MUTATORS)(rng, text)
    return text
