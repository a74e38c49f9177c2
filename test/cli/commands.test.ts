import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { describe, expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/commands/index.ts'
import { TEMPLATES } from '../../src/contract/index.ts'
import { run } from '../fake-io.ts'

const minimal = TEMPLATES['safety-minimal']!
const rm = JSON.stringify({ kind: 'tool-call', tool: 'Bash', args: { command: 'rm -rf /' } })
const ls = JSON.stringify({ kind: 'tool-call', tool: 'Bash', args: { command: 'ls' } })

const constraints = `dsl_version: "0.3"
contractspec: "0.1"
kind: agent
name: states
description: ""
version: "1.0.0"
preconditions:
  - {name: ready, check: {field: context.ready, equals: true}}
invariants:
  hard:
    - {name: no-leak, check: {field: output.leaked, equals: false}}
  soft:
    - {name: polite, check: {field: output.tone, gte: 0.7}}
governance:
  hard:
    - {name: authorized, check: {field: tools.ok, equals: true}}
`

describe('contract validate', () => {
  test('says that a valid contract is valid', async () => {
    expect(await run(['contract', 'validate', 'c.yaml'], { 'c.yaml': minimal })).toEqual({
      exit: 0,
      stdout: 'valid  c.yaml\n',
      stderr: '',
    })
  })

  test('shows every problem with a frame and a fix, and exits 2', async () => {
    const { exit, stdout, stderr } = await run(['contract', 'validate', 'c.yaml'], {
      'c.yaml': minimal.replace('tool_blocklist', 'tool_blocklst'),
    })
    expect(exit).toBe(2)
    expect(stdout).toBe('not valid  c.yaml  (1 error)\n')
    expect(stderr).toMatchInlineSnapshot(`
      "c.yaml:11:7  error [unknown-operator] unknown operator \`tool_blocklst\`
        10 |   process:
      > 11 |     - tool_blocklst:
           |       ^
        12 |         id: no-destruction
        hint: did you mean \`tool_blocklist\`?

      "
    `)
  })

  test('gives scripts the documented JSON', async () => {
    const { exit, stdout } = await run(['contract', 'validate', 'c.yaml', '--json'], {
      'c.yaml': minimal.replace('raise', 'rise'),
    })
    expect(exit).toBe(2)
    expect(JSON.parse(stdout)).toEqual({
      valid: false,
      problems: [
        {
          level: 'error',
          code: 'wrong-type',
          path: 'recovery.on_hard_violation',
          file: 'c.yaml',
          line: 21,
          column: 22,
          message: 'recovery.on_hard_violation must be "raise" or "log_and_continue", not "rise"',
          hint: 'did you mean "raise"?',
        },
      ],
    })
  })

  test('goes on after a file it cannot read', async () => {
    const { exit, stdout } = await run(['contract', 'validate', 'missing.yaml', 'c.yaml'], {
      'c.yaml': minimal,
    })
    expect(exit).toBe(2)
    expect(stdout).toContain('valid  c.yaml')
  })

  test('reads a test configuration given with -c', async () => {
    const config =
      'version: "2.0"\ncontract:\n  name: F\n  invariants:\n    - {id: a, type: contains, value: x}\n'
    expect((await run(['contract', 'validate', '-c', 'f.yaml'], { 'f.yaml': config })).exit).toBe(0)
  })
})

describe('check --events', () => {
  test('prints one decision an event and the numbers, and exits 1 when anything was denied', async () => {
    const { exit, stdout } = await run(['check', '--contract', 'c.yaml', '--events', '-', '--json'], {
      'c.yaml': minimal,
      '-': `${ls}\n\n${rm}\n`,
    })
    const [first, second, summary] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(exit).toBe(1)
    expect(first).toEqual({ seq: 0, sessionId: 'session', kind: 'tool-call', verdict: 'allow', findings: [] })
    expect(second).toMatchObject({
      seq: 1,
      verdict: 'deny',
      findings: [
        {
          clause: 'no-destruction',
          operator: 'tool_blocklist',
          code: 'command-blocked',
          severity: 'high',
          message: '`rm -rf /` is blocked by `rm -rf /*`',
          line: 11,
        },
      ],
    })
    expect(summary).toMatchObject({ summary: { contract: 'safety-minimal', events: 2, denied: 1 } })
  })

  test('exits 0 when nothing was denied', async () => {
    expect(
      (await run(['check', '--contract', 'c.yaml', '--events', 'e'], { 'c.yaml': minimal, e: ls })).exit,
    ).toBe(0)
  })

  test('in shadow mode the decision is still told as a deny', async () => {
    const { exit, stdout } = await run(
      ['check', '--contract', 'c.yaml', '--events', 'e', '--shadow', '--json'],
      { 'c.yaml': minimal, e: rm },
    )
    expect([exit, stdout.includes('"verdict":"deny"')]).toEqual([1, true])
  })

  test('reads files that begin with a byte order mark', async () => {
    const files = {
      'c.yaml': minimal,
      e: `\uFEFF${rm}\r\n${ls}`,
      b: '\uFEFF{"contract": "s.yaml", "state": {"output.leaked": true}}',
      's.yaml': constraints,
    }
    expect((await run(['check', '--contract', 'c.yaml', '--events', 'e'], files)).exit).toBe(1)
    expect((await run(['check', '--batch', 'b'], files)).stdout).toContain('"hard_breach"')
  })

  test('begins a new turn behind the end of one, also in a log that does not say so', async () => {
    const contract = minimal.replace(
      '    - tool_blocklist:',
      '    - must_precede: {before: challenge, after: recommendation}\n    - tool_blocklist:',
    )
    const events = [
      { kind: 'model-response', text: 'challenge: why?' },
      { kind: 'turn-end' },
      { kind: 'model-response', text: 'recommendation: this' },
      { kind: 'turn-end' },
    ]
    const { stdout } = await run(['check', '--contract', 'c.yaml', '--events', 'e', '--json'], {
      'c.yaml': contract,
      e: events.map((event) => JSON.stringify(event)).join('\n'),
    })
    const told = stdout
      .trim()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as { seq: number; findings: { code: string }[] })
    expect(told.map(({ seq, findings }) => [seq, ...findings.map(({ code }) => code)])).toEqual([
      [0],
      [1],
      [2, 'came-too-early'],
      [3],
    ])
  })

  test('nothing to judge is not a pass', async () => {
    const { exit, stderr } = await run(['check', '--contract', 'c.yaml', '--events', 'e'], {
      'c.yaml': minimal,
      e: '\n',
    })
    expect([exit, stderr]).toEqual([3, 'error: `e` holds no events, so nothing was judged\n'])
  })

  test('a broken line is named with its number', async () => {
    const { exit, stderr } = await run(['check', '--contract', 'c.yaml', '--events', 'e'], {
      'c.yaml': minimal,
      e: `${ls}\n{"kind":"tool-cal"}`,
    })
    expect([exit, stderr]).toEqual([
      2,
      'error: e:2:1  unknown kind "tool-cal"\n  hint: did you mean `tool-call`?\n',
    ])
  })

  test('agent text cannot colour or move the terminal', async () => {
    const hostile = JSON.stringify({
      kind: 'tool-call',
      tool: 'Bash\u001b[2J',
      args: { command: 'echo \u001b[31m\u202e' },
    })
    const { stdout } = await run(['check', '--contract', 'c.yaml', '--events', 'e'], {
      'c.yaml': minimal,
      e: hostile,
    })
    // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
    expect(stdout).not.toMatch(/[\u001b\u202e]/u)
  })
})

