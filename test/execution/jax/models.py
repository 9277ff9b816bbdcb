"""Models as people write them with JAX, small. See generate.py."""
import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


class Model:
    """A function of flat arguments. `build(dtype)` gives it and abstract arguments;
    with float64 the same computation runs in double precision throughout."""
    gradients = False
    roles = ""
    donate = ()
    # Strategies that the test checks, and options of the check.
    strategies = ("dp=4", "dp=2,tp=2")
    options = ""
    # What a run says, in the order of its report.
    report = '"pass":true'

    @classmethod
    def header(cls, name):
        roles = f' --role "{cls.roles}"' if cls.roles else ""
        lines = ["// " + line.strip() for line in cls.__doc__.strip().splitlines()]
        for strategy in cls.strategies:
            lines.append(f'// RUN: shardc check %s --strategy "{strategy}"{roles}{cls.options} '
                         f"--expect %S/{name}.safetensors --json | FileCheck %s")
        lines.append(f"// CHECK: {cls.report}")
        return "\n".join(lines) + "\n\n"


def c(x):
    """A constant that single precision holds, so that both precisions use the same."""
    return np.asarray(np.float32(x), np.float64)[()].item() if np.ndim(x) == 0 else np.asarray(
        np.float32(x), np.float64)


def spec(shape, dtype):
    return jax.ShapeDtypeStruct(shape, dtype)


def cross_entropy(logits, labels):
    return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(logits), labels[:, None], axis=1))


class Mlp(Model):
    """A classifier of three layers: its loss, differentiated here."""
    gradients = True
    roles = "0-5=param,6-7=input"
    options = " --train adamw"

    @staticmethod
    def build(dtype):
        def loss(w1, b1, w2, b2, w3, b3, x, y):
            x = jax.nn.relu(x @ w1 + b1)
            x = jax.nn.gelu(x @ w2 + b2, approximate=False)
            return cross_entropy(x @ w3 + b3, y)
        return loss, [spec(s, dtype) for s in
                      [(12, 16), (16,), (16, 16), (16,), (16, 10), (10,), (8, 12)]] + [
                          spec((8,), jnp.int32)]


class MlpStep(Model):
    """value_and_grad of a classifier and a step of gradient descent, donated."""
    donate = (0,)

    @staticmethod
    def build(dtype):
        def loss(params, x, y):
            for w, b in params[:-1]:
                x = jnp.tanh(x @ w + b)
            w, b = params[-1]
            return cross_entropy(x @ w + b, y)

        def step(params, x, y):
            value, grads = jax.value_and_grad(loss)(params, x, y)
            return jax.tree.map(lambda p, g: p - c(0.1) * g, params, grads), value
        sizes = [12, 16, 16, 10]
        params = [(spec((i, o), dtype), spec((o,), dtype)) for i, o in zip(sizes, sizes[1:])]
        return step, [params, spec((8, 12), dtype), spec((8,), jnp.int32)]


def batch_norm(x, scale, offset):
    mean = jnp.mean(x, (0, 1, 2))
    var = jnp.var(x, (0, 1, 2))
    return (x - mean) * lax.rsqrt(var + c(1e-3)) * scale + offset


def conv(x, w, stride=1, groups=1):
    return lax.conv_general_dilated(x, w, (stride, stride), "SAME",
                                    dimension_numbers=("NHWC", "HWIO", "NHWC"),
                                    feature_group_count=groups)


def convolution_net(w0, s0, o0, w1, s1, o1, w2, wd, x):
    x = jax.nn.relu(batch_norm(conv(x, w0), s0, o0))
    x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "SAME")
    y = jax.nn.relu(batch_norm(conv(x, w1, groups=2), s1, o1))
    x = conv(x, w2) + y
    x = lax.reduce_window(x, 0.0, lax.add, (1, 2, 2, 1), (1, 2, 2, 1), "VALID") / 4
    return jnp.mean(x, (1, 2)) @ wd


CONV_SHAPES = [(3, 3, 3, 8), (8,), (8,), (3, 3, 4, 8), (8,), (8,), (1, 1, 8, 8), (8, 10)]


