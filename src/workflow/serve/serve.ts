import { HoldfastError } from '../../kit/errors.ts'
import { serveRoutes, type HttpOptions, type HttpServing } from './http-routes.ts'
import { startTriggers, type TriggerOptions } from './triggers.ts'

export type ServeOptions = HttpOptions & Pick<TriggerOptions, 'workdir' | 'onProblem'>

export interface Serving {
  /** Absent when the workflow has no routes. */
  readonly url?: string
  readonly triggers: number
  close(): Promise<void>
}

/** Runs a workflow whenever its routes are called or its triggers fire. */
export async function serveWorkflow(options: ServeOptions): Promise<Serving> {
  const { workflow } = options.engine
  if (workflow.httpRoutes.length === 0 && workflow.triggers.length === 0)
    throw new HoldfastError(
      'HF_USAGE',
      `workflow \`${workflow.name}\` has neither routes nor triggers`,
      'run it once: holdfast workflow run <file>',
    )
  const http: HttpServing | undefined =
    workflow.httpRoutes.length === 0 ? undefined : await serveRoutes(options)
  try {
    const triggers = startTriggers(options)
    return {
      ...(http !== undefined && { url: http.url }),
      triggers: triggers.count,
      async close() {
        await http?.close()
        await triggers.stop()
      },
    }
  } catch (error) {
    await http?.close()
    throw error
  }
}