describe('check --state', () => {
  const judge = async (state: string) => {
    const { exit, stdout } = await run(['check', '--contract', 'c.yaml', '--state', 's', '--json'], {
      'c.yaml': constraints,
      s: state,
    })
    return { exit, ...(JSON.parse(stdout) as object) }
  }

  test('a state that keeps everything is compliant', async () => {
    expect(
      await judge('{"context.ready": true, "output.leaked": false, "output.tone": 0.7, "tools.ok": true}'),
    ).toEqual({
      exit: 0,
      verdict: 'compliant',
      hard_violations: 0,
      soft_violations: 0,
      violated: [],
      unmet_preconditions: [],
    })
  })

  test('a missing field breaks its constraint, governance counts, preconditions are told apart', async () => {
    expect(await judge('output.leaked: false\noutput.tone: 0.69\n')).toEqual({
      exit: 1,
      verdict: 'hard_breach',
      hard_violations: 1,
      soft_violations: 1,
      violated: ['authorized', 'polite'],
      unmet_preconditions: ['ready'],
    })
  })

  test('only a soft one is a soft violation', async () => {
    expect(await judge('{"output": {"leaked": false, "tone": "high"}, "tools.ok": true}')).toMatchObject({
      exit: 0,
      verdict: 'soft_violation',
      violated: ['polite'],
    })
  })

  test('a batch answers line by line and stays in step', async () => {
    const lines = [
      { contract: 'c.yaml', state: { 'output.leaked': false, 'output.tone': 1, 'tools.ok': true } },
      { contract: 'missing.yaml', state: {} },
      { contract: 'c.yaml', state: { 'output.leaked': true } },
    ]
    const { exit, stdout } = await run(['check', '--batch', 'b'], {
      'c.yaml': constraints,
      b: `${lines.map((line) => JSON.stringify(line)).join('\n')}\nnot json\n`,
    })
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(exit).toBe(2)
    expect(answers.map((answer) => answer['verdict'] ?? 'error')).toEqual([
      'compliant',
      'error',
      'hard_breach',
      'error',
    ])
  })
})