class ConvNet(Model):
    """Convolutions, grouped and strided, batch norm, both poolings: the loss,
    differentiated here."""
    gradients = True
    roles = "0-7=param,8-9=input"
    options = " --train adamw"

    @staticmethod
    def build(dtype):
        def loss(*args):
            return cross_entropy(convolution_net(*args[:-1]), args[-1])
        return loss, [spec(s, dtype) for s in CONV_SHAPES + [(8, 8, 8, 3)]] + [
            spec((8,), jnp.int32)]


class ConvNetStep(Model):
    """The same net as a training step that JAX differentiated."""
    donate = (0,)

    @staticmethod
    def build(dtype):
        def loss(params, x, y):
            return cross_entropy(convolution_net(*params, x), y)

        def step(params, x, y):
            value, grads = jax.value_and_grad(loss)(params, x, y)
            return [p - c(0.1) * g for p, g in zip(params, grads)], value
        return step, [[spec(s, dtype) for s in CONV_SHAPES], spec((8, 8, 8, 3), dtype),
                      spec((8,), jnp.int32)]


def layer_norm(x, g, b):
    mean = jnp.mean(x, -1, keepdims=True)
    var = jnp.mean(jnp.square(x - mean), -1, keepdims=True)
    return (x - mean) * lax.rsqrt(var + c(1e-5)) * g + b


