import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Target } from '../target.ts'
import { hostedTarget } from './hosted.ts'
import { startHost } from './hosts/host-process.ts'
import type { ModuleTargetOptions } from './module.ts'
import { findTsx } from './module/load-module.ts'

export interface ModuleProcessOptions extends ModuleTargetOptions {
  readonly startsAfresh?: boolean
  readonly env: (lane: number) => Readonly<Record<string, string | undefined>>
}

const HOST = fileURLToPath(new URL('./hosts/agent-host.mjs', import.meta.url))
const LOAD_WITHIN_MS = 60_000

/** The same agent in a process of its own, which can be stopped whatever it does. */
export function moduleProcessTarget(options: ModuleProcessOptions): Target {
  const { endpoint, cwd, interposition } = options
  return hostedTarget({
    ...options,
    name: `module ${endpoint} (own process)`,
    hasReset: options.resetFunction !== undefined,
    start: (lane) => {
      const tsx = findTsx(cwd)
      return startHost({
        command: [
          process.execPath,
          ...(tsx === undefined ? [] : ['--import', pathToFileURL(tsx.loader).href]),
          HOST,
        ],
        cwd,
        env: options.env(lane),
        load: {
          endpoint,
          tools: options.tools.flatMap(({ name, callable }) =>
            callable === undefined ? [] : [{ name, callable }],
          ),
          registry: options.toolRegistry ?? null,
          reset: options.resetFunction ?? null,
          baseUrls: { ...interposition?.baseUrls(lane) },
          toolUrls: { ...interposition?.toolUrls(lane) },
        },
        loadWithinMs: LOAD_WITHIN_MS,
        name: `the agent \`${endpoint}\``,
      })
    },
    order: (question, prompt) => ({
      prompt,
      context: {
        invocation: question.invocation,
        earlier: (question.earlier ?? []).map(({ role, content }) => ({ role, content })),
      },
    }),
  })
}