describe('explain, schema and template', () => {
  test('explain shows the clause, its line, the evidence and what would pass', async () => {
    const { exit, stdout } = await run(['contract', 'explain', 'c.yaml', '--command', "sh -c 'rm -rf /'"], {
      'c.yaml': minimal,
    })
    expect(exit).toBe(0)
    for (const part of [
      'deny  tool-call',
      'no-destruction (hard, high)',
      'evidence in args.command',
      'would pass:',
      'c.yaml:11:7',
      '>',
    ])
      expect(stdout).toContain(part)
  })

  test('explain without an event says what the contract promises', async () => {
    const { stdout } = await run(['contract', 'explain', 'c.yaml'], { 'c.yaml': minimal })
    expect(stdout).toContain('These tools and commands never run, however they are spelled.')
  })

  test('the printed schema accepts every template and refuses a typo', async () => {
    const { stdout } = await run(['schema', 'contract'])
    const accepts = new Ajv2020({ strict: false, allowUnionTypes: true }).compile(
      JSON.parse(stdout) as object,
    )
    for (const text of Object.values(TEMPLATES))
      expect(accepts(parse(text)), JSON.stringify(accepts.errors)).toBe(true)
    expect(accepts(parse(minimal.replace('tool_blocklist', 'tool_blocklst')))).toBe(false)
    expect(accepts(parse(minimal.replace('tools:', 'toolz:')))).toBe(false)
  })

  test('template lists the three and prints one as it is', async () => {
    expect(
      (await run(['template'])).stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split(' ')[0]),
    ).toEqual(['safety-minimal', 'partner-mode', 'full-governance'])
    expect((await run(['template', 'safety-minimal'])).stdout).toBe(minimal)
  })
})

describe('wrong usage gets one sentence and exit 2', () => {
  const cases: readonly (readonly [readonly string[], string])[] = [
    [['chekc'], 'error: unknown command `chekc`\n  hint: did you mean `check`?\n'],
    [
      ['contract', 'valdate'],
      'error: unknown command `contract valdate`\n  hint: did you mean `contract validate`?\n',
    ],
    [['check'], 'error: nothing to judge is named\n  hint: use --events, --state or --batch\n'],
    [['check', '--events', 'e'], 'error: no contract is named\n  hint: add --contract <file>\n'],
    [['check', '--contract', 'missing', '--events', 'e'], 'error: cannot read `missing`: no such file\n'],
    [['check', '--event', 'e'], "error: unknown option '--event'\n(Did you mean --events?)\n"],
    [['schema', 'contrat'], 'error: there is no schema `contrat`\n  hint: did you mean `contract`?\n'],
    [
      ['template', 'safety'],
      'error: there is no template `safety`\n  hint: one of: safety-minimal, partner-mode, full-governance\n',
    ],
    [
      ['contract', 'validate'],
      'error: no contract file is named\n  hint: holdfast contract validate <file…>\n',
    ],
  ]
  for (const [argv, message] of cases)
    test(argv.join(' '), async () => {
      const { exit, stderr } = await run(argv)
      expect([exit, stderr]).toEqual([2, message])
    })

  test('--help and --version work everywhere', async () => {
    expect((await run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/u)
    const { stdout: version } = await run(['--version'])
    for (const name of Object.keys(COMMANDS))
      expect([name, await run([...name.split(' '), '--version'])]).toMatchObject([
        name,
        { exit: 0, stdout: version },
      ])
    expect((await run(['contract', '--version'])).stdout).toBe(version)
    expect((await run(['help', 'contract', 'diff'])).stdout).toBe(
      (await run(['contract', 'diff', '--help'])).stdout,
    )
    for (const argv of [
      ['--help'],
      ['check', '--help'],
      ['contract', '--help'],
      ['contract', 'explain', '--help'],
    ]) {
      const { exit, stdout } = await run(argv)
      expect([exit, stdout.length > 100]).toEqual([0, true])
    }
  })
})
