export function momentOf(atMs: number): string {
  return new Date(atMs).toISOString().replace('T', ' ').slice(0, 19)
}

export function shareOf(value: number | undefined): string {
  return value === undefined ? 'not measured' : `${(value * 100).toFixed(1)} %`
}

export function decimalOf(value: number | undefined): string {
  return value === undefined ? 'not measured' : value.toFixed(3)
}

export function dollarsOf(value: number | undefined): string {
  return value === undefined ? 'not measured' : `$${value.toFixed(4)}`
}