def gpt2_layer(x, p, heads, drop):
    b, s, h = x.shape
    y = layer_norm(x, p["g1"], p["b1"])
    qkv = y @ p["wqkv"] + p["bqkv"]
    q, k, v = [t.reshape(b, s, heads, h // heads) for t in jnp.split(qkv, 3, -1)]
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / np.sqrt(h // heads)
    mask = jnp.tril(jnp.ones((s, s), bool))
    probs = drop(jax.nn.softmax(jnp.where(mask, scores, -1e9)), 0)
    y = jnp.einsum("bhqk,bkhd->bqhd", probs, v).reshape(b, s, h)
    x = x + drop(y @ p["wo"] + p["bo"], 1)
    y = jax.nn.gelu(layer_norm(x, p["g2"], p["b2"]) @ p["w1"] + p["c1"])
    return x + drop(y @ p["w2"] + p["c2"], 2)


def gpt2_params(h, dtype):
    shapes = dict(g1=(h,), b1=(h,), wqkv=(h, 3 * h), bqkv=(3 * h,), wo=(h, h), bo=(h,), g2=(h,),
                  b2=(h,), w1=(h, 4 * h), c1=(4 * h,), w2=(4 * h, h), c2=(h,))
    return {k: spec(v, dtype) for k, v in shapes.items()}


def dropout(key, rate):
    if rate == 0:
        return lambda x, _: x

    def apply(x, which):
        # The probability is f32 in every precision, so that the bits are the same.
        keep = jax.random.bernoulli(jax.random.fold_in(key, which), np.float32(1 - rate), x.shape)
        return jnp.where(keep, x / c(1 - rate), 0)
    return apply


def gpt2_loss(params, tokens, key, rate, heads=4):
    x = params["wte"][tokens[:, :-1]] + params["wpe"]
    for i, layer in enumerate(params["layers"]):
        x = gpt2_layer(x, layer, heads, dropout(jax.random.fold_in(key, 10 * i), rate))
    x = layer_norm(x, params["gf"], params["bf"])
    logits = x @ params["wte"].T
    targets = jax.nn.one_hot(tokens[:, 1:], logits.shape[-1], dtype=logits.dtype)
    return -jnp.mean(jnp.sum(targets * jax.nn.log_softmax(logits), -1))


class Gpt2(Model):
    """GPT-2 with dropout from a key, tied embedding: the loss, differentiated here."""
    strategies = ("dp=4", "dp=2,tp=2", "dp=2,microbatches=2")
    gradients = True
    roles = "0-27=param,28-29=input"
    options = " --train adamw"
    rate = 0.1

    @classmethod
    def build(cls, dtype):
        h, v, s = 16, 32, 8
        params = dict(bf=spec((h,), dtype), gf=spec((h,), dtype),
                      layers=[gpt2_params(h, dtype) for _ in range(2)],
                      wpe=spec((s, h), dtype), wte=spec((v, h), dtype))
        return (lambda p, t, k: gpt2_loss(p, t, k, cls.rate)), [
            params, spec((8, s + 1), jnp.int32), spec((2,), jnp.uint32)]


def rms_norm(x, g):
    x32 = x.astype(jnp.promote_types(x.dtype, jnp.float32))
    y = x32 * lax.rsqrt(jnp.mean(x32 * x32, -1, keepdims=True) + c(1e-5))
    return y.astype(x.dtype) * g


def rope(x):
    b, s, heads, d = x.shape
    freq = 10000.0 ** (-np.arange(0, d, 2) / d)
    angle = np.arange(s)[:, None] * freq
    cos, sin = [jnp.asarray(c(f(angle)), x.dtype)[None, :, None, :] for f in (np.cos, np.sin)]
    a, b = x[..., : d // 2], x[..., d // 2:]
    return jnp.concatenate([a * cos - b * sin, b * cos + a * sin], -1)


def llama_layer(x, p, heads, kv):
    b, s, h = x.shape
    d = h // heads
    y = rms_norm(x, p["g1"])
    q = rope((y @ p["wq"]).reshape(b, s, heads, d))
    k = rope((y @ p["wk"]).reshape(b, s, kv, d))
    v = (y @ p["wv"]).reshape(b, s, kv, d)
    k, v = [jnp.repeat(t, heads // kv, axis=2) for t in (k, v)]
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) * d**-0.5
    mask = lax.broadcasted_iota(jnp.int32, (s, s), 0) >= lax.broadcasted_iota(
        jnp.int32, (s, s), 1)
    probs = jax.nn.softmax(jnp.where(mask, scores, jnp.finfo(scores.dtype).min), axis=-1)
    y = jnp.einsum("bhqk,bkhd->bqhd", probs, v).reshape(b, s, h)
    x = x + y @ p["wo"]
    y = rms_norm(x, p["g2"])
    return x + (jax.nn.silu(y @ p["w1"]) * (y @ p["w3"])) @ p["w2"]


def llama_shapes(h, f, heads, kv):
    d = h // heads
    return dict(g1=(h,), g2=(h,), w1=(h, f), w2=(f, h), w3=(h, f), wk=(h, kv * d), wo=(h, h),
                wq=(h, h), wv=(h, kv * d))


def llama_loss(params, tokens, labels, heads=4, kv=2):
    x = params["embed"][tokens]
    x, _ = lax.scan(lambda x, p: (llama_layer(x, p, heads, kv), None), x, params["layers"])
    logits = rms_norm(x, params["gf"]) @ params["head"]
    logits = logits.astype(jnp.promote_types(logits.dtype, jnp.float32))
    picked = jnp.take_along_axis(jax.nn.log_softmax(logits), labels[..., None], -1)
    return -jnp.mean(picked)


def llama_params(dtype, layers=3):
    stack = {k: spec((layers,) + v, dtype) for k, v in llama_shapes(16, 24, 4, 2).items()}
    return dict(embed=spec((32, 16), dtype), gf=spec((16,), dtype), head=spec((16, 32), dtype),
                layers=stack)


class LlamaScan(Model):
    """Llama whose layers are a scan over stacked parameters: the loss, differentiated
    here."""
    gradients = True
    roles = "0-11=param,12-13=input"
    strategies = ("dp=4", "dp=2,tp=2", "tp=4")
    options = " --train adamw"

    @staticmethod
    def build(dtype):
        return llama_loss, [llama_params(dtype), spec((8, 8), jnp.int32),
                            spec((8, 8), jnp.int32)]


def adamw(params, mu, nu, count, grads, lr=c(1e-3), b1=c(0.9), b2=c(0.95), eps=c(1e-8), decay=c(0.1)):
    count = count + 1
    mu = jax.tree.map(lambda m, g: b1 * m + c(1 - b1) * g, mu, grads)
    nu = jax.tree.map(lambda v, g: b2 * v + c(1 - b2) * g * g, nu, grads)

    def update(p, m, v):
        t = count.astype(p.dtype)
        m, v = m / (1 - b1**t), v / (1 - b2**t)
        return p - lr * (m / (jnp.sqrt(v) + eps) + decay * p)
    return jax.tree.map(update, params, mu, nu), mu, nu, count


class LlamaScanStep(Model):
    """value_and_grad of the scan and a step of AdamW, state donated."""
    donate = (0, 1, 2, 3)
    strategies = ("dp=4", "dp=2,tp=2")

    @staticmethod
    def build(dtype):
        def step(params, mu, nu, count, tokens, labels):
            loss, grads = jax.value_and_grad(llama_loss)(params, tokens, labels)
            params, mu, nu, count = adamw(params, mu, nu, count, grads)
            return params, mu, nu, count, loss
        p = llama_params(dtype, layers=2)
        return step, [p, p, p, spec((), jnp.int32), spec((8, 8), jnp.int32),
                      spec((8, 8), jnp.int32)]


class Bf16Mlp(Model):
    """bf16 products with f32 statistics, as mixed precision is written."""
    roles = "0-3=param,4=input"
    options = " --precision bf16"

    @staticmethod
    def build(dtype):
        half = jnp.bfloat16 if dtype == jnp.float32 else jnp.float64

        def forward(w1, g, w2, b2, x):
            y = jnp.dot(x.astype(half), w1.astype(half), preferred_element_type=dtype)
            y = rms_norm(y, g)
            y = jax.nn.silu(y).astype(half)
            return (y @ w2.astype(half)).astype(dtype) + b2
        return forward, [spec(s, dtype) for s in [(12, 16), (16,), (16, 10), (10,), (8, 12)]]


class MixedIntegers(Model):
    """Integers of many widths as inputs: positions, masks, segments, labels; sorting,
    top-k, gathers, scatters, cumulative sums, bit tricks."""
    roles = "0=param,1=param,2-7=input"

    @staticmethod
    def build(dtype):
        def forward(table, w, tokens, segments, keep, labels, shifts, offset):
            x = table[tokens] + 0.5 * segments.astype(dtype)[..., None]
            x = jnp.where(keep[..., None], x, 0)
            counts = jnp.zeros((x.shape[0], 16), jnp.int32).at[
                jnp.arange(x.shape[0])[:, None], tokens].add(1)
            logits = x @ w
            values, places = lax.top_k(logits, 3)
            order = jnp.argsort(tokens, axis=1)
            total = jnp.cumsum(labels.astype(jnp.int32), axis=1) + offset
            bits = (shifts << 2) ^ (shifts >> 1)
            right = (jnp.argmax(logits, -1) == labels).astype(dtype).mean()
            window = lax.dynamic_slice_in_dim(logits, offset, 3, axis=1)
            return (values, places, counts, order, total, bits, right, window,
                    jnp.sort(logits, axis=-1), lax.population_count(shifts))
        return forward, [spec((16, 8), dtype), spec((8, 6), dtype), spec((8, 5), jnp.int32),
                         spec((8, 5), jnp.uint8), spec((8, 5), jnp.bool_),
                         spec((8, 5), jnp.int8), spec((8, 5), jnp.uint32),
                         spec((), jnp.int32)]


def mixer_layer(x, p):
    y = jnp.swapaxes(layer_norm(x, p["g1"], p["b1"]), 1, 2)
    y = jax.nn.gelu(y @ p["t1"] + p["u1"]) @ p["t2"] + p["u2"]
    x = x + jnp.swapaxes(y, 1, 2)
    y = layer_norm(x, p["g2"], p["b2"])
    return x + jax.nn.gelu(y @ p["c1"] + p["d1"]) @ p["c2"] + p["d2"]


class MixerLoop(Model):
    """An MLP-mixer whose layers are a loop in Python: they are found in the graph."""
    gradients = True
    roles = "0-51=param,52-53=input"
    strategies = ("pp=2,dp=2,microbatches=2", "pp=4,recompute=full", "fsdp=2")
    options = " --train adamw"

    @staticmethod
    def build(dtype):
        def loss(params, x, y):
            x = c(500.0) * (x @ params["embed"])
            for layer in params["layers"]:
                x = mixer_layer(x, layer)
            x = layer_norm(x, params["gf"], params["bf"])
            return cross_entropy(jnp.mean(x, 1) @ params["head"], y)
        h, s = 8, 4
        shapes = dict(g1=(h,), b1=(h,), t1=(s, 6), u1=(6,), t2=(6, s), u2=(s,), g2=(h,), b2=(h,),
                      c1=(h, 16), d1=(16,), c2=(16, h), d2=(h,))
        params = dict(bf=spec((h,), dtype), embed=spec((12, h), dtype), gf=spec((h,), dtype),
                      head=spec((h, 10), dtype),
                      layers=[{k: spec(v, dtype) for k, v in shapes.items()} for _ in range(4)])
        return loss, [params, spec((8, s, 12), dtype), spec((8,), jnp.int32)]


class EmbeddingStep(Model):
    """A step of a model of tokens, written with indices: rows of a table are taken,
    and the log-probability of each label. The gradients of both are scatters, which
    are all that is reduced: nothing is gathered."""
    donate = (0,)
    strategies = ("dp=2", "dp=4")
    report = '"collectives":{"all_reduce":4},{{.*}}"pass":true'

    @staticmethod
    def build(dtype):
        def loss(params, tokens, labels):
            x = jnp.take(params["table"], tokens, axis=0)
            logits = (jnp.tanh(x @ params["w"]) @ params["out"]).reshape(-1, 24)
            rows = jnp.arange(logits.shape[0])
            return -jnp.mean(jax.nn.log_softmax(logits)[rows, labels.reshape(-1)])

        def step(params, tokens, labels):
            value, grads = jax.value_and_grad(loss)(params, tokens, labels)
            return jax.tree.map(lambda p, g: p - c(0.1) * g, params, grads), value
        params = {"table": spec((24, 8), dtype), "w": spec((8, 8), dtype),
                  "out": spec((8, 24), dtype)}
        return step, [params, spec((4, 3), jnp.int32), spec((4, 3), jnp.int32)]


class GraphAttention(Model):
    """A layer of attention along the edges of a graph: sums and maxima of segments,
    differentiated here."""
    gradients = True
    roles = "0-2=param,3-6=input"
    options = " --train adamw"
    strategies = ("dp=2", "dp=2,tp=2")

    @staticmethod
    def build(dtype):
        def loss(w, a, head, x, source, target, y):
            nodes = x.shape[0]
            h = x @ w
            score = jax.nn.leaky_relu(h[source] @ a[0] + h[target] @ a[1], c(0.2))
            top = jax.ops.segment_max(score, target, nodes)
            weight = jnp.exp(score - top[target])
            total = jax.ops.segment_sum(weight, target, nodes)
            message = h[source] * (weight / total[target])[:, None]
            logits = jnp.tanh(jax.ops.segment_sum(message, target, nodes)) @ head
            return cross_entropy(logits, y)
        return loss, [spec(s, dtype) for s in [(6, 8), (2, 8), (8, 4), (10, 6)]] + [
            spec((16,), jnp.int32), spec((16,), jnp.int32), spec((10,), jnp.int32)]


MODELS = {
    "embedding-step": EmbeddingStep, "graph-attention": GraphAttention,
    "mlp": Mlp, "mlp-step": MlpStep, "conv-net": ConvNet, "conv-net-step": ConvNetStep,
    "gpt2-dropout": Gpt2, "llama-scan": LlamaScan, "llama-scan-step": LlamaScanStep,
    "bf16-mlp": Bf16Mlp, "mixed-integers": MixedIntegers,
    "mixer-loop": MixerLoop,
}
