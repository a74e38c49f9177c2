import { existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { config, CONFIG, contractWith, openProject, operator, type Project } from './project.ts'

const NAMES = ['ts', 'mts', 'js', 'mjs'].map((ending) => `holdfast.config.${ending}`)
const VALIDATE = 'holdfast contract validate contract.yaml'

/** Node takes the types out itself, so nothing is missing. */
const runsTypeScript = 'typescript' in process.features && process.features.typescript !== false

/** Somebody may have installed it above the folder for temporary files, where every project here would find it. */
const hasTsxAnyway = (() => {
  try {
    return createRequire(join(tmpdir(), 'any.js')).resolve('tsx') !== ''
  } catch {
    return false
  }
})()

let project: Project

beforeAll(async () => {
  project = await openProject({
    'contract.yaml': contractWith('call_limit: {id: frugal, max_calls: 1}'),
    'call.jsonl': '{"kind":"tool-call","tool":"a","args":{}}\n',
  })
}, 120_000)

afterEach(() => project.remove(...NAMES, 'ran.txt', '.git'))
afterAll(() => project.close())

const TYPED = CONFIG.replace(
  'export default definePlugin({',
  "import type { Plugin } from 'holdfast/plugin'\nconst plugin: Plugin = definePlugin({",
).concat('export default plugin\n')

test.each(['ts', 'mts'])('a configuration in TypeScript (.%s) is run without a build', async (ending) => {
  await project.put({ [`holdfast.config.${ending}`]: TYPED })
  expect(await project.type(VALIDATE)).toMatchObject({ exit: 0 })
})

test.each(['js', 'mjs'])('a configuration in JavaScript (.%s) is run', async (ending) => {
  await project.put({ [`holdfast.config.${ending}`]: CONFIG })
  expect(await project.type(VALIDATE)).toMatchObject({ exit: 0 })
})

test.skipIf(runsTypeScript || hasTsxAnyway)(
  'without tsx, TypeScript is refused with what to do',
  async () => {
    const bare = await openProject({
      'holdfast.config.ts': TYPED,
      'contract.yaml': contractWith('call_limit: {id: frugal, max_calls: 1}'),
    })
    bare.remove('node_modules/tsx')
    const { exit, output } = await bare.type(VALIDATE)
    await bare.close()
    expect(exit).toBe(2)
    expect(output).toBe(
      `error: \`holdfast.config.ts\` is TypeScript, which Node ${process.version} does not run by itself
  hint: npm install -D tsx; Node 22.18 and later need nothing, and neither does a file that ends in .mjs
`,
    )
  },
)

const PARTS = `name: 'x', summary: 'X.', fields: {}, listensTo: ['tool-call'], level: 'hard', wording: {}, compile: () => ({})`

test.each([
  ['throws', 'throw new RangeError("out of paper")', 'cannot be loaded: RangeError: out of paper'],
  ['does not parse', 'export default {', 'cannot be loaded: SyntaxError'],
  ['imports what is not there', "import './nowhere.mjs'", 'cannot be loaded: Error: Cannot find module'],
  ['exports nothing', 'export const plugin = {}', 'the default export must be a plugin, not nothing'],
  ['exports a number', 'export default 7', 'the default export must be a plugin, not a number'],
  ['adds an unknown kind', config('{ operator: [] }'), 'operator is nothing a plugin can add'],
  ['adds no list', config('{ operators: {} }'), 'operators must be a list, not an object'],
  ['adds a name', config('{ faults: ["slow"] }'), 'faults[0] must be a definition, not "slow"'],
  [
    'has an operator twice',
    config(`{ operators: [${operator('x', '() => undefined')}, ${operator('x', '() => undefined')}] }`),
    'operators[1].name is `x`, as another operator is called already',
  ],
  [
    'has an operator that is built in',
    config(`[{ operators: [${operator('pii_filter', '() => undefined')}] }]`),
    'default[0].operators[0].name is `pii_filter`, as another operator is called already',
  ],
  [
    'has an operator without a program',
    config(`{ operators: [{ ${PARTS}, compile: undefined }] }`),
    'operators[0].compile must be a function, not nothing',
  ],
  [
    'listens to nothing there is',
    config(`{ operators: [{ ${PARTS}, listensTo: ['tool_call'] }] }`),
    'operators[0].listensTo must be a list of session-start',
  ],
  [
    'has fields without shapes',
    config(`{ operators: [{ ${PARTS}, fields: { max: 3 } }] }`),
    'operators[0].fields must be a mapping of names to `required(…)`',
  ],
  [
    'has a field that every clause has',
    config(`{ operators: [{ ${PARTS}, fields: { when: holdfast.optional(holdfast.text(), 'When.') } }] }`),
    'operators[0].fields.when is a field that every operator has already',
  ],
])('a configuration that %s is told, with its file and key', async (_, text, complaint) => {
  await project.put({ 'holdfast.config.mjs': text })
  const { exit, output } = await project.type(VALIDATE)
  expect(exit).toBe(2)
  expect(output).toContain('holdfast.config.mjs')
  expect(output).toContain(complaint)
  expect(output).not.toMatch(/^ +at /mu)
})

test('everything that is wrong with a plugin is told in one go', async () => {
  await project.put({ 'holdfast.config.mjs': config('{ checks: [{ name: "X" }], mutation: [] }') })
  const { output } = await project.type(VALIDATE)
  expect(output.split('\n')).toEqual([
    'error: holdfast.config.mjs: checks[0].name must be a name such as `call_limit`: small letters, digits and `_`, not "X"',
    'holdfast.config.mjs: checks[0].summary must be a sentence, not nothing',
    'holdfast.config.mjs: checks[0].fields must be a mapping of names to `required(…)`, `optional(…)` or `defaulted(…)`, not nothing',
    'holdfast.config.mjs: checks[0].wording must be a mapping of finding codes to `{says, passes}`, not nothing',
    'holdfast.config.mjs: checks[0].compile must be a function, not nothing',
    'holdfast.config.mjs: mutation is nothing a plugin can add',
    '  hint: make it with defineCheck',
    '',
  ])
})

test('two configurations in one folder are one too many', async () => {
  await project.put({ 'holdfast.config.js': CONFIG, 'holdfast.config.mjs': CONFIG })
  const { exit, output } = await project.type(VALIDATE)
  expect([exit, output]).toEqual([
    2,
    expect.stringContaining('has both `holdfast.config.js` and `holdfast.config.mjs`'),
  ])
})

/** Leaves a file behind when it is run. */
const LOUD = `import { writeFileSync } from 'node:fs'
writeFileSync(new URL('./ran.txt', import.meta.url), 'ran')
${CONFIG}`

test('a configuration above is found inside a repository, and never above the repository', async () => {
  await project.put({ 'holdfast.config.mjs': LOUD, 'deep/er/note.txt': '' })
  const validate = 'cd deep/er && holdfast contract validate ../../contract.yaml'
  expect(await project.type(validate)).toMatchObject({ exit: 2 })
  mkdirSync(join(project.folder, '.git'))
  expect(await project.type(validate)).toMatchObject({ exit: 0 })
  project.remove('ran.txt')
  mkdirSync(join(project.folder, 'deep/.git'))
  expect(await project.type(validate)).toMatchObject({ exit: 2 })
  expect(existsSync(join(project.folder, 'ran.txt'))).toBe(false)
})

test('neither --no-plugins, nor a contract, nor a hook whose words name none runs a configuration', async () => {
  await project.put({
    'holdfast.config.mjs': LOUD,
    'naming.yaml': `${contractWith('tool_blocklist: {id: a, tools: [x]}')}extends: ./holdfast.config.mjs\n`,
    'plain.yaml': contractWith('tool_blocklist: {id: a, tools: [x]}'),
    'payload.json':
      '{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"},"tool_use_id":"t"}',
  })
  await project.type('holdfast contract validate naming.yaml --no-plugins')
  await project.type('holdfast template')
  const hook = 'node node_modules/holdfast/dist/hook.cjs claude-code --contract plain.yaml'
  expect(await project.type(`${hook} < payload.json`)).toMatchObject({ exit: 0 })
  expect(existsSync(join(project.folder, 'ran.txt'))).toBe(false)
})

test('a hook whose plugin is broken, gone or never ready blocks', async () => {
  const hook =
    'node node_modules/holdfast/dist/hook.cjs claude-code --contract contract.yaml --plugins holdfast.config.mjs < payload.json'
  await project.put({
    'holdfast.config.mjs': CONFIG,
    'payload.json':
      '{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"},"tool_use_id":"t"}',
  })
  expect(await project.type(hook)).toMatchObject({ exit: 0 })
  await project.put({ 'holdfast.config.mjs': 'throw new Error("out of paper")' })
  expect(await project.type(hook)).toEqual({ exit: 2, output: expect.stringContaining('out of paper') })
  await project.put({ 'holdfast.config.mjs': 'await new Promise(() => {})' })
  expect(await project.type(hook)).toMatchObject({ exit: 2 })
  expect(
    await project.type(hook.replace('node node_modules/holdfast/dist/hook.cjs', 'holdfast hook')),
  ).toMatchObject({
    exit: 2,
  })
  project.remove('holdfast.config.mjs')
  expect(await project.type(hook)).toMatchObject({ exit: 2 })
  const unnamed = hook.replace('--plugins holdfast.config.mjs ', '')
  expect(await project.type(unnamed)).toEqual({
    exit: 2,
    output: expect.stringContaining('`call_limit`, which is not registered'),
  })
})

test.each([
  ['throws', `() => { throw new Error('out of paper') }`, 'out of paper'],
  [
    'answers later',
    'async () => undefined',
    'must return `undefined` or an object with `state`, and at once',
  ],
  ['answers nonsense', '() => true', 'must return `undefined` or an object with `state`, and at once'],
  [
    'decides what nobody knows',
    `() => ({ state: null, objections: [{ code: 'x', verdict: 'block', params: {} }] })`,
    'one of allow, warn, rewrite, ask, deny',
  ],
])('an operator that %s denies, as a built-in one would', async (_, step, reason) => {
  await project.put({
    'holdfast.config.mjs': config(`{ operators: [${operator('shaky', step)}] }`),
    'shaky.yaml': contractWith('shaky: {id: shaky}'),
  })
  const { exit, output } = await project.type('holdfast check --contract shaky.yaml --events call.jsonl')
  expect(exit).toBe(1)
  expect(output).toContain('the clause itself failed')
  expect(output).toContain(reason)
})

test.each([
  [
    'compiles to nothing',
    `compile: () => undefined`,
    '`compile` must return an object with `initial` and `step`',
  ],
  ['throws when it is compiled', `compile: () => { throw new Error('out of paper') }`, 'out of paper'],
  [
    'throws when its options are inspected',
    `inspect: () => { throw new Error('out of paper') }`,
    'out of paper',
  ],
  [
    'listens to what is no event',
    `listensTo: () => ['tool_call']`,
    'it listens to `tool_call`, which is no event',
  ],
])('an operator that %s is told as the fault of the plugin', async (_, part, reason) => {
  await project.put({
    'holdfast.config.mjs': config(
      `{ operators: [{ ${PARTS}, compile: () => ({ step: () => undefined }), ${part} }] }`,
    ),
    'x.yaml': contractWith('x: {id: x}'),
  })
  const { exit, output } = await project.type('holdfast check --contract x.yaml --events call.jsonl')
  expect(exit).toBe(2)
  expect(output).toContain(`error: the operator \`x\` of the plugin failed: ${reason}`)
})

test('the MCP guard, which clients start where an agent works, runs only what its words name', async () => {
  await project.put({
    'holdfast.config.mjs': LOUD,
    'plain.yaml': contractWith('tool_blocklist: {id: a, tools: [x]}'),
  })
  const line = 'holdfast mcp --contract plain.yaml --no-persist -- cat < /dev/null'
  expect(await project.type(line)).toMatchObject({ exit: 0 })
  expect(existsSync(join(project.folder, 'ran.txt'))).toBe(false)
})
