import { appendFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openStore } from '../../src/store/index.ts'
import { bash, contractWith, event, hookWorld, NO_DESTRUCTION, permission } from './hook-process.ts'

const SESSION = '8a6b1d2e-0000-4000-8000-000000000001'
const NO_LOOPS = 'repetition_guard: {id: no-loops, window_size: 50, max_repeats: 5}'

async function recordsOf(world: ReturnType<typeof hookWorld>) {
  const sessions = join(world.env.HOLDFAST_HOME, 'sessions')
  const store = await openStore(`jsonl:${join(sessions, readdirSync(sessions)[0]!)}`)
  const records = []
  for await (const record of store.read(SESSION)) records.push(record)
  await store.close()
  return records
}

/** What Claude Code logs of one reply: a line for each block, the usage repeated on every line. */
function logReply(file: string, index: number, output: number): void {
  const line = (uuid: string, content: object, tokens: number) =>
    `${JSON.stringify({
      type: 'assistant',
      uuid,
      sessionId: SESSION,
      message: {
        id: `msg_${index}`,
        role: 'assistant',
        model: 'claude-sonnet-4-5',
        content: [content],
        usage: {
          input_tokens: 1000,
          cache_read_input_tokens: 0,
          cache_creation_input_tokens: 0,
          output_tokens: tokens,
        },
      },
    })}\n`
  appendFileSync(file, line(`${index}-a`, { type: 'text', text: `Step ${index}.` }, 1))
  appendFileSync(
    file,
    line(`${index}-b`, { type: 'tool_use', id: `t${index}`, name: 'Bash', input: {} }, output),
  )
  appendFileSync(
    file,
    `${JSON.stringify({ type: 'user', uuid: `${index}-u`, message: { role: 'user', content: [] } })}\n`,
  )
}

