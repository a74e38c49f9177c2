import type { Recogniser, Window } from '../window.ts'

const WIDTH = 128

/** Finds, in one walk along the text, the recognisers whose prefix stands at a position. */
export class KeyTrie {
  private readonly children: number[][] = [[]]
  private readonly recognisers: (Recogniser | undefined)[] = [undefined]
  private table = new Uint16Array(0)
  private readonly passed: Recogniser[] = []

  /** One recogniser a prefix; the one put last stays. */
  put(prefix: string, recogniser: Recogniser): void {
    let node = 0
    for (const character of prefix) {
      const code = character.charCodeAt(0)
      node = this.children[node]![code] ??= this.grow()
    }
    this.recognisers[node] = recogniser
  }

  private grow(): number {
    this.recognisers.push(undefined)
    return this.children.push([]) - 1
  }

  /** Call once after the last `put`: lays the nodes out as one table. */
  seal(): this {
    this.table = new Uint16Array(this.children.length * WIDTH)
    for (const [node, children] of this.children.entries())
      children.forEach((child, code) => (this.table[node * WIDTH + code] = child))
    return this
  }

  /** The first characters of all prefixes. */
  get firstCharacters(): string {
    return this.children[0]!.map((_, code) => String.fromCharCode(code)).join('')
  }

  /** Could a prefix start with these two characters? Indexed by 128 × first + second. */
  firstPairs(): Uint8Array {
    const pairs = new Uint8Array(WIDTH * WIDTH)
    this.children[0]!.forEach((child, first) => {
      this.children[child]!.forEach((_, second) => (pairs[first * WIDTH + second] = 1))
    })
    return pairs
  }

  /** Asks the recognisers of all prefixes that stand here, the longest prefix first. */
  recognise(window: Window, position: number): boolean {
    const { table, passed, recognisers } = this
    const { codes, end } = window
    let count = 0
    let node = 0
    let at = position
    // numbers instead of `WIDTH`, which the engine would have to look up for every character
    for (let code = codes[at]!; code < 128; code = codes[at]!) {
      node = table[(node << 7) | code]!
      if (node === 0) break
      const recogniser = recognisers[node]
      if (recogniser !== undefined) {
        passed[count] = recogniser
        count += 1
      }
      at += 1
    }
    if (at >= end && !window.final) window.starved = true
    while (count > 0 && !window.starved) {
      count -= 1
      if (passed[count]!(window, position)) return true
    }
    return false
  }
}
