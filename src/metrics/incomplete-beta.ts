const HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI)
const SHIFT_BELOW = 12
const MAX_FRACTION_STEPS = 1_000_000
const TINY = 1e-300

/**
 * ln I_x(a, b), the regularised incomplete beta function; `y` is 1 − x, passed in because near 1 the
 * subtraction would lose its digits.
 */
export function logIncompleteBeta(a: number, b: number, x: number, y = 1 - x): number {
  if (x <= 0) return -Infinity
  if (y <= 0) return 0
  const logWeight = logBetaWeight(a, b, x, y)
  // the fraction converges fast on this side of the mean; the other side is the complement
  if (x * (a + b + 2) <= a + 1) return logWeight - Math.log(a) - Math.log(fraction(a, b, x))
  return Math.log1p(-Math.exp(logWeight - Math.log(b) - Math.log(fraction(b, a, y))))
}

/**
 * ln(xᵃ yᵇ / B(a, b)). Taken from the deviance instead of three log-gammas, whose size (10⁷ for a million
 * trials) would eat seven of sixteen digits.
 */
export function logBetaWeight(a: number, b: number, x: number, y: number): number {
  const total = a + b
  const corrections = stirlingError(total) - stirlingError(a) - stirlingError(b)
  const scale = 0.5 * Math.log((a / total) * b) - HALF_LOG_TWO_PI
  return scale + corrections - deviance(a, total * x) - deviance(b, total * y)
}

/** u·ln(u/m) + m − u, without cancellation where u is near m. */
function deviance(u: number, m: number): number {
  const excess = (u - m) / m
  if (Math.abs(excess) > 0.1) return u * Math.log(u / m) + m - u
  // (1+t)·ln(1+t) − t = t²/2 − t³/6 + t⁴/12 − …
  let power = excess * excess
  let sum = power / 2
  for (let order = 3; Math.abs(power) > 1e-18 * sum; order += 1) {
    power *= -excess
    sum += power / (order * (order - 1))
  }
  return m * sum
}

/** ln Γ(z) less Stirling's (z − ½)·ln z − z + ½·ln 2π. */
function stirlingError(z: number): number {
  let shifted = z
  let sum = 0
  for (; shifted < SHIFT_BELOW; shifted += 1) sum += (shifted + 0.5) * Math.log1p(1 / shifted) - 1
  const square = 1 / (shifted * shifted)
  const series = 1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188)))
  return sum + series / shifted
}

/** The continued fraction 1 + d₁/(1 + d₂/(1 + …)) of the incomplete beta function, evaluated forwards. */
function fraction(a: number, b: number, x: number): number {
  let value = 1
  let numerator = 1
  let denominator = 0
  for (let step = 1; step <= MAX_FRACTION_STEPS; step += 1) {
    const coefficient = fractionCoefficient(a, b, x, step)
    denominator = 1 / awayFromZero(1 + coefficient * denominator)
    numerator = awayFromZero(1 + coefficient / numerator)
    const change = numerator * denominator
    value *= change
    if (Math.abs(change - 1) < 3e-16) return value
  }
  throw new RangeError(`the incomplete beta function of a=${a}, b=${b}, x=${x} did not converge`)
}

function fractionCoefficient(a: number, b: number, x: number, step: number): number {
  const half = Math.floor(step / 2)
  const place = a + step
  const top = step % 2 === 0 ? half * (b - half) : -(a + half) * (a + b + half)
  return (top * x) / ((place - 1) * place)
}

function awayFromZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value
}
