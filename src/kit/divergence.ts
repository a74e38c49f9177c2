/** How often each label was seen. */
export type Counts = Readonly<Record<string, number>>

export function countLabels(labels: Iterable<string>): Counts {
  const counts = new Map<string, number>()
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  // because a label may be `__proto__`: `fromEntries` defines a property where an assignment would not
  return Object.fromEntries(counts)
}

/**
 * Jensen–Shannon divergence to base 2: 0 for the same distribution, 1 for two that share no label.
 * `undefined` when either side counted nothing.
 */
export function jensenShannon(left: Counts, right: Counts): number | undefined {
  const [leftShares, rightShares] = [sharesOf(left), sharesOf(right)]
  if (leftShares === undefined || rightShares === undefined) return undefined
  return clampToUnit(sumOfTerms(leftShares, rightShares))
}

/**
 * The last `size` labels against a frozen baseline. Plain data, replaced and never changed, so it can be
 * stored as JSON and continued.
 */
export interface DivergenceWindow {
  readonly size: number
  /** A ring once it is full; `next` is the place of the oldest label. */
  readonly labels: readonly string[]
  readonly next: number
  /** Shares and not counts; absent until the first full window becomes the baseline. */
  readonly baseline?: Counts
  readonly divergence?: number
}

/** Without a baseline, the first full window becomes it. A baseline that counted nothing never gives a number. */
export function startWindow(size: number, baseline?: Counts): DivergenceWindow {
  if (!Number.isInteger(size) || size < 1)
    throw new RangeError(`window size must be a positive integer, not ${size}`)
  const empty = { size, labels: [], next: 0 }
  return baseline === undefined ? empty : { ...empty, baseline: sharesOf(baseline) ?? {} }
}

/** Adds one label and, from a full window, drops the oldest: two terms of the sum change, whatever the window holds. */
export function push(window: DivergenceWindow, label: string): DivergenceWindow {
  if (window.labels.length < window.size) return fill(window, label)
  const { size, next, baseline, divergence } = window
  const dropped = window.labels[next] as string
  const labels = window.labels.slice()
  labels[next] = label
  const following = next + 1 === size ? 0 : next + 1
  if (baseline === undefined || divergence === undefined) return { ...window, labels, next: following }
  // rounding adds up, but by less than 1e-16 a step
  const change = label === dropped ? 0 : changeOfSum(window.labels, dropped, label, baseline)
  return { size, labels, next: following, baseline, divergence: divergence + change }
}

/** `undefined` until the window is full and has something to be compared with. */
export function divergenceOf({ divergence }: DivergenceWindow): number | undefined {
  return divergence === undefined ? undefined : clampToUnit(divergence)
}

/** What the window holds now, for a baseline to be kept. */
export function countsOf({ labels }: DivergenceWindow): Counts {
  return countLabels(labels)
}

function fill(window: DivergenceWindow, label: string): DivergenceWindow {
  const labels = [...window.labels, label]
  if (labels.length < window.size) return { ...window, labels }
  const baseline = window.baseline ?? sharesOf(countLabels(labels)) ?? {}
  if (Object.keys(baseline).length === 0) return { ...window, labels }
  return { ...window, labels, baseline, divergence: sumAgainst(baseline, labels) }
}

function sumAgainst(baseline: Counts, labels: readonly string[]): number {
  return sumOfTerms(sharesOf(countLabels(labels)) ?? {}, baseline)
}

function changeOfSum(labels: readonly string[], dropped: string, added: string, baseline: Counts): number {
  // a scan of the ring beats a second map that would have to be copied at every step
  let droppedCount = 0
  let addedCount = 0
  for (const label of labels) {
    if (label === dropped) droppedCount += 1
    else if (label === added) addedCount += 1
  }
  const size = labels.length
  const droppedShare = shareIn(baseline, dropped)
  const addedShare = shareIn(baseline, added)
  return (
    term((droppedCount - 1) / size, droppedShare) -
    term(droppedCount / size, droppedShare) +
    (term((addedCount + 1) / size, addedShare) - term(addedCount / size, addedShare))
  )
}

function sumOfTerms(left: Counts, right: Counts): number {
  let sum = 0
  for (const [label, share] of Object.entries(left)) sum += term(share, shareIn(right, label))
  for (const [label, share] of Object.entries(right)) if (!Object.hasOwn(left, label)) sum += term(0, share)
  return sum
}

function term(left: number, right: number): number {
  const middle = (left + right) / 2
  return (weighted(left, middle) + weighted(right, middle)) / 2
}

function weighted(share: number, middle: number): number {
  return share === 0 ? 0 : share * Math.log2(share / middle)
}

function sharesOf(counts: Counts): Counts | undefined {
  let total = 0
  for (const [label, count] of Object.entries(counts)) {
    if (!(count >= 0 && count < Infinity))
      throw new RangeError(`the count of \`${label}\` must be 0 or more, not ${count}`)
    total += count
  }
  if (total === 0) return undefined
  const shares = Object.entries(counts).flatMap(([label, count]) =>
    count === 0 ? [] : [[label, count / total] as const],
  )
  return Object.fromEntries(shares)
}

function shareIn(shares: Counts, label: string): number {
  return Object.hasOwn(shares, label) ? (shares[label] as number) : 0
}

/** Rounding may leave the range by a few units in the last place. */
function clampToUnit(value: number): number {
  return Math.min(1, Math.max(0, value))
}
