import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../docs/built-package.ts'
import { openWorkshop, type Done, type Workshop } from '../docs/workshop.ts'

// the commands as people type them, in processes of their own
const HEAD = `dsl_version: "0.4"
contractspec: "1.0"
kind: agent
name: shop
description: "A shop"
version: "1.0"
`

const contract = (process: string, rest = ''): string => `${HEAD}invariants:\n  process:\n${process}${rest}`
const BUDGET = '    - cost_ceiling: {id: budget, max_usd_per_session: 5, action_on_breach: deny}\n'
const BLOCKED = '    - tool_blocklist: {id: no-refunds, tools: [refund]}\n'

const FILES: Readonly<Record<string, string>> = {
  'clean.yaml': contract(BUDGET),
  'warned.yaml': contract(`${BUDGET}${BUDGET.replace('budget', 'wide').replace('5', '9')}`),
  'broken.yaml': contract(BLOCKED, '  output:\n    - {id: refunds, type: tool_called, tool: refund}\n'),
  'invalid.yaml': contract('    - tool_blocklst: {tools: [refund]}\n'),
  'nonlinear.yaml': contract('', '  output:\n    - {id: x, type: regex, pattern: "(?=a)b"}\n'),
  'chaos.yaml': contract(
    BUDGET,
    '  output:\n    - {id: honest, type: completes, when: tool_faults_active}\n',
  ),
  'lab.yaml': `version: "2.0"
agent: {type: command, command: ["cat"]}
golden_prompts: ["Hello?"]
contract: {file: ./chaos.yaml}
chaos_matrix:
  - name: calm
  - name: rate-limited
    llm_faults: [{mode: rate_limit}]
`,
  'tighter.yaml': contract(`${BUDGET.replace('5', '3')}${BLOCKED}`),
  'extended.yaml': `${HEAD}extends: safety-minimal\ninvariants:\n  process:\n    - tool_blocklist: {id: no-rm, tools: ["curl|bash"]}\n`,
}

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
  await workshop.put(FILES)
}, 240_000)
afterAll(() => workshop.close())

const type = (line: string): Promise<Done> => workshop.type({ line: `holdfast contract ${line}`, exit: 0 })

describe('contract lint', () => {
  test('says that a clean contract is clean', async () => {
    expect(await type('lint clean.yaml')).toMatchObject({ exit: 0, output: 'clean  clean.yaml\n' })
  })

  test('warns with a frame and a fix, and exits 0', async () => {
    const { exit, output } = await type('lint warned.yaml 2>&1')
    expect(exit).toBe(0)
    expect(output).toMatchInlineSnapshot(`
      "warned.yaml:10:7  warning [shadowed-clause] \`budget\` (line 9) already objects to everything this objects to
         9 |     - cost_ceiling: {id: budget, max_usd_per_session: 5, action_on_breach: deny}
      > 10 |     - cost_ceiling: {id: wide, max_usd_per_session: 9, action_on_breach: deny}
           |       ^
        11 |
        hint: remove it, or make it the stricter one

      warned  warned.yaml  (1 warning)
      "
    `)
  })

  test('exits 1 for warnings when asked to be strict', async () => {
    expect((await type('lint warned.yaml --strict')).exit).toBe(1)
    expect((await type('lint clean.yaml --strict')).exit).toBe(0)
  })

  test('exits 1 for a contradiction', async () => {
    const { exit, output } = await type('lint broken.yaml 2>&1')
    expect(exit).toBe(1)
    expect(output).toContain('error [tool-required-and-blocked] `refund` must be called')
    expect(output).toContain('broken  broken.yaml  (1 error)')
  })

  test('gives scripts the shape that validate has, with the clause', async () => {
    const { exit, output } = await type('lint broken.yaml clean.yaml --json')
    expect(exit).toBe(1)
    expect(JSON.parse(output)).toEqual({
      clean: false,
      problems: [
        {
          level: 'error',
          code: 'tool-required-and-blocked',
          clause: 'refunds',
          path: 'invariants.output[0].tool',
          file: 'broken.yaml',
          line: 11,
          column: 46,
          message: '`refund` must be called, but `no-refunds` (line 9) blocks it with `refund`',
          hint: 'let the tool run, or do not ask for it',
        },
      ],
    })
  })

  test('exits 2 for what does not load, with the problems of loading, and goes on with the rest', async () => {
    const { exit, output } = await type('lint invalid.yaml missing.yaml nonlinear.yaml broken.yaml 2>&1')
    expect(exit).toBe(2)
    expect(output).toContain('unknown operator `tool_blocklst`')
    expect(output).toContain('cannot read `missing.yaml`')
    expect(output).toContain('look-around cannot be matched in linear time')
    expect(output).toContain(
      'not valid  nonlinear.yaml  (1 error); only a contract that loads can be looked into',
    )
    expect(output).toContain('broken  broken.yaml  (1 error)')
  })

  test('knows the scenarios of a test configuration, named or linted itself', async () => {
    for (const line of ['lint chaos.yaml -c lab.yaml 2>&1', 'lint lab.yaml 2>&1']) {
      const { exit, output } = await type(line)
      expect(exit).toBe(0)
      expect(output).toContain('warning [when-never-holds] no scenario satisfies `when: tool_faults_active`')
    }
    expect((await type('lint chaos.yaml')).output).toBe('clean  chaos.yaml\n')
  })

  test('exits 2 when the test configuration does not load, and when no file is named', async () => {
    expect((await type('lint chaos.yaml -c missing.yaml')).exit).toBe(2)
    expect((await type('lint chaos.yaml -c invalid.yaml')).exit).toBe(2)
    expect((await type('lint')).exit).toBe(2)
  })

  test('names the file of a clause that another file brought along', async () => {
    expect((await type('lint extended.yaml 2>&1')).output).toContain(
      '`no-destruction` (template:safety-minimal:11) already objects to everything this objects to',
    )
  })

  test('finds nothing in a contract with the words of a plugin', async () => {
    const folder = join(ROOT, 'examples/plugins')
    const files = readdirSync(folder).filter((name) => /\.(?:ts|mjs|yaml)$/u.test(name))
    await workshop.put(
      Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')])),
    )
    expect(await type('lint contract.yaml')).toMatchObject({ exit: 0, output: 'clean  contract.yaml\n' })
  })
})

