import type { Observation, Scenario } from '../../conformance/index.ts'
import { compactJson, type TraceEntry } from '../../workflow/index.ts'
import type { CliIo } from '../io.ts'
import { paintFor, shown } from '../paint.ts'

/** Everything one trial did, for whoever looks for the reason of a failure. */
export function printTrial(io: CliIo, { name }: Scenario, seen: Observation): void {
  const paint = paintFor(io)
  const say = (line: string) => io.err(`${line}\n`)
  say(
    `${paint.bold(shown(name))}  ${seen.status}${seen.reason === undefined ? '' : `  ${shown(seen.reason)}`}`,
  )
  for (const line of traceLines(seen.trace, '  ')) say(line)
  for (const [index, prompt] of seen.prompts.entries()) say(`  prompt ${index + 1}: ${shown(prompt)}`)
  for (const { tool, resource, reason, nearest } of seen.denials)
    say(
      `  ${paint.red('denied')} ${shown(`${tool} ${resource}: ${reason ?? ''}${nearest === undefined ? '' : `; nearest rule ${nearest}`}`, 400)}`,
    )
  for (const { method, path, to } of seen.requests) say(`  request: ${shown(`${method} ${path} to ${to}`)}`)
  for (const fault of seen.faultsFired) say(`  fault: ${shown(fault)}`)
  if (seen.answer !== undefined) say(`  answer: ${shown(seen.answer)}`)
  say('')
}

function* traceLines(trace: readonly TraceEntry[], indent: string): Iterable<string> {
  for (const { nodeId, type, outcome, branch, output, error, children = [] } of trace) {
    const arrow = branch === null ? '' : ` →${branch}`
    yield `${indent}${shown(`${nodeId} [${type}] ${outcome}${arrow}  ${error ?? compactJson(output)}`)}`
    for (const child of children) yield* traceLines(child.trace, `${indent}  ${child.address} `)
  }
}
