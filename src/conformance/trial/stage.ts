import type { Scenario } from '../model.ts'
import { filledIn, type Placeholders } from '../placeholders.ts'
import { openListener, type Listener, type SeenRequest } from './listener.ts'
import { createSandbox, type Sandbox } from './sandbox.ts'

/** What a trial is played on: its folder, its servers, and what the names of both stand for. */
export interface Stage {
  readonly placeholders: Placeholders
  readonly sandbox?: Sandbox
  /** In the folder of the trial, or where the suite was started. */
  readonly workdir: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly requests: () => readonly SeenRequest[]
  readonly connections: () => ReadonlyMap<string, number>
  clear(): Promise<void>
}

export interface StageOptions {
  readonly fixed: Placeholders
  readonly workdir: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Paused runs rest somewhere. */
  readonly needsState: boolean
}

const NO_LAYOUT = { folders: [], files: {}, links: {}, hardLinks: {} }

export async function setStage({ world, expected }: Scenario, options: StageOptions): Promise<Stage> {
  const { fixed, workdir, env, needsState } = options
  const listeners: Listener[] = []
  const placeholders = new Map(fixed)
  let sandbox: Sandbox | undefined
  const clear = async (): Promise<void> => {
    await Promise.all([...listeners.map((listener) => listener.close()), sandbox?.remove()])
  }
  try {
    for (const plan of world?.listeners ?? []) {
      const listener = await openListener(plan, (reply) => filledIn(reply, placeholders))
      listeners.push(listener)
      const name = plan.name.toUpperCase()
      placeholders
        .set(`PORT_${name}`, String(listener.port))
        .set(`HTTP_${name}`, `http://127.0.0.1:${listener.port}`)
    }
    if (world !== undefined || needsState)
      sandbox = await createSandbox(
        (folder) => filledIn(world ?? NO_LAYOUT, placeholders.set('SANDBOX', folder)),
        expected.writes !== undefined,
      )
  } catch (error) {
    await clear()
    throw error
  }
  return {
    placeholders,
    ...(sandbox !== undefined && { sandbox }),
    workdir: world === undefined || sandbox === undefined ? workdir : sandbox.folder,
    env: world === undefined ? env : { ...env, ...filledIn(world.env, placeholders) },
    requests: () => listeners.flatMap(({ requests }) => requests),
    connections: () => new Map(listeners.map((listener) => [listener.name, listener.connections()])),
    clear,
  }
}
