import { push, startWindow, type Counts, type DivergenceWindow } from '../kit/divergence.ts'

const plain = new Map<number, DivergenceWindow>()

/** The same window for the same size, so that clauses with thresholds of their own go on sharing it. */
export function startToolWindow(size: number, baseline?: Counts): DivergenceWindow {
  if (baseline !== undefined) return startWindow(size, baseline)
  let window = plain.get(size)
  if (window === undefined) plain.set(size, (window = startWindow(size)))
  return window
}

let lastWindow: DivergenceWindow | undefined
let lastTool = ''
let lastPushed: DivergenceWindow | undefined

/** `push`, done once for the clauses that share a window. */
export function pushTool(window: DivergenceWindow, tool: string): DivergenceWindow {
  if (window === lastWindow && tool === lastTool) return lastPushed!
  lastPushed = isSettled(window, tool) ? turned(window) : push(window, tool)
  lastWindow = window
  lastTool = tool
  return lastPushed
}

/** Does the tool only take its own place in a full window? Then nothing is counted anew. */
function isSettled({ labels, size, next, divergence }: DivergenceWindow, tool: string): boolean {
  return divergence !== undefined && labels.length === size && labels[next] === tool
}

function turned({ size, labels, next, baseline, divergence }: DivergenceWindow): DivergenceWindow {
  return {
    size,
    labels,
    next: next + 1 === size ? 0 : next + 1,
    baseline: baseline!,
    divergence: divergence!,
  }
}
