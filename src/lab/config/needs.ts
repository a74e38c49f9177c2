import type { Contract } from '../../contract/index.ts'
import { entryOf, type Located, type RawProblem } from '../../kit/source/index.ts'

/** What a command cannot do without. */
export interface Needs {
  readonly agent?: boolean
  /** Prompts for whatever invariants have no probes of their own. */
  readonly prompts?: 'contract' | 'run'
  readonly contract?: boolean
  readonly invariants?: boolean
}

interface Parts {
  readonly agent?: unknown
  readonly golden_prompts?: readonly string[]
  readonly invariants?: readonly { readonly id: string; readonly probes?: readonly string[] }[]
}

/** Each missing part in one message that says who needs it. */
export function findMissing(
  { agent, golden_prompts: prompts = [], invariants = [] }: Parts,
  contract: Contract | undefined,
  needs: Needs,
  root: Located,
): readonly RawProblem[] {
  const problems: RawProblem[] = []
  const missing = (path: string, message: string, hint: string): void => {
    problems.push({
      code: 'missing-key',
      path,
      offset: entryOf(root, path)?.keyStart ?? root.start,
      message,
      hint,
    })
  }
  if (needs.agent === true && agent === undefined)
    missing('agent', 'there is no agent to ask', 'add `agent:` with `endpoint: http://localhost:8000/invoke`')
  if (needs.contract === true && entryOf(root, 'contract') === undefined)
    missing(
      'contract',
      'this test configuration has no contract',
      'add `contract:` with `name` and `invariants`, or `contract: {file: ./contract.yaml}`',
    )
  if (needs.invariants === true && invariants.length === 0)
    missing(
      'invariants',
      'there are no invariants to hold the answers to',
      'add `invariants:` such as [{type: output_not_empty}]',
    )
  const asking = needs.prompts === 'contract' ? (contract?.clauses ?? []) : invariants
  const dependent = asking.filter(({ probes }) => probes === undefined)
  if (needs.prompts !== undefined && prompts.length === 0 && dependent.length > 0)
    missing(
      'golden_prompts',
      `there are no golden_prompts, and ${quoted(dependent.map(({ id }) => id))} must be asked something`,
      'add `golden_prompts:` with at least one prompt, or give every invariant `probes`',
    )
  return problems
}

function quoted(ids: readonly string[]): string {
  const shown = ids.slice(0, 3).map((id) => `\`${id}\``)
  return ids.length > 3 ? `${shown.join(', ')} and ${ids.length - 3} more` : shown.join(' and ')
}
