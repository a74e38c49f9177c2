import { messageOf, type Vocabulary } from '../contract/index.ts'
import type { CellFailure, LedgerLine, Outcome, RunReason, RunResult } from '../lab/run-result.ts'

/** Why a run ended as it did, in words. */
export function reasonSentence(reason: RunReason): string {
  switch (reason.code) {
    case 'critical-failed':
      return `${count(reason.cells, 'critical cell')} failed`
    case 'invariant-failed':
      return `${count(reason.cells, 'cell')} failed`
    case 'below-score':
      return `the score ${reason.score} is below ${reason.minScore}`
    case 'vacuous':
      return `${count(reason.cells, 'cell')} ${reason.cells === 1 ? 'was' : 'were'} never put to the test`
    case 'undecided':
      return `${count(reason.cells, 'cell')} could not be decided`
    case 'nothing-measured':
      return 'nothing was measured'
    case 'budget':
      return `the budget of ${reason.spent} is used up`
    case 'interrupted':
      return 'the run was called off'
  }
}

const VERDICT_WORD = { kept: 'KEPT', broken: 'BROKEN', undecided: 'NOT DECIDED' } as const

export function verdictLine({ verdict, reasons, score }: RunResult): string {
  const why = reasons.length === 0 ? '' : `: ${reasons.map(reasonSentence).join(', ')}`
  return `${VERDICT_WORD[verdict]}${why}${score === undefined ? '' : `  (score ${score.toFixed(2)})`}`
}

export function failureSentence({ finding, error }: CellFailure, vocabulary?: Vocabulary): string {
  if (finding !== undefined) return messageOf(finding, vocabulary)
  return error === undefined ? 'failed' : `the agent did not answer (${error.reason}): ${error.message}`
}

/** `error on market_data_api (tool plane, call-1)`. */
export function ledgerSentence({ fault, target, plane, callId }: LedgerLine): string {
  return `${fault} on ${target} (${plane} plane${callId === undefined ? '' : `, ${callId}`})`
}

export const OUTCOME_WORD: Record<Outcome, string> = {
  pass: 'pass',
  fail: 'fail',
  error: 'error',
  flaky: 'flaky',
  vacuous: 'vacuous',
  undecided: 'undecided',
  'not-applicable': 'n/a',
}

export function countsLine({ counts }: RunResult): string {
  return Object.entries(counts)
    .filter(([, number]) => number > 0)
    .map(([outcome, number]) => `${number} ${OUTCOME_WORD[outcome as Outcome]}`)
    .join(', ')
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
