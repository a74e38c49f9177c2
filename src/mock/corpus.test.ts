import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { JsonObject, JsonValue } from '../model/index.ts'
import { openaiChat } from '../wire/index.ts'
import { loadScript } from './script/read-script.ts'
import { scriptedSpeaker } from './scripted-speaker.ts'
import type { Spoken } from './speaker.ts'

const CORPUS = join(import.meta.dirname, '../../corpus/mock')

interface ProblemCase {
  readonly name: string
  readonly script: string
  readonly problems: readonly string[]
}

interface Step {
  readonly user?: string
  readonly results?: Readonly<Record<string, string>>
  readonly again?: true
  readonly new?: true
  readonly expect: { readonly text?: string; readonly error?: number; readonly calls?: readonly JsonObject[] }
}

interface ConversationCase {
  readonly name: string
  readonly script: JsonValue
  readonly session?: string
  readonly model?: string
  readonly system?: string
  readonly steps: readonly Step[]
}

const read = (file: string): unknown => parse(readFileSync(join(CORPUS, file), 'utf8'))

test.each((read('problems.yaml') as ProblemCase[]).map((each) => [each.name, each] as const))(
  'a bad script is told with places and fixes: %s',
  (_name, { script, problems }) => {
    const result = loadScript('turns.yaml', script)
    expect(result.script).toBeUndefined()
    const told = result.problems.map(
      ({ line, column, code, message, hint = '' }) => `${line}:${column} ${code} ${message} ${hint}`,
    )
    expect(told).toHaveLength(problems.length)
    for (const [index, expected] of problems.entries()) {
      const [place, code, ...rest] = expected.split(' ')
      expect(told[index]).toMatch(new RegExp(`^${place} ${code} `, 'u'))
      expect(told[index]).toContain(rest.join(' '))
    }
  },
)

const CONVERSATIONS = readdirSync(join(CORPUS, 'conversations')).flatMap((file) =>
  (read(`conversations/${file}`) as ConversationCase[]).map(
    (each) => [`${file}: ${each.name}`, each] as const,
  ),
)

test.each(CONVERSATIONS)('%s', (_name, { script: written, session, model = 'm', system, steps }) => {
  const { script, problems } = loadScript('turns.yaml', JSON.stringify(written))
  expect(problems).toEqual([])
  const speaker = scriptedSpeaker(script!, { seed: 1 })
  const opening = system === undefined ? [] : [{ role: 'system', content: system }]
  let history: JsonObject[] = [...opening]
  let last: Spoken | undefined
  for (const [at, step] of steps.entries()) {
    if (step.new === true) [history, last] = [[...opening], undefined]
    if (step.again !== true && last?.kind === 'reply') history.push(assistantMessage(last))
    if (step.user !== undefined) history.push({ role: 'user', content: step.user })
    history.push(...resultMessages(step.results ?? {}, last))
    last = speaker.speak(openaiChat.decodeRequest({ model, messages: history })!, { session, address: '/' })
    expect(outcome(last), `step ${at}`).toEqual(step.expect)
  }
})

function assistantMessage(spoken: Spoken & { readonly kind: 'reply' }): JsonObject {
  const [choice] = openaiChat.encodeReply(spoken.reply)['choices'] as JsonObject[]
  return choice!['message'] as JsonObject
}

function resultMessages(results: Readonly<Record<string, string>>, last: Spoken | undefined): JsonObject[] {
  const calls = last?.kind === 'reply' ? (last.reply.toolCalls ?? []) : []
  return Object.entries(results).map(([tool, content]) => ({
    role: 'tool',
    tool_call_id: calls.find((call) => call.tool === tool)!.id,
    content,
  }))
}

function outcome(spoken: Spoken): Step['expect'] {
  if (spoken.kind === 'error') return { error: spoken.error.status }
  const { calls, text } = openaiChat.decodeReply(openaiChat.encodeReply(spoken.reply))
  return {
    ...(text !== '' && { text }),
    ...(calls.length > 0 && { calls: calls.map(({ tool, args }) => ({ tool, args })) }),
  }
}
