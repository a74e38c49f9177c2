import type { EventInput } from '../guard/index.ts'
import type { AgentEvent, JsonObject, JsonValue } from '../model/index.ts'

/** What a host can still do about the thing it tells of. */
export interface Powers {
  readonly block: boolean
  readonly ask: boolean
  readonly rewrite: boolean
}

/** A host's payload in our words. */
export interface HookCall {
  readonly sessionId: string
  /** The host's own name of the event. */
  readonly event: string
  /** What happened, in order; the last one is what the host waits for an answer about. */
  readonly events: readonly EventInput[]
  readonly powers: Powers
  /** The host gave the call an id of its own, so that one told twice can be known again. */
  readonly hasOwnCallId?: boolean
  /** Logs of the conversation, where replies and what they cost can be read. */
  readonly transcripts?: readonly string[]
}

/** What is to be done, already cut down to what the host can do. */
export interface HookAnswer {
  readonly kind: 'pass' | 'rewrite' | 'ask' | 'block'
  /** For the model, so that it can correct itself; empty when there is nothing to say. */
  readonly reason: string
  /** The event as it may go on. */
  readonly event: AgentEvent
}

/** What the process prints and how it ends. */
export interface HostReply {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

export interface HookCommand {
  /** The program and its arguments, for hosts that start it without a shell. */
  readonly program: string
  readonly args: readonly string[]
  /** The same as one line for hosts that hand it to a shell. */
  readonly line: string
  readonly failsOpen: boolean
}

export const SCOPES = ['project', 'local', 'user'] as const
export type Scope = (typeof SCOPES)[number]

/** Where and how a host is told of a hook. */
export interface HostSettings {
  /** Path below the project or the home folder; absent where the host has no such file. */
  readonly files: Readonly<Partial<Record<Scope, string>>>
  /** An environment variable that moves the host's folder in the home folder. */
  readonly homeVariable?: { readonly name: string; readonly replaces: string }
  /** Keys a new file must have besides `hooks`. */
  readonly top: JsonObject
  readonly events: readonly string[]
  entry(event: string, command: HookCommand): JsonValue
  /** What a person must still do after the installation. */
  readonly after?: string
}

export interface HookHost {
  readonly name: string
  readonly title: string
  /** Whether a payload can only have come from this host. */
  detects(payload: JsonObject): boolean
  /** `undefined` for an event that holds nothing to judge. */
  decode(payload: JsonObject): HookCall | undefined
  encode(answer: HookAnswer, call: HookCall, payload: JsonObject): HostReply
  /** The event that tells of a call before it runs. */
  readonly announces: string
  /** A payload this host would send before it runs the tool, for drills. */
  announce(call: {
    readonly sessionId: string
    readonly tool: string
    readonly args: JsonObject
    readonly cwd: string
  }): JsonObject
  readonly settings: HostSettings
}

export function defineHookHost(host: HookHost): HookHost {
  return host
}

export const SILENT: HostReply = { exitCode: 0, stdout: '', stderr: '' }

export function printed(answer: JsonObject): HostReply {
  return { exitCode: 0, stdout: `${JSON.stringify(answer)}\n`, stderr: '' }
}

/** Exit 2 with words on stderr: the one signal that every host takes for a block. */
export function blocked(reason: string): HostReply {
  return { exitCode: 2, stdout: '', stderr: `${reason}\n` }
}
