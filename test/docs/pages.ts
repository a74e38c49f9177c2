import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { blocksOf, type Block } from './blocks.ts'
import { ROOT } from './built-package.ts'

/** Everything people read first; `docs/reference` is written from the code and `docs/decisions` holds no commands. */
export const PAGES: readonly string[] = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => `docs/${name}`),
]

export const textOf = (page: string): string => readFileSync(join(ROOT, page), 'utf8')

export const BLOCKS: readonly Block[] = PAGES.flatMap((page) => blocksOf(page, textOf(page)))

/** Blocks that another test runs more thoroughly than this one could. */
const RUN_BY: readonly {
  readonly page: string
  readonly languages: readonly string[]
  readonly test: string
}[] = [
  { page: 'docs/lab.md', languages: ['js', 'sh'], test: 'test/lab/core-docs.test.ts' },
  { page: 'docs/plugins.md', languages: ['yaml'], test: 'test/plugins/docs.test.ts' },
  { page: 'docs/sdk.md', languages: ['ts'], test: 'test/sdk/docs.test.ts' },
  { page: 'docs/testing.md', languages: ['ts', 'yaml'], test: 'test/testing/docs.test.ts' },
  { page: 'docs/workflows.md', languages: ['toml'], test: 'test/workflow/docs.test.ts' },
  { page: 'docs/conformance.md', languages: ['toml'], test: 'test/conformance/docs.test.ts' },
]

export function testThatRuns({ page, language }: Block): string | undefined {
  return RUN_BY.find((each) => each.page === page && each.languages.includes(language))?.test
}

/** Commands that other steps of the build run on a machine of their own. */
export const COMMANDS_RUN_ELSEWHERE: readonly (readonly [command: RegExp, where: string])[] = [
  [/^npm (?:i|install)(?: -D)? holdfast$/u, 'scripts/pack-check.mjs'],
  [/^npm (?:start|test)$/u, '.ci/run'],
]

export interface Scene {
  /** Files that the page takes for granted. */
  readonly files?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
  /** Typed before the page's own commands. */
  readonly before?: readonly string[]
  /** What its commands must have printed between them, where the page promises it. */
  readonly prints?: readonly string[]
  /** What stands for the page's own placeholders. */
  readonly placeholders?: Readonly<Record<string, string>>
}

const CONTRACT = `dsl_version: "0.4"
contractspec: "1.0"
kind: agent
name: any
description: "Any contract"
version: "1.0"
extends: safety-minimal
`

const RECORDED_SESSION = [
  'holdfast mock --seed 1 --port 9100',
  'holdfast proxy start --contract contract.yaml --port 9300 --upstream-openai http://127.0.0.1:9100/openai/v1',
  `curl -s http://127.0.0.1:9300/openai/v1/chat/completions -H 'x-holdfast-session: one' -d '{"model": "m", "messages": [{"role": "user", "content": "Hi"}]}'`,
]

const firstToml = (page: string): string =>
  blocksOf(page, textOf(page)).find(({ language }) => language === 'toml')!.text

/** What must lie on the table before a page's commands can be typed; most pages bring their own files. */
export const SCENES: Readonly<Record<string, Scene>> = {
  'README.md': {
    files: { 'session.jsonl': '{"kind":"tool-call","tool":"Bash","args":{"command":"ls"}}\n' },
    prints: ['valid  contract.yaml', 'deny  tool-call  Bash', 'contract.yaml:11'],
  },
  'docs/author-tools.md': {
    prints: ['valid  mined.yaml', 'allow → deny  tool-call  refund', 'killed        1/2 killed    killed'],
  },
  'docs/certify-a-workflow.md': { prints: ['2 of 2 combinations', 'overloaded', 'baseline saved'] },
  'docs/enforce-in-production.md': { prints: ['look-up-first', '"name":"refund"', '[REDACTED'] },
  'docs/guard-a-coding-agent.md': { prints: ['no-rewritten-history', 'no-destruction', 'blocked  Bash'] },
  'docs/quick-start.md': {
    prints: ['through the proxy: no order placed', 'KEPT  overall', 'no-destruction'],
  },
  'docs/replay-an-incident.md': { prints: ['incident-42', 'KEPT'] },
  'docs/test-in-ci.md': { prints: ['KEPT  overall', 'honest-when-tools-fail'] },
  'docs/chaos.md': {
    files: {
      'contract.yaml': CONTRACT,
      'chaos.yaml': 'tool_faults: [{ tool: "*", mode: error, error_code: 503 }]\n',
    },
  },
  'docs/conformance.md': {
    files: Object.fromEntries(
      blocksOf('docs/conformance.md', textOf('docs/conformance.md'))
        .filter(({ language }) => language === 'toml')
        .map(({ text }, at) => [`corpus/${at}.toml`, text]),
    ),
  },
  'docs/mcp.md': { files: { 'contract.yaml': CONTRACT } },
  'docs/mock-model.md': {
    files: { 'turns.yaml': 'turns: ["Hello!"]\n' },
  },
  'docs/proxy.md': {
    files: {
      'contract.yaml': CONTRACT,
      'default.yaml': CONTRACT,
      'a.yaml': CONTRACT,
      'b.yaml': CONTRACT,
    },
    env: { TEAM_B_KEY: 'key-of-team-b' },
    before: RECORDED_SESSION,
    placeholders: { '<session>': 'one' },
  },
  'docs/workflows.md': {
    files: {
      'triage.toml': firstToml('docs/workflows.md'),
      'replies.json': '["{\\"decision\\": \\"yes\\"}"]\n',
      'hooks.toml': blocksOf('docs/workflows.md', textOf('docs/workflows.md')).find(({ text }) =>
        text.includes('name = "hooks"'),
      )!.text,
      'turns.yaml': `turns: ['{"decision": "yes"}']\n`,
    },
    env: {
      OPENAI_API_KEY: 'key',
      WEBHOOK_SECRET: 'secret',
      HOOK_TOKEN: 'token',
    },
    before: ['holdfast mock --script turns.yaml --port 9100'],
    // a model on this machine in place of the provider
    placeholders: { 'openai:gpt-5-mini': 'openai:gpt-5-mini --base-url http://127.0.0.1:9100/openai/v1' },
  },
}

/** Files a page shows under their names: the line above the block ends with `name`: . */
export function filesShown(page: string): Readonly<Record<string, string>> {
  const markdown = textOf(page)
  const shown = [
    ...markdown.matchAll(/`([\w./-]+\.(?:yaml|toml|json|mjs|ts))`:\n\n```\w+\n([\s\S]*?)^```$/gmu),
  ]
  return Object.fromEntries(shown.map(([, name, text]) => [name!, text!]))
}
