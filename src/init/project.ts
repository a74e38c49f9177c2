import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a folder tells of the agent in it. */
export interface Project {
  readonly language: 'node' | 'python' | 'unknown'
  readonly packageManager?: 'npm' | 'pnpm' | 'yarn' | 'bun'
  readonly frameworks: readonly string[]
  readonly providers: readonly Provider[]
  readonly codingAgents: readonly string[]
}

export type Provider = 'openai' | 'anthropic' | 'gemini'

const NODE_FRAMEWORKS: Readonly<Record<string, string>> = {
  ai: 'Vercel AI SDK',
  langchain: 'LangChain.js',
  '@langchain/core': 'LangChain.js',
  '@langchain/langgraph': 'LangGraph.js',
  '@openai/agents': 'OpenAI Agents',
  '@anthropic-ai/claude-agent-sdk': 'Claude Agent SDK',
  '@mastra/core': 'Mastra',
}

const PYTHON_FRAMEWORKS: Readonly<Record<string, string>> = {
  langchain: 'LangChain',
  langgraph: 'LangGraph',
  crewai: 'CrewAI',
  'pydantic-ai': 'Pydantic AI',
  'openai-agents': 'OpenAI Agents',
}

const PROVIDER_PACKAGES: Readonly<Record<string, Provider>> = {
  openai: 'openai',
  '@ai-sdk/openai': 'openai',
  '@langchain/openai': 'openai',
  'langchain-openai': 'openai',
  '@anthropic-ai/sdk': 'anthropic',
  '@ai-sdk/anthropic': 'anthropic',
  anthropic: 'anthropic',
  '@google/genai': 'gemini',
  '@ai-sdk/google': 'gemini',
  'google-genai': 'gemini',
}

const CODING_AGENTS: Readonly<Record<string, string>> = {
  '.claude': 'Claude Code',
  '.cursor': 'Cursor',
  '.codex': 'Codex',
  '.gemini': 'Gemini CLI',
}

const LOCK_FILES = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['package.json', 'npm'],
] as const

/** Looks at files only; nothing of the project is run. */
export function detectProject(folder: string): Project {
  const has = (name: string): boolean => existsSync(join(folder, name))
  const node = has('package.json') ? nodePackages(join(folder, 'package.json')) : []
  const python = ['pyproject.toml', 'requirements.txt']
    .filter(has)
    .flatMap((name) => pythonPackages(join(folder, name)))
  const packageManager = LOCK_FILES.find(([file]) => has(file))?.[1]
  return {
    language: has('package.json')
      ? 'node'
      : has('pyproject.toml') || has('requirements.txt')
        ? 'python'
        : 'unknown',
    ...(packageManager === undefined ? {} : { packageManager }),
    frameworks: namesOf(NODE_FRAMEWORKS, node).concat(namesOf(PYTHON_FRAMEWORKS, python)),
    providers: namesOf(PROVIDER_PACKAGES, [...node, ...python]),
    codingAgents: Object.entries(CODING_AGENTS).flatMap(([place, name]) => (has(place) ? [name] : [])),
  }
}

function namesOf<Name extends string>(
  table: Readonly<Record<string, Name>>,
  packages: readonly string[],
): Name[] {
  return [...new Set(packages.flatMap((name) => (Object.hasOwn(table, name) ? [table[name]!] : [])))]
}

/** A package.json that cannot be read tells nothing; whoever wrote it will be told by npm. */
function nodePackages(file: string): readonly string[] {
  try {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as Record<
      string,
      Record<string, string>
    >
    return Object.keys({ ...dependencies, ...devDependencies })
  } catch {
    return []
  }
}

/** Words at the beginning of a requirement, in either file; anything else in them matches no known name. */
function pythonPackages(file: string): readonly string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim().replace(/^["']/u, '').toLowerCase())
    .flatMap((line) => /^[a-z0-9][a-z0-9._-]*/u.exec(line)?.[0] ?? [])
}
