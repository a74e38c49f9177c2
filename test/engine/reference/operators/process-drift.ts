import { jensenShannon } from '../../../../src/kit/divergence.ts'
import { isKind } from '../history.ts'
import { NOTHING, happened, type Reference } from './reference.ts'

export const processDrift: Reference = ({ id, options }, { past, event }, { baselines }) => {
  if (event.kind !== 'tool-call') return NOTHING
  const {
    window_size: size = 10,
    jsd_threshold: threshold = 0.3,
    action = 'log',
    baseline = 'session',
  } = options as unknown as {
    readonly window_size?: number
    readonly jsd_threshold?: number
    readonly action?: string
    readonly baseline?: string
  }
  const stored = baseline === 'session' ? undefined : baselines[baseline]
  const isMissing = baseline !== 'session' && stored === undefined
  const isAbove = (tools: readonly string[]) => {
    if (tools.length < size) return false
    const counts = (labels: readonly string[]) =>
      Object.fromEntries(
        [...new Set(labels)].map((label) => [label, labels.filter((each) => each === label).length]),
      )
    return (
      (jensenShannon(counts(tools.slice(-size)), stored ?? counts(tools.slice(0, size))) ?? 0) > threshold
    )
  }
  const tools = happened(past)
    .filter(isKind('tool-call'))
    .map((each) => each.event.tool)
  const isFirst = !past.some(({ complaints }) =>
    complaints.some(({ clauseId, code }) => clauseId === id && code === 'baseline-missing'),
  )
  const drifted = isAbove([...tools, event.tool]) && !isAbove(tools)
  return {
    said: [
      ...(isMissing && isFirst ? [{ code: 'baseline-missing', verdict: 'warn', counted: false }] : []),
      ...(drifted ? [{ code: 'drifted', verdict: action === 'log' ? 'allow' : 'warn' }] : []),
    ],
  }
}
