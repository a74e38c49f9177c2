import { parse } from 'yaml'
import { loadContract } from '../../src/contract/index.ts'
import { loadConfig } from '../../src/lab/config/load-config.ts'
import { loadScript } from '../../src/mock/index.ts'
import { readReplay } from '../../src/replay/index.ts'
import { loadWorkflow } from '../../src/workflow/index.ts'
import type { Block } from './blocks.ts'

/** What is wrong with a snippet, by the reader that reads such files in earnest; nothing when it is fine. */
export type Check = (text: string) => readonly string[]

const told = (
  problems: readonly { readonly message: string; readonly level?: string }[],
): readonly string[] => problems.map(({ message }) => message)

/** A whole test configuration stands around a part of one. */
const REST_OF_CONFIGURATION: Readonly<Record<string, string>> = {
  version: 'version: "2.0"',
  agent:
    'agent: { type: command, command: ["cat"], upstream: { openai: "http://127.0.0.1:9100/openai/v1" } }',
  golden_prompts: 'golden_prompts: ["Hello?"]',
}

const environment = {
  AGENT_TOKEN: 'x',
  OPENAI_API_KEY: 'key',
  OPENAI_UPSTREAM: 'http://127.0.0.1:9100/openai/v1',
}

const readsContract: Check = (text) => told(loadContract('snippet.yaml', text).problems)
const readsScript: Check = (text) => told(loadScript('snippet.yaml', text).problems)
const readsReplay: Check = (text) => told(readReplay('snippet.yaml', text).problems)
const readsWorkflow: Check = (text) => told(loadWorkflow('snippet.toml', text).problems)
const readsJson: Check = (text) => {
  JSON.parse(text)
  return []
}

const readsConfiguration: Check = (text) => {
  const own = Object.keys(parse(text) as object)
  const rest = Object.entries(REST_OF_CONFIGURATION).filter(([key]) => !own.includes(key))
  const whole = `${rest.map(([, line]) => `${line}\n`).join('')}${text}`
  const readFile = () => ({ ok: true, file: 'contract.yaml', text: ANY_CONTRACT }) as const
  return told(loadConfig('holdfast.yaml', whole, { env: environment, readFile }).problems)
}

const ANY_CONTRACT = `dsl_version: "0.4"
contractspec: "1.0"
kind: agent
name: any
description: "Any contract"
version: "1.0"
invariants:
  output: [{ id: always-answers, type: output_not_empty }]
`

/** A workflow of a build server: its steps must run commands that exist, which the commands of the page show. */
const readsPipeline: Check = (text) => {
  const { jobs } = parse(text) as { jobs: Record<string, { steps: { run?: string }[] }> }
  const runs = Object.values(jobs).flatMap(({ steps }) => steps.map(({ run }) => run))
  return runs.some((run) => run?.includes('holdfast ci') === true) ? [] : ['no step runs holdfast']
}

/** What a YAML snippet is, by the keys that only it has; the order decides between neighbours. */
const YAML_KINDS: readonly (readonly [keys: readonly string[], check: Check])[] = [
  [['contractspec'], readsContract],
  [['jobs'], readsPipeline],
  [['turns'], readsScript],
  [['match'], readsScript],
  [['id', 'input'], readsReplay],
  [['agent'], readsConfiguration],
  [['chaos_matrix'], readsConfiguration],
  [['mutations'], readsConfiguration],
  [['replays'], readsConfiguration],
  [['trials'], readsConfiguration],
]

function yamlCheck(text: string): Check | undefined {
  const keys = Object.keys((parse(text) as object | null) ?? {})
  return YAML_KINDS.find(([wanted]) => wanted.every((key) => keys.includes(key)))?.[1]
}

/** Who can say whether this snippet is right; `undefined` when nobody here can. */
export function checkFor({ language, text }: Block): Check | undefined {
  switch (language) {
    case 'yaml':
      return yamlCheck(text)
    case 'toml':
      // scenarios are run by the commands of their pages
      return text.includes('[[nodes]]') && !text.includes('[expected]') ? readsWorkflow : undefined
    case 'json':
      return readsJson
    default:
      return undefined
  }
}
