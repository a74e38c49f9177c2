"""Writes the *.json beside this file from scipy, numpy and mpmath. Run once and commit the result:

    pip install scipy mpmath && python corpus/metrics/make_fixtures.py

The tests only read the JSON. Quantiles of the beta distribution are put back into its distribution function
at 40 digits (mpmath) for a + b <= 2000; the script stops where scipy is off by more than 1e-9.
"""

import json
import math
from pathlib import Path

import mpmath
import numpy as np
from scipy import stats
from scipy.spatial.distance import jensenshannon

HERE = Path(__file__).parent
mpmath.mp.dps = 40


def write(name, about, cases):
    (HERE / f"{name}.json").write_text(json.dumps({"about": about, "cases": cases}, indent=1) + "\n")


def checked(name, ours, scipys, tolerance=1e-9):
    ours, scipys = float(ours), float(scipys)
    assert math.isclose(ours, scipys, rel_tol=tolerance, abs_tol=0), (name, ours, scipys)
    return scipys


def beta_quantile(p, a, b):
    """scipy's value, confirmed: the distribution function at that place, to 40 digits, gives p back."""
    x = float(stats.beta.ppf(p, a, b))
    if a + b <= 2000:
        density = mpmath.mpf(x) ** (a - 1) * (1 - mpmath.mpf(x)) ** (b - 1) / mpmath.beta(a, b)
        missed = mpmath.betainc(a, b, 0, mpmath.mpf(x), regularized=True) - mpmath.mpf(p)
        correction = missed / density
        checked(f"beta {p} {a} {b}", mpmath.mpf(x) - correction, x)
    return x


PROPORTIONS = [
    (0, 1), (1, 1), (0, 10), (10, 10), (1, 10), (5, 10), (9, 10), (3, 7), (19, 20), (0, 50), (50, 50), (47, 50),
    (1, 1000), (500, 1000), (999, 1000), (0, 1000), (1000, 1000), (12345, 20000),
    (0, 1_000_000), (1, 1_000_000), (7, 1_000_000), (1000, 1_000_000), (500_000, 1_000_000),
    (950_000, 1_000_000), (999_999, 1_000_000), (1_000_000, 1_000_000), (0, 1_000_000_000),
]
CONFIDENCES = [0.8, 0.95, 0.99, 0.999999]

clopper, wilson = [], []
for k, n in PROPORTIONS:
    for confidence in CONFIDENCES:
        tail = (1 - confidence) / 2
        lower = 0.0 if k == 0 else float(stats.beta.ppf(tail, k, n - k + 1))
        upper = 1.0 if k == n else float(stats.beta.isf(tail, k + 1, n - k))
        case = {"successes": k, "trials": n, "confidence": confidence}
        clopper.append({**case, "lower": lower, "upper": upper})
        score = stats.binomtest(k, n).proportion_ci(confidence, method="wilson")
        wilson.append({**case, "lower": float(score.low), "upper": float(score.high)})
write("clopper-pearson", "exact intervals; scipy.stats.beta.ppf and isf", clopper)
write("wilson", "score intervals; scipy.stats.binomtest(...).proportion_ci(method='wilson')", wilson)

BETA = [
    (0.025, 1, 1), (0.5, 0.5, 0.5), (0.025, 0.5, 20.5), (1e-12, 3, 5), (0.975, 3, 5), (0.999999, 30, 2),
    (1e-6, 500, 1), (0.05, 1, 500), (0.3, 1000, 1000), (0.025, 950, 51), (0.975, 51, 950), (0.01, 2, 999_999),
    (0.99, 999_999, 2), (0.5, 500_000, 500_001), (1e-9, 250_000, 750_000), (0.025, 1, 1_000_000),
]
write("beta-quantile", "scipy.stats.beta.ppf, confirmed by mpmath where a + b <= 2000",
      [{"probability": p, "a": a, "b": b, "x": beta_quantile(p, a, b)} for p, a, b in BETA])

write("normal", "upper tails; scipy.stats.norm.isf and sf",
      [{"tail": tail, "z": float(stats.norm.isf(tail))}
       for tail in [0.9, 0.6, 0.5, 0.4, 0.2, 0.1, 0.05, 0.025, 0.005, 0.00135, 0.001, 1e-6, 1e-12, 1e-30, 1e-200]]
      + [{"z": z, "tail": float(stats.norm.sf(z))} for z in [-4.0, -1.0, 0.0, 0.3, 1.0, 2.0, 2.999, 3.0, 3.001, 6.0, 20.0, 37.0]])

