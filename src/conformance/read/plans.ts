import type { FaultPlan, Scenario, TriggerPlan, WorldPlan } from '../model.ts'
import type { ExpectedFields } from './expected-shape.ts'
import type { ScenarioFields } from './scenario-shape.ts'

export function triggerOf({ kind, start, payload, request, touch }: ScenarioFields['trigger']): TriggerPlan {
  return {
    kind,
    payload: payload ?? null,
    ...(start !== undefined && { start }),
    ...(touch !== undefined && { touch }),
    ...(request !== undefined && {
      request: {
        method: request.method.toUpperCase(),
        path: request.path,
        headers: request.headers,
        ...(request.body !== undefined && { body: request.body }),
      },
    }),
  }
}

export function faultsOf({
  intel_error_on_call,
  intel,
  nodes,
  crash_before,
}: ScenarioFields['faults']): FaultPlan {
  const lost =
    intel_error_on_call === undefined
      ? []
      : [{ kind: 'error' as const, call: intel_error_on_call, delayMs: 0, retryAfterSecs: 0, keepChars: 0 }]
  return {
    intel: [
      ...lost,
      ...intel.map(({ kind, call, delay_ms, retry_after_secs, keep_chars }) => ({
        kind,
        ...(call !== undefined && { call }),
        delayMs: delay_ms,
        retryAfterSecs: retry_after_secs,
        keepChars: keep_chars,
      })),
    ],
    nodes: nodes.map(({ kind, node, times, attempts, message, delay_ms, output, branch }) => ({
      kind,
      node,
      message,
      delayMs: delay_ms,
      output: output ?? null,
      ...(times !== undefined && { times }),
      ...(attempts !== undefined && { attempts }),
      ...(branch !== undefined && { branch }),
    })),
    ...(crash_before !== undefined && { crashBefore: crash_before }),
  }
}

/** A scenario that says something about files gets a folder of its own, also when it puts nothing into it. */
export function worldOf(
  world: ScenarioFields['world'],
  { files, no_files, writes }: ExpectedFields,
): Pick<Scenario, 'world'> {
  const needsFolder = files.length > 0 || no_files.length > 0 || writes !== undefined
  if (world === undefined && !needsFolder) return {}
  const plan: WorldPlan = {
    folders: world?.folders ?? [],
    files: world?.files ?? {},
    links: world?.links ?? {},
    hardLinks: world?.hard_links ?? {},
    env: world?.env ?? {},
    listeners: (world?.http ?? []).map(({ name, replies }) => ({
      name,
      replies: replies.map(({ path, method, status, body, headers, delay_ms, hang, times }) => ({
        path,
        status,
        body,
        headers,
        hang,
        delayMs: delay_ms,
        ...(method !== undefined && { method: method.toUpperCase() }),
        ...(times !== undefined && { times }),
      })),
    })),
  }
  return { world: plan }
}