describe('memory across processes', () => {
  test('a repetition rule holds over fifty separate processes', async () => {
    const world = hookWorld(contractWith(NO_DESTRUCTION, NO_LOOPS))
    const answers = Array.from({ length: 50 }, () => permission(world.send(bash('npm test'))))
    expect(answers.filter((answer) => answer === 'allow')).toHaveLength(5)
    expect(answers.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'allow'))
    const records = await recordsOf(world)
    expect(records.map(({ event: { seq } }) => seq)).toEqual(Array.from({ length: 50 }, (_, seq) => seq))
    expect(records.map(({ effect }) => effect.kind).filter((kind) => kind === 'block')).toHaveLength(45)
  }, 120_000)

  test('eight processes at once let no more through than one after another', async () => {
    const world = hookWorld(contractWith(NO_LOOPS))
    const first = await world.sendAtOnce(Array.from({ length: 8 }, () => bash('npm test')))
    const second = await world.sendAtOnce(Array.from({ length: 8 }, () => bash('npm test')))
    expect([...first, ...second].map(permission).filter((answer) => answer === 'allow')).toHaveLength(5)
    expect([...first, ...second].every(({ exit, stderr }) => exit === 0 && stderr === '')).toBe(true)
    const records = await recordsOf(world)
    expect(records.map(({ event: { seq } }) => seq)).toEqual(Array.from({ length: 16 }, (_, seq) => seq))
  }, 120_000)

  test('one call that two entries tell of at once is judged once and answered alike', async () => {
    const world = hookWorld(contractWith(NO_DESTRUCTION, NO_LOOPS))
    const call = bash('rm -rf /')
    const answers = await world.sendAtOnce([call, call, call, call])
    expect(new Set(answers.map(({ stdout }) => stdout)).size).toBe(1)
    expect(permission(answers[0]!)).toBe('deny')
    expect(await recordsOf(world)).toHaveLength(1)
  }, 60_000)

  test('a ceiling on cost counts what the transcript says, each token once, over fifty processes', async () => {
    // 1,000 in and 100 out cost $0.0045, so the ceiling of $0.10 is reached by the 23rd reply
    const world = hookWorld(
      contractWith('cost_ceiling: {id: budget, max_usd_per_session: 0.1, action_on_breach: deny}'),
    )
    const transcript = join(world.folder, 'transcript.jsonl')
    const answers = Array.from({ length: 50 }, (_, index) => {
      logReply(transcript, index, 100)
      return permission(world.send(bash(`echo ${index}`, { transcript_path: transcript })))
    })
    expect(answers.indexOf('deny')).toBe(22)
    expect(answers.slice(22).every((answer) => answer === 'deny')).toBe(true)
  }, 120_000)

  test('processes that read the transcript at the same time do not count it twice', async () => {
    const world = hookWorld(
      contractWith('cost_ceiling: {id: budget, max_usd_per_session: 0.1, action_on_breach: deny}'),
    )
    const transcript = join(world.folder, 'transcript.jsonl')
    logReply(transcript, 0, 100)
    await world.sendAtOnce(
      Array.from({ length: 8 }, (_, index) => bash(`echo ${index}`, { transcript_path: transcript })),
    )
    const replies = (await recordsOf(world)).filter((record) => record.event.kind === 'model-response')
    const output = replies.reduce(
      (sum, { event: reply }) => sum + (reply.kind === 'model-response' ? (reply.usage?.output ?? 0) : 0),
      0,
    )
    expect(output).toBe(100)
  }, 60_000)

  test('what was said in the transcript counts as stated before the call', () => {
    const world = hookWorld(
      contractWith('must_state: {id: name-the-cost, field: cost, before_tool_pattern: "Bash"}'),
    )
    const transcript = join(world.folder, 'transcript.jsonl')
    const paid = (more: object = {}) =>
      permission(world.send(bash('./pay', { transcript_path: transcript, ...more })))
    expect(paid()).toBe('deny')
    const message = {
      id: 'm',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [{ type: 'text', text: 'cost: $3' }],
    }
    appendFileSync(transcript, `${JSON.stringify({ type: 'assistant', uuid: 'u', message })}\n`)
    expect(paid()).toBe('allow')
  })

  test('a changed contract takes the memory of its unchanged clauses along', async () => {
    const world = hookWorld(contractWith(NO_LOOPS))
    for (let count = 0; count < 5; count += 1) world.send(bash('npm test'))
    const { writeFileSync } = await import('node:fs')
    writeFileSync(world.contractFile, contractWith(NO_DESTRUCTION, NO_LOOPS))
    expect(permission(world.send(bash('npm test')))).toBe('deny')
    expect(permission(world.send(bash('rm -rf /')))).toBe('deny')
  })

  test('a lost snapshot is rebuilt from the records', async () => {
    const world = hookWorld(contractWith(NO_LOOPS))
    for (let count = 0; count < 5; count += 1) world.send(bash('npm test'))
    const { rmSync } = await import('node:fs')
    const sessions = join(world.env.HOLDFAST_HOME, 'sessions')
    const folder = join(sessions, readdirSync(sessions)[0]!)
    for (const name of readdirSync(folder)) if (name.endsWith('.snapshot.json')) rmSync(join(folder, name))
    expect(permission(world.send(bash('npm test')))).toBe('deny')
  })

  test('two contracts that watch one conversation judge it both', () => {
    const world = hookWorld(contractWith(NO_DESTRUCTION))
    const other = hookWorld(contractWith('tool_allowlist: {id: known, tools: [Read]}'))
    Object.assign(other.env, { HOLDFAST_HOME: world.env.HOLDFAST_HOME })
    const call = bash('git status')
    expect(permission(world.send(call))).toBe('allow')
    expect(permission(other.send(call))).toBe('deny')
  })

  test('turns are counted by prompts and stops', async () => {
    const world = hookWorld(contractWith(NO_DESTRUCTION))
    for (const prompt of ['one', 'two']) {
      world.send(event('UserPromptSubmit', { prompt }))
      world.send(event('Stop', { stop_hook_active: false, last_assistant_message: `did ${prompt}` }))
    }
    const tallies = (await recordsOf(world)).flatMap(({ decision }) => decision.tally ?? [])
    expect(tallies.map(({ turn }) => turn)).toEqual([0, 1])
  })
})