TABLES = [
    ((3, 4), (1, 4)), ((0, 5), (5, 5)), ((8, 10), (1, 6)), ((10, 10), (10, 10)), ((0, 3), (0, 9)), ((19, 20), (12, 20)),
    ((95, 100), (88, 100)), ((7, 8), (8, 8)), ((1, 500), (9, 500)), ((480, 500), (455, 500)), ((1, 2), (300, 4000)),
    ((2500, 5000), (2600, 5000)), ((1, 1), (0, 1)), ((3, 3), (8, 19)), ((4, 4), (3, 10)), ((0, 4), (13, 22)),
]
pairs = []
for (a, m), (b, n) in TABLES:
    pooled = (a + b) / (m + n)
    error = math.sqrt(pooled * (1 - pooled) * (1 / m + 1 / n))
    z = 1.0 if error == 0 else 2 * float(stats.norm.sf(abs(a / m - b / n) / error))
    left = stats.binomtest(a, m).proportion_ci(0.95, method="wilson")
    right = stats.binomtest(b, n).proportion_ci(0.95, method="wilson")
    d, p, q = a / m - b / n, a / m, b / n
    pairs.append({
        "left": {"successes": a, "trials": m}, "right": {"successes": b, "trials": n},
        "fisher": float(stats.fisher_exact([[a, m - a], [b, n - b]]).pvalue), "z": z,
        "lower": d - math.hypot(p - left.low, right.high - q), "upper": d + math.hypot(left.high - p, q - right.low),
    })
write("two-proportions", "scipy.stats.fisher_exact; the pooled z test; Newcombe's interval from scipy's Wilson intervals", pairs)

COUNTS = [
    ({"read": 10}, {"read": 3}), ({"read": 10}, {"write": 10}), ({"read": 5, "write": 5}, {"read": 10}),
    ({"a": 1, "b": 2, "c": 3}, {"a": 3, "b": 2, "c": 1}), ({"a": 49, "b": 1}, {"a": 1, "b": 49}),
    ({"a": 0.25, "b": 0.75}, {"b": 7, "c": 1}), ({"a": 1, "b": 0}, {"a": 1_000_000, "c": 1}),
]
divergences = []
for left, right in COUNTS:
    labels = sorted({*left, *right})
    distance = jensenshannon([left.get(x, 0) for x in labels], [right.get(x, 0) for x in labels], base=2)
    divergences.append({"left": left, "right": right, "divergence": float(distance) ** 2})
write("jensen-shannon", "scipy.spatial.distance.jensenshannon(base=2), squared", divergences)

trials = []
for bar in [0.5, 0.8, 0.9, 0.95, 0.99, 0.999]:
    for confidence in [0.9, 0.95]:
        for failures in [0, 1, 5]:
            n = failures + 1
            while stats.binom.cdf(failures, n, 1 - bar) > 1 - confidence:
                n += 1
            trials.append({"bar": bar, "confidence": confidence, "failures": failures, "trials": n})
write("trials-needed", "the smallest n with scipy.stats.binom.cdf(failures, n, 1 - bar) <= 1 - confidence", trials)

SAMPLES = [[5.0], [1.0, 2.0], [3.0, 1.0, 2.0], [0.1, 0.2, 0.7, 1.9, 40.0], [1e9, 1e9 + 1, 1e9 + 2]]
samples = []
for values in SAMPLES:
    samples.append({
        "values": values, "mean": float(np.mean(values)),
        "variance": None if len(values) < 2 else float(np.var(values, ddof=1)),
        "quantiles": {str(q): float(np.quantile(values, q)) for q in [0, 0.1, 0.5, 0.95, 1]},
    })
write("samples", "numpy mean, var(ddof=1) and quantile (linear)", samples)

passes = []
for c, n, k in [(8, 8, 8), (7, 8, 1), (7, 8, 2), (7, 8, 8), (4, 8, 3), (0, 8, 1), (999, 1000, 500), (90_000, 100_000, 40), (5, 10, 6)]:
    passes.append({"successes": c, "trials": n, "k": k, "estimate": float(mpmath.mpf(math.comb(c, k)) / math.comb(n, k))})
write("pass-hat-k", "C(c, k) / C(n, k) in whole numbers", passes)
