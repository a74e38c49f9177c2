import type { ShellCommand, ShellFlow, UndecidableKind, UndecidableSpot } from './analysis.ts'
import type { Scope } from './call.ts'
import { LEFT_UNSET, Memory, type Alternatives, type Remembered } from './memory.ts'
import { DEEP_FOLDER, normalPath, resolvePath } from './paths.ts'
import { ANY_TEXT } from './symbols.ts'
import { join, text, type Span, type Text } from './text.ts'

// beyond these the line is reported as too complex instead of being followed further; a line may cost in
// proportion to its length, but nesting and repetition may not multiply that
const DEEPEST_NESTING = 40
const LEAST_STEPS = 2000
const CHARS_PER_STEP = 4
const LEAST_NESTED_CHARS = 100_000
const NESTED_CHARS_PER_CHAR = 16
const FLOWS_PER_STEP = 8

/** What `$PWD/` becomes while the folder is not known. */
const UNKNOWN_PWD = `${DEEP_FOLDER}/`

export const NO_SPAN: Span = { start: 0, end: 0 }

/** What is known while a line is walked: the shell's memory, what was found so far, and what may still be spent. */
export class World {
  readonly commands: ShellCommand[] = []
  readonly flows: ShellFlow[] = []
  readonly spots: UndecidableSpot[] = []
  readonly memory = new Memory({ words: [text(ANY_TEXT)] })
  forkBomb: Span | undefined
  /** One choice for each key with several possible values, while a command is walked once per choice. */
  protected pins: Map<string, Remembered | undefined> = new Map()
  /** Collects the keys with several possible values that are looked at. */
  protected forks: Map<string, Alternatives> | undefined
  readonly #lineLength: number
  readonly #mostSteps: number
  readonly #mostNestedChars: number
  #steps = 0
  #nestedChars = 0
  #opened = 0
  /** A bound was reached: nothing more is followed, and the line counts as not understood. */
  protected isExhausted = false

  constructor(lineLength: number) {
    this.#lineLength = lineLength
    this.#mostSteps = LEAST_STEPS + Math.ceil(lineLength / CHARS_PER_STEP)
    this.#mostNestedChars = LEAST_NESTED_CHARS + lineLength * NESTED_CHARS_PER_CHAR
  }

  flow(from: readonly number[], to: number, as: 'data' | 'code'): void {
    if (from.length === 0 || this.flows.length > this.#mostSteps * FLOWS_PER_STEP) return
    for (const id of from) if (id !== to) this.flows.push({ from: id, to, as })
    if (this.flows.length > this.#mostSteps * FLOWS_PER_STEP) this.exhaust()
  }

  undecidable(kind: UndecidableKind, about: string, scope: Scope, by?: number): void {
    if (!scope.certain) return
    const spot = { kind, span: scope.span ?? NO_SPAN, text: looseText(about) }
    this.spots.push(by === undefined ? spot : { ...spot, by })
  }

  runsLike(program: string, args: readonly Text[], scope: Scope): number {
    return this.note(program, args, scope, false)
  }

  protected note(program: string, args: readonly Text[], scope: Scope, mayRunArguments: boolean): number {
    const id = this.commands.length
    const { certain } = scope
    const span = scope.span ?? NO_SPAN
    this.commands.push({ id, program, args, folder: this.folder(), certain, mayRunArguments, span })
    return id
  }

  variable(name: string): Remembered | undefined {
    const key = `$${name}`
    return this.recall(key) ?? (this.memory.get(key) === undefined ? undefined : LEFT_UNSET)
  }

  setVariable(name: string, words: readonly Text[]): void {
    const key = `$${name}`
    this.pins.delete(key)
    this.memory.set(key, [{ words }])
  }

  folder(): string {
    return this.recall('cwd')?.words[0]?.value ?? ''
  }

  /** The line is run in this folder. */
  enter(folder: string): void {
    this.memory.set('cwd', [{ words: [text(resolvePath(folder, ''))] }])
  }

  readFile(path: string): Text | undefined {
    const known =
      this.memory.get(`>${resolvePath(path, this.folder())}`) ??
      (path.startsWith(UNKNOWN_PWD) && this.folder() === ''
        ? this.memory.get(`>${normalPath(path.slice(UNKNOWN_PWD.length))}`)
        : undefined)
    const contents = known?.flatMap((one) => one?.words ?? [])
    return contents === undefined || contents.length === 0 ? undefined : join(contents, '\n')
  }

  writeFile(path: string, content: Text): void {
    this.memory.set(`>${resolvePath(path, this.folder())}`, [{ words: [content] }])
  }

  /** Where a node of the line itself stands; the parser may count a closing sign that is missing. */
  protected spanOf(node: { readonly pos: number; readonly end: number }): Span {
    const end = Math.min(node.end, this.#lineLength)
    return { start: Math.min(node.pos, end), end }
  }

  /** A path nobody else has, as `<(…)` and `>(…)` get one. */
  nextDescriptor(): string {
    this.#opened += 1
    return `/dev/fd/${this.#opened + 62}`
  }

  protected recall(key: string): Remembered | undefined {
    const alternatives = this.memory.get(key)
    if (alternatives === undefined) return undefined
    if (alternatives.length === 1) return alternatives[0]
    if (this.pins.has(key)) return this.pins.get(key)
    this.forks?.set(key, alternatives)
    return alternatives[0]
  }

  /** Counts one step, and the text it unpacks; `false` once a bound is reached. */
  protected spend(scope: Scope, nestedChars = 0): boolean {
    this.#steps += 1
    this.#nestedChars += nestedChars
    const isWithin = this.#steps <= this.#mostSteps && this.#nestedChars <= this.#mostNestedChars
    if (isWithin && scope.depth <= DEEPEST_NESTING) return true
    this.exhaust()
    return false
  }

  protected exhaust(): void {
    if (!this.isExhausted) this.spots.push({ kind: 'too-complex', span: NO_SPAN, text: '' })
    this.isExhausted = true
  }
}

/** Lower case and without quoting, so that a name can be looked for in text no parser could read. */
function looseText(source: string): string {
  return source.replaceAll(/["'\\]/gu, '').toLowerCase()
}
