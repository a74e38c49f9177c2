import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  assignPlanes,
  ATTACKS,
  createChaosRun,
  FAULTS,
  readChaos,
  type Plane,
  type PlannedChaosRun,
} from '../../src/chaos/index.ts'
import { editedText, isTextEdit } from '../../src/chaos/edit-text.ts'
import type { JsonObject, JsonValue } from '../../src/model/index.ts'

interface Step {
  readonly tool?: string
  readonly url?: string
  readonly model?: 'asked'
  readonly reply?: string
  readonly result?: JsonValue
  readonly input?: string
  readonly expect?: JsonValue
  /** Instead of `expect`: what the text must look like. */
  readonly matches?: string
}

interface Case {
  readonly name: string
  readonly chaos: JsonObject
  /** The deepest plane when absent: tools at their own boundary, models on the wire. */
  readonly planes?: Plane
  readonly steps: readonly Step[]
  readonly ledger: readonly string[]
}

const CORPUS = join(import.meta.dirname, '../../corpus')

function casesIn(folder: string): readonly { readonly file: string; readonly cases: readonly Case[] }[] {
  return readdirSync(join(CORPUS, folder)).map((file) => ({
    file: `${folder}/${file}`,
    cases: parse(readFileSync(join(CORPUS, folder, file), 'utf8')) as Case[],
  }))
}

function runOf({ chaos, planes }: Case): {
  readonly run: PlannedChaosRun
  readonly planeOf: (step: Step) => Plane
} {
  const deepest = { tool: ['tool'], llm: ['wire'], context: ['tool', 'wire'] } as const
  const given = planes && { tool: [planes], llm: [planes], context: [planes] }
  const assigned = assignPlanes(readChaos(chaos), given ?? deepest)
  if (assigned.kind !== 'assigned') throw new Error(assigned.problems[0]?.message)
  return {
    run: createChaosRun(assigned.plan, { seed: 3, scenario: 'corpus', prompt: 'p', trial: 0 }),
    planeOf: (step) => planes ?? (step.tool !== undefined || step.result !== undefined ? 'tool' : 'wire'),
  }
}

function told(run: PlannedChaosRun, plane: Plane, step: Step, index: number): unknown {
  const callId = `call-${index}`
  if (step.tool !== undefined)
    return run.toolCall(plane, {
      callId,
      tool: step.tool,
      ...(step.url === undefined ? {} : { url: step.url }),
    })
  if (step.result !== undefined) return run.toolResult(plane, { callId, tool: 'market_data' }, step.result)
  if (step.input !== undefined) return run.input(plane, step.input)
  const { missed, ...action } = run.modelCall(plane)
  if (step.reply === undefined) return action
  let text = step.reply
  for (const edit of action.edits) {
    const next = isTextEdit(edit) ? editedText(text, edit) : text
    if (next === text) missed?.(edit)
    text = next
  }
  return text
}

describe.each([...casesIn('faults'), ...casesIn('attacks')])('$file', ({ cases }) => {
  test.each(cases)('$name', (example) => {
    const { run, planeOf } = runOf(example)
    for (const [index, step] of example.steps.entries()) {
      const outcome = told(run, planeOf(step), step, index)
      if (step.matches === undefined) expect(outcome).toEqual(step.expect)
      else expect(outcome).toMatch(new RegExp(step.matches, 'u'))
    }
    expect(run.ledger.map(({ faultId }) => faultId)).toEqual(example.ledger)
  })
})

test('every fault and every attack has its cases', () => {
  const kebab = (name: string): string => name.replaceAll('_', '-')
  expect(casesIn('faults').map(({ file }) => file)).toEqual(
    FAULTS.map(({ strikes, name }) => `faults/${strikes}-${kebab(name)}.yaml`).sort(),
  )
  expect(casesIn('attacks').map(({ file }) => file)).toEqual(
    ATTACKS.map(({ name }) => `attacks/${kebab(name)}.yaml`).sort(),
  )
})
