import { createHash } from 'node:crypto'
import { canonicalJson } from '../kit/canonical-json.ts'
import type { JsonObject } from '../model/index.ts'

/** What was approved of each tool of a server, by the tool's name. */
export type Pins = ReadonlyMap<string, string>

/** Where approved hashes are kept. */
export interface PinKeeper {
  /** For people, who must know what to approve. */
  readonly file: string
  read(): Pins
  save(added: Pins): void
}

/** Whatever tells a model what a tool does; `_meta` and icons do not. */
const PINNED = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const

function pinOf(tool: JsonObject): string {
  const told = Object.fromEntries(PINNED.map((key) => [key, tool[key]]))
  return `sha256:${createHash('sha256').update(canonicalJson(told)).digest('hex')}`
}

export type Standing = 'approved' | 'changed' | 'unseen'

/** Compares what a server tells of its tools now with what was approved. */
export class PinBook {
  private pins: Pins
  private readonly changed = new Set<string>()

  constructor(
    private readonly keeper: PinKeeper,
    /** Takes what the server tells now as approved. */
    private readonly isApproving: boolean,
  ) {
    this.pins = keeper.read()
  }

  get file(): string {
    return this.keeper.file
  }

  /** The names of tools that must be held back; what was never seen before is approved by its first sight. */
  compare(tools: readonly (readonly [name: string, tool: JsonObject])[]): ReadonlySet<string> {
    const added = new Map<string, string>()
    const held = new Set<string>()
    for (const [name, tool] of tools) {
      const pin = pinOf(tool)
      const known = added.get(name) ?? this.pins.get(name)
      if (known === pin) this.changed.delete(name)
      else if (known === undefined || (this.isApproving && !added.has(name))) added.set(name, pin)
      else held.add(name)
    }
    if (added.size > 0) this.keeper.save(added)
    this.pins = new Map([...this.pins, ...added])
    for (const name of added.keys()) this.changed.delete(name)
    for (const name of held) this.changed.add(name)
    return held
  }

  standing(name: string): Standing {
    if (this.changed.has(name)) return 'changed'
    return this.pins.has(name) ? 'approved' : 'unseen'
  }
}
