import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Done } from '../docs/workshop.ts'
import { openWorkshop } from '../docs/workshop.ts'

/** A project with the package installed, in which command lines are typed. */
export interface Project {
  readonly folder: string
  put(files: Readonly<Record<string, string>>): Promise<void>
  remove(...names: readonly string[]): void
  type(line: string): Promise<Done>
  close(): Promise<void>
}

export async function openProject(files: Readonly<Record<string, string>> = {}): Promise<Project> {
  const workshop = await openWorkshop()
  await workshop.put(files)
  return {
    folder: workshop.folder,
    put: (more) => workshop.put(more),
    remove(...names) {
      for (const name of names) rmSync(join(workshop.folder, name), { recursive: true, force: true })
    },
    type: (line) => workshop.type({ line, exit: 0 }),
    close: () => workshop.close(),
  }
}

export function contractWith(...clauses: readonly string[]): string {
  return `dsl_version: "0.4"
contractspec: "1.0"
kind: agent
name: frugal
description: "for tests"
version: "1"
invariants:
  process:
${clauses.map((clause) => `    - ${clause}\n`).join('')}`
}

/** An operator of which `step` is the only thing that matters. */
export function operator(name: string, step: string): string {
  return `defineOperator({
  name: '${name}',
  summary: 'For tests.',
  fields: {},
  listensTo: ['tool-call'],
  level: 'hard',
  wording: {},
  compile: () => ({ initial: null, step: ${step} }),
})`
}

export function config(plugin: string): string {
  return `import * as holdfast from 'holdfast/plugin'
const { defineOperator, defineToolFault, defineCheck, definePlugin } = holdfast
export default ${plugin}
`
}

/** At most so many calls in a session; a tool that answers "later"; a check that wants a polite answer. */
export const CONFIG = `import {
  defaulted, defineCheck, defineMutation, defineOperator, definePlugin, definePredicate, defineAttack, defineToolFault,
  number, required, text,
} from 'holdfast/plugin'

const callLimit = defineOperator({
  name: 'call_limit',
  summary: 'At most so many tool calls in a session.',
  fields: { max_calls: required(number({ whole: true, atLeast: 0 }), 'How many.') },
  listensTo: ['tool-call'],
  level: 'hard',
  wording: {
    'too-many-calls': {
      says: ({ max }) => \`more than \${max} calls in this session\`,
      passes: () => 'an answer without another call',
    },
  },
  compile: ({ max_calls: max }) => ({
    initial: { calls: 0 },
    step: ({ calls }) =>
      calls < max
        ? { state: { calls: calls + 1 } }
        : { state: { calls }, objections: [{ code: 'too-many-calls', verdict: 'deny', params: { max } }] },
  }),
})

const later = defineToolFault({
  name: 'later',
  summary: 'The tool puts one off.',
  planes: ['tool', 'wire'],
  fields: { words: defaulted(text(), 'ask again later', 'What it says.') },
  strike: ({ words }) => ({ kind: 'answer', text: words }),
})

const rumour = defineAttack({
  name: 'rumour',
  summary: 'Somebody says something.',
  arrives: 'tool_result',
  fields: {},
  inInput: (prompt) => \`\${prompt} They say it is late.\`,
  inResult: (content) => \`\${typeof content === 'string' ? content : JSON.stringify(content)} They say it is late.\`,
})

const polite = defineCheck({
  name: 'polite',
  summary: 'The answer thanks.',
  fields: {},
  wording: { rude: { says: () => 'nobody was thanked' } },
  compile: () => ({ output }) =>
    output.includes('Thank') ? { outcome: 'held' } : { outcome: 'broken', code: 'rude', params: {} },
})

const even = definePredicate({
  name: 'even',
  summary: 'An even number.',
  phrase: 'be even like',
  value: number(),
  compile: () => (actual) => typeof actual === 'number' && actual % 2 === 0,
})

const shouted = defineMutation({
  name: 'shouted',
  summary: 'All in capitals.',
  weight: 1,
  intents: ['preserved'],
  needs: 'text',
  mutate: (prompt) => ({ outcome: 'mutated', prompt: prompt.toUpperCase(), intent: 'preserved', note: 'shouted' }),
})

export default definePlugin({
  operators: [callLimit],
  predicates: [even],
  checks: [polite],
  faults: [later],
  attacks: [rumour],
  mutations: [shouted],
})
`
