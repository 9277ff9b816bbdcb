"""Functions with loops and branches as people write them with JAX, small. See
generate.py."""
import jax
import jax.numpy as jnp
from jax import lax

LAYERS, BATCH, SEQUENCE, HEADS, HEAD, FFN, VOCAB = 3, 4, 6, 4, 4, 24, 32
HIDDEN = HEADS * HEAD


def spec(shape, dtype):
    return jax.ShapeDtypeStruct(shape, dtype)


def rms_norm(x, w):
    return x * lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-5) * w


def llama_layer(x, p):
    y = rms_norm(x, p["n1"])
    q, k, v = ((y @ p[w]).reshape(BATCH, SEQUENCE, HEADS, HEAD) for w in ("wq", "wk", "wv"))
    s = jnp.einsum("bqhd,bkhd->bhqk", q, k) / HEAD**0.5
    s = jnp.where(jnp.tril(jnp.ones((SEQUENCE, SEQUENCE), bool)), s, -1e9)
    o = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(s, -1), v)
    x = x + o.reshape(BATCH, SEQUENCE, HIDDEN) @ p["wo"]
    y = rms_norm(x, p["n2"])
    return x + (jax.nn.silu(y @ p["wg"]) * (y @ p["wu"])) @ p["wd"]


def llama(p, tokens):
    x, _ = lax.scan(lambda x, w: (llama_layer(x, w), None), p["embed"][tokens], p["layers"])
    return rms_norm(x, p["norm"]) @ p["head"]


def llama_loss(p, tokens, labels):
    picked = jnp.take_along_axis(jax.nn.log_softmax(llama(p, tokens)), labels[..., None], -1)
    return -jnp.mean(picked)


def llama_parameters(dtype):
    s = lambda *shape: spec(shape, dtype)
    h, n = HIDDEN, LAYERS
    return {"embed": s(VOCAB, h), "norm": s(h), "head": s(h, VOCAB),
            "layers": {"n1": s(n, h), "n2": s(n, h), "wq": s(n, h, h), "wk": s(n, h, h),
                       "wv": s(n, h, h), "wo": s(n, h, h), "wg": s(n, h, FFN),
                       "wu": s(n, h, FFN), "wd": s(n, FFN, h)}}


class Model:
    """A function of flat arguments; `build(dtype)` gives it and abstract arguments."""
    roles = ""
    strategies = ("dp=2", "tp=2")
    options = ""


class ScanForward(Model):
    """Llama whose layers are a scan over stacked parameters."""
    roles = "0-11=param,12=input"

    @staticmethod
    def build(dtype):
        return llama, (llama_parameters(dtype), spec((BATCH, SEQUENCE), jnp.int32))


class ScanGradient(Model):
    """The loss of the scan and its gradients, from a scan that goes backward."""
    roles = "0-11=param,12-13=input"

    @staticmethod
    def build(dtype):
        tokens = spec((BATCH, SEQUENCE), jnp.int32)
        return jax.value_and_grad(llama_loss), (llama_parameters(dtype), tokens, tokens)


class Fori(Model):
    """A loop that counts, and uses its counter as a number and as an index."""
    roles = "0=input,1=param"
    strategies = ("dp=2",)

    @staticmethod
    def build(dtype):
        def body(i, x):
            return x.at[:, i].set(jnp.tanh(x[:, i - 1] * 2) + i).astype(x.dtype)

        def run(x, w):
            y = lax.fori_loop(1, 5, body, x)
            return lax.fori_loop(0, 3, lambda i, c: jnp.tanh(c @ w) + i / 7, y)
        return run, (spec((4, 6), dtype), spec((6, 6), dtype))


class Map(Model):
    """Examples one at a time."""
    roles = "0=input,1=param"

    @staticmethod
    def build(dtype):
        return (lambda x, w: lax.map(lambda row: jnp.tanh(row @ w), x),
                (spec((5, 4, 8), dtype), spec((8, 4), dtype)))


class Branches(Model):
    """cond and switch on data."""
    roles = "0-1=input,2=param"

    @staticmethod
    def build(dtype):
        def run(x, which, w):
            y = lax.cond(which > 0, lambda v: jnp.sin(v @ w), lambda v: v @ w * 2, x)
            branches = [lambda v: v + 1, lambda v: v * v, lambda v: -v]
            return lax.switch(which, branches, y), lax.switch(which + 7, branches, y)
        return run, (spec((4, 8), dtype), spec((), jnp.int32), spec((8, 8), dtype))


class Bernoulli(Model):
    """Random numbers from a key, in single precision as their bits are."""
    roles = "0=input"
    strategies = ()

    @staticmethod
    def build(dtype):
        def run(x):
            keep = jax.random.bernoulli(jax.random.key(3), jnp.float32(0.5), x.shape)
            return jnp.where(keep, x * 2, 0)
        return run, (spec((8, 6), dtype),)


class Recurrence(Model):
    """A recurrence over time steps, backward in time, with its gradient."""
    roles = "0=param,1=input"
    strategies = ("tp=2",)

    @staticmethod
    def build(dtype):
        def run(w, steps):
            def step(c, x):
                c = jnp.tanh(c @ w + x)
                return c, c.sum()
            last, sums = lax.scan(step, jnp.zeros((4, 8), dtype), steps, reverse=True)
            return (last**2).sum() + sums.sum()
        return jax.value_and_grad(run), (spec((8, 8), dtype), spec((5, 4, 8), dtype))


class While(Model):
    """A loop whose end depends on data."""
    roles = "0=input,1=param"
    strategies = ("dp=2", "tp=2")
    options = " --precision fp64"

    @staticmethod
    def build(dtype):
        def run(x, w):
            def goes_on(state):
                return (jnp.max(jnp.abs(state[0])) > 1e-6) & (state[1] < 50)

            def step(state):
                return jax.nn.relu(state[0] @ w) @ w.T * 20.0, state[1] + 1
            return lax.while_loop(goes_on, step, (x, 0))
        return run, (spec((4, 8), dtype), spec((8, 16), dtype))


MODELS = {"scan-forward": ScanForward, "scan-gradient": ScanGradient, "fori": Fori, "map": Map,
          "branches": Branches, "bernoulli": Bernoulli, "recurrence": Recurrence,
          "while": While}