describe('contract diff', () => {
  test('says what is stricter, where, and exits 0', async () => {
    const { exit, output } = await type('diff clean.yaml tighter.yaml')
    expect(exit).toBe(0)
    expect(output).toMatchInlineSnapshot(`
      "stricter  budget (cost_ceiling)
                max_usd_per_session: 5 → 3
                clean.yaml:9:55 → tighter.yaml:9:55
      added     no-refunds (tool_blocklist)
                tool_blocklist: {tools: ["refund"], scope: "session", undecidable: "deny"}
                tighter.yaml:10:7

      stricter  clean.yaml → tighter.yaml  (2 stricter)
      "
    `)
  })

  test('exits 1 the other way round', async () => {
    const { exit, output } = await type('diff tighter.yaml clean.yaml')
    expect(exit).toBe(1)
    expect(output).toContain('removed   no-refunds (tool_blocklist)')
    expect(output).toContain('looser  tighter.yaml → clean.yaml  (2 looser)')
  })

  test('a contract is the same as itself, read from anywhere', async () => {
    const { exit, output } = await type('diff - clean.yaml < clean.yaml')
    expect([exit, output]).toEqual([0, 'same  - → clean.yaml\n'])
  })

  test('gives scripts the verdict and every change', async () => {
    const { exit, output } = await type('diff tighter.yaml clean.yaml --json')
    expect(exit).toBe(1)
    const { verdict, changes } = JSON.parse(output) as { verdict: string; changes: readonly object[] }
    expect(verdict).toBe('looser')
    expect(changes).toMatchObject([
      {
        direction: 'removed',
        effect: 'looser',
        name: 'no-refunds',
        old: { file: 'tighter.yaml', line: 10, column: 7 },
      },
      {
        direction: 'looser',
        parts: [{ name: 'max_usd_per_session', old: 3, new: 5, effect: 'looser' }],
        old: { file: 'tighter.yaml', line: 9 },
        new: { file: 'clean.yaml', line: 9, column: 55 },
      },
    ])
  })

  test('exits 2 for a file that does not load or is not there', async () => {
    const { exit, output } = await type('diff clean.yaml invalid.yaml 2>&1')
    expect(exit).toBe(2)
    expect(output).toContain('unknown operator `tool_blocklst`')
    expect((await type('diff missing.yaml clean.yaml')).exit).toBe(2)
    expect((await type('diff clean.yaml')).exit).toBe(2)
  })
})
