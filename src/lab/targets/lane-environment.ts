import type { ToolRoutes } from '../../planes/index.ts'
import type { AgentTool } from '../config/agent-tools-shape.ts'
import type { BaseUrls } from './interposition.ts'

/** Where the providers are on the path of a lane. */
export function baseUrlsAt(lane: string): BaseUrls {
  return {
    openai: `${lane}/openai/v1`,
    anthropic: `${lane}/anthropic`,
    gemini: `${lane}/gemini`,
    openrouter: `${lane}/openrouter/api/v1`,
  }
}

/** The names under which clients of the providers look for an address. */
export function modelVariables(urls: BaseUrls): Readonly<Record<string, string>> {
  return {
    OPENAI_BASE_URL: urls.openai,
    OPENAI_API_BASE: urls.openai,
    ANTHROPIC_BASE_URL: urls.anthropic,
    GOOGLE_GEMINI_BASE_URL: urls.gemini,
    OPENROUTER_BASE_URL: urls.openrouter,
    HOLDFAST_OPENAI_BASE_URL: urls.openai,
    HOLDFAST_ANTHROPIC_BASE_URL: urls.anthropic,
    HOLDFAST_GEMINI_BASE_URL: urls.gemini,
  }
}

/** Where nothing else is written, `market-data` is found in `MARKET_DATA_URL`. */
export function toolVariables(
  tools: readonly AgentTool[],
  urls: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    tools.flatMap(({ name, env = variableFor(name) }) =>
      urls[name] === undefined ? [] : [[env, urls[name]]],
    ),
  )
}

/** The addresses of the tools on the path of a lane. */
export function toolUrlsAt(
  tools: readonly AgentTool[],
  routes: ToolRoutes | undefined,
  token: string,
): Readonly<Record<string, string>> {
  if (routes === undefined) return {}
  return Object.fromEntries(
    tools.flatMap(({ name, url }) => (url === undefined ? [] : [[name, routes.urlFor(token, name)]])),
  )
}

function variableFor(tool: string): string {
  return `${tool.toUpperCase().replace(/[^A-Z0-9]+/gu, '_')}_URL`
}
