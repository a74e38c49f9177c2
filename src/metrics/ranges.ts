/** Broken input is an error that names the parameter; an empty measurement is not broken and gives `undefined`. */
export function requireProbability(name: string, value: number): void {
  if (!(value >= 0 && value <= 1))
    throw new RangeError(`${name} must be a probability from 0 to 1, not ${value}`)
}

export function requireStrictlyInside(name: string, value: number): void {
  if (!(value > 0 && value < 1))
    throw new RangeError(`${name} must lie strictly between 0 and 1, not ${value}`)
}

export function requireCount(name: string, value: number, least = 0): void {
  if (!Number.isSafeInteger(value) || value < least)
    throw new RangeError(`${name} must be a whole number of at least ${least}, not ${value}`)
}
